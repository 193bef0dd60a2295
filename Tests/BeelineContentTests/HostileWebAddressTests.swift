import BeelineContent
import BeelineSymbols
import Testing

@Suite("Links that are none, or mean harm")
struct HostileWebAddressTests {
    static let texts = [
        "", ":", "//", "://", "http", "http:", "http:/", "http://", "https:///path", "http://?q", "http://#f",
        "http://@",
        "http://user@", "http://:80", "1http://a", "-a://b", "ht tp://a", "h\u{E9}://a", "mailto:a@b.c",
        "javascript:alert(1)",
        "data:text/html,x", "tel:+123", "http:\\\\a", "http://a\\b", "http://a b", "http://a\u{7F}", "http://a\0b",
        "http://a/\nb",
        "http://a/\"onload", "http://a/<script>", "http://a:b", "http://a:65536", "http://a:99999", "http://a:-1",
        "http://a:+1", "http://a:123456", "http://a:80:80", "http://[", "http://[]", "http://[::1", "http://[::1]a",
        "http://[::1]:x", "http://[evil.com]/", "http://[fe80::1%25eth0]/", "http://a]", "http://%65vil.com",
        "http://a,b",
        "http://ex(ample).com", "http://a|b/", "http://a^b", "http://`a", "http://{a}", "URL:", "url:url:http://a",
    ]

    @Test("what is no link is none", arguments: texts)
    func refuses(text: String) {
        #expect(WebAddress(text) == nil)
        #expect(ContentParser.reading(of: Symbol(.qr, text)).content == .text(text))
    }

    @Test(
        "a host is what follows the last at sign before the path",
        arguments: [
            ("https://bank.example@evil.example/", "evil.example"),
            ("https://bank.example:80@evil.example", "evil.example"),
            ("https://a@b@evil.example/", "evil.example"),
            ("https://evil.example/@bank.example", "evil.example"),
            ("https://evil.example?@bank.example", "evil.example"),
            ("https://evil.example#@bank.example", "evil.example"),
        ])
    func findsHost(link: String, host: String) {
        #expect(WebAddress(link)?.hostName == host)
    }

    @Test(
        "a host beyond ASCII is no link yet, and said to be one of those",
        arguments: ["https://bücher.example/", "https://аpple.com", "http://例え.jp", "http://a\u{202E}b.c/"])
    func doubtsInternationalHosts(text: String) {
        let reading = ContentParser.reading(of: Symbol(.qr, text))
        #expect(reading.content == .text(text))
        #expect(reading.warnings == [.internationalHost])
    }

    @Test("a path beyond ASCII is kept as it is")
    func keepsPath() throws {
        let address = try #require(WebAddress("https://a.example/日本?ü=é#🐝"))
        #expect(address.path == "/日本")
        #expect(address.query == "ü=é")
        #expect(address.queryValue("ü") == "é")
    }

    /// What repeats in a long link. A part that was walked once for each repetition would take minutes.
    static let repeated = [
        "/", "a", ":", "@", "[", "?", "&", "&a", "a=1&", "%", "%41", "+", "#", ".", "é", "%E6%97%A5&",
    ]

    @Test("long links are taken apart", arguments: repeated)
    func readsHuge(unit: String) {
        for head in ["https://a.example/", "https://a.example/?", "https://", ""] {
            let count = ((1 << 17) - head.utf8.count) / unit.utf8.count
            let text = head + String(repeating: unit, count: count)
            let address = WebAddress(text)
            if head.hasPrefix("https://a") { #expect(address?.url.utf8.count == text.utf8.count) }
            _ = address?.queryValue("no such name")
            _ = address?.path
            _ = address?.userInfo
        }
    }

    @Test("longer than a megabyte is no link")
    func refusesLonger() {
        let head = "https://a.example/"
        let fitting = head + String(repeating: "a", count: (1 << 20) - head.utf8.count)
        #expect(WebAddress(fitting) != nil)
        #expect(WebAddress(fitting + "a") == nil)
    }

    @Test("every torn beginning of a link is a link or none")
    func survivesTorn() {
        let link = Array("url:https://u:p@[2001:db8::1]:8080/a%20b?c=%E6&d#e".utf8)
        for count in 0...link.count {
            let address = WebAddress(String(decoding: link.prefix(count), as: UTF8.self))
            _ = address?.queryValue("c")
            #expect(address.map { !$0.hostName.isEmpty } ?? true)
        }
    }
}
