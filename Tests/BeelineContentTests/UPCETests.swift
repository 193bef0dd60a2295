import BeelineContent
import BeelineSymbols
import Testing

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

    @Test("what is no UPC-E is refused, and the reason is told", arguments: faults)
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

    @Test("bodies that could be written otherwise are read all the same, with a warning", arguments: otherBodies)
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
