internal import BeelineSupport
internal import CMicroHTTP
internal import Dispatch
internal import Glibc
internal import Synchronization

/// An HTTP/1.1 server.
///
///     let server = HTTPServer(listeners: Listener.loopback(port: 8377))
///     print(try server.listen())
///     try server.start(application)
///     …
///     server.stop()
///
/// Each connection has a thread, which its handler may block. An invalid request never reaches the handler, see
/// `RequestGuard`; the share of one client is limited, see `HTTPLimits`.
package final class HTTPServer: Sendable {
    private let listeners: [Listener]
    private let limits: HTTPLimits
    private let state = Mutex(State())

    private struct State {
        var table: ConnectionTable?
        var running: [Running] = []
    }

    /// A listening socket and the library's server at it.
    private struct Running: Sendable {
        let listener: Listener
        let socket: SharedSocket
        var server: LibraryServer?

        func end() {
            server?.end()
            socket.end()
        }
    }

    package init(listeners: [Listener], limits: HTTPLimits = HTTPLimits()) {
        (self.listeners, self.limits) = (listeners, limits)
    }

    package struct Place: Hashable, Sendable {
        /// The address: `127.0.0.1:8377`, `unix:/run/x.sock`.
        package var name: String
        /// The port, also when the system has chosen it; nil for a socket in the file system.
        package var port: UInt16?
        package var isLocal: Bool
        package var isEncrypted: Bool
    }

    /// Where it listens; empty while it does not.
    package var places: [Place] {
        state.withLock { state in
            state.running.map { running in
                Place(
                    name: running.socket.name, port: running.socket.port, isLocal: running.listener.isLocal,
                    isEncrypted: running.listener.identity != nil)
            }
        }
    }

    package var connections: Int { state.withLock { $0.table?.count ?? 0 } }

    /// Opens the sockets, all or none. Connections wait until `start`.
    @discardableResult
    package func listen() throws(ServerStartError) -> [Place] {
        if let problem = beeline_httpd_load() { throw .noLibrary(String(cString: problem)) }
        if let problem = TLSIdentity.libraryProblem { throw .identity(.noLibrary(problem)) }
        var running: [Running] = []
        for listener in listeners {
            do throws(ServerStartError) {
                running.append(Running(listener: listener, socket: SharedSocket(try ListeningSocket(listener))))
            } catch {
                if case .notOurs = error, listener.isOptional { continue }
                for other in running { other.end() }
                throw error
            }
        }
        guard !running.isEmpty else { throw .noLoopback }
        state.withLock { $0.running = running }
        return places
    }

    /// Starts to answer requests. To be called once, after `listen`.
    package func start(_ handler: any RequestHandler) throws(ServerStartError) {
        var running = state.withLock(\.running)
        let table: ConnectionTable
        do throws(ServerStartError) {
            table = try ConnectionTable(limits: limits)
            for index in running.indices { running[index].server = try server(at: running[index], table, handler) }
        } catch {
            for one in running { one.end() }
            state.withLock { $0.running = [] }
            throw error
        }
        detach { table.watch() }
        state.withLock { ($0.table, $0.running) = (table, running) }
    }

    private func server(
        at running: Running, _ table: ConnectionTable, _ handler: any RequestHandler
    ) throws(ServerStartError) -> LibraryServer {
        let (listener, socket) = (running.listener, running.socket)
        let service = Unmanaged.passRetained(
            ListenerService(
                table: table, handler: handler, isLocal: listener.isLocal, isEncrypted: listener.identity != nil))
        // Those that were shut down leave some time after others took their places.
        let own = beeline_httpd_limits(
            connections: UInt32(clamping: 2 * limits.connections + 256), memory: HTTPLimits.memory,
            stack: HTTPLimits.stack)
        let server = beeline_httpd_start(
            socket.descriptor, ListenerService.calls(to: service), own, listener.identity?.certificate,
            listener.identity?.key)
        guard let server else {
            let code = errno
            service.release()
            throw .system(
                place: socket.name,
                reason: code == 0 ? "libmicrohttpd does not start" : String(cString: strerror(code)))
        }
        return LibraryServer(server, service)
    }

    /// Stops the server. Accepted requests are answered within `HTTPLimits.stopTime`; streams and idle connections end.
    /// Returns whether all were answered in time. If not, threads of handlers continue.
    @discardableResult
    package func stop() -> Bool {
        let taken: (ConnectionTable, [Running])? = state.withLock { state in
            guard let table = state.table else { return nil }
            defer { (state.table, state.running) = (nil, []) }
            return (table, state.running)
        }
        guard let (table, running) = taken else { return true }
        let deadline = ContinuousClock.now + limits.stopTime
        for one in running {
            one.server?.quiesce()
            one.socket.refuse()
        }
        table.beginStop()
        let isDone = table.waitUntilEmpty(limits.stopTime * 0.9)
        table.shutDownAll()
        // The library waits for the threads of connections, and a handler may be at one of them for ever.
        let ended = DispatchSemaphore(value: 0)
        detach {
            for one in running { one.end() }
            ended.signal()
        }
        let left = max(deadline - .now, .milliseconds(100))
        let hasEnded = ended.wait(timeout: .now() + .milliseconds(Int(left / .milliseconds(1)))) == .success
        table.endWatch()
        return isDone && hasEnded
    }
}

/// Runs work on a thread of its own, so that it may block.
private func detach(_ work: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "beeline.http").async(execute: work)
}

/// A running server of libmicrohttpd. Its functions may be called from any thread, `end` once, as the last one.
private struct LibraryServer: Sendable {
    /// Thread-safe: the library has locks.
    private nonisolated(unsafe) let server: OpaquePointer
    /// Retained as long as the library runs.
    private let service: Unmanaged<ListenerService>

    init(_ server: OpaquePointer, _ service: Unmanaged<ListenerService>) {
        (self.server, self.service) = (server, service)
    }

    func quiesce() { beeline_httpd_quiesce(server) }

    func end() {
        beeline_httpd_end(server)
        service.release()
    }
}

/// A listening socket for several threads.
private final class SharedSocket: Sendable {
    let descriptor: Int32
    let name: String
    let port: UInt16?
    /// Nil after `end`.
    private let socket: Mutex<ListeningSocket?>

    init(_ socket: consuming ListeningSocket) {
        (descriptor, name, port) = (socket.descriptor, socket.name, socket.port)
        self.socket = Mutex(socket)
    }

    func refuse() { socket.withLock { $0?.refuse() } }

    func end() { socket.withLock { $0.take()?.end() } }
}
