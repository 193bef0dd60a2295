package import BeelineSupport
internal import BeelineSymbols
internal import Glibc

/// An address at which a server listens.
///
///     let listeners = try Listener.parse("8377")           // 127.0.0.1 and ::1
///     let proxied = try Listener.parse("unix:/run/beeline/serve.sock")
package struct Listener: Hashable, Sendable {
    package var place: Place
    /// The certificate for TLS. Default: none, connections are not encrypted.
    package var identity: TLSIdentity?
    /// Whether the server also starts when the machine does not have this address.
    package var isOptional = false

    package enum Place: Hashable, Sendable {
        /// A numeric address. Port 0: the system chooses one.
        case tcp(address: String, port: UInt16)
        /// A socket in the file system, for its user and group.
        case unix(path: String)
        /// A listening socket that this process inherited; its owner keeps it.
        case inherited(descriptor: Int32)
    }

    package init(_ place: Place, identity: TLSIdentity? = nil) { (self.place, self.identity) = (place, identity) }

    /// The loopback addresses of this machine; that of IPv6 is optional.
    package static func loopback(port: UInt16) -> [Listener] {
        var second = Listener(.tcp(address: "::1", port: port))
        second.isOptional = true
        return [Listener(.tcp(address: "127.0.0.1", port: port)), second]
    }

    /// Parses an address as people write it: `8377`, `127.0.0.1:8377`, `[::1]:8377`, `0.0.0.0:8377`,
    /// `unix:/run/x.sock`. A port alone and `localhost` are two listeners, for the loopback addresses.
    package static func parse(_ text: String) throws(Malformed) -> [Listener] {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst("unix:".count))
            guard path.hasPrefix("/"), !path.hasSuffix("/"), !path.utf8.contains(0) else { throw .badPath(path) }
            return [Listener(.unix(path: path))]
        }
        if !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) {
            return loopback(port: try port(of: "localhost:\(text)").port)
        }
        let place = try port(of: text)
        switch place.host {
        case "": throw .noAddress(port: place.port)
        case "localhost": return loopback(port: place.port)
        case let host where HostAndPort.isAddress(host): return [Listener(.tcp(address: host, port: place.port))]
        case let host: throw .noSuchAddress(host)
        }
    }

    private static func port(of text: String) throws(Malformed) -> (host: String, port: UInt16) {
        // Port 0 means that the system chooses, and is one nowhere else.
        let isChosen = text.hasSuffix(":0")
        let place: HostAndPort
        do throws(HostAndPort.Malformed) {
            place = try HostAndPort(isChosen ? String(text.dropLast(2)) : text)
        } catch {
            throw .badPlace(error)
        }
        guard let port = isChosen ? 0 : place.port else { throw .noPort(text) }
        return (place.host, port)
    }

    /// Whether only programs of this machine reach it, by a loopback address. False for a socket in the file system: a
    /// proxy may connect to it on behalf of others.
    package var isLocal: Bool {
        switch place {
        case .tcp(let address, _): Self.isLoopback(address)
        case .unix: false
        case .inherited(let descriptor):
            ListeningSocket.address(of: descriptor).map { Self.isLoopback($0.host) } ?? false
        }
    }

    private static func isLoopback(_ address: String) -> Bool {
        var number = in_addr()
        if inet_pton(AF_INET, address, &number) == 1 { return UInt32(bigEndian: number.s_addr) >> 24 == 127 }
        var bytes = in6_addr()
        guard inet_pton(AF_INET6, address, &bytes) == 1 else { return false }
        return withUnsafeBytes(of: bytes) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
    }

    /// The address as text: `127.0.0.1:8377`, `unix:/run/x.sock`.
    package var name: String {
        switch place {
        case .tcp(let address, let port): Self.name(address, port)
        case .unix(let path): "unix:\(path)"
        case .inherited(let descriptor):
            ListeningSocket.address(of: descriptor).map { Self.name($0.host, $0.port) } ?? "descriptor \(descriptor)"
        }
    }

    static func name(_ address: String, _ port: UInt16) -> String {
        "\(HostAndPort(host: address, port: nil)):\(port)"
    }

    /// Why a text is not an address to listen at.
    package enum Malformed: Error, Hashable, Sendable, CustomStringConvertible {
        case badPath(String)
        case badPlace(HostAndPort.Malformed)
        case noPort(String)
        case noAddress(port: UInt16)
        case noSuchAddress(String)

        package var description: String {
            switch self {
            case .badPath(let path): "a socket must be unix:/PATH with an absolute path, not '\(path)'"
            case .badPlace(let problem): problem.description
            case .noPort(let text): "the port is missing: \(text.isEmpty ? "127.0.0.1" : text):8377"
            case .noAddress(let port):
                "give an address: \(port) for programs on this machine, 0.0.0.0:\(port) or [::]:\(port) for the whole "
                    + "network"
            case .noSuchAddress(let host):
                "'\(host)' is not a numeric address; use 127.0.0.1, an address of this machine, or 0.0.0.0 for all "
                    + "of them"
            }
        }
    }
}

