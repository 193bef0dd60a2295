internal import BeelineSymbols

/// The properties of a card or an event, as they were written. The bytes are kept once, and decoded when needed.
struct ContentLines: Hashable, Sendable {
    enum Form: Hashable, Sendable {
        case vCard21, vCard, iCalendar, mecard, bizcard
    }

    /// Longer texts are not read; the largest symbol contains 7 KB, and a few may be joined.
    static let longest = 1 << 20
    /// A card with more properties than that is not read.
    static let most = 1_000
    let form: Form
    let lines: [ContentLine]
    /// Whether a part between semicolons has no name, so that it belongs nowhere.
    var hasNamelessPart = false

    init(_ form: Form, _ lines: [ContentLine], hasNamelessPart: Bool = false) {
        (self.form, self.lines, self.hasNamelessPart) = (form, lines, hasNamelessPart)
    }

    func all(_ property: ContentProperty) -> [ContentLine] { lines.filter { $0.property == property } }

    /// The first value that a reader gets from the properties of that name.
    func first<Value>(_ property: ContentProperty, _ read: (ContentLine) -> Value?) -> Value? {
        // By index: a loop over the lines would copy each of them.
        for index in lines.indices where lines[index].property == property {
            if let value = read(lines[index]) { return value }
        }
        return nil
    }

    func text(_ property: ContentProperty) -> String? { first(property, \.text) }

    /// The properties of that name, the preferred ones first, and otherwise in their order: `PREF=1` before `PREF=2`
    /// (RFC 6350, section 5.3), `TYPE=PREF` (RFC 2426, section 3.3.1), in vCard 2.1 just `PREF`.
    func preferred(_ property: ContentProperty) -> [ContentLine] {
        let lines = all(property)
        guard lines.count > 1 else { return lines }
        // `sorted` is stable.
        return lines.map { (rank: $0.rank, line: $0) }.sorted { $0.rank < $1.rank }.map(\.line)
    }
}

/// One property of a card or an event; its texts are made when they are asked for.
struct ContentLine: Hashable, Sendable {
    let property: ContentProperty
    /// What is between the name and the colon, without the first semicolon; empty for most lines.
    let parameterText: ArraySlice<UInt8>
    /// As it is written.
    let written: ArraySlice<UInt8>

    /// What it says, without escapes and blanks around it; nil when that is nothing, or cannot be decoded.
    var text: String? { value?.unescaped }

    /// The components: nil for those that are empty.
    func components(separator: UInt8 = UInt8(ascii: ";"), atMost count: Int) -> [String?] {
        value?.components(separator, atMost: count).map(\.unescaped) ?? []
    }

    /// The value with its escapes, but without the transfer encoding; nil for Base64 and unknown character sets.
    var value: ArraySlice<UInt8>? {
        var isQuotedPrintable = false
        var charset: ArraySlice<UInt8> = []
        for parameter in parameters {
            if parameter.isEncoding("BASE64") || parameter.isEncoding("B") && !parameter.name.isEmpty { return nil }
            if parameter.isEncoding("QUOTED-PRINTABLE") { isQuotedPrintable = true }
            if parameter.name.isWord("CHARSET") { charset = parameter.value }
        }
        return isQuotedPrintable ? QuotedPrintable.decode(written, charset: charset)?[...] : written
    }

    /// Whether the value is quoted-printable: `ENCODING=QUOTED-PRINTABLE`, in vCard 2.1 also without the name.
    var isQuotedPrintable: Bool { parameters.contains { $0.isEncoding("QUOTED-PRINTABLE") } }

    var parameters: ContentParameters { ContentParameters(rest: parameterText) }

    func parameter(_ name: StaticString) -> ArraySlice<UInt8>? { parameters.first { $0.name.isWord(name) }?.value }

