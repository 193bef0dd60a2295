import BeelineLive
import BeelineSupport
import Foundation
import Synchronization
import TestPrograms
import Testing

/// Pictures that come over a network, and from a screen.
@Suite(.timeLimit(.minutes(15))) struct VideoStreamTests {
    private static let password = "open:sesame"

    /// A server of the fixtures that serves a file of the film.
    private static func server(_ script: String, _ file: String, _ more: [String] = []) async throws -> (
        Helper, port: String
    ) {
        let path = try #require(Bundle.module.path(forResource: script, ofType: "py", inDirectory: "Fixtures"))
        let helper = try Helper("python3", [path, file, "me:\(password)"] + more)
        return (helper, try await helper.line())
    }

    private static func address(_ scheme: String, _ port: String, password: String = "open%3Asesame") -> String {
        "\(scheme)://me:\(password)@127.0.0.1:\(port)/live"
    }

    private static func picture(_ folder: TemporaryFolder) async throws -> String {
        let path = folder.path("picture.jpg")
        try await Film.make(path, ["-frames:v", "1", "-pix_fmt", "yuvj420p"])
        return path
    }

    private static func film(_ folder: TemporaryFolder) async throws -> String {
        let path = folder.path("film.ts")
        try await Film.make(path, seconds: 5, ["-c:v", "mpeg2video", "-g", "1", "-f", "mpegts"])
        return path
    }

    /// What a stream gives until the source is stopped, and whether its password was on a command line meanwhile.
    private static func watch(_ address: String, frames: Int) async throws -> (FrameRun.Record, sawPassword: Bool) {
        let saw = Mutex(false)
        let input = try #require(FFmpegInput(address))
        let record = try await FrameRun(FFmpegSource(input)).finish(stoppingAfter: frames) {
            let found = Processes.running { $0.contains { $0.contains("ffmpeg") } }.flatMap(Processes.commandLine)
                .contains { $0.contains("sesame") }
            saw.withLock { $0 = found }
        }
        return (record, saw.withLock { $0 })
    }

    @Test func `a camera that speaks HTTP is read, and its password is on no command line`() async throws {
        let folder = try TemporaryFolder()
        let (server, port) = try await Self.server("mjpeg_server", try await Self.picture(folder))
        let (record, sawPassword) = try await Self.watch(Self.address("http", port), frames: 10)
        withExtendedLifetime(server) {}
        #expect(record.error == nil)
        #expect(record.frames.count >= 10)
        #expect(record.frames.allSatisfy { Film.isShown(in: $0) })
        #expect(!sawPassword)
    }

    @Test func `a camera that speaks RTSP is read, and its password is on no command line`() async throws {
        let folder = try TemporaryFolder()
        let (server, port) = try await Self.server("rtsp_server", try await Self.film(folder))
        let (record, sawPassword) = try await Self.watch(Self.address("rtsp", port), frames: 5)
        withExtendedLifetime(server) {}
        #expect(record.error == nil)
        #expect(record.frames.count >= 5)
        #expect(record.frames.allSatisfy { Film.isShown(in: $0) })
        #expect(!sawPassword)
    }

    @Test func `a stream that ends, refuses, or is not there is lost, and no message has the password`() async throws {
        let folder = try TemporaryFolder()
        let picture = try await Self.picture(folder)
        let (server, port) = try await Self.server("mjpeg_server", picture, ["3"])
        let (rtsp, rtspPort) = try await Self.server("rtsp_server", picture)
        let silent = try freePort()
        let cases: [(String, reasons: [String])] = [
            // To FFmpeg 7 it is an error when the connection is closed between two pictures.
            (Self.address("http", port), ["ended", "Input/output error"]),
            (Self.address("http", port, password: "sesame-wrong"), ["401"]),
            ("http://me:sesame@127.0.0.1:\(port)/missing", ["404"]),
            (Self.address("http", "\(silent)"), ["refused"]),
            (Self.address("rtsp", rtspPort, password: "sesame-wrong"), ["401"]),
            (Self.address("rtsp", "\(silent)"), ["refused"]),
        ]
        for (address, expected) in cases {
            let record = try await FrameRun(FFmpegSource(try #require(FFmpegInput(address)))).finish()
            guard case .lost(let reason) = record.error else {
                Issue.record("\(address): \(String(describing: record.error))")
                continue
            }
            #expect(expected.contains { reason.contains($0) }, "\(address): \(reason)")
            #expect(!reason.contains("sesame"), "\(address)")
        }
        withExtendedLifetime((server, rtsp)) {}
    }

    @Test(arguments: ["http://cam/a b", "http://cam/a\nfile /etc/passwd", "rtsp://cam/\u{7F}"])
    func `an address with blanks is not an address`(_ address: String) async throws {
        guard case .unusable(let reason) = try await FrameRun(FFmpegSource(.stream(address))).finish().error else {
            Issue.record("it is used")
            return
        }
        #expect(reason.contains("percent-encoded"))
    }

    @Test func `a quote in an address is part of it`() async throws {
        let folder = try TemporaryFolder()
        let (server, port) = try await Self.server("mjpeg_server", try await Self.picture(folder))
        let address = "\(Self.address("http", port))?name='x'"
        #expect(try await Self.watch(address, frames: 2).0.error == nil)
        withExtendedLifetime(server) {}
    }

    @Test func `a sender of RTSP is waited for`() async throws {
        let folder = try TemporaryFolder()
        let film = try await Self.film(folder)
        let port = try freePort()
        let address = "127.0.0.1:\(port)/in"
        let source = FFmpegSource(try #require(FFmpegInput("rtsp-listen://\(address)")))
        let run = try FrameRun(source)
        try await waitForListener(on: port)
        let sender = try Helper(
            "ffmpeg",
            [
                "-nostdin", "-v", "fatal", "-re", "-i", film, "-c:v", "copy", "-f", "rtsp", "-rtsp_transport", "tcp",
                "rtsp://\(address)",
            ])
        let record = await run.finish(stoppingAfter: 5)
        withExtendedLifetime(sender) {}
        #expect(record.error == nil)
        #expect(record.frames.count >= 5)
        #expect(record.frames.allSatisfy { Film.isShown(in: $0) })
    }

    @Test(.enabled(if: Executable.find("Xvfb") != nil, "Xvfb is not installed"))
    func `a screen is seen`() async throws {
        let server = try Helper("Xvfb", ["-displayfd", "1", "-screen", "0", "320x200x24", "-wr", "-nolisten", "tcp"])
        let display = ":\(try await server.line())"
        let record = try await FrameRun(FFmpegSource(.screen(display))).finish(stoppingAfter: 3)
        #expect(record.error == nil)
        let frame = try #require(record.frames.first)
        #expect((frame.width, frame.height) == (320, 200))
        #expect(frame.withPixels { $0.allSatisfy { $0 > 240 } } == true)
        server.process.stop()
        guard case .lost = try await FrameRun(FFmpegSource(.screen(display))).finish().error else {
            Issue.record("a screen that is gone is not lost")
            return
        }
    }
}
