internal import BeelineSymbols

/// A driver licence or identity card of North America (AAMVA DL/ID Card Design Standard, annex D).
///
/// What the code does not have, or has as `NONE` or `unavl`, is nil.
///
///     let license = DriverLicense("@\n\u{1E}\rANSI 636000100002DL…")
///     license?.number     // "T64235789"
///     license?.name       // "MICHAEL M MOTORIST"
public struct DriverLicense: Hashable, Sendable {
    /// What the document is.
    public enum DocumentType: String, Hashable, Sendable, CaseIterable {
        case driverLicense = "driver-license"
        case idCard = "id-card"
    }

    /// The sex that the document states.
    public enum Sex: String, Hashable, Sendable, CaseIterable {
        case male, female, unspecified
    }

    /// What it is.
    public let documentType: DocumentType
    /// Who issued it: the Issuer Identification Number (ISO/IEC 7812), 6 digits.
    public let issuerNumber: String
    /// The version of the standard: 1 of the year 2000, 10 of 2020; 0 is older.
    public let version: Int
    /// The number of the document.
    public let number: String
    /// Given name, middle names, family name, suffix; of old cards as they have it.
    public let name: String?
    /// The first given name; nil where the document has none.
    public let givenName: String?
    /// The other given names; nil where the document has none.
    public let middleName: String?
    /// The family name; nil where the document has none.
    public let familyName: String?
    /// The date of birth.
    public let birthday: CalendarDate?
    /// The day on which it was issued.
    public let issued: CalendarDate?
    /// The last day on which it is valid; nil too for those that do not expire.
    public let expiry: CalendarDate?
    /// The sex; nil where the document does not state it.
    public let sex: Sex?
    /// Street and number; its second line after a comma.
    public let street: String?
    /// The city of the holder.
    public let city: String?
    /// The state or province, two letters.
    public let state: String?
    /// As people write it: `43219`, `43219-1234`, `K1A 0B1`.
    public let postalCode: String?
    /// Two letters of ISO 3166-1, `US` or `CA`; nil for what the code may say else.
    public let country: String?
    /// Which vehicles may be driven, as the issuer writes it.
    public let vehicleClass: String?

    /// Reads the text of the code; nil when it is not a licence or card, or the number of the document is missing.
    public init?(_ text: String) {
        var doubts: [String] = []
        guard let license = try? DriverLicenseParser.read(text, &doubts) else { return nil }
        self = license
    }

    init?(_ elements: DriverLicenseElements, _ type: DocumentType, issuerNumber: String, version: Int) {
        guard let number = elements["DAQ"] ?? elements["DBJ"] else { return nil }
        documentType = type
        self.issuerNumber = issuerNumber
        self.version = version
        self.number = number
        let names = DriverLicenseName(elements)
        (name, givenName, middleName, familyName) = (names.full, names.given, names.middle, names.family)
        birthday = elements.date("DBB")
        issued = elements.date("DBD")
        expiry = elements.date("DBA")
        switch elements["DBC"] {
        case "1", "M": sex = .male
        case "2", "F": sex = .female
        case "0", "9", "X": sex = .unspecified
        default: sex = nil
        }
        // The second ones are those of the residence, where version 1 has another address for mail.
        street = elements.lines("DAG", "DAH") ?? elements.lines("DAL", "DAM")
        city = elements["DAI"] ?? elements["DAN"]
        state = elements["DAJ"] ?? elements["DAO"]
        postalCode = (elements["DAK"] ?? elements["DAP"]).map(Self.postalCode)
        switch elements["DCG"] {
        case "USA": country = "US"
        case "CAN": country = "CA"
        default: country = nil
        }
        vehicleClass = elements["DCA"] ?? elements["DAR"]
    }

    /// A ZIP code has its four further digits behind a hyphen; zeros stand for their absence.
    private static func postalCode(_ text: String) -> String {
        guard text.utf8.count == 9, text.utf8.allSatisfy(\.isASCIIDigit) else { return text }
        return text.hasSuffix("0000") ? String(text.prefix(5)) : "\(text.prefix(5))-\(text.suffix(4))"
    }
}

extension DriverLicense: CustomStringConvertible {
    /// `driver-license T64235789 MICHAEL M MOTORIST`
    public var description: String {
        [documentType.rawValue, number, name].compactMap(\.self).joined(separator: " ")
    }
}

extension DriverLicense: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .documentType: .text(documentType.rawValue)
        case .issuerNumber: .text(issuerNumber)
        case .licenseNumber: .text(number)
        case .name: name.map(FieldValue.text)
        case .givenName: givenName.map(FieldValue.text)
        case .familyName: familyName.map(FieldValue.text)
        case .birthday: birthday.map(FieldValue.date)
        case .issued: issued.map(FieldValue.date)
        case .expiry: expiry.map(FieldValue.date)
        case .sex: (sex?.rawValue).map(FieldValue.text)
        case .street: street.map(FieldValue.text)
        case .city: city.map(FieldValue.text)
        case .state: state.map(FieldValue.text)
        case .postalCode: postalCode.map(FieldValue.text)
        case .country: country.map(FieldValue.text)
        case .vehicleClass: vehicleClass.map(FieldValue.text)
        default: nil
        }
    }
}

