internal import CLinux
internal import Glibc

/// Replaces the file at `path` atomically; folders on the way to it are made. After an error what was there before is
/// there still. A private one is for its owner's eyes only, with the folders that are made.
package func replaceFile(
    _ path: String, with bytes: [UInt8], isProgram: Bool = false, isPrivate: Bool = false
) throws(FileError) {
    try makeFolders(above: path, mode: isPrivate ? 0o700 : 0o755)
    let unfinished = unfinishedPath(for: path)
    let mode: mode_t = isProgram ? 0o755 : 0o644
    try makeFile(unfinished, bytes, mode: isPrivate ? mode & 0o700 : mode, calling: path)
    guard rename(unfinished, path) == 0 else {
        let code = errno
        unlink(unfinished)
        throw FileError(path: path, errno: code)
    }
}

/// The name of a file beside another one, which takes its place once it is whole. No two calls give the same: the
/// number of a program alone comes again, in a container with each start.
package func unfinishedPath(for path: String) -> String {
    "\(path).\(getpid())-\(String(UInt32.random(in: .min ... .max), radix: 36)).part"
}

/// Puts a file that is whole in the place of another one, once it is on the disk. After an error both are as they were.
package func moveIntoPlace(_ unfinished: String, _ path: String) throws(FileError) {
    let file = try OpenFile(path: unfinished)
    guard fsync(file.descriptor) == 0 else { throw FileError(path: unfinished, errno: errno) }
    guard rename(unfinished, path) == 0 else { throw FileError(path: path, errno: errno) }
}

/// Makes those folders on the way to a file that are not there, with a mode before the umask.
func makeFolders(above path: String, mode: mode_t) throws(FileError) {
    for (index, character) in path.utf8.enumerated() where character == UInt8(ascii: "/") && index > 0 {
        let folder = String(decoding: path.utf8.prefix(index), as: UTF8.self)
        guard mkdir(folder, mode) == 0 || errno == EEXIST else { throw FileError(path: folder, errno: errno) }
    }
}

/// Writes all bytes to a descriptor, which errors call `path`, however many calls it takes. A reader that is gone is an
/// error (`EPIPE`) only where SIGPIPE is ignored.
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

/// Puts a file into a folder under a name that is not taken, for its owner's eyes only; folders on the way are made.
///
///     try makeNewFile(in: "/home/anna/contacts", name: "Ben", suffix: ".vcf", bytes)   // "/home/anna/contacts/Ben.vcf"
///
/// Nothing that is there is replaced: a number follows the name, `Ben 2.vcf`, until one is free. A file that has these
/// bytes already is read as this one.
///
/// - Parameter name: without slashes.
/// - Returns: the path of the file.
package func makeNewFile(
    in folder: String, name: String, suffix: String, _ bytes: [UInt8]
) throws(FileError) -> String {
    try makeFolders(above: "\(folder)/", mode: 0o700)
    for number in 1...1_000 {
        let path = "\(folder)/\(name)\(number == 1 ? "" : " \(number)")\(suffix)"
        do throws(FileError) {
            try makeFile(path, bytes)
            return path
        } catch {
            guard error.reason == .system(EEXIST) else { throw error }
            if isRegularFile(path), let there = try? readFile(path, limit: bytes.count), there == bytes { return path }
        }
    }
    throw FileError(path: "\(folder)/\(name)\(suffix)", reason: .system(EEXIST))
}

/// Writes files that only their owner can read, all or none of them. `.system(EEXIST)` where one is there already.
package func makeNewFiles(_ files: [(path: String, bytes: [UInt8])]) throws(FileError) {
    for (index, file) in files.enumerated() {
        do throws(FileError) {
            try makeFile(file.path, file.bytes)
        } catch {
            for made in files[..<index] { unlink(made.path) }
            throw error
        }
    }
}

/// Puts a file that only its owner can read where it is gone after the session: for something that a program takes from
/// a file. The caller removes it. A program that is killed before leaves it there, so nothing secret belongs into it.
/// It is in `XDG_RUNTIME_DIR`, else in `TMPDIR` or `/tmp`.
package func makePrivateTemporaryFile(suffix: String = "", _ bytes: [UInt8]) throws(FileError) -> String {
    let folders = [environmentVariable("XDG_RUNTIME_DIR"), environmentVariable("TMPDIR"), "/tmp"]
    let folder = folders.compactMap { $0 }.first { $0.hasPrefix("/") && access($0, W_OK | X_OK) == 0 } ?? "/tmp"
    // It cannot be guessed, and O_EXCL follows no link that someone else has put there.
    let path = "\(folder)/beeline-\(String(UInt64.random(in: .min ... .max), radix: 36))\(suffix)"
    try makeFile(path, bytes)
    return path
}

/// Removes a file, if it is there.
package func removeFile(_ path: String) { unlink(path) }

