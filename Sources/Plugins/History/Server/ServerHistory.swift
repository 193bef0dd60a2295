internal import BeelineActions
internal import BeelineContent
internal import BeelineRules
internal import BeelineSupport
internal import Dispatch
internal import Glibc
internal import Synchronization

/// A history on a PostgreSQL server, as all desks of this program use it: over one connection, which is made again when
/// it is lost.
///
/// What makes a ticket count once is that its keys are locked in the session of the connection while a code is
/// processed, and that its row is recorded in the same session: with the session, the server drops its locks, and a row
/// of a later session is only recorded once the locks are taken again and no other scan has come between.
final class ServerHistory: Sendable {
    let address: ServerAddress
    let spool: Spool?
    let desk = machineName()
    let line = Mutex<(connection: ServerConnection?, session: Int)>((nil, 0))
    let state = Mutex(State())
    /// Makes connections, and sends what was kept.
    let connecting = DispatchQueue(label: "beeline.history.server")
    private let unlocking = DispatchQueue(label: "beeline.history.unlock")
    let patience: Int32

    struct State {
        var phase = Phase.idle
        /// Whether scans are taken without the server.
        var admits = false
        /// The keys of the codes that are being processed.
        var held: [String: Held] = [:]
        /// What was last announced as the reason why there is no server; nil while there is one.
        var announced: ServerFailure?
    }

    enum Phase {
        /// Nothing was asked yet.
        case idle
        case connecting(DispatchGroup)
        case online
        /// A connection is tried again and again.
        case offline(ServerFailure)
    }

    /// Where a key is locked.
    enum Held {
        /// In this session of the server, in which it had so many scans.
        case server(session: Int, count: Int)
        /// On this machine.
        case here
    }

    // MARK: One for each address

    private static let all = Mutex<[String: ServerHistory]>([:])
    private static let announcer = Mutex<(@Sendable (String) -> Void)?>(nil)

    /// The history at an address; nil for the path of a file.
    ///
    /// - Parameters:
    ///   - spool: the path of the file for scans while the server cannot be reached; nil: one of the user. It and `patience` are
    ///     those of the first one to ask for this address.
    ///   - patience: the longest time that a scan waits for the server, in milliseconds.
    @discardableResult
    static func at(_ address: String, spool: String? = nil, patience: Int32 = 950) -> ServerHistory? {
        guard let parsed = ServerAddress(address) else { return nil }
        return all.withLock { all in
            if let known = all[address] { return known }
            let name = "\(Spool.prefix)\(String(MemoryKey(parsed.shown).lock, radix: 36)).db"
            let new = ServerHistory(parsed, spool: (spool ?? userDataPath(name)).map(Spool.init), patience: patience)
            all[address] = new
            return new
        }
    }

    /// Sets what shows sentences about lost and new connections. Default: nothing.
    static func announce(_ tell: @escaping @Sendable (String) -> Void) { announcer.withLock { $0 = tell } }

    private init(_ address: ServerAddress, spool: Spool?, patience: Int32) {
        (self.address, self.spool, self.patience) = (address, spool, patience)
    }

    /// Has scans taken without the server, or no longer.
    func admitOffline(_ admits: Bool) { state.withLock { $0.admits = admits && spool != nil } }

    // MARK: The connection

    /// Does work with the connection. One that was lost is made again, and then the work is done again.
    ///
    /// - Parameter repeating: whether it is. Default: yes.
    func ask<Value>(
        repeating: Bool = true, _ work: (ServerConnection, _ session: Int) throws(ServerFailure) -> Value
    ) throws(ServerFailure) -> Value {
        try ready()
        do throws(ServerFailure) {
            return try line.withLock { line throws(ServerFailure) in
                guard let connection = line.connection else { throw .connectionLost }
                do throws(ServerFailure) {
                    return try work(connection, line.session)
                } catch {
                    if error.endsConnection { line.connection = nil }
                    throw error
                }
            }
        } catch {
            guard error.endsConnection else { throw error }
            begin(after: error)
            guard repeating else { throw error }
            return try ask(repeating: false, work)
        }
    }

    /// Waits for a connection that is being made, for a second at most.
    func ready() throws(ServerFailure) {
        let wait = try state.withLock { state throws(ServerFailure) -> DispatchGroup? in
            switch state.phase {
            case .online: return nil
            case .offline(let failure): throw failure
            case .connecting(let group): return group
            case .idle: return connect(&state)
            }
        }
        guard let wait else { return }
        // The first connection of a program takes longer, and is not a break of the line.
        let limit = Int(patience) * (line.withLock { $0.session == 0 } ? 5 : 1)
        if wait.wait(timeout: .now() + .milliseconds(limit)) == .timedOut {
            fail(ServerFailure(.silent, "it does not answer"))
        }
        try state.withLock { state throws(ServerFailure) in
            if case .offline(let failure) = state.phase { throw failure }
        }
    }

    /// Makes a new connection after a failure. A server that does not answer is not waited for again.
    func begin(after failure: ServerFailure) {
        state.withLock { state in
            if case .online = state.phase { _ = connect(&state) }
        }
        if failure.kind == .silent { fail(failure) }
    }

