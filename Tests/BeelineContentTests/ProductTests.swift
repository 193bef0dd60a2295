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

    @Test("the traits of a product say what its fields say", arguments: [8, 12, 13, 14])
    func hasTraits(digits: Int) throws {
        let fields: [Field] = [.gtin13, .gtin12, .gtin8, .restricted, .coupon, .refund]
        let most: UInt64 = digits == 8 ? 10_000_000 : digits == 12 ? 100_000_000_000 : 1_000_000_000_000
        for number in Self.numbers where number < most {
            let checked = number * 10 + UInt64(CheckDigit.gs1(number))
            let text = String(repeating: "0", count: digits - String(checked).count) + String(checked)
            let content = Content.product(Product(try GTIN(text)))
            guard case .product(let product) = content else { continue }
            for field in fields {
                let trait = try #require(Product.Traits(field))
                let isTrue = content.truth(of: field) ?? content.hasOwn(field)
                #expect(product.traits.contains(trait) == isTrue, "\(field) of \(text)")
            }
        }
        for field in Field.table.map(\.field) where !fields.contains(field) { #expect(Product.Traits(field) == nil) }
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

    @Test("every prefix has at most one country, in two letters, and none is a restricted one's or another kind's")
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

    @Test("a UPC-A that has a UPC-E says so, whatever symbol it was in")
    func hasUPCE() {
        for symbol in [Symbol(.upcE, "04252614"), Symbol(.upcA, "042100005264"), Symbol(.ean13, "0042100005264")] {
            #expect(ContentParser.reading(of: symbol).text(of: .upcE) == "04252614")
        }
    }

    static let refused = [
        (Symbology.upcE, "01234566"), (.ean13, "4006381333930"), (.ean13, "9780306406158"), (.ean13, "1234567890123"),
        (.upcA, "012345678904"), (.ean8, "00393158"), (.ean13, "123456789012x"), (.ean13, "9784567890123"),
    ]

    @Test("what zint would not print and python-stdnum calls invalid is text with a warning", arguments: refused)
    func refuses(symbology: Symbology, text: String) {
        let reading = ContentParser.reading(of: Symbol(symbology, text))
        #expect(reading.content == .text(text))
        #expect(reading.warnings.count == 1)
    }
}
