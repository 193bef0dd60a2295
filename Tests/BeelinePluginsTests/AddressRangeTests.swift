import Testing

@testable import BeelinePlugins
@testable import BeelineRules

@Suite("ranges of special addresses")
struct AddressRangeTests {
    /// The first and the last address of each range, and the place of both; written a second time, so that an error in
    /// the table is found.
    static let ipv4: [(range: String, first: String, last: String, place: AddressPlace)] = [
        ("169.254.169.254/32", "169.254.169.254", "169.254.169.254", .metadataService),
        ("169.254.170.2/32", "169.254.170.2", "169.254.170.2", .metadataService),
        ("169.254.170.23/32", "169.254.170.23", "169.254.170.23", .metadataService),
        ("169.254.0.23/32", "169.254.0.23", "169.254.0.23", .metadataService),
        ("169.254.42.42/32", "169.254.42.42", "169.254.42.42", .metadataService),
        ("168.63.129.16/32", "168.63.129.16", "168.63.129.16", .metadataService),
        ("100.100.100.200/32", "100.100.100.200", "100.100.100.200", .metadataService),
        ("100.96.0.96/32", "100.96.0.96", "100.96.0.96", .metadataService),
        ("192.0.0.192/32", "192.0.0.192", "192.0.0.192", .metadataService),
        ("0.0.0.0/8", "0.0.0.0", "0.255.255.255", .local),
        ("10.0.0.0/8", "10.0.0.0", "10.255.255.255", .local),
        ("100.64.0.0/10", "100.64.0.0", "100.127.255.255", .local),
        ("127.0.0.0/8", "127.0.0.0", "127.255.255.255", .local),
        ("169.254.0.0/16", "169.254.0.0", "169.254.255.255", .local),
        ("172.16.0.0/12", "172.16.0.0", "172.31.255.255", .local),
        ("192.168.0.0/16", "192.168.0.0", "192.168.255.255", .local),
        ("192.0.0.0/24", "192.0.0.0", "192.0.0.255", .reserved),
        ("192.0.2.0/24", "192.0.2.0", "192.0.2.255", .reserved),
        ("192.88.99.0/24", "192.88.99.0", "192.88.99.255", .reserved),
        ("198.18.0.0/15", "198.18.0.0", "198.19.255.255", .reserved),
        ("198.51.100.0/24", "198.51.100.0", "198.51.100.255", .reserved),
        ("203.0.113.0/24", "203.0.113.0", "203.0.113.255", .reserved),
        ("224.0.0.0/4", "224.0.0.0", "239.255.255.255", .reserved),
        ("240.0.0.0/4", "240.0.0.0", "255.255.255.255", .reserved),
    ]

