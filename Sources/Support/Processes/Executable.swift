internal import Glibc

/// Programs on the PATH.
package enum Executable {
    /// The file that a program's name stands for; nil when there is none. Relative entries of the PATH do not count.
    ///
    /// - Parameter path: folders with colons between them. Default: the variable PATH.
    package static func find(
        _ name: String, path: String? = environmentVariable("PATH")
    ) -> String? {
        guard !name.isEmpty, !name.utf8.contains(0) else { return nil }
        for folder in (path ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":") where folder.hasPrefix("/") {
            let file = "\(folder)/\(name)"
            if isExecutable(file) { return file }
        }
        return nil
    }

    /// Whether a path leads to a file that we may run.
    package static func isExecutable(_ path: String) -> Bool {
        var status = stat()
        let isFile = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        return isFile && access(path, X_OK) == 0
    }
}
