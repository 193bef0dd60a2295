import BeelineContent
import BeelineSymbols
import Testing

@Suite("Invalid and hostile links")
struct HostileWebAddressTests {
    static let texts = [
        "", ":", "//", "://", "http", "http:", "http:/", "http://", "https:///path", "http://?q", "http://#f",
        "http://@",
        "http://user@", "http://:80", "1http://a", "-a://b", "ht tp://a", "h\u{E9}://a", "mailto:a@b.c",
        "javascript:", "javascript:alert(\"a\")", "data:42", "tel:+", "c://a", "foo:bar", "http:\\\\a",
        "http://a\\b", "http://a b", "http://a\u{7F}", "http://a\0b",
        "http://a/\nb",
        "http://a\"/onload", "http://a<script>/", "http://a:b", "http://a:65536", "http://a:99999", "http://a:-1",
        "http://a:+1", "http://a:123456", "http://a:80:80", "http://[", "http://[]", "http://[::1", "http://[::1]a",
        "http://[::1]:x", "http://[evil.com]/", "http://[fe80::1%25eth0]/", "http://a]", "http://%65vil.com",
        "http://a,b",
        "http://ex(ample).com", "http://a|b/", "http://a^b", "http://`a", "http://{a}", "URL:", "url:url:http://a",
    ]

