internal import BeelineDecoding
internal import BeelineSupport
internal import BeelineSymbols
internal import CSandbox
internal import Glibc

/// The sandbox of this program, and of the programs that it starts.
enum Confinement {
    /// The largest image takes 2 GiB while it is read (see `ImageLimits`), and less while it is decoded.
    private static let memory: UInt64 = 3 << 30
    /// The program, its libraries and the stacks of threads need further addresses.
    private static let addresses: UInt64 = 4 << 30
    /// Three streams, the image, and a few that a library may keep open.
    private static let openFiles: UInt32 = 8

    /// Shuts this process in, permanently. Returns nil when there is no sandbox: this process must not read anything
    /// then. Standard output may be a file where `writesFiles` says so.
    static func begin(writesFiles: Bool) -> DecoderCapabilities.Sandbox? {
        // Reads everything from files while files can be opened.
        LocalDecoder.prepare()
        var limits = BeelineSandboxLimits(
            memory: memory, addresses: addresses, file_length: writesFiles ? 1 << 30 : 0, open_files: openFiles)
        return switch beeline_sandbox_enter(&limits) {
        case .filtered: .filter
        case .limited: .limits
        case .failed: nil
        }
    }

    /// Whether programs can be restricted to some files. Must be read before this process is sandboxed.
    static var knowsPaths: Bool { beeline_sandbox_knows_paths() }

    /// Documents with much transparency take several pictures at once, and videos many.
    private static let programMemory: UInt64 = 2 << 30
    /// Each thread has addresses that it may never use, and FFmpeg has more threads than there are processors.
    private static let videoAddresses: UInt64 = 16 << 30
    /// fontconfig has a few folders open at once.
    private static let programFiles: UInt32 = 64

    /// Replaces this process by another program in a sandbox, or returns the error: this process then has to end.
    static func become(_ program: ConfinedProgram) -> String {
        var limits = BeelineSandboxLimits(
            memory: programMemory, addresses: program.profile == .document ? programMemory : videoAddresses,
            file_length: UInt64(program.outputLimit), open_files: programFiles)
        // This memory is freed when the process ends or becomes the other program.
        let texts = ([program.path] + program.arguments).map { strdup($0) } + [nil]
        let environment = program.profile.environment.map { strdup($0) } + [nil]
        let path = strdup(program.path)
        let file = program.profile.file.map { strdup($0) } ?? nil
        guard let path else { return String(cString: strerror(ENOMEM)) }
        let code = texts.withUnsafeBufferPointer { texts in
            environment.withUnsafeBufferPointer { environment in
                guard let texts = texts.baseAddress, let environment = environment.baseAddress else { return EINVAL }
                var sandboxed = BeelineSandboxProgram(
                    profile: program.profile.number, file: file, path: path, arguments: texts,
                    environment: environment, seconds: UInt32(clamping: program.seconds))
                return beeline_sandbox_become(&sandboxed, &limits)
            }
        }
        return String(cString: strerror(code))
    }

    /// Limits the processor time from now on.
    static func allow(seconds: Int) { beeline_sandbox_allow_time(UInt32(clamping: seconds)) }
}

extension ConfinedProgram.Profile {
    fileprivate var number: BeelineSandboxProfile {
        switch self {
        case .document: .document
        case .video: .video
        case .camera: .camera
        case .network: .network
        case .listener: .listener
        case .screen: .screen
        }
    }

    /// All of the program's environment.
    fileprivate var environment: [String] {
        if case .screen(let authority?) = self { ["XAUTHORITY=\(authority)"] } else { [] }
    }
}
