internal import BeelineSupport
internal import CLinux
internal import Glibc

/// Non-blocking TCP sockets.
enum TCPSocket {
    /// How long an address may take to answer before the next one is tried.
    private static let patience = Duration.seconds(5)

    /// Connects to the first address of a host that answers; nil when stopped. Name resolution may take longer.
    static func connect(to place: HostAndPort, for output: SourceOutput) throws(SourceError) -> Descriptor? {
        var problem = "\(place.host) has no address"
        for address in try addresses(of: place, flags: AI_ADDRCONFIG) {
            guard let socket = address.socket() else { throw .lost(text(errno)) }
            let code = address.withPointer { Glibc.connect(socket.number, $0, $1) == 0 ? 0 : errno }
            if code == 0 { return keptAlive(socket) }
            guard code == EINPROGRESS else {
                problem = text(code)
                continue
            }
            let deadline = ContinuousClock.now + patience
            var awaited = [Awaited.writing(socket.number), .reading(output.stopSignal.descriptor.number)]
            repeat { wait(for: &awaited, until: deadline) } while !awaited.contains(where: \.isReady) && .now < deadline
            if output.isStopped { return nil }
            guard awaited[0].isReady else {
                problem = text(ETIMEDOUT)
                continue
            }
            var error: Int32 = 0
            var length = socklen_t(MemoryLayout<Int32>.size)
            getsockopt(socket.number, SOL_SOCKET, SO_ERROR, &error, &length)
            if error == 0 { return keptAlive(socket) }
            problem = text(error)
        }
        throw .lost("no connection to \(place): \(problem)")
    }

    /// Waits for connections at an address of this machine.
    static func listen(at place: HostAndPort) throws(SourceError) -> Descriptor {
        var problem: Int32 = EADDRNOTAVAIL
        // Without a host, listen on the loopback address.
        let own = HostAndPort(host: place.host.isEmpty ? "127.0.0.1" : place.host, port: place.port)
        for address in try addresses(of: own, flags: 0) {
            guard let socket = address.socket() else { throw .lost(text(errno)) }
            // Else the port could not be used for a minute after this program has ended.
            socket.set(SOL_SOCKET, SO_REUSEADDR, 1)
            problem = address.listen(with: socket)
            if problem == 0 { return socket }
        }
        switch problem {
        case EACCES: throw .unusable("\(place): \(text(problem)); use a port from 1024")
        case EADDRINUSE: throw .lost("\(place): another program listens there")
        default: throw .lost("\(place): \(text(problem))")
        }
    }

    /// Accepts a waiting connection; nil where there is none any more. An error with its reason where there are no more
    /// descriptors, or no memory.
    static func accept(from listener: borrowing Descriptor) throws(SourceError) -> Descriptor? {
        let number = beeline_accept(listener.number)
        if number >= 0 { return keptAlive(Descriptor(taking: number)) }
        switch -number {
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: throw .lost(text(-number))
        // Other errors concern only the connection, such as its end (accept(2)).
        default: return nil
        }
    }

    /// Turns on keep-alive: a scanner that lost its power does not close its connection.
    private static func keptAlive(_ socket: consuming Descriptor) -> Descriptor {
        socket.set(SOL_SOCKET, SO_KEEPALIVE, 1)
        socket.set(Int32(IPPROTO_TCP), TCP_KEEPIDLE, 30)
        socket.set(Int32(IPPROTO_TCP), TCP_KEEPINTVL, 10)
        socket.set(Int32(IPPROTO_TCP), TCP_KEEPCNT, 3)
        return socket
    }

    static func text(_ code: Int32) -> String { String(cString: strerror(code)) }

    /// - Parameter flags: those of `getaddrinfo`.
    private static func addresses(of place: HostAndPort, flags: Int32) throws(SourceError) -> [SocketAddress] {
        do throws(SocketAddress.Unknown) {
            return try SocketAddress.all(of: place.host, port: place.port ?? 0, flags: flags)
        } catch {
            throw .lost("\(place.host): \(error.reason)")
        }
    }
}
