internal import Glibc

/// Puts a file in place of whatever is at `path`, whole or not at all; folders on the way to it are made.
///
/// - Parameter isProgram: whether it may be run. Default: no.
/// - Throws: `FileError`; then what was there before is there still.
package func replaceFile(_ path: String, with bytes: [UInt8], isProgram: Bool = false) throws(FileError) {
    try makeFolders(above: path, mode: 0o755)
    let unfinished = unfinishedPath(for: path)
    let descriptor = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, isProgram ? 0o755 : 0o644)
    guard descriptor >= 0 else { throw FileError(path: path, errno: errno) }
    do throws(FileError) {
        defer { close(descriptor) }
        try writeAll(bytes, to: descriptor, path: path)
        guard fsync(descriptor) == 0 else { throw FileError(path: path, errno: errno) }
    } catch {
        unlink(unfinished)
        throw error
    }
    guard rename(unfinished, path) == 0 else {
        let code = errno
        unlink(unfinished)
        throw FileError(path: path, errno: code)
    }
}

/// The name of a file beside another one, which takes its place once it is whole. No two calls give the same: the number
/// of a program alone comes again, in a container with each start.
package func unfinishedPath(for path: String) -> String {
    "\(path).\(getpid())-\(String(UInt32.random(in: .min ... .max), radix: 36)).part"
}

/// Makes those folders on the way to a file that are not there.
///
/// - Parameter mode: of the new ones, before the umask.
/// - Throws: `FileError`.
func makeFolders(above path: String, mode: mode_t) throws(FileError) {
    for (index, character) in path.utf8.enumerated() where character == UInt8(ascii: "/") && index > 0 {
        let folder = String(decoding: path.utf8.prefix(index), as: UTF8.self)
        guard mkdir(folder, mode) == 0 || errno == EEXIST else { throw FileError(path: folder, errno: errno) }
    }
}

/// Writes all bytes, however many calls it takes.
///
/// A reader that is gone is an error (`EPIPE`) only where SIGPIPE is ignored.
///
/// - Parameter path: names the descriptor in errors.
/// - Throws: `FileError`.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(FileError) {
    let failure: Int32 = bytes.withUnsafeBufferPointer { buffer in
        var rest = buffer[...]
        while !rest.isEmpty {
            let count = write(descriptor, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                return errno
            }
            rest = rest.dropFirst(count)
        }
        return 0
    }
    guard failure == 0 else { throw FileError(path: path, errno: failure) }
}
