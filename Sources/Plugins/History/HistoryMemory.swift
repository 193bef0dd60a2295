package import BeelineActions
package import BeelineContent
package import BeelineRules
package import BeelineSupport
internal import Synchronization

/// The values of `seen` and `session` for rules, from a history.
///
///     let memory = HistoryMemory(path: path) { error in print(error) }
///     memory.seen(MemoryKey("=9784873119045"), on: .today).count
///
/// The file is opened with the first query, and never created. It can be used from any thread, while others record.
package final class HistoryMemory: ScanMemory {
    package let path: String?
    /// The history on a server; nil for a file.
    private let server: ServerHistory?
    private let migrates: Bool
    private let report: @Sendable (SQLiteError) -> Void
    /// One for each query that was made while others ran, and at most four.
    private let readers = Mutex<[Place]>([])
    private let lastFailure = Mutex<SQLiteError?>(nil)

    /// A reader that one thread at a time uses.
    private final class Place: Sendable {
        let reader = Mutex<MemoryReader?>(nil)
    }

    /// Without a path there is no history, and nothing is remembered. Default: the user's history, where `record` saves
    /// scans.
    ///
    /// - Parameters:
    ///   - migrates: whether a history of an earlier version is migrated, as when recording. Default: no, then reading it
    ///     is an error.
    ///   - report: gets each read error; a code then counts as never seen. Default: none are reported.
    package init(
        path: String? = History.standardPath, migrates: Bool = false,
        report: @escaping @Sendable (SQLiteError) -> Void = { _ in }
    ) {
        (self.path, self.migrates, self.report) = (path, migrates, report)
        server = path.flatMap { ServerHistory.at($0) }
    }

    /// Why the last query failed; nil where it succeeded.
    package var failure: SQLiteError? { lastFailure.withLock { $0 } }

    package func seen(_ key: MemoryKey, on date: CalendarDate) -> Seen { answer(seenBy: key, date, nil) ?? .never }

    package func session(of source: String?) -> [String: FieldValue] { answer(sessionOf: source) ?? [:] }

    /// Nil where it cannot be read.
    fileprivate func answer(seenBy key: MemoryKey, _ date: CalendarDate, _ scan: String?) -> Seen? {
        if let server {
            let (first, behind) = (
                Timestamp.milliseconds(beginning: date), Timestamp.milliseconds(beginning: date.adding(days: 1))
            )
            let answer = noted(
                Result { () throws(SQLiteError) in try server.seen(key, first, behind, leavingOut: scan) })
            guard case .some(nil) = answer else { return answer ?? nil }
        }
        // From the file.
        return read(orElse: .never) { reader throws(SQLiteError) in
            try reader.seen(key.text, on: date, leavingOut: scan)
        }
    }

    fileprivate func answer(sessionOf source: String?) -> [String: FieldValue]? {
        if let server {
            let values = noted(
                Result { () throws(SQLiteError) in try server.session(of: source ?? "", at: Timestamp.now()) })
            return values?.mapValues { SessionName.value(writtenAs: $0) }
        }
        return read(orElse: [:]) { reader throws(SQLiteError) in
            try reader.session(of: source ?? "", at: Timestamp.now())
        }
    }

    /// The value; nil after a failure, which is noted and reported.
    private func noted<Value>(_ result: Result<Value, SQLiteError>) -> Value? {
        do throws(SQLiteError) {
            let value = try result.get()
            lastFailure.withLock { $0 = nil }
            return value
        } catch {
            lastFailure.withLock { $0 = error }
            report(error)
            return nil
        }
    }

    /// Has scans taken without the server of the history, by all of this program, while it cannot be reached.
    package func admitOffline() { server?.admitOffline(true) }

    /// Sets what shows sentences about servers that cannot be reached, or can be again. Default: nothing.
    package static func announce(_ tell: @escaping @Sendable (String) -> Void) { ServerHistory.announce(tell) }

    /// Closes the history; a later query opens it again. To be called before the writers close it: the last one to
    /// close merges its log into one file.
    package func close() { for place in readers.withLock({ $0 }) { place.reader.withLock { $0 = nil } } }

    /// The memory for one code, without the rows of an earlier run of the same scan.
    package func before(_ scan: HistoryRows?) -> CodeMemory { CodeMemory(self, before: scan) }

    /// - Parameter nothing: the value where there is no history.
    private func read<Value: Sendable>(
        orElse nothing: Value, _ work: @escaping @Sendable (MemoryReader) throws(SQLiteError) -> Value
    ) -> Value? {
        guard let path = server == nil ? path : server?.spool?.path else { return nothing }
        @Sendable func use(_ reader: inout MemoryReader?) -> Result<Value?, SQLiteError> {
            do throws(SQLiteError) {
                if reader?.hasMoved ?? false { reader = nil }
                if reader == nil { reader = try MemoryReader(path: path, migrates: migrates) }
                return .success(try reader.map(work))
            } catch {
                // The next query opens it again.
                reader = nil
                return .failure(error)
            }
        }
        for place in readers.withLock({ $0 }) {
            if let result = place.reader.withLockIfAvailable({ use(&$0) }) {
                return noted(result).map { $0 ?? nothing }
            }
        }
        let place = readers.withLock { readers in
            if readers.count < 4 { readers.append(Place()) }
            return readers[readers.count - 1]
        }
        return noted(place.reader.withLock { use(&$0) }).map { $0 ?? nothing }
    }
}

