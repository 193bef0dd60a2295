package import BeelineActions
package import BeelineContent
package import BeelineRules
package import BeelineSupport
internal import Synchronization

/// What rules know as `seen` and `session`, from a history.
///
///     let memory = HistoryMemory(path: path) { error in print(error) }
///     memory.seen(MemoryKey("=9784873119045"), on: .today).count
///
/// Nothing is opened before it is asked, and no file is made. Any thread may ask; others may record at the same time.
package final class HistoryMemory: ScanMemory {
    package let path: String?
    private let migrates: Bool
    private let report: @Sendable (SQLiteError) -> Void
    /// Several, as threads ask at once.
    private let readers = (0..<4).map { _ in Place() }

    /// Where a thread at a time reads.
    private final class Place: Sendable {
        let reader = Mutex<MemoryReader?>(nil)
    }

    /// - Parameters:
    ///   - path: of the history; nil: there is no place for one, and nothing is known.
    ///   - migrates: whether a history of an earlier version is brought into the present form, as those do that record.
    ///     Default: no, nothing is known of it.
    ///   - report: gets each read error; a code then counts as never seen.
    package init(path: String?, migrates: Bool = false, report: @escaping @Sendable (SQLiteError) -> Void) {
        (self.path, self.migrates, self.report) = (path, migrates, report)
    }

    package func seen(_ key: MemoryKey, on date: CalendarDate) -> Seen { answer(seenBy: key, date, nil) ?? .never }

    package func session(of source: String?) -> [String: FieldValue] { answer(sessionOf: source) ?? [:] }

    /// Nil where it cannot be read.
    fileprivate func answer(seenBy key: MemoryKey, _ date: CalendarDate, _ scan: String?) -> Seen? {
        read(orElse: .never) { reader throws(SQLiteError) in
            if let scan {
                try reader.seen(key.text, on: date, leavingOut: scan)
            } else {
                try reader.seen(key.text, on: date)
            }
        }
    }

    fileprivate func answer(sessionOf source: String?) -> [String: FieldValue]? {
        read(orElse: [:]) { reader throws(SQLiteError) in try reader.session(of: source ?? "", at: Timestamp.now()) }
    }

    /// Closes the history; a later query opens it again. To be done before the writers close it: the last one makes one
    /// file of it.
    package func close() { for place in readers { place.reader.withLock { $0 = nil } } }

    /// The same memory for one code, without the rows that its scan has already where that is run again.
    package func before(_ scan: HistoryRows?) -> CodeMemory { CodeMemory(self, before: scan) }

    /// - Parameter nothing: what there is where there is no history.
    private func read<Value: Sendable>(
        orElse nothing: Value, _ work: @escaping @Sendable (MemoryReader) throws(SQLiteError) -> Value
    ) -> Value? {
        guard let path else { return nothing }
        @Sendable func use(_ reader: inout MemoryReader?) -> Result<Value?, SQLiteError> {
            do throws(SQLiteError) {
                if reader?.hasMoved ?? false { reader = nil }
                if reader == nil { reader = try MemoryReader(path: path, migrates: migrates) }
                return .success(try reader.map(work))
            } catch {
                // The next one begins again.
                reader = nil
                return .failure(error)
            }
        }
        for place in readers {
            if let result = place.reader.withLockIfAvailable({ use(&$0) }) { return value(result, nothing) }
        }
        return value(readers[0].reader.withLock { use(&$0) }, nothing)
    }

    private func value<Value>(_ result: Result<Value?, SQLiteError>, _ nothing: Value) -> Value? {
        switch result {
        case .success(let value): return value ?? nothing
        case .failure(let error):
            report(error)
            return nil
        }
    }
}

/// What there was before one code was scanned. It knows whether all that was asked could be read.
package final class CodeMemory: ScanMemory {
    private let memory: HistoryMemory
    /// Of its scan; nil for one that is not run again.
    private let key: String?
    private let failure = Mutex(false)

    fileprivate init(_ memory: HistoryMemory, before scan: HistoryRows?) { (self.memory, key) = (memory, scan?.key) }

    /// Whether something could not be read, and counts as never seen.
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

/// A history that is open to be asked what it remembers. One thread at a time.
private final class MemoryReader {
    private let connection: SQLiteConnection
    private let marks: SQLiteStatement
    private let sessions: SQLiteStatement
    /// The day that was asked about last.
    private var day: Day?

    /// A day of the local time zone: where it begins, and where the next one does.
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
        sessions = try SQLiteStatement("SELECT name, value FROM session WHERE source = ? AND until > ?", on: connection)
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

    func seen(_ key: String, on date: CalendarDate) throws(SQLiteError) -> Seen {
        let day = span(date)
        var seen = Seen.never
        try marks.forEachRow([.text(key), day.first, day.behind]) { row in
            seen = Seen(
                count: row.integer(0) ?? 0, today: row.integer(4) ?? 0, first: row.moment(3), last: row.moment(1),
                source: row.text(2))
        }
        return seen
    }

    /// - Parameter scan: the key of a scan, whose rows do not count.
    func seen(_ key: String, on date: CalendarDate, leavingOut scan: String) throws(SQLiteError) -> Seen {
        // Its rows have this key, and further ones a point and a number after it. The next character is '/'.
        var rows: [Int] = []
        try SQLiteStatement(
            "SELECT id FROM scans WHERE scan = ?1 OR (scan > ?1 || '.' AND scan < ?1 || '/')", on: connection
        )
        .forEachRow([.text(scan)]) { row in row.integer(0).map { rows.append($0) } }
        guard !rows.isEmpty else { return try seen(key, on: date) }
        let day = span(date)
        var seen = Seen.never
        // Of `max` SQLite takes the other columns from the row that has it.
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
    /// A point in time, as the local time zone has it.
    fileprivate borrowing func moment(_ column: Int) -> LocalMoment? {
        integer(column).map { Timestamp.localMoment(seconds: $0 / 1_000) }
    }
}

extension HistoryMemory {
    /// What is remembered in the history of this user, where `record` keeps scans.
    ///
    /// - Parameters:
    ///   - migrates: as in `init(path:migrates:report:)`, for those who perform actions.
    ///   - report: gets the errors of a history that cannot be read. Default: nothing.
    package static func standard(
        migrates: Bool = false, report: @escaping @Sendable (SQLiteError) -> Void = { _ in }
    ) -> HistoryMemory {
        HistoryMemory(path: RecordPlugin.standardPath, migrates: migrates, report: report)
    }
}
