internal import BeelineSupport
internal import Dispatch
internal import Glibc
internal import Synchronization

/// The connections of a server.
///
/// A client that opens connections and sends almost nothing (slow loris) would keep others out. So when there is no
/// room for another connection, the one that has waited longest for a head is closed, and no wait is unlimited.
/// Connections with a request in a handler stay.
///
/// The socket of a connection is open as long as the connection is in the table. The connection leaves the table first,
/// so that no descriptor is used here that already belongs to another connection.
final class ConnectionTable: Sendable {
    let load: ServerLoad
    private let state = Mutex(State())
    private let emptied = DispatchSemaphore(value: 0)
    /// Wakes the watcher after the first connection, and to end it.
    private let news: WakeUp

    private struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        /// The connections of each origin that were not shut down.
        var counts: [ConnectionOrigin: Int] = [:]
        var total = 0
        var isWatched = true

        mutating func discount(_ origin: ConnectionOrigin) {
            total -= 1
            let left = (counts[origin] ?? 1) - 1
            counts[origin] = left > 0 ? left : nil
        }
    }

    init(limits: HTTPLimits) throws(ServerStartError) {
        load = ServerLoad(limits)
        do throws(ProgramError) {
            news = try WakeUp(for: "HTTP server")
        } catch {
            throw .system(place: "the server", reason: error.description)
        }
    }

    /// The number of connections that were not shut down.
    var count: Int { state.withLock { $0.total } }

    private var limits: HTTPLimits { load.limits }
    private var isStopping: Bool { load.isStopping }

    /// Whether a further connection is accepted; another one may be closed for it.
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

    /// Stops counting the connections that `ends` has shut down, for which it returns true.
    private func shutDown(_ ends: (Connection) -> Bool) {
        state.withLock { state in
            for connection in state.connections.values where ends(connection) { state.discount(connection.origin) }
        }
    }

    /// Shuts down connections whose time is over, until `endWatch`. Runs on a thread of its own.
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

    /// Accepts no more requests, and ends idle connections and streams.
    func beginStop() {
        load.beginStopping()
        shutDown { connection in connection.shutDown { $0.isIdle } }
        cancelStreams { _ in true }
    }

    /// Waits until no connection is left. Returns whether none was left in time.
    func waitUntilEmpty(_ duration: Duration) -> Bool {
        let deadline = DispatchTime.now() + .milliseconds(Int(duration / .milliseconds(1)))
        while !state.withLock(\.connections.isEmpty) {
            guard emptied.wait(timeout: deadline) == .success else { return false }
        }
        return true
    }

    func shutDownAll() {
        shutDown { connection in connection.shutDown { _ in true } }
        cancelStreams { _ in true }
    }

    /// Outside of every lock, because the streams are code of others.
    private func cancelStreams(where isMeant: (Connection) -> Bool) {
        let connections = state.withLock { state in state.connections.values.filter(isMeant) }
        for connection in connections { connection.stream?.cancel() }
    }
}
