/// One property of a card or an event: what it is, and where its parameters and its value stand among the bytes.
///
/// Three offsets and no text, so that a card is an array of a few of these; texts are made when they are asked for.
struct ContentLine: Hashable, Sendable {
    let property: ContentProperty
    private let parametersStart: UInt32
    private let valueStart: UInt32
    private let valueEnd: UInt32

    /// - Parameters:
    ///   - parametersStart: where the parameters begin; they end before the colon.
    ///   - value: where the value stands; the colon is right before it. Within the first 4 GiB.
    init(_ property: ContentProperty, parametersStart: Int, value: Range<Int>) {
        self.property = property
        self.parametersStart = UInt32(clamping: parametersStart)
        valueStart = UInt32(clamping: value.lowerBound)
        valueEnd = UInt32(clamping: value.upperBound)
    }

    /// What stands between the name and the colon, without the first semicolon; empty for most lines.
    var parameters: Range<Int> {
        let end = max(Int(valueStart) - 1, 0)
        return min(Int(parametersStart), end)..<end
    }

    /// What stands behind the colon.
    var value: Range<Int> { Int(valueStart)..<max(Int(valueStart), Int(valueEnd)) }
}

/// The properties of vCard (2.1, 3.0, 4.0), iCalendar, MECARD and BIZCARD that are of use here.
enum ContentProperty: UInt8, Hashable, Sendable {
    case begin, end, version
    case structuredName, name, nickname, organization, title, role, phone, email, address, label, url, birthday, note
    case geo, uid
    case start, finish, duration, summary, description, location, organizer, attendee, recurrence
    // What only BIZCARD has.
    case givenName, familyName, fax
    /// Any other.
    case other

    /// Packs a byte of a name behind those before it. Sixteen bytes are enough to tell all names apart: the byte that
    /// a seventeenth pushes out leaves sixteen that are no zeros, and no name here is as long.
    static func pack(_ byte: UInt8, behind key: UInt128) -> UInt128 { key &<< 8 | UInt128(byte | 0x20) }

    /// The property of a packed name.
    init(packed key: UInt128) {
        for entry in Self.table where entry.key == key {
            self = entry.property
            return
        }
        self = .other
    }

    private static let names: [(String, ContentProperty)] = [
        ("TEL", .phone), ("EMAIL", .email), ("ADR", .address), ("N", .structuredName), ("FN", .name),
        ("ORG", .organization), ("TITLE", .title), ("URL", .url), ("BEGIN", .begin), ("END", .end),
        ("VERSION", .version), ("NOTE", .note), ("BDAY", .birthday), ("NICKNAME", .nickname), ("ROLE", .role),
        ("LABEL", .label), ("GEO", .geo), ("UID", .uid), ("DTSTART", .start), ("DTEND", .finish),
        ("DURATION", .duration), ("SUMMARY", .summary), ("DESCRIPTION", .description), ("LOCATION", .location),
        ("ORGANIZER", .organizer), ("ATTENDEE", .attendee), ("RRULE", .recurrence),
    ]

    private static let table: [(key: UInt128, property: ContentProperty)] = names.map { name, property in
        (name.utf8.reduce(0) { pack($1, behind: $0) }, property)
    }
}
