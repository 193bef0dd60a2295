internal import BeelineSupport
internal import CLinux
internal import Glibc

/// Sockets of TCP, which never block.
enum TCPSocket {
    /// How long an address may take to answer before the next one is tried.
    private static let patience = Duration.seconds(5)

    /// Connects to a host, to the first of its addresses that answers. Name servers may take longer.
    ///
    /// - Returns: nil when the source was stopped.
    /// - Throws: `SourceError.lost`.
    static func connect(to place: HostAndPort, for output: SourceOutput) throws(SourceError) -> Descriptor? {
        var problem = "\(place.host) has no address"
        for address in try Address.all(of: place, isOwn: false) {
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
    ///
    /// - Throws: `SourceError`.
    static func listen(at place: HostAndPort) throws(SourceError) -> Descriptor {
        var problem: Int32 = EADDRNOTAVAIL
        for address in try Address.all(of: place, isOwn: true) {
            guard let socket = address.socket() else { throw .lost(text(errno)) }
            var yes: Int32 = 1
            // Else the port could not be used for a minute after this program has ended.
            setsockopt(socket.number, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
            if address.withPointer({ bind(socket.number, $0, $1) }) == 0, Glibc.listen(socket.number, SOMAXCONN) == 0 {
                return socket
            }
            problem = errno
        }
        switch problem {
        case EACCES: throw .unusable("\(place): \(text(problem)); use a port from 1024")
        case EADDRINUSE: throw .lost("\(place): another program listens there")
        default: throw .lost("\(place): \(text(problem))")
        }
    }

    /// The port of a socket that listens.
    static func port(of socket: borrowing Descriptor) -> UInt16? {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let code = withUnsafeMutableBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { getsockname(socket.number, $0.baseAddress, &length) }
        }
        guard code == 0 else { return nil }
        // The port is behind the family, whether IPv4 or IPv6.
        return withUnsafeBytes(of: &address) { UInt16(bigEndian: $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self)) }
    }

    /// The address of the other side of a connection, without its port; empty where it has gone.
    static func peer(of socket: borrowing Descriptor) -> String {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutableBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { address in
                guard let start = address.baseAddress, getpeername(socket.number, start, &length) == 0 else {
                    return ""
                }
                var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
                guard getnameinfo(start, length, &host, socklen_t(host.count), nil, 0, NI_NUMERICHOST) == 0 else {
                    return ""
                }
                return String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            }
        }
    }

    /// Takes a connection that waits.
    ///
    /// - Returns: nil where there is none any more.
    /// - Throws: where there are no more descriptors, or no memory; with the reason.
    static func accept(from listener: borrowing Descriptor) throws(SourceError) -> Descriptor? {
        let number = beeline_accept(listener.number)
        if number >= 0 { return keptAlive(Descriptor(taking: number)) }
        switch -number {
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: throw .lost(text(-number))
        // What else there is has happened to the connection, such as its end (accept(2)).
        default: return nil
        }
    }

    /// The system asks sometimes whether the other side is still there: a scanner that lost its power says no farewell.
    private static func keptAlive(_ socket: consuming Descriptor) -> Descriptor {
        let number = socket.number
        func set(_ level: Int32, _ option: Int32, _ value: Int32) {
            var value = value
            setsockopt(number, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
        }
        set(SOL_SOCKET, SO_KEEPALIVE, 1)
        set(Int32(IPPROTO_TCP), TCP_KEEPIDLE, 30)
        set(Int32(IPPROTO_TCP), TCP_KEEPINTVL, 10)
        set(Int32(IPPROTO_TCP), TCP_KEEPCNT, 3)
        return socket
    }

    static func text(_ code: Int32) -> String { String(cString: strerror(code)) }

    /// An address of a host, as the system has it.
    private struct Address {
        let family: Int32
        /// The bytes of a `sockaddr` of that family.
        let bytes: [UInt8]

        /// All addresses of a host.
        ///
        /// - Parameter isOwn: whether they are to be listened at. Then no host means the loopback.
        static func all(of place: HostAndPort, isOwn: Bool) throws(SourceError) -> [Address] {
            var hints = addrinfo()
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
            hints.ai_flags = isOwn ? 0 : AI_ADDRCONFIG
            var first: UnsafeMutablePointer<addrinfo>?
            let host = place.host.isEmpty ? "127.0.0.1" : place.host
            let code = getaddrinfo(host, String(place.port ?? 0), &hints, &first)
            guard code == 0 else { throw .lost("\(place.host): \(String(cString: gai_strerror(code)))") }
            defer { freeaddrinfo(first) }
            var addresses: [Address] = []
            var next = first
            while let entry = next?.pointee {
                let bytes = UnsafeRawBufferPointer(start: entry.ai_addr, count: Int(entry.ai_addrlen))
                addresses.append(Address(family: entry.ai_family, bytes: Array(bytes)))
                next = entry.ai_next
            }
            return addresses
        }

        /// A socket for it; nil, and `errno`, where there is none.
        func socket() -> Descriptor? {
            let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
            let number = Glibc.socket(family, type, 0)
            return number < 0 ? nil : Descriptor(taking: number)
        }

        func withPointer<Result>(_ body: (UnsafePointer<sockaddr>?, socklen_t) -> Result) -> Result {
            bytes.withUnsafeBytes { bytes in
                bytes.withMemoryRebound(to: sockaddr.self) { body($0.baseAddress, socklen_t(bytes.count)) }
            }
        }
    }
}
