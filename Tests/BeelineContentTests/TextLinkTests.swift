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
            warnings: "it had blanks or other characters that no link has, which were percent-encoded"),
        DoubtedSample(
            "several blanks", "https://example.com/a/Our menu of May.PDF",
            [.url: "https://example.com/a/Our%20menu%20of%20May.PDF"],
            warnings: "blanks"),
        repaired("a word", "https://example.com/menu welcome", "https://example.com/menu%20welcome"),
        repaired(
            "folders", "https://a.example/Shared Documents/Menu Card/x",
            "https://a.example/Shared%20Documents/Menu%20Card/x"),
        repaired(
            "a query", "https://verify.example/?name=A+B&organization=Some Pharmacy&date=2021",
            "https://verify.example/?name=A+B&organization=Some%20Pharmacy&date=2021"),
        repaired(
            "a text in a query", "https://a.example/?text=Hello, I want: a pizza, now!",
            "https://a.example/?text=Hello,%20I%20want:%20a%20pizza,%20now!"),
        repaired("quotation marks", #"https://a.example/?q="a b""#, "https://a.example/?q=%22a%20b%22"),
        repaired("an angle bracket", "https://a.example/a<b>", "https://a.example/a%3Cb%3E"),
        repaired("a backslash in a query", #"https://a.example/?q=a\b"#, "https://a.example/?q=a%5Cb"),
        repaired("other blanks", "https://a.example/a\u{A0}b\u{2003}c", "https://a.example/a%C2%A0b%E2%80%83c"),
        repaired("letters beyond ASCII too", "https://a.example/?q=Käse mit", "https://a.example/?q=K%C3%A4se%20mit"),
        repaired("a word before it", "URL:https://a.example/a b", "https://a.example/a%20b"),
        repaired("a bookmark", #"MEBKM:TITLE:x;URL:https\://a.example/a b;;"#, "https://a.example/a%20b"),
    ]

    private static func repaired(_ why: String, _ text: String, _ url: String) -> DoubtedSample {
        DoubtedSample(why, text, [.url: url], warnings: "percent-encoded")
    }

    @Test("a text of one line that is a link but for some characters is one, with a warning", arguments: files)
    func readsFiles(_ sample: DoubtedSample) {
        sample.check(kind: .url)
        let reading = ContentParser.reading(of: Symbol(.qr, sample.text))
        #expect(reading.doubt(about: reading.text(of: .url) ?? "") == .repaired)
    }

    static let cut = [
        // Programs that expect a link take all of such a text for one.
        "https://a.example/menu is our new menu, see there", "https://a.example/ welcome",
        "https://a.example @b.example/",
        "https://a.example\t@b.example/", "https://a.example\n@b.example/", "https://a.example\r\n.b.example/",
        "https://a.example:  443/",
        "https://a.example“x”", "https://a.example…b.example/", "https://a.example/\u{2028}",
        "https://a.example/\u{A0}",
        "https://a.example\u{2028}.b.example/", "https://a b.example/",
        // Quotation marks are around more.
        "\"https://a.example/b c\"", "see <https://a.example/b c>", "«https://a.example/b c»",
        // Characters that no one sees.
        "\u{1}https://a.example/", "\u{200B}https://a.example/", "\u{A0}https://a.example/",
        "see \u{200B}https://a.example/ ok",
        // Characters that are read as those of a link.
        "https://a.example／b.example/", "https://a.example：443＠b.example/", "https://a.example？.b.example/",
        "https://a.example＃.b.example/", "https://a.example＼.b.example/", "https://a.example\u{FE52}b.example/",
        "see https://a.example／b.example/ ok", "see https://a.example。b.example/ ok",
        "see https://a.example\u{A0}.b.example/ ok",
        // Links in other links.
        "bitcoin:?r=https://a.example/", "foo://https://a.example/ b",
    ]

    @Test("a link of which other programs may take more is doubtful", arguments: cut)
    func doubtsEnds(_ text: String) {
        let reading = ContentParser.reading(of: Symbol(.qr, text))
        #expect(reading.kind == .text)
        #expect(reading.text(of: .link).map { reading.doubt(about: $0) } == .cut)
    }

    @Test(
        "a link among other words is not, nor is one on a line of its own",
        arguments: [
            "see https://a.example/ ok", "Menü: https://a.example/menu", "Menu:https://a.example/menu.",
            "https://a.example/ https://b.example/",
            "https://a.example/menu\nWelcome", "https://a.example\nTel. 123 456", "Tel 123\nhttps://a.example\nMo-Fr",
            "(https://a.example/a_(b)), really?", "お店はhttps://a.exampleです。", "地図「https://a.example/地図」",
            "see https://a.example。",
            "Name https://a.example；電話", "<https://a.example/> and more", "see https://a.example\u{A0}: there",
            "URL=https://a.example/x",
            "Wi-Fi:https://a.example/x", "https://a.example/a\r\nhttps://b.example/b", "see https://a.example\t5 EUR",
        ])
    func trustsEnds(_ text: String) {
        let reading = ContentParser.reading(of: Symbol(.qr, text))
        #expect(reading.text(of: .link).map { reading.doubt(about: $0) } == .some(nil))
    }

    @Test(
        "a program's name before a link is not taken off",
        arguments: [
            "microsoft-edge:https://a.example/", "read:https://a.example/", "view-source:https://a.example/",
            "brave:https://a.example/",
            "intent:https://a.example/", "x-safari-https://a.example/", "vlc://https://a.example/a.mkv",
            "ms-word:ofe|u|https://a.example/a.docx",
            "web+a:https://a.example/", "googlechrome://navigate?url=https://a.example/",
            "URL:microsoft-edge:https://a.example/",
        ])
    func keepsPrograms(_ text: String) {
        let reading = ContentParser.reading(of: Symbol(.qr, text))
        #expect(reading.kind == .url && reading.text(of: .scheme) != "https" && !reading.has(.link))
    }

    static let sentences = [
        Refused("a sentence behind a link", "https://example.com/menu is our new menu, see there", ""),
        Refused("a file behind a page", "https://example.com/ menu.pdf", "there is a blank in it"),
        Refused("a file behind a host", "https://example.com menu.pdf", "there is a blank in it"),
        Refused("a file behind a query", "https://example.com/a?b menu.pdf", "there is a blank in it"),
        Refused("a file behind a full stop", "https://example.com/menu. menu.pdf", "there is a blank in it"),
        Refused("a file on another line", "https://example.com/my\nfile.pdf", "there is a blank in it"),
        Refused("two blanks", "https://example.com/my  file.pdf", "there is a blank in it"),
        Refused("a blank in the host", "https://ex ample.com/", "there is a blank in it"),
        Refused("a backslash in the path", #"https://example.com/a\b c"#, "there is a backslash in it"),
        Refused("two links", "https://example.com/my https://example.com/file.pdf", "more than one link"),
        Refused("a sentence behind a page", "https://example.com/my end of it.", ""),
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
