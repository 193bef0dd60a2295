internal import Glibc

/// Makes an empty file that only its owner can read and write, unless something is there already. Folders on the way to
/// it are made for the owner only, as the XDG Base Directory Specification wants it.
///
/// It is never opened: closing it again would undo the locks that another part of this program has on it (`fcntl`,
/// POSIX).
///
/// - Throws: `FileError`.
public func makePrivateFile(_ path: String) throws(FileError) {
    guard !path.utf8.contains(0) else { throw FileError(path: path, reason: .notFound) }
    guard !exists(path) else { return }
    try makeFolders(above: path, mode: 0o700)
    guard mknod(path, S_IFREG | 0o600, 0) == 0 || errno == EEXIST else { throw FileError(path: path, errno: errno) }
}
