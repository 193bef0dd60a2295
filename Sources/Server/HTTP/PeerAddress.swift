internal import Glibc

/// The address of the other side of a connection.
struct PeerAddress {
    let text: String
    let origin: ConnectionOrigin

    private init(_ text: String, _ origin: ConnectionOrigin) { (self.text, self.origin) = (text, origin) }

    /// - Parameter address: a `sockaddr`; nil if it is unknown.
    init(_ address: UnsafeRawPointer?) {
        guard let address else {
            self.init(RequestHead.Peer.unixSocket, .local)
            return
        }
        switch Int32(address.loadUnaligned(as: sockaddr.self).sa_family) {
        case AF_INET:
            self.init(ipv4: UInt32(bigEndian: address.loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr))
        case AF_INET6:
            let parts = address.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            self.init(ipv6: withUnsafeBytes(of: parts) { Array($0) })
        default: self.init(RequestHead.Peer.unixSocket, .local)
        }
    }

    private init(ipv4 number: UInt32) {
        let bytes = (0..<4).map { String(UInt8(truncatingIfNeeded: number >> (24 - 8 * $0))) }
        self.init(bytes.joined(separator: "."), number >> 24 == 127 ? .loopback : .ipv4(number))
    }

    private init(ipv6 bytes: [UInt8]) {
        func number(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
        let (network, host) = (number(0..<8), number(8..<16))
        // An IPv4 address, as a socket for both families has it.
        if network == 0, host >> 32 == 0xFFFF {
            self.init(ipv4: UInt32(truncatingIfNeeded: host))
            return
        }
        let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { room in
            guard let start = room.baseAddress, inet_ntop(AF_INET6, bytes, start, socklen_t(room.count)) != nil else {
                return "?"
            }
            return String(cString: start)
        }
        self.init(text, network == 0 && host == 1 ? .loopback : .ipv6(network))
    }
}
