internal import CLinux
internal import Glibc

/// A file whose bytes programs lock, so that one of them at a time does something. It stays empty.
///
///     let locks = try ByteLocks(path: "/home/anna/.local/share/beeline/history.db-lock")
///     if try locks.lock(byte: 117) { print("no other has it, until 'locks' is gone") }
///
/// What one object has locked another one cannot lock, in this process or in any other one. The system releases the
/// locks of an object when that goes, and when its process ends in any way.
package final class ByteLocks: Sendable {
    package let path: String
    private let descriptor: Descriptor

    /// Opens the file, and makes it where it is not there, for its owner only.
    package init(path: String) throws(FileError) {
        self.path = path
        try makePrivateFile(path)
        try requireRegularFile(path)
        let number = open(path, O_RDWR | O_CLOEXEC)
        guard number >= 0 else { throw FileError(path: path, errno: errno) }
        descriptor = Descriptor(taking: number)
    }

    /// Locks a byte, without waiting.
    ///
    /// - Parameter byte: 0 or more; the file need not be that long.
    /// - Returns: false where another object has it.
    package func lock(byte: Int64) throws(FileError) -> Bool {
        let code = beeline_lock_byte(descriptor.number, off_t(byte))
        guard code == 0 || code == EAGAIN else { throw FileError(path: path, errno: code) }
        return code == 0
    }

    /// Whether the file is no longer where it was: then others lock another one, and this one keeps no other out.
    package var hasMoved: Bool {
        var (own, there) = (stat(), stat())
        return fstat(descriptor.number, &own) != 0 || stat(path, &there) != 0 || own.st_ino != there.st_ino
            || own.st_dev != there.st_dev
    }
}