    private func connect(_ state: inout State) -> DispatchGroup {
        let group = DispatchGroup()
        group.enter()
        state.phase = .connecting(group)
        connecting.async { [self] in keepConnecting(group) }
        return group
    }

    /// Tries until there is a connection.
    private func keepConnecting(_ first: DispatchGroup) {
        var isFirst = true
        while true {
            do throws(ServerFailure) {
                let sent = try connectOnce()
                let failed = state.withLock { state in
                    defer { (state.phase, state.announced) = (.online, nil) }
                    return state.announced
                }
                if failed != nil || sent != nil {
                    tell("\(address.shown): the server can be reached\(sent.map { "; \($0)" } ?? "")")
                }
                if isFirst { first.leave() }
                // What was kept since it was sent.
                sendKept()
                return
            } catch {
                fail(error)
                if isFirst { first.leave() }
                isFirst = false
                // A password that is wrong is not tried each second.
                sleep(error.isOutage ? 1 : 5)
            }
        }
    }

    func fail(_ failure: ServerFailure) {
        let (isNew, admits) = state.withLock { state in
            // It was made just now.
            if case .online = state.phase { return (false, false) }
            defer { (state.phase, state.announced) = (.offline(failure), failure) }
            return (state.announced?.kind != failure.kind, state.admits && failure.isOutage)
        }
        guard isNew else { return }
        let rest = admits ? "scans are kept on this machine and sent later" : "nothing is recorded"
        tell("\(address.error(failure)); \(rest)")
    }

    func tell(_ sentence: String) { Self.announcer.withLock { $0 }?(sentence) }

    /// - Returns: what was sent, as a sentence.
    func connectOnce() throws(ServerFailure) -> String? {
        let connection = try ServerConnection(address, writes: true, limit: patience)
        try check(connection)
        // What does not come to an end here comes to an end there, and a desk that is gone loses its locks there.
        try connection.perform(
            """
            SELECT set_config('statement_timeout', '\(patience - 50)', false), set_config('tcp_keepalives_idle', '3', false),
                set_config('tcp_keepalives_interval', '2', false), set_config('tcp_keepalives_count', '3', false)
            """)
        for (name, sql) in ServerSchema.statements { try connection.prepare(name, sql) }
        let sent = try send(over: connection)
        line.withLock { $0 = (connection, $0.session + 1) }
        return sent
    }

    /// Whether the tables are there in the right form, and the clocks agree.
    private func check(_ connection: ServerConnection) throws(ServerFailure) {
        try connection.useTables()
        var drift = 0
        let asked = Timestamp.milliseconds(Timestamp.clock())
        try connection.perform("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint") { row in
            let here = Timestamp.milliseconds(Timestamp.clock())
            // The server has read its clock between the two times here.
            let there = row.integer(0) ?? here
            drift = there < asked ? asked - there : min(0, here - there)
        }
        guard abs(drift) > 2_000 else { return }
        tell(
            "the clock of this machine is \(abs(drift) / 1_000) s \(drift > 0 ? "ahead of" : "behind") that of "
                + "\(address.shown); set both by NTP, or times in the history and 'today' are wrong by that")
    }

    /// Sends what was kept while there was no server.
    func send(over connection: ServerConnection) throws(ServerFailure) -> String? {
        guard let spool else { return nil }
        var (count, missed) = (0, [Int]())
        do {
            try spool.empty { rows in
                count += rows.count
                try connection.perform("record", [HistoryRow.json(rows, desk: desk)], isPrepared: true) { row in
                    if row.integer(1) ?? 0 > 0 { missed.append(row.integer(0) ?? 0) }
                }
            }
        } catch let error as ServerFailure {
            throw error
        } catch {
            throw ServerFailure(.refused, "what was kept on this machine cannot be sent: \(error)")
        }
        guard count > 0 else { return nil }
        let sent = "\(count) kept \(count == 1 ? "scan was" : "scans were") sent"
        guard !missed.isEmpty else { return sent }
        let numbers = missed.prefix(20).map(String.init).joined(separator: ", ") + (missed.count > 20 ? ", …" : "")
        return "\(sent); of \(missed.count) of them the code was also recorded elsewhere, unknown to this desk: scan "
            + "\(numbers) ('beeline history --doubles' lists them)"
    }
}

// MARK: - What rules ask for

extension ServerHistory {
    /// Earlier scans of a key, without those of a scan that is run again.
    func seen(_ key: MemoryKey, _ first: Int, _ behind: Int, leavingOut scan: String?) throws(SQLiteError) -> Seen? {
        switch state.withLock({ $0.held[key.text] }) {
        case .here?: return nil
        // It is locked, and so not scanned elsewhere. If it was while the connection was lost, it is not recorded.
        case .server(1..., count: 0)?: return .never
        default: break
        }
        return try answer { connection throws(ServerFailure) in
            var seen = Seen.never
            try connection.perform("seen", [key.text, "\(first)", "\(behind)", scan], isPrepared: true) { row in
                func moment(_ column: Int) -> LocalMoment? {
                    row.integer(column).map { Timestamp.localMoment(seconds: $0 / 1_000) }
                }
                seen = Seen(
                    count: row.integer(0) ?? 0, today: row.integer(1) ?? 0, first: moment(2), last: moment(3),
                    source: row.text(4))
            }
            return seen
        }
    }

