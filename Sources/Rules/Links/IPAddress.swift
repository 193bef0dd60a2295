internal import BeelineSymbols
internal import Glibc

/// An IPv4 address in any of the spellings that browsers read as one: four parts or fewer, each decimal, octal (`0…`)
/// or hexadecimal (`0x…`), the last one filling the rest (WHATWG URL, section 3.5).
struct IPv4Address: Hashable, Sendable, CustomStringConvertible {
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

    /// The kind of place that it leads to, regardless of an embedded IPv4 address.
    var place: AddressPlace { AddressRange.of(self)?.place ?? .anywhere }
}

enum AddressPlace: Hashable, Sendable {
    /// The internet.
    case anywhere
    /// This machine or a network around it.
    case local
    /// The metadata service of a cloud, which gives keys to its machines.
    case metadataService
    /// No machine of the internet has it: multicast, documentation, tests, not assigned.
    case reserved
}

/// Whether an address, in the 4 or 16 bytes of the network's order, is one of the internet. It guards every connection
/// that must not reach this machine or its network.
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

/// An IP address as the host of a link.
struct HostAddress: Hashable, Sendable {
    let place: AddressPlace
    /// The address in its usual form if the spelling disguises it; nil for a plain one.
    let meaning: String?

    /// Nil for a name, which is in lower case, without the dot of the root. Browsers take a host for an address that is
    /// in brackets, or whose last label is a number, decimal, octal or hexadecimal (WHATWG URL, section 3.5).
    init?(_ host: String) {
        if host.utf8.first == UInt8(ascii: "[") {
            guard let address = IPv6Address(host.dropFirst().dropLast()) else {
                self.init(place: .anywhere, meaning: nil)
                return
            }
            if let inner = address.embedded {
                self.init(place: inner.place, meaning: inner.description)
            } else {
                self.init(place: address.place, meaning: nil)
            }
            return
        }
        let last = HostName.lastLabel(host)
        guard last.utf8.first?.isASCIIDigit == true,
            IPv4Address.number(last) != nil || last.utf8.allSatisfy(\.isASCIIDigit)
        else { return nil }
        guard let address = IPv4Address(host) else {
            // Not one that leads anywhere; browsers refuse it.
            self.init(place: .anywhere, meaning: nil)
            return
        }
        self.init(place: address.place, meaning: address.description == host ? nil : address.description)
    }

    private init(place: AddressPlace, meaning: String?) {
        self.place = place
        self.meaning = meaning
    }

    /// What is noticeable about it.
    func reasons(_ host: String) -> [LinkReason] {
        let disguise = meaning.map { [LinkReason.obfuscatedAddress(host, meaning: $0)] } ?? []
        return switch place {
        case .anywhere: disguise + [.literalAddress(host)]
        case .local: disguise + [.localHost(host)]
        case .metadataService: disguise + [.metadataService(host)]
        case .reserved: disguise + [.reservedAddress(host)]
        }
    }
}

/// A range of IP addresses that do not lead to a machine of the internet like others. The ranges are those of the IANA
/// registries of special-purpose addresses (RFC 6890) that are not globally reachable, multicast, and the addresses at
/// which clouds give their machines keys. The link guard and the HTTP client both judge by this table.
struct AddressRange: Sendable {
    /// `ADDRESS/BITS`.
    let text: String
    let place: AddressPlace
    let carries: Carried?
    /// The document that defines it, and its purpose.
    let source: String

    /// The position of an IPv4 address in an IPv6 address.
    enum Carried: Sendable {
        /// In its last 32 bits.
        case last
        /// There, with every bit inverted.
        case lastInverted
        /// Behind a prefix of 16 bits.
        case afterPrefix
    }

    init(_ text: String, _ place: AddressPlace, carries: Carried? = nil, _ source: String) {
        (self.text, self.place, self.carries, self.source) = (text, place, carries, source)
    }

