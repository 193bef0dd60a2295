internal import BeelineActions
internal import BeelineSupport

/// The database of what was recorded, open for writing. One thread at a time.
///
/// What `append` has returned from survives the end of the program in any way, `kill -9` among them. A loss of power may
/// undo what was recorded in the last half minute or so, and damages nothing.
final class HistoryDatabase {
    private let connection: SQLiteConnection
    private let insertion: SQLiteStatement

    /// Opens the history, or begins one that only its owner can read.
    ///
    /// - Throws: `SQLiteError`.
    init(path: String) throws(SQLiteError) {
        connection = try SQLiteConnection(path: path, as: .history)
        // Waiting for the disk at each scan would cost some milliseconds of each, and a hundred times the throughput.
        try connection.useWriteAheadLog()
        try connection.migrate(through: HistorySchema.steps)
        insertion = try SQLiteStatement(HistoryRow.insertion, on: connection)
    }

    /// Whether the file is no longer where it was: moved, deleted, or another in its place.
    var hasMoved: Bool { connection.hasMoved }

    /// Adds rows, all or none.
    ///
    /// - Throws: `SQLiteError`; then none of them is there. `.busy` where the file has moved meanwhile.
    func append(_ rows: [HistoryRow]) throws(SQLiteError) {
        try connection.transaction { () throws(SQLiteError) in
            // Nobody would find them in a file that was deleted while this waited for its lock.
            guard !connection.hasMoved else { throw connection.error(.busy) }
            for row in rows { try insertion.run(row.values) }
        }
    }
}
