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
    static let standard = HistoryWriter(path: History.standardPath)

    private let path: String?
    /// The history on a server; nil for a file.
    private let server: ServerHistory?
    private let requests = BatchQueue<Request>(label: "beeline.history")
    /// Opened with the first change, and again after an error.
    private let history = Mutex<HistoryDatabase?>(nil)

    /// - Parameter path: the path of the database; nil where there is no place for one.
    init(path: String?) { (self.path, server) = (path, path.flatMap { ServerHistory.at($0) }) }

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
