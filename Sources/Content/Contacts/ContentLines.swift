internal import BeelineSymbols

/// The properties of a card or an event, as they were written.
///
/// The bytes are kept once; what the properties say is decoded when it is asked for.
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
        for line in lines where line.property == property {
            if let value = read(line) { return value }
        }
        return nil
    }

    func text(_ property: ContentProperty) -> String? { first(property, \.text) }

    /// The properties of that name, the preferred ones first, and otherwise in their order: `PREF=1` before `PREF=2`
    /// (RFC 6350, section 5.3), `TYPE=PREF` (RFC 2426, section 3.3.1), in vCard 2.1 just `PREF`.
    func preferred(_ property: ContentProperty) -> [ContentLine] {
        // `sorted` is stable.
        all(property).map { (rank: $0.rank, line: $0) }.sorted { $0.rank < $1.rank }.map(\.line)
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

    /// The value with its escapes, but without the transfer encoding; nil when it is Base64, or in a character set
    /// that is not known here.
    var value: ArraySlice<UInt8>? {
        guard !parameterText.isEmpty else { return written }
        let encodings = parameters.filter { $0.name.isEmpty || $0.name.isWord("ENCODING") }
        let isBase64 = encodings.contains {
            $0.value.isWord("BASE64") || $0.value.isWord("B") && !$0.name.isEmpty
        }
        if isBase64 { return nil }
        guard isQuotedPrintable else { return written }
        let charset = parameters.last { $0.name.isWord("CHARSET") }?.value ?? []
        return QuotedPrintable.decode(written, charset: charset)?[...]
    }

    /// Whether the value is quoted-printable: `ENCODING=QUOTED-PRINTABLE`, in vCard 2.1 also without the name.
    var isQuotedPrintable: Bool { Self.areQuotedPrintable(parameterText) }

    static func areQuotedPrintable(_ parameters: ArraySlice<UInt8>) -> Bool {
        ContentParameter.all(in: parameters).contains {
            $0.value.isWord("QUOTED-PRINTABLE") && ($0.name.isEmpty || $0.name.isWord("ENCODING"))
        }
    }

    var parameters: [ContentParameter] { ContentParameter.all(in: parameterText) }

    func parameter(_ name: StaticString) -> ArraySlice<UInt8>? { parameters.first { $0.name.isWord(name) }?.value }

    /// Whether one of its types is that one: `TYPE=WORK,FAX`, `TYPE=WORK;TYPE=FAX`, in vCard 2.1 `WORK;FAX`.
    func isOfType(_ type: StaticString) -> Bool {
        parameters.contains { parameter in
            (parameter.name.isEmpty || parameter.name.isWord("TYPE"))
                && parameter.value.split(separator: UInt8(ascii: ",")).contains { $0.isWord(type) }
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

    private init(_ text: ArraySlice<UInt8>) {
        guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else {
            (name, value) = ([], text.withoutBlanks)
            return
        }
        name = text[..<equals].withoutBlanks
        let value = text[(equals + 1)...].withoutBlanks
        let isQuoted = value.count >= 2 && value.first == UInt8(ascii: "\"") && value.last == UInt8(ascii: "\"")
        self.value = isQuoted ? value.dropFirst().dropLast() : value
    }

    /// - Parameter text: what is between the name of the property and the colon, without the first semicolon.
    static func all(in text: ArraySlice<UInt8>) -> [ContentParameter] {
        guard !text.isEmpty else { return [] }
        var isQuoted = false
        return text.split(omittingEmptySubsequences: false) { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return byte == UInt8(ascii: ";") && !isQuoted
        }.map(ContentParameter.init)
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
    static let named: [String: ContentProperty] = [
        "TEL": .phone, "EMAIL": .email, "ADR": .address, "N": .structuredName, "FN": .name, "ORG": .organization,
        "TITLE": .title, "URL": .url, "BEGIN": .begin, "END": .end, "VERSION": .version, "NOTE": .note,
        "BDAY": .birthday, "NICKNAME": .nickname, "ROLE": .role, "LABEL": .label, "GEO": .geo, "UID": .uid,
        "DTSTART": .start, "DTEND": .finish, "DURATION": .duration, "SUMMARY": .summary, "DESCRIPTION": .description,
        "LOCATION": .location, "ORGANIZER": .organizer, "ATTENDEE": .attendee, "RRULE": .recurrence,
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
        guard let property = ContentProperty.named[String(decoding: name, as: UTF8.self).asciiUppercased] else {
            return nil
        }
        self.property = property
        parameterText = line[nameEnd..<colon].dropFirst()
        written = line[(colon + 1)...]
    }

    /// The colon before the value; one in quotes is part of a parameter, unless the quotes are never closed.
    ///
    /// - Parameter rest: what follows the name.
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
    /// The lines of a text without their ends. A file that went through two systems has CR CR LF.
    ///
    /// If the second line begins with a blank, someone indented the whole: the first is a BEGIN, of which nothing is
    /// folded.
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

    /// The properties of lines, those that are of use here.
    ///
    /// A line that begins with a blank continues the one before, and so does a quoted-printable line after one that
    /// ends with `=`.
    ///
    /// - Parameter keepsBlanks: vCard 2.1 puts a line end before a blank of the text; later versions add a blank.
    static func properties(of lines: [ArraySlice<UInt8>], keepsBlanks: Bool) -> [ContentLine] {
        var unfolded: [[UInt8]] = []
        // The line that is put together, and whether it is quoted-printable, once its parameters are complete.
        var isQuotedPrintable: Bool?
        for line in lines {
            guard var last = unfolded.popLast() else {
                unfolded.append(Array(line))
                continue
            }
            if last.last == UInt8(ascii: "="), isQuotedPrintable == nil,
                let colon = last.prefix(longestHead).firstIndex(of: UInt8(ascii: ":"))
            {
                isQuotedPrintable = ContentLine.areQuotedPrintable(last[..<colon])
            }
            if last.last == UInt8(ascii: "="), isQuotedPrintable ?? false {
                last.removeLast()
                last += line
            } else if line.first?.isFoldingBlank ?? false {
                last += keepsBlanks ? line : line.dropFirst()
            } else {
                unfolded.append(last)
                last = Array(line)
                isQuotedPrintable = nil
            }
            unfolded.append(last)
        }
        return unfolded.compactMap { ContentLine($0[...]) }
    }
}

extension UInt8 {
    var endsLine: Bool { self == 0x0A || self == 0x0D }
    var isFoldingBlank: Bool { self == 0x20 || self == 0x09 }
}