extension Listener {
    /// The listening sockets that a service manager passed to this process (systemd, sd_listen_fds(3)). Programs that
    /// are started later do not see them. Call it while there is only one thread.
    package static func inherited() throws(ServerStartError) -> [Listener] {
        let process = environmentVariable("LISTEN_PID")
        let count = environmentVariable("LISTEN_FDS")
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "LISTEN_PIDFDID"] { unsetenv(name) }
        guard let process, Int32(process) == getpid(), let count = count.flatMap({ Int32($0) }), count > 0 else {
            return []
        }
        return try inherited(3..<3 + min(count, 64))
    }

    package static func inherited(_ descriptors: some Sequence<Int32>) throws(ServerStartError) -> [Listener] {
        var listeners: [Listener] = []
        for descriptor in descriptors {
            var isListening: Int32 = 0
            var kind: Int32 = 0
            var length = socklen_t(MemoryLayout<Int32>.size)
            guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length) == 0, isListening != 0,
                getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &kind, &length) == 0, kind == Int32(SOCK_STREAM.rawValue)
            else { throw .notListening(descriptor: descriptor) }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            listeners.append(Listener(.inherited(descriptor: descriptor)))
        }
        return listeners
    }
}

/// A listening socket, which closes itself.
struct ListeningSocket: ~Copyable {
    private let socket: Descriptor
    /// The address, with the port that the system has chosen.
    let name: String
    let port: UInt16?
    private let isInherited: Bool
    /// The path and the identity of a socket in the file system.
    private let file: (path: String, device: dev_t, number: ino_t)?

    private init(
        _ socket: consuming Descriptor, name: String, port: UInt16? = nil, isInherited: Bool = false,
        file: (path: String, device: dev_t, number: ino_t)? = nil
    ) {
        self.socket = socket.withoutBlocking()
        (self.name, self.port) = (name, port)
        (self.isInherited, self.file) = (isInherited, file)
    }

    init(_ listener: Listener) throws(ServerStartError) {
        switch listener.place {
        case .tcp(let address, let port): self = try Self.tcp(address, port)
        case .unix(let path): self = try Self.unix(path)
        case .inherited(let descriptor):
            self.init(
                Descriptor(taking: descriptor), name: listener.name, port: SocketAddress.own(of: descriptor)?.port,
                isInherited: true)
        }
    }

    var descriptor: Int32 { socket.number }

