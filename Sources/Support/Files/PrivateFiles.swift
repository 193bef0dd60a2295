internal import Glibc

/// Makes an empty file that only its owner can read and write, unless something is there already. Folders on the way to
/// it are made for the owner only, as the XDG Base Directory Specification wants it.
///
/// It is never opened: closing it again would undo the locks that another part of this program has on it (`fcntl`,
/// POSIX).
///
/// - Throws: `FileError`.
package func makePrivateFile(_ path: String) throws(FileError) {
    guard !path.utf8.contains(0) else { throw FileError(path: path, reason: .notFound) }
    guard !exists(path) else { return }
    try makeFolders(above: path, mode: 0o700)
    guard mknod(path, S_IFREG | 0o600, 0) == 0 || errno == EEXIST else { throw FileError(path: path, errno: errno) }
}

/// Removes a file for good: its blocks are overwritten where the file system lets that be, and the disk knows that it is gone
/// when this returns. Needs no space on the disk. First the name goes, so that no moment shows half of the file.
///
/// It is for files that nobody else has open.
///
/// - Throws: `FileError`; then the file is there as it was.
package func eraseFile(_ path: String) throws(FileError) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw FileError(path: path, errno: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, unlink(path) == 0 else { throw FileError(path: path, errno: errno) }
    let folder = open(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder >= 0 {
        fsync(folder)
        close(folder)
    }
    // A file system that writes into new places only may have none, and would keep the old ones anyway.
    try? overwrite(descriptor, path: path, count: Int(status.st_size))
}

private func overwrite(_ descriptor: Int32, path: String, count: Int) throws(FileError) {
    let zeros = [UInt8](repeating: 0, count: 1 << 16)
    var left = count
    while left > 0 {
        try writeAll(left < zeros.count ? Array(zeros[..<left]) : zeros, to: descriptor, path: path)
        left -= min(left, zeros.count)
    }
    fsync(descriptor)
}
