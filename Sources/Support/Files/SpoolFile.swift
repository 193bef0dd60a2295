internal import Glibc

/// What is read again later and would take too much memory until then: a file without a name, which is gone with its
/// program whatever happens to it.
///
///     var spool = try SpoolFile(in: "/home/anna/out")
///     let place = try spool.append(bytes)
///     let again = try spool.read(place)
package struct SpoolFile: ~Copyable {
    private let descriptor: Int32
    /// Names it in errors.
    private let folder: String
    /// How many bytes there are.
    package private(set) var count = 0

    /// - Parameter folder: where its bytes lie; with those on the way to it, it is made where it is not there.
    /// - Throws: `FileError`.
    package init(in folder: String) throws(FileError) {
        descriptor = try Self.open(in: folder)
        self.folder = folder
    }

    private static func open(in folder: String) throws(FileError) -> Int32 {
        try makeFolders(above: "\(folder)/", mode: 0o755)
        // Nobody guesses it, and O_EXCL follows no link that somebody else has put there.
        let path = "\(folder)/.beeline-\(String(UInt64.random(in: .min ... .max), radix: 36)).part"
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileError(path: folder, errno: errno) }
        unlink(path)
        return descriptor
    }

    deinit { close(descriptor) }

    /// Puts bytes at the end.
    ///
    /// - Returns: where they are.
    /// - Throws: `FileError`.
    package mutating func append(_ bytes: [UInt8]) throws(FileError) -> Range<Int> {
        try writeAll(bytes, to: descriptor, path: folder)
        defer { count += bytes.count }
        return count..<count + bytes.count
    }

    /// The bytes at a place that `append` gave.
    ///
    /// - Throws: `FileError`.
    package func read(_ place: Range<Int>) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: place.count)
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                pread(
                    descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[done...]).baseAddress,
                    buffer.count - done, off_t(place.lowerBound + done))
            }
            if count < 0, errno == EINTR { continue }
            // It ends before what was written to it only when somebody has cut it.
            guard count > 0 else { throw FileError(path: folder, errno: count < 0 ? errno : EIO) }
            done += count
        }
        return bytes
    }
}
