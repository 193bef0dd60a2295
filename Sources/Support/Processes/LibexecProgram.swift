internal import Glibc

/// A program of Beeline's own that others of it start: one that decodes images, one that draws codes.
package enum LibexecProgram {
    /// Why a program is not started: what was looked for, and what to do.
    package struct Missing: Error { package let problem: String }

    /// Where a program is: the path in an environment variable; else beside the running program, in `../libexec`, or in
    /// `../libexec` of a folder of the PATH, as where `beeline` is installed.
    ///
    /// - Parameter purpose: what it does, for the message: "images are read".
    package static func find(
        _ name: String, variable: String, purpose: String
    ) throws(Missing) -> String {
        if let path = environmentVariable(variable) {
            if access(path, X_OK) == 0 { return path }
            throw Missing(problem: "\(variable) is \(path), and no program is there")
        }
        let folder = runningProgram().map { String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) } ?? "."
        let beside = ["\(folder)/\(name)", "\(folder)/../libexec/\(name)"]
        let path = environmentVariable("PATH")?.split(separator: ":").filter { $0.hasPrefix("/") } ?? []
        let candidates = beside + path.map { "\($0)/../libexec/\(name)" }
        guard let program = candidates.first(where: { access($0, X_OK) == 0 }) else {
            throw Missing(
                problem:
                    "\(purpose) by the program \(name), which is neither \(beside.joined(separator: " nor ")), "
                    + "nor in ../libexec of a folder of the PATH; install Beeline, or set \(variable) to its path")
        }
        return program
    }

    /// What each of them is started with: nothing of ours but where its libraries are.
    package static var environment: [String: String] {
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
