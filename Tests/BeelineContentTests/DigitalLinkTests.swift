import BeelineContent
import BeelineSymbols
import Testing

@Suite("GS1 Digital Links")
struct DigitalLinkTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let link: String
        let bracketed: String
        let why: String
        var testDescription: String { why }

        init(_ link: String, _ bracketed: String, _ why: String) {
            (self.link, self.bracketed, self.why) = (link, bracketed, why)
        }
    }

    static let gtin = "(01)09521234543213"

    static let links = [
        Case(
            "https://id.gs1.org/01/09521234543213/10/ABC?17=251231", gtin + "(10)ABC(17)251231",
            "that of the syntax engine"),
        Case("https://id.gs1.org/01/09521234543213", gtin, "a key alone"),
        Case("https://id.gs1.org/01/09521234543213/", gtin, "a slash at the end"),
        Case("http://example.com/01/09521234543213", gtin, "another host, and http"),
        Case("HTTPS://EXAMPLE.COM:8080/01/09521234543213", gtin, "capitals and a port"),
        Case(
            "https://example.com/some/01/shop/01/09521234543213/22/A/10/B/21/C", gtin + "(22)A(10)B(21)C",
            "a prefix, and all qualifiers"),
        Case("https://example.com/01/09521234543213/235/T", gtin + "(235)T", "the other list of qualifiers"),
        Case(
            "https://example.com/01/09521234543213/21/A%2FB%25?17=251231&linkType=gs1:pip&x",
            gtin + "(21)A/B%(17)251231", "percent-encoding, and parameters of the server"),
        Case(
            "https://example.com/01/09521234543213?17=251231;10=A+B#top", gtin + "(17)251231(10)A+B",
            "semicolons, a plus sign, a fragment"),
        Case("https://example.com/01/09521234543213/10/01", gtin + "(10)01", "a lot that looks like a key"),
        Case("https://example.com/01/09521234543213/10/01/21/8006", gtin + "(10)01(21)8006", "two such"),
        Case("https://example.com/01/9521234543213", gtin, "13 digits, as before release 1.4"),
        Case("https://example.com/01/036000291452", "(01)00036000291452", "12 digits"),
        Case("https://id.gs1.org/01/96385074", "(01)00000096385074", "8 digits at GS1"),
        Case(
            "https://example.com/00/395201234567890505?02=09521234543213&37=24",
            "(00)395201234567890505(02)09521234543213(37)24", "a logistic unit"),
        Case("https://example.com/414/9521234543213/254/A1", "(414)9521234543213(254)A1", "a place"),
        Case(
            "https://example.com/415/9521234543213/8020/X1?3912=978100", "(415)9521234543213(8020)X1(3912)978100",
            "a payment slip"),
        Case(
            "https://example.com/8010/9521234ABC/8011/7", "(8010)9521234ABC(8011)7", "a part, with its serial number"),
        Case("https://id.gs1.org/8004/9521A", "(8004)9521A", "an asset with a short prefix at GS1"),
        Case(
            "https://example.com/01/09521234543213?123=x&0=y&99999=z", gtin,
            "numbers in the query that are no identifiers"),
        Case(
            "https://example.com/gtin/09521234543213/cpv/A/lot/B/ser/C?exp=251231", gtin + "(22)A(10)B(21)C(17)251231",
            "names instead of identifiers, as in the first releases"),
        Case("https://id.gs1.org/sscc/395201234567890505", "(00)395201234567890505", "the name of a logistic unit"),
    ]

    @Test("are element strings that know their address", arguments: links)
    func reads(_ example: Case) throws {
        let reading = ContentParser.reading(of: Symbol(.qr, example.link))
        #expect(reading.content.description == "gs1 \(example.bracketed)")
        #expect(reading.warnings.isEmpty)
        #expect(reading.text(of: .url) == WebAddress(example.link)?.url)
        #expect(reading.text(of: .host) == WebAddress(example.link)?.hostName)
        #expect(reading.text(of: .digitalLink)?.hasPrefix("https://id.gs1.org/") == true)
    }

    static let ordinary = [
        "https://example.com/", "https://example.com", "https://example.com/foo", "https://example.com/01/2024",
        "https://example.com/2024/01/15/title", "https://example.com/01/", "https://example.com/01",
        "https://example.com/gtin/09521234543213", "https://example.com/01/20241121", "https://example.com/01/96385074",
        "https://example.com/00/12", "https://example.com/401/not-authorized", "https://example.com/401/123456",
        "https://example.com/8004/index", "https://example.com/401/2024010112",
        "https://example.com/api/8004/1234567890",
        "https://example.com/8004/1234567890?page=2&01", "https://example.com/8010/9521234ABC",
        "https://example.com/415/555-1234", "https://example.com/?01=09521234543213",
        "https://example.com/#/01/09521234543213", "https://example.com/01/09521234543213/reviews",
        "https://example.com/01/09521234543213/reviews/5", "https://example.com/10/ABC", "https://01/09521234543213x",
        "https://example.com/255/128/0/1", "https://example.com/01//", "https://example.com/0001/09521234543213",
    ]

    @Test("other links are plain links, without a warning", arguments: ordinary)
    func leavesLinks(link: String) {
        let reading = ContentParser.reading(of: Symbol(.qr, link))
        #expect(reading.content.kind == .url)
        #expect(reading.warnings.isEmpty)
    }

    static let wrong = [
        Case(
            "https://example.com/01/09521234543214", "AI (01) at character 21: the check digit is 4, expected 3",
            "a wrong check digit"),
        Case(
            "https://id.gs1.org/01/123",
            "AI (01) at character 20: its value is too short, it has 14 characters at least", "too short, at GS1"),
        Case(
            "https://example.com/01/09521234543213/21/A/10/B",
            "AI (10) at character 44: it is not allowed in this part of a link", "wrong order"),
        Case(
            "https://example.com/01/09521234543213/17/251231",
            "AI (17) at character 39: it is not allowed in this part of a link", "an attribute in the path"),
        Case(
            "https://example.com/01/09521234543213/235/T/21/A",
            "AI (21) at character 45: it is not allowed in this part of a link", "qualifiers of two lists"),
        Case(
            "https://example.com/01/09521234543213?21=A",
            "AI (21) at character 39: it is not allowed in this part of a link", "a qualifier in the query"),
        Case(
            "https://example.com/01/09521234543213?17=251301", "AI (17) at character 39: there is no month 13",
            "a wrong attribute"),
        Case(
            "https://example.com/01/09521234543213?17=",
            "AI (17) at character 39: its value is too short, it has 6 characters at least", "an empty attribute"),
        Case(
            "https://example.com/01/09521234543213/10/A%20B",
            "AI (10) at character 39: it has an invalid character there", "a blank"),
        Case(
            "https://example.com/01/09521234543213?10=A&10=B",
            "AI (10) at character 44: it is there twice, with different values", "two lots"),
        Case(
            "https://example.com/01/09521234543213?37=5",
            "AI (37) at character 39: it needs (00) and (02) or (00) and (8026) beside it",
            "an attribute of another key"),
    ]

    @Test("that break a rule are links, with a warning", arguments: wrong)
    func warns(_ example: Case) {
        let reading = ContentParser.reading(of: Symbol(.qr, example.link))
        #expect(reading.content.kind == .url)
        #expect(reading.warnings.map(\.description) == [example.bracketed])
    }

    @Test("are made of any element string that has a key, and whose other elements can be expressed with it")
    func isMade() throws {
        func link(_ text: String) throws -> String? {
            try ElementString(parsing: text, scannedOn: scanDate, requiresCompanions: false).digitalLink
        }
        #expect(
            try link(Self.gtin + "(17)271231(21)A/1(10)B(22)C")
                == "https://id.gs1.org/01/09521234543213/22/C/10/B/21/A%2F1?17=271231")
        #expect(try link(Self.gtin + "(235)T(10)B") == "https://id.gs1.org/01/09521234543213/235/T?10=B")
        #expect(
            try link("(00)395201234567890505" + Self.gtin + "(21)7")
                == "https://id.gs1.org/01/09521234543213/21/7?00=395201234567890505")
        #expect(try link("(10)ABC") == nil, "no key")
        #expect(try link("(03)09521234543213") == nil, "made to order: no key either")
        #expect(try link(Self.gtin + "(8200)http://a.b") == nil, "a product URL is no attribute")
    }
}
