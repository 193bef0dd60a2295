internal import BeelineActions
internal import BeelineSupport
internal import Synchronization

/// The database of what was recorded, open for writing. One thread at a time.
///
/// What `append` has returned from survives the end of the program in any way, `kill -9` among them. A loss of power may
/// undo what was recorded in the last half minute or so, and damages nothing.
final class HistoryDatabase {
    private let connection: SQLiteConnection
    private let insertion: SQLiteStatement
    private let search: SQLiteStatement

    /// Opens the history, or begins one that only its owner can read.
    init(path: String) throws(SQLiteError) {
        connection = try SQLiteConnection(path: path, as: .history)
        // Waiting for the disk at each scan would cost some milliseconds of each, and a hundred times the throughput.
        try connection.useWriteAheadLog()
        try connection.migrate(through: HistorySchema.steps)
        insertion = try SQLiteStatement(HistoryRow.insertion, on: connection)
        search = try SQLiteStatement("SELECT id FROM scans WHERE scan = ?", on: connection)
    }

    /// Whether the file is no longer where it was: moved, deleted, or another in its place.
    var hasMoved: Bool { connection.hasMoved }

    /// Adds rows, all or none. One whose key is there already is not added again.
    ///
    /// - Returns: the number of each.
    /// - Throws: `SQLiteError`; then none of them is there. `.busy` where the file has moved meanwhile.
    @discardableResult
    func append(_ rows: [HistoryRow]) throws(SQLiteError) -> [Int] {
        try connection.transaction { () throws(SQLiteError) in
            // They would be lost in a file that was deleted while this waited for its lock.
            guard !connection.hasMoved else { throw connection.error(.busy) }
            var ids: [Int] = []
            for row in rows {
                var id: Int?
                try insertion.forEachRow(row.values) { id = $0.integer(0) }
                if id == nil { try search.forEachRow([SQLiteValue(row.key)]) { id = $0.integer(0) } }
                ids.append(id ?? 0)
            }
            return ids
        }
    }
}

/// The form of the history's database, and how an older one becomes the present one.
enum HistorySchema {
    /// The steps of `SQLiteConnection.migrate`. A step is never changed once it was released; what is to be different
    /// becomes a further step.
    static let steps = [
        """
        CREATE TABLE scans (
            id INTEGER PRIMARY KEY,
            -- When it was recorded, in UTC: 2026-01-31T12:34:56.789Z
            time TEXT NOT NULL,
            -- The id of the rule that had it recorded.
            rule TEXT NOT NULL,
            -- What the rule had recorded, a JSON object.
            fields TEXT NOT NULL,
            -- The code itself: its text; of a secret, what may be shown.
            symbology TEXT,
            text TEXT,
            -- What it means: its kind.
            kind TEXT,
            -- Who scanned it.
            source TEXT
        ) STRICT;
        CREATE INDEX scans_by_time ON scans (time);
        """,
        """
        -- The bytes of a code that is no text.
        ALTER TABLE scans ADD COLUMN bytes BLOB;
        -- The number by which the thing is known, as the ISBN-13 or the GTIN-14.
        ALTER TABLE scans ADD COLUMN number TEXT;
        -- Where it came from: the image and its page.
        ALTER TABLE scans ADD COLUMN input TEXT;
        ALTER TABLE scans ADD COLUMN page INTEGER;
        -- What came of the rule's actions before this one: [{"action": "open-url", "status": "done"}]
        ALTER TABLE scans ADD COLUMN outcomes TEXT NOT NULL DEFAULT '[]';
        """,
        """
        -- The number of a scan that is gone never becomes that of another one.
        CREATE TABLE numbered (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            time TEXT NOT NULL,
            rule TEXT NOT NULL,
            fields TEXT NOT NULL,
            symbology TEXT,
            text TEXT,
            kind TEXT,
            source TEXT,
            bytes BLOB,
            number TEXT,
            input TEXT,
            page INTEGER,
            outcomes TEXT NOT NULL DEFAULT '[]'
        ) STRICT;
        INSERT INTO numbered
            SELECT id, time, rule, fields, symbology, text, kind, source, bytes, number, input, page, outcomes FROM scans;
        DROP TABLE scans;
        ALTER TABLE numbered RENAME TO scans;
        CREATE INDEX scans_by_time ON scans (time);
        """,
        """
        -- The key of a scan that may be run again, such as one that a telephone sends twice: it is recorded once.
        ALTER TABLE scans ADD COLUMN scan TEXT;
        CREATE UNIQUE INDEX scans_by_key ON scans (scan) WHERE scan IS NOT NULL;
        """,
    ]

