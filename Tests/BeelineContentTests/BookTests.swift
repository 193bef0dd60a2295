import BeelineContent
import BeelineSymbols
import Testing

@Suite("Add-ons and further rows of a book")
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

    @Test("five digits are a price, or have a warning", arguments: cases)
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

    @Test("without the AIM identifier eighteen digits are split if the check digit of the thirteen is right")
    func keepsOthers() {
        let joined = ContentParser.reading(of: Symbol(.ean13, "978030640615752495"))
        #expect(joined.text(of: .isbn13) == "9780306406157" && joined.text(of: .price) == "24.95")
        let reading = ContentParser.reading(of: Symbol(.ean13, "978030640615852495"))
        #expect(reading.content.kind == .text)
        #expect(reading.warnings == [.notOfSymbology(.ean13, reason: "18 digits")])
    }

    @Test("a comic's five digits are issue, cover and printing, and no price")
    func knowsIssue() {
        let reading = ContentParser.reading(of: Symbol(.upcA, "759606025480", addOn: "01221"))
        #expect(reading.content.kind == .product)
        #expect(reading.text(of: .issue) == "12" && reading.text(of: .medium) == "comic")
        #expect(reading.text(of: .cover) == "2" && reading.text(of: .printing) == "1")
        #expect(reading.value(of: .price) == nil)
    }
}

@Suite("Japanese books and magazines")
struct JapaneseBookTests {
    static let one = "9784004160045"
    static let two = "9784873119045"
    static let three = "9784751100011"
    static let foreign = "9780306406157"
    static let rowOne = "1920241008209"
    static let rowTwo = "1923073000007"
    static let rowThree = "1910193004008"

    @Test("a row alone is a row and no product")
    func readsRow() {
        let reading = ContentParser.reading(of: Symbol(.ean13, Self.rowOne))
        #expect(reading.content.kind == .japaneseBookRow)
        #expect(reading.text(of: .cCode) == "0241")
        #expect(reading.value(of: .price)?.description == "820")
        #expect(reading.text(of: .currency) == "JPY")
        #expect(reading.value(of: .taxIncluded) == .boolean(false))
        #expect(reading.value(of: .gtin14) == nil)
        #expect(reading.joinedTo == nil)
    }

    @Test("five zeros are a price too high for five digits, and 191 has tax in it")
    func readsOthers() {
        let dear = ContentParser.reading(of: Symbol(.unknown, Self.rowTwo))
        #expect(dear.text(of: .cCode) == "3073")
        #expect(dear.value(of: .price) == nil && dear.value(of: .currency) == nil)
        let old = ContentParser.reading(of: Symbol(.ean13, Self.rowThree))
        #expect(old.value(of: .price)?.description == "400")
        #expect(old.value(of: .taxIncluded) == .boolean(true))
    }

    @Test("a row with a wrong check digit is text, and 190 and 193 are unassigned numbers")
    func refuses() {
        let wrong = ContentParser.reading(of: Symbol(.ean13, "1920241008208"))
        #expect(wrong.content.kind == .text)
        #expect(wrong.warnings.map(\.code) == ["wrong-check-digit"])
        let other = ContentParser.reading(of: Symbol(.ean13, "1901234567897"))
        #expect(other.content.kind == .product)
        #expect(other.text(of: .region) == nil)
    }

