internal import Glibc

/// A socket at which a server listens, which closes itself.
struct ListeningSocket: ~Copyable {
    let descriptor: Int32
    /// Where it listens indeed: with the port that the system has chosen.
    let name: String
    let port: UInt16?
    private let isInherited: Bool
    /// Of a socket in the file system: its path and which file that is.
    private let file: (path: String, device: dev_t, number: ino_t)?

    private init(
        _ descriptor: Int32, name: String, port: UInt16? = nil, isInherited: Bool = false,
        file: (path: String, device: dev_t, number: ino_t)? = nil
    ) {
        Self.doNotBlock(descriptor)
        (self.descriptor, self.name, self.port) = (descriptor, name, port)
        (self.isInherited, self.file) = (isInherited, file)
    }

    init(_ listener: Listener) throws(ServerStartError) {
        switch listener.place {
        case .tcp(let address, let port): self = try Self.tcp(address, port)
        case .unix(let path): self = try Self.unix(path)
        case .inherited(let descriptor):
            self.init(
                descriptor, name: listener.name, port: Self.address(of: descriptor)?.port, isInherited: true)
        }
    }

    deinit { close(descriptor) }

    /// Connections that wait and that come are refused. Of a socket that belongs to a service manager they wait on, for
    /// the next program.
    consuming func end() {
        if !isInherited { shutdown(descriptor, Int32(SHUT_RDWR)) }
        if let file {
            var status = stat()
            // Another server may have put its own there.
            if lstat(file.path, &status) == 0, status.st_dev == file.device, status.st_ino == file.number {
                unlink(file.path)
            }
        }
    }

    /// Refuses connections, while the socket itself stays open.
    func refuse() {
        if !isInherited { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    // MARK: - TCP

    private static func tcp(_ address: String, _ port: UInt16) throws(ServerStartError) -> ListeningSocket {
        let place = Listener.name(address, port)
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(address, String(port), &hints, &first)
        guard code == 0, let info = first else {
            throw .system(place: place, reason: String(cString: gai_strerror(code)))
        }
        defer { freeaddrinfo(info) }
        let descriptor = Glibc.socket(
            info.pointee.ai_family, Int32(SOCK_STREAM.rawValue) | Self.closeOnExec, info.pointee.ai_protocol)
        guard descriptor >= 0 else { throw Self.error(place, errno) }
        Self.set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        // Its connections inherit that. A telephone that left the network says nothing, and would be taken to be there
        // for a quarter of an hour.
        Self.set(descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, Self.unheard)
        // All addresses of IPv6 stand for those of IPv4 too, as people expect it.
        if info.pointee.ai_family == AF_INET6 {
            Self.set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, address == "::" ? 0 : 1)
        }
        guard bind(descriptor, info.pointee.ai_addr, info.pointee.ai_addrlen) == 0,
            listen(descriptor, Self.backlog) == 0
        else {
            let code = errno
            close(descriptor)
            throw Self.error(place, code)
        }
        let chosen = Self.address(of: descriptor)?.port ?? port
        return ListeningSocket(descriptor, name: Listener.name(address, chosen), port: chosen)
    }

    /// How many connections may wait to be taken.
    private static let backlog: Int32 = 1024

    /// For how long what was sent may stay without an answer of the other machine, in milliseconds.
    private static let unheard: Int32 = 60_000

    // MARK: - File system

    private static func unix(_ path: String) throws(ServerStartError) -> ListeningSocket {
        let place = "unix:\(path)"
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard path.utf8.count < room else { throw .pathTooLong(path) }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        try Self.removeStale(path, address)
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Self.closeOnExec, 0)
        guard descriptor >= 0 else { throw Self.error(place, errno) }
        var status = stat()
        // No client can connect before it listens, so the mode is right by then.
        guard Self.with(address, { bind(descriptor, $0, $1) }) == 0, chmod(path, 0o660) == 0,
            listen(descriptor, Self.backlog) == 0, lstat(path, &status) == 0
        else {
            let code = errno
            close(descriptor)
            throw code == ENOENT || code == ENOTDIR ? .noFolder(path: path) : Self.error(place, code)
        }
        return ListeningSocket(descriptor, name: place, file: (path, status.st_dev, status.st_ino))
    }

    /// Removes a socket that a program has left behind, at which no program listens.
    private static func removeStale(_ path: String, _ address: sockaddr_un) throws(ServerStartError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .taken(path: path) }
        let probe = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | closeOnExec, 0)
        guard probe >= 0 else { throw error("unix:\(path)", errno) }
        defer { close(probe) }
        // A server that has no room for one more must not make this one wait.
        doNotBlock(probe)
        guard with(address, { connect(probe, $0, $1) }) != 0, errno == ECONNREFUSED else {
            throw .inUse("unix:\(path)")
        }
        unlink(path)
    }

    private static func with(
        _ address: sockaddr_un, _ use: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                use($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    // MARK: - Either

    private static let closeOnExec = Int32(SOCK_CLOEXEC.rawValue)

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func doNotBlock(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    private static func error(_ place: String, _ code: Int32) -> ServerStartError {
        switch code {
        case EADDRINUSE: .inUse(place)
        case EACCES, EPERM: .notPermitted(place)
        case EADDRNOTAVAIL, EAFNOSUPPORT: .notOurs(place)
        default: .system(place: place, reason: String(cString: strerror(code)))
        }
    }

    /// The address and the port of a socket of a network; nil for any other.
    static func address(of descriptor: Int32) -> (host: String, port: UInt16)? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard getsockname(descriptor, address, &length) == 0 else { return nil }
                let port: in_port_t
                switch Int32(address.pointee.sa_family) {
                case AF_INET: port = UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self).sin_port
                case AF_INET6: port = UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in6.self).sin6_port
                default: return nil
                }
                return (PeerAddress(address).text, UInt16(bigEndian: port))
            }
        }
    }
}
