internal import BeelineSymbols

/// A label in the envelope of ISO/IEC 15434: of an industrial part, of a medicine (IFA), or of a parcel (UPS MaxiCode).
///
///     if case .industrialLabel(let label) = reading.content {
///         label["1T"]   // "12345ABCDG", the lot
///     }
public struct IndustrialLabel: Hashable, Sendable {
    /// What its first format is.
    let form: Form
    /// The data elements in their order, of all formats.
    public let elements: [Element]
    /// What a carrier of parcels says; nil for labels without it.
    let shipment: Shipment?
    /// The year in which it was read, which says what century its dates are of.
    private let year: Int

    enum Form: String, CaseIterable {
        case transport
        case dataIdentifiers = "data-identifiers"
        case textElements = "text-elements"
    }

    /// A data element: a data identifier and its value.
    public struct Element: Hashable, Sendable {
        /// The data identifier: `1P`.
        public let identifier: String
        /// The value, as it is in the code.
        public let value: String
    }

    init(_ form: Form, _ elements: [Element], _ shipment: Shipment?, year: Int) {
        (self.form, self.elements, self.shipment, self.year) = (form, elements, shipment, year)
    }

    /// The value of a data identifier, such as `1P`; nil where the label does not have it.
    public subscript(identifier: String) -> String? { elements.first { $0.identifier == identifier }?.value }

    /// The value of the first identifier of those that give a field, which the label has.
    private func text(giving field: Field) -> String? {
        for identifier in DataIdentifier.giving(field) {
            if let value = self[identifier.code] { return value }
        }
        return nil
    }
}

extension IndustrialLabel: CustomStringConvertible {
    /// With its identifiers in brackets; of a parcel its number.
    public var description: String {
        let text = elements.map { "(\($0.identifier))\($0.value)" }.joined()
        return text.isEmpty ? shipment?.trackingNumber ?? form.rawValue : text
    }
}

extension IndustrialLabel {
    /// Whether it is of a medicine, whose label has `D` for the expiry.
    private var isOfPharmacy: Bool { self["9N"] != nil || self["8P"] != nil }

    private func day(giving field: Field) -> CalendarDate? {
        if field == .expiry, isOfPharmacy, let value = self["D"] { return Self.day(value, .yymmdd, readIn: year) }
        for identifier in DataIdentifier.giving(field) {
            if let form = identifier.day, let value = self[identifier.code],
                let day = Self.day(value, form, readIn: year)
            {
                return day
            }
        }
        return nil
    }

    /// The day that a value is; the day 00 is the last one of its month.
    private static func day(_ value: String, _ form: DataIdentifier.Day, readIn year: Int) -> CalendarDate? {
        guard let (number, count) = Digits.parse(value.utf8), count == (form == .yymmdd ? 6 : 8) else { return nil }
        let parts = (Int(number / 10_000), Int(number / 100 % 100), Int(number % 100))
        let (fullYear, month, day) =
            switch form {
            case .yymmdd: (ElementString.year(parts.0, readIn: year), parts.1, parts.2)
            case .yyyymmdd: parts
            case .ddmmyyyy: (Int(number % 10_000), Int(number / 10_000 % 100), Int(number / 1_000_000))
            }
        guard (1...12).contains(month) else { return nil }
        return CalendarDate(
            year: fullYear, month: month, day: day == 0 ? CalendarDate.days(in: month, of: fullYear) : day)
    }

    /// What of its days is none, for people.
    var wrongDays: [String] {
        elements.compactMap { element in
            guard let identifier = DataIdentifier.find(element.identifier), let form = identifier.day,
                identifier.field != nil || identifier.code == "D" && isOfPharmacy,
                Self.day(element.value, form, readIn: year) == nil
            else { return nil }
            return "(\(element.identifier)) is not a day"
        }
    }