    /// A code of 100 by 40 pixels with its middle there, turned by quarters of a circle, clockwise.
    private static func symbol(_ text: String, _ x: Int, _ y: Int, quarters: Int = 0, page: Int? = nil) -> Symbol {
        func turned(_ point: (Int, Int)) -> (Int, Int) {
            (0..<quarters).reduce(point) { point, _ in (-point.1, point.0) }
        }
        let corners = [(-50, -20), (50, -20), (50, 20), (-50, 20)].map { corner in
            let place = turned(corner)
            return Point(x: x + place.0, y: y + place.1)
        }
        let outline = Outline(
            topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
        return Symbol(.ean13, text, sighting: Sighting(outline: outline, decoder: "zbar", page: page))
    }

    struct Image: Sendable, CustomTestStringConvertible {
        let what: String
        let symbols: [Symbol]
        /// For each symbol, which larger one it is a part of.
        let joined: [Int?]
        var testDescription: String { what }

        init(_ what: String, _ symbols: [Symbol], _ joined: [Int?]) {
            (self.what, self.symbols, self.joined) = (what, symbols, joined)
        }
    }

    private static func plain(_ texts: String...) -> [Symbol] { texts.map { Symbol(.ean13, $0) } }

    static let images = [
        Image("ISBN, then row", plain(one, rowOne), [nil, 0]),
        Image("row, then ISBN", plain(rowOne, one), [1, nil]),
        Image("two books in order", plain(one, rowOne, two, rowTwo), [nil, 0, nil, 2]),
        Image("two books, rows first", plain(rowOne, one, rowTwo, two), [1, nil, 3, nil]),
        Image("a book whose row was not read, then another", plain(one, two, rowTwo), [nil, nil, 1]),
        Image("all books, then all rows: nobody can tell", plain(one, two, rowOne, rowTwo), [nil, nil, nil, nil]),
        Image("other codes between them", plain(one, "4006381333931", rowOne), [nil, nil, 0]),
        Image("a book that is not Japanese", plain(foreign, rowOne), [nil, nil]),
        Image("two books that are not both Japanese", plain(foreign, rowOne, one), [nil, 2, nil]),
        Image("two rows and no book", plain(rowOne, rowTwo), [nil, nil]),
        Image("below", [symbol(one, 100, 100), symbol(rowOne, 100, 160)], [nil, 0]),
        Image("below, and read first", [symbol(rowOne, 100, 160), symbol(one, 100, 100)], [1, nil]),
        Image("beside", [symbol(one, 100, 100), symbol(rowOne, 230, 100)], [nil, 0]),
        Image("upside down for the decoder", [symbol(one, 100, 160), symbol(rowOne, 100, 100)], [nil, 0]),
        Image(
            "turned by a quarter", [symbol(one, 100, 100, quarters: 1), symbol(rowOne, 40, 100, quarters: 1)], [nil, 0]),
        Image("far away: of another book", [symbol(one, 100, 100), symbol(rowOne, 2_000, 100)], [nil, nil]),
        Image(
            "a pile of books, rows nearer to the next book",
            [
                symbol(rowOne, 100, 160), symbol(rowTwo, 100, 260), symbol(two, 100, 200), symbol(one, 100, 100),
                symbol(three, 100, 300), symbol(rowThree, 100, 360),
            ], [3, 2, nil, nil, nil, 4]),
        Image(
            "side by side, all rows read first",
            [symbol(rowTwo, 250, 160), symbol(rowOne, 100, 160), symbol(one, 100, 100), symbol(two, 250, 100)],
            [3, 2, nil, nil]),
        Image(
            "in one line",
            [symbol(one, 0, 0), symbol(rowOne, 150, 0), symbol(two, 300, 0), symbol(rowTwo, 450, 0)],
            [nil, 0, nil, 2]),
        Image(
            "a pile turned by half a circle",
            [
                symbol(rowTwo, 100, 40, quarters: 2), symbol(two, 100, 100, quarters: 2),
                symbol(rowOne, 100, 150, quarters: 2), symbol(one, 100, 210, quarters: 2),
            ], [1, nil, 3, nil]),
        Image(
            "a row whose book was not read, above another book",
            [symbol(rowOne, 100, 60), symbol(two, 100, 100), symbol(three, 400, 100), symbol(rowThree, 400, 160)],
            [nil, nil, nil, 2]),
        Image(
            "on two pages", [symbol(one, 100, 100, page: 1), symbol(rowOne, 100, 160, page: 2)], [nil, nil]),
        Image(
            "with and without a place", [symbol(one, 100, 100), symbol(rowOne, 100, 160)] + plain(two, rowTwo),
            [nil, 0, nil, 2]),
    ]

    @Test("the second row is joined to its book", arguments: images)
    func joins(_ image: Image) {
        let readings = ContentParser.readings(of: image.symbols)
        #expect(readings.map(\.joinedTo) == image.joined)
        #expect(readings.map(\.symbol) == image.symbols)
        for (row, book) in image.joined.enumerated() {
            guard let book else { continue }
            for field in [Field.cCode, .price, .currency, .taxIncluded] {
                #expect(readings[book].value(of: field) == readings[row].value(of: field), "\(field)")
            }
            #expect(readings[row].content.kind == .japaneseBookRow)
        }
        for (index, reading) in readings.enumerated() where reading.content.kind == .isbn {
            #expect((reading.value(of: .cCode) != nil) == image.joined.contains(index))
        }
    }

    @Test("thousands of codes take no longer for being together")
    func isLinear() {
        let symbols = (0..<20_000).map { Self.symbol($0 % 2 == 0 ? Self.one : Self.rowOne, 100, $0) }
        let readings = ContentParser.readings(of: symbols)
        #expect(readings.count { $0.joinedTo != nil } == 10_000)
    }

    @Test("a row replaces a price in the add-on of the ISBN")
    func rowComesFirst() {
        let readings = ContentParser.readings(of: [
            Symbol(.ean13, Self.one, addOn: "52495"), Symbol(.ean13, Self.rowOne),
        ])
        #expect(readings[0].value(of: .price)?.description == "820")
        #expect(readings[0].text(of: .currency) == "JPY")
    }

    struct Magazine: Sendable, CustomTestStringConvertible {
        let text: String
        let addOn: String?
        /// Code, issue, year, price.
        let fields: [String?]
        var testDescription: String { "\(text)+\(addOn ?? "")" }
    }

    static let magazines = [
        Magazine(text: "4910077030151", addOn: "00500", fields: ["07703", "01", "5", "500"]),
        Magazine(text: "4910324330393", addOn: nil, fields: ["32433", "03", "9", nil]),
        Magazine(text: "4910324330393", addOn: "00000", fields: ["32433", "03", "9", nil]),
        Magazine(text: "4910324330393", addOn: "10500", fields: ["32433", "03", "9", nil]),
        Magazine(text: "4910324330393", addOn: "05", fields: ["32433", "03", "9", nil]),
    ]

    @Test("a magazine has code, issue, year and price", arguments: magazines)
    func readsMagazine(_ magazine: Magazine) {
        let reading = ContentParser.reading(of: Symbol(.ean13, magazine.text, addOn: magazine.addOn))
        #expect(reading.content.kind == .japaneseMagazine)
        let fields = [Field.magazineCode, .issue, .issueYear, .price].map { reading.value(of: $0)?.description }
        #expect(fields == magazine.fields)
        #expect(reading.text(of: .currency) == (magazine.fields[3] == nil ? nil : "JPY"))
        #expect(reading.text(of: .gtin13) == magazine.text)
    }

    @Test("491 and another digit than 0 is a product of Japan")
    func isProduct() {
        let reading = ContentParser.reading(of: Symbol(.ean13, "4919999999997"))
        #expect(reading.content.kind == .product)
        #expect(reading.text(of: .region) == "JP")
    }
}
