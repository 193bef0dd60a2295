import BeelineDecoding
import BeelineDrawing
import Testing

@Suite struct DrawingTests {
    struct Choice: Sendable, CustomTestStringConvertible {
        let text: String
        let format: CodeFormat
        let content: String
        var addOn: String?
        var testDescription: String { text }
    }

    static let choices: [Choice] = [
        .init(text: "https://example.com/", format: .qr, content: "https://example.com/"),
        .init(
            text: "https://id.gs1.org/01/09521234543213", format: .qr, content: "https://id.gs1.org/01/09521234543213"),
        .init(text: "978-4-87311-904-5", format: .isbn, content: "9784873119045"),
        .init(text: "4-87311-904-9", format: .isbn, content: "9784873119045"),
        .init(text: "9784873119045 52495", format: .isbn, content: "9784873119045", addOn: "52495"),
        .init(text: "4006381333931", format: .ean13, content: "4006381333931"),
        .init(text: "036000291452", format: .upcA, content: "036000291452"),
        .init(text: "15400141288763", format: .itf14, content: "15400141288763"),
        .init(text: "(01)09521234543213(10)ABC", format: .gs1DataMatrix, content: "010952123454321310ABC"),
        .init(text: "Hello, world", format: .qr, content: "Hello, world"),
    ]

    @Test("the content determines what is drawn", arguments: choices)
    func chooses(_ choice: Choice) throws {
        let drawing = try Drawing(choice.text)
        #expect(drawing.format == choice.format)
        #expect(drawing.content == Array(choice.content.utf8))
        #expect(drawing.addOn == choice.addOn)
    }

    struct Wrong: Sendable, CustomTestStringConvertible {
        let text: String
        let format: CodeFormat
        let place: String
        let remedy: String
        var testDescription: String { "\(format) \(text)" }
    }

    static let wrong: [Wrong] = [
        .init(text: "4006381333932", format: .ean13, place: "digit 13", remedy: "typing error"),
        .init(text: "400638133393", format: .ean8, place: "the digits", remedy: "UPC-A"),
        .init(text: "40063813x3931", format: .ean13, place: "character 9", remedy: "Code 128"),
        .init(text: "978-4-87311-904-6", format: .isbn, place: "the ISBN", remedy: "imprint page"),
        .init(text: "abc", format: .code39, place: "character 1", remedy: "Code 128"),
        .init(text: "Grüße", format: .code128, place: "character 3", remedy: "QR"),
        .init(text: "1234567", format: .itf, place: "the digits", remedy: "zero"),
        .init(text: "12345", format: .codabar, place: "the ends", remedy: "A12345A"),
        .init(
            text: "(01)09521234543214", format: .gs1DataMatrix, place: "character 1", remedy: "look for a typing error"
        ),
        .init(text: "29501101530010", format: .databarLimited, place: "the GTIN", remedy: "check digit"),
        .init(text: "", format: .qr, place: "the text", remedy: "give the content of the code"),
        .init(text: "042100005265", format: .upcE, place: "the GTIN", remedy: "check digit"),
        .init(text: String(repeating: "x", count: 4_000), format: .qr, place: "the content", remedy: "lower level"),
        .init(text: String(repeating: "x", count: 40), format: .microQR, place: "the content", remedy: "QR code"),
    ]

    @Test("an error is reported with its place and a remedy", arguments: wrong)
    func refuses(_ wrong: Wrong) throws {
        let error = try #require(throws: DrawingError.self) { try Drawing(wrong.text, as: wrong.format) }
        #expect(error.place == wrong.place, "\(error)")
        #expect(error.remedy.contains(wrong.remedy), "\(error)")
    }

    @Test("a missing check digit is added, with a message")
    func addsCheckDigit() throws {
        let drawing = try Drawing("978487311904", as: .ean13)
        #expect(drawing.content == Array("9784873119045".utf8))
        #expect(drawing.warnings == [.checkDigitAdded("5")])
    }

    @Test("twelve digits that could be a UPC-A need a symbology that says so")
    func tellsOfUPCA() throws {
        let warnings = try Drawing("036000291452", as: .ean13).warnings
        #expect(warnings == [.checkDigitAdded("2"), .mayBeUPCA("0036000291452")])
        #expect(try Drawing("0036000291452", as: .ean13).warnings == [])
    }

