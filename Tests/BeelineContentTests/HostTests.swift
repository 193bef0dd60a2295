import BeelineContent
import BeelineSymbols
import Testing

@Suite("Hosts of links")
struct HostTests {
    @Test("a host beyond ASCII has the A-labels of Python's idna, or is refused")
    func agreesOnHosts() throws {
        let lines = try Fixture.lines(of: "hosts.tsv").filter { $0[0] == "idn" }
        #expect(lines.count > 500)
        for line in lines {
            #expect(WebAddress("https://\(line[1])/a")?.hostName ?? "-" == line[2], "\(line[1])")
        }
    }

    @Test("A-labels stand for the host as people write it, and that for them")
    func convertsBack() throws {
        for line in try Fixture.lines(of: "hosts.tsv") where line[0] == "idn" && line[2].contains("xn--") {
            let address = try #require(WebAddress("https://\(line[2])/"))
            let unicode = try #require(address.unicodeHost)
            #expect(WebAddress("https://\(unicode)/") == address)
        }
    }

    @Test("the registrable domain is the one that publicsuffix2 finds")
    func agreesOnDomains() throws {
        let lines = try Fixture.lines(of: "hosts.tsv").filter { $0[0] == "domain" }
        #expect(lines.count > 150)
        for line in lines {
            for host in [line[1], line[1] + ".", line[1].uppercased()] {
                #expect(WebAddress("https://\(host)/")?.domain ?? "-" == line[2], "\(host)")
            }
        }
    }

