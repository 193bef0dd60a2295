internal import Glibc

/// Puts a file into a folder under a name that is not taken, for its owner's eyes only; folders on the way are made.
///
///     try makeNewFile(in: "/home/anna/contacts", name: "Ben", suffix: ".vcf", bytes)   // "/home/anna/contacts/Ben.vcf"
///
/// Nothing that is there is replaced: a number follows the name, `Ben 2.vcf`, until one is free. A file that has these
/// bytes already is taken for this one.
///
/// - Parameter name: without slashes.
/// - Returns: the path of the file.
/// - Throws: `FileError`.
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

/// Puts a file that only its owner can read where it is gone after the session: for something that a program takes from a file.
/// Whoever makes it removes it; what is killed before leaves it, and so nothing secret belongs there.
///
/// - Returns: its path, in `XDG_RUNTIME_DIR`, else in `TMPDIR` or `/tmp`.
/// - Throws: `FileError`.
package func makePrivateTemporaryFile(suffix: String = "", _ bytes: [UInt8]) throws(FileError) -> String {
    let folders = [environmentVariable("XDG_RUNTIME_DIR"), environmentVariable("TMPDIR"), "/tmp"]
    let folder = folders.compactMap { $0 }.first { $0.hasPrefix("/") && access($0, W_OK | X_OK) == 0 } ?? "/tmp"
    // Nobody guesses it, and O_EXCL follows no link that somebody else has put there.
    let path = "\(folder)/beeline-\(String(UInt64.random(in: .min ... .max), radix: 36))\(suffix)"
    try makeFile(path, bytes)
    return path
}

/// Removes a file; one that is gone already is as good.
package func removeFile(_ path: String) { unlink(path) }

/// Makes a file that only its owner can read and write.
///
/// - Throws: `FileError`; `.system(EEXIST)` where something is there, be it a link that leads nowhere.
private func makeFile(_ path: String, _ bytes: [UInt8]) throws(FileError) {
    guard !path.utf8.contains(0) else { throw FileError(path: path, reason: .notFound) }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw FileError(path: path, errno: errno) }
    do throws(FileError) {
        defer { close(descriptor) }
        try writeAll(bytes, to: descriptor, path: path)
        guard fsync(descriptor) == 0 else { throw FileError(path: path, errno: errno) }
    } catch {
        unlink(path)
        throw error
    }
}
