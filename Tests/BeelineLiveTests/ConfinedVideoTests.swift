import BeelineLive
import BeelineSupport
import Foundation
import TestPrograms
import Testing

/// FFmpeg as the sources start it: in a sandbox.
@Suite(.timeLimit(.minutes(15))) struct ConfinedVideoTests {
    private static func confined(_ profile: ConfinedProgram.Profile, _ arguments: [String]) async throws -> ProgramRun {
        let ffmpeg = try #require(Executable.find("ffmpeg"))
        let program = ConfinedProgram(
            profile, path: ffmpeg, arguments: ["-nostdin", "-v", "error"] + arguments, seconds: 0, outputLimit: 1 << 20)
        return try await run(
            Project.program("beeline-decode"), program.workerArguments, environment: ["SWIFT_BACKTRACE": "enable=no"])
    }

    @Test(.enabled(if: Requirement.landlock, "the kernel has no Landlock"))
    func `a playlist does not lead to other files`() async throws {
        let folder = try TemporaryFolder()
        try await Film.make(folder.path("film.mp4"), ["-c:v", "mpeg4"])
        let list = try folder.write("list.ffconcat", "ffconcat version 1.0\nfile film.mp4\n")
        let record = try await FrameRun(FFmpegSource(.file(list))).finish()
        #expect(record.frames.isEmpty)
        guard case .unusable(let reason) = record.error else {
            Issue.record("\(String(describing: record.error))")
            return
        }
        #expect(reason.contains("Permission denied"))
    }

    @Test(.enabled(if: Requirement.landlock, "the kernel has no Landlock"))
    func `a file that a stream refers to is never a file of the user`() async throws {
        let folder = try TemporaryFolder()
        let film = folder.path("film.mkv")
        try await Film.make(film, ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p"])
        for profile in [ConfinedProgram.Profile.network, .listener, .camera("/dev/null"), .screen(authority: nil)] {
            let result = try await Self.confined(profile, ["-i", film, "-f", "null", "-"])
            #expect(result.status != 0)
            #expect(result.errors.contains("Permission denied"), "\(profile)")
        }
    }

    @Test(.enabled(if: Requirement.landlock, "the kernel has no Landlock"))
    func `what is read of a file or a device is passed on`() async throws {
        let folder = try TemporaryFolder()
        let film = folder.path("film.mkv")
        try await Film.make(film, seconds: 0.2, ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p"])
        for profile in [ConfinedProgram.Profile.video(film), .camera(film)] {
            let result = try await Self.confined(
                profile, ["-i", film, "-vf", "format=gray", "-f", "yuv4mpegpipe", "pipe:1"])
            #expect(result.status == 0, "\(profile): \(result.errors)")
            #expect(result.output.hasPrefix("YUV4MPEG2 "), "\(profile)")
        }
    }

    @Test func `a video does not write files, nor speak to others`() async throws {
        let folder = try TemporaryFolder()
        let film = folder.path("film.mkv")
        try await Film.make(film, ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p"])
        let copy = folder.path("copy.mkv")
        let writing = try await Self.confined(.video(film), ["-i", film, "-c", "copy", copy])
        #expect(writing.status != 0)
        #expect(!FileManager.default.fileExists(atPath: copy))
        let speaking = try await Self.confined(.video(film), ["-i", "tcp://127.0.0.1:1"])
        #expect(speaking.status == -SIGSYS)
    }

    @Test func `formats with their own decoders give the same pictures with and without the sandbox`() async throws {
        let folder = try TemporaryFolder()
        for (name, options) in [
            ("h264.mp4", ["-c:v", "libx264"]), ("hevc.mkv", ["-c:v", "libx265", "-x265-params", "log-level=none"]),
            ("av1.mkv", ["-c:v", "libaom-av1", "-cpu-used", "8"]), ("vp9.webm", ["-c:v", "libvpx-vp9"]),
        ] {
            let film = folder.path(name)
            try await Film.make(film, seconds: 0.2, options)
            let arguments = ["-i", film, "-vf", "format=gray", "-f", "rawvideo", "pipe:1"]
            let atLarge = try await run("ffmpeg", ["-nostdin", "-v", "error"] + arguments)
            let shutIn = try await Self.confined(.video(film), arguments)
            #expect(shutIn.status == 0, "\(name): \(shutIn.errors)")
            #expect(!shutIn.bytes.isEmpty)
            // A difference of long arrays would be searched for minutes.
            let isSame = shutIn.bytes == atLarge.bytes
            #expect(isSame, "\(name)")
        }
    }
}