    @Test("a host keeps its domain while other threads ask about other hosts")
    func remembersDomains() async throws {
        let lines = try Fixture.lines(of: "hosts.tsv").filter { $0[0] == "domain" && $0[2] != "-" }
        // More of them than are remembered, so that they take each other's place.
        let hosts = (0..<8).flatMap { round in lines.map { (host: "\(round).\($0[1])", domain: $0[2]) } }
        #expect(hosts.count > 500)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask {
                    for (host, domain) in task % 2 == 0 ? hosts : hosts.reversed() {
                        #expect(WebAddress("https://\(host)/")?.domain == domain, "\(host)")
                    }
                }
            }
        }
    }

    @Test("hosts of one length that share a place in the cache keep their own domains")
    func remembersColliding() {
        let hosts = [(name: "www.abf.com", domain: "abf.com"), (name: "www.abdlcom", domain: "www.abdlcom")]
        let places = hosts.map { $0.name.utf8.reduce(0) { ($0 * 31 + Int($1)) % 4096 } }
        #expect(places[0] == places[1])
        for host in hosts + hosts { #expect(WebAddress("https://\(host.name)/")?.domain == host.domain) }
    }

    @Test(
        "what stands for a bracket begins no address",
        arguments: ["［abcx", "［ab？", "［ab＠", "［ab＃", "［::1", "［::1］", "［", "［］", "a［b］"])
    func refusesBrackets(host: String) {
        for link in ["https://\(host)/x", "https://\(host)", "https://\(host):80/"] {
            #expect(WebAddress(link)?.hostName == nil, "\(link)")
        }
    }

    @Test(
        "what stands between brackets is an IPv6 address, or there is no link",
        arguments: [
            ("::1", true), ("2001:DB8::8:800:200C:417A", true), ("::ffff:192.0.2.1", true), ("1:2:3:4:5:6:7:8", true),
            ("1::2::3", false), (":::", false), ("12345::", false), ("1:2", false), ("1:2:3:4:5:6:7:8:9", false),
            ("1.2.3.4", false), ("::1.2.3.999", false), ("", false), ("g::", false), ("::1%25eth0", false),
            (String(repeating: "1:", count: 40) + ":", false),
        ])
    func readsIPv6(_ address: String, _ isOne: Bool) {
        for link in ["http://[\(address)]/", "http://[\(address)]:80/a"] {
            #expect(WebAddress(link)?.hostName == (isOne ? "[\(address.lowercased())]" : nil), "\(link)")
        }
    }

    @Test(
        "a host of the web is no longer than a name of DNS can be; of a program's link nobody knows",
        arguments: [253, 254, 100_000])
    func boundsLength(length: Int) {
        let host = String(repeating: "a.", count: length / 2) + (length % 2 == 0 ? "ab" : "a")
        let name = String(host.suffix(length))
        #expect((WebAddress("https://\(name)/") != nil) == (length == 253))
        // The dot of the root does not count.
        #expect((WebAddress("http://\(name)./") != nil) == (length == 253))
        #expect(WebAddress("program://\(name)/")?.hostName == name)
        #expect((WebAddress("program://\(name)/")?.domain != nil) == (length == 253))
    }

    @Test("an unknown last label counts as a public suffix, as the list has it")
    func takesUnknownSuffixes() throws {
        #expect(try #require(WebAddress("http://nas.home.lan/")).domain == "home.lan")
    }

    @Test(
        "addresses have no registrable domain",
        arguments: ["127.0.0.1", "[::1]", "127.1", "0x7f.1", "1.2.3.4.", "example.09", "localhost", "a.com.1"])
    func knowsAddresses(host: String) throws {
        #expect(try #require(WebAddress("http://\(host)/")).domain == nil)
    }

    static let mapped = [
        ("https://ＥＸＡＭＰＬＥ．com/Ａ", "https://example.com/%EF%BC%A1"), ("http://例え。テスト", "http://xn--r8jz45g.xn--zckzah"),
        ("http://faß.de", "http://xn--fa-hia.de"), ("ftp://u:p@ü.de:21/ä", "ftp://u:p@xn--tda.de:21/%C3%A4"),
        ("https://ü@example.com/", "https://%C3%BC@example.com/"), ("https://１２７.0.0.1/", "https://127.0.0.1/"),
        ("https://XN--MLLER-KVA.de", "https://xn--mller-kva.de"), ("myapp://Ü/a", "myapp://xn--tda/a"),
        ("https://a.example/日本?ü=é#🐝", "https://a.example/%E6%97%A5%E6%9C%AC?%C3%BC=%C3%A9#%F0%9F%90%9D"),
        ("https://a.example/%e6?%", "https://a.example/%e6?%25"),
        ("https://a.example/a|b{c}[d]^`", "https://a.example/a%7Cb%7Bc%7D[d]%5E%60"),
    ]

    @Test("a link beyond ASCII is put in ASCII", arguments: mapped)
    func writesASCII(text: String, url: String) throws {
        let address = try #require(WebAddress(text))
        #expect(address.url == url)
        #expect(WebAddress(url) == address)
    }

    @Test("the parts of a link that was rewritten are its parts")
    func keepsParts() throws {
        let address = try #require(WebAddress("HTTPS://ü:ö@Müller.DE:8443/ä?q=ß+1#é"))
        #expect(address.scheme == "https")
        #expect(address.userInfo == "%C3%BC:%C3%B6")
        #expect(address.hostName == "xn--mller-kva.de")
        #expect(address.unicodeHost == "müller.de")
        #expect(address.port == 8443)
        #expect(address.path == "/%C3%A4")
        #expect(address.queryValue("q") == "ß 1")
        #expect(address.fragment == "%C3%A9")
    }

    @Test("a link without a host has a path and a query")
    func hasOpaqueParts() throws {
        let address = try #require(WebAddress("SIP:Alice@example.org:5060?subject=a%20b#c"))
        #expect(address.url == "sip:Alice@example.org:5060?subject=a%20b#c")
        #expect(address.scheme == "sip")
        #expect(address.hostName.isEmpty)
        #expect(address.userInfo == nil && address.port == nil && address.domain == nil && address.unicodeHost == nil)
        #expect(address.path == "Alice@example.org:5060")
        #expect(address.queryValue("subject") == "a b")
        #expect(address.fragment == "c")
    }

    @Test("the host of a program's scheme keeps its case in the link, and is in small letters as a field")
    func keepsCaseOfPrograms() throws {
        let address = try #require(WebAddress("fb://Profile/33"))
        #expect(address.url == "fb://Profile/33")
        #expect(address.hostName == "profile")
    }

    @Test(
        "an absolute URL has nothing around it and its host in ASCII",
        arguments: [
            "example.com", "URL:https://example.com", " https://example.com", "https://ü.de/", "https://ｅxample.com/",
            "https://a.de\u{FE0F}/", "MEBKM:URL:https://a.de;;", "foo:bar", "https:example.com",
        ])
    func refusesRelative(text: String) {
        #expect(WebAddress(absoluteURL: text) == nil)
    }

    @Test(
        "an absolute URL is read as it is",
        arguments: ["https://example.com/ü", "javascript:alert(1)", "https://a@b.c"])
    func readsAbsolute(text: String) {
        #expect(WebAddress(absoluteURL: text) == WebAddress(text))
        #expect(WebAddress(absoluteURL: text) != nil)
    }

    @Test("the fields of a link are its parts")
    func hasFields() {
        let reading = ContentParser.reading(of: Symbol(.qr, "https://www.müller.co.uk:8443/a?b.c=d&b.c=e#f"))
        #expect(reading.text(of: .url) == "https://www.xn--mller-kva.co.uk:8443/a?b.c=d&b.c=e#f")
        #expect(reading.text(of: .host) == "www.xn--mller-kva.co.uk")
        #expect(reading.text(of: .unicodeHost) == "www.müller.co.uk")
        #expect(reading.text(of: .domain) == "xn--mller-kva.co.uk")
        #expect(reading.value(of: .port) == DecimalNumber(Int64(8443)).map(FieldValue.number))
        #expect(reading.text(of: .path) == "/a")
        #expect(reading.text(of: .fragment) == "f")
        #expect(reading.value(of: .query("b.c")) == .text("d"))
        #expect(reading.text(of: .title) == nil)
    }
}
