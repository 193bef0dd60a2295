import BeelineContent
import BeelineSymbols
import Testing

@Suite("Characters that scanners add to a code or omit")
struct ScannerTextTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let symbol: Symbol
        let content: String
        var testDescription: String { "\(symbol.symbology) \((symbol.text ?? "").debugDescription)" }

        init(_ symbology: Symbology, _ text: String, aim: AIMIdentifier? = nil, _ content: String) {
            (symbol, self.content) = (Symbol(symbology, text, aim: aim), content)
        }
    }

    static let framed = [
        Case(.unknown, "]E09780306406157\r\n", "isbn 9780306406157"),
        Case(.unknown, "]C100395212345678905050\r", "gs1 (00)395212345678905050"),
        Case(.code128, "00395212345678905050\n", aim: "]C1", "gs1 (00)395212345678905050"),
        Case(.code128, "\u{2}00395212345678905050\u{3}", aim: "]C1", "gs1 (00)395212345678905050"),
        Case(.ean13, "\u{2}9780306406157\u{3}\r\n", "isbn 9780306406157"),
        Case(.ean8, "96385074\r", "product 96385074"),
        Case(.code39, "1M8GDM9AXKP042788\r\n", "vin 1M8GDM9AXKP042788"), Case(.code128, "abc\r\n", "text abc\r\n"),
        Case(.code128, "\r\n", "text \r\n"), Case(.ean13, "9780306406157 52495\r", "isbn 9780306406157"),
        Case(.dataMatrix, "\u{1D}0109521234543213\u{1D}\r", aim: "]d2", "gs1 (01)09521234543213"),
        Case(.code39, "*4006381333931*", "product 4006381333931"), Case(.code39, "*ABC*", "text *ABC*"),
        Case(.code39, "*", "text *"), Case(.code39, "**", "text **"),
        Case(.code128, "*4006381333931*", "text *4006381333931*"),
    ]

    static let identified = [
        Case(.databar, "]e00109521234543213", "product 9521234543213"),
        Case(.databarExpanded, "]e00109521234543213", "gs1 (01)09521234543213"),
        Case(.dataMatrix, "]d20109521234543213", aim: "]d2", "gs1 (01)09521234543213"),
        Case(.code128, "]C1010952123454321310ABC", "gs1 (01)09521234543213(10)ABC"),
        Case(.upcA, "]E0036000291452", "product 036000291452"),
        Case(.qr, "]C10109521234543213", "text ]C10109521234543213"), Case(.qr, "]Q1https://a.de", "url https://a.de"),
        Case(.code128, "]", "text ]"), Case(.code128, "]C", "text ]C"), Case(.code128, "]C1", "text "),
    ]

    @Test(
        "controls at the ends and the identifier of the symbology are none of the data", arguments: framed + identified)
    func reads(_ example: Case) {
        #expect(ContentParser.reading(of: example.symbol).content.description == example.content)
    }

    @Test(
        "separators say that data are of GS1 where the scanner does not",
        arguments: [Symbology.code128, .dataMatrix, .qr, .aztec, .dotCode],
        ["010952123454321310LOT\u{1D}17271231", "\u{1D}010952123454321310LOT\u{1D}17271231"])
    func findsSeparators(symbology: Symbology, text: String) {
        let reading = ContentParser.reading(of: Symbol(symbology, text))
        #expect(reading.content.description == "gs1 (01)09521234543213(10)LOT(17)271231")
        let doubt = "the scanner does not say that it is GS1 data; the separators do"
        #expect(reading.warnings == [.questionable(.gs1, doubt)])
    }

    static let others = [
        Case(.pdf417, "0109521234543213\u{1D}10LOT", "text 0109521234543213\u{1D}10LOT"),
        Case(.dataMatrix, "10LOT\u{1D}", "text 10LOT\u{1D}"), Case(.dataMatrix, "\u{1D}", "text \u{1D}"),
        Case(.dataMatrix, "[)>\u{1E}06\u{1D}1P123", "industrialLabel (1P)123"),
        Case(.pdf417, "010952123454321310LOT", "text 010952123454321310LOT"),
    ]

    @Test("but only if the code is correct as a whole", arguments: others)
    func leavesOthers(_ example: Case) {
        let reading = ContentParser.reading(of: example.symbol)
        #expect(reading.content.description == example.content)
        #expect(reading.warnings.isEmpty)
    }

    @Test(
        "numbers beyond 64 bits are JSON that cannot be read",
        arguments: ["{\"id\":12345678901234567890}", "{\"a\":1e999}", "{\"a\":-12345678901234567890}"])
    func saysNumberIsTooGreat(text: String) {
        let reading = ContentParser.reading(of: Symbol(.qr, text))
        #expect(reading.content == .text(text))
        #expect(reading.warnings.map(\.code) == ["questionable"])
        let warning = reading.warnings.first?.description ?? ""
        #expect(warning.contains("the number is too large, so the whole code is text"), "\(warning)")
    }
}