    static let ipv4 = [
        AddressRange("169.254.169.254/32", .metadataService, "Amazon EC2, Google, Azure, Oracle, OpenStack and others"),
        AddressRange("169.254.170.2/32", .metadataService, "Amazon ECS: task credentials"),
        AddressRange("169.254.170.23/32", .metadataService, "Amazon EKS: pod identities"),
        AddressRange("169.254.0.23/32", .metadataService, "Tencent Cloud"),
        AddressRange("169.254.42.42/32", .metadataService, "Scaleway"),
        AddressRange("168.63.129.16/32", .metadataService, "Azure: WireServer"),
        AddressRange("100.100.100.200/32", .metadataService, "Alibaba Cloud"),
        AddressRange("100.96.0.96/32", .metadataService, "Volcano Engine"),
        AddressRange("192.0.0.192/32", .metadataService, "Oracle Cloud Classic"),
        AddressRange("0.0.0.0/8", .local, "RFC 791: this network"),
        AddressRange("10.0.0.0/8", .local, "RFC 1918: private use"),
        AddressRange("100.64.0.0/10", .local, "RFC 6598: shared by the customers of a provider"),
        AddressRange("127.0.0.0/8", .local, "RFC 1122: loopback"),
        AddressRange("169.254.0.0/16", .local, "RFC 3927: link-local"),
        AddressRange("172.16.0.0/12", .local, "RFC 1918: private use"),
        AddressRange("192.168.0.0/16", .local, "RFC 1918: private use"),
        AddressRange("192.0.0.0/24", .reserved, "RFC 6890: protocol assignments"),
        AddressRange("192.0.2.0/24", .reserved, "RFC 5737: documentation"),
        AddressRange("192.88.99.0/24", .reserved, "RFC 7526: relays of 6to4, withdrawn"),
        AddressRange("198.18.0.0/15", .reserved, "RFC 2544: benchmarks"),
        AddressRange("198.51.100.0/24", .reserved, "RFC 5737: documentation"),
        AddressRange("203.0.113.0/24", .reserved, "RFC 5737: documentation"),
        AddressRange("224.0.0.0/4", .reserved, "RFC 5771: multicast"),
        AddressRange("240.0.0.0/4", .reserved, "RFC 1112: future use; RFC 8190: broadcast"),
    ]

    static let ipv6 = [
        AddressRange("fd00:ec2::254/128", .metadataService, "Amazon EC2"),
        AddressRange("fd00:ec2::23/128", .metadataService, "Amazon EKS: pod identities"),
        AddressRange("fd20:ce::254/128", .metadataService, "Google Cloud"),
        AddressRange("fd00:c1::a9fe:a9fe/128", .metadataService, "Oracle Cloud"),
        AddressRange("fd00:42::42/128", .metadataService, "Scaleway"),
        AddressRange("fd00:a9fe:a9fe::1/128", .metadataService, "Akamai (Linode)"),
        AddressRange("fe80::a9fe:a9fe/128", .metadataService, "OpenStack"),
        AddressRange("::/128", .local, "RFC 4291: unspecified"),
        AddressRange("::1/128", .local, "RFC 4291: loopback"),
        AddressRange("fc00::/7", .local, "RFC 4193: unique local"),
        AddressRange("fe80::/10", .local, "RFC 4291: link-local"),
        AddressRange("fec0::/10", .local, "RFC 3879: site-local, withdrawn"),
        AddressRange("64:ff9b::/96", .anywhere, carries: .last, "RFC 6052: translated by NAT64"),
        AddressRange("64:ff9b:1::/48", .local, carries: .last, "RFC 8215: translated within a network"),
        AddressRange("2002::/16", .anywhere, carries: .afterPrefix, "RFC 3056: 6to4"),
        AddressRange("::/96", .reserved, carries: .last, "RFC 4291: IPv4-compatible, withdrawn"),
        AddressRange("::ffff:0:0/96", .reserved, carries: .last, "RFC 4291: IPv4-mapped"),
        AddressRange("::ffff:0:0:0/96", .reserved, carries: .last, "RFC 2765: IPv4-translated"),
        AddressRange("2001::/32", .reserved, carries: .lastInverted, "RFC 4380: Teredo"),
        AddressRange("100::/64", .reserved, "RFC 6666: discarded"),
        AddressRange("100:0:0:1::/64", .reserved, "RFC 9780: dummy prefix"),
        AddressRange("2001::/23", .reserved, "RFC 2928: protocol assignments"),
        AddressRange("2001:db8::/32", .reserved, "RFC 3849: documentation"),
        AddressRange("3fff::/20", .reserved, "RFC 9637: documentation"),
        AddressRange("5f00::/16", .reserved, "RFC 9602: segment routing"),
        AddressRange("ff00::/8", .reserved, "RFC 4291: multicast"),
        AddressRange("2000::/3", .anywhere, "RFC 4291: global unicast"),
        AddressRange("::/0", .reserved, "IANA's registry of the IPv6 address space: not assigned"),
    ]

