import BeelineContent
import BeelineSymbols
import Testing

@Suite("Links in texts")
struct TextLinkTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let links: [String]
        var testDescription: String { text.debugDescription }

        init(_ text: String, _ links: String...) { (self.text, self.links) = (text, links) }
    }

    static let cases = [
        Case("Speisekarte\nhttps://example.com/menu", "https://example.com/menu"),
        Case("Menü: https://example.com/menu", "https://example.com/menu"),
        Case("see HTTP://Example.COM/A?b#c for more", "http://example.com/A?b#c"),
        Case("Menu:https://example.com/menu.", "https://example.com/menu"),
        Case("(https://example.com/a_(b)), really?", "https://example.com/a_(b)"),
        Case(
            "[map](https://example.com/map), „https://example.com/x“", "https://example.com/map",
            "https://example.com/x"),
        Case("Link 'https://example.com/?q=a,b;c'!", "https://example.com/?q=a,b;c"),
        Case("<https://example.com/> and \"http://example.org\"", "https://example.com/", "http://example.org"),
        Case(
            "a https://a.example,https://b.example;http://c.example", "https://a.example", "https://b.example",
            "http://c.example"),
        Case("https://a.example/ https://b.example/", "https://a.example/", "https://b.example/"),
        Case(
            "お店はhttps://example.comです。地図「https://ja.example/地図」", "https://example.com",
            "https://ja.example/%E5%9C%B0%E5%9B%B3"),
        Case("Käse: https://müller.de/käse…", "https://xn--mller-kva.de/k%C3%A4se"),
        Case("host http://[2001:db8::1]:8080/x here", "http://[2001:db8::1]:8080/x"),
        Case("trap: https://paypal.com@evil.example/", "https://paypal.com@evil.example/"),
        Case(String(repeating: "https://a.example/ ", count: 40), "https://a.example/", 16),
        // None.
        Case("Hello, world"), Case("the scheme is https://"), Case("http:// and nothing"), Case("a://b c"),
        Case("see view-source+https://example.com/ here"), Case("xhttps://example.com/ is none"),
        Case("look: https:/example.com"),
        Case("twice: https://https://example.com/"), Case("hidden: https://exa\u{202E}mple.com/"),
        Case("ftp://example.com is old"),
        // Programs disagree on their hosts.
        Case("https://example.com\\@evil.example/"), Case("see https://example.com\\@evil.example/ here"),
        Case("hidden: https://example.com/\u{0}a"), Case("hidden: https://example.com/\u{80}a"),
        Case("www.example.com and more"), Case("see https://exa..mple.com/"),
    ]

    @Test("are found, without what ends a sentence", arguments: cases)
    func finds(_ example: Case) {
        let reading = ContentParser.reading(of: Symbol(.qr, example.text))
        #expect(reading.kind == .text)
        let links: [FieldValue] = if case .list(let links)? = reading.value(of: .links) { links } else { [] }
        #expect(links.map(\.description) == example.links)
        #expect(reading.text(of: .link) == example.links.first)
        #expect(reading.has(.link) == !example.links.isEmpty && reading.has(.links) == !example.links.isEmpty)
    }

    static let files = [
        DoubtedSample(
            "a blank", "https://example.com/my file.pdf",
            [.url: "https://example.com/my%20file.pdf", .host: "example.com"],
            warnings: "it had blanks, which were percent-encoded"),
        DoubtedSample(
            "several blanks", "https://example.com/a/Our menu of May.PDF",
            [.url: "https://example.com/a/Our%20menu%20of%20May.PDF"],
            warnings: "blanks"),
    ]

    @Test("a link to a file whose name has blanks is one, with a warning", arguments: files)
    func readsFiles(_ sample: DoubtedSample) { sample.check(kind: .url) }

    static let sentences = [
        Refused("a word behind a link", "https://example.com/menu welcome", "there is a blank in it"),
        Refused("a sentence behind a link", "https://example.com/menu is our new menu, see there", ""),
        Refused("a file behind a page", "https://example.com/ menu.pdf", "there is a blank in it"),
        Refused("a file behind a host", "https://example.com menu.pdf", "there is a blank in it"),
        Refused("a file behind a query", "https://example.com/a?b menu.pdf", "there is a blank in it"),
        Refused("a file behind a full stop", "https://example.com/menu. menu.pdf", "there is a blank in it"),
        Refused("a file on another line", "https://example.com/my\nfile.pdf", "there is a blank in it"),
        Refused("two blanks", "https://example.com/my  file.pdf", "there is a blank in it"),
        Refused("two links", "https://example.com/my https://example.com/file.pdf", "more than one link"),
        Refused("the end of a sentence", "https://example.com/my end.of", "there is a blank in it"),
    ]

    @Test("any other text with a blank is not a link", arguments: sentences)
    func refuses(_ sample: Refused) { sample.check(never: .url) }
}

extension TextLinkTests.Case {
    /// The same link so many times.
    init(_ text: String, _ link: String, _ count: Int) {
        self.text = text
        links = Array(repeating: link, count: count)
    }
}
