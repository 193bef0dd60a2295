internal import BeelineSymbols

/// GS1 element strings: Application Identifiers and their valid values.
///
///     let label = Symbol(.unknown, "(01)09521234543213(10)ABC")
///     if case .gs1(let elements) = ContentParser().reading(of: label, on: today).content {
///         elements["10"]        // "ABC"
///         elements.gtin         // 9521234543213
///         elements.digitalLink  // "https://id.gs1.org/01/09521234543213/10/ABC"
///     }
///
/// GS1 General Specifications, section 3; GS1 Digital Link Standard: URI Syntax.
public struct ElementString: Hashable, Sendable {
    /// The elements in their order, none twice and never none.
    public let elements: [Element]

    /// The link that it was read from; nil when it was read from anything but a Digital Link.
    public let address: WebAddress?

    /// The year in which it was read, which says what century its dates are of.
    let year: Int

    /// The elements of all GS1 symbols of the image, where they are of one unit and these are not all; else empty.
    package private(set) var unit: [Element] = []

    /// One element: an Application Identifier and its value.
    public struct Element: Hashable, Sendable {
        package let identifier: ApplicationIdentifier
        /// The value, as it is in the code.
        public let value: String

        /// The digits of the Application Identifier: `01`.
        public var code: String { identifier.code }
    }

    /// Reads any of the three forms: what a GS1 symbol contains, with the separator U+001D and with or without an AIM
    /// identifier before it; text with brackets; a Digital Link with `http` or `https`.
    ///
    ///     try ElementString(parsing: "]C1010952123454321310ABC", scannedOn: today)
    ///     try ElementString(parsing: "(10)ABC", scannedOn: today, requiresCompanions: false)
    ///
    /// - Parameters:
    ///   - date: when it was read; the dates in it have no century.
    ///   - requiresCompanions: whether what an element needs on the same item must be there too. It may be in another
    ///     symbol.
    ///   - mayCountItem: whether the count (37) may be beside (01), as some labels have it, and not beside (02) only.
    /// - Throws: `GS1Problem`, the first one of the text.
    package init(
        parsing text: String, scannedOn date: CalendarDate, requiresCompanions: Bool = true, mayCountItem: Bool = false
    ) throws(GS1Problem) {
        func made(_ found: [FoundElement], _ address: WebAddress? = nil) throws(GS1Problem) -> ElementString {
            try ElementString(
                found, address: address, year: date.year, requiresCompanions: requiresCompanions,
                mayCountItem: mayCountItem)
        }
        let bytes = Array(text.utf8.prefix(Self.longest + 1))
        guard bytes.count <= Self.longest else {
            throw GS1Problem(identifier: "", position: 1, reason: .unknownIdentifier)
        }
        if bytes.first == UInt8(ascii: "(") {
            self = try made(BracketedReader.read(bytes))
        } else if let start = DigitalLinkReader.pathStart(bytes) {
            let link = try DigitalLinkReader.read(bytes, pathStart: start)
            guard let address = WebAddress(text) else {
                throw GS1Problem(identifier: "", position: 1, reason: .unknownIdentifier)
            }
            self = try made(link, address)
        } else {
            let aim = AIMIdentifier(String(decoding: bytes.prefix(3), as: UTF8.self))
            let start = aim.map { $0.isGS1 ? 3 : 0 } ?? 0
            self = try made(RawReader.read(bytes[start...]))
        }
    }

    /// Longer texts are not read; no symbology contains as much.
    static let longest = 1 << 14

    /// Elements whose values are right each for itself.
    init(
        _ found: [FoundElement], address: WebAddress? = nil, year: Int, requiresCompanions: Bool = true,
        mayCountItem: Bool = false
    ) throws(GS1Problem) {
        let found = try Companions.unrepeated(found)
        if let problem = Companions.unsigned(found) { throw problem }
        if requiresCompanions, let problem = Companions.missing(found) { throw problem }
        if let problem = Companions.excluded(found, mayCountItem: mayCountItem) { throw problem }
        elements = found.map { Element(identifier: $0.identifier, value: $0.value) }
        self.address = address
        self.year = year
    }

    /// The value of an Application Identifier; of one that it lacks that in another symbol of its unit. Nil where the
    /// unit does not have it either.
    public subscript(identifier: String) -> String? {
        ApplicationIdentifier(identifier).flatMap { wanted in first { $0.identifier == wanted } }?.value
    }

    /// The same element string as that of one symbol of several.
    func joined(to unit: [Element]) -> ElementString {
        var joined = self
        joined.unit = unit
        return joined
    }

    /// The first element for which a test is true: one of its own, else one of its unit.
    private func first(where isWanted: (Element) -> Bool) -> Element? {
        elements.first(where: isWanted) ?? unit.first(where: isWanted)
    }

    /// The value of the first of some identifiers, by their numbers; its own before those of its unit.
    private func value(ofFirst numbers: UInt16...) -> String? {
        for elements in [elements, unit] {
            for number in numbers {
                if let found = elements.first(where: { $0.identifier.number == number }) { return found.value }
            }
        }
        return nil
    }