/// The codes of driver licences and identity cards (AAMVA DL/ID Card Design Standard, annex D.12).
enum DriverLicenseParser {
    private static let longest = 1 << 14

    static func read(_ text: String, _ doubts: inout [String]) throws(Refusal) -> DriverLicense {
        guard text.utf8.first == UInt8(ascii: "@"), text.utf8.count <= longest else { throw .otherKind }
        let bytes = Array(text.utf8)
        // Decoders and keyboards lose some of the control characters behind the @.
        var rest = bytes.dropFirst().drop { $0 <= 0x20 }
        guard let word = ["ANSI", "AAMVA"].first(where: { rest.starts(with: $0.utf8) }) else { throw .otherKind }
        rest = rest.dropFirst(word.utf8.count).drop { $0 == 0x20 }
        guard let issuer = number(6, &rest), let version = number(2, &rest) else {
            throw .malformed("the head must have the issuer's 6 digits and a version")
        }
        let designators = designators(&rest)
        for (type, document) in [("DL", DriverLicense.DocumentType.driverLicense), ("ID", .idCard)] {
            guard let start = start(of: Array(type.utf8), designators, bytes, behind: rest.startIndex) else { continue }
            let elements = DriverLicenseElements(bytes[(start + 2)...])
            guard
                let license = DriverLicense(
                    elements, document, issuerNumber: Digits.text(issuer, count: 6), version: Int(version))
            else { throw .malformed("the number of the document (DAQ) is missing") }
            guard license.number.utf8.count <= 25 else { throw .malformed("the elements are not separated") }
            let names = ["DBA": "expiry", "DBB": "birthday", "DBD": "day of issue"]
            doubts += elements.wrongDates.map { "the \(names[$0] ?? "day") (\($0)) is not a date" }
            return license
        }
        throw .malformed("the part DL or ID is missing")
    }

    private static func number(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> UInt64? {
        guard rest.count >= count, let number = Digits.parse(rest.prefix(count))?.value else { return nil }
        rest = rest.dropFirst(count)
        return number
    }

    private struct Designator {
        let type: ArraySlice<UInt8>
        let offset: Int
    }

    /// The list of the parts: their type, place and length; behind the version of the jurisdiction, which version 1
    /// does not have, and their count, which is often wrong.
    private static func designators(_ rest: inout ArraySlice<UInt8>) -> [Designator] {
        rest = rest.drop(while: \.isASCIIDigit)
        var designators: [Designator] = []
        while rest.count >= 10, rest.prefix(2).allSatisfy(\.isASCIILetter),
            let offset = Digits.parse(rest.dropFirst(2).prefix(4))?.value,
            Digits.parse(rest.dropFirst(6).prefix(4)) != nil
        {
            designators.append(Designator(type: rest.prefix(2), offset: Int(offset)))
            rest = rest.dropFirst(10)
        }
        return designators
    }

    /// Where a part starts: at its offset if it does, else where its type is before a name of an element.
    private static func start(
        of type: [UInt8], _ designators: [Designator], _ bytes: [UInt8], behind head: Int
    ) -> Int? {
        let starts = { (index: Int) in
            index >= head && index + 5 <= bytes.count && bytes[index..<index + 2].elementsEqual(type)
                && bytes[index + 2] == UInt8(ascii: "D")
                && bytes[index + 3..<index + 5].allSatisfy { $0.isASCIICapital || $0.isASCIIDigit }
        }
        if let offset = designators.first(where: { $0.type.elementsEqual(type) })?.offset, starts(offset) {
            return offset
        }
        return (head..<max(head, bytes.count)).first { index in
            // Not inside of a value.
            starts(index) && (index == head || bytes[index - 1] < 0x20 || designators.isEmpty)
        }
    }
}

/// The elements of a subfile: three characters of name, and a value up to the next control character.
struct DriverLicenseElements {
    private var values: [String: String] = [:]

    /// - Parameter bytes: the subfile from its first element on; what is after it is left out.
    init(_ bytes: ArraySlice<UInt8>) {
        for line in bytes.split(whereSeparator: { $0 < 0x20 }) {
            // The subfiles of a jurisdiction begin with Z.
            if line.first == UInt8(ascii: "Z") { break }
            guard line.count > 3, line.first == UInt8(ascii: "D") else { continue }
            let name = String(decoding: line.prefix(3), as: UTF8.self)
            // The first one counts: an identity card may follow a licence.
            if values[name] == nil { values[name] = String(decoding: line.dropFirst(3).withoutBlanks, as: UTF8.self) }
        }
    }

