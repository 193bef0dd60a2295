internal import BeelineContent
internal import BeelineSupport
internal import Synchronization

/// Writes a history for all actions of this program: `record`, `set` and `count`. Requests during a transaction wait,
/// and go together into the next one. So many scans at once take hardly longer than one.
final class HistoryWriter: Sendable {
    /// A change, and the task that waits for it.
    private struct Request: Sendable {
        let work: HistoryWork
        let waiting: CheckedContinuation<HistoryWork.Answer, any Error>
    }

    /// The writer of the standard history, shared by this program: two writers of one file would wait for each other.
    static let standard = HistoryWriter(path: RecordPlugin.standardPath)

    private let path: String?
    /// The history on a server; nil for a file.
    private let server: ServerHistory?
    private let requests = BatchQueue<Request>(label: "beeline.history")
    /// Opened with the first change, and again after an error.
    private let history = Mutex<HistoryDatabase?>(nil)

    /// - Parameter path: the path of the database; nil where there is no place for one.
    init(path: String?) { (self.path, server) = (path, path.flatMap(ServerHistory.at)) }

    /// Adds a row, or changes a session. It cannot be cancelled, as the row may be in the history already.
    ///
    /// - Throws: `SQLiteError`; `CancellationError` when the task is cancelled already.
    func perform(_ work: HistoryWork) async throws -> HistoryWork.Answer {
        try Task.checkCancellation()
        guard let path else { throw SQLiteError(path: "", subject: .history, problem: .noPlace) }
        return try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<HistoryWork.Answer, any Error>) in
            requests.add(Request(work: work, waiting: continuation)) { [self] in write($0[...], to: path) }
        }
    }

    /// Adds a row. Returns its number; for a row whose key is in the history already, the number of that row; nil for
    /// one that gets its number later.
    @discardableResult
    func append(_ row: HistoryRow) async throws -> Int? {
        if case .row(let id) = try await perform(.row(row)) { id } else { nil }
    }

    /// Closes the database after all requests; then it is one file.
    func close() async { await requests.afterAll { [self] in history.withLock { $0 = nil } } }

    private func write(_ requests: ArraySlice<Request>, to path: String) {
        if let server {
            let results = server.perform(requests.map(\.work))
            for (request, result) in zip(requests, results) { request.waiting.resume(with: result) }
            return
        }
        let answers: [HistoryWork.Answer]
        do {
            answers = try perform(requests.map(\.work), in: path)
        } catch {
            guard requests.count > 1, case .other = error.problem else {
                for request in requests { request.waiting.resume(throwing: error) }
                return
            }
            // A row that cannot be stored, such as one that is too long, must not fail the others.
            for index in requests.indices { write(requests[index...index], to: path) }
            return
        }
        for (request, answer) in zip(requests, answers) { request.waiting.resume(returning: answer) }
    }

    private func perform(_ works: [HistoryWork], in path: String) throws(SQLiteError) -> [HistoryWork.Answer] {
        try history.withLock { history throws(SQLiteError) in
            var answers: [HistoryWork.Answer] = []
            let isGone = history.map(\.hasMoved) ?? true
            // The old connection is closed first.
            if isGone { history = nil }
            let known = history
            history = nil
            do throws(SQLiteError) {
                history = try Self.done(works, by: known, path, &answers)
            } catch {
                // Another program may have replaced the whole history by an empty one.
                guard error.problem == .busy || error.problem == .corrupt else { throw error }
                history = try Self.done(works, by: nil, path, &answers)
            }
            return answers
        }
    }

    /// Gives each change its answer, and returns the database that was used.
    private static func done(
        _ works: [HistoryWork], by known: HistoryDatabase?, _ path: String, _ answers: inout [HistoryWork.Answer]
    ) throws(SQLiteError) -> HistoryDatabase {
        let open: HistoryDatabase
        if let known { open = known } else { open = try HistoryDatabase(path: path) }
        answers = try open.perform(works)
        return open
    }
}

enum HistoryWork: Sendable {
    case row(HistoryRow)
    case session(SessionChange)

    enum Answer: Sendable {
        /// The number of the row.
        case row(Int)
        /// The row is on this machine until the server can be reached.
        case kept
        /// The values are set.
        case set
        /// The new total.
        case total(DecimalNumber)
        /// Nothing was counted: the value is not a number.
        case noNumber(String)
        /// Nothing was counted: the sum would have more than 18 digits.
        case tooLarge
    }
}

struct SessionChange: Sendable {
    enum Change: Sendable {
        /// Sets values by name; an empty value clears.
        case set([(name: String, value: String)])
        /// Adds to a number; a missing value is 0.
        case count(name: String, by: DecimalNumber)
    }

    /// Nil for codes without a source.
    let source: String?
    let change: Change
    /// When the values expire, in UTC.
    let until: String
    /// In UTC.
    let now: String
}

/// The table of session values, in a history that is open for writing. One thread at a time.
struct SessionTable {
    private let setting: SQLiteStatement
    private let clearing: SQLiteStatement
    private let expiry: SQLiteStatement
    private let value: SQLiteStatement

    init(_ connection: SQLiteConnection) throws(SQLiteError) {
        setting = try SQLiteStatement(
            """
            INSERT INTO session (source, name, value, until) VALUES (?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET value = excluded.value, until = excluded.until
            """, on: connection)
        clearing = try SQLiteStatement("DELETE FROM session WHERE source = ? AND name = ?", on: connection)
        expiry = try SQLiteStatement("DELETE FROM session WHERE until <= ?", on: connection)
        value = try SQLiteStatement("SELECT value FROM session WHERE source = ? AND name = ?", on: connection)
    }

    /// To be called in a transaction, so that no other program counts in between.
    func make(_ change: SessionChange) throws(SQLiteError) -> HistoryWork.Answer {
        try expiry.run([.text(change.now)])
        let source = SQLiteValue.text(change.source ?? "")
        switch change.change {
        case .set(let values):
            for (name, value) in values {
                if value.isEmpty {
                    try clearing.run([source, .text(name)])
                } else {
                    try setting.run([source, .text(name), .text(value), .text(change.until)])
                }
            }
            return .set
        case .count(let name, let step):
            var text: String?
            try value.forEachRow([source, .text(name)]) { text = $0.text(0) }
            guard let known = text.map(Self.number) ?? DecimalNumber(0) else { return .noNumber(text ?? "") }
            guard let total = known.adding(step) else { return .tooLarge }
            try setting.run([source, .text(name), .text(total.description), .text(change.until)])
            return .total(total)
        }
    }

    /// Reads a number as people and programs write it; nil for any other text.
    static func number(_ text: String) -> DecimalNumber? { DecimalNumber(text) ?? DecimalNumber(scientific: text) }
}

extension DecimalNumber {
    /// The sum; nil where it has more than 18 digits.
    func adding(_ other: DecimalNumber) -> DecimalNumber? {
        let decimals = max(decimals, other.decimals)
        func scaled(_ number: DecimalNumber) -> Int128 {
            (number.decimals..<decimals).reduce(Int128(number.digits)) { digits, _ in digits * 10 }
        }
        return Int64(exactly: scaled(self) + scaled(other)).flatMap { DecimalNumber($0, decimals: decimals) }
    }
}
