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
            [
                "emit ean=0036000291452 upc=036000291452",
                "open-url https://world.openfoodfacts.org/product/0036000291452",
            ], "a UPC-A"),
        Case(
            .ean13, "0036000291452", "product.ean13",
            [
                "emit ean=0036000291452 upc=036000291452",
                "open-url https://world.openfoodfacts.org/product/0036000291452",
            ], "the same as an EAN-13"),
        Case(
            .ean13, "4902370548495", "product.ean13",
            ["emit ean=4902370548495 upc=", "open-url https://world.openfoodfacts.org/product/4902370548495"],
            "an EAN-13 that is no UPC"),
        Case(
            .upcE, "04252614", "product.ean13",
            [
                "emit ean=0042100005264 upc=042100005264",
                "open-url https://world.openfoodfacts.org/product/0042100005264",
            ], "a UPC-E"),
        Case(
            .ean8, "96385074", "product.ean8",
            ["emit ean=96385074", "open-url https://world.openfoodfacts.org/product/96385074"], "an EAN-8"),
        Case(.itf, "15400141288763", "product.case", ["emit gtin=15400141288763"], "a case of several"),
        Case(
            .itf, "04902370548495", "product.ean13",
            ["emit ean=4902370548495 upc=", "open-url https://world.openfoodfacts.org/product/4902370548495"],
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
            ["emit gtin=09521234543213 lot=ABC serial= expiry="], "an element string"),
        Case(
            .qr, "geo:40.7,-73.9", "place.map",
            ["open-url https://www.openstreetmap.org/?mlat=40.7&mlon=-73.9"], "a place"),
        Case(
            .qr, "geo:0,0?q=Berlin", "place.search", ["open-url https://www.openstreetmap.org/search?query=Berlin"],
            "the name of a place"),
        Case(.qr, "WIFI:S:Guest;T:WPA;P:secret;;", nil, ["emit text=•••"], "what is secret is not shown"),
        Case(.qr, "tel:+15551212", nil, ["emit text=tel:+15551212"], "what no rule is for is shown"),
    ]

    private static let resolver = Result { try Resolver(rules: .bundled) }

    @Test("say what to do", arguments: cases)
    func resolve(_ example: Case) throws {
        let resolution = try Self.resolver.get().resolve(example.symbol)
        #expect(resolution.rule?.id == example.rule)
        #expect(resolution.actions.map(\.description) == example.actions)
        #expect(resolution.actions.allSatisfy { $0.problem == nil })
    }

    @Test("bytes that are no text are not taken, and nothing is done")
    func leaveBytes() throws {
        let resolution = try Self.resolver.get().resolve(Symbol(.qr, bytes: [0xFF]))
        #expect(resolution.rule == nil)
        #expect(resolution.actions.isEmpty)
    }

    @Test("only links of other schemes are to be asked for in any case")
    func asks() throws {
        let resolver = try Self.resolver.get()
        #expect(resolver.resolve(Symbol(.qr, "ftp://example.com/")).actions.map(\.asks) == [true])
        #expect(resolver.resolve(Symbol(.qr, "https://example.com/")).actions.map(\.asks) == [false])
    }

    @Test("the user chooses the host of Amazon")
    func settings() throws {
        let constants = ConstantSettings(values: ["amazon": "www.amazon.co.jp"])
        let resolver = try Resolver(rules: .bundled, constants: constants)
        #expect(
            resolver.resolve(Symbol(.ean13, "9784873119045")).actions.first?.url
                == "https://www.amazon.co.jp/dp/4873119049")
    }

    @Test("load without warnings, together and each alone")
    func areClean() throws {
        #expect(try Self.resolver.get().rules.warnings == [])
        #expect(
            RuleSources.bundled.files.map(\.name).sorted() == [
                "bundled:books", "bundled:links", "bundled:places", "bundled:products", "bundled:text",
            ])
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