    /// Whether one of its types is that one: `TYPE=WORK,FAX`, `TYPE=WORK;TYPE=FAX`, in vCard 2.1 `WORK;FAX`.
    func isOfType(_ type: StaticString) -> Bool {
        parameters.contains { parameter in
            (parameter.name.isEmpty || parameter.name.isWord("TYPE"))
                && (parameter.value.isWord(type)
                    || parameter.value.split(separator: UInt8(ascii: ",")).contains { $0.isWord(type) })
        }
    }

    /// 1…100; one more where nothing is said.
    var rank: Int {
        for parameter in parameters where parameter.name.isWord("PREF") {
            if let rank = Digits.parse(parameter.value)?.value, 1...100 ~= rank { return Int(rank) }
        }
        return isOfType("PREF") ? 1 : Self.lastRank
    }

    static let lastRank = 101
}

/// A parameter of a content line: `TYPE=WORK,VOICE`, `TZID="Europe/Berlin"`, in vCard 2.1 also just `CELL`.
struct ContentParameter {
    /// Empty where it has none.
    let name: ArraySlice<UInt8>
    /// Without the quotes around it.
    let value: ArraySlice<UInt8>

    fileprivate init(_ text: ArraySlice<UInt8>) {
        guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else {
            (name, value) = ([], text.withoutBlanks)
            return
        }
        name = text[..<equals].withoutBlanks
        let value = text[(equals + 1)...].withoutBlanks
        let isQuoted = value.count >= 2 && value.first == UInt8(ascii: "\"") && value.last == UInt8(ascii: "\"")
        self.value = isQuoted ? value.dropFirst().dropLast() : value
    }

    /// Whether it says that the value is encoded so: `ENCODING=BASE64`, in vCard 2.1 also without the name.
    func isEncoding(_ encoding: StaticString) -> Bool {
        value.isWord(encoding) && (name.isEmpty || name.isWord("ENCODING"))
    }
}

/// The parameters of a content line, in their order.
struct ContentParameters: Sequence, IteratorProtocol {
    /// What is between the name of the property and the colon, without the first semicolon; without what was read.
    var rest: ArraySlice<UInt8>

    mutating func next() -> ContentParameter? {
        guard !rest.isEmpty else { return nil }
        var isQuoted = false
        let text = rest.prefix { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return byte != UInt8(ascii: ";") || isQuoted
        }
        rest = rest[text.endIndex...].dropFirst()
        return ContentParameter(text)
    }
}

/// The properties of vCard (2.1, 3.0, 4.0), iCalendar, MECARD and BIZCARD that are of use here.
enum ContentProperty: Hashable, Sendable {
    case begin, end, version
    case structuredName, name, nickname, organization, title, role, phone, email, address, label, url, birthday, note
    case geo, uid
    case start, finish, duration, summary, description, location, organizer, attendee, recurrence
    // What only BIZCARD has.
    case givenName, familyName, fax

    /// By the names in vCard and iCalendar.
    static let named: [(name: StaticString, property: ContentProperty)] = [
        ("TEL", .phone), ("EMAIL", .email), ("ADR", .address), ("N", .structuredName), ("FN", .name),
        ("ORG", .organization), ("TITLE", .title), ("URL", .url), ("BEGIN", .begin), ("END", .end),
        ("VERSION", .version), ("NOTE", .note), ("BDAY", .birthday), ("NICKNAME", .nickname), ("ROLE", .role),
        ("LABEL", .label), ("GEO", .geo), ("UID", .uid), ("DTSTART", .start), ("DTEND", .finish),
        ("DURATION", .duration), ("SUMMARY", .summary), ("DESCRIPTION", .description), ("LOCATION", .location),
        ("ORGANIZER", .organizer), ("ATTENDEE", .attendee), ("RRULE", .recurrence),
    ]

    /// In a MECARD.
    static let ofMecard: [String: ContentProperty] = [
        "N": .structuredName, "NICKNAME": .nickname, "ORG": .organization, "TITLE": .title, "TEL": .phone,
        "TEL-AV": .phone, "EMAIL": .email, "ADR": .address, "URL": .url, "BDAY": .birthday, "NOTE": .note,
    ]

