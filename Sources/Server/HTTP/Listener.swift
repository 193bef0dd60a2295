package import BeelineSupport
internal import BeelineSymbols
internal import Glibc

/// Where a server listens.
///
///     let listeners = try Listener.parse("8377")           // 127.0.0.1 and ::1
///     let proxied = try Listener.parse("unix:/run/beeline/serve.sock")
package struct Listener: Hashable, Sendable {
    package var place: Place
    /// With one the connections are encrypted. Default: none.
    package var identity: TLSIdentity?
    /// Whether the server starts without this place where the machine does not have it.
    package var isOptional = false

    package enum Place: Hashable, Sendable {
        /// An address in numbers. Port 0: the system chooses one.
        case tcp(address: String, port: UInt16)
        /// A socket in the file system, for its user and group.
        case unix(path: String)
        /// A listening socket that this process inherited, which its owner keeps.
        case inherited(descriptor: Int32)
    }

    package init(_ place: Place, identity: TLSIdentity? = nil) { (self.place, self.identity) = (place, identity) }

    /// The loopback addresses of this machine; that of IPv6 is optional.
    package static func loopback(port: UInt16) -> [Listener] {
        var second = Listener(.tcp(address: "::1", port: port))
        second.isOptional = true
        return [Listener(.tcp(address: "127.0.0.1", port: port)), second]
    }

    /// Reads a place as people write it: `8377`, `127.0.0.1:8377`, `[::1]:8377`, `0.0.0.0:8377`, `unix:/run/x.sock`.
    ///
    /// - Returns: two listeners for a port alone and for `localhost`, the loopback addresses; otherwise one.
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

    /// Whether only programs of this machine reach it, by a loopback address. A socket in the file system does not
    /// count: a proxy may connect to it on behalf of others.
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

    /// How it is written: `127.0.0.1:8377`, `unix:/run/x.sock`.
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

    /// Why a text is not a place to listen at.
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
    /// The listening sockets that a service manager passed to this process (systemd, sd_listen_fds(3)); none where
    /// there are none. Programs that are started later do not see them. To be called while there is one thread only.
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
                getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &kind, &length) == 0,
                kind == Int32(SOCK_STREAM.rawValue)
            else { throw .notListening(descriptor: descriptor) }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            listeners.append(Listener(.inherited(descriptor: descriptor)))
        }
        return listeners
    }
}