    private func has(_ number: UInt16) -> Bool { elements.contains { $0.identifier.number == number } }
}

extension ElementString: CustomStringConvertible {
    /// With brackets.
    public var description: String { bracketed }
}

extension ElementString {
    /// As people read it: `(01)09521234543213(10)ABC`.
    ///
    /// A bracket in a value that would read as the beginning of an element has a backslash before it.
    public var bracketed: String { Self.bracketed(elements.pairs) }

    /// All GS1 symbols of the unit in one, in the order of their identifiers; nil where this symbol is the only one.
    public var gs1Unit: String? { unit.isEmpty ? nil : Self.bracketed(unit.pairs) }

    /// The same of codes of identifiers with their values.
    package static func bracketed(_ elements: [(code: String, value: String)]) -> String {
        var text: [UInt8] = []
        for element in elements {
            text.append(UInt8(ascii: "("))
            text += element.code.utf8
            text.append(UInt8(ascii: ")"))
            let value = Array(element.value.utf8)
            for (place, byte) in value.enumerated() {
                if byte == UInt8(ascii: "("), BracketedReader.identifier(value, at: place) != nil {
                    text.append(UInt8(ascii: "\\"))
                }
                text.append(byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// As a symbol encodes it: `010952123454321310ABC`, with the separator U+001D after each element whose length is
    /// not known from its identifier, unless it is the last one.
    public var elementString: String {
        var text = ""
        for (place, element) in elements.enumerated() {
            text += element.identifier.code
            text += element.value
            if place < elements.count - 1, !element.identifier.hasPredefinedLength { text += "\u{1D}" }
        }
        return text
    }

    /// As a Digital Link, in canonical form: `https://id.gs1.org/01/09521234543213/10/ABC?17=271231`.
    ///
    /// The first element that can be the key is the key if all others can be expressed with it. Nil when there is none,
    /// such as when an element can be neither its qualifier nor an attribute, or must not be beside another one.
    public var digitalLink: String? {
        if has(Companions.item), has(Companions.count) { return nil }
        for key in elements {
            guard let sequences = key.identifier.qualifierPatterns else { continue }
            for sequence in sequences.isEmpty ? [[]] : sequences {
                if let link = link(key, sequence) { return link }
            }
        }
        return nil
    }

    /// The link with that key and those qualifiers; nil when something would be left over.
    private func link(_ key: Element, _ sequence: [IdentifierPattern]) -> String? {
        func place(_ element: Element) -> Int? { sequence.firstIndex { $0.range.contains(element.identifier.number) } }
        var link = "https://id.gs1.org/\(key.identifier.code)/\(PercentEncoding.encode(key.value))"
        for pattern in sequence {
            for element in elements where pattern.range.contains(element.identifier.number) {
                link += "/\(element.identifier.code)/\(PercentEncoding.encode(element.value))"
            }
        }
        var separator = "?"
        for element in elements where element.identifier != key.identifier && place(element) == nil {
            guard element.identifier.isLinkAttribute else { return nil }
            link += "\(separator)\(element.identifier.code)=\(PercentEncoding.encode(element.value))"
            separator = "&"
        }
        return link
    }
}

extension [ElementString.Element] {
    fileprivate var pairs: [(code: String, value: String)] { map { ($0.identifier.code, $0.value) } }
}

extension ElementString {
    /// The GTIN: that of the item (01), else of a made-to-order item (03), of the item that it is a piece of (8006), of
    /// the items that it contains (02), or of the pieces that it contains (8026).
    public var gtin: GTIN? {
        // (01), (03), (8006), (02), (8026).
        value(ofFirst: Companions.item, 300, 8006, 200, 8026).flatMap { try? GTIN(String($0.prefix(14))) }
    }

    /// The Serial Shipping Container Code (00), 18 digits.
    public var sscc: String? { value(ofFirst: 0) }

    /// The Global Location Number: that of the place itself (414), else the first one of a place or party (410…417).
    public var gln: String? {
        for elements in [elements, unit] {
            let places = elements.filter { (4100...4170).contains($0.identifier.number) }
            if let found = places.first(where: { $0.identifier.number == 4140 }) ?? places.first { return found.value }
        }
        return nil
    }

    /// The German pharmaceutical number (PZN): that of (710), else the one in the GTIN.
    var pzn: String? {
        if let number = value(ofFirst: 7100), CheckScheme.pzn.result(of: number) == .right { return number }
        return gtin?.pzn
    }

    /// The national number of a medicine: the first of (710) to (717), else the one in the GTIN.
    var healthcareNumber: String? {
        first { (7100...7170).contains($0.identifier.number) }?.value ?? gtin?.healthcareNumber
    }

    /// The batch or lot (10).
    public var lot: String? { value(ofFirst: 1000) }

    /// The serial number (21).
    public var serial: String? { value(ofFirst: 2100) }

    /// The last day on which it may be used (17), also where the time is given too (7003).
    public var expiry: CalendarDate? { date(of: "17") ?? date(of: "7003") }

    /// The net weight in kilograms (310n). A weight in pounds (320n) is not converted.
    public var netWeight: DecimalNumber? { number(of: 3100...3109) }

    /// How many items: that of an item of variable measure (30), else of the items in a logistic unit (37).
    public var count: DecimalNumber? { value(ofFirst: 3000, Companions.count).flatMap { DecimalNumber($0) } }

    /// What an item of variable measure costs, in the currency of the place (392n) or with its currency (393n).
    public var price: DecimalNumber? { number(of: 3920...3929) ?? number(of: 3930...3939) }

    /// What is to be paid, or the value of a coupon, in the currency of the place (390n) or with its currency (391n).
    public var amount: DecimalNumber? { number(of: 3900...3909) ?? number(of: 3910...3919) }

    /// The currency of the price or amount, three letters of ISO 4217; nil where it is that of the place.
    public var currency: String? {
        guard let element = element(in: 3930...3939) ?? element(in: 3910...3919),
            let number = element.identifier.part(0, of: element.value)
        else { return nil }
        return CurrencyCodes.letters(number)
    }

    /// The day that a value begins with; nil where the element string does not have it, or it is not a date.
    ///
    /// The day 00 is the last one of its month. Two digits of a year stand for the one that is nearest to the year in
    /// which the code was read: 50 years after it at most, and less than 50 before it (GS1 General Specifications,
    /// section 7.12).
    public func date(of identifier: String) -> CalendarDate? {
        guard let wanted = ApplicationIdentifier(identifier), let element = first(where: { $0.identifier == wanted }),
            let checks = wanted.components.first?.valueChecks
        else { return nil }
        let yearDigits = checks.contains(.yyyymmdd) ? 4 : checks.contains(.yymmdd) || checks.contains(.yymmd0) ? 2 : 0
        guard yearDigits > 0, let (number, _) = Digits.parse(element.value.utf8.prefix(yearDigits + 4)) else {
            return nil
        }
        let (year, month, day) = (Int(number / 10_000), Int(number / 100 % 100), Int(number % 100))
        let full = yearDigits == 4 ? year : Self.year(year, readIn: self.year)
        return CalendarDate(year: full, month: month, day: day == 0 ? CalendarDate.days(in: month, of: full) : day)
    }

    /// The year that two digits stand for when they are read in some year.
    static func year(_ digits: Int, readIn year: Int) -> Int {
        let century = year - year % 100
        switch digits - year % 100 {
        case 51...: return century - 100 + digits
        case ...(-50): return century + 100 + digits
        default: return century + digits
        }
    }

    private func element(in numbers: ClosedRange<UInt16>) -> Element? {
        first { numbers.contains($0.identifier.number) }
    }

    /// The number at the end of the value of an identifier whose last digit is the count of decimals.
    private func number(of numbers: ClosedRange<UInt16>) -> DecimalNumber? {
        guard let element = element(in: numbers),
            let digits = element.identifier.part(element.identifier.components.count - 1, of: element.value),
            let (value, _) = Digits.parse(digits)
        else { return nil }
        return DecimalNumber(Int64(value), decimals: element.identifier.decimals)
    }
}

extension ElementString: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .bracketed: .text(bracketed)
        case .elementString: .text(elementString)
        case .gs1Unit: gs1Unit.map(FieldValue.text)
        case .digitalLink: digitalLink.map(FieldValue.text)
        case .gtin14: (gtin?.gtin14).map(FieldValue.text)
        case .gtin13: (gtin?.gtin13).map(FieldValue.text)
        case .gtin12: (gtin?.gtin12).map(FieldValue.text)
        case .gtin8: (gtin?.gtin8).map(FieldValue.text)
        case .sscc: sscc.map(FieldValue.text)
        case .gln: gln.map(FieldValue.text)
        case .lot: lot.map(FieldValue.text)
        case .pzn: pzn.map(FieldValue.text)
        case .healthcareNumber: healthcareNumber.map(FieldValue.text)
        case .serial: serial.map(FieldValue.text)
        case .expiry: expiry.map(FieldValue.date)
        case .bestBefore: date(of: "15").map(FieldValue.date)
        case .sellBy: date(of: "16").map(FieldValue.date)
        case .produced: date(of: "11").map(FieldValue.date)
        case .packed: date(of: "13").map(FieldValue.date)
        case .netWeight: netWeight.map(FieldValue.number)
        case .count: count.map(FieldValue.number)
        case .price: price.map(FieldValue.number)
        case .amount: amount.map(FieldValue.number)
        case .currency: currency.map(FieldValue.text)
        case .url: address.map { .text($0.url) }
        case .host: address.flatMap { FieldValue.text(unlessEmpty: $0.hostName) }
        default: nil
        }
    }
}
