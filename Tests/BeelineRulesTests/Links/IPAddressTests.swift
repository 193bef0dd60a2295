import Testing

@testable import BeelineRules

@Suite("IPv4 addresses in every spelling")
struct IPv4AddressTests {
    /// Recorded from `socket.inet_aton` of Python 3.11 with glibc 2.36.
    static let spellings: [(String, UInt32?)] = [
        ("127.0.0.1", 0x7F00_0001),
        ("127.1", 0x7F00_0001),
        ("127.0.1", 0x7F00_0001),
        ("2130706433", 0x7F00_0001),
        ("0x7f000001", 0x7F00_0001),
        ("0x7f.1", 0x7F00_0001),
        ("017700000001", 0x7F00_0001),
        ("0177.0.0.01", 0x7F00_0001),
        ("0", 0x0000_0000),
        ("0.0.0.0", 0x0000_0000),
        ("255.255.255.255", 0xFFFF_FFFF),
        ("4294967295", 0xFFFF_FFFF),
        ("4294967296", nil),
        ("256.0.0.1", nil),
        ("1.256", 0x0100_0100),
        ("1.16777215", 0x01FF_FFFF),
        ("1.16777216", nil),
        ("1.2.65535", 0x0102_FFFF),
        ("1.2.65536", nil),
        ("1.2.3.256", nil),
        ("1.2.3.4.5", nil),
        ("1..2", nil),
        ("", nil),
        ("1.2.3.", nil),
        ("0xg", nil),
        ("08.1.1.1", nil),
        ("09", nil),
        ("0x100.1.1.1", nil),
        ("192.0x00a80001", 0xC0A8_0001),
        ("1.2.3.0x4", 0x0102_0304),
        ("+1.2.3.4", nil),
        ("-1", nil),
        ("1.2.3.4x", nil),
        ("0300.0250.0.1", 0xC0A8_0001),
        ("00000000000000000001", 0x0000_0001),
        ("0x00000000000000001", 0x0000_0001),
        ("99999999999999999999", nil),
        ("a", nil),
        ("1e3", nil),
    ]

    @Test("is what inet_aton takes it for", arguments: spellings)
    func reads(_ text: String, _ value: UInt32?) {
        #expect(IPv4Address(text)?.value == value)
    }

    /// Recorded from Python's `ipaddress`: an address of these networks that is not global.
    static let networks = [
        ("0.0.0.0", true),
        ("0.255.255.255", true),
        ("1.0.0.0", false),
        ("9.255.255.255", false),
        ("10.0.0.0", true),
        ("10.255.255.255", true),
        ("11.0.0.0", false),
        ("100.63.255.255", false),
        ("100.64.0.0", true),
        ("100.127.255.255", true),
        ("100.128.0.0", false),
        ("126.255.255.255", false),
        ("127.0.0.0", true),
        ("127.255.255.255", true),
        ("128.0.0.0", false),
        ("169.253.255.255", false),
        ("169.254.0.0", true),
        ("169.254.255.255", true),
        ("169.255.0.0", false),
        ("172.15.255.255", false),
        ("172.16.0.0", true),
        ("172.31.255.255", true),
        ("172.32.0.0", false),
        ("192.167.255.255", false),
        ("192.168.0.0", true),
        ("192.168.255.255", true),
        ("192.169.0.0", false),
        ("8.8.8.8", false),
    ]

    @Test("knows the local networks to their ends", arguments: networks)
    func knowsLocalNetworks(_ text: String, _ isLocal: Bool) throws {
        #expect((try #require(IPv4Address(text)).place == .local) == isLocal)
    }

    @Test("a bare 0x is zero to browsers (WHATWG URL), unlike to inet_aton")
    func readsBareHexadecimalPrefix() { #expect(IPv4Address("0x")?.value == 0) }
}

@Suite("IPv6 addresses")
struct IPv6AddressTests {
    /// Recorded from `int(ipaddress.IPv6Address(…))` of Python 3.11.
    static let values: [(String, UInt64, UInt64)] = [
        ("::", 0, 0), ("::1", 0, 1), ("1::", 0x0001_0000_0000_0000, 0),
        ("2001:db8::7", 0x2001_0DB8_0000_0000, 7), ("1:2:3:4:5:6:7:8", 0x0001_0002_0003_0004, 0x0005_0006_0007_0008),
        ("1:2:3:4:5:6:7::", 0x0001_0002_0003_0004, 0x0005_0006_0007_0000),
        ("::2:3:4:5:6:7:8", 0x0000_0002_0003_0004, 0x0005_0006_0007_0008),
        ("::ffff:127.0.0.1", 0, 0x0000_FFFF_7F00_0001), ("64:ff9b::192.0.2.33", 0x0064_FF9B_0000_0000, 0xC000_0221),
        ("1:2:3:4:5:6:1.2.3.4", 0x0001_0002_0003_0004, 0x0005_0006_0102_0304),
        ("fe80::abcd", 0xFE80_0000_0000_0000, 0xABCD),
    ]

    @Test("are read", arguments: values)
    func reads(_ text: String, high: UInt64, low: UInt64) throws {
        let address = try #require(IPv6Address(text))
        #expect(address.value == UInt128(high) << 64 | UInt128(low))
    }

    /// Python refuses all of these as well.
    static let wrong = [
        "", ":", ":::", "1", "1:2", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", "12345::", "g::",
        "1:2:3:4:5:6:7:8::",
        "::1.2.3", "::1.2.3.256", "1.2.3.4", "1.2.3.4::", "::1%eth0", "::+1", "::1.2.3.+4", "::1.2.3.-0",
        "1:2:3:4:5:6:7:1.2.3.4", ":1::2",
    ]

    @Test("other texts are not an address", arguments: wrong)
    func refuses(_ text: String) { #expect(IPv6Address(text) == nil) }

    /// Where `is_private`, `is_multicast` and `is_global` of Python's `ipaddress` agree with us, and the registries (RFC
    /// 6890, RFC 9637) where it is silent.
    static let places: [(String, AddressPlace)] = [
        ("::1", .local), ("::", .local), ("fe80::1", .local), ("febf::1", .local), ("fec0::1", .local),
        ("fc00::1", .local), ("fdff:ffff::1", .local), ("fd00:ec2::254", .metadataService), ("ff02::1", .reserved),
        ("2001:db8::1", .reserved), ("3fff::1", .reserved), ("3fff:fff::1", .reserved), ("100::1", .reserved),
        ("2606:4700::1111", .anywhere), ("2a00:1450:4001:80b::200e", .anywhere), ("fe00::1", .reserved),
    ]

    @Test("are known by where they lead", arguments: places)
    func knowsPlaces(_ text: String, place: AddressPlace) {
        #expect(IPv6Address(text)?.place == place)
        #expect(IPv6Address(text)?.embedded == nil)
    }

    static let embedded: [(String, String)] = [
        ("::ffff:10.0.0.1", "10.0.0.1"), ("::ffff:808:808", "8.8.8.8"), ("::10.1.2.3", "10.1.2.3"),
        ("::ffff:0:7f00:1", "127.0.0.1"), ("64:ff9b::a9fe:a9fe", "169.254.169.254"),
        ("64:ff9b:1::c0a8:1", "192.168.0.1"),
        ("2002:7f00:1::", "127.0.0.1"), ("2001::3f57:fefe", "192.168.1.1"),
    ]

    @Test("an address of IPv4 inside is found", arguments: embedded)
    func findsInner(_ text: String, inner: String) { #expect(IPv6Address(text)?.embedded?.description == inner) }
}