    /// Closes the socket, and refuses waiting connections, which on a service manager's wait for the next program.
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
        let addresses: [SocketAddress]
        do throws(SocketAddress.Unknown) {
            addresses = try SocketAddress.all(
                of: address, port: port, flags: AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE)
        } catch {
            throw .system(place: place, reason: error.reason)
        }
        guard let own = addresses.first, let socket = own.socket() else { throw Self.error(place, errno) }
        socket.set(SOL_SOCKET, SO_REUSEADDR, 1)
        // Its connections inherit that. Else a telephone that left would count as there for a quarter of an hour.
        socket.set(Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, Self.unheard)
        // All addresses of IPv6 stand for those of IPv4 too, as people expect it.
        if own.family == AF_INET6 { socket.set(Int32(IPPROTO_IPV6), IPV6_V6ONLY, address == "::" ? 0 : 1) }
        let code = own.listen(with: socket, backlog: Self.backlog)
        guard code == 0 else { throw Self.error(place, code) }
        let chosen = SocketAddress.own(of: socket.number)?.port ?? port
        return ListeningSocket(socket, name: Listener.name(address, chosen), port: chosen)
    }

    /// The most connections that may wait to be accepted.
    private static let backlog: Int32 = 1024

    /// How long sent data may stay unacknowledged, in milliseconds.
    private static let unheard: Int32 = 60_000

    // MARK: - File system

    private static func unix(_ path: String) throws(ServerStartError) -> ListeningSocket {
        let place = "unix:\(path)"
        guard let address = SocketAddress(path: path) else { throw .pathTooLong(path) }
        try Self.removeStale(path, address)
        guard let socket = address.socket() else { throw Self.error(place, errno) }
        var status = stat()
        // No client can connect before it listens, so the mode is right by then.
        let descriptor = socket.number
        guard address.withPointer({ bind(descriptor, $0, $1) }) == 0, chmod(path, 0o660) == 0,
            listen(descriptor, Self.backlog) == 0, lstat(path, &status) == 0
        else {
            let code = errno
            throw code == ENOENT || code == ENOTDIR ? .noFolder(path: path) : Self.error(place, code)
        }
        return ListeningSocket(socket, name: place, file: (path, status.st_dev, status.st_ino))
    }

    /// Removes a socket that a program has left behind.
    private static func removeStale(_ path: String, _ address: SocketAddress) throws(ServerStartError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .taken(path: path) }
        // It does not block: a server that has no room for one more must not make this one wait.
        guard let probe = address.socket() else { throw error("unix:\(path)", errno) }
        let descriptor = probe.number
        guard address.withPointer({ connect(descriptor, $0, $1) }) != 0, errno == ECONNREFUSED else {
            throw .inUse("unix:\(path)")
        }
        unlink(path)
    }

    // MARK: - Either

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
        guard let own = SocketAddress.own(of: descriptor), let port = own.port else { return nil }
        return own.withPointer { address, _ in address.map { (PeerAddress($0).text, port) } }
    }
}

package enum ServerStartError: Error, Hashable, Sendable, CustomStringConvertible {
    case noLibrary(String)
    /// Another program listens there.
    case inUse(String)
    /// The user has no permission to listen there.
    case notPermitted(String)
    /// The machine does not have the address.
    case notOurs(String)
    /// The path of a socket is another file.
    case taken(path: String)
    /// The folder of a socket does not exist.
    case noFolder(path: String)
    case pathTooLong(String)
    /// A descriptor from the service manager is not a listening socket.
    case notListening(descriptor: Int32)
    case noLoopback
    case identity(TLSIdentity.Problem)
    /// Any other error of the system; `place` says where.
    case system(place: String, reason: String)

    package var description: String {
        switch self {
        case .noLibrary(let problem):
            "libmicrohttpd cannot be loaded (\(problem)); install the package libmicrohttpd12 (Fedora: libmicrohttpd)"
        case .inUse(let place): "\(place) is in use by another program; use another port with --listen"
        case .notPermitted(let place):
            "this user has no permission to listen on \(place); use a port above 1023, or your own folder"
        case .notOurs(let place):
            "\(place) is not an address of this machine; the command 'ip address' lists them, and 0.0.0.0 means "
                + "all of them"
        case .taken(let path): "\(path) exists and is not a socket; remove it, or use another path"
        case .noFolder(let path): "the folder of the socket \(path) does not exist; create it, or use another path"
        case .pathTooLong(let path): "the path of a socket can have at most 107 bytes: \(path)"
        case .notListening(let descriptor):
            "descriptor \(descriptor), which the service manager passed, is not a listening stream socket; "
                + "see ListenStream= of its socket unit"
        case .noLoopback: "this machine has no loopback address"
        case .identity(let problem): problem.description
        case .system(let place, let reason): "\(place): \(reason)"
        }
    }
}