    /// The values of a source as they are written. None while there is no server, where scans are taken without it.
    func session(of source: String, at now: String) throws(SQLiteError) -> [String: String] {
        try answer { connection throws(ServerFailure) in
            var values: [String: String] = [:]
            try connection.perform("session", [source, now], isPrepared: true) { row in
                if let name = row.text(0) { values[name] = row.text(1) }
            }
            return values
        } ?? [:]
    }

    /// Nil while there is no server, where scans are taken without it.
    private func answer<Value>(
        _ work: (ServerConnection) throws(ServerFailure) -> Value
    ) throws(SQLiteError) -> Value? {
        do throws(ServerFailure) {
            return try ask { connection, _ throws(ServerFailure) in try work(connection) }
        } catch {
            guard admits(after: error) else { throw address.error(error) }
            return nil
        }
    }

    /// Whether a scan is taken without the server.
    func admits(after failure: ServerFailure) -> Bool { failure.isOutage && state.withLock { $0.admits } }

    var isOnline: Bool { state.withLock { if case .online = $0.phase { true } else { false } } }
}

// MARK: - Locks

extension ServerHistory {
    /// Does work while holding the locks of keys: those of the server, or those of this machine while there is none.
    func with<Value: Sendable>(
        _ keys: [MemoryKey], patience: Duration, _ work: () async -> Value
    ) async throws(KeyLockError) -> Value {
        let texts = Set(keys.map(\.text)).sorted()
        let locks = Set(keys.map(\.lock)).sorted()
        let isHere = try await enter(texts, locks, until: .now + patience)
        defer { leave(texts, locks) }
        guard isHere, let spool else { return await work() }
        return try await FileKeyLocks(history: spool.path, patience: patience).with(keys, work)
    }

    /// - Returns: whether the locks are those of this machine.
    func enter(
        _ texts: [String], _ locks: [Int64], until end: ContinuousClock.Instant
    ) async throws(KeyLockError) -> Bool {
        var pause = Duration.milliseconds(1)
        while true {
            // The server would give a lock to its holder again.
            let isFree = state.withLock { state in
                guard !texts.contains(where: { state.held[$0] != nil }) else { return false }
                for text in texts { state.held[text] = .server(session: 0, count: 0) }
                return true
            }
            if isFree {
                do throws(ServerFailure) {
                    if try lock(texts, locks) { return false }
                    state.withLock { state in for text in texts { state.held[text] = nil } }
                } catch {
                    let admits = admits(after: error)
                    state.withLock { state in for text in texts { state.held[text] = admits ? .here : nil } }
                    guard admits else { throw .server("\(address.error(error))") }
                    return true
                }
            }
            guard .now < end else { throw .busy }
            guard (try? await Task.sleep(for: pause)) != nil else { throw .cancelled }
            pause = min(pause * 2, .milliseconds(16))
        }
    }

    /// Takes the locks of keys on the server. Returns false where another desk has one.
    ///
    /// - Parameter check: whether it is right that a key has so many scans. Default: any number is.
    func lock(
        _ texts: [String], _ locks: [Int64], _ check: (String, Int) -> Bool = { _, _ in true }
    ) throws(ServerFailure) -> Bool {
        let counts = try ask { connection, session throws(ServerFailure) -> (session: Int, counts: [Int])? in
            var counts: String?
            try connection.perform("enter", [serverArray(locks), serverArray(texts)], isPrepared: true) {
                counts = $0.text(0)
            }
            return counts.map { (session, $0.dropFirst().dropLast().split(separator: ",").compactMap { Int($0) }) }
        }
        guard let counts, counts.counts.count == texts.count else { return false }
        guard zip(texts, counts.counts).allSatisfy(check) else {
            throw ServerFailure(.refused, "another desk has taken this code meanwhile; scan it again")
        }
        state.withLock { state in
            for (text, count) in zip(texts, counts.counts) {
                state.held[text] = .server(session: counts.session, count: count)
            }
        }
        return true
    }

    func leave(_ texts: [String], _ locks: [Int64]) {
        let sessions = state.withLock { state in
            texts.compactMap {
                if case .server(let session, _)? = state.held.removeValue(forKey: $0) { session } else { nil }
            }
        }
        guard let session = sessions.max() else { return }
        // The result of the code does not wait for this.
        unlocking.async { [self] in
            line.withLock { line in
                // With a session, its locks are gone.
                guard line.session == session, let connection = line.connection else { return }
                do throws(ServerFailure) {
                    try connection.perform("leave", [serverArray(locks)], isPrepared: true)
                } catch {
                    line.connection = nil
                }
            }
        }
    }
}
