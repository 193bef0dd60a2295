import BeelineContent
import BeelineSymbols
import Testing

@Suite("GTIN")
struct GTINTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        var gtin14: String
        var gtin13: String?
        var gtin12: String?
        var gtin8: String?
        let why: String
        var testDescription: String { why }
    }

    static let cases = [
        Case(
            text: "036000291452", gtin14: "00036000291452", gtin13: "0036000291452", gtin12: "036000291452",
            why: "UPC-A"),
        Case(
            text: "123456789012", gtin14: "00123456789012", gtin13: "0123456789012", gtin12: "123456789012",
            why: "UPC-A that begins with 1"),
        Case(
            text: "0012345678905", gtin14: "00012345678905", gtin13: "0012345678905", gtin12: "012345678905",
            why: "EAN-13 with a leading 0: the same bars as a UPC-A"),
        Case(
            text: "00012345678905", gtin14: "00012345678905", gtin13: "0012345678905", gtin12: "012345678905",
            why: "GTIN-14 of a UPC-A"),
        Case(text: "5051140178499", gtin14: "05051140178499", gtin13: "5051140178499", why: "EAN-13"),
        Case(
            text: "09780306406157", gtin14: "09780306406157", gtin13: "9780306406157",
            why: "GTIN-14 of a book, indicator 0"),
        Case(text: "12345678901231", gtin14: "12345678901231", why: "GTIN-14 of a case of several"),
        Case(text: "96385074", gtin14: "00000096385074", gtin8: "96385074", why: "EAN-8"),
        Case(text: "00393157", gtin14: "00000000393157", gtin8: "00393157", why: "EAN-8 with leading zeros"),
    ]

    @Test("each number has the forms that it has, and no other", arguments: cases)
    func hasForms(_ example: Case) throws {
        let gtin = try GTIN(example.text)
        #expect(gtin.gtin14 == example.gtin14)
        #expect(gtin.gtin13 == example.gtin13)
        #expect(gtin.gtin12 == example.gtin12)
        #expect(gtin.gtin8 == example.gtin8)
    }

    @Test("twelve, thirteen and fourteen digits of one article are one value")
    func isOneValue() throws {
        let values = try ["012345678905", "0012345678905", "00012345678905"].map { try GTIN($0) }
        #expect(Set(values).count == 1)
        #expect(values[0].description == "012345678905")
    }

    static let faults: [(String, NumberError)] = [
        ("123456789012x", .notDigits), ("", .notDigits), (" 96385074", .notDigits), ("+9638507", .notDigits),
        ("９６３８５０７４", .notDigits), ("9638507\0", .notDigits),
        ("1234567890123", .wrongCheckDigit(found: UInt8(ascii: "3"), expected: UInt8(ascii: "8"))),
        ("5051140178490", .wrongCheckDigit(found: UInt8(ascii: "0"), expected: UInt8(ascii: "9"))),
        ("00393158", .wrongCheckDigit(found: UInt8(ascii: "8"), expected: UInt8(ascii: "7"))),
        ("012345678904", .wrongCheckDigit(found: UInt8(ascii: "4"), expected: UInt8(ascii: "5"))),
        ("4006381333930", .wrongCheckDigit(found: UInt8(ascii: "0"), expected: UInt8(ascii: "1"))),
        ("04252614", .wrongCheckDigit(found: UInt8(ascii: "4"), expected: UInt8(ascii: "0"))),
        ("1", .wrongLength(1)), ("123456789", .wrongLength(9)), ("123456789012345", .wrongLength(15)),
    ]

    @Test("an invalid GTIN is refused, and the reason is given", arguments: faults)
    func refuses(text: String, error: NumberError) {
        #expect(throws: error) { try GTIN(text) }
    }

    @Test("digits without end are refused, whatever number they would be")
    func refusesHuge() {
        #expect(throws: NumberError.self) { try GTIN(String(repeating: "0", count: 1_000_000)) }
        #expect(throws: NumberError.self) { try GTIN("18446744073709551616") }
    }

    struct Range: Sendable, CustomTestStringConvertible {
        let text: String
        let isRestricted: Bool
        let why: String
        var testDescription: String { "\(text): \(why)" }
    }

    /// GS1 General Specifications, section 1.4.2. Restricted is what means something else elsewhere; coupons and refund
    /// receipts are not articles, but each has one meaning.
    static let ranges = [
        Range(text: "201234567899", isRestricted: true, why: "UPC-A 2: prefix 02, in-store"),
        Range(text: "212345678909", isRestricted: true, why: "UPC-A 2: prefix 02, by weight"),
        Range(text: "401234567893", isRestricted: true, why: "UPC-A 4: prefix 04, company-internal"),
        Range(text: "412345678903", isRestricted: true, why: "UPC-A 4: prefix 04, company-internal"),
        Range(text: "2001234567893", isRestricted: true, why: "prefix 200, in-store"),
        Range(text: "2991234567897", isRestricted: true, why: "prefix 299, in-store"),
        Range(text: "12001234567890", isRestricted: true, why: "a case of prefix 200"),
        Range(text: "00393157", isRestricted: true, why: "GTIN-8 of prefix 003"),
        Range(text: "20123451", isRestricted: true, why: "GTIN-8 of prefix 201"),
        Range(text: "96385074", isRestricted: false, why: "GTIN-8 of prefix 963"),
        Range(text: "501234567890", isRestricted: false, why: "UPC-A 5: coupon"),
        Range(text: "512345678900", isRestricted: false, why: "UPC-A 5: coupon"),
        Range(text: "991234567899", isRestricted: false, why: "UPC-A 9"),
        Range(text: "9801234567892", isRestricted: false, why: "prefix 980, refund receipt"),
        Range(text: "9811234567891", isRestricted: false, why: "prefix 981, coupon of a currency"),
        Range(text: "9901234567899", isRestricted: false, why: "prefix 990, coupon"),
        Range(text: "9991234567890", isRestricted: false, why: "prefix 999, coupon"),
        Range(text: "9771234567003", isRestricted: false, why: "prefix 977, ISSN"),
        Range(text: "1901234567897", isRestricted: false, why: "prefix 190, not given out"),
        Range(text: "4006381333931", isRestricted: false, why: "prefix 400, Germany"),
        Range(text: "036000291452", isRestricted: false, why: "UPC-A 0"),
    ]

    @Test("numbers for use inside a company or region are known", arguments: ranges)
    func knowsRestricted(_ range: Range) throws {
        #expect(try GTIN(range.text).isRestricted == range.isRestricted)
    }

    @Test("a number comes back digit for digit, whatever its digits")
    func comesBack() throws {
        var generator = SeededGenerator(seed: 14)
        for count in [8, 12, 13, 14] {
            for _ in 0..<2_000 {
                // Sparse ones as well, whose digits are mostly zeros or nines.
                let some = [0...9, 0...0, 9...9].randomElement(using: &generator) ?? 0...9
                let body = (1..<count).map { _ in
                    Int.random(in: Bool.random(using: &generator) ? some : 0...9, using: &generator)
                }
                let weighted = body.reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 3 : 1) }
                let text = (body + [(10 - weighted % 10) % 10]).map(String.init).joined()
                let gtin = try GTIN(text)
                #expect(gtin.gtin14 == String(repeating: "0", count: 14 - count) + text)
                if count == 8 { #expect(gtin.gtin8 == text) }
            }
        }
    }

    @Test(
        "what is no digit is none at every place",
        arguments: [0x00, 0x2F, 0x3A, 0x40, 0x70, 0x7F, 0xB0, 0xFF] as [UInt8])
    func refusesOthers(byte: UInt8) {
        for text in ["00012345678905", "036000291452", "96385074"] {
            for place in 0..<text.utf8.count {
                var bytes = Array(text.utf8)
                bytes[place] = byte
                #expect(throws: NumberError.notDigits) { try GTIN(String(decoding: bytes, as: UTF8.self)) }
            }
        }
    }
}

