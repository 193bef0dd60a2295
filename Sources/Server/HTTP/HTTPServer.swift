internal import BeelineSupport
internal import CMicroHTTP
internal import Dispatch
internal import Glibc
internal import Synchronization

/// Answers HTTP/1.1 at some places, by a handler.
///
///     let server = try HTTPServer(listeners: Listener.loopback(port: 8377), handler: application)
///     try server.start()
///     …
///     server.stop()
///
/// Each connection has a thread, which its handler may block. An invalid request never reaches the handler, see
/// `RequestGuard`; the share of one client is limited, see `HTTPLimits`.
package final class HTTPServer: Sendable {
    private let listeners: [Listener]
    private let limits: HTTPLimits
    private let handler: any RequestHandler
    private let state = Mutex(State())

    private struct State: ~Copyable {
        var table: ConnectionTable?
        var running: [Running] = []
    }

    /// A listening socket and the library at it.
    private struct Running: Sendable {
        let socket: SocketBox
        let server: OpaqueServer
        let listener: Listener
    }

    package init(listeners: [Listener], limits: HTTPLimits = HTTPLimits(), handler: any RequestHandler) {
        (self.listeners, self.limits, self.handler) = (listeners, limits, handler)
    }

    /// Where the server listens.
    package struct Place: Hashable, Sendable {
        /// `127.0.0.1:8377`, `unix:/run/x.sock`.
        package var name: String
        /// As the system has chosen it where it was to choose; nil for a socket in the file system.
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

    /// How many connections are open.
    package var connections: Int { state.withLock { $0.table?.count ?? 0 } }

    /// Begins to listen, at all places or none. To be called once.
    package func start() throws(ServerStartError) {
        if let problem = beeline_httpd_load() { throw .noLibrary(String(cString: problem)) }
        if let problem = TLSIdentity.libraryProblem { throw .identity(.noLibrary(problem)) }
        let table: ConnectionTable
        do throws(ProgramError) {
            table = try ConnectionTable(limits: limits)
        } catch {
            throw .system(place: "the server", reason: error.description)
        }
        var sockets: [(Listener, SocketBox)] = []
        for listener in listeners {
            do throws(ServerStartError) {
                sockets.append((listener, SocketBox(try ListeningSocket(listener))))
            } catch {
                if case .notOurs = error, listener.isOptional { continue }
                for (_, socket) in sockets { socket.end() }
                throw error
            }
        }
        guard !sockets.isEmpty else { throw .noLoopback }
        var running: [Running] = []
        for (listener, socket) in sockets {
            do throws(ServerStartError) {
                running.append(
                    Running(socket: socket, server: try startLibrary(listener, socket, table), listener: listener))
            } catch {
                for other in running { other.server.end() }
                for (_, socket) in sockets { socket.end() }
                throw error
            }
        }
        detach { table.watch() }
        state.withLock { state in
            state.table = table
            state.running = running
        }
    }

    private func startLibrary(
        _ listener: Listener, _ socket: SocketBox, _ table: ConnectionTable
    ) throws(ServerStartError) -> OpaqueServer {
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
        return OpaqueServer(server, service)
    }

    /// Stops. Requests that were accepted are answered, as far as that takes no longer than `HTTPLimits.stopTime`;
    /// streams end, and connections that wait for a request.
    ///
    /// - Returns: whether all were answered in time. Where not, threads of handlers continue by themselves.
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
            one.server.quiesce()
            one.socket.refuse()
        }
        table.beginStop()
        let isDone = table.waitUntilEmpty(limits.stopTime * 0.9)
        table.shutDownAll()
        // The library waits for the threads of connections, and a handler may be at one of them for ever.
        let ended = DispatchSemaphore(value: 0)
        detach {
            for one in running {
                one.server.end()
                one.socket.end()
            }
            ended.signal()
        }
        let left = max(deadline - .now, .milliseconds(100))
        let hasEnded = ended.wait(timeout: .now() + .milliseconds(Int(left / .milliseconds(1)))) == .success
        table.endWatch()
        return isDone && hasEnded
    }
}

/// Runs work on a thread of its own, which may be blocked for long.
private func detach(_ work: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "beeline.http").async(execute: work)
}

/// A server of the library. Its functions may be called from any thread; `end` once, as the last one.
private struct OpaqueServer: Sendable {
    /// The library locks what several threads use of it.
    private nonisolated(unsafe) let server: OpaquePointer
    /// Lent to the library for as long as it runs.
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

/// A listening socket that several threads know of.
private final class SocketBox: Sendable {
    let descriptor: Int32
    let name: String
    let port: UInt16?
    /// Nil when it is closed.
    private let socket: Mutex<ListeningSocket?>

    init(_ socket: consuming ListeningSocket) {
        (descriptor, name, port) = (socket.descriptor, socket.name, socket.port)
        self.socket = Mutex(socket)
    }

    func refuse() { socket.withLock { $0?.refuse() } }

    func end() { socket.withLock { $0.take()?.end() } }
}