    @Test(
        "what is nearly a number is drawn as a text, with what is wrong",
        arguments: [
            ("4006381333932", "the check digit is 2, expected 1"), ("978-4-87311-904-6", "expected 5"),
            ("(01)09521234543214", "check digit"), ("9.78E+12", "scientific notation"),
            ("9,78316E+12", "scientific notation"), ("359629433X", "not an ISBN: the check digit is X, expected 9"),
        ])
    func tellsOfSlips(_ text: String, _ words: String) throws {
        let drawing = try Drawing(text)
        #expect(drawing.format == .qr)
        let warning = try #require(drawing.warnings.first)
        #expect(["drawnAsText", "doubtfulNumber"].contains(warning.name))
        #expect("\(warning)".contains(words) && "\(warning)".hasSuffix("; it is drawn as a text"), "\(warning)")
        #expect(try Drawing("just a text").warnings == [])
    }

    @Test(
        "the remedy for a Codabar is a text that is one",
        arguments: [("a12345b", "A12345B"), ("12345", "A12345A")])
    func remediesCodabar(_ text: String, _ right: String) throws {
        let error = try #require(throws: DrawingError.self) { try Drawing(text, as: .codabar) }
        #expect(error.remedy == "write \(right)")
        #expect(throws: Never.self) { try Drawing(right, as: .codabar) }
    }

    @Test(
        "the lowest version of a QR code is taken that holds the content at its level",
        arguments: [(ErrorCorrection.low, 25), (.medium, 25), (.quartile, 29), (.high, 33)])
    func lowestVersion(_ level: ErrorCorrection, _ side: Int) throws {
        var options = DrawingOptions()
        options.level = level
        // 26 bytes: version 2 has room for 32 at L and 26 at M, version 3 for 32 at Q, version 4 for 34 at H (ISO/IEC
        // 18004, table 7).
        let drawing = try Drawing("https://example.com/abcdef", as: .qr, options: options)
        #expect(drawing.size.width == side + 8)
    }

    @Test("prices become the digits of an add-on")
    func prices() throws {
        #expect(try BookPriceAddOn.digits(currency: "USD", price: "24.95") == "52495")
        #expect(try BookPriceAddOn.digits(currency: "cad", price: "7") == "60700")
        #expect(throws: DrawingError.self) { try BookPriceAddOn.digits(currency: "EUR", price: "7") }
        #expect(throws: DrawingError.self) { try BookPriceAddOn.digits(currency: "USD", price: "100") }
    }

    @Test(
        "an add-on behind the number is drawn, whether a format is named or not",
        arguments: [nil, .isbn, .ean13] as [CodeFormat?], ["9780306406157 52495", "978-0-306-40615-7 + 52495"])
    func splitsAddOns(_ format: CodeFormat?, _ text: String) throws {
        let drawing = try Drawing(text, as: format)
        #expect(drawing.text == "9780306406157")
        #expect(drawing.addOn == "52495")
    }

    @Test("add-ons are read with their parents", arguments: [CodeFormat.ean13, .upcA, .upcE], ["12", "52495"])
    func addOns(_ format: CodeFormat, _ addOn: String) async throws {
        var options = DrawingOptions()
        options.addOn = addOn
        let text = format == .ean13 ? "9784873119045" : format == .upcA ? "036000291452" : "04252614"
        let drawing = try Drawing(text, as: format, options: options)
        try await drawing.verify(by: LocalDecoder())
        let symbols = try await LocalDecoder().symbols(in: .bytes(try drawing.png(scale: 4)))
        #expect(symbols.map(\.addOn) == [addOn])
    }

    @Test("every name of a format is known, and so are those of its symbology")
    func names() {
        for format in CodeFormat.allCases { #expect(CodeFormat(name: format.rawValue) == format) }
        #expect(CodeFormat(name: "EAN13") == .ean13)
        #expect(CodeFormat(name: "GS1 DataMatrix") == .gs1DataMatrix)
        #expect(CodeFormat(name: "org.iso.QRCode") == .qr)
        #expect(CodeFormat(name: "nonsense") == nil)
    }
}
