internal import Glibc

/// Writes all bytes, however many calls it takes.
///
/// A reader that is gone is an error (`EPIPE`) only where SIGPIPE is ignored.
///
/// - Parameter path: names the descriptor in errors.
/// - Throws: `FileError`.
public func writeAll(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(FileError) {
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