@Suite("UPC-E")
struct UPCETests {
    /// Encoded by zint 2.11.1, read back and expanded by ZXing, the check digits tried with python-stdnum 2.2.
    static let pairs = [
        ("04252614", "042100005264"), ("01234505", "012000003455"), ("07834529", "078200003459"),
        ("01234531", "012300000451"), ("08765438", "087600000548"), ("01234543", "012340000053"),
        ("03456741", "034560000071"), ("01234565", "012345000065"), ("06543297", "065432000097"),
        ("06397159", "063971000059"), ("11234562", "112345000062"), ("14252611", "142100005261"),
    ]

    @Test("eight digits stand for twelve, by each of the four rules, in number systems 0 and 1", arguments: pairs)
    func expands(upcE: String, upcA: String) throws {
        #expect(try GTIN(upcE: upcE) == GTIN(upcA))
        #expect(ContentParser.reading(of: Symbol(.upcE, upcE)).content == .product(Product(try GTIN(upcA))))
    }

    @Test("the check digit is that of the UPC-A, so a UPC-E is seldom an EAN-8")
    func hasCheckDigitOfUPCA() throws {
        #expect(throws: NumberError.self) { try GTIN("04252614") }
        #expect(try GTIN(upcE: "04252614").gtin12 == "042100005264")
    }

