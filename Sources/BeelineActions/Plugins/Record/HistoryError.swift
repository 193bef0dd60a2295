public import BeelineFiles
internal import CSQLite

/// Why the history could not be written, and what to do about it.
public struct HistoryError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Problem: Hashable, Sendable {
        /// Neither `XDG_DATA_HOME` nor `HOME` is set.
        case noPlace
        /// The folder or the file could not be made.
        case file(FileError)
        case cannotOpen
        case readOnly
        case full
        case corrupt
        /// Others kept it locked for longer than the patience lasts.
        case busy
        /// A later version of Beeline has written it; the number is that of its form.
        case newer(Int)
        /// Anything else, in SQLite's words.
        case other(String)
    }

    /// The path of the database; empty where there is no place for one.
    public let path: String
    public let problem: Problem

    public init(path: String, problem: Problem) {
        self.path = path
        self.problem = problem
    }

    /// - Parameters:
    ///   - code: what SQLite returned, extended or not.
    ///   - text: what it says of it.
    init(path: String, code: Int32, text: String) {
        let problem: Problem =
            switch code & 0xFF {
            case SQLITE_CANTOPEN: .cannotOpen
            case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: .readOnly
            case SQLITE_FULL: .full
            case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
            case SQLITE_BUSY, SQLITE_LOCKED: .busy
            default: .other("\(text) (SQLite \(code))")
            }
        self.init(path: path, problem: problem)
    }

    public var description: String {
        switch problem {
        case .noPlace: "there is no place for the history; set HOME or XDG_DATA_HOME"
        case .file(let error): "\(error); the history is to be kept there"
        case .cannotOpen:
            "\(path): the history cannot be opened; see whether you may read and write this file and its folder"
        case .readOnly: "\(path): the history cannot be written; see whether you may write this file and its folder"
        case .full: "\(path): there is no space left for the history; free some, and try again"
        case .corrupt:
            "\(path): this is no sound history; move the file away (and those beside it that end in -wal and -shm), and "
                + "a new one is begun"
        case .busy: "\(path): another program keeps the history locked; try again once it is done"
        case .newer(let version):
            "\(path): a later version of Beeline wrote this history (form \(version)); use that, or move the file away"
        case .other(let text): "\(path): \(text)"
        }
    }
}
