internal import BeelineContent
internal import BeelineRules
internal import BeelineSupport
internal import Dispatch
internal import Glibc
internal import Synchronization

extension ServerHistory {
    /// Performs changes in order, and returns the result of each.
    func perform(_ works: [HistoryWork]) -> [Result<HistoryWork.Answer, any Error>] {
        let works = works.map(\.keyed)
        let rows = works.compactMap { work in if case .row(let row) = work { row } else { nil } }
        // All rows at once, as long as nothing is wrong.
        if works.count > 1, rows.count == works.count, !rows.contains(where: isHere), let ids = try? record(rows) {
            return ids.map { .success(.row($0)) }
        }
        return works.map { work in
            Result { () throws(any Error) in
                switch work {
                case .row(let row): try perform(row)
                case .session(let change): try address.told { () throws(ServerFailure) in try perform(change) }
                }
            }
        }
    }

    private func isHere(_ row: HistoryRow) -> Bool {
        state.withLock { state in
            row.marks.contains { if case .here? = state.held[$0] { true } else { false } }
        }
    }

    private func perform(_ row: HistoryRow) throws(SQLiteError) -> HistoryWork.Answer {
        if !isHere(row) {
            do throws(ServerFailure) {
                do throws(ServerFailure) {
                    return .row(try record([row])[0])
                } catch {
                    // It may be recorded or not. Its key makes sure that it is once.
                    guard error.endsConnection else { throw error }
                    try relock(row)
                    return .row(try record([row])[0])
                }
            } catch {
                guard admits(after: error) else { throw address.error(error) }
            }
        }
        guard let spool else { throw address.error("there is no folder for scans that are sent later") }
        _ = try spool.opened().perform([.row(row)])
        // The line may be back since the code was locked on this machine.
        if isOnline { connecting.async { [self] in sendKept() } }
        return .kept
    }

    /// Takes the locks of a row again in a new session, where it had them in one that is lost.
    private func relock(_ row: HistoryRow) throws(ServerFailure) {
        let held = state.withLock { state in
            row.marks.reduce(into: [String: Int]()) { counts, mark in
                if case .server(_, let count)? = state.held[mark] { counts[mark] = count }
            }
        }
        guard !held.isEmpty else { return }
        let texts = held.keys.sorted()
        let locks = Set(texts.map { MemoryKey($0).lock }).sorted()
        let recorded = try ask { connection, session throws(ServerFailure) -> Int? in
            try connection.perform("SELECT 1 FROM scans WHERE scan = $1", [row.key]) > 0 ? session : nil
        }
        if let session = recorded {
            // Its keys count as locked in the session of now.
            return state.withLock { state in
                for (text, count) in held { state.held[text] = .server(session: session, count: count) }
            }
        }
        let end = ContinuousClock.now + .milliseconds(Int(patience))
        // The former session might not have ended yet, and then might still record the row.
        while try !lock(texts, locks, { held[$0] == $1 }) {
            guard .now < end else {
                throw ServerFailure(.refused, "the connection was lost while the code was recorded; scan it again")
            }
            usleep(10_000)
        }
    }

    private func record(_ rows: [HistoryRow]) throws(ServerFailure) -> [Int] {
        try ask(repeating: false) { connection, session throws(ServerFailure) in
            // A code that was decided in another session may have been taken by another desk since.
            let isOfSession = state.withLock { state in
                rows.flatMap(\.marks).allSatisfy { mark in
                    if case .server(let locked, _)? = state.held[mark] { locked == session } else { true }
                }
            }
            guard isOfSession else { throw .connectionLost }
            var ids: [Int] = []
            try connection.perform("record", [HistoryRow.json(rows, desk: desk)], isPrepared: true) { row in
                ids.append(row.integer(0) ?? 0)
            }
            guard ids.count == rows.count else { throw ServerFailure(.refused, "the server has not recorded all") }
            state.withLock { state in
                for mark in rows.flatMap(\.marks) {
                    guard case .server(let session, let count)? = state.held[mark] else { continue }
                    state.held[mark] = .server(session: session, count: count + 1)
                }
            }
            return ids
        }
    }

    func sendKept() {
        // Without a connection, the next one sends it.
        guard isOnline else { return }
        let sent = try? ask(repeating: false) { connection, _ throws(ServerFailure) in
            try self.send(over: connection)
        }
        if let sent = sent ?? nil { tell("\(address.shown): \(sent)") }
    }

    private func perform(_ change: SessionChange) throws(ServerFailure) -> HistoryWork.Answer {
        // What is set twice is the same; what is counted twice is not.
        let repeats = if case .set = change.change { true } else { false }
        return try ask(repeating: repeats) { connection, _ throws(ServerFailure) in
            try change.make { (statement, values) throws(ServerFailure) in
                var text: String?
                let changes = try connection.perform(statement.rawValue, values, isPrepared: true) { text = $0.text(0) }
                return (changes, text)
            }
        }
    }
}
