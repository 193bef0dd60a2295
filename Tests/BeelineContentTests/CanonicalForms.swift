import BeelineContent
import BeelineSymbols

/// The canonical forms of a value, which must say the same when they are read again.
enum CanonicalForms {
    /// The names of those that say something else.
    static func changed(in content: Content, on date: CalendarDate) -> [String] {
        forms(of: content, on: date).filter { !$0.isSame }.map { "\($0.name) of \(content) says something else" }
    }

    private static func forms(of content: Content, on date: CalendarDate) -> [(name: String, isSame: Bool)] {
        switch content {
        case .isbn(let book):
            [
                ("isbn13", isSame(book.isbn) { try ISBN(book.isbn13) }),
                ("isbn10", book.isbn10.map { text in isSame(book.isbn) { try ISBN(text) } } ?? true),
                ("hyphenated", book.hyphenated.map { text in isSame(book.isbn) { try ISBN(text) } } ?? true),
                ("hyphenated10", book.hyphenated10.map { text in isSame(book.isbn) { try ISBN(text) } } ?? true),
            ]
        case .issn(let periodical):
            [
                ("issn", isSame(periodical.issn) { try Periodical(periodical.issn).issn }),
                ("gtin13", isSame(periodical.gtin13) { try Periodical(periodical.gtin13).gtin13 }),
            ]
        case .ismn(let ismn):
            [
                ("ismn", isSame(ismn) { try ISMN(ismn.ismn) }), ("ismn10", isSame(ismn) { try ISMN(ismn.ismn10) }),
                ("hyphenated", isSame(ismn) { try ISMN(ismn.hyphenated) }),
            ]
        case .japaneseBookRow(let row): [("description", isSame(row) { try JapaneseBookRow(row.description) })]
        case .japaneseMagazine(let magazine):
            [("description", isSame(magazine.number) { try JapaneseMagazine(magazine.description).number })]
        case .product(let product):
            [
                ("description", isSame(product.gtin.number) { try GTIN(product.gtin.description).number }),
                ("gtin14", isSame(product.gtin.number) { try GTIN(product.gtin.gtin14).number }),
                ("upcE", product.gtin.upcE.map { text in isSame(product.gtin) { try GTIN(upcE: text) } } ?? true),
            ]
        case .gs1(let elements): forms(of: elements, on: date)
        case .url(let address):
            [
                ("url", WebAddress(address.url)?.url == address.url),
                ("absolute url", WebAddress(absoluteURL: address.url)?.url == address.url),
            ]
        case .wifi(let network): [("code", WiFiNetwork(network.code) == network)]
        case .email(let message):
            [("addresses", (message.to + message.cc + message.bcc).allSatisfy { EmailAddress($0.text) == $0 })]
        case .phone(let number): [("uri", PhoneNumber(number.uri) == number)]
        case .sms(let message): [("numbers", message.numbers.allSatisfy { PhoneNumber($0.uri) == $0 })]
        case .otp(let key): [("url", OneTimePasswordKey(key.url) == key)]
        case .payment(let payment): forms(of: payment)
        case .vin(let vin): [("vin", VIN(vin.text) == vin)]
        case .json(let document): [("text", JSONDocument(document.text) == document)]
        case .otpExport(let export): [("urls", export.keys.allSatisfy { OneTimePasswordKey($0.url) == $0 })]
        case .contact, .event, .geo, .fido, .boardingPass, .driverLicense, .industrialLabel, .railTicket, .text,
            .binary:
            []
        }
    }

    private static func forms(of elements: ElementString, on date: CalendarDate) -> [(name: String, isSame: Bool)] {
        func read(_ text: String) throws -> [ElementString.Element] {
            try ElementString(parsing: text, scannedOn: date, requiresCompanions: false, mayCountItem: true).elements
        }
        return [
            ("bracketed", isSame(elements.elements) { try read(elements.bracketed) }),
            ("elementString", isSame(elements.elements) { try read(elements.elementString) }),
            // A link has an order of its own.
            (
                "digitalLink",
                elements.digitalLink.map { link in isSame(Set(elements.elements)) { Set(try read(link)) } } ?? true
            ),
        ]
    }

    private static func forms(of payment: Payment) -> [(name: String, isSame: Bool)] {
        let iban = payment.iban.map { iban in isSame(iban) { try IBAN(iban.text) } } ?? true
        // That of a Pix code leads to more.
        let url = payment.form == .pix ? nil : payment.url
        return [("iban", iban), ("url", url.map { Payment($0) == payment } ?? true)]
    }

    private static func isSame<Value: Equatable>(_ value: Value, _ read: () throws -> Value) -> Bool {
        (try? read()) == value
    }
}
