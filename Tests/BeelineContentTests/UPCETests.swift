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
        #expect(ContentParser.reading(of: Symbol(.upcE, upcE)).content == .product(try GTIN(upcA)))
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
        #expect(ContentParser.reading(of: Symbol(.upcE, text)).content == .product(try GTIN("042100005264")))
    }

    /// zint refuses to print these, for a shorter rule gives the same UPC-A; a reader takes what is printed.
    @Test(
        "bodies that could be written otherwise are read all the same",
        arguments: [("0120003", "01200000000"), ("0123044", "01230000004"), ("0123405", "01234000005")])
    func readsOtherBodies(body: String, upcA: String) throws {
        let check = CheckDigit.gs1(UInt64(upcA) ?? 0)
        #expect(try GTIN(upcE: body + "\(check)").gtin12 == upcA + "\(check)")
    }
}
