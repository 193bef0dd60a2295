internal import BeelineActions
internal import BeelineContent
internal import BeelineSupport

/// The database of the history, open for writing. One thread at a time. Once `perform` has returned, its changes
/// survive any end of the program, such as `kill -9`. A loss of power may undo the last half minute or so, and damages
/// nothing.
final class HistoryDatabase {
    private let connection: SQLiteConnection
    private let insertion: SQLiteStatement
    private let search: SQLiteStatement
    private let marks: MarkTable
    private let session: SessionTable

    /// Opens the history, or creates one that only its owner can read.
    ///
    /// - Parameter waitsForDisk: whether changes survive a loss of power, too. Default: no.
    init(path: String, waitsForDisk: Bool = false) throws(SQLiteError) {
        connection = try SQLiteConnection(path: path, as: .history)
        // Waiting for the disk at each scan would take some milliseconds, and reduce the throughput to a hundredth.
        try connection.useWriteAheadLog()
        if waitsForDisk { try connection.execute("PRAGMA synchronous = FULL") }
        // New marks are spread over the whole table. With the default of 1,000 pages the log would be copied into the
        // database every few hundred scans. So the log may grow to 40 MB, and changed pages stay in the cache.
        try connection.execute("PRAGMA wal_autocheckpoint = 10000; PRAGMA cache_size = -16000")
        try connection.migrate(through: HistorySchema.steps)
        insertion = try SQLiteStatement(
            """
            INSERT INTO scans (\(HistoryRow.columns.joined(separator: ", "))) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING RETURNING id
            """, on: connection)
        search = try SQLiteStatement("SELECT id FROM scans WHERE scan = ?", on: connection)
        marks = try MarkTable(connection)
        session = try SessionTable(connection)
    }

    /// Whether the file was moved, deleted or replaced.
    var hasMoved: Bool { connection.hasMoved }

    /// Adds rows and changes sessions in order, all or none, and returns the result of each. A row whose key exists is
    /// not added again. `.busy` where the file has moved meanwhile.
    func perform(_ works: [HistoryWork]) throws(SQLiteError) -> [HistoryWork.Answer] {
        try connection.transaction { () throws(SQLiteError) in
            // The changes would be lost in a file that was deleted during the wait for its lock.
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

    /// Adds the rows whose keys do not exist yet, all or none, and returns how many these are.
    func added(_ rows: [HistoryRow]) throws(SQLiteError) -> Int {
        try connection.count(of: rows) { () throws(SQLiteError) in _ = try perform(rows.map { .row($0) }) }
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

/// The table of the scans of each key, in the order of time. One thread at a time.
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
        // An earlier scan may be recorded later: with --at, or from a telephone that was offline.
        try shift.run([.text(key), time, SQLiteValue(scan)])
    }
}

extension SQLiteConnection {
    /// Removes the marks of the scans that match a condition, and renumbers the others. To be called in the transaction
    /// that deletes the scans, before they are deleted. Reads all marks, as an index would slow down recording.
    func deleteMarks(ofScans condition: String, _ texts: [String]) throws(SQLiteError) {
        let values = texts.map { SQLiteValue.text($0) }
        // `temp_store` keeps this table in memory.
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
