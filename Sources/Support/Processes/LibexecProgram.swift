package import BeelineSymbols
internal import CLinux
internal import Glibc

/// A helper program of Beeline that its other programs start: one that decodes images, one that draws codes.
package enum LibexecProgram {
    /// Why a program is not started: what was looked for, and what to do.
    package struct Missing: Error { package let problem: String }

    /// Where a program is: the path in an environment variable; else beside the running program or in `../libexec`,
    /// then in a folder of the PATH or in `../libexec` of it, or in the libexec of `/usr/local` or `/usr`. A test is a
    /// library that another program loads: beside the running program is also beside that library. The purpose is for
    /// the message: "images are read".
    package static func find(_ name: String, variable: String, purpose: String) throws(Missing) -> String {
        if let path = environmentVariable(variable) {
            if access(path, X_OK) == 0 { return path }
            throw Missing(problem: "\(variable) is \(path), which is not a program; correct or unset \(variable)")
        }
        let near = runningFolders().flatMap { [$0, "\($0)/../libexec"] }
        let path = environmentVariable("PATH")?.split(separator: ":").filter { $0.hasPrefix("/") } ?? []
        let installed = ["/usr/local/libexec", "/usr/libexec"]
        let folders = near + path.flatMap { ["\($0)", "\($0)/../libexec"] } + installed
        if let folder = folders.first(where: { access("\($0)/\(name)", X_OK) == 0 }) { return "\(folder)/\(name)" }
        throw Missing(
            problem:
                "\(purpose) by the program \(name), which is not in \((near + installed).joined(separator: ", ")), a folder "
                + "of the PATH or ../libexec of it, and \(variable) is not set; install Beeline, set \(variable) to the path "
                + "of \(name), or add the product \(name) of Beeline to the dependencies of your target, which builds it "
                + "beside your program")
    }

    /// The environment of each of them; of our variables only the path of its libraries.
    package static var environment: [String: String] {
        // A backtrace of a worker that dies would take longer than a hundred images.
        var environment = ["SWIFT_BACKTRACE": "enable=no"]
        environment["LD_LIBRARY_PATH"] = environmentVariable("LD_LIBRARY_PATH")
        return environment
    }

    /// The folder of the running program, and that of the library in which this code is, if it is in one.
    private static func runningFolders() -> [String] {
        var folders: [String] = []
        for path in [runningProgram(), beeline_own_file().map { String(cString: $0) }] {
            guard let path, path.hasPrefix("/"), let end = path.lastIndex(of: "/") else { continue }
            let folder = String(path[..<end])
            if !folders.contains(folder) { folders.append(folder) }
        }
        return folders
    }

    private static func runningProgram() -> String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = buffer.withUnsafeMutableBytes { raw in
            raw.withMemoryRebound(to: CChar.self) { text in
                text.baseAddress.map { readlink("/proc/self/exe", $0, text.count) } ?? -1
            }
        }
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
}

/// The program `beeline-decode`: it decodes images, and confines the programs that draw PDF pages and read videos.
package enum WorkerProgram {
    /// The path in `BEELINE_DECODE`; else where `LibexecProgram` finds it. The error has the places, and what to do.
    package static func find(purpose: String = "images are read") throws(DecodeError) -> String {
        do throws(LibexecProgram.Missing) {
            return try LibexecProgram.find("beeline-decode", variable: "BEELINE_DECODE", purpose: purpose)
        } catch {
            throw .unavailable(error.problem)
        }
    }

    /// What it is started with.
    package static var environment: [String: String] { LibexecProgram.environment }
}

/// A program that the worker program executes in a sandbox: `beeline-decode --confine PROFILE SECONDS BYTES PATH
/// ARGUMENT…`. See Docs/Safety.md for what it can do.
package struct ConfinedProgram: Hashable, Sendable {
    package var profile: Profile
    /// How much processor time it may use; 0: as much as it wants.
    package var seconds: Int
    /// How many bytes it may write to a file. Pipes have no limit.
    package var outputLimit: Int
    package var path: String
    package var arguments: [String]

    /// What it can access beside the system's programs and libraries.
    package enum Profile: Hashable, Sendable {
        /// To read its standard input, which is a file, and fonts.
        case document
        /// To read this file.
        case video(String)
        /// To read, write and ask this device.
        case camera(String)
        /// To connect to any host.
        case network
        /// To wait for the connections of others.
        case listener
        /// To connect to any host and local servers, and to read this file, which proves the user to a display server.
        case screen(authority: String?)
    }

    private static let option = "--confine"

    /// The exit status where the program was not started; standard error says why. Poppler's programs end with 0 to 4
    /// and 99, FFmpeg with 0, 1, 69, 123 and 255.
    package static let failureStatus: Int32 = 125

    package init(_ profile: Profile = .document, path: String, arguments: [String], seconds: Int, outputLimit: Int) {
        self.profile = profile
        self.path = path
        self.arguments = arguments
        self.seconds = seconds
        self.outputLimit = outputLimit
    }

    /// The arguments that make a worker program become this one.
    package var workerArguments: [String] {
        [Self.option, profile.word, "\(seconds)", "\(outputLimit)", path] + arguments
    }

    /// Reads the arguments of a worker program; nil for all others.
    package init?(workerArguments: some Collection<String>) {
        let words = Array(workerArguments)
        guard words.count >= 5, words[0] == Self.option, let profile = Profile(word: words[1]),
            let seconds = Int(words[2]), seconds >= (profile == .document ? 1 : 0),
            let limit = Int(words[3]), limit >= 0, words[4].hasPrefix("/")
        else { return nil }
        self.init(profile, path: words[4], arguments: Array(words[5...]), seconds: seconds, outputLimit: limit)
    }
}

extension ConfinedProgram.Profile {
    /// `video:/home/me/film.mp4`
    fileprivate var word: String {
        switch self {
        case .document: "document"
        case .video(let file): "video:\(file)"
        case .camera(let device): "camera:\(device)"
        case .network: "network"
        case .listener: "listener"
        case .screen(let authority): authority.map { "screen:\($0)" } ?? "screen"
        }
    }

    fileprivate init?(word: String) {
        let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
        guard let name = parts.first else { return nil }
        let file = parts.count > 1 ? parts[1] : nil
        if let file, !file.hasPrefix("/") { return nil }
        switch (name, file) {
        case ("document", nil): self = .document
        case ("video", let file?): self = .video(file)
        case ("camera", let device?): self = .camera(device)
        case ("network", nil): self = .network
        case ("listener", nil): self = .listener
        case ("screen", let authority): self = .screen(authority: authority)
        default: return nil
        }
    }

    /// The one file that it is left.
    package var file: String? {
        switch self {
        case .video(let file), .camera(let file): file
        case .screen(let authority): authority
        case .document, .network, .listener: nil
        }
    }
}
