internal import Glibc

/// The names of the files in a folder that end in `suffix`, in the order of their bytes; hidden ones are left out.
///
/// A folder that does not exist holds none.
///
/// - Throws: `FileError` when it exists and cannot be read.
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
        if name.hasSuffix(suffix), !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}

/// Whether a path leads to anything.
package func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

/// Why nothing is at a path; nil when something is.
package func absence(of path: String) -> FileError? {
    var status = stat()
    return stat(path, &status) == 0 ? nil : FileError(path: path, errno: errno)
}

/// Whether a name is taken, be it by a symbolic link that leads nowhere.
package func isTaken(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
}

/// Whether a path leads to a regular file: no folder, pipe, socket or device.
package func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}

/// Whether an open file is a regular one.
func isRegularFile(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}

/// Refuses what is there and is no regular file, without opening it: to open a device may have effects.
///
/// - Throws: `FileError`: `.isFolder`, `.notRegular`, or why nothing is there.
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

/// Whether a path leads to a folder.
///
/// - Parameter followingLinks: whether a symbolic link to a folder is one.
package func isFolder(_ path: String, followingLinks: Bool = true) -> Bool {
    var status = stat()
    let answer = followingLinks ? stat(path, &status) : lstat(path, &status)
    return answer == 0 && status.st_mode & S_IFMT == S_IFDIR
}

/// The path of something without symbolic links, `.` and `..`, from the root on.
///
/// - Throws: `FileError` when nothing is there.
package func absolutePath(_ path: String) throws(FileError) -> String {
    guard !path.utf8.contains(0), let resolved = realpath(path, nil) else {
        throw FileError(path: path, errno: path.utf8.contains(0) ? ENOENT : errno)
    }
    defer { free(resolved) }
    return String(cString: resolved)
}