    /// In a BIZCARD.
    static let ofBizcard: [String: ContentProperty] = [
        "N": .givenName, "X": .familyName, "T": .title, "C": .organization, "A": .address, "B": .phone, "M": .phone,
        "F": .fax, "E": .email,
    ]
}

/// Content lines (RFC 5545, section 3.1; RFC 6350, section 3.3; vCard 2.1), which end with CRLF, LF or CR.
extension ContentLine {
    /// The property of an unfolded line; nil for what is none, and for properties of no use here.
    init?(_ line: ArraySlice<UInt8>) {
        let nameEnd = line.firstIndex { byte in
            !byte.isASCIILetter && !byte.isASCIIDigit && !"-_.".utf8.contains(byte)
        }
        guard let nameEnd, let colon = Self.colon(line[nameEnd...]) else { return nil }
        // Without a group before it: `item1.TEL`.
        let dot = line[..<nameEnd].lastIndex(of: UInt8(ascii: "."))
        let name = line[(dot.map { $0 + 1 } ?? line.startIndex)..<nameEnd]
        guard let known = ContentProperty.named.first(where: { name.isWord($0.name) }) else { return nil }
        property = known.property
        parameterText = line[nameEnd..<colon].dropFirst()
        written = line[(colon + 1)...]
    }

    /// The colon before the value in what follows the name; one in quotes, if they are closed, is part of a parameter.
    private static func colon(_ rest: ArraySlice<UInt8>) -> Int? {
        guard rest.first == UInt8(ascii: ";") else { return rest.first == UInt8(ascii: ":") ? rest.startIndex : nil }
        var isQuoted = false
        let colon = rest.firstIndex { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return byte == UInt8(ascii: ":") && !isQuoted
        }
        return colon ?? rest.firstIndex(of: UInt8(ascii: ":"))
    }
}

extension ContentLines {
    /// The lines of a text without their ends. A file that went through two systems has CR CR LF. If the second line
    /// begins with a blank, someone indented the whole: the first is a BEGIN, of which nothing is folded.
    static func split(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let line = rest.prefix { !$0.endsLine }
            lines.append(line)
            rest = rest[line.endIndex...].drop { $0 == 0x0D }
            if rest.first == 0x0A { rest = rest.dropFirst() }
        }
        let isIndented = lines.count > 1 && lines[1].first?.isFoldingBlank ?? false
        return isIndented ? lines.map { $0.drop(while: \.isFoldingBlank) } : lines
    }

    /// The name and the parameters of a property are shorter.
    private static let longestHead = 1_024

    /// The properties of lines, those that are of use here. A line that begins with a blank continues the one before,
    /// and so does a quoted-printable line after one that ends with `=`. vCard 2.1 keeps blanks, and puts a line end
    /// before one; later versions add a blank.
    static func properties(of lines: [ArraySlice<UInt8>], keepsBlanks: Bool) -> [ContentLine] {
        var properties: [ContentLine] = []
        guard var last = lines.first else { return [] }
        // Of the line that is put together, once its parameters are complete.
        var isQuotedPrintable: Bool?
        for line in lines.dropFirst() {
            if last.last == UInt8(ascii: "="), isQuotedPrintable == nil,
                let colon = last.prefix(longestHead).firstIndex(of: UInt8(ascii: ":"))
            {
                isQuotedPrintable = ContentParameters(rest: last[..<colon])
                    .contains { $0.isEncoding("QUOTED-PRINTABLE") }
            }
            if last.last == UInt8(ascii: "="), isQuotedPrintable ?? false {
                last.removeLast()
                last += line
            } else if line.first?.isFoldingBlank ?? false {
                last += keepsBlanks ? line : line.dropFirst()
            } else {
                if let property = ContentLine(last) { properties.append(property) }
                last = line
                isQuotedPrintable = nil
            }
        }
        if let property = ContentLine(last) { properties.append(property) }
        return properties
    }
}

extension UInt8 {
    var endsLine: Bool { self == 0x0A || self == 0x0D }
    var isFoldingBlank: Bool { self == 0x20 || self == 0x09 }
}
