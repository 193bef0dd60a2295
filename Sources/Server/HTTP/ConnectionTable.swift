internal import BeelineSupport
internal import Dispatch
internal import Glibc
internal import Synchronization

/// All connections of a server, and what they wait for.
///
/// A client that opens connections and sends next to nothing (slow loris) would keep all others out. So the one that
/// has waited longest for the head of a request has to go when there is no room for another, and none may wait for
/// ever. Connections on which a request is at work stay.
///
/// The socket of a connection is open for as long as the connection is in the table: that it leaves it first is what
/// keeps a number from being used here that belongs to another connection already.
final class ConnectionTable: Sendable {
    let load: ServerLoad
    private let state = Mutex(State())
    private let emptied = DispatchSemaphore(value: 0)
    /// Wakes the watcher: there is a first connection, or nothing to do any more.
    private let news: WakeUp

    private struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        /// Of those that were not shut down.
        var counts: [ConnectionOrigin: Int] = [:]
        var total = 0
        var isWatched = true

        mutating func discount(_ origin: ConnectionOrigin) {
            total -= 1
            let left = (counts[origin] ?? 1) - 1
            counts[origin] = left > 0 ? left : nil
        }
    }

    init(limits: HTTPLimits) throws(ProgramError) {
        load = ServerLoad(limits)
        news = try WakeUp(for: "HTTP server")
    }

    /// How many connections there are that were not shut down.
    var count: Int { state.withLock { $0.total } }

    private var limits: HTTPLimits { load.limits }
    private var isStopping: Bool { load.isStopping }

    /// Whether one more connection is taken; another one may have to go for it.
    func admits(_ origin: ConnectionOrigin) -> Bool {
        guard !isStopping else { return false }
        return state.withLock { state in
            if let limit = origin.limit(limits), state.counts[origin, default: 0] >= limit,
                !evict(&state, where: { $0 == origin })
            {
                return false
            }
            // Others must not keep out those who sit at this machine.
            let isOfNetwork = origin.isOfNetwork
            let places = isOfNetwork ? limits.connections - limits.connections / 8 : limits.connections
            return state.total < places || evict(&state, where: { !isOfNetwork || $0.isOfNetwork })
        }
    }

    /// Shuts down the connection that has waited longest for a request.
    private func evict(_ state: inout State, where isMeant: (ConnectionOrigin) -> Bool) -> Bool {
        while true {
            var longest: (connection: Connection, since: ContinuousClock.Instant)?
            for connection in state.connections.values where isMeant(connection.origin) {
                guard let since = connection.waitingSince else { continue }
                if let found = longest, found.since <= since { continue }
                longest = (connection, since)
            }
            guard let (connection, since) = longest else { return false }
            // In the meantime a request may have come.
            if connection.shutDown(ifWaitingSince: since) {
                state.discount(connection.origin)
                return true
            }
        }
    }

    func add(_ connection: Connection) {
        let isFirst = state.withLock { state in
            state.connections[ObjectIdentifier(connection)] = connection
            state.total += 1
            state.counts[connection.origin, default: 0] += 1
            return state.connections.count == 1
        }
        if isFirst { news() }
        if isStopping { shutDown { connection in connection.shutDown { $0.isIdle } } }
    }

    @Sendable func remove(_ connection: Connection) {
        let isEmpty = state.withLock { state in
            guard state.connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return false }
            if !connection.isShutDown { state.discount(connection.origin) }
            return state.connections.isEmpty
        }
        if isEmpty, isStopping { emptied.signal() }
    }

    /// Shuts down those that `ends` has shut down, for which it returns true.
    private func shutDown(_ ends: (Connection) -> Bool) {
        state.withLock { state in
            for connection in state.connections.values where ends(connection) { state.discount(connection.origin) }
        }
    }

    // MARK: - Time

    /// Shuts down connections whose time is over, until `endWatch`. On a thread of its own.
    func watch() {
        let tick = Int32((limits.tick / .milliseconds(1)).rounded())
        while true {
            let (isWatched, isEmpty) = state.withLock { ($0.isWatched, $0.connections.isEmpty) }
            guard isWatched else { return }
            var wait = pollfd(fd: news.descriptor.number, events: Int16(POLLIN), revents: 0)
            if poll(&wait, 1, isEmpty ? -1 : tick) > 0 { news.reset() }
            let now = ContinuousClock.now
            shutDown { connection in connection.shutDown { $0.isOver(now, limits, connection.descriptor) } }
            cancelStreams { $0.isShutDown }
        }
    }

    func endWatch() {
        state.withLock { $0.isWatched = false }
        news()
    }

    // MARK: - Stop

    /// No request is taken any more: connections without one end, and streams.
    func beginStop() {
        load.beginStopping()
        shutDown { connection in connection.shutDown { $0.isIdle } }
        cancelStreams { _ in true }
    }

    /// Waits until no connection is left.
    ///
    /// - Returns: whether that came about in time.
    func waitUntilEmpty(_ duration: Duration) -> Bool {
        let deadline = DispatchTime.now() + .milliseconds(Int(duration / .milliseconds(1)))
        while !state.withLock(\.connections.isEmpty) {
            guard emptied.wait(timeout: deadline) == .success else { return false }
        }
        return true
    }

    /// Shuts down all that are left.
    func shutDownAll() {
        shutDown { connection in connection.shutDown { _ in true } }
        cancelStreams { _ in true }
    }

    /// Outside of every lock: what a stream does then is not known here.
    private func cancelStreams(where isMeant: (Connection) -> Bool) {
        let connections = state.withLock { state in state.connections.values.filter(isMeant) }
        for connection in connections { connection.stream?.cancel() }
    }
}
