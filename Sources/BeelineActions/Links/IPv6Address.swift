internal import BeelineSymbols

/// An IPv6 address (RFC 4291, section 2.2), without brackets and zone.
struct IPv6Address: Hashable, Sendable {
    let high: UInt64
    let low: UInt64

    init?(_ text: Substring) {
        let halves = Self.halves(text)
        guard halves.count <= 2, let front = Self.groups(halves[0], isLast: halves.count == 1) else { return nil }
        var groups = front
        if halves.count == 2 {
            guard let back = Self.groups(halves[1], isLast: true), front.count + back.count < 8 else { return nil }
            groups += Array(repeating: 0, count: 8 - front.count - back.count) + back
        }
        guard groups.count == 8 else { return nil }
        high = groups[..<4].reduce(0) { $0 << 16 | UInt64($1) }
        low = groups[4...].reduce(0) { $0 << 16 | UInt64($1) }
    }

    /// What stands before and behind each `::`.
    private static func halves(_ text: Substring) -> [Substring] {
        var halves: [Substring] = []
        var rest = text
        while let place = rest.indices.first(where: { rest[$0...].hasPrefix("::") }) {
            halves.append(rest[..<place])
            rest = rest[rest.index(place, offsetBy: 2)...]
        }
        return halves + [rest]
    }

    /// - Parameter isLast: whether an IPv4 address may stand at the end.
    private static func groups(_ text: Substring, isLast: Bool) -> [UInt16]? {
        guard !text.isEmpty else { return [] }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        var groups: [UInt16] = []
        for (place, part) in parts.enumerated() {
            if isLast, place == parts.count - 1, part.contains(".") {
                let numbers = part.split(separator: ".", omittingEmptySubsequences: false)
                let bytes = numbers.compactMap { $0.utf8.allSatisfy(\.isASCIIDigit) ? UInt8($0).map(UInt16.init) : nil }
                guard numbers.count == 4, bytes.count == 4 else { return nil }
                groups += [bytes[0] << 8 | bytes[1], bytes[2] << 8 | bytes[3]]
            } else {
                guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy(\.isASCIIHexDigit),
                    let group = UInt16(part, radix: 16)
                else { return nil }
                groups.append(group)
            }
        }
        return groups.count <= 8 ? groups : nil
    }

    /// The IPv4 address inside of it: mapped, compatible or translated (RFC 4291, 2.5.5; RFC 2765), NAT64 (RFC 6052,
    /// RFC 8215), 6to4 (RFC 3056), Teredo (RFC 4380); nil for most.
    var embedded: IPv4Address? {
        let last = UInt32(truncatingIfNeeded: low)
        switch high {
        case 0:
            switch low >> 32 {
            case 0: return last > 1 ? IPv4Address(value: last) : nil
            case 0xFFFF, 0xFFFF_0000: return IPv4Address(value: last)
            default: return nil
            }
        case 0x0064_FF9B_0000_0000 where low >> 32 == 0: return IPv4Address(value: last)
        case _ where high >> 16 == 0x0064_FF9B_0001: return IPv4Address(value: last)
        case _ where high >> 48 == 0x2002: return IPv4Address(value: UInt32(truncatingIfNeeded: high >> 16))
        case _ where high >> 32 == 0x2001_0000: return IPv4Address(value: ~last)
        default: return nil
        }
    }

    /// What kind of place it leads to, save for an IPv4 address inside of it (RFC 6890, RFC 9637).
    var place: AddressPlace {
        if high == 0xFD00_0EC2_0000_0000, low == 0x254 { return .metadataService }
        // Unspecified and loopback, unique local, link-local, and site-local of old.
        if high == 0, low <= 1 { return .local }
        if high >> 57 == 0xFC >> 1 || (0x3FA...0x3FB).contains(high >> 54) { return .local }
        // Multicast, discarded, documentation.
        if high >> 56 == 0xFF || high == 0x0100_0000_0000_0000 { return .reserved }
        return high >> 32 == 0x2001_0DB8 || high >> 44 == 0x3FFF_0 ? .reserved : .anywhere
    }
}