    static let faults: [(String, NumberError)] = [
        ("01234566", .wrongCheckDigit(found: UInt8(ascii: "6"), expected: UInt8(ascii: "5"))),
        // zint takes 2 for the number system and then encodes 0 without a word: a symbol of another article.
        ("21234565", .wrongPrefix), ("91234565", .wrongPrefix),
        ("1234565", .wrongLength(7)), ("123456", .wrongLength(6)), ("012345678905", .wrongLength(12)),
        ("0123456X", .notDigits), ("", .notDigits),
    ]

    @Test("an invalid UPC-E is refused, and the reason is given", arguments: faults)
    func refuses(text: String, error: NumberError) {
        #expect(throws: error) { try GTIN(upcE: text) }
    }

    @Test("readers that report the UPC-A instead are understood", arguments: ["042100005264", "0042100005264"])
    func takesExpanded(text: String) throws {
        #expect(ContentParser.reading(of: Symbol(.upcE, text)).content == .product(Product(try GTIN("042100005264"))))
    }

    /// zint refuses to print these, for a shorter rule gives the same UPC-A; a reader takes what is printed.
    static let otherBodies = [
        ("0120003", "01200000000", "01200000"), ("0120453", "01200000045", "01204500"),
        ("0123044", "01230000004", "01230430"), ("0123405", "01234000005", "01234540"),
        ("0000003", "00000000000", "00000000"),
    ]

    @Test("bodies that have another spelling are read with a warning", arguments: otherBodies)
    func readsOtherBodies(body: String, upcA: String, canonical: String) throws {
        let check = "\(CheckDigit.gs1(UInt64(upcA) ?? 0))"
        let expected = String(canonical.dropLast()) + check
        let reading = ContentParser.reading(of: Symbol(.upcE, body + check))
        #expect(reading.text(of: .gtin12) == upcA + check)
        #expect(reading.text(of: .upcE) == expected)
        #expect(reading.warnings == [.otherwiseSuppressed(expected)])
    }

    @Test("every UPC-A that has a UPC-E has one, which leads back to it")
    func isOneToOne() throws {
        // ZXing expands all 2,000,000 bodies to 1,820,000 numbers. Here every 31st is tried, which is prime to all steps.
        var canonical = 0
        var tried = 0
        for body in stride(from: UInt64(0), to: 2_000_000, by: 31) {
            let eleven = Self.expanded(body)
            let gtin = try GTIN(Self.padded(eleven * 10 + UInt64(CheckDigit.gs1(eleven)), 12))
            let upcE = try #require(gtin.upcE)
            #expect(try GTIN(upcE: upcE) == gtin)
            if upcE.dropLast() == Self.padded(body, 7) { canonical += 1 }
            tried += 1
        }
        #expect(abs(Double(canonical) / Double(tried) - 0.91) < 0.001)
    }

    @Test("of all numbers that a UPC-E could stand for, 1,820,000 are its own")
    func countsCanonical() throws {
        // Of a manufacturer and an item, by the four rules: which bodies the standard would write.
        let bodies = (UInt64(0)..<2_000_000).count { body in
            switch body % 10 {
            case 0...2: true
            case 3: body / 1_000 % 10 > 2
            case 4: body / 100 % 10 > 0
            default: body / 10 % 10 > 0
            }
        }
        #expect(bodies == 1_820_000)
    }

    @Test(
        "most numbers have no UPC-E",
        arguments: ["036000291452", "012345678905", "4006381333931", "200000000004", "96385074", "12345678901231"])
    func hasNone(text: String) throws {
        #expect(try GTIN(text).upcE == nil)
    }

    /// The eleven digits for seven, by text: another way than the library's.
    private static func expanded(_ body: UInt64) -> UInt64 {
        let digits = padded(body, 7).map(String.init)
        let text =
            switch digits[6] {
            case "0", "1", "2": digits[0...2].joined() + digits[6] + "0000" + digits[3...5].joined()
            case "3": digits[0...3].joined() + "00000" + digits[4...5].joined()
            case "4": digits[0...4].joined() + "00000" + digits[5]
            default: digits[0...5].joined() + "0000" + digits[6]
            }
        return UInt64(text) ?? 0
    }

    private static func padded(_ number: UInt64, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: count - text.count) + text
    }
}
