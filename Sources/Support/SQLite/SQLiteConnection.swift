internal import CSQLite

/// An open SQLite database, which closes itself. One thread at a time.
///
///     let connection = try SQLiteConnection(path: path, as: .history)
///     try connection.useWriteAheadLog()
///     try connection.migrate(through: steps)
///     let insertion = try SQLiteStatement("INSERT INTO scans (time) VALUES (?)", on: connection)
///     try connection.transaction { () throws(SQLiteError) in try insertion.run(["2026-01-31T12:34:56.789Z"]) }
///
/// To use it from several threads, keep it in a `Mutex`.
package final class SQLiteConnection {
    /// How a database is opened.
    package enum Access: Hashable, Sendable {
        /// To be read and written; where there is none, one is made that only its owner can read, and folders on the
        /// way to it.
        case writing
        /// To be read only. Where nothing is there it is an error.
        case reading
    }

    /// The path as it was given.
    package let path: String
    package let subject: SQLiteSubject
    /// How long to wait for others who write, in milliseconds.
    let patience: Int32
    let handle: OpaquePointer

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - path: always a file: SQLite gives a meaning of their own to an empty path, `:memory:` and `file:…`.
    ///   - subject: what errors call it.
    ///   - access: Default: to be read and written, and made where it is not there.
    ///   - patience: how long to wait for others who write, in milliseconds. Default: 5,000.
    /// - Throws: `SQLiteError`.
    package init(
        path: String, as subject: SQLiteSubject, access: Access = .writing, patience: Int32 = 5_000
    ) throws(SQLiteError) {
        self.path = path
        self.subject = subject
        self.patience = patience
        do throws(FileError) {
            switch access {
            case .writing: try makePrivateFile(path)
            case .reading: break
            }
            // SQLite calls a folder an error of the disk, and waits at a FIFO for ever.
            try requireRegularFile(path)
        } catch {
            throw SQLiteError(path: path, subject: subject, problem: .file(error))
        }
        if let writers = Self.foreignWriters(ofDatabase: path) {
            throw SQLiteError(path: path, subject: subject, problem: .foreign(writers))
        }
        let name = path.hasPrefix("/") ? path : "./\(path)"
        let way = access == .writing ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY
        var handle: OpaquePointer?
        // Callers see to it that threads take turns.
        let code = sqlite3_open_v2(name, &handle, way | SQLITE_OPEN_NOMUTEX, nil)
        guard let handle else { throw SQLiteError(path: path, subject: subject, problem: .other("out of memory")) }
        guard code == SQLITE_OK else {
            // It is to be closed even when it could not be opened.
            defer { sqlite3_close_v2(handle) }
            throw SQLiteError(
                path: path, subject: subject, code: sqlite3_extended_errcode(handle),
                text: String(cString: sqlite3_errmsg(handle)))
        }
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, patience)
        self.handle = handle
    }

    /// Statements that still exist keep what they need until they go.
    deinit { sqlite3_close_v2(handle) }

    /// Runs SQL, of one statement or several, whose rows nobody wants.
    ///
    /// - Parameter sql: never made of texts from outside; those go into a statement's question marks.
    /// - Throws: `SQLiteError`.
    package func execute(_ sql: String) throws(SQLiteError) {
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// Runs what yields one whole number; 0 where it yields nothing.
    ///
    /// - Throws: `SQLiteError`.
    package func number(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> Int {
        var number = 0
        try SQLiteStatement(sql, on: self).forEachRow(values) { row in number = row.integer(0) ?? 0 }
        return number
    }

    /// How many rows the last statement has added, changed or deleted.
    package var changes: Int { Int(sqlite3_changes64(handle)) }

    /// The number of the row that was added last.
    package var lastRow: Int { Int(sqlite3_last_insert_rowid(handle)) }

    /// Whether the file was moved or deleted since it was opened: what is written now would be lost with it.
    package var hasMoved: Bool {
        var moved: Int32 = 0
        return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved != 0
    }

    /// Who else could have written a database, or one of the files that SQLite keeps beside it: beside the file itself,
    /// where the path is a symbolic link.
    private static func foreignWriters(ofDatabase path: String) -> ForeignWriters? {
        let file = (try? absolutePath(path)) ?? path
        for part in [path, file, "\(file)-wal", "\(file)-shm", "\(file)-journal"] where isTaken(part) {
            guard let writers = BeelineSupport.foreignWriters(of: part) else { continue }
            // Whoever closes a database last removes what is beside it, also while this looks at it.
            if writers.means == .unknown, part != path, part != file {
                guard isTaken(part), let again = BeelineSupport.foreignWriters(of: part) else { continue }
                return again
            }
            return writers
        }
        return nil
    }

    /// An error about this database.
    package func error(_ problem: SQLiteError.Problem) -> SQLiteError {
        SQLiteError(path: path, subject: subject, problem: problem)
    }

    /// - Throws: `SQLiteError`, for every answer that is none of the three good ones.
    func check(_ code: Int32) throws(SQLiteError) {
        guard code != SQLITE_OK, code != SQLITE_ROW, code != SQLITE_DONE else { return }
        throw SQLiteError(path: path, subject: subject, code: code, text: String(cString: sqlite3_errmsg(handle)))
    }
}
