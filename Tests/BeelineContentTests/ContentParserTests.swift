import BeelineContent
import BeelineSymbols
import Testing

@Suite("Random strings")
struct RandomStringTests {
    static let alphabets = [
        "0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", "0123456789abcdef",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-. $/+%",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
        String((0x20...0x7E).map { Character(Unicode.Scalar(UInt8($0))) }),
    ]

    /// Whether digits alone are a number with a right check digit: of GS1, of an ISBN, or by Luhn.
    private static func isChecked(_ text: String) -> Bool {
        let digits = text.utf8.map { Int($0) - 0x30 }
        guard digits.allSatisfy((0...9).contains) else { return false }
        let weighted = digits.reversed().enumerated()
        let luhn = weighted.reduce(0) { sum, digit in
            sum + (digit.offset % 2 == 0 ? digit.element : digit.element * 2 / 10 + digit.element * 2 % 10)
        }
        return weighted.reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) } % 10 == 0
            || weighted.reduce(0) { $0 + $1.element * ($1.offset + 1) } % 11 == 0 || luhn % 10 == 0
    }

    @Test("one in two thousand at most becomes anything but text, beside digits with a right check digit")
    func areText() {
        var generator = SeededGenerator(seed: 7)
        var taken: [String] = []
        for index in 0..<20_000 {
            let alphabet = Array(Self.alphabets[index % Self.alphabets.count])
            let text = String(
                (0..<Int.random(in: 1...40, using: &generator)).map { _ in
                    alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
                })
            let kind = ContentParser.reading(of: Symbol(.unknown, text)).content.kind
            if kind != .text, !Self.isChecked(text) { taken.append("\(kind) \(text)") }
        }
        #expect(taken.count <= 10, "\(taken)")
    }
}