    @Test("of IPv4 reach from their first address to their last", arguments: ipv4)
    func knowsIPv4(_ range: String, first: String, last: String, place: AddressPlace) throws {
        let (first, last) = (try #require(IPv4Address(first)), try #require(IPv4Address(last)))
        for address in [first, last] {
            #expect(address.place == place)
            #expect(AddressRange.of(address)?.text == range)
            #expect(!isPublicAddress(address.description))
        }
        // Their neighbours are in none, or in another one.
        for value in [first.value &- 1, last.value &+ 1] {
            #expect(AddressRange.of(IPv4Address(value: value))?.text != range)
        }
    }

    static let ipv6: [(range: String, first: String, last: String, place: AddressPlace)] = [
        ("fd00:ec2::254/128", "fd00:ec2::254", "fd00:ec2::254", .metadataService),
        ("fd00:ec2::23/128", "fd00:ec2::23", "fd00:ec2::23", .metadataService),
        ("fd20:ce::254/128", "fd20:ce::254", "fd20:ce::254", .metadataService),
        ("fd00:c1::a9fe:a9fe/128", "fd00:c1::a9fe:a9fe", "fd00:c1::a9fe:a9fe", .metadataService),
        ("fd00:42::42/128", "fd00:42::42", "fd00:42::42", .metadataService),
        ("fd00:a9fe:a9fe::1/128", "fd00:a9fe:a9fe::1", "fd00:a9fe:a9fe::1", .metadataService),
        ("fe80::a9fe:a9fe/128", "fe80::a9fe:a9fe", "fe80::a9fe:a9fe", .metadataService),
        ("::/128", "::", "::", .local),
        ("::1/128", "::1", "::1", .local),
        ("fc00::/7", "fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .local),
        ("fe80::/10", "fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .local),
        ("fec0::/10", "fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .local),
        ("64:ff9b::/96", "64:ff9b::", "64:ff9b::ffff:ffff", .anywhere),
        ("64:ff9b:1::/48", "64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", .local),
        ("2002::/16", "2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .anywhere),
        ("::/96", "::2", "::ffff:ffff", .reserved),
        ("::ffff:0:0/96", "::ffff:0.0.0.0", "::ffff:255.255.255.255", .reserved),
        ("::ffff:0:0:0/96", "::ffff:0:0:0", "::ffff:0:ffff:ffff", .reserved),
        ("2001::/32", "2001::", "2001:0:ffff:ffff:ffff:ffff:ffff:ffff", .reserved),
        ("100::/64", "100::", "100::ffff:ffff:ffff:ffff", .reserved),
        ("100:0:0:1::/64", "100:0:0:1::", "100::1:ffff:ffff:ffff:ffff", .reserved),
        ("2001::/23", "2001:1::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", .reserved),
        ("2001:db8::/32", "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", .reserved),
        ("3fff::/20", "3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", .reserved),
        ("5f00::/16", "5f00::", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .reserved),
        ("ff00::/8", "ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .reserved),
        ("2000::/3", "2000::", "3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .anywhere),
        ("::/0", "4000::", "fe7f:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .reserved),
    ]

    @Test("of IPv6 reach from their first address to their last", arguments: ipv6)
    func knowsIPv6(_ range: String, first: String, last: String, place: AddressPlace) throws {
        for text in [first, last] {
            let address = try #require(IPv6Address(text))
            #expect(address.place == place)
            #expect(AddressRange.of(address)?.text == range)
        }
    }

    @Test("all are in these lists, none twice, each with its source")
    func areAllNamed() {
        #expect(AddressRange.ipv4.map(\.text).sorted() == Self.ipv4.map(\.range).sorted())
        #expect(AddressRange.ipv6.map(\.text).sorted() == Self.ipv6.map(\.range).sorted())
        #expect((AddressRange.ipv4 + AddressRange.ipv6).allSatisfy { !$0.source.isEmpty })
    }

    @Test(
        "a link to each is held, and a redirect to its host is refused", arguments: ipv4.map(\.first) + ipv4.map(\.last)
    )
    func guardAndClientAgree(_ address: String) throws {
        #expect(LinkGuard.standard.verdict(on: "https://\(address)/").decision > .allow)
        #expect(throws: RedirectProblem.notPublic(host: address)) {
            try RedirectGuard(first: "https://service.example.com/").check("https://\(address)/")
        }
    }

    @Test(
        "what no registry tells apart is of the internet",
        arguments: ["8.8.8.8", "168.63.129.15", "192.175.48.1", "2a00::1"])
    func knowsTheInternet(_ text: String) { #expect(isPublicAddress(text)) }

    @Test("an address of IPv6 is as public as that of IPv4 which it carries")
    func looksInside() {
        #expect(isPublicAddress("64:ff9b::8.8.8.8"))
        #expect(isPublicAddress("2002:808:808::"))
        for inner in ["a9fe:a9fe", "a83f:8110", "7f00:1", "a00:1"] {
            for text in ["64:ff9b::\(inner)", "2002:\(inner)::", "::ffff:\(inner)", "::\(inner)"] {
                #expect(!isPublicAddress(text), "\(text)")
            }
        }
    }

    @Test(
        "what is no address is none of the internet",
        arguments: ["", "example.com", "::g", "1.2.3.4.5", "fe80::1%eth0"])
    func refuses(_ text: String) { #expect(!isPublicAddress(text)) }
}