    /// The number before the unit, of which there may be none: `10PC`.
    private var quantity: DecimalNumber? {
        guard let value = text(giving: .quantity) else { return nil }
        let digits = value.utf8.prefix { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
        let unit = value.utf8[digits.endIndex...]
        guard unit.count <= 3, unit.allSatisfy(\.isASCIICapital) else { return nil }
        return DecimalNumber(Substring(digits))
    }

    private var gtin: GTIN? { self["8P"].flatMap { try? GTIN($0) } }

    /// The German pharmaceutical number (PZN) in the pharmacy product number, else in the GTIN.
    private var pzn: String? {
        guard let ppn = self["9N"], ppn.utf8.count == 12, ppn.hasPrefix("11") else { return gtin?.pzn }
        let number = String(ppn.dropFirst(2).prefix(8))
        return CheckScheme.pzn.result(of: number) == .right ? number : nil
    }

    private var countryOfOrigin: String? {
        self["4L"].flatMap { CountryCodes.has(letters: Array($0.utf8)[...]) ? $0 : nil }
    }

    /// What else it says, with its meaning where that is known.
    private var details: [String] {
        let others = elements.filter { element in
            guard let identifier = DataIdentifier.find(element.identifier) else { return true }
            return identifier.field == nil && !(identifier.code == "D" && isOfPharmacy)
        }
        return others.map { "\(DataIdentifier.find($0.identifier)?.title ?? $0.identifier): \($0.value)" }
            + (shipment?.details ?? [])
    }
}

extension IndustrialLabel: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .labelForm: .text(form.rawValue)
        case .dataElements: elements.isEmpty ? nil : .text(description)
        case .details: .list(unlessEmpty: details)
        case .partNumber: (text(giving: .partNumber) ?? text(giving: .supplierPartNumber)).map(FieldValue.text)
        case .supplierPartNumber, .serial, .lot, .licensePlate, .purchaseOrder, .supplier, .dateCode, .ppn:
            text(giving: field).map(FieldValue.text)
        case .quantity: quantity.map(FieldValue.number)
        case .expiry, .produced, .bestBefore: day(giving: field).map(FieldValue.date)
        case .countryOfOrigin: countryOfOrigin.map(FieldValue.text)
        case .pzn: pzn.map(FieldValue.text)
        case .healthcareNumber: (pzn ?? gtin?.healthcareNumber).map(FieldValue.text)
        case .gtin14: (gtin?.gtin14).map(FieldValue.text)
        case .gtin13: (gtin?.gtin13).map(FieldValue.text)
        case .carrier: (shipment?.carrier ?? text(giving: .carrier)).map(FieldValue.text)
        case .trackingNumber: (shipment?.trackingNumber).map(FieldValue.text)
        case .postalCode: (shipment?.postalCode).map(FieldValue.text)
        case .country: (shipment?.country).map(FieldValue.text)
        case .serviceClass: (shipment?.serviceClass).map(FieldValue.text)
        case .street: (shipment?.street).map(FieldValue.text)
        case .city: (shipment?.city).map(FieldValue.text)
        case .state: (shipment?.state).map(FieldValue.text)
        default: nil
        }
    }
}

/// What a carrier of parcels says in format 01, above all UPS in MaxiCode (ANSI MH10.8.3; UPS Guide to Bar Coding).
struct Shipment: Hashable, Sendable {
    let postalCode: String
    /// Two letters; nil where the three digits are not a country of ISO 3166-1.
    let country: String?
    let serviceClass: String
    let trackingNumber: String?
    let carrier: String?
    let street: String?
    let city: String?
    let state: String?
    let details: [String]

    /// - Parameter data: the version, two digits, and after it the post code and the other parts.
    init(_ data: ArraySlice<UInt8>) throws(Refusal) {
        let parts = data.dropFirst(2).split(separator: Envelope.group, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self).trimmed }
        func part(_ place: Int) -> String? {
            parts.indices.contains(place) && !parts[place].isEmpty ? parts[place] : nil
        }
        guard data.prefix(2).count == 2, data.prefix(2).allSatisfy(\.isASCIIDigit) else {
            throw .malformed("two digits, the version, must follow the number of the format")
        }
        guard let postalCode = part(0), let country = part(1), let serviceClass = part(2) else {
            throw .malformed("post code, country and class of service must be there")
        }
        guard country.utf8.count == 3, country.utf8.allSatisfy(\.isASCIIDigit) else {
            throw .malformed("the country is not three digits")
        }
        (self.postalCode, self.serviceClass) = (postalCode, serviceClass)
        self.country = CountryCodes.letters(Array(country.utf8)[...])
        carrier = part(4)
        trackingNumber = try part(3).map { number throws(Refusal) in
            try Self.trackingNumber(number, shipper: part(5), serviceClass: serviceClass)
        }
        (street, city, state) = (part(11), part(12), part(13))
        let titles = [(5, "shipper"), (6, "day of the year"), (7, "shipment"), (8, "package"), (9, "weight in pounds")]
        details = titles.compactMap { place, title in part(place).map { "\(title): \($0)" } }
    }

    /// The complete number of a parcel of UPS. The symbol omits parts that are in other elements: the number of the
    /// shipper, and the service. Where the check digit does not confirm it, and for other carriers, it is the number in
    /// the symbol.
    private static func trackingNumber(
        _ number: String, shipper: String?, serviceClass: String
    ) throws(Refusal) -> String {
        guard number.hasPrefix("1Z") else { return number }
        if number.utf8.count == 18, case .wrong(let found, let expected) = CheckScheme.ups.result(of: number) {
            throw .wrongCheck(of: "number of a parcel of UPS", found: found, expected: expected)
        }
        guard number.utf8.count == 10, let shipper else { return number }
        let whole = "1Z\(shipper)\(serviceClass.suffix(2))\(number.dropFirst(2))"
        return CheckScheme.ups.result(of: whole) == .right ? whole : number
    }
}
