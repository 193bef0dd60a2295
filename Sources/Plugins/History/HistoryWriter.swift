internal import BeelineActions
internal import BeelineSupport
internal import Dispatch
internal import Synchronization

/// The one who writes a history for all that ask for it in this program.
///
/// What comes while a transaction runs waits, and goes together into the next one: so many scans at once cost hardly more
/// than one.
final class HistoryWriter: Sendable {
    /// A row and whoever waits for it.
    private struct Request {
        let row: HistoryRow
        let waiting: CheckedContinuation<Void, any Error>
    }

    private struct Inbox {
        var requests: [Request] = []
        /// Whether somebody is on the way to see to them.
        var isAttended = false
    }

    private let path: String?
    private let inbox = Mutex(Inbox())
    /// Open from the first row on. After an error it is opened anew.
    private let history = Mutex<HistoryDatabase?>(nil)
    /// SQLite waits for other writers, which must hold up no thread of the concurrency runtime.
    private let queue = DispatchQueue(label: "beeline.history")

    /// - Parameter path: of the database; nil where there is no place for one.
    init(path: String?) { self.path = path }

    /// Adds a row. It is not cancelled: by then it may be in the history.
    ///
    /// - Throws: `SQLiteError`; `CancellationError` when the task is cancelled already.
    func append(_ row: HistoryRow) async throws {
        try Task.checkCancellation()
        guard let path else { throw SQLiteError(path: "", subject: .history, problem: .noPlace) }
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            let isAttended = inbox.withLock { inbox in
                defer { inbox.isAttended = true }
                inbox.requests.append(Request(row: row, waiting: continuation))
                return inbox.isAttended
            }
            if !isAttended { queue.async { [self] in attend(path) } }
        }
    }

    /// Writes what is there, and then what has come meanwhile, until nothing has.
    private func attend(_ path: String) {
        while true {
            let requests = inbox.withLock { inbox in
                defer { inbox.requests = [] }
                inbox.isAttended = !inbox.requests.isEmpty
                return inbox.requests
            }
            guard !requests.isEmpty else { return }
            write(requests[...], to: path)
        }
    }

    /// Closes the database once all is written that was asked for; then it is one file.
    func close() async {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                history.withLock { $0 = nil }
                continuation.resume()
            }
        }
    }

    private func write(_ requests: ArraySlice<Request>, to path: String) {
        do {
            try append(requests.map(\.row), to: path)
        } catch {
            guard requests.count > 1, case .other = error.problem else {
                for request in requests { request.waiting.resume(throwing: error) }
                return
            }
            // One row that cannot be kept, because it is too long, is not to cost the others theirs.
            for index in requests.indices { write(requests[index...index], to: path) }
            return
        }
        for request in requests { request.waiting.resume() }
    }

    private func append(_ rows: [HistoryRow], to path: String) throws(SQLiteError) {
        try history.withLock { history throws(SQLiteError) in
            let isGone = history.map(\.hasMoved) ?? true
            // The old one goes first: two connections of one program to one file are fine, but of no use.
            if isGone { history = nil }
            let known = history
            history = nil
            do throws(SQLiteError) {
                history = try Self.appended(rows, to: known, path)
            } catch {
                // Another program may have deleted the whole history, and put an empty one in its place.
                guard error.problem == .busy || error.problem == .corrupt else { throw error }
                history = try Self.appended(rows, to: nil, path)
            }
        }
    }

    /// - Returns: the database that has the rows now.
    private static func appended(
        _ rows: [HistoryRow], to known: HistoryDatabase?, _ path: String
    ) throws(SQLiteError) -> HistoryDatabase {
        let open: HistoryDatabase
        if let known { open = known } else { open = try HistoryDatabase(path: path) }
        try open.append(rows)
        return open
    }
}
