internal import CLinux
internal import Glibc

/// A program of Beeline's own that others of it start: one that decodes images, one that draws codes.
package enum LibexecProgram {
    /// Why a program is not started: what was looked for, and what to do.
    package struct Missing: Error { package let problem: String }

    /// Where a program is: the path in an environment variable; else beside the running program or in `../libexec`, then
    /// in a folder of the PATH or in `../libexec` of it, or in the libexec of `/usr/local` or `/usr`.
    ///
    /// A test is a library that another program loads: beside the running program is also beside that library.
    ///
    /// - Parameter purpose: what it does, for the message: "images are read".
    package static func find(
        _ name: String, variable: String, purpose: String
    ) throws(Missing) -> String {
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

    /// What each of them is started with: nothing of ours but where its libraries are.
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