    /// The forms that can be read as they are: they have all that `HistoryEntry` shows. Who only looks at a history does not
    /// change it.
    static let readable = 3...steps.count
}

extension SQLiteSubject {
    static let history = SQLiteSubject(
        "the history",
        remedy: "move the file away (and those beside it that end in -wal and -shm), and a new one is begun")
}

/// The one who writes a history for all that ask for it in this program.
///
/// What comes while a transaction runs waits, and goes together into the next one: so many scans at once cost hardly more
/// than one.
final class HistoryWriter: Sendable {
    /// A row, and the task that waits for it.
    private struct Request: Sendable {
        let row: HistoryRow
        let waiting: CheckedContinuation<Int, any Error>
    }

    private let path: String?
    private let requests = BatchQueue<Request>(label: "beeline.history")
    /// Open from the first row on. After an error it is opened anew.
    private let history = Mutex<HistoryDatabase?>(nil)

    /// - Parameter path: of the database; nil where there is no place for one.
    init(path: String?) { self.path = path }

    /// Adds a row. It is not cancelled: by then it may be in the history.
    ///
    /// - Returns: its number; for a row whose key is in the history already, that of the row there.
    /// - Throws: `SQLiteError`; `CancellationError` when the task is cancelled already.
    @discardableResult
    func append(_ row: HistoryRow) async throws -> Int {
        try Task.checkCancellation()
        guard let path else { throw SQLiteError(path: "", subject: .history, problem: .noPlace) }
        return try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Int, any Error>) in
            requests.add(Request(row: row, waiting: continuation)) { [self] in write($0[...], to: path) }
        }
    }

    /// Closes the database once all is written that was asked for; then it is one file.
    func close() async { await requests.afterAll { [self] in history.withLock { $0 = nil } } }

    private func write(_ requests: ArraySlice<Request>, to path: String) {
        let ids: [Int]
        do {
            ids = try append(requests.map(\.row), to: path)
        } catch {
            guard requests.count > 1, case .other = error.problem else {
                for request in requests { request.waiting.resume(throwing: error) }
                return
            }
            // One row that cannot be kept, because it is too long, is not to cost the others theirs.
            for index in requests.indices { write(requests[index...index], to: path) }
            return
        }
        for (request, id) in zip(requests, ids) { request.waiting.resume(returning: id) }
    }

    private func append(_ rows: [HistoryRow], to path: String) throws(SQLiteError) -> [Int] {
        try history.withLock { history throws(SQLiteError) in
            var ids: [Int] = []
            let isGone = history.map(\.hasMoved) ?? true
            // The old one goes first: two connections of one program to one file are fine, but of no use.
            if isGone { history = nil }
            let known = history
            history = nil
            do throws(SQLiteError) {
                history = try Self.appended(rows, to: known, path, &ids)
            } catch {
                // Another program may have deleted the whole history, and put an empty one in its place.
                guard error.problem == .busy || error.problem == .corrupt else { throw error }
                history = try Self.appended(rows, to: nil, path, &ids)
            }
            return ids
        }
    }

    /// - Parameter ids: gets the numbers of the rows.
    /// - Returns: the database that has the rows now.
    private static func appended(
        _ rows: [HistoryRow], to known: HistoryDatabase?, _ path: String, _ ids: inout [Int]
    ) throws(SQLiteError) -> HistoryDatabase {
        let open: HistoryDatabase
        if let known { open = known } else { open = try HistoryDatabase(path: path) }
        ids = try open.append(rows)
        return open
    }
}
