internal import BeelineSupport
public import BeelineSymbols
internal import Glibc

/// Where the worker program is.
public enum WorkerProgram {
    /// The path in `BEELINE_DECODE`; else `beeline-decode` beside the running program, in `../libexec`, or where
    /// `beeline` on the `PATH` has it.
    ///
    /// - Throws: `DecodeError.unavailable`, with the places that were looked at.
    public static func find() throws(DecodeError) -> String {
        if let path = environmentVariable("BEELINE_DECODE") {
            if access(path, X_OK) == 0 { return path }
            throw .unavailable("BEELINE_DECODE is \(path), and no program is there")
        }
        let folder = runningProgram().map { String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) } ?? "."
        let beside = ["\(folder)/beeline-decode", "\(folder)/../libexec/beeline-decode"]
        let path = environmentVariable("PATH")?.split(separator: ":").filter { $0.hasPrefix("/") } ?? []
        let candidates = beside + path.map { "\($0)/../libexec/beeline-decode" }
        guard let program = candidates.first(where: { access($0, X_OK) == 0 }) else {
            throw .unavailable(
                "images are read by the program beeline-decode, which is neither \(beside.joined(separator: " nor ")), "
                    + "nor in ../libexec of a folder of the PATH; install Beeline, or set BEELINE_DECODE to its path")
        }
        return program
    }

    /// What it is started with: nothing of ours but where its libraries are.
    static var environment: [String: String] {
        // A backtrace of a worker that dies would take longer than a hundred images.
        var environment = ["SWIFT_BACKTRACE": "enable=no"]
        environment["LD_LIBRARY_PATH"] = environmentVariable("LD_LIBRARY_PATH")
        return environment
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
