import BeelineLive
import BeelineSupport
import Foundation
import TestPrograms
import Testing

/// A film whose left half is black and whose right half is white, in many formats.
enum Film {
    static let size = "64x48"
    private static let picture =
        "color=black:size=\(size):rate=20,drawbox=x=32:y=0:w=32:h=48:color=white:t=fill,format=yuv420p"

    /// Has FFmpeg make a file.
    static func make(_ path: String, seconds: Double = 0.5, _ options: [String] = []) async throws {
        let result = try await run(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-f", "lavfi", "-i", picture, "-t", "\(seconds)"] + options + ["-y", path])
        try #require(result.status == 0, "\(result.errors)")
    }

    /// Whether a frame is a picture of it.
    static func isShown(in frame: VideoFrame) -> Bool {
        guard frame.width == 64, frame.height == 48 else { return false }
        return frame.withPixels { $0[24 * 64 + 8] < 40 && $0[24 * 64 + 56] > 215 } ?? false
    }
}

@Suite(.timeLimit(.minutes(15))) struct FFmpegSourceTests {
    struct Name: Sendable, CustomTestStringConvertible {
        let text: String
        let input: FFmpegInput?
        let shown: String?
        var testDescription: String { text }
    }

    @Test(arguments: [
        Name(text: "camera", input: .camera(nil), shown: "camera"),
        Name(text: "camera:", input: .camera(nil), shown: "camera"),
        Name(
            text: "camera:/dev/v4l/by-id/usb-a:b", input: .camera("/dev/v4l/by-id/usb-a:b"),
            shown: "camera:/dev/v4l/by-id/usb-a:b"),
        Name(text: "video:a b.mp4", input: .file("a b.mp4"), shown: "video:a b.mp4"),
        Name(text: "video:", input: nil, shown: nil),
        Name(text: "screen", input: .screen(nil), shown: "screen"),
        Name(text: "screen::0.1", input: .screen(":0.1"), shown: "screen::0.1"),
        Name(
            text: "RTSP://me:secret@cam:554/a", input: .stream("rtsp://me:secret@cam:554/a"),
            shown: "rtsp://me:•••@cam:554/a"),
        Name(text: "http://cam/mjpeg", input: .stream("http://cam/mjpeg"), shown: "http://cam/mjpeg"),
        Name(
            text: "rtsp-listen://0.0.0.0:8554/in", input: .listener("rtsp://0.0.0.0:8554/in"),
            shown: "rtsp-listen://0.0.0.0:8554/in"),
        Name(text: "rtsp:cam", input: nil, shown: nil),
        Name(text: "serial:/dev/ttyACM0", input: nil, shown: nil),
        Name(text: "-", input: nil, shown: nil),
    ])
    func `the names of sources are read, and shown without passwords`(_ subject: Name) {
        let input = FFmpegInput(subject.text)
        #expect(input == subject.input)
        #expect(input.map { FFmpegSource($0).name } == subject.shown)
    }

    @Test(arguments: [
        ("film.mp4", ["-c:v", "mpeg4"]), ("film.mkv", ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p"]),
        ("film.webm", ["-c:v", "libvpx"]),
    ])
    func `a video file is played at its speed, and ends`(_ name: String, _ options: [String]) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path(name)
        try await Film.make(path, seconds: 1, options)
        let start = ContinuousClock.now
        let record = try await FrameRun(FFmpegSource(.file(path))).finish()
        #expect(record.error == nil)
        #expect(record.connections == 1)
        #expect(record.frames.count == 20)
        #expect(record.frames.allSatisfy { Film.isShown(in: $0) })
        // FFmpeg 7 reads the first half second at once.
        #expect(.now - start >= .milliseconds(400))
    }

    @Test func `a file that is not a video, is missing or cannot be read has an error of its own`() async throws {
        let folder = try TemporaryFolder()
        let text = try folder.write("notes.txt", "no video at all\n")
        func error(_ path: String) async throws -> SourceError? {
            try await FrameRun(FFmpegSource(.file(path))).finish().error
        }
        guard case .unusable(let reason) = try await error(text) else {
            Issue.record("it is taken for a video")
            return
        }
        #expect(reason.contains("Invalid data"))
        #expect(!reason.contains("file:"))
        #expect(try await error(folder.path("none.mp4")) == .unusable("no such file"))
        #expect(try await error(folder.path) == .unusable("it is a folder"))
    }

    @Test func `an FFmpeg that is killed is lost, and comes back when it is run again`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("long.mkv")
        try await Film.make(path, seconds: 60, ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p"])
        let source = FFmpegSource(.file(path))
        let killed = try await FrameRun(source).finish(atFirst: {
            // The source stands for itself, and not for a program that has its name as an argument.
            for id in Processes.running(where: { $0.contains("file:\(path)") }) { kill(id, SIGKILL) }
        })
        #expect(killed.error == .lost("ffmpeg was ended by signal 9 (Killed)"))
        let again = try await FrameRun(source).finish(stoppingAfter: 3)
        #expect(again.error == nil)
        #expect(again.frames.count >= 3)
        #expect(Processes.running(where: { $0.contains("file:\(path)") }).isEmpty)
    }

    @Test func `without FFmpeg the package is named`() async throws {
        let record = try await FrameRun(FFmpegSource(.screen(":99"), program: "/nonexistent/ffmpeg")).finish()
        guard case .unusable(let reason) = record.error else {
            Issue.record("\(String(describing: record.error))")
            return
        }
        #expect(reason.contains("package ffmpeg"))
    }

    @Test func `a camera that is missing is waited for, and a file is not a camera`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("video0", "")
        #expect(
            try await FrameRun(FFmpegSource(.camera(folder.path("video9")))).finish().error
                == .lost("no camera is at \(folder.path("video9"))"))
        #expect(try await FrameRun(FFmpegSource(.camera(file))).finish().error == .unusable("\(file) is not a camera"))
    }
}