/// The memory before one code was scanned. It knows whether all queries succeeded.
package final class CodeMemory: ScanMemory {
    private let memory: HistoryMemory
    /// The key of its scan; nil for one that is not run again.
    private let key: String?
    private let failure = Mutex(false)

    fileprivate init(_ memory: HistoryMemory, before scan: HistoryRows?) { (self.memory, key) = (memory, scan?.key) }

    /// Whether a query failed, and so counts as never seen.
    package var hasFailed: Bool { failure.withLock { $0 } }

    package func seen(_ key: MemoryKey, on date: CalendarDate) -> Seen {
        noting(memory.answer(seenBy: key, date, self.key)) ?? .never
    }

    package func session(of source: String?) -> [String: FieldValue] {
        noting(memory.answer(sessionOf: source)) ?? [:]
    }

    private func noting<Value>(_ answer: Value?) -> Value? {
        if answer == nil { failure.withLock { $0 = true } }
        return answer
    }
}

/// Reads `seen` and `session` from an open history. One thread at a time.
private final class MemoryReader {
    private let connection: SQLiteConnection
    private let marks: SQLiteStatement
    private let sessions: SQLiteStatement
    /// The day of the last query.
    private var day: Day?

    /// A day in the local time zone: its start, and that of the next day.
    private struct Day {
        let date: CalendarDate
        let first: SQLiteValue
        let behind: SQLiteValue

        init(_ date: CalendarDate) {
            self.date = date
            first = SQLiteValue(Timestamp.milliseconds(beginning: date))
            behind = SQLiteValue(Timestamp.milliseconds(beginning: date.adding(days: 1)))
        }
    }

    /// Nil where there is no history yet.
    init?(path: String, migrates: Bool) throws(SQLiteError) {
        guard exists(path) else { return nil }
        connection = try Self.open(path, migrates: migrates)
        marks = try SQLiteStatement(
            """
            SELECT place, time, source,
                (SELECT time FROM marks WHERE key = ?1 ORDER BY time, scan LIMIT 1),
                coalesce((SELECT place FROM marks WHERE key = ?1 AND time < ?3 ORDER BY time DESC, scan DESC LIMIT 1), 0)
                - coalesce((SELECT place FROM marks WHERE key = ?1 AND time < ?2 ORDER BY time DESC, scan DESC LIMIT 1), 0)
            FROM marks WHERE key = ?1 ORDER BY time DESC, scan DESC LIMIT 1
            """, on: connection)
        sessions = try SQLiteStatement(SessionStatement.session.sql, on: connection)
    }

