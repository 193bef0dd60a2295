import BeelineContent
import BeelineSymbols
import Foundation
import Testing

@Suite("Links")
struct WebAddressTests {
    static let links = [
        "https://example.com", "http://example.com/", "https://example.com/a/b.html", "https://example.com?a=b",
        "https://example.com#top", "https://example.com/?#", "https://example.com/a?b#c", "https://example.com/a#b?c",
        "https://example.com:8443/a", "https://example.com:/a", "https://user@example.com/",
        "ftp://u:p@example.com:21/f",
        "https://user%40home:pass%3Aword@example.com/", "http://192.168.0.1:80/a", "http://[2001:db8::1]/a",
        "http://[::1]:8080?q", "http://[::ffff:192.0.2.1]#f", "https://a_b-c.example.co.uk/~x/!$&'()*+,;=:@",
        "https://example.com/%E6%97%A5%E6%9C%AC?q=%20", "https://example.com/a//b/../c/./", "file:///etc/hosts",
        "file://server/share", "myapp+x-y.1://open/thing?id=5", "https://example.com/a?x=/?:@", "https://localhost",
        "https://xn--bcher-kva.example/", "https://example.com./a",
    ]

    @Test("the parts are those that Foundation finds", arguments: links)
    func agrees(link: String) throws {
        let address = try #require(WebAddress(link))
        let components = try #require(URLComponents(string: link))
        #expect(address.url == link)
        #expect(address.scheme == components.scheme)
        #expect(address.hostName == components.encodedHost ?? "")
        #expect(address.port == components.port)
        #expect(address.path == components.percentEncodedPath)
        #expect(address.query == components.percentEncodedQuery)
        let userInfo = components.percentEncodedUser.map { user in
            components.percentEncodedPassword.map { "\(user):\($0)" } ?? user
        }
        #expect(address.userInfo == userInfo)
    }

    @Test("scheme and host are put in lower case, and nothing else is")
    func lowersSchemeAndHost() throws {
        let address = try #require(WebAddress("HTTPS://User:PASS@Example.COM:443/Path?Query=X#Fragment"))
        #expect(address.url == "https://User:PASS@example.com:443/Path?Query=X#Fragment")
        #expect(address.scheme == "https")
        #expect(address.hostName == "example.com")
        #expect(try #require(WebAddress("http://[2001:DB8::A]/")).hostName == "[2001:db8::a]")
    }

    @Test(
        "blanks around a link and a prefix do not matter",
        arguments: [" https://a.b/c\n", "URL:https://a.b/c", "url: https://a.b/c", "\tUrl:\r\nHTTPS://A.b/c"])
    func trims(text: String) {
        #expect(WebAddress(text)?.url == "https://a.b/c")
    }

    static let queries: [(String, String, String?)] = [
        ("a=1&b=2", "b", "2"), ("a=1&a=2", "a", "1"), ("a", "a", ""), ("a=", "a", ""), ("a=b=c", "a", "b=c"),
        ("a=b+c%20d", "a", "b c d"), ("a%62=1", "ab", "1"), ("%E6%97%A5=%e6%9c%ac", "日", "本"), ("a=%F0%9F", "a", nil),
        ("a=%", "a", "%"), ("a=%2", "a", "%2"), ("a=%zz", "a", "%zz"), ("a=%+1", "a", "% 1"), ("a=%-0", "a", "%-0"),
        ("a=%00", "a", "\0"), ("A=1", "a", nil), ("&&a=1&", "a", "1"), ("=1", "", "1"), ("", "a", nil),
        ("b=1", "a", nil),
        ("a=1;b=2", "b", nil), ("a=%2B%26%3D", "a", "+&="),
    ]

    @Test("a parameter of a query is decoded as forms encode it", arguments: queries)
    func decodesQuery(query: String, name: String, value: String?) throws {
        let address = try #require(WebAddress("https://example.com/?\(query)#a=9"))
        #expect(address.queryValue(name) == value)
    }

    @Test("parameters are those that Foundation finds")
    func agreesOnQueries() throws {
        let link = "https://example.com/?a=1&b=%E6%97%A5&c=x%20y&d&e=&f=%3D%26"
        let address = try #require(WebAddress(link))
        let items = try #require(URLComponents(string: link)?.queryItems)
        #expect(items.count == 6)
        for item in items { #expect(address.queryValue(item.name) == item.value ?? "") }
    }
}

@Suite("Links as codes have them")
struct LinkFormsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        /// Nil: it is text.
        let url: String?
        let why: String
        var testDescription: String { "\(text.debugDescription): \(why)" }

