internal import BeelineSymbols

/// A railway ticket, as its Aztec code contains it (UIC 918.3; ERA TAP TSI, technical document B.12).
///
/// The signature was not verified: it needs the keys of the railways. The properties are what the code says, unverified.
public struct RailTicket: Hashable, Sendable {
    /// The railway that issued it, four digits (RICS): `1080` is Deutsche Bahn.
    public let railway: String
    /// The number of the ticket or of the order; nil where the railway gives none.
    public internal(set) var ticketNumber: String?
    /// The day on which it was sold; nil where the ticket does not have it.
    public internal(set) var issued: CalendarDate?
    /// Two letters of ISO 639.
    public internal(set) var language: String?
    /// The first day on which it may be used; nil where the ticket does not have it.
    public internal(set) var validFrom: CalendarDate?
    /// The last day on which it may be used; nil where the ticket does not have it.
    public internal(set) var validTo: CalendarDate?
    /// The name of the station where the journey begins, as printed; nil where the ticket does not have it.
    public internal(set) var fromStation: String?
    /// The name of the station where the journey ends, as printed; nil where the ticket does not have it.
    public internal(set) var toStation: String?
    /// The passenger's whole name, as the ticket writes it; nil where it has none, or only its two parts.
    public internal(set) var name: String?
    /// The passenger's given name; nil where the ticket does not have it by itself.
    public internal(set) var givenName: String?
    /// The passenger's family name; nil where the ticket does not have it by itself.
    public internal(set) var familyName: String?
    /// `1` or `2`.
    public internal(set) var travelClass: String?
    /// The names of the records in it, in their order: `U_HEAD`.
    package internal(set) var records: [String] = []

    init(railway: String) { self.railway = railway }
}

extension RailTicket: CustomStringConvertible {
    /// In one line: `1080 ABCDEF Berlin - Hamburg`.
    public var description: String {
        let way = fromStation.flatMap { from in toStation.map { "\(from) - \($0)" } }
        return [railway, ticketNumber, way].compactMap(\.self).joined(separator: " ")
    }
}

extension RailTicket: FieldSource {
    func value(of field: Field) -> FieldValue? {
        switch field {
        case .railway: .text(railway)
        case .ticketNumber: ticketNumber.map(FieldValue.text)
        case .issued: issued.map(FieldValue.date)
        case .language: language.map(FieldValue.text)
        case .validFrom: validFrom.map(FieldValue.date)
        case .validTo: validTo.map(FieldValue.date)
        case .fromStation: fromStation.map(FieldValue.text)
        case .toStation: toStation.map(FieldValue.text)
        case .name: name.map(FieldValue.text)
        case .givenName: givenName.map(FieldValue.text)
        case .familyName: familyName.map(FieldValue.text)
        case .travelClass: travelClass.map(FieldValue.text)
        case .signatureVerified: .boolean(false)
        case .ticketRecords: .list(unlessEmpty: records)
        default: nil
        }
    }
}
