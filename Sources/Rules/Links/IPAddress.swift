internal import Glibc

/// An IPv4 address in any of the spellings that browsers take for one: four parts or fewer, each decimal, octal (`0…`)
/// or hexadecimal (`0x…`), the last one filling the rest (WHATWG URL, section 3.5).
struct IPv4Address: Hashable, Sendable {
    let value: UInt32

    init(value: UInt32) { self.value = value }

    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...4).contains(parts.count) else { return nil }
        var value: UInt64 = 0
        for part in parts.dropLast() {
            guard let number = Self.number(part), number <= 255 else { return nil }
            value = value << 8 | number
        }
        let bitsLeft = UInt64(8 * (5 - parts.count))
        guard let last = Self.number(parts[parts.count - 1]), last < 1 << bitsLeft else { return nil }
        self.value = UInt32(value << bitsLeft | last)
    }

    static func number(_ text: Substring) -> UInt64? {
        guard let first = text.first, first != "+", first != "-" else { return nil }
        if text.hasPrefix("0x") { return text.count == 2 ? 0 : UInt64(text.dropFirst(2), radix: 16) }
        return first == "0" ? UInt64(text, radix: 8) : UInt64(text)
    }

    var place: AddressPlace { AddressRange.of(self)?.place ?? .anywhere }
}

extension IPv4Address: CustomStringConvertible {
    /// Four decimal numbers.
    var description: String { "\(value >> 24).\(value >> 16 & 0xFF).\(value >> 8 & 0xFF).\(value & 0xFF)" }
}

/// An IPv6 address (RFC 4291, section 2.2), without brackets and zone.
struct IPv6Address: Hashable, Sendable {
    let value: UInt128

    init(value: UInt128) { self.value = value }

    init?(_ text: some StringProtocol) {
        var bytes = in6_addr()
        guard !text.utf8.contains(0), inet_pton(AF_INET6, String(text), &bytes) == 1 else { return nil }
        value = withUnsafeBytes(of: bytes) { $0.reduce(0) { $0 << 8 | UInt128($1) } }
    }

    /// The IPv4 address that it carries; nil for most.
    var embedded: IPv4Address? {
        switch AddressRange.of(self)?.carries {
        case nil: nil
        // `::` and `::1` have ranges of their own, and carry none.
        case .last: IPv4Address(value: UInt32(truncatingIfNeeded: value))
        case .lastInverted: IPv4Address(value: ~UInt32(truncatingIfNeeded: value))
        case .afterPrefix: IPv4Address(value: UInt32(truncatingIfNeeded: value >> 80))
        }
    }

    /// What kind of place it leads to, whatever IPv4 address it carries.
    var place: AddressPlace { AddressRange.of(self)?.place ?? .anywhere }
}

/// What kind of place an address leads to.
enum AddressPlace: Hashable, Sendable {
    /// The internet.
    case anywhere
    /// This machine or a network around it.
    case local
    /// Where machines of a cloud ask for their own keys.
    case metadataService
    /// No machine of the internet has it: multicast, documentation, tests, not given out.
    case reserved
}

/// Whether an address, in the 4 or 16 bytes of the network's order, is one of the internet. This decides about every
/// connection that must not reach this machine or its network.
package func isPublicAddress(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    switch bytes.count {
    case 4: return IPv4Address(value: bytes.reduce(0) { $0 << 8 | UInt32($1) }).place == .anywhere
    case 16:
        let address = IPv6Address(value: bytes.reduce(0) { $0 << 8 | UInt128($1) })
        return address.place == .anywhere && address.embedded.map { $0.place == .anywhere } ?? true
    default: return false
    }
}

/// The same, of an address as text; false for what is none.
package func isPublicAddress(_ text: String) -> Bool {
    if let address = IPv4Address(text) { return address.place == .anywhere }
    guard let address = IPv6Address(text) else { return false }
    return withUnsafeBytes(of: address.value.bigEndian) { bytes in
        bytes.withMemoryRebound(to: UInt8.self, isPublicAddress)
    }
}
