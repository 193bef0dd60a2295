internal import BeelineSymbols
internal import BundledTables
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

enum AddressPlace: String, Hashable, Sendable {
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

/// A range of IP addresses that do not lead to a machine of the internet like others. The link guard and the HTTP client
/// both judge by this table.
struct AddressRange: Sendable {
    /// `ADDRESS/BITS`.
    let text: String
    let place: AddressPlace
    let carries: Carried?
    /// The document that defines it, and its purpose.
    let source: String

    /// The position of an IPv4 address in an IPv6 address, as the table has it.
    enum Carried: String, Sendable {
        case last, lastInverted, afterPrefix
    }

    static let ipv4 = table.filter { !$0.text.contains(":") }
    static let ipv6 = table.filter { $0.text.contains(":") }

    /// The table `Tables/addresses.tsv`. Tests find its typing errors; until then addresses of such a row are refused.
    private static let table: [AddressRange] = {
        let table = beeline_addresses()
        let text = String(decoding: UnsafeBufferPointer(start: table.bytes, count: table.length), as: UTF8.self)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let cells = line.split(separator: "\t").map(String.init)
            return AddressRange(
                text: cells[0], place: AddressPlace(rawValue: cells[1]) ?? .reserved,
                carries: Carried(rawValue: cells[2]), source: cells[3])
        }
    }()

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
