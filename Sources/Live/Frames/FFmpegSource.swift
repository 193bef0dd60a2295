internal import BeelineSupport
internal import BeelineSymbols
internal import Glibc
internal import Synchronization

/// Pictures from cameras, streams, video files and screens, by the program FFmpeg. Anyone may have made what FFmpeg
/// reads, and it has had bugs. So it is sandboxed (see `ConfinedProgram`), and a crash costs only some pictures.
package final class FFmpegSource: AdjustableCamera {
    package let name: String
    private let input: FFmpegInput
    private let settings: CameraSettings
    private let findProgram: @Sendable () -> String?
    private let camera: Mutex<RunningCamera>

    private struct RunningCamera: Sendable {
        var controls: CameraControls?
        var remainingZoom: Double
        /// Whether we switched its light on.
        var isLit = false
        /// The problems that were reported: each is reported once, even if the camera is opened again.
        var said: Set<String> = []
    }

    /// How long an input may give no picture. Streams have a limit of their own, which is shorter.
    private static let patience = Duration.seconds(30)

    /// The settings are those of a camera; for others only the zoom counts. FFmpeg is where the PATH has it.
    package init(_ input: FFmpegInput, camera settings: CameraSettings = CameraSettings(), program: String? = nil) {
        self.input = input
        self.settings = settings
        name = input.name
        camera = Mutex(RunningCamera(remainingZoom: settings.zoom ?? 1))
        findProgram = { program ?? Executable.find("ffmpeg") }
    }

    /// The factor by which pictures are still to be enlarged: the requested zoom without that of the camera. 1: none.
    package var remainingZoom: Double { camera.withLock { $0.remainingZoom } }

    /// Switches the light of the camera while it is capturing. Returns why it is not switched; nil when it is.
    @discardableResult
    package func setTorch(_ on: Bool) -> String? {
        camera.withLock { camera in
            guard let controls = camera.controls else { return "the camera has sent no picture" }
            if let problem = controls.setTorch(on) { return problem }
            camera.isLit = on
            return nil
        }
    }

    package func run(_ output: SourceOutput) throws(SourceError) {
        guard let program = findProgram(), Executable.isExecutable(program) else {
            throw .unusable(
                "the program ffmpeg, which reads its pictures, is not on the PATH; install it (Debian and Fedora: the "
                    + "package ffmpeg)")
        }
        switch input {
        case .camera(let device): try runCamera(device, program, output)
        case .stream(let address): try runStream(address, FFmpegCommand(stream: address), program, output)
        case .listener(let address):
            try runStream(address, FFmpegCommand(stream: address, listens: true), program, output)
        case .file(let path): try runFile(path, program, output)
        case .screen(let display): try runScreen(display, program, output)
        }
    }

    private func runCamera(_ text: String?, _ program: String, _ output: SourceOutput) throws(SourceError) {
        let device = try Camera.device(text)
        let title: VideoDevice
        do throws(VideoDevice.Refusal) {
            title = try VideoDevice(path: device)
        } catch {
            switch error.errno {
            case EACCES, EPERM: throw .unusable(Camera.problem(device, error.errno))
            case ENOTTY, EINVAL: throw .unusable("\(device) is not a camera")
            default: throw .lost(Camera.problem(device, error.errno))
            }
        }
        defer { darken() }
        // This keeps the device open, so that settings stay and no permission is needed again.
        let controls = CameraControls(title, lights: FlashLight.all())
        for mode in FFmpegCommand.CameraMode.allCases {
            let end = try run(program, FFmpegCommand(camera: device, mode), output) { [self] in
                apply(controls, output)
            }
            // A camera that refuses a mode gives no picture at all; the next mode asks for less.
            if case .ended(let how, frames: 0, let said) = end, mode != .any, how != .exited(0), exists(device),
                !said.contains(where: { $0.contains("Device or resource busy") })
            {
                continue
            }
            return try judge(end, output) { message in
                // The system reports this only when capturing starts, and FFmpeg passes it on.
                if message.contains("Device or resource busy") { return Camera.problem(device, EBUSY) }
                return message.contains("No such device") ? Camera.problem(device, ENODEV) : message
            }
        }
    }

    private func runStream(
        _ address: String, _ command: FFmpegCommand, _ program: String, _ output: SourceOutput
    ) throws(SourceError) {
        // The address is in a script of lines.
        guard address.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw .unusable("its address has a blank or a control character; write it percent-encoded (%20)")
        }
        let hidden = StreamAddress(text: address)
        try judge(try run(program, command, output), output) { hidden.masked($0) }
    }

    private func runFile(_ path: String, _ program: String, _ output: SourceOutput) throws(SourceError) {
        let file: String
        do throws(FileError) {
            file = try absolutePath(path)
            // For clearer errors than those of FFmpeg.
            if isFolder(file) { throw FileError(path: file, reason: .isFolder) }
            if access(file, R_OK) != 0 { throw FileError(path: file, errno: errno) }
        } catch {
            throw .unusable(error.message)
        }
        try judge(try run(program, FFmpegCommand(file: file), output), output) {
            $0.replacing("file:\(file)", with: path)
        }
    }

    private func runScreen(_ text: String?, _ program: String, _ output: SourceOutput) throws(SourceError) {
        guard let display = text ?? environmentVariable("DISPLAY") else {
            throw .unusable("there is no X server: DISPLAY is not set; write screen:DISPLAY, as in screen::0")
        }
        try judge(try run(program, FFmpegCommand(screen: display), output), output) { $0 }
    }

    private func run(
        _ program: String, _ command: FFmpegCommand, _ output: SourceOutput,
        atFirst: @escaping @Sendable () -> Void = {}
    ) throws(SourceError) -> VideoProgram.End {
        let isFirst = Mutex(true)
        let launcher: String
        do throws(DecodeError) {
            launcher = try WorkerProgram.find(purpose: "videos are read in a sandbox,")
        } catch {
            throw .unusable(error.description)
        }
        // Its output goes to a pipe; it must not write files.
        let confined = ConfinedProgram(
            command.profile, path: program, arguments: command.arguments, seconds: 0, outputLimit: 0)
        let start = ProgramStart(
            path: launcher, arguments: confined.workerArguments, environment: WorkerProgram.environment)
        var video = VideoProgram(start: start, input: Array(command.script.utf8))
        switch input {
        case .camera, .screen, .stream: video.patience = Self.patience
        case .file, .listener: break
        }
        // Some cameras forget settings that are made before the first picture.
        video.willHandOver = { _ in
            let wasFirst = isFirst.withLock { first in
                defer { first = false }
                return first
            }
            if wasFirst { atFirst() }
        }
        do throws(ProgramError) {
            return try video.run(output)
        } catch {
            throw .unusable("ffmpeg is not started: \(error)")
        }
    }

    /// Turns the end of FFmpeg into the end of the source. `show` gives the part of a message that may be shown.
    private func judge(
        _ end: VideoProgram.End, _ output: SourceOutput, _ show: (String) -> String
    ) throws(SourceError) {
        switch end {
        case .stopped: return
        case .ended(.exited(0), let frames, _) where frames > 0 && !input.isLive: return
        case .ended(.exited(ConfinedProgram.failureStatus), _, let said):
            throw .unusable(said.last ?? "ffmpeg is not started")
        case .ended(.signalled(let signal), _, _):
            throw .lost("ffmpeg was ended by \(ProgramEnd.signalled(signal))")
        case .ended(.exited(0), _, let said): throw .lost(complaint(said, show) ?? "it has ended")
        case .ended(let end, _, let said):
            let reason = complaint(said, show) ?? "ffmpeg ended with \(end)"
            throw input.isLive ? .lost(reason) : .unusable(reason)
        case .unsuitable(let reason, let said):
            throw .unusable("the output of ffmpeg cannot be read: \(complaint(said, show) ?? reason)")
        case .stuck(let time, _, _): throw .lost("no picture came for \(time.components.seconds) seconds")
        }
    }

    /// The error message of FFmpeg, without the names of its own parts.
    private func complaint(_ said: [String], _ show: (String) -> String) -> String? {
        let lines = said.map { line in
            // `[http @ 0x55d0c8] HTTP error 404 Not Found`
            var rest = line[...]
            while rest.hasPrefix("["), let end = rest.firstRange(of: "] ") { rest = rest[end.upperBound...] }
            // The script that has the address.
            if rest.hasPrefix("pipe:0: ") { rest = rest.dropFirst("pipe:0: ".count) }
            return rest.hasPrefix("Stream ends prematurely") ? "the stream has ended" : show(String(rest))
        }.filter { !$0.hasPrefix("Impossible to open") }
        // The general message comes after the specific one.
        return lines.last { !$0.hasPrefix("Input/output error") } ?? lines.last
    }

    private func apply(_ controls: CameraControls, _ output: SourceOutput) {
        let outcome = controls.apply(settings)
        let fresh = camera.withLock { camera in
            camera.controls = controls
            camera.remainingZoom = outcome.remainingZoom
            if settings.torch == .on { camera.isLit = true }
            return outcome.problems.filter { camera.said.insert($0).inserted }
        }
        for problem in fresh { output.report(SourceProblem(code: SourceProblem.cameraSetting, message: problem)) }
    }

    /// Switches the light off if it was switched on here, and releases the camera.
    private func darken() {
        camera.withLock { camera in
            if camera.isLit { _ = camera.controls?.setTorch(false) }
            camera.isLit = false
            camera.controls = nil
        }
    }
}
