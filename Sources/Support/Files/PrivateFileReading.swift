internal import Glibc

/// The whole content of a file that nobody else can read or write.
///
/// - Parameter limit: in bytes; a longer file is refused, not cut.
/// - Throws: `PrivateFileError`.
package func readPrivateFile(_ path: String, limit: Int) throws(PrivateFileError) -> [UInt8] {
    let problem: PrivateFileError.Reason
    do throws(FileError) {
        let file = try OpenFile(path: path)
        var status = stat()
        guard fstat(file.descriptor, &status) == 0 else { throw FileError(path: path, errno: errno) }
        // Of the open file, which nobody can put another one in the place of.
        guard let found = privacyProblem(with: status) else { return try file.readAll(limit: limit) }
        problem = found
    } catch {
        problem = error.reason == .isFolder ? .notRegular : .file(error)
    }
    throw PrivateFileError(path: path, reason: problem)
}

private func privacyProblem(with status: stat) -> PrivateFileError.Reason? {
    guard status.st_mode & S_IFMT == S_IFREG else { return .notRegular }
    guard status.st_uid == geteuid() else { return .otherOwner }
    return status.st_mode & 0o077 == 0 ? nil : .open
}

/// Why a private file was not read.
public struct PrivateFileError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Hashable, Sendable {
        case file(FileError)
        /// A folder, pipe, socket or device.
        case notRegular
        case otherOwner
        /// Others can read or write it.
        case open
    }

    public let path: String
    public let reason: Reason

    public init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }

    public var description: String {
        switch reason {
        case .file(let error): error.description
        case .notRegular: "\(path): it is no regular file"
        case .otherOwner: "\(path): it belongs to another user; make one of your own"
        case .open: "\(path): others can read or write it; run: chmod 600 \(path)"
        }
    }
}
