internal import CSQLite

/// An open SQLite database, which closes itself. One thread at a time.
final class SQLiteConnection {
    let path: String
    let handle: OpaquePointer

    /// Opens a database, or makes one.
    ///
    /// - Parameters:
    ///   - path: always a file: SQLite gives a meaning of their own to an empty path, `:memory:` and `file:…`.
    ///   - patience: how long to wait for others who write, in milliseconds.
    /// - Throws: `HistoryError`.
    init(path: String, patience: Int32) throws(HistoryError) {
        self.path = path
        let name = path.hasPrefix("/") ? path : "./\(path)"
        var handle: OpaquePointer?
        // Callers see to it that threads take turns.
        let code = sqlite3_open_v2(
            name, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
        guard let handle else { throw HistoryError(path: path, problem: .other("out of memory")) }
        guard code == SQLITE_OK else {
            // It is to be closed even when it could not be opened.
            defer { sqlite3_close_v2(handle) }
            throw HistoryError(
                path: path, code: sqlite3_extended_errcode(handle), text: String(cString: sqlite3_errmsg(handle)))
        }
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, patience)
        self.handle = handle
    }

    /// Statements that still exist keep what they need until they go.
    deinit { sqlite3_close_v2(handle) }

    /// Runs SQL of ours, which yields no rows that anyone wants.
    ///
    /// - Throws: `HistoryError`.
    func execute(_ sql: StaticString) throws(HistoryError) {
        try check(sqlite3_exec(handle, "\(sql)", nil, nil, nil))
    }

    /// Runs what ends in one whole number.
    ///
    /// - Throws: `HistoryError`.
    func number(_ sql: StaticString) throws(HistoryError) -> Int {
        let statement = try SQLiteStatement(sql, on: self)
        return try statement.firstNumber()
    }

    /// Whether the file was moved or deleted since it was opened: what is written now would be lost with it.
    var hasMoved: Bool {
        var moved: Int32 = 0
        return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved != 0
    }

    /// - Throws: `HistoryError`, for every answer that is none of the three good ones.
    func check(_ code: Int32) throws(HistoryError) {
        guard ![SQLITE_OK, SQLITE_ROW, SQLITE_DONE].contains(code) else { return }
        throw HistoryError(path: path, code: code, text: String(cString: sqlite3_errmsg(handle)))
    }
}
