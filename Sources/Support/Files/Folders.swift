internal import Glibc

/// The names of the files in a folder that end in `suffix`, in the order of their bytes; hidden ones are left out, and
/// schemas beside JSON files. A folder that does not exist contains none.
package func fileNames(in folder: String, suffix: String) throws(FileError) -> [String] {
    guard let handle = opendir(folder) else {
        if errno == ENOENT { return [] }
        throw FileError(path: folder, errno: errno)
    }
    defer { closedir(handle) }
    var names: [String] = []
    while let entry = readdir(handle) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
            field.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if isListed(Array(name.utf8), suffix: Array(suffix.utf8)) { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}

/// Whether a name in a folder counts, by its end. `NAME.schema.json` describes the other JSON files of a folder.
private func isListed(_ name: [UInt8], suffix: [UInt8]) -> Bool {
    func ends(with end: [UInt8]) -> Bool { name.suffix(end.count).elementsEqual(end) }
    return name.first != UInt8(ascii: ".") && ends(with: suffix)
        && !(suffix == Array(".json".utf8) && ends(with: Array(".schema.json".utf8)))
}

package func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

/// Why nothing is at a path; nil when something is.
package func absence(of path: String) -> FileError? {
    var status = stat()
    return stat(path, &status) == 0 ? nil : FileError(path: path, errno: errno)
}

/// Whether a name is in use, even by a symbolic link that leads nowhere.
package func isTaken(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
}

/// Whether a path leads to a regular file: no folder, pipe, socket or device.
package func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}

func isRegularFile(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}

/// Refuses what is there and is not a regular file, without opening it: to open a device may have effects.
package func requireRegularFile(_ path: String) throws(FileError) {
    var status = stat()
    guard !path.utf8.contains(0) else { throw FileError(path: path, reason: .notFound) }
    guard stat(path, &status) == 0 else { throw FileError(path: path, errno: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw FileError(path: path, reason: .isFolder)
    default: throw FileError(path: path, reason: .notRegular)
    }
}

/// Whether a path leads to a folder, perhaps through a symbolic link.
package func isFolder(_ path: String, followingLinks: Bool = true) -> Bool {
    var status = stat()
    let answer = followingLinks ? stat(path, &status) : lstat(path, &status)
    return answer == 0 && status.st_mode & S_IFMT == S_IFDIR
}

/// The path of something that is there without symbolic links, `.` and `..`, from the root on.
package func absolutePath(_ path: String) throws(FileError) -> String {
    guard !path.utf8.contains(0), let resolved = realpath(path, nil) else {
        throw FileError(path: path, errno: path.utf8.contains(0) ? ENOENT : errno)
    }
    defer { free(resolved) }
    return String(cString: resolved)
}

/// Where Beeline keeps what it writes for a user: `beeline` in `XDG_DATA_HOME` or `~/.local/share`, if there is one.
package func userDataFolder() -> String? { userFolder("XDG_DATA_HOME", orElse: ".local/share") }

package func userDataPath(_ name: String) -> String? { userDataFolder().map { "\($0)/\(name)" } }

/// Where Beeline keeps what it can find out again: `beeline` in `XDG_CACHE_HOME` or `~/.cache`, if there is one.
package func userCacheFolder() -> String? { userFolder("XDG_CACHE_HOME", orElse: ".cache") }

/// Where a user says how Beeline is to behave: `beeline` in `XDG_CONFIG_HOME` or `~/.config`, if there is one.
package func userConfigurationFolder() -> String? { userFolder("XDG_CONFIG_HOME", orElse: ".config") }

/// The user's home, as `HOME` says; nil where it says nothing, or no path from the root: a relative one would lead
/// elsewhere in each folder that the program is started in.
package func userHome() -> String? { absoluteFolder("HOME") }

private func userFolder(_ variable: String, orElse folder: String) -> String? {
    (absoluteFolder(variable) ?? userHome().map { "\($0)/\(folder)" }).map { "\($0)/beeline" }
}

/// Relative paths count as not set, as the XDG Base Directory Specification wants it.
private func absoluteFolder(_ variable: String) -> String? {
    environmentVariable(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
}

/// The value of an environment variable; nil when it is not set or empty, which by convention is the same.
package func environmentVariable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
}

/// The environment variables whose names begin with `prefix`, by the rest of the name; empty ones count as not set.
package func environmentVariables(prefix: String) -> [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
        let pair = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if pair.count == 2, pair[0].hasPrefix(prefix), !pair[1].isEmpty {
            variables[String(pair[0].dropFirst(prefix.count))] = String(pair[1])
        }
        entry += 1
    }
    return variables
}

/// Where a symbolic link leads; nil for what is none.
func linkTarget(_ path: String) -> String? {
    withUnsafeTemporaryAllocation(byteCount: Int(PATH_MAX), alignment: 1) { buffer in
        guard let room = buffer.baseAddress else { return nil }
        let count = readlink(path, room.assumingMemoryBound(to: CChar.self), buffer.count)
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count], as: UTF8.self)
    }
}