    /// The value of an element; nil when it is absent, empty, or says that there is none.
    subscript(name: String) -> String? {
        guard let value = values[name], !value.isEmpty else { return nil }
        return ["NONE", "UNAVL", "UNAVAIL", "N/A"].contains(value.uppercased()) ? nil : value
    }

    /// Two elements that are lines of one thing, with a comma between them; nil when the first is absent.
    func lines(_ first: String, _ second: String) -> String? {
        self[first].map { line in self[second].map { "\(line), \($0)" } ?? line }
    }

    /// A date; nil when there is none, or no such day. The USA write month, day, year, Canada and version 1 year,
    /// month, day. A year begins with 18…21 and a month never does, so that there is nothing to guess.
    func date(_ name: String) -> CalendarDate? {
        guard let text = self[name] else { return nil }
        guard text.utf8.count == 8, let digits = Digits.parse(text.utf8)?.value else { return Self.divided(text) }
        let number = Int(digits)
        return Self.date(year: number / 10_000, month: number / 100 % 100, day: number % 100)
            ?? Self.date(year: number % 10_000, month: number / 1_000_000, day: number / 10_000 % 100)
    }

    /// Those of the three dates that are there and none; zeros and nines say that there is no such day.
    var wrongDates: [String] {
        ["DBA", "DBB", "DBD"].filter { name in
            guard date(name) == nil, let text = self[name], text.utf8.count != 8 || Digits.parse(text.utf8) == nil
            else { return false }
            return !text.utf8.allSatisfy { "0-/. ".utf8.contains($0) }
                && !text.utf8.allSatisfy { "9-/. ".utf8.contains($0) }
        }
    }

    /// A date with separators: `06-05-2019`, `12/10/2024`, `2024-12-10`; the day is first only where it must be.
    private static func divided(_ text: String) -> CalendarDate? {
        let parts = text.split(omittingEmptySubsequences: false) { "-/. ".contains($0) }
        guard parts.count == 3, text.utf8.count <= 10 else { return nil }
        let numbers = parts.compactMap { Digits.parse($0.utf8) }.map { Int($0.value) }
        guard numbers.count == 3 else { return nil }
        if parts[0].utf8.count == 4 { return date(year: numbers[0], month: numbers[1], day: numbers[2]) }
        guard parts[2].utf8.count == 4 else { return nil }
        return date(year: numbers[2], month: numbers[0], day: numbers[1])
            ?? date(year: numbers[2], month: numbers[1], day: numbers[0])
    }

    private static func date(year: Int, month: Int, day: Int) -> CalendarDate? {
        (1800..<2200).contains(year) ? CalendarDate(year: year, month: month, day: day) : nil
    }
}

/// The names on a licence, which each version of the standard has in other elements.
struct DriverLicenseName {
    var given: String?
    var middle: String?
    var family: String?
    var full: String?

    init(_ elements: DriverLicenseElements) {
        family = elements["DCS"] ?? elements["DAB"]
        // Of several names each is parted from the next by a comma.
        given = elements["DAC"].map(Self.withoutCommas)
        middle = elements["DAD"].map(Self.withoutCommas)
        var suffix = elements["DCU"] ?? elements["DAE"]
        // Versions 2 and 3 have all given names in one, with commas or blanks between them.
        if given == nil, let names = elements["DCT"] {
            let parts = names.split { $0 == "," || $0 == " " }
            given = parts.first.map(String.init)
            if middle == nil, parts.count > 1 { middle = parts.dropFirst().joined(separator: " ") }
        }
        // Version 1 may have LAST,FIRST,MIDDLE,SUFFIX only; without commas no one knows which name is which.
        if family == nil, given == nil, let names = elements["DAA"] {
            let parts = names.split(maxSplits: 8, omittingEmptySubsequences: false) { $0 == "," || $0 == "@" }
                .map(Self.trimmed)
            guard parts.count > 1 else {
                full = names
                return
            }
            let part = { (index: Int) in parts.count > index && !parts[index].isEmpty ? parts[index] : nil }
            (family, given, middle, suffix) = (part(0), part(1), part(2), part(3) ?? suffix)
        }
        let names = [given, middle, family, suffix].compactMap(\.self)
        full = names.isEmpty ? nil : names.joined(separator: " ")
    }

    private static func withoutCommas(_ names: String) -> String {
        names.contains(",") ? names.split { $0 == "," || $0 == " " }.joined(separator: " ") : names
    }

    private static func trimmed(_ text: Substring) -> String {
        let rest = text.drop { $0 == " " || $0 == "," }
        return String(rest[..<(rest.lastIndex { $0 != " " }.map(rest.index(after:)) ?? rest.startIndex)])
    }
}