    /// The narrowest range that has an address; nil for most.
    static func of(_ address: IPv4Address) -> AddressRange? {
        search4.first { address.value & $0.mask == $0.start }?.range
    }

    /// The narrowest range that has an address; there is always one.
    static func of(_ address: IPv6Address) -> AddressRange? {
        search6.first { address.value & $0.mask == $0.start }?.range
    }

    private static let search4 = ranges(ipv4) { IPv4Address($0)?.value }
    private static let search6 = ranges(ipv6) { IPv6Address($0)?.value }

    /// The ranges as masks, narrow ones first.
    private static func ranges<Value: FixedWidthInteger>(
        _ ranges: [AddressRange], value: (String) -> Value?
    ) -> [(start: Value, mask: Value, range: AddressRange)] {
        ranges.compactMap { range in
            guard let (address, bits) = range.parts, let start = value(address) else { return nil }
            return (start, Value.max << (Value.bitWidth - bits), range)
        }.sorted { $0.mask > $1.mask }
    }

    /// The first address and the length of the prefix; nil for a typing error, which a test finds.
    private var parts: (address: String, bits: Int)? {
        let parts = text.split(separator: "/")
        guard parts.count == 2, let bits = Int(parts[1]) else { return nil }
        return (String(parts[0]), bits)
    }
}

extension HostName {
    /// The special IPv4 address in a name, as services use it that resolve to it: four labels that are numbers, a label
    /// of four numbers with hyphens, and below such a service (`isMirror`) also one of eight hexadecimal digits.
    static func addressInside(_ host: String, isMirror: Bool) -> IPv4Address? {
        // All but the hexadecimal form has digits, and nearly every host none.
        guard isMirror || host.utf8.contains(where: \.isASCIIDigit) else { return nil }
        let labels = host.split(separator: ".")
        for (place, label) in labels.enumerated() {
            let numbers = label.split(separator: "-", omittingEmptySubsequences: false)
            let candidates = [
                address(labels[place...].prefix(4)),
                isMirror ? address(numbers.suffix(4)) : numbers.count == 4 ? address(numbers[...]) : nil,
                isMirror && label.utf8.count == 8 ? UInt32(label, radix: 16).map(IPv4Address.init(value:)) : nil,
            ]
            if let special = candidates.lazy.compactMap({ $0 }).first(where: { $0.place != .anywhere }) {
                return special
            }
        }
        return nil
    }

    private static func address(_ numbers: ArraySlice<Substring>) -> IPv4Address? {
        let bytes = numbers.compactMap { $0.utf8.allSatisfy(\.isASCIIDigit) ? UInt8($0) : nil }
        return bytes.count == 4 ? IPv4Address(value: bytes.reduce(0) { $0 << 8 | UInt32($1) }) : nil
    }
}