@Suite("Codes as people type them")
struct TypedCodeTests {
    static let blanks = ["9784873119045 ", " 9784873119045", "\t9784873119045\r\n", " 4-87311-904-9 "]

    @Test("blanks around a typed code are not part of it, and stay in its text", arguments: blanks)
    func trims(_ text: String) throws {
        let reading = ContentParser.reading(of: Symbol(.unknown, text))
        #expect(reading.content == .isbn(Book(try ISBN("9784873119045"))))
        #expect(reading.symbol.text == text)
        #expect(reading.warnings.isEmpty)
    }

    @Test("in a code that was scanned they are around a number, and part of any other text")
    func keepsBlanksOfSymbols() throws {
        let book = ContentParser.reading(of: Symbol(.code128, " 9784873119045"))
        #expect(book.content == .isbn(Book(try ISBN("9784873119045"))))
        #expect(ContentParser.reading(of: Symbol(.code128, " A1")).content == .text(" A1"))
    }

    @Test("a GTIN-8 is one number, filled up with zeros or not")
    func knowsGTIN8() throws {
        let short = try GTIN("96385074")
        let long = try GTIN("00000096385074")
        #expect(short == long)
        #expect(long.gtin8 == "96385074")
        #expect(long.gtin13 == nil && long.gtin12 == nil)
        #expect(short.gtin14 == "00000096385074")
    }

    @Test("a UPC-A that begins with zeros has the digits of a UPC-A")
    func keepsZeros() throws {
        let gtin = try GTIN("000055112628")
        #expect(gtin.gtin12 == "000055112628")
        #expect(gtin.gtin13 == "0000055112628")
        #expect(gtin.gtin8 == nil)
    }

    @Test("a host has no empty label", arguments: ["http://...", "http://a..b/", "http://.a/", "http://./"])
    func refusesEmptyLabels(_ text: String) {
        #expect(WebAddress(text) == nil)
    }
}

@Suite("The words URL: and URI: before other codes than links")
struct LinkWordTests {
    static let codes = [
        ReadingCase("URL:mailto:a@b.de", .email, ["email": "a@b.de", "emails": "a@b.de"]),
        ReadingCase("url: tel:+491234567", .phone, ["phone": "+491234567"]),
        ReadingCase("URL:geo:1,2", .geo, ["latitude": "1", "longitude": "2"]),
        ReadingCase(
            "URL:otpauth://totp/?digits=6", .text,
            warnings: ["not a key for one-time passwords: the secret is missing"]),
        ReadingCase("URL:URL:tel:+491234567", .text, warnings: [none]), ReadingCase("URL:tel", .text, warnings: [none]),
    ]

    static let none = "not a link: the text after the colon is not a link"

    @Test("the word is skipped when the keyword of a code follows", arguments: codes)
    func reads(code: ReadingCase) { code.check() }

    @Test("a key after it is a secret")
    func hidesSecret() {
        let reading = ContentParser.reading(of: Symbol(.qr, "URI:otpauth://totp/ACME:bob?secret=JBSWY3DPEHPK3PXP"))
        #expect(reading.content.kind == .otp)
        #expect(reading.holdsSecret && reading.redactedText == "otpauth://totp/ACME:bob?secret=•••&issuer=ACME")
    }
}