@Suite("What symbols mean")
struct ContentParserTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let symbology: Symbology
        let text: String
        /// Kind and value, as `Content` describes itself.
        let content: String
        var addOn: String?
        var warnings: [String] = []
        var testDescription: String { "\(symbology) \(text.debugDescription)" }

        init(
            _ symbology: Symbology, _ text: String, _ content: String, addOn: String? = nil, warnings: [String] = []
        ) {
            (self.symbology, self.text, self.content) = (symbology, text, content)
            (self.addOn, self.warnings) = (addOn, warnings)
        }
    }

    static let ambiguous = "eight digits may be an EAN-8 or a UPC-E: name the symbology"
    static let restored = "nine digits, read as an ISBN-10 without its leading zero"
    static let assumedBook = "a book, perhaps with an error: only its digits show that it is one"
    static let assumedArticle = "an article of trade, perhaps with an error: only its digits show that it is one"
    static let elsewhere =
        "not a book: the check digit is that of an ISBN, but its hyphens and blanks are in the wrong places; "
        + "write the letters ISBN before it to make this clear"

    static let numbers = [
        Case(.ean13, "9784873119045", "isbn 9784873119045"),
        Case(.ean13, "9791034300013", "isbn 9791034300013"),
        Case(.ean13, "9790060115615", "ismn 9790060115615"),
        Case(.ean13, "0012345678905", "product 012345678905"),
        Case(.ean13, "012345678905", "product 012345678905"),
        Case(.upcA, "012345678905", "product 012345678905"),
        Case(.upcA, "0012345678905", "product 012345678905"),
        Case(.ean8, "96385074", "product 96385074"),
        Case(.ean8, "01234565", "product 01234565"),
        Case(.upcE, "01234565", "product 012345000065"),
        Case(.unknown, "01234565", "text 01234565", warnings: [ambiguous]),
        Case(.unknown, "04252614", "text 04252614", warnings: [ambiguous]),
        Case(.unknown, "96385074", "product 96385074"),
        Case(.unknown, "12345678", "text 12345678"),
        Case(.unknown, "9784873119045", "isbn 9784873119045"),
        Case(.unknown, "036000291452", "product 036000291452"),
        Case(.unknown, "0306406152", "isbn 9780306406157"),
        Case(.unknown, "080442957X", "isbn 9780804429573"),
        Case(.unknown, "080442957x", "isbn 9780804429573"),
        Case(.unknown, "978-0-306-40615-7", "isbn 9780306406157"),
        Case(.unknown, "306406152", "isbn 9780306406157", warnings: [restored]),
        Case(.unknown, "306-40615-2", "isbn 9780306406157", warnings: [restored]),
        Case(.unknown, "ISBN 306-40615-2", "isbn 9780306406157", warnings: [restored]),
        Case(.unknown, "123456780", "text 123456780"),
        Case(.unknown, "123-45-6780", "text 123-45-6780"),
        Case(.qr, "0306406152", "text 0306406152"),
        Case(.qr, "9784873119045", "isbn 9784873119045", warnings: [assumedBook]),
        Case(.code128, "036000291452", "product 036000291452", warnings: [assumedArticle]),
        Case(.qr, "ISBN 0-306-40615-2", "isbn 9780306406157"),
        Case(.itf, "12345678901231", "product 12345678901231"),
        Case(
            .itf, "12345678901230", "text 12345678901230",
            warnings: ["not a GTIN: the check digit is 0, expected 1"]),
        Case(
            .itf, "09506000134351", "text 09506000134351",
            warnings: ["not a GTIN: the check digit is 1, expected 2"]),
        Case(.itf, "123456", "text 123456"),
        Case(.databar, "12345678901231", "product 12345678901231"),
        Case(.databar, "0112345678901231", "product 12345678901231"),
        Case(.databarLimited, "00012345678905", "product 012345678905"),
        Case(.other("scanner"), "4006381333931", "text 4006381333931"),
        Case(.other("scanner"), "]E09784873119045", "isbn 9784873119045"),
        Case(.other("scanner"), "ISBN 9784873119045", "isbn 9784873119045"),
        Case(.unknown, "212-555-1233", "text 212-555-1233"), Case(.unknown, "415-555-2671", "text 415-555-2671"),
        Case(.unknown, "415 555 2671", "text 415 555 2671"), Case(.unknown, "2125551234", "text 2125551234"),
        Case(.unknown, "030-640615-2", "text 030-640615-2", warnings: [elsewhere]),
        Case(.unknown, "03-064-0615-2", "text 03-064-0615-2", warnings: [elsewhere]),
        Case(
            .unknown, "978-03-0640-615-7", "isbn 9780306406157",
            warnings: [
                "a book, perhaps with an error: its hyphens and blanks are not where such a number has them"
            ]),
        Case(.unknown, "0 306 40615 2", "isbn 9780306406157"), Case(.unknown, "0-306-40615-2", "isbn 9780306406157"),
        Case(.unknown, "978-0306406157", "isbn 9780306406157"), Case(.unknown, "0-8044-2957-X", "isbn 9780804429573"),
        Case(.unknown, "9 780306 406157", "isbn 9780306406157"),
        Case(.qr, "ISBN 03-064-0615-2", "isbn 9780306406157"), Case(.unknown, "0000000000", "isbn 9780000000002"),
        Case(.qr, "urn:isbn:9780306406157", "isbn 9780306406157"),
        Case(.qr, "URN:ISBN:0-306-40615-2", "isbn 9780306406157"), Case(.qr, "urn:ISSN:0264-3596", "issn 0264-3596"),
        Case(.code128, "urn:ismn:9790060115615", "ismn 9790060115615"), Case(.qr, "urn:isbn:", "url urn:isbn:"),
        Case(.itf, "09780306406157", "isbn 9780306406157"), Case(.databar, "0109780306406157", "isbn 9780306406157"),
        Case(.unknown, "09770024931000", "issn 0024-9319"), Case(.unknown, "09790060115615", "ismn 9790060115615"),
        Case(.itf, "19780306406154", "product 19780306406154"),
        Case(.unknown, "2024-01-31", "text 2024-01-31"),
    ]

    static let addOns = [
        Case(.ean13, "9780306406157 52495", "isbn 9780306406157", addOn: "52495"),
        Case(.ean13, "9780306406157+05", "isbn 9780306406157", addOn: "05"),
        Case(.unknown, "9780306406157 52495", "isbn 9780306406157", addOn: "52495"),
        Case(.upcA, "036000291452 12", "product 036000291452", addOn: "12"),
        Case(.unknown, "978-0-306-40615-7 52495", "isbn 9780306406157", addOn: "52495"),
        Case(.unknown, "ISBN 9780306406157 52495", "isbn 9780306406157", addOn: "52495"),
        Case(.unknown, "ISBN 0-306-40615-2+90000", "isbn 9780306406157", addOn: "90000"),
        Case(.qr, "9780306406157 52495", "text 9780306406157 52495"),
        Case(
            .ean13, "9780306406158 52495", "text 9780306406158 52495",
            warnings: ["not an ISBN: the check digit is 8, expected 7"]),
        Case(
            .unknown, "036000291453 12", "text 036000291453 12",
            warnings: ["not a GTIN: the check digit is 3, expected 2"]),
        Case(
            .ean13, "9780306406157 524", "text 9780306406157 524",
            warnings: ["not possible in EAN-13: other characters than digits"]),
    ]

    static let doubts = [
        Case(
            .ean13, "9784873119046", "text 9784873119046",
            warnings: ["not an ISBN: the check digit is 6, expected 5"]),
        Case(
            .unknown, "9784873119046", "text 9784873119046",
            warnings: ["not an ISBN: the check digit is 6, expected 5"]),
        Case(
            .unknown, "978-4-87311-904-6", "text 978-4-87311-904-6",
            warnings: ["not an ISBN: the check digit is 6, expected 5"]),
        Case(.unknown, "0804429570", "text 0804429570"),
        Case(
            .unknown, "0-8044-2957-0", "text 0-8044-2957-0",
            warnings: ["not an ISBN: the check digit is 0, expected X"]),
        Case(
            .unknown, "1990-2026", "text 1990-2026",
            warnings: [
                "not a periodical: it may be a span of years; write the letters ISSN before it to make this clear"
            ]),
        Case(.unknown, "1990-2025", "text 1990-2025"),
        Case(
            .upcE, "21234565", "text 21234565",
            warnings: ["not possible in UPC-E: the number system, its first digit, must be 0 or 1"]),
        Case(
            .upcE, "123456", "text 123456",
            warnings: [
                "not possible in UPC-E: 6 digits; a number system (0 or 1), six digits and a check digit are "
                    + "needed, and the number system and the check digit are missing"
            ]),
        Case(
            .qr, "ISBN 0804429570", "text ISBN 0804429570",
            warnings: ["not an ISBN: the check digit is 0, expected X"]),
        Case(
            .ean13, "4006381333930", "text 4006381333930",
            warnings: ["not a GTIN: the check digit is 0, expected 1"]),
        Case(.upcE, "01234566", "text 01234566", warnings: ["not a UPC-E: the check digit is 6, expected 5"]),
        Case(
            .ean8, "04252614", "text 04252614",
            warnings: ["not a GTIN: the check digit is 4, expected 0"]),
        Case(.ean13, "123", "text 123", warnings: ["not possible in EAN-13: 3 digits"]),
        Case(.ean8, "9784873119045", "text 9784873119045", warnings: ["not possible in EAN-8: 13 digits"]),
        Case(.upcA, "", "text ", warnings: ["not possible in UPC-A: 0 digits"]),
        Case(
            .ean13, "1234567890123456789", "text 1234567890123456789",
            warnings: ["not possible in EAN-13: 19 digits"]),
    ]

    @Test("numbers, by symbology and by how they are written", arguments: numbers + addOns + doubts)
    func reads(_ example: Case) {
        let reading = ContentParser.reading(of: Symbol(example.symbology, example.text))
        #expect(reading.content.description == example.content)
        #expect(reading.symbol.addOn == example.addOn)
        #expect(reading.warnings.filter { $0.code != "unknown-symbology" }.map(\.description) == example.warnings)
    }

    @Test("an add-on that the decoder saw stays, and is not looked for in the text")
    func keepsAddOn() throws {
        let reading = ContentParser.reading(of: Symbol(.ean13, "9780306406157", addOn: "52495"))
        #expect(reading.content == .isbn(Book(try ISBN("9780306406157"), addOn: "52495")))
        #expect(reading.text(of: .addOn) == "52495")
        let both = ContentParser.reading(of: Symbol(.ean13, "9780306406157 05", addOn: "52495"))
        #expect(both.symbol.addOn == "52495")
    }

    @Test("several symbols keep their order")
    func keepsOrder() {
        let symbols = [Symbol(.qr, "b"), Symbol(.qr, "a"), Symbol(.qr, "b")]
        #expect(ContentParser.readings(of: symbols).map(\.symbol) == symbols)
        #expect(ContentParser.readings(of: []).isEmpty)
    }

    @Test("a guessed text is read, and said to be a guess")
    func warnsOfGuess() {
        let symbol = Symbol(.qr, bytes: [0x83, 0x65]) { _ in ("テ", "Shift_JIS") }
        let reading = ContentParser.reading(of: symbol)
        #expect(reading.content == .text("テ"))
        #expect(reading.warnings == [.guessedCharset("Shift_JIS")])
    }

    @Test(
        "no retail symbol can hold a link, whatever its scheme",
        arguments: [.ean13, .upcA, .ean8, .upcE] as [Symbology],
        ["https://example.com/a", "HTTP://example.com", "http://example.com", "ftp://example.com/", "www.example.com"])
    func doubtsLinks(symbology: Symbology, link: String) {
        let reading = ContentParser.reading(of: Symbol(symbology, link))
        #expect(reading.warnings.map(\.code) == ["not-of-symbology"])
        #expect(reading.content.kind == .url)
    }
}