    private static func open(_ path: String, migrates: Bool) throws(SQLiteError) -> SQLiteConnection {
        let connection = try SQLiteConnection(path: path, as: .history, access: .reading)
        let form = try connection.number("PRAGMA user_version")
        if form < HistorySchema.remembering {
            guard migrates else { throw connection.error(.other(Self.old(form))) }
            let writing = try SQLiteConnection(path: path, as: .history)
            try writing.useWriteAheadLog()
            try writing.migrate(through: HistorySchema.steps)
        }
        try connection.requireForm(in: HistorySchema.remembering...HistorySchema.steps.count)
        return connection
    }

    private static func old(_ form: Int) -> String {
        "an earlier version wrote it (form \(form)); codes count as new until the next scan is recorded"
    }

    var hasMoved: Bool { connection.hasMoved }

    private func seen(_ key: String, on date: CalendarDate) throws(SQLiteError) -> Seen {
        let day = span(date)
        var seen = Seen.never
        try marks.forEachRow([.text(key), day.first, day.behind]) { row in
            seen = Seen(
                count: row.integer(0) ?? 0, today: row.integer(4) ?? 0, first: row.moment(3), last: row.moment(1),
                source: row.text(2))
        }
        return seen
    }

    /// - Parameter scan: the key of a scan whose rows do not count.
    func seen(_ key: String, on date: CalendarDate, leavingOut scan: String?) throws(SQLiteError) -> Seen {
        guard let scan else { return try seen(key, on: date) }
        // The first row has this key; further ones have a point and a number after it. The next character is '/'.
        var rows: [Int] = []
        try SQLiteStatement(
            "SELECT id FROM scans WHERE scan = ?1 OR (scan > ?1 || '.' AND scan < ?1 || '/')", on: connection
        )
        .forEachRow([.text(scan)]) { row in row.integer(0).map { rows.append($0) } }
        guard !rows.isEmpty else { return try seen(key, on: date) }
        let day = span(date)
        var seen = Seen.never
        // With `max` SQLite takes the other columns from the same row.
        try SQLiteStatement(
            """
            SELECT count(*), max(time), source, total(time >= ?2 AND time < ?3) FROM marks
            WHERE key = ?1 AND scan NOT IN (SELECT value FROM json_each(?4))
            """, on: connection
        ).forEachRow([.text(key), day.first, day.behind, .text("\(rows)")]) { row in
            seen = Seen(
                count: row.integer(0) ?? 0, today: Int(row.real(3) ?? 0), last: row.moment(1), source: row.text(2))
        }
        try SQLiteStatement(
            """
            SELECT time FROM marks WHERE key = ?1 AND scan NOT IN (SELECT value FROM json_each(?2))
            ORDER BY time, scan LIMIT 1
            """, on: connection
        ).forEachRow([.text(key), .text("\(rows)")]) { row in seen.first = row.moment(0) }
        return seen
    }

    private func span(_ date: CalendarDate) -> Day {
        if let day, day.date == date { return day }
        let day = Day(date)
        self.day = day
        return day
    }

    func session(of source: String, at now: String) throws(SQLiteError) -> [String: FieldValue] {
        var values: [String: FieldValue] = [:]
        try sessions.forEachRow([.text(source), .text(now)]) { row in
            guard let name = row.text(0), let value = row.text(1) else { return }
            values[name] = SessionName.value(writtenAs: value)
        }
        return values
    }
}

extension SQLiteStatement.Row {
    /// A point in time, in the local time zone.
    fileprivate borrowing func moment(_ column: Int) -> LocalMoment? {
        integer(column).map { Timestamp.localMoment(seconds: $0 / 1_000) }
    }
}
