package import Glibc

/// An address of a socket, as the system has it.
package struct SocketAddress: Sendable {
    package let family: Int32
    /// The bytes of a `sockaddr` of that family.
    private let bytes: [UInt8]

    /// Why a host has no address.
    package struct Unknown: Error { package let reason: String }

    /// All addresses of a host, for TCP, with flags of `getaddrinfo`.
    package static func all(of host: String, port: UInt16, flags: Int32) throws(Unknown) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = flags
        var first: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, String(port), &hints, &first)
        guard code == 0 else { throw Unknown(reason: String(cString: gai_strerror(code))) }
        defer { freeaddrinfo(first) }
        var addresses: [SocketAddress] = []
        var next = first
        while let entry = next?.pointee {
            let bytes = UnsafeRawBufferPointer(start: entry.ai_addr, count: Int(entry.ai_addrlen))
            addresses.append(SocketAddress(family: entry.ai_family, bytes: Array(bytes)))
            next = entry.ai_next
        }
        return addresses
    }

    private init(family: Int32, bytes: [UInt8]) { (self.family, self.bytes) = (family, bytes) }

    /// That of a socket in the file system; nil where its path is too long.
    package init?(path: String) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        self.init(family: AF_UNIX, bytes: withUnsafeBytes(of: address) { Array($0) })
    }

    /// That of a socket itself; nil where the descriptor is none.
    package static func own(of socket: Int32) -> SocketAddress? { asked(getsockname, of: socket) }

    /// That of the other side of a connection; nil where it has gone.
    package static func peer(of socket: Int32) -> SocketAddress? { asked(getpeername, of: socket) }

    private static func asked(
        _ ask: (Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?) -> Int32, of socket: Int32
    ) -> SocketAddress? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let code = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { ask(socket, $0, &length) }
        }
        guard code == 0 else { return nil }
        let bytes = withUnsafeBytes(of: storage) { Array($0.prefix(Int(length))) }
        return SocketAddress(family: Int32(storage.ss_family), bytes: bytes)
    }

    /// The host in numbers; empty where it has none.
    package var host: String {
        var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let code = withPointer { getnameinfo($0, $1, &host, socklen_t(host.count), nil, 0, NI_NUMERICHOST) }
        return code == 0 ? String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) : ""
    }

    /// Nil where it is not an address of a network.
    package var port: UInt16? {
        guard family == AF_INET || family == AF_INET6, bytes.count >= 4 else { return nil }
        // It is behind the family in both.
        return UInt16(bytes[2]) << 8 | UInt16(bytes[3])
    }

    package func withPointer<Result>(_ body: (UnsafePointer<sockaddr>?, socklen_t) -> Result) -> Result {
        bytes.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { body($0.baseAddress, socklen_t(bytes.count)) }
        }
    }

    /// A socket for streams with it, which never blocks; nil, and `errno`, where there is none.
    package func socket() -> Descriptor? {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let number = Glibc.socket(family, type, 0)
        return number < 0 ? nil : Descriptor(taking: number)
    }

    /// Waits for connections with a socket for this address, on which so many may wait. Returns 0, or the error number.
    package func listen(with socket: borrowing Descriptor, backlog: Int32 = SOMAXCONN) -> Int32 {
        let number = socket.number
        return withPointer { bind(number, $0, $1) == 0 && Glibc.listen(number, backlog) == 0 ? 0 : errno }
    }
}

extension Descriptor {
    package func set(_ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(number, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}