/// Makes a file, which by default only its owner can read and write, and which errors may call otherwise.
/// `.system(EEXIST)` where something is there, even a link that leads nowhere.
private func makeFile(
    _ path: String, _ bytes: [UInt8], mode: mode_t = 0o600, calling name: String? = nil
) throws(FileError) {
    let name = name ?? path
    guard !path.utf8.contains(0) else { throw FileError(path: name, reason: .notFound) }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
    guard descriptor >= 0 else { throw FileError(path: name, errno: errno) }
    do throws(FileError) {
        defer { close(descriptor) }
        try writeAll(bytes, to: descriptor, path: name)
        guard fsync(descriptor) == 0 else { throw FileError(path: name, errno: errno) }
    } catch {
        unlink(path)
        throw error
    }
}

/// A temporary file for bytes that are read again later and would take too much memory until then. It has no name, and
/// is gone when its program ends in any way.
///
///     var spool = try SpoolFile(in: "/home/anna/out")
///     let place = try spool.append(bytes)
///     let again = try spool.read(place)
package struct SpoolFile: ~Copyable {
    private let descriptor: Int32
    /// Names it in errors.
    private let folder: String
    package private(set) var count = 0

    /// - Parameter folder: where its bytes lie; with those on the way to it, it is made where it is not there.
    package init(in folder: String) throws(FileError) {
        descriptor = try Self.open(in: folder)
        self.folder = folder
    }

    private static func open(in folder: String) throws(FileError) -> Int32 {
        try makeFolders(above: "\(folder)/", mode: 0o755)
        // It cannot be guessed, and O_EXCL follows no link that someone else has put there.
        let path = "\(folder)/.beeline-\(String(UInt64.random(in: .min ... .max), radix: 36)).part"
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileError(path: folder, errno: errno) }
        unlink(path)
        return descriptor
    }

    deinit { close(descriptor) }

    /// Puts bytes at the end, and returns where they are.
    package mutating func append(_ bytes: [UInt8]) throws(FileError) -> Range<Int> {
        try writeAll(bytes, to: descriptor, path: folder)
        defer { count += bytes.count }
        return count..<count + bytes.count
    }

    /// The bytes at a place that `append` gave.
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
            // It ends before what was written to it only when someone has cut it.
            guard count > 0 else { throw FileError(path: folder, errno: count < 0 ? errno : EIO) }
            done += count
        }
        return bytes
    }
}

/// Makes an empty file that only its owner can read and write, unless something is there already. Folders on the way to
/// it are made for the owner only, as the XDG Base Directory Specification wants it. It is never opened: closing it
/// again would undo the locks that another part of this program has on it (`fcntl`, POSIX). Where others than the user
/// and root could change the folder, nothing is made: `.notPrivate`. What root made in a folder of a service, the
/// service could not open.
package func makePrivateFile(_ path: String) throws(FileError) {
    guard !path.utf8.contains(0) else { throw FileError(path: path, reason: .notFound) }
    guard !exists(path) else { return }
    try requireOwnPlace(for: path)
    try makeFolders(above: path, mode: 0o700)
    guard mknod(path, S_IFREG | 0o600, 0) == 0 || errno == EEXIST else { throw FileError(path: path, errno: errno) }
}

/// Refuses to make something where others than the user and root could change it: `.notPrivate`.
package func requireOwnPlace(for path: String) throws(FileError) {
    if let writers = foreignWriters(ofNew: path) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        throw FileError(
            path: folder, reason: .notPrivate("nothing was made there, because other users can change it: \(writers)"))
    }
}

/// Removes a file that no other program has open, permanently: its blocks are overwritten where the file system lets
/// that be, and the disk knows that it is gone when this returns. Needs no space on the disk. First the name goes, so
/// that no moment shows half of the file. After an error the file is there as it was.
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

/// Opens a file to be written at its end, such as a log; one that is made is for its owner only. The descriptor is the
/// caller's, and is not inherited by programs that are started.
package func openForAppending(_ path: String) throws(FileError) -> Int32 {
    guard !path.utf8.contains(0) else { throw FileError(path: path, reason: .notFound) }
    // A pipe without a reader must not be waited for.
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw FileError(path: path, errno: errno) }
    _ = fcntl(descriptor, F_SETFL, O_APPEND)
    return descriptor
}

/// A file whose bytes programs lock, so that one of them at a time does something. It stays empty.
///
///     let locks = try ByteLocks(path: "/home/anna/.local/share/beeline/history.db-lock")
///     if try locks.lock(byte: 117) { print("no other has it, until 'locks' is gone") }
///
/// A byte that one object has locked no other can lock, in this process or in another one. The system releases the
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

    /// Locks a byte, without waiting; the file need not be that long. Returns false where another object has it.
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
