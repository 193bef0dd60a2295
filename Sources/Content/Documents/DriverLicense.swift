internal import BeelineSymbols

/// A driver licence or identity card of North America (AAMVA DL/ID Card Design Standard, annex D).
///
/// What the code does not have, or has as `NONE` or `unavl`, is nil.
///
///     let license = DriverLicense("@\n\u{1E}\rANSI 636000100002DL…")
///     license?.number     // "T64235789"
///     license?.name       // "MICHAEL M MOTORIST"
public struct DriverLicense: Hashable, Sendable {
    public enum DocumentType: String, Hashable, Sendable, CaseIterable {
        case driverLicense = "driver-license"
        case idCard = "id-card"
    }

    public enum Sex: String, Hashable, Sendable, CaseIterable {
        case male, female, unspecified
    }

    public let documentType: DocumentType
    /// Who issued it: the Issuer Identification Number (ISO/IEC 7812), 6 digits.
    public let issuerNumber: String
    /// The version of the standard: 1 of the year 2000, 10 of 2020; 0 is older.
    public let version: Int
    /// The number of the document.
    public let number: String
    /// Given name, middle names, family name, suffix; of old cards as they have it.
    public let name: String?
    public let givenName: String?
    public let middleName: String?
    public let familyName: String?
    public let birthday: CalendarDate?
    public let issued: CalendarDate?
    /// The last day on which it is valid; nil too for those that do not expire.
    public let expiry: CalendarDate?
    public let sex: Sex?
    /// Street and number; its second line behind a comma.
    public let street: String?
    public let city: String?
    /// The state or province, two letters.
    public let state: String?
    /// As people write it: `43219`, `43219-1234`, `K1A 0B1`.
    public let postalCode: String?
    /// Two letters of ISO 3166-1, `US` or `CA`; nil for what the code may say else.
    public let country: String?
    /// Which vehicles may be driven, as the issuer writes it.
    public let vehicleClass: String?

    /// Reads the text of the code; nil when it is none of a licence or card, or the number of the document is missing.
    public init?(_ text: String) {
        guard let license = try? DriverLicenseParser.read(text) else { return nil }
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
