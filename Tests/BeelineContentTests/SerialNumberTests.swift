import BeelineContent
import BeelineSymbols
import Testing

@Suite("Periodicals and printed music")
struct SerialNumberTests {
    /// EAN-13, ISSN and variant, by python-stdnum 2.2.
    static let periodicals = [
        ("9770024931000", "0024-9319", "00"), ("9770264359008", "0264-3596", "00"),
        ("9772049363002", "2049-3630", "00"), ("9772434561006", "2434-561X", "00"),
        ("9771050124008", "1050-124X", "00"), ("9770264359053", "0264-3596", "05"),
    ]

    @Test("an EAN-13 that begins with 977 is an ISSN, and back", arguments: periodicals)
    func reads(ean: String, issn: String, variant: String) throws {
        for symbol in [Symbol(.ean13, ean), Symbol(.unknown, ean)] {
            let reading = ContentParser.reading(of: symbol)
            #expect(reading.content == .issn(try Periodical(ean)))
            #expect(reading.text(of: .issn) == issn)
            #expect(reading.text(of: .variant) == variant)
            #expect(reading.text(of: .gtin13) == ean)
            #expect(reading.text(of: .issue) == nil)
            #expect(reading.value(of: .gtin14) == nil)
        }
        let gtin13 = try Periodical(issn).gtin13
        #expect(variant != "00" || gtin13 == ean)
    }

    @Test("digits beside it are the issue, as they are", arguments: ["05", "12", "00", "01234"])
    func readsIssue(addOn: String) {
        let reading = ContentParser.reading(of: Symbol(.ean13, "9771234567003", addOn: addOn))
        #expect(reading.content.kind == .issn)
        #expect(reading.text(of: .issue) == addOn)
        #expect(reading.value(of: .price) == nil)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let symbology: Symbology
        let text: String
        let content: String
        let warnings: [String]
        var testDescription: String { "\(symbology) \(text.debugDescription)" }

        init(_ symbology: Symbology, _ text: String, _ content: String? = nil, _ warnings: String...) {
            (self.symbology, self.text, self.warnings) = (symbology, text, warnings)
            self.content = content ?? "text \(text)"
        }
    }

    static let typed = [
        Case(.unknown, "0024-9319", "issn 0024-9319"), Case(.unknown, "2434-561x", "issn 2434-561X"),
        Case(.unknown, "0024\u{2010}9319", "issn 0024-9319"), Case(.unknown, " 0024-9319\n", "issn 0024-9319"),
        Case(.qr, "ISSN 0024-9319", "issn 0024-9319"), Case(.qr, "ISSN:00249319", "issn 0024-9319"),
        Case(.code128, "issn: 0024 9319", "issn 0024-9319"), Case(.unknown, "eISSN 2049-3630", "issn 2049-3630"),
        Case(.unknown, "e-ISSN: 2049-3630", "issn 2049-3630"), Case(.qr, "p-ISSN 2049-3630", "issn 2049-3630"),
        Case(.qr, "ISSN-L 0264-3596", "issn 0264-3596"), Case(.qr, "ISSN 9770264359053", "issn 0264-3596"),
        Case(.unknown, "0032-147X", nil, "not an ISSN: the check digit is X, expected is 8"),
        Case(.qr, "ISSN 0032147X", nil, "not an ISSN: the check digit is X, expected is 8"),
        Case(.qr, "ISSN 0024-931", nil, "not a periodical: 7 digits are too many or too few"),
        Case(.qr, "ISSN 0024-9319 05", nil, "not a periodical: 10 digits are too many or too few"),
        Case(.qr, "ISSN 9780306406157", nil, "not a periodical: the prefix belongs to another kind of number"),
        Case(.qr, "ISSN of this"), Case(.qr, "ISSN"), Case(.qr, "issn:"), Case(.qr, "0024-9319"),
        Case(.unknown, "00249319"), Case(.unknown, "0024-9319-"), Case(.unknown, "00-249319"),
        Case(.ean13, "9770024931001", nil, "not the EAN-13 of an ISSN: the check digit is 1, expected is 0"),
        Case(.unknown, "979-0-060-11561-5", "ismn 9790060115615"),
        Case(.unknown, "9790060115615", "ismn 9790060115615"),
        Case(.unknown, "M-2306-7118-7", "ismn 9790230671187"), Case(.unknown, "M230671187", "ismn 9790230671187"),
        Case(.unknown, "m 060 11561 5", "ismn 9790060115615"), Case(.qr, "ISMN M230671187", "ismn 9790230671187"),
        Case(.qr, "ISMN: 979-0-3452-4680-5", "ismn 9790345246805"),
        Case(.qr, "ismn M-060-11561-5", "ismn 9790060115615"),
        Case(
            .qr, "ISBN 979-0-060-11561-5", "ismn 9790060115615",
            "not a book: numbers that begin with 979-0 are printed music"),
        Case(.qr, "ISBN 979-0-060-11561-6", nil, "not an ISMN: the check digit is 6, expected is 5"),
        Case(.qr, "ISBN 4006381333931", nil, "not a book: the prefix belongs to another kind of number"),
        Case(.qr, "ISBN 97803064061", nil, "not a book: 11 digits are too many or too few"),
        Case(.unknown, "979-0-060-11561-6", nil, "not an ISMN: the check digit is 6, expected is 5"),
        Case(.ean13, "9790060115616", nil, "not an ISMN: the check digit is 6, expected is 5"),
        Case(.unknown, "M-2306-7118-8", nil, "not an ISMN: the check digit is 8, expected is 7"),
        Case(.qr, "ISMN M230671188", nil, "not an ISMN: the check digit is 8, expected is 7"),
        Case(
            .qr, "ISMN 9780306406157", nil, "not a piece of printed music: the prefix belongs to another kind of number"
        ),
        Case(.unknown, "M230671188"), Case(.qr, "M-2306-7118-7"), Case(.qr, "M230671187"), Case(.unknown, "Musik 2024"),
    ]

