internal import BeelineActions
internal import BeelineContent
internal import BeelineSupport

/// The database of what was recorded, open for writing. One thread at a time.
///
/// What `perform` has returned from survives the end of the program in any way, `kill -9` among them. A loss of power
/// may undo what was recorded in the last half minute or so, and damages nothing.
final class HistoryDatabase {
    private let connection: SQLiteConnection
    private let insertion: SQLiteStatement
    private let search: SQLiteStatement
    private let marks: MarkTable
    private let session: SessionTable

    /// Opens the history, or begins one that only its owner can read.
    init(path: String) throws(SQLiteError) {
        connection = try SQLiteConnection(path: path, as: .history)
        // Waiting for the disk at each scan would cost some milliseconds of each, and a hundred times the throughput.
        try connection.useWriteAheadLog()
        // The marks of one moment lie anywhere in their order. With the usual 1,000 pages each of them is copied into
        // the database after a few hundred scans; the log may grow to 40 MB instead, and pages that are changed again
        // are at hand.
        try connection.execute("PRAGMA wal_autocheckpoint = 10000; PRAGMA cache_size = -16000")
        try connection.migrate(through: HistorySchema.steps)
        insertion = try SQLiteStatement(HistoryRow.insertion, on: connection)
        search = try SQLiteStatement("SELECT id FROM scans WHERE scan = ?", on: connection)
        marks = try MarkTable(connection)
        session = try SessionTable(connection)
    }

    /// Whether the file is no longer where it was: moved, deleted, or another in its place.
    var hasMoved: Bool { connection.hasMoved }

    /// Adds rows and changes sessions in their order, all or nothing. A row whose key is there already is not added
    /// again.
    ///
    /// - Returns: the result of each.
    /// - Throws: `SQLiteError`; then nothing of it is there. `.busy` where the file has moved meanwhile.
    func perform(_ works: [HistoryWork]) throws(SQLiteError) -> [HistoryWork.Answer] {
        try connection.transaction { () throws(SQLiteError) in
            // They would be lost in a file that was deleted while this waited for its lock.
            guard !connection.hasMoved else { throw connection.error(.busy) }
            var answers: [HistoryWork.Answer] = []
            for work in works {
                switch work {
                case .row(let row): answers.append(.row(try append(row)))
                case .session(let change): answers.append(try session.make(change))
                }
            }
            return answers
        }
    }

    /// Adds rows, all or none.
    ///
    /// - Returns: the number of each.
    @discardableResult
    func append(_ rows: [HistoryRow]) throws(SQLiteError) -> [Int] {
        try perform(rows.map(HistoryWork.row)).map { if case .row(let id) = $0 { id } else { 0 } }
    }

    private func append(_ row: HistoryRow) throws(SQLiteError) -> Int {
        var id: Int?
        try insertion.forEachRow(row.values) { id = $0.integer(0) }
        if let id {
            for key in row.marks { try marks.add(key, SQLiteValue(row.milliseconds), id, row.source) }
            return id
        }
        try search.forEachRow([SQLiteValue(row.key)]) { id = $0.integer(0) }
        return id ?? 0
    }
}

/// What was recorded under each key, in the order of time. One thread at a time.
private struct MarkTable {
    private let connection: SQLiteConnection
    private let insertion: SQLiteStatement
    private let shift: SQLiteStatement

    init(_ connection: SQLiteConnection) throws(SQLiteError) {
        self.connection = connection
        insertion = try SQLiteStatement(
            """
            INSERT OR IGNORE INTO marks (key, time, scan, source, place) VALUES (?1, ?2, ?3, ?4, 1 + coalesce((
                SELECT place FROM marks WHERE key = ?1 AND (time, scan) < (?2, ?3) ORDER BY time DESC, scan DESC LIMIT 1
            ), 0))
            """, on: connection)
        shift = try SQLiteStatement(
            "UPDATE marks SET place = place + 1 WHERE key = ?1 AND (time, scan) > (?2, ?3)", on: connection)
    }

    /// - Parameter scan: the number of the row.
    func add(_ key: String, _ time: SQLiteValue, _ scan: Int, _ source: SQLiteValue) throws(SQLiteError) {
        try insertion.run([.text(key), time, SQLiteValue(scan), source])
        guard connection.changes > 0 else { return }
        // One that was scanned earlier may be recorded later: by --at, or by a telephone that had no network.
        try shift.run([.text(key), time, SQLiteValue(scan)])
    }
}

extension SQLiteConnection {
    /// Removes the marks of the scans that are deleted by a condition, and counts the others again.
    ///
    /// To be called within the transaction that deletes them, before they are deleted. Looks at all marks: that
    /// recording need keep no index for it.
    func deleteMarks(ofScans condition: String, _ values: [SQLiteValue]) throws(SQLiteError) {
        // What is deleted is not to be in a file beside.
        try execute("CREATE TEMP TABLE gone (key TEXT PRIMARY KEY) STRICT, WITHOUT ROWID")
        try SQLiteStatement(
            """
            INSERT OR IGNORE INTO gone SELECT key FROM marks
            WHERE scan IN (SELECT id FROM scans WHERE \(condition))
            """, on: self
        ).run(values)
        try SQLiteStatement("DELETE FROM marks WHERE scan IN (SELECT id FROM scans WHERE \(condition))", on: self)
            .run(values)
        try execute(
            """
            UPDATE marks SET place = counted.place FROM (
                SELECT key, time, scan, row_number() OVER (PARTITION BY key ORDER BY time, scan) AS place
                FROM marks WHERE key IN (SELECT key FROM gone)
            ) AS counted
            WHERE marks.key = counted.key AND marks.time = counted.time AND marks.scan = counted.scan
                AND marks.place <> counted.place;
            DROP TABLE gone;
            """)
    }
}
