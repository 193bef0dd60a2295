import BeelineContent
import BeelineSymbols
import Testing

@Suite("Articles of trade")
struct ProductTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let symbology: Symbology
        let text: String
        let region: String?
        /// What else it is: restricted, coupon, refund.
        let traits: [Field]
        let why: String
        var testDescription: String { "\(symbology) \(text): \(why)" }

        init(_ symbology: Symbology, _ text: String, _ region: String?, _ traits: [Field] = [], _ why: String) {
            (self.symbology, self.text, self.region, self.traits, self.why) = (symbology, text, region, traits, why)
        }
    }

    /// Numbers of every length and prefix; what their symbols would be does not matter.
    static let numbers = (0..<1_000).flatMap { (prefix: UInt64) -> [UInt64] in
        let first: UInt64 = prefix * 1_000_000_000
        return [first + 123_456_789, first, prefix * 10_000, prefix]
    }

    @Test("a product has a field exactly where the field has a value", arguments: [8, 12, 13, 14])
    func hasFields(digits: Int) throws {
        let fields: [Field] = [
            .gtin14, .gtin13, .gtin12, .gtin8, .upcE, .region, .restricted, .coupon, .refund, .issue,
        ]
        let most: UInt64 = digits == 8 ? 10_000_000 : digits == 12 ? 100_000_000_000 : 1_000_000_000_000
        for number in Self.numbers where number < most {
            let checked = number * 10 + UInt64(CheckDigit.gs1(number))
            let text = String(repeating: "0", count: digits - String(checked).count) + String(checked)
            let content = Content.product(Product(try GTIN(text)))
            for field in fields {
                #expect(content.has(field) == (content.value(of: field) != nil), "\(field) of \(text)")
            }
        }
    }

    static let cases = [
        Case(.upcA, "201234567899", nil, [.restricted], "prefix 02"),
        Case(.upcA, "401234567893", nil, [.restricted], "prefix 04"),
        Case(.upcA, "501234567890", nil, [.coupon], "prefix 05"),
        Case(.ean13, "2001234567893", nil, [.restricted], "prefix 200"),
        Case(.ean13, "2991234567897", nil, [.restricted], "prefix 299"),
        Case(.ean13, "9801234567892", nil, [.refund], "receipt for a refund"),
        Case(.ean13, "9811234567891", nil, [.coupon], "coupon of a currency"),
        Case(.ean13, "9901234567899", nil, [.coupon], "coupon"),
        Case(.ean13, "9991234567890", nil, [.coupon], "coupon"),
        Case(.ean13, "1901234567897", nil, [], "given to nobody"),
        Case(.upcA, "991234567899", "US", [], "prefix 099 is not 99"),
        Case(.upcA, "212345678909", nil, [.restricted], "prefix 02, by weight"),
        Case(.upcA, "412345678903", nil, [.restricted], "prefix 04"),
        Case(.upcA, "512345678900", nil, [.coupon], "prefix 05"),
        Case(.ean13, "4006381333931", "DE", [], "Germany"), Case(.ean13, "4711234567899", "TW", [], "Taiwan"),
        Case(.ean13, "9421234567892", "NZ", [], "New Zealand, where ZXing for Java says Azerbaijan"),
        Case(.ean13, "9400102301462", "NZ", [], "New Zealand"),
        Case(.ean13, "5051140178499", "GB", [], "United Kingdom"),
        Case(.upcA, "036000291452", "US", [], "United States"),
        Case(.ean13, "0012345678905", "US", [], "a UPC-A's number"),
        Case(.itf, "14006381333938", "DE", [], "a case of a German article"),
        Case(.itf, "12001234567890", nil, [.restricted], "a case of prefix 200"),
        Case(.ean8, "96385074", nil, [], "GTIN-8 of the Global Office"),
        Case(.ean8, "40170725", "DE", [], "GTIN-8 of Germany"),
        Case(.ean8, "00393157", nil, [.restricted], "GTIN-8 of 0"),
        Case(.ean8, "20123451", nil, [.restricted], "GTIN-8 of 2"),
        Case(.ean8, "98012343", nil, [], "no refund in GTIN-8"),
        Case(.itf, "19780306406154", nil, [], "a book's number with an indicator is that of an article"),
        Case(.upcA, "000000000017", nil, [.restricted], "seven zeros"),
        Case(.upcA, "000055112628", nil, [], "five zeros, which GTIN-8 might be taken for"),
    ]

    @Test("the prefix says whose number it is, and for what", arguments: cases)
    func knowsPrefix(_ example: Case) {
        let reading = ContentParser.reading(of: Symbol(example.symbology, example.text))
        #expect(reading.content.kind == .product)
        #expect(reading.text(of: .region) == example.region)
        for field in [Field.restricted, .coupon, .refund] {
            #expect(reading.value(of: field) == .boolean(example.traits.contains(field)), "\(field)")
        }
    }

    @Test("every prefix has at most one country, in two letters, and is not restricted or of another kind")
    func isComplete() throws {
        var regions: Set<String> = []
        for prefix in 0..<1_000 {
            let body = UInt64(prefix) * 1_000_000_000 + 123_456_789
            let text = String(repeating: "0", count: 12 - "\(body)".count) + "\(body)\(CheckDigit.gs1(body))"
            let gtin = try GTIN(text)
            guard let region = gtin.region else { continue }
            regions.insert(region)
            #expect(region.utf8.count == 2 && region == region.uppercased())
            #expect(!gtin.isRestricted && !gtin.isCoupon && !gtin.isRefund, "\(prefix)")
            #expect(![977, 978, 979].contains(prefix))
        }
        #expect(regions.count == 121)
    }

    static let issues: [(Symbol, String?)] = [
        (Symbol(.upcA, "012345678905", addOn: "07"), "07"), (Symbol(.ean13, "0012345678905", addOn: "07"), "07"),
        (Symbol(.upcE, "04252614", addOn: "12345"), "12345"), (Symbol(.upcA, "012345678905"), nil),
        (Symbol(.upcA, "512345678900", addOn: "12345"), nil), (Symbol(.upcA, "212345678909", addOn: "07"), nil),
        (Symbol(.upcA, "012345678905", addOn: "7"), nil), (Symbol(.upcA, "012345678905", addOn: "x7"), nil),
    ]

    @Test("digits beside an article are its issue, unless they mean something else", arguments: issues)
    func readsIssue(symbol: Symbol, issue: String?) {
        #expect(ContentParser.reading(of: symbol).text(of: .issue) == issue)
    }

    @Test("a UPC-A that has a UPC-E gives it, whatever symbol it was in")
    func hasUPCE() {
        for symbol in [Symbol(.upcE, "04252614"), Symbol(.upcA, "042100005264"), Symbol(.ean13, "0042100005264")] {
            #expect(ContentParser.reading(of: symbol).text(of: .upcE) == "04252614")
        }
    }

    static let refused = [
        (Symbology.upcE, "01234566"), (.ean13, "4006381333930"), (.ean13, "9780306406158"), (.ean13, "1234567890123"),
        (.upcA, "012345678904"), (.ean8, "00393158"), (.ean13, "123456789012x"), (.ean13, "9784567890123"),
    ]

    @Test("a number that zint refuses and python-stdnum calls invalid is text with a warning", arguments: refused)
    func refuses(symbology: Symbology, text: String) {
        let reading = ContentParser.reading(of: Symbol(symbology, text))
        #expect(reading.content == .text(text))
        #expect(reading.warnings.count == 1)
    }
}

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
        Case(.unknown, "0032-147X", nil, "not an ISSN: the check digit is X, expected 8"),
        Case(.qr, "ISSN 0032147X", nil, "not an ISSN: the check digit is X, expected 8"),
        Case(.qr, "ISSN 0024-931", nil, "not a periodical: 7 digits are too many or too few"),
        Case(.qr, "ISSN 0024-9319 05", nil, "not a periodical: 10 digits are too many or too few"),
        Case(.qr, "ISSN 9780306406157", nil, "not a periodical: the prefix belongs to another kind of number"),
        Case(.qr, "ISSN of this"), Case(.qr, "ISSN"), Case(.qr, "issn:"), Case(.qr, "0024-9319"),
        Case(.unknown, "00249319"), Case(.unknown, "0024-9319-"), Case(.unknown, "00-249319"),
        Case(.ean13, "9770024931001", nil, "not the EAN-13 of an ISSN: the check digit is 1, expected 0"),
        Case(.unknown, "979-0-060-11561-5", "ismn 9790060115615"),
        Case(.unknown, "9790060115615", "ismn 9790060115615"),
        Case(.unknown, "M-2306-7118-7", "ismn 9790230671187"), Case(.unknown, "M230671187", "ismn 9790230671187"),
        Case(.unknown, "m 060 11561 5", "ismn 9790060115615"), Case(.qr, "ISMN M230671187", "ismn 9790230671187"),
        Case(.qr, "ISMN: 979-0-3452-4680-5", "ismn 9790345246805"),
        Case(.qr, "ismn M-060-11561-5", "ismn 9790060115615"),
        Case(
            .qr, "ISBN 979-0-060-11561-5", "ismn 9790060115615",
            "not a book: numbers that begin with 979-0 are printed music"),
        Case(.qr, "ISBN 979-0-060-11561-6", nil, "not an ISMN: the check digit is 6, expected 5"),
        Case(.qr, "ISBN 4006381333931", nil, "not a book: the prefix belongs to another kind of number"),
        Case(.qr, "ISBN 97803064061", nil, "not a book: 11 digits are too many or too few"),
        Case(.unknown, "979-0-060-11561-6", nil, "not an ISMN: the check digit is 6, expected 5"),
        Case(.ean13, "9790060115616", nil, "not an ISMN: the check digit is 6, expected 5"),
        Case(.unknown, "M-2306-7118-8", nil, "not an ISMN: the check digit is 8, expected 7"),
        Case(.qr, "ISMN M230671188", nil, "not an ISMN: the check digit is 8, expected 7"),
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

    @Test("music is not a book, and its publisher has as many digits as the first one determines", arguments: music)
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
