internal import BeelineSymbols

/// What a code says, made of fields: the inverse of what ``ContentParser`` does, by the same names.
///
///     let text = try CodeText(.wifi, [("ssid", "Guest"), ("password", "for;guests")]).text
///     // "WIFI:T:WPA;S:Guest;P:for\\;guests;;"
///
/// Escapes are what the parsers undo, and what was made is read once more: a code that is not of its kind is never given
/// out.
public struct CodeText: Hashable, Sendable {
    public let kind: Kind
    public let text: String

    /// The kinds that can be written, and the names of their fields; those that end with an s may be given several times.
    public static let fields: [(kind: Kind, names: [String])] = [
        (.url, ["url"]),
        (.wifi, ["ssid", "password", "security", "hidden", "eapMethod", "phase2", "identity", "anonymousIdentity"]),
        (
            .contact,
            [
                "name", "givenName", "familyName", "nickname", "organization", "jobTitle", "phone", "phones", "email",
                "emails", "address", "addresses", "website", "websites", "birthday", "latitude", "longitude", "note",
            ]
        ),
        (
            .event,
            [
                "summary", "start", "startZone", "end", "endZone", "location", "description", "website", "organizer",
                "attendees", "recurrence", "latitude", "longitude",
            ]
        ),
        (.email, ["email", "emails", "cc", "bcc", "subject", "body"]),
        (.phone, ["phone", "phoneExtension"]),
        (.sms, ["phone", "phones", "body"]),
        (.geo, ["latitude", "longitude", "altitude", "uncertainty", "label"]),
        (.otp, ["sharedSecret", "issuer", "accountName", "algorithm", "digits", "period", "counter"]),
        (.payment, ["payee", "iban", "bic", "amount", "reference", "message", "purpose", "information"]),
    ]

    /// Makes the text of a code.
    ///
    /// - Parameter fields: names as rules and output have them, and their values.
    /// - Throws: `CodeTextError`: a field is unknown, missing, or of another form.
    public init(_ kind: Kind, _ fields: [(name: String, value: String)]) throws(CodeTextError) {
        guard let names = Self.fields.first(where: { $0.kind == kind })?.names else {
            let kinds = Self.fields.map(\.kind.rawValue).joined(separator: ", ")
            throw CodeTextError(
                "kind",
                "is '\(kind.rawValue)', which is not made of fields; \(kinds) are, and any text is drawn as it is")
        }
        let given = try GivenFields(fields, of: kind, names: names)
        let text: String
        switch kind {
        case .url: text = try given.needed("url")
        case .wifi: text = try given.wifi()
        case .contact: text = try given.contact()
        case .event: text = try given.event()
        case .email: text = try given.email()
        case .phone: text = try given.phone()
        case .sms: text = try given.sms()
        case .geo: text = try given.geo()
        case .otp: text = try given.otp()
        case .payment: text = try given.payment()
        default: text = ""
        }
        let reading = ContentParser().reading(of: Symbol(.qr, text), on: CalendarDate(year: 2000, dayOfYear: 1))
        guard reading.kind == kind else {
            let reason =
                reading.warnings.first?.description ?? "a reader would take it for \(reading.kind.rawValue)"
            let names = given.names
            throw CodeTextError(
                names.joined(separator: ", "),
                "\(names.count == 1 ? "makes" : "make together") no code of the kind '\(kind)': \(reason)")
        }
        self.kind = kind
        self.text = text
    }
}

/// Why no code is made of fields.
public struct CodeTextError: Error, Hashable, Sendable {
    /// The name of the field.
    public let field: String
    /// What is wrong with it, and what is possible: a clause that goes on after the name.
    public let problem: String

    package init(_ field: String, _ problem: String) { (self.field, self.problem) = (field, problem) }
}

extension CodeTextError: CustomStringConvertible {
    public var description: String { "'\(field)' \(problem)" }
}
