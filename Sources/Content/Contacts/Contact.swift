internal import BeelineSymbols

/// A person or an organization, from a vCard (2.1, RFC 2426, RFC 6350), a MECARD or a BIZCARD.
///
///     let contact = Contact("MECARD:N:Owen,Sean;TEL:+1 (212) 555-1212;;")
///     contact?.name     // "Sean Owen"
///     contact?.phones   // ["+12125551212"]
///
/// It has a name, an organization, a telephone number or an e-mail address, which are decoded when the text is read, and
/// each other property when it is asked for. Two contacts are equal when they are written alike.
public struct Contact: Hashable, Sendable {
    /// All of it in one place, for a contact is handed on more often than it is read.
    private let card: Card

    private final class Card: Hashable, Sendable {
        let source: ContentLines
        let name: String?
        let phones: [String]
        let emails: [String]

        init(_ source: ContentLines) {
            self.source = source
            name = source.wholeName
            phones = source.phones
            emails = source.emails
        }

        // All else is made of the source.
        static func == (left: Card, right: Card) -> Bool { left.source == right.source }

        func hash(into hasher: inout Hasher) { hasher.combine(source) }
    }

    var source: ContentLines { card.source }

    /// The name as one writes it: the one that the card gives, or else one made from its parts, or else the
    /// organization.
    public var name: String? { card.name }

    /// The telephone numbers, the preferred ones first and those of fax machines last: digits, with `+` where it is
    /// international, and `;ext=` before an extension, as in a `tel:` link (RFC 3966).
    ///
    /// They are read as those of `tel:` are. What is none (`1-800-FLOWERS`) is left as it was written.
    public var phones: [String] { card.phones }

    /// The e-mail addresses, the preferred ones first: what stands in `<…>`, or between commas.
    public var emails: [String] { card.emails }

    /// Reads the text of a code; nil when it is no contact. Of several cards the first is read.
    public init?(_ text: String) {
        guard let contact = try? Contact(reading: text) else { return nil }
        self = contact
    }

    /// - Throws: `.otherKind` when the text begins like no contact, else what is wrong with it.
    init(reading text: String) throws(Refusal) {
        card = Card(try ContentLines(contact: text))
        guard name != nil || !phones.isEmpty || !emails.isEmpty else {
            throw .malformed("a name, an organization, a telephone number or an e-mail address is missing")
        }
    }

    /// The nicknames, with commas between them.
    public var nickname: String? {
        source.first(.nickname) { line in
            guard source.form != .mecard else { return source.text(line) }
            let names = source.components(line, separator: UInt8(ascii: ","), atMost: 16).compactMap { $0 }
            return names.isEmpty ? nil : names.joined(separator: ", ")
        }
    }

    /// The organization and its units, from large to small, with commas between them.
    public var organization: String? { source.organization }

    /// What the person does there: the title, or else the role.
    public var jobTitle: String? { source.text(.title) ?? source.text(.role) }

    /// The (first) note.
    public var note: String? { source.text(.note) }

    /// The identifier of the card.
    public var uid: String? { source.text(.uid) }

    /// The web pages, the preferred ones first, and as they were written.
    public var websites: [String] {
        var websites: [String] = []
        source.forEachPreferred(.url) { line in
            if let website = source.text(line) { websites.append(website) }
        }
        return websites
    }

    /// The day of birth; nil also when the year is not told.
    public var birthday: CalendarDate? { source.first(.birthday, birthday) }

    func birthday(_ line: ContentLine) -> CalendarDate? {
        guard let value = source.value(of: line), let date = EventTime(value.withoutTime, zone: nil)?.date,
            // Where no year was entered, Apple writes 1604 and says so.
            source.parameter("X-APPLE-OMIT-YEAR", of: line).map({ String(decoding: $0, as: UTF8.self) })
                != String(date.year)
        else { return nil }
        return date
    }

    /// Where it is.
    public var position: GeoCoordinates? { source.first(.geo, position) }

    func position(_ line: ContentLine) -> GeoCoordinates? {
        source.value(of: line).flatMap { GeoCoordinates($0, allowsComma: source.form != .vCard21) }
    }
}

extension ContentLines.Form {
    /// Whether names, organizations and addresses have components with semicolons between them.
    var hasComponents: Bool {
        switch self {
        case .vCard21, .vCard, .iCalendar: true
        case .mecard, .bizcard: false
        }
    }
}

extension ArraySlice<UInt8> {
    /// What stands before the time of a day: `1996-04-15` of `1996-04-15T00:00:00+02:00`.
    fileprivate var withoutTime: ArraySlice<UInt8> {
        withoutBlanks.prefix { $0 | 0x20 != UInt8(ascii: "t") && !$0.isASCIIBlank }
    }
}

extension String {
    /// Without a scheme in front, in whatever case.
    ///
    /// - Parameter scheme: in ASCII capitals, with the colon.
    func withoutScheme(_ scheme: StaticString) -> String {
        let count = scheme.utf8CodeUnitCount
        // Nearly every text is told by its first letter.
        guard let first = utf8.first, first | 0x20 == scheme.utf8Start[0] | 0x20 else { return self }
        guard Array(utf8.prefix(count))[...].isWord(scheme) else { return self }
        return String(decoding: Array(utf8.dropFirst(count))[...].withoutBlanks, as: UTF8.self)
    }
}

extension Contact: CustomStringConvertible {
    /// The name, or the first thing that stands for it.
    public var description: String { name ?? phones.first ?? emails.first ?? "" }
}
