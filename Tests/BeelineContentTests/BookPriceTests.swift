import BeelineContent
import BeelineSymbols
import Testing

@Suite("What stands beside a book")
struct BookPriceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let addOn: String
        let price: String?
        let currency: String?
        let note: String?
        let why: String
        var testDescription: String { "\(addOn): \(why)" }

        init(_ addOn: String, _ price: String?, _ currency: String?, _ note: String? = nil, _ why: String) {
            (self.addOn, self.price, self.currency, self.note, self.why) = (addOn, price, currency, note, why)
        }
    }

    static let cases = [
        Case("52495", "24.95", "USD", nil, "US dollars"), Case("51205", "12.05", "USD", nil, "US dollars"),
        Case("00899", "8.99", "GBP", nil, "pounds"), Case("10899", "8.99", "GBP", nil, "pounds"),
        Case("61495", "14.95", "CAD", nil, "Canadian dollars, which ZXing for Java leaves out"),
        Case("31495", "14.95", "AUD", nil, "Australian dollars"),
        Case("41495", "14.95", "NZD", nil, "New Zealand dollars"),
        Case("90000", nil, nil, "none", "no price"), Case("99990", nil, nil, "used", "a used book"),
        Case("99991", "0.00", nil, "complimentary", "given away"),
        Case("90001", nil, nil, "internal", "the seller's own"),
        Case("98999", nil, nil, "internal", "the seller's own"), Case("99999", nil, nil, "internal", "reserved"),
        Case("59999", nil, "USD", "at-least-100", "100 or more, which ZXing takes for 99.99"),
        Case("69999", nil, "CAD", "at-least-100", "100 or more"),
        Case("39999", nil, "AUD", "at-least-100", "100 or more"),
        Case("49999", nil, "NZD", "at-least-100", "100 or more"), Case("09999", "99.99", "GBP", nil, "pounds"),
        Case("59998", "99.98", "USD", nil, "just below"), Case("21495", nil, nil, nil, "a digit of no currency"),
        Case("71495", nil, nil, nil, "a digit of no currency"), Case("81495", nil, nil, nil, "a digit of no currency"),
        Case("05", nil, nil, nil, "two digits are no price"), Case("524", nil, nil, nil, "no add-on"),
        Case("5249५", nil, nil, nil, "no add-on"), Case("", nil, nil, nil, "no add-on"),
    ]

    @Test("five digits are a price, or say why there is none", arguments: cases)
    func reads(_ example: Case) {
        let reading = ContentParser.reading(of: Symbol(.ean13, "9780306406157", addOn: example.addOn))
        #expect(reading.content.kind == .isbn)
        #expect(reading.value(of: .price)?.description == example.price)
        #expect(reading.text(of: .currency) == example.currency)
        #expect(reading.text(of: .priceNote) == example.note)
    }

    @Test(
        "scanners that send both in one are understood",
        arguments: [
            Symbol(.ean13, "978030640615752495", aim: "]E3"), Symbol(.unknown, "]E3978030640615752495"),
            Symbol(.ean13, "9780306406157 52495"), Symbol(.unknown, "9780306406157+52495"),
            Symbol(.unknown, "9780306406157 + 52495"), Symbol(.unknown, "978-0-306-40615-7 + 52495"),
        ])
    func splits(symbol: Symbol) {
        let reading = ContentParser.reading(of: symbol)
        #expect(reading.text(of: .isbn13) == "9780306406157")
        #expect(reading.text(of: .addOn) == "52495")
        #expect(reading.value(of: .price)?.description == "24.95")
    }

    @Test("a UPC-A and two digits in one are an article and its issue")
    func splitsUPCA() {
        let reading = ContentParser.reading(of: Symbol(.unknown, "]E3001234567890507"))
        #expect(reading.text(of: .gtin12) == "012345678905")
        #expect(reading.text(of: .issue) == "07")
    }

    @Test("without the AIM identifier fifteen digits are no EAN-13")
    func keepsOthers() {
        let reading = ContentParser.reading(of: Symbol(.ean13, "978030640615752495"))
        #expect(reading.content.kind == .text)
        #expect(reading.warnings == [.notOfSymbology(.ean13, reason: "18 digits")])
    }

    @Test("a comic's five digits are its issue and no price")
    func knowsIssue() {
        let reading = ContentParser.reading(of: Symbol(.upcA, "759606025480", addOn: "00111"))
        #expect(reading.content.kind == .product)
        #expect(reading.text(of: .issue) == "00111")
        #expect(reading.value(of: .price) == nil)
    }
}