/// What other programs were seen to make of a text, and what it is. Where they were right, the case says nothing.
@Suite("The kinds of texts, whatever the scanner reports")
struct ClassificationTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let symbology: Symbology
        let text: String
        let kind: Kind
        /// Why another program's answer was not taken.
        let reason: String
        var testDescription: String { "\(text.debugDescription) is \(kind)\(reason.isEmpty ? "" : ": \(reason)")" }

        init(_ text: String, _ kind: Kind, _ reason: String = "", symbology: Symbology = .qr) {
            (self.symbology, self.text, self.kind, self.reason) = (symbology, text, kind, reason)
        }
    }

    static let cases = [
        Case("wifi:S:x;T:WPA;P:secret;;", .wifi, "the keyword has no case of its own"),
        Case("WIFI:T:WPA;P:secret;;", .text, "a network without a name is none"),
        Case("WIFI:S:UP:x;T:WPA;P:secret;;", .wifi),
        Case("mecard:N:Owen;;", .contact, "the keyword has no case of its own"),
        Case("Tel:+15551212", .phone, "a scheme has no case"),
        Case("Mailto:a@example.org", .email, "a scheme has no case"),
        Case("README.md", .text, "a file name, although Moldova has .md"),
        Case("Note:hello", .text, "nobody knows a scheme 'note'"),
        Case("Note: hello", .text), Case("12:30", .text),
        Case("http://müller.de", .url, "an international domain is one too"),
        Case("http://user@example.org/", .url, "a link to be warned of is a link"),
        Case("geo:91,0", .text, "no place is beyond the pole"),
        Case("geo:1,2", .geo), Case("9780306406157", .isbn, "its prefix and its check digit are no accident"),
        Case("9780306406157", .isbn, symbology: .code128),
        Case("9784567890123", .text, "its check digit is wrong", symbology: .ean13),
        Case("9771234567003", .issn, "977 is the prefix of periodicals", symbology: .ean13),
        Case("0012345678905", .product, symbology: .ean13), Case("012345678905", .product, symbology: .upcA),
        Case("9790060115615", .ismn, "979-0 is printed music", symbology: .ean13),
        Case("96385074", .product, symbology: .ean8),
        Case("00012345678905", .product, "fourteen digits with their check digit in an ITF-14", symbology: .itf),
        Case("otpauth://totp/A:b?secret=JBSWY3DPEHPK3PXP", .otp, "more than a link"),
        Case("bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT?amount=0.1", .payment, "more than a link"),
        Case(
            "BCD\n002\n1\nSCT\n\nRecipient\nDE12345678901234567890", .text,
            "a transfer whose IBAN has wrong check digits"),
        Case("{\"a\":1}", .json, "JSON is more than text"),
        Case(
            "FIDO:/13086400838107303667332719012595115747821895775708323189557153075146383351399743589971313508078026"
                + "948312026786722471666005727649643501784024544726574771401798171307406596245",
            .fido, "more than a link"),
        Case("https://id.gs1.org/01/09521234543213", .gs1, "a GS1 Digital Link"),
        Case("1M8GDM9AXKP042788", .vin, symbology: .code39),
        Case("1M8GDM9AXKP042788", .vin, "cars have them in QR codes too"),
        Case("\u{FEFF}http://example.com", .url, "a byte order mark is none of the text"),
        Case("Begin:VEVENT\nDTSTART:20200101\nEND:VEVENT", .event, "names have no case (RFC 5545, section 2)"),
        Case(
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:x\nDTSTART:20200101T100000Z\nEND:VEVENT\nEND:VCALENDAR", .event),
        Case("MATMSG:TO:not-an-address;SUB:x;BODY:y;;", .text, "nobody can be written to there"),
        Case("SMSTO:+15551212:Hi: there?", .sms),
        Case("sip:alice@example.org", .url, "a scheme that is known"),
        Case("market://details?id=org.example", .url), Case("HTTP://EXAMPLE.COM/A", .url),
        Case("example.c", .text), Case("192.168.0.1", .text), Case("  http://example.com  ", .url), Case("", .text),
        Case("]E09521234543213", .product, "a scanner wrote the AIM identifier before it", symbology: .unknown),
        Case("]C1010952123454321310ABC", .gs1, symbology: .unknown),
        Case("]C0abc", .text, "Code 128 that is not of GS1", symbology: .unknown),
        Case("DHL1234567890", .text, "no driver licence begins so"),
        Case("M1", .text, "no boarding pass is so short"), Case("M1 Garand", .text),
        Case("https://paypal.com@evil.example", .url), Case("https://x.com/abc", .url),
        Case("HTTPS://EXAMPLE.COM", .url),
    ]

    @Test("each is of its kind, or text", arguments: cases)
    func classifies(_ example: Case) {
        let reading = ContentParser.reading(of: Symbol(example.symbology, example.text))
        #expect(reading.content.kind == example.kind, "\(reading.warnings)")
    }
}
