internal import CSQLite

/// Why a database could not be read or written, and what to do about it.
///
///     /home/ann/.local/share/beeline/history.db: another program keeps the history locked; try again later
package struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Problem: Hashable, Sendable {
        case noPlace
        case file(FileError)
        case foreign(ForeignWriters)
        case cannotOpen
        case readOnly
        case full
        case corrupt
        case busy
        case newer(Int)
        /// A server cannot be reached, or has refused a statement.
        case server(String)
        /// Anything else, in SQLite's words.
        case other(String)
    }

    /// The path of the database, or the address of its server; empty where there is no place for one.
    package let path: String
    package let subject: SQLiteSubject
    package let problem: Problem

    package init(path: String, subject: SQLiteSubject, problem: Problem) {
        self.path = path
        self.subject = subject
        self.problem = problem
    }

    /// The code is what SQLite returned, extended or not; the text is its message.
    init(path: String, subject: SQLiteSubject, code: Int32, text: String) {
        let problem: Problem =
            switch code & 0xFF {
            case SQLITE_CANTOPEN: .cannotOpen
            case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: .readOnly
            case SQLITE_FULL: .full
            // The index of a write-ahead log needs 32 KiB before anything can be read.
            case SQLITE_IOERR where code == beeline_no_room_for_index: .full
            case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
            case SQLITE_BUSY, SQLITE_LOCKED: .busy
            default: .other("\(text) (SQLite \(code))")
            }
        self.init(path: path, subject: subject, problem: problem)
    }

    package var description: String {
        let name = subject.name
        return switch problem {
        case .noPlace: "there is no folder for \(name); set HOME or XDG_DATA_HOME to an absolute path"
        case .file(let error): "\(error); \(name) is kept there"
        case .foreign(let writers): "\(path): \(name) is not used, because other users can change it: \(writers)"
        case .cannotOpen: "\(path): \(name) cannot be opened; check the permissions of this file and its folder"
        case .readOnly: "\(path): \(name) cannot be written; check the permissions of this file and its folder"
        case .full: "\(path): there is no space left for \(name); free some, and try again"
        case .corrupt: "\(path): \(name) is damaged, or not a database; \(subject.remedy)"
        case .busy: "\(path): another program keeps \(name) locked; try again later"
        case .newer(let form):
            "\(path): a later version of Beeline wrote \(name) (form \(form)); use that version, or move the file away"
        case .server(let text): "\(path): \(text)"
        case .other(let text): "\(path): \(name): \(text)"
        }
    }
}

/// What a database contains, in words for readers of its errors.
///
///     extension SQLiteSubject {
///         static let history = SQLiteSubject("the history", remedy: "move the file away, and a new one is begun")
///     }
package struct SQLiteSubject: Hashable, Sendable {
    /// With its article, as it is in a sentence: `the history`.
    package let name: String
    /// What to do with a file that is damaged, or no database at all.
    package let remedy: String

    package init(_ name: String, remedy: String) {
        self.name = name
        self.remedy = remedy
    }
}