        init(_ text: String, _ url: String?, _ why: String = "") { (self.text, self.url, self.why) = (text, url, why) }
    }

    /// Each text of the field's tables that is a link or nearly one; where another program says otherwise, why.
    static let field = [
        Case("https://example.com/a?b=c", "https://example.com/a?b=c"),
        Case("google.com", "https://google.com", "a bare domain"),
        Case("google.com:443/x", "https://google.com:443/x", "a bare domain with a port"),
        Case("ftp://example.com/a", "ftp://example.com/a"),
        Case("market://details?id=org.example", "market://details?id=org.example"),
        Case("foo:bar", nil, "ZXing takes any word for a scheme"),
        Case("URL:https://example.com", "https://example.com"), Case("URI:https://example.com", "https://example.com"),
        Case("MEBKM:TITLE:Google;URL:google.com;;", "https://google.com"),
        Case("urlto:foo:bar.com", "https://bar.com"),
        Case("https://maps.google.com/?q=1,2", "https://maps.google.com/?q=1,2"),
        Case("https://www.youtube.com/watch?v=x", "https://www.youtube.com/watch?v=x"),
        Case("fdroidrepos://f-droid.org/repo", "fdroidrepos://f-droid.org/repo"),
        Case("README.md", nil, "ZXing opens it; Moldova has that label"),
        Case("Note:hello", nil, "ZXing takes the word for a scheme"), Case("Note: hello", nil), Case("12:30", nil),
        Case("http://müller.de", "http://xn--mller-kva.de", "text to ZXing"),
        Case("http://user@example.org/", "http://user@example.org/", "text to ZXing; a guard judges the user"),
        Case("HTTP://EXAMPLE.COM/A", "http://example.com/A"), Case("example.c", nil), Case("192.168.0.1", nil),
        Case("  http://example.com  ", "http://example.com"), Case("\u{FEFF}http://example.com", "http://example.com"),
        Case("sip:alice@example.org", "sip:alice@example.org", "text to ZXing"),
    ]

    static let schemes = [
        Case("comgooglemaps://?q=tea", "comgooglemaps://?q=tea", "a program's scheme needs no host"),
        Case("googlegmail:///co?to=a", "googlegmail:///co?to=a"),
        Case("weixin://wxpay/bizpayurl?pr=Ab1", "weixin://wxpay/bizpayurl?pr=Ab1"),
        Case("X-HM://00520E3Q3ABCD", "x-hm://00520E3Q3ABCD", "the case of what follows may matter"),
        Case("tg:resolve?domain=a", "tg:resolve?domain=a"),
        Case("xmpp:a@example.org?message", "xmpp:a@example.org?message"),
        Case("urn:ietf:rfc:3986", "urn:ietf:rfc:3986"), Case("URN:uuid:0", "urn:uuid:0"),
        Case("magnet:?xt=urn:btih:c12f", "magnet:?xt=urn:btih:c12f"), Case("skype:alice?call", "skype:alice?call"),
        Case("facetime-audio:+15551212", "facetime-audio:+15551212"), Case("doi:10.1000/182", "doi:10.1000/182"),
        Case("spotify:track:6rqhFg", "spotify:track:6rqhFg"), Case("ms-settings:wifi", "ms-settings:wifi"),
        Case("news:comp.lang.swift", "news:comp.lang.swift"), Case("cid:a@example.org", "cid:a@example.org"),
        Case("web+tea:green", "web+tea:green"), Case("file:/etc/hosts", "file:/etc/hosts"),
        Case("steam://run/440", "steam://run/440"), Case("intent:#Intent;end", "intent:#Intent;end"),
        Case("JavaScript:alert(1)", "javascript:alert(1)", "a guard judges it"),
        Case("data:text/plain,hi", "data:text/plain,hi"), Case("about:blank", "about:blank"),
        Case("view-source:https://a.b/", "view-source:https://a.b/"), Case("blob:https://a.b/1", "blob:https://a.b/1"),
        Case("DATA:20261121", nil, "a label"), Case("line:3", nil), Case("news:today", nil), Case("About:us", nil),
        Case("market:open", nil), Case("intent:buy", nil), Case("urn:", nil), Case("sip:", nil),
        Case("sip:alice bob", nil), Case("c:\\temp", nil), Case("c://temp", nil, "a drive"),
        Case("foo://", nil), Case("://a.b", nil),
    ]

    static let domains = [
        Case("www.example.co.uk/path?x", "https://www.example.co.uk/path?x"),
        Case("example.com?x", "https://example.com?x"),
        Case("example.com#x", "https://example.com#x"), Case("GOOGLE.COM", "https://google.com"),
        Case("Google.com/Maps", "https://google.com/Maps"), Case("163.com", "https://163.com"),
        Case("müller.de", "https://xn--mller-kva.de"), Case("例え.jp/あ", "https://xn--r8jz45g.jp/%E3%81%82"),
        Case("пример.рф", "https://xn--e1afmkfd.xn--p1ai"),
        Case("xn--e1afmkfd.xn--p1ai", "https://xn--e1afmkfd.xn--p1ai"),
        Case("alice.github.io", "https://alice.github.io"), Case("t.me", "https://t.me"),
        Case("github.io", "https://github.io", "no registry"),
        Case("www.readme.md", "https://www.readme.md"), Case("readme.md/a", "https://readme.md/a"),
        Case("WWW.MD", "https://www.md"), Case("readme.md:8080", "https://readme.md:8080"),
        Case("URL:README.md", "https://README.md".lowercased(), "it is said to be one"),
        Case("a.b.example.com", "https://a.b.example.com"), Case("foo.x.ck", "https://foo.x.ck"),
        Case("x.ck", nil, "a public suffix"), Case("co.uk", nil), Case("com", nil), Case(".com", nil), Case("uk", nil),
        Case("localhost", nil), Case("localhost:8080", nil), Case("printer.local", nil), Case("a.internal/x", nil),
        Case("alice:x@example.com", nil), Case("1.2.3", nil),
        Case("v1.2.3", nil), Case("10.0.0.1:80/x", nil), Case("1.2.3.4/x", nil), Case("3.14", nil), Case("e.g.", nil),
        Case("U.S.A.", nil), Case("U.K.", nil), Case("a.m.", nil), Case("Hello.World", nil), Case("end.Next", nil),
        Case("end.It", nil), Case("example.com.", nil, "the end of a sentence"), Case("example.com:", nil),
        Case("example.com:x", nil), Case("example.com:99999", nil), Case("example.com, please", nil),
        Case("see example.com", nil), Case("example..com", nil), Case("-a.com", nil), Case("a-.com", nil),
        Case("a_b.com", nil), Case("example.com\\a", nil), Case("example.com/a b", nil), Case("notes.txt", nil),
        Case("AB.CD", nil, "the number of a part"), Case("10.5.KG", nil), Case("12.DE", nil), Case("A1B2.CO", nil),
        Case("ABC-123.DE", nil), Case("1Z999AA10123456784.US", nil), Case("T.CO/a", "https://t.co/a"),
        Case("main.rs", nil), Case("setup.py", nil), Case("run.sh", nil), Case("film.mov", nil), Case("a.zip", nil),
        Case("libc.so", nil), Case("Main.java", nil), Case("archive.tar.gz", nil), Case("example.notatld", nil),
        Case("你好。世界", nil, "two sentences; the second is a top-level domain"), Case("请访问example.com", nil),
        Case("аpple.com", nil, "one letter is Cyrillic"), Case("ü.example", nil), Case("a\u{200B}.com", nil),
        Case(String(repeating: "a", count: 63) + ".com", "https://" + String(repeating: "a", count: 63) + ".com"),
        Case(String(repeating: "a", count: 64) + ".com", nil), Case(String(repeating: "a.", count: 126) + "com", nil),
    ]

    @Test("a text is the link, or not a link", arguments: field + schemes + domains)
    func reads(example: Case) {
        let reading = ContentParser.reading(of: Symbol(.qr, example.text))
        #expect(reading.value(of: .url) == example.url.map(FieldValue.text))
        #expect((reading.content.kind == .url) == (example.url != nil))
        // What is wrong with codes of other kinds is for their tests.
        #expect(reading.warnings.allSatisfy { if case .malformed(let kind, _) = $0 { kind != .url } else { false } })
    }

    @Test(
        "what is of other kinds, or nearly so, is no link",
        arguments: ["otpauth://totp/?secret=1", "geo:91,0", "mailto://", "alice@example.com"])
    func leavesOtherKinds(text: String) {
        #expect(ContentParser.reading(of: Symbol(.qr, text)).content.kind != .url)
    }

    @Test(
        "a domain alone in a linear symbol is the number of a part",
        arguments: ["10.5.KG", "100.CM", "AB.CD/12", "PN.10.SE", "example.com", "ABC-123.COM", "AB.DE?X"])
    func doubtsLinear(text: String) {
        for symbology in [Symbology.code39, .code128] {
            #expect(ContentParser.reading(of: Symbol(symbology, text)).content == .text(text))
        }
    }

    @Test(
        "with a path, www. or a scheme it is a link there too",
        arguments: ["example.com/a", "WWW.EXAMPLE.DE", "EXAMPLE.COM/A", "https://example.com"])
    func readsLinear(text: String) {
        #expect(ContentParser.reading(of: Symbol(.code128, text)).content.kind == .url)
    }

    static let encoded = [
        Case("https://example.com/{id}", "https://example.com/%7Bid%7D"),
        Case("https://example.com/a|b", "https://example.com/a%7Cb"),
        Case("https://example.com/a^b`c", "https://example.com/a%5Eb%60c"),
        Case("https://example.com/%zz", "https://example.com/%25zz"),
        Case("https://example.com/100%", "https://example.com/100%25"),
        Case("https://example.com/?a=50%&b=%41|~$1234567|", "https://example.com/?a=50%25&b=%41%7C~$1234567%7C"),
        Case("https://example.com/%41%e6~abcdefgh", "https://example.com/%41%e6~abcdefgh"),
        Case("tg:resolve?domain=a|b", "tg:resolve?domain=a%7Cb"),
    ]

    @Test("characters that a URL cannot contain are percent-encoded", arguments: encoded)
    func encodes(example: Case) {
        #expect(WebAddress(example.text)?.url == example.url)
        #expect(WebAddress(absoluteURL: example.text)?.url == example.url)
    }

    static let broken: [(String, String)] = [
        ("https://example.com/ menu 2024", "there is a blank in it"),
        ("www.example.com/a b", "there is a blank in it"),
        ("https://example.com/\"", "there is a quotation mark in it"),
        ("http://a/b>", "there is an angle bracket in it"),
        ("http:/example.com", "the scheme and its colon must be followed by two slashes"),
        ("http:example.com", "the scheme and its colon must be followed by two slashes"),
        ("https//example.com", "the colon after the scheme is missing"),
        ("http:// example.com", "it has a blank instead of a host"),
        ("https:\\\\example.com", "it has backslashes instead of slashes"),
        ("http://http://example.com", "it has two schemes"),
        ("HTTPS://https://example.com/a", "it has two schemes"),
        ("URLTO:ht://http://", "it has two schemes"),
        ("URL:http://https://example.com", "it has two schemes"),
        ("https://example.com/a\nhttps://example.com/b", "there is more than one link"),
        ("https:///a", "the host is missing"),
    ]

    @Test("a text that is nearly a link gets a warning that says what is wrong", arguments: broken)
    func tells(text: String, reason: String) {
        let reading = ContentParser.reading(of: Symbol(.qr, text))
        #expect(reading.content == .text(text))
        #expect(reading.warnings == [.malformed(.url, reason)])
        #expect(WebAddress(text) == nil)
    }

    @Test(
        "of prose that begins with a link, or with its letters, nothing is said",
        arguments: [
            "https://example.com is where we are", "www.example.com for all the rest", "http is a protocol", "https",
            "www.", "httpd 2.4", "http: see below", "Hello \"World\"",
        ])
    func leavesProse(text: String) {
        let reading = ContentParser.reading(of: Symbol(.qr, text))
        #expect(reading.content == .text(text))
        #expect(reading.warnings.isEmpty)
    }

    static let bookmarks: [(String, String, String?)] = [
        ("MEBKM:TITLE:Google;URL:google.com;;", "https://google.com", "Google"),
        ("mebkm:url:http\\://a.example/x\\;y;title:A\\;B\\:C\\\\;;", "http://a.example/x;y", "A;B:C\\"),
        ("MEBKM:URL:http://a.example/;TITLE:t", "http://a.example/", "t"),
        ("MEBKM:TITLE:;URL:a.example.com;;", "https://a.example.com", nil),
        ("MEBKM:X:1;URL:https://a.example/;URL:https://b.example/;", "https://a.example/", nil),
        ("MEBKM:TITLE: a ;\r\nURL:https://a.example/;;", "https://a.example/", "a"),
        ("MEBKM:TITLE:a;URL:https://a.example/;;TITLE:b;", "https://a.example/", "a"),
        ("urlto:foo:bar.com", "https://bar.com", "foo"), ("URLTO::http://a.example/", "http://a.example/", nil),
        ("URLTO:http://a.example/", "http://a.example/", nil),
        ("URLTO:a b:http://a.example:80/", "http://a.example:80/", "a b"),
        ("URLTO:example.com", "https://example.com", nil), ("Uri: example.com", "https://example.com", nil),
    ]

    @Test("a bookmark is a link with its title", arguments: bookmarks)
    func readsBookmarks(text: String, url: String, title: String?) {
        let reading = ContentParser.reading(of: Symbol(.qr, text))
        #expect(reading.text(of: .url) == url)
        #expect(reading.text(of: .title) == title)
    }
}
