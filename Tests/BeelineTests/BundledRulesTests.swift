import Beeline
import Foundation
import Testing

@Suite("The bundled rules")
struct BundledRulesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let symbol: Symbol
        let rule: String?
        let actions: [String]
        let why: String
        var testDescription: String { why }

        init(_ symbology: Symbology, _ text: String, _ rule: String?, _ actions: [String], _ why: String) {
            (symbol, self.rule, self.actions, self.why) = (Symbol(symbology, text), rule, actions, why)
        }
    }

    static let cases = [
        Case(
            .ean13, "9784873119045", "book.amazon", ["open-url https://www.amazon.com/dp/4873119049"], "a book"),
        Case(
            .unknown, "978-0-8044-2957-3", "book.amazon", ["open-url https://www.amazon.com/dp/080442957X"],
            "a typed ISBN-13 whose ISBN-10 ends in X"),
        Case(
            .unknown, "0306406152", "book.amazon", ["open-url https://www.amazon.com/dp/0306406152"],
            "a typed ISBN-10"),
        Case(
            .ean13, "9791034300013", "book.search", ["open-url https://www.amazon.com/s?k=9791034300013"],
            "a book without an ISBN-10"),
        Case(
            .upcA, "036000291452", "product.ean13",
            ["open-url https://world.openfoodfacts.org/product/0036000291452"], "a UPC-A"),
        Case(
            .ean13, "0036000291452", "product.ean13",
            ["open-url https://world.openfoodfacts.org/product/0036000291452"], "the same as an EAN-13"),
        Case(
            .ean13, "4902370548495", "product.ean13",
            ["open-url https://world.openfoodfacts.org/product/4902370548495"],
            "an EAN-13 that is no UPC"),
        Case(
            .upcE, "04252614", "product.ean13",
            ["open-url https://world.openfoodfacts.org/product/0042100005264"], "a UPC-E"),
        Case(
            .ean8, "96385074", "product.ean8",
            ["open-url https://world.openfoodfacts.org/product/96385074"], "an EAN-8"),
        Case(.itf, "15400141288763", "product.case", ["emit gtin=15400141288763"], "a case of several"),
        Case(
            .itf, "04902370548495", "product.ean13",
            ["open-url https://world.openfoodfacts.org/product/4902370548495"],
            "an ITF-14 of a single article"),
        Case(
            .ean13, "2000000000008", "product.restricted", ["emit gtin=02000000000008"],
            "a number that means something in one shop only"),
        Case(.ean8, "20000004", "product.restricted", ["emit gtin=00000020000004"], "an EAN-8 of one shop"),
        Case(.qr, "https://example.com/a?b=c", "link.open", ["open-url https://example.com/a?b=c"], "a link"),
        Case(.qr, "HTTP://EXAMPLE.COM/A", "link.open", ["open-url http://example.com/A"], "a link in capitals"),
        Case(
            .qr, "ftp://example.com/a", "link.other", ["open-url ftp://example.com/a"], "a link of another scheme"),
        Case(.qr, "hello, world", nil, ["emit text=hello, world"], "text is shown and not taken"),
        Case(.qr, "", nil, ["emit text="], "an empty text"),
        Case(.qr, "{text} {{ }}", nil, ["emit text={text} {{ }}"], "a text that looks like a template"),
        Case(.ean13, "9784873119046", nil, ["emit text=9784873119046"], "a wrong check digit is not taken"),
        Case(
            .unknown, "javascript:alert(1)", "link.other", ["open-url javascript:alert(1)"],
            "a script, which is never opened"),
        Case(.ean13, "1920241008209", "book.row", ["emit cCode=0241 price=820"], "the second row of a book alone"),
        Case(
            .ean13, "9770024931000", "periodical.portal",
            ["open-url https://portal.issn.org/resource/ISSN/0024-9319"], "a periodical"),
        Case(.ean13, "9790060115615", "music.show", ["emit ismn=979-0-060-11561-5"], "printed music"),
        Case(.ean13, "9901234567899", "product.coupon", ["emit gtin=09901234567899"], "a coupon"),
        Case(
            .qr, "https://id.gs1.org/01/09521234543213/10/ABC", "gs1.link",
            ["open-url https://id.gs1.org/01/09521234543213/10/ABC"], "a Digital Link"),
        Case(
            .unknown, "(01)09521234543213(10)ABC", "gs1.show",
            ["emit gtin=09521234543213 sscc= lot=ABC serial= expiry= bestBefore="], "an element string"),
        Case(
            .qr, "geo:40.7,-73.9", "place.map",
            ["open-url https://www.openstreetmap.org/?mlat=40.7&mlon=-73.9"], "a place"),
        Case(
            .qr, "geo:0,0?q=Berlin", "place.search", ["open-url https://www.openstreetmap.org/search?query=Berlin"],
            "the name of a place"),
        Case(
            .qr, "WIFI:S:Guest;T:WPA;P:secret;;", "wifi.show", ["emit ssid=Guest security=WPA hidden=false"],
            "a network, without its password"),
        Case(
            .qr, "WIFI:S:Guest;T:WPA;P:secret", "wifi.show", ["emit ssid=Guest security=WPA hidden=false"],
            "a network whose end is missing"),
        Case(
            .qr, "tel:+15551212", "phone.show", ["emit phone=+15551212 extension="],
            "a telephone number, which is not called"),
        Case(
            .qr, #"{"text":"WIFI:P:x"}"#, nil, [#"emit text={"text":"WIFI:P:x"}"#], "what no rule is for is shown"),
    ]

    private static let resolver = Result { try Resolver(rules: .bundled) }

    @Test("say what to do", arguments: cases)
    func resolve(_ example: Case) throws {
        let resolution = try Self.resolver.get().resolve(example.symbol)
        #expect(resolution.rule?.id == example.rule)
        #expect(resolution.actions.map(\.description) == example.actions)
        #expect(resolution.actions.allSatisfy { $0.problem == nil })
    }

    @Test("have patterns that load in a file of a user as well", arguments: RuleSources.bundled.files.map(\.name))
    func patterns(_ name: String) throws {
        let file = try #require(RuleSources.bundled.files.first { $0.name == name })
        _ = try Resolver(rules: RuleSources([RuleFile(name: "checked.json", bytes: file.bytes)]))
    }

    @Test("bytes that are not text match no rule, and nothing is done")
    func leaveBytes() throws {
        let resolution = try Self.resolver.get().resolve(Symbol(.qr, bytes: [0xFF]))
        #expect(resolution.rule == nil)
        #expect(resolution.actions.isEmpty)
    }

    @Test("only links of other schemes need a question in any case")
    func asks() throws {
        let resolver = try Self.resolver.get()
        #expect(resolver.resolve(Symbol(.qr, "ftp://example.com/")).actions.map(\.requiresConfirmation) == [true])
        #expect(resolver.resolve(Symbol(.qr, "https://example.com/")).actions.map(\.requiresConfirmation) == [false])
    }

    @Test("the user chooses the host of Amazon")
    func settings() throws {
        let constants = ConstantSettings(values: ["amazon": "www.amazon.co.jp"])
        let resolver = try Resolver(rules: .bundled, constants: constants)
        #expect(
            resolver.resolve(Symbol(.ean13, "9784873119045")).actions.first?.url
                == "https://www.amazon.co.jp/dp/4873119049")
    }

    @Test(
        "the user chooses where books and products lead",
        arguments: [
            Choice("books", "openlibrary", "9784873119045", "openlibrary.org/isbn/9784873119045"),
            Choice("books", "google", "9784873119045", "books.google.com/books?vid=ISBN9784873119045"),
            Choice("books", "worldcat", "9784873119045", "search.worldcat.org/search?q=bn:9784873119045"),
            Choice(
                "books", "dnb", "9783161484100",
                "portal.dnb.de/opac.htm?method=simpleSearch&query=9783161484100"),
            Choice(
                "books", "bnf", "9791034300013",
                "catalogue.bnf.fr/rechercher.do?motRecherche=9791034300013&critereRecherche=0&depart=0"),
            Choice(
                "books", "loc", "9780306406157",
                "catalog.loc.gov/vwebv/search?searchArg=9780306406157&searchCode=STNO"),
            Choice(
                "books", "ndl", "9784873119045", "ndlsearch.ndl.go.jp/search?cs=bib&keyword=9784873119045"),
            Choice("books", "calil", "9784873119045", "calil.jp/book/4873119049"),
            Choice(
                "books", "calil", "9791034300013", "ndlsearch.ndl.go.jp/search?cs=bib&keyword=9791034300013",
                rule: "book.ndl"),
            Choice("books", "none", "9784873119045", nil, rule: "book.show"),
            Choice(
                "products", "discogs", "0602745477507", "www.discogs.com/search/?q=602745477507&type=release",
                rule: "disc.discogsUPC"),
            Choice(
                "products", "discogs", "5027812345674", "www.discogs.com/search/?q=5027812345674&type=release",
                rule: "disc.discogs"),
            Choice(
                "products", "musicbrainz", "0602745477507",
                "musicbrainz.org/search?query=barcode%3A602745477507&type=release&method=advanced",
                rule: "disc.musicbrainzUPC"),
            Choice(
                "products", "musicbrainz", "5027812345674",
                "musicbrainz.org/search?query=barcode%3A5027812345674&type=release&method=advanced",
                rule: "disc.musicbrainz"),
            Choice("products", "none", "5027812345674", nil, rule: "product.case"),
        ])
    func choices(_ choice: Choice) throws {
        let constants = ConstantSettings(values: [choice.constant: choice.value])
        let resolver = try Resolver(rules: .bundled, constants: constants)
        #expect(resolver.rules.warnings.isEmpty)
        let resolution = resolver.resolve(Symbol(.ean13, choice.code))
        #expect(resolution.rule?.id == choice.rule)
        #expect(resolution.actions.compactMap(\.url) == (choice.url.map { ["https://\($0)"] } ?? []))
        #expect(resolution.actions.allSatisfy { !$0.requiresConfirmation })
    }

    @Test(
        "networks are joined, and contacts and appointments saved, only for who says so",
        arguments: [
            ("wifi", "connect", "WIFI:S:Guest;T:WPA;P:open sesame;;", "connect-wifi", "ssid", "Guest"),
            ("wifi", "connect", "WIFI:S:Campus;T:WPA2-EAP;E:PEAP;I:bob;P:open sesame;;", "emit", "fields", nil),
            ("contacts", "save", "MECARD:N:Owen,Sean;TEL:+12125551212;;", "save-contact", "fields", nil),
            (
                "events", "save", "BEGIN:VEVENT\nSUMMARY:Tea\nDTSTART:20260131T150000Z\nEND:VEVENT", "save-event",
                "fields", nil
            ),
        ])
    func acts(
        _ constant: String, _ value: String, _ code: String, _ action: String, _ parameter: String, _ text: String?
    ) throws {
        let symbol = Symbol(.qr, code)
        #expect(try Self.resolver.get().resolve(symbol).actions.map(\.name) == ["emit"])
        let resolver = try Resolver(rules: .bundled, constants: ConstantSettings(values: [constant: value]))
        #expect(resolver.rules.warnings.isEmpty)
        let first = try #require(resolver.resolve(symbol).actions.first)
        #expect(first.name == action && first.problem == nil)
        #expect(first[parameter] != nil)
        if let text { #expect(first[parameter] == .text(text)) }
        #expect(!first.description.contains("sesame"))
    }

    struct Choice: Sendable, CustomTestStringConvertible {
        let constant: String
        let value: String
        let code: String
        /// Without `https://`; nil: nothing is opened.
        let url: String?
        let rule: String
        var testDescription: String { "\(constant)=\(value): \(code)" }

        init(_ constant: String, _ value: String, _ code: String, _ url: String?, rule: String? = nil) {
            (self.constant, self.value, self.code, self.url) = (constant, value, code, url)
            self.rule = rule ?? "book.\(value)"
        }
    }

    @Test("load without warnings, together and each alone")
    func areClean() throws {
        #expect(try Self.resolver.get().rules.warnings == [])
        for file in RuleSources.bundled.files {
            #expect(try Resolver(rules: RuleSources([file])).rules.warnings == [])
        }
    }

    @Test("every rule has a title, and an id of its family")
    func areTitled() throws {
        for rule in try Self.resolver.get().rules.rules {
            #expect(rule.title?.isEmpty == false)
            #expect(rule.id.contains("."))
        }
    }

    @Test("are JSON to another parser too", arguments: RuleSources.bundled.files.map(\.name))
    func areJSON(_ name: String) throws {
        let file = try #require(RuleSources.bundled.files.first { $0.name == name })
        let object = try JSONSerialization.jsonObject(with: Data(file.bytes)) as? [String: Any]
        #expect(object?["version"] as? Int == 1)
        #expect((object?["rules"] as? [Any])?.isEmpty == false)
    }
}
