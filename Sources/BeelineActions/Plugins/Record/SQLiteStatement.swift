internal import CSQLite

/// A statement that was prepared once, to be run many times. It ends itself.
final class SQLiteStatement {
    private let connection: SQLiteConnection
    private let handle: OpaquePointer

    /// - Throws: `HistoryError`.
    init(_ sql: StaticString, on connection: SQLiteConnection) throws(HistoryError) {
        self.connection = connection
        var handle: OpaquePointer?
        try connection.check(sqlite3_prepare_v2(connection.handle, "\(sql)", -1, &handle, nil))
        guard let handle else { throw HistoryError(path: connection.path, problem: .other("an empty statement")) }
        self.handle = handle
    }

    deinit { sqlite3_finalize(handle) }

    /// Runs it with these texts in place of its question marks. What it yields is not looked at.
    ///
    /// - Throws: `HistoryError`; then nothing was changed.
    func run(_ texts: [String]) throws(HistoryError) {
        // A statement that is not reset keeps the database locked.
        defer {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        for (index, text) in texts.enumerated() {
            guard let length = Int32(exactly: text.utf8.count) else {
                throw HistoryError(path: connection.path, problem: .other("a text of more than 2 GiB"))
            }
            try connection.check(text.withCString { beeline_bind_text(handle, Int32(index + 1), $0, length) })
        }
        try connection.check(sqlite3_step(handle))
    }

    /// Runs it and gives the first column of its first row; 0 where there is none.
    ///
    /// - Throws: `HistoryError`.
    func firstNumber() throws(HistoryError) -> Int {
        defer { sqlite3_reset(handle) }
        let code = sqlite3_step(handle)
        try connection.check(code)
        return code == SQLITE_ROW ? Int(sqlite3_column_int64(handle, 0)) : 0
    }
}
