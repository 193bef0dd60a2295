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

    /// Loopback, private, link-local, shared or unspecified (RFC 6890).
    var isLocal: Bool {
        switch (value >> 24, value >> 16 & 0xFF) {
        case (0, _), (10, _), (127, _), (169, 254), (192, 168): true
        case (100, 64...127), (172, 16...31): true
        default: false
        }
    }

    /// Where machines of Amazon, Google, Azure and Alibaba ask for their own keys.
    private static let metadataServices: Set<UInt32> = [0xA9FE_A9FE, 0xA9FE_AA02, 0xA83F_8110, 0x6464_64C8]

    /// What kind of place it leads to (RFC 6890 and the registry of special addresses that it founds).
    var place: AddressPlace {
        if Self.metadataServices.contains(value) { return .metadataService }
        if isLocal { return .local }
        return switch (value >> 24, value >> 16 & 0xFF, value >> 8 & 0xFF) {
        case (192, 0, 0), (192, 0, 2), (198, 18...19, _), (198, 51, 100), (203, 0, 113), (224..., _, _): .reserved
        default: .anywhere
        }
    }
}

extension IPv4Address: CustomStringConvertible {
    /// Four decimal numbers.
    var description: String { "\(value >> 24).\(value >> 16 & 0xFF).\(value >> 8 & 0xFF).\(value & 0xFF)" }
}

/// What kind of place an address leads to.
enum AddressPlace: Hashable, Sendable {
    case anywhere
    /// This machine or a network around it.
    case local
    /// Where machines of a cloud ask for their own keys.
    case metadataService
    /// Nobody has it: multicast, documentation, tests, broadcast.
    case reserved
}
