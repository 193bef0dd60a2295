public import BeelineSQLite

/// What was recorded: to be looked through, and to be deleted from.
///
///     let history = History(path: path)
///     try history.whileEntries(matching: HistoryFilter(), limit: 20) { entry in
///         print(entry.time, entry.number ?? entry.text ?? "")
///         return true
///     }
///
/// Others may record at the same time. `record` itself is `RecordPlugin`.
public struct History: Sendable {
    /// The path of the database.
    public let path: String

    public init(path: String) { self.path = path }

    /// Hands on the scans that are wanted, the newest first, until the body returns false.
    ///
    /// - Parameter limit: how many at most; nil: all.
    /// - Throws: `SQLiteError`; where there is no file yet its problem is `.file`.
    public func whileEntries(
        matching filter: HistoryFilter, limit: Int? = nil, _ body: (HistoryEntry) -> Bool
    ) throws(SQLiteError) {
        let connection = try SQLiteConnection(path: path, as: .history, access: .reading)
        try connection.requireForm(HistorySchema.steps.count)
        let (condition, values) = filter.sql
        let query = try SQLiteStatement(
            "SELECT \(HistoryEntry.columns) FROM scans WHERE \(condition) ORDER BY time DESC, id DESC LIMIT ?",
            on: connection)
        // To SQLite a negative limit is none.
        try query.whileRows(values + [.integer(Int64(limit ?? -1))]) { row in body(HistoryEntry(row)) }
    }

    /// How many scans there are of those that are wanted.
    ///
    /// - Throws: `SQLiteError`.
    public func count(matching filter: HistoryFilter) throws(SQLiteError) -> Int {
        let connection = try SQLiteConnection(path: path, as: .history, access: .reading)
        try connection.requireForm(HistorySchema.steps.count)
        let (condition, values) = filter.sql
        return try connection.number("SELECT count(*) FROM scans WHERE \(condition)", values)
    }

    /// Deletes scans, so that nothing of them is left in the file.
    ///
    /// - Returns: how many.
    /// - Throws: `SQLiteError`; then none was deleted.
    public func delete(matching filter: HistoryFilter) throws(SQLiteError) -> Int {
        // A file that is not there is not to be made.
        try SQLiteConnection(path: path, as: .history, access: .reading).requireForm(HistorySchema.steps.count)
        let connection = try SQLiteConnection(path: path, as: .history)
        // What is deleted is overwritten, and not only forgotten.
        try connection.execute("PRAGMA secure_delete = ON")
        let (condition, values) = filter.sql
        let count = try connection.transaction { () throws(SQLiteError) in
            try SQLiteStatement("DELETE FROM scans WHERE \(condition)", on: connection).run(values)
            return connection.changes
        }
        // The log has what was there before. While others use it, it is emptied later on.
        try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return count
    }
}