    @Test("a text that is almost a link is not read as one", arguments: texts)
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
        "a host that no name can be is no link, and said to be wrong",
        arguments: [
            "http://a\u{202E}b.c/", "https://ü-.example", "https://ab--ü.example/", "https://a\u{200B}ü.example/",
            "https://a／b.example/", "https://℀.example/", "https://bücher..example/", "https://a%C3%BC.example/ü",
            "https://xn--a.example/", "https://xn--.example/", "https://xn--0.pt/", "https://XN--zzzzzz9999.example",
            "https://xn--a-ecp.ru/", "https://אa.example/", "https://" + String(repeating: "ü", count: 64) + ".de",
            "https://" + String(repeating: "ü.", count: 1_000) + "de", "https://💩.la/",
        ])
    func doubtsHosts(text: String) throws {
        let reading = ContentParser.reading(of: Symbol(.qr, text))
        #expect(reading.content == .text(text))
        #expect(reading.warnings.map(\.code) == ["malformed"])
        #expect(WebAddress(text) == nil)
    }

    @Test("an error in a link is reported")
    func saysWhatIsWrong() {
        let texts = [
            "https://example.com:99999/": "the text after the host is not a port",
            "https://exa%6dple.com/": "the host has an empty label or an invalid character",
            "https://a／b.example/": "the host has an empty label or an invalid character",
            "https://example.com/a\u{200B}b": "it has an invisible character",
            "https://ü-.example": "the host is not a valid name: string start/ends with forbidden hyphen",
            "URL:hello": "the text after the colon is not a link",
            "URLTO:a:b": "the text after the title is not a link",
            "MEBKM:TITLE:a;;": "there is no URL", "MEBKM:TITLE:a;URL:b c;;": "the URL is not a link",
        ]
        for (text, reason) in texts {
            let reading = ContentParser.reading(of: Symbol(.qr, text))
            #expect(reading.content == .text(text))
            #expect(reading.warnings == [.malformed(.url, reason)], "\(text)")
        }
    }

    @Test(
        "blanks of any script end a link",
        arguments: ["https://example.com/　見て", "https://example.com/\u{A0}", "https://example.com/\u{85}", "例え.jp/ あ"])
    func refusesBlanks(text: String) {
        #expect(WebAddress(text) == nil)
    }

    @Test("a character is part of a link, ends it, or prevents it, wherever it is", arguments: 0..<18)
    func knowsEveryCharacter(place: Int) {
        let head = "https://a.example/" + String(repeating: "b", count: place)
        for byte: UInt8 in 0x21...0x7F {
            let character = String(Unicode.Scalar(byte))
            let address = WebAddress(head + character + "cdefghijklmn")
            if "\"<>\\\u{7F}".contains(character) {
                #expect(address == nil)
            } else {
                // Two hexadecimal digits follow the percent sign here.
                let isEncoded = "^`{|}".contains(character)
                let written = isEncoded ? "%" + String(byte, radix: 16, uppercase: true) : character
                #expect(address?.url == head + written + "cdefghijklmn")
                #expect(address?.query == (character == "?" ? "cdefghijklmn" : nil))
                #expect(address?.fragment == (character == "#" ? "cdefghijklmn" : nil))
            }
        }
    }

    /// What repeats in a long link. A part that was walked once for each repetition would take minutes.
    static let repeated = [
        "/", "a", ":", "@", "[", "?", "&", "&a", "a=1&", "%", "%41", "+", "#", ".", "é", "%E6%97%A5&", "\\", ";",
        "a:b;", "a.", "xn--a.", "例。",
    ]

    @Test("long links are parsed", arguments: repeated)
    func readsHuge(unit: String) {
        for head in [
            "https://a.example/", "https://a.example/?", "https://", "sip:", "URL:", "MEBKM:URL:", "URLTO:", "",
        ] {
            let count = ((1 << 17) - head.utf8.count) / unit.utf8.count
            let text = head + String(repeating: unit, count: count)
            let address = WebAddress(text)
            if head.hasPrefix("https://a"), unit != "\\", unit.utf8.allSatisfy({ $0 < 0x80 }) {
                // A percent sign that encodes nothing is encoded itself.
                let added = unit == "%" ? 2 * count : 0
                #expect(address?.url.utf8.count == text.utf8.count + added)
            }
            _ = address?.queryValue("no such name")
            _ = address?.path
            _ = address?.userInfo
            _ = address?.domain
            _ = address?.unicodeHost
        }
    }

    @Test("a text longer than a megabyte is not a link")
    func refusesLonger() {
        let head = "https://a.example/"
        let fitting = head + String(repeating: "a", count: (1 << 20) - head.utf8.count)
        #expect(WebAddress(fitting) != nil)
        #expect(WebAddress(fitting + "a") == nil)
    }

    @Test("two megabytes are not a link", arguments: ["a", ".", "a.", ":", "ü", ";", "https://"])
    func survivesHuge(unit: String) {
        let rest = String(repeating: unit, count: 2_000_000 / unit.utf8.count)
        for head in ["", "https://", "https://a.example/", "sip:", "MEBKM:URL:", "URLTO:", "URL:", "a."] {
            #expect(WebAddress(head + rest) == nil)
        }
    }

    @Test(
        "a bookmark or a domain that is torn, or has one byte changed, is a link or none",
        arguments: [
            "MEBKM:TITLE:Caf\\;é;URL:http\\://example.com/a;;", "URLTO:tea:example.com", "www.müller.de:80/a?b#c",
            "https://xn--mller-kva.de/", "magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a",
        ])
    func survivesChanges(text: String) {
        let bytes = Array(text.utf8)
        for index in bytes.indices {
            for byte: UInt8 in [0, 0x20, 0x3A, 0x3B, 0x2E, 0x5C, 0x80, 0xC3, 0xFF] {
                var changed = bytes
                changed[index] = byte
                for code in [changed, Array(changed.prefix(index)), changed + changed] {
                    let address = WebAddress(String(decoding: code, as: UTF8.self))
                    #expect(address.map { $0.url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } } ?? true)
                    _ = address?.domain
                }
            }
        }
    }

    @Test("every truncated link is a link or text")
    func survivesTorn() {
        let link = Array("url:https://u:p@[2001:db8::1]:8080/a%20b?c=%E6&d#e".utf8)
        for count in 0...link.count {
            let address = WebAddress(String(decoding: link.prefix(count), as: UTF8.self))
            _ = address?.queryValue("c")
            #expect(address.map { !$0.hostName.isEmpty } ?? true)
        }
    }
}
