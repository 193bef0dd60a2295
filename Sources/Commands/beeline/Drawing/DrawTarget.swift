import BeelineSupport
import Glibc

/// Where a drawing goes, and as what.
struct DrawTarget: Hashable, Sendable {
    let file: DrawnFile
    /// Nil: standard output.
    private let path: String?

    /// - Parameter usual: what is drawn where neither a file nor an option says it.
    /// - Throws: `UsageError`.
    init(_ arguments: Arguments, usual: DrawnFile) throws(UsageError) {
        let asked = arguments[.drawFormat].flatMap(DrawnFile.init(rawValue:))
        path = arguments[.drawOutput].flatMap { $0 == "-" ? nil : $0 }
        if let path {
            let named = DrawnFile(ending: path)
            if let asked, let named, asked != named { throw .drawing(.otherEnding(path, asked)) }
            guard let file = asked ?? named else { throw .drawing(.unknownEnding(path)) }
            self.file = file
        } else {
            file = asked ?? usual
            guard file.isText || isatty(STDOUT_FILENO) == 0 else { throw .drawing(.onTerminal(file)) }
        }
    }

    /// Whether it is shown on a terminal, and not written to a file.
    var isTerminal: Bool { path == nil && file == .text && isatty(STDOUT_FILENO) != 0 }

    /// Writes it, whole or not at all. A link stays one: what it leads to is replaced.
    ///
    /// - Throws: `FileError`, `OutputError`.
    func write(_ bytes: [UInt8]) throws {
        guard let path else { return try StandardOutput.write(data: bytes) }
        // A file that is not there yet has no other name either.
        if !exists(path) || isRegularFile(path) {
            return try replaceFile((try? absolutePath(path)) ?? path, with: bytes)
        }
        guard !isFolder(path) else { throw FileError(path: path, reason: .isFolder) }
        // A device or a pipe, as /dev/stdout, is written to: putting a file in its place would be a mischief.
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw FileError(path: path, errno: errno) }
        defer { close(descriptor) }
        try writeAll(bytes, to: descriptor, path: path)
    }
}