    @Test("people write ISSN and ISMN in several ways", arguments: typed)
    func readsTyped(_ example: Case) {
        let reading = ContentParser.reading(of: Symbol(example.symbology, example.text))
        #expect(reading.content.description == example.content)
        #expect(reading.warnings.map(\.description) == example.warnings)
    }

    /// python-stdnum 2.2, which takes them for ISBNs too; so does ZXing. ISO 10957 gives 979-0 to music.
    static let music = [
        ("9790060115615", "979-0-060-11561-5", "060", "11561"), ("9790345246805", "979-0-3452-4680-5", "3452", "4680"),
        ("9790230671187", "979-0-2306-7118-7", "2306", "7118"), ("9790500012344", "979-0-50001-234-4", "50001", "234"),
        ("9790700000124", "979-0-700000-12-4", "700000", "12"), ("9790900000013", "979-0-9000000-1-3", "9000000", "1"),
    ]

    @Test("music is no book, and its publisher has as many digits as the first one says", arguments: music)
    func readsMusic(ean: String, hyphenated: String, registrant: String, publication: String) {
        let body = String(ean.dropLast())
        let number = body + "\(CheckDigit.gs1(UInt64(body) ?? 0))"
        let reading = ContentParser.reading(of: Symbol(.ean13, number))
        #expect(reading.content.kind == .ismn)
        #expect(reading.text(of: .ismn) == number)
        #expect(reading.text(of: .ismn10) == "M" + number.dropFirst(4))
        #expect(reading.text(of: .hyphenated)?.dropLast() == hyphenated.dropLast())
        #expect(reading.text(of: .registrant) == registrant)
        #expect(reading.text(of: .publication) == publication)
        #expect(reading.text(of: .gtin13) == number)
    }

    @Test(
        "numbers that are cut, doubled or huge are read as something",
        arguments: ["ISSN ", "ISMN M", "ISBN ", "M-", ""])
    func survives(label: String) {
        let number = "0024-9319"
        for end in 0...number.count {
            _ = ContentParser.reading(of: Symbol(.unknown, label + number.prefix(end)))
        }
        for text in [label + number + number, label + String(repeating: "9", count: 1 << 20), label + "\u{2010}\0X"] {
            #expect(ContentParser.reading(of: Symbol(.unknown, text)).content == .text(text))
        }
    }
}
