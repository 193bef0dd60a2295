internal import BeelineSymbols
internal import Glibc

/// A host of a network and its port, as a URL has them: `broker.example:8883`, `[::1]:9100`.
///
///     try HostAndPort("192.168.1.20:9100").port   // 9100
package struct HostAndPort: Hashable, Sendable {
    /// A name or an address, without the brackets of IPv6; empty where the text has none.
    package var host: String
    /// 1…65535; nil where the text has none.
    package var port: UInt16?

    package init(host: String, port: UInt16?) { (self.host, self.port) = (host, port) }

    package init(_ text: some StringProtocol) throws(Malformed) {
        var rest = Substring(text).utf8
        if rest.first == UInt8(ascii: "[") {
            guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { throw .noBracket }
            host = String(Substring(rest[rest.index(after: rest.startIndex)..<end]))
            rest = rest[rest.index(after: end)...]
            guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { throw .badHost }
        } else {
            let end = rest.firstIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
            host = String(Substring(rest[..<end]))
            rest = rest[end...]
            // An IPv6 address without brackets would have its last part read as the port.
            guard !rest.dropFirst().contains(UInt8(ascii: ":")) else { throw .bareIPv6 }
        }
        // Spaces, controls and what ends a host in a URL; names beyond ASCII are for the system to look up.
        let isPlain = !host.utf8.contains { $0 <= 0x20 || $0 == 0x7F || "/@?#[]".utf8.contains($0) }
        guard isPlain, host.utf8.count <= 255 else { throw .badHost }
        guard !rest.isEmpty else { return }
        let digits = rest.dropFirst()
        guard !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit), let number = UInt16(Substring(digits)), number > 0
        else { throw .badPort(String(Substring(digits))) }
        port = number
    }

    package enum Malformed: Error, Hashable, Sendable, CustomStringConvertible {
        case noBracket
        case bareIPv6
        case badHost
        case badPort(String)

        package var description: String {
            switch self {
            case .noBracket: "a ']' is missing after its IPv6 address"
            case .bareIPv6: "an IPv6 address must be in brackets: [::1]:1234"
            case .badHost: "its host is neither a name nor an address"
            case .badPort(let port): "'\(port)' is not a port number from 1 to 65535"
            }
        }
    }
}

extension HostAndPort: CustomStringConvertible {
    package var description: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port.map { "\(name):\($0)" } ?? name
    }
}

extension HostAndPort {
    /// Whether a host is an address in numbers, not a name.
    package static func isAddress(_ host: String) -> Bool {
        var address = in6_addr()
        return inet_pton(AF_INET, host, &address) == 1 || inet_pton(AF_INET6, host, &address) == 1
    }
}
