internal import BeelineSymbols

/// The properties of a card or an event, as they were written, and how they are read.
///
/// The bytes are kept once; what the properties say is decoded when it is asked for.
struct ContentLines: Hashable, Sendable {
    enum Form: Hashable, Sendable {
        case vCard21, vCard, iCalendar, mecard, bizcard
    }

    /// Longer texts are not read; the largest symbol contains 7 KB, and a few may be joined.
    static let longest = 1 << 20
    /// More properties than that are not a card that someone means to be read.
    static let most = 1_000
    let form: Form
    /// The text, unfolded.
    let bytes: [UInt8]
    let lines: [ContentLine]
    /// Whether a part between semicolons has no name, so that it belongs nowhere.
    let hasNamelessPart: Bool

    init(_ form: Form, _ bytes: [UInt8], _ lines: [ContentLine], hasNamelessPart: Bool = false) {
        self.hasNamelessPart = hasNamelessPart
        self.form = form
        self.bytes = bytes
        self.lines = lines
    }

    func all(_ property: ContentProperty) -> [ContentLine] { lines.filter { $0.property == property } }

    /// The first thing that a reader makes of the properties of that name.
    // Put into the caller: a closure that is called from here would keep a copy of the whole card.
    @inline(__always)
    func first<Value>(_ property: ContentProperty, _ read: (ContentLine) -> Value?) -> Value? {
        for line in lines where line.property == property {
            if let value = read(line) { return value }
        }
        return nil
    }

    func text(_ property: ContentProperty) -> String? { first(property, text) }

    /// What a property says, without escapes and blanks around it; nil when that is nothing, or cannot be decoded.
    func text(_ line: ContentLine) -> String? { withValue(of: line) { $0.unescaped } ?? nil }

    /// The components of a property: nil for those that are empty.
    func components(_ line: ContentLine, separator: UInt8 = UInt8(ascii: ";"), atMost count: Int) -> [String?] {
        var components: [String?] = []
        withValue(of: line) { value in
            value.forEachComponent(separator, atMost: count) { components.append($0.unescaped) }
        }
        return components
    }

    /// The value with its escapes, but without the transfer encoding; nil when it is Base64, or in a character set
    /// that is not known here.
    func value(of line: ContentLine) -> ArraySlice<UInt8>? {
        switch transfer(of: line) {
        case .plain: bytes[line.value]
        case .quotedPrintable(let charset): QuotedPrintable.decode(bytes[line.value], charset: bytes[charset])?[...]
        case .base64: nil
        }
    }

    /// What a function makes of that value, which nearly always it sees where it is.
    @discardableResult
    func withValue<Result>(of line: ContentLine, _ body: (Span<UInt8>) -> Result) -> Result? {
        switch transfer(of: line) {
        case .plain: return body(bytes.span.extracting(line.value))
        case .quotedPrintable, .base64: return value(of: line).map { body($0.span) }
        }
    }

    /// How the value is written; for quoted-printable with the place of the character set's name.
    private enum Transfer {
        case plain
        case quotedPrintable(charset: Range<Int>)
        case base64
    }

    private func transfer(of line: ContentLine) -> Transfer {
        let place = line.parameters
        guard !place.isEmpty else { return .plain }
        var isQuotedPrintable = false
        var charset = place.lowerBound..<place.lowerBound
        let bytes = bytes.span
        var parameters = ContentParameters(place)
        while let parameter = parameters.next(in: bytes) {
            let name = bytes.extracting(parameter.name)
            if name.isWord("CHARSET") {
                charset = parameter.value
            } else if name.isEmpty || name.isWord("ENCODING") {
                let value = bytes.extracting(parameter.value)
                if value.isWord("QUOTED-PRINTABLE") { isQuotedPrintable = true }
                if value.isWord("BASE64") { return .base64 }
                if value.isWord("B"), !name.isEmpty { return .base64 }
            }
        }
        return isQuotedPrintable ? .quotedPrintable(charset: charset) : .plain
    }

    func place(ofParameter name: StaticString, of line: ContentLine) -> Range<Int>? {
        let bytes = bytes.span
        var parameters = ContentParameters(line.parameters)
        while let parameter = parameters.next(in: bytes) {
            if bytes.extracting(parameter.name).isWord(name) { return parameter.value }
        }
        return nil
    }

    func parameter(_ name: StaticString, of line: ContentLine) -> ArraySlice<UInt8>? {
        place(ofParameter: name, of: line).map { bytes[$0] }
    }

    /// Whether a word is one of those with commas between them.
    private static func isAmong(_ words: Span<UInt8>, _ word: StaticString) -> Bool {
        var start = 0
        while true {
            let rest = words.extracting(start..<words.count)
            let end = rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.count
            if rest.extracting(0..<end).isWord(word) { return true }
            guard end < rest.count else { return false }
            start += end + 1
        }
    }

    /// Whether one of its types is that one: `TYPE=WORK,FAX`, `TYPE=WORK;TYPE=FAX`, in vCard 2.1 `WORK;FAX`.
    func isOfType(_ type: StaticString, _ line: ContentLine) -> Bool {
        let bytes = bytes.span
        var parameters = ContentParameters(line.parameters)
        while let parameter = parameters.next(in: bytes) {
            guard parameter.name.isEmpty || bytes.extracting(parameter.name).isWord("TYPE") else { continue }
            if Self.isAmong(bytes.extracting(parameter.value), type) { return true }
        }
        return false
    }
}

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
    ///   - value: where the value is; the colon is right before it. Within the first 4 GiB.
    init(_ property: ContentProperty, parametersStart: Int, value: Range<Int>) {
        self.property = property
        self.parametersStart = UInt32(clamping: parametersStart)
        valueStart = UInt32(clamping: value.lowerBound)
        valueEnd = UInt32(clamping: value.upperBound)
    }

    /// What is between the name and the colon, without the first semicolon; empty for most lines.
    var parameters: Range<Int> {
        let end = max(Int(valueStart) - 1, 0)
        return min(Int(parametersStart), end)..<end
    }

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
    case other

    /// Packs a byte of a name after those before it. Sixteen bytes are enough to distinguish all names: the byte that a
    /// seventeenth pushes out leaves sixteen that are not zeros, and no name here is as long.
    static func pack(_ byte: UInt8, behind key: UInt128) -> UInt128 { key &<< 8 | UInt128(byte | 0x20) }

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

extension ContentLines {
    /// Where the line ends that a place is on: at a CR or LF, or at the end of the bytes.
    static func lineEnd(from start: Int, in bytes: Span<UInt8>) -> Int {
        var place = start
        while place < bytes.count, !bytes[place].endsLine { place += 1 }
        return place
    }

    /// Where the line after the one that ends there begins. A file that went through two systems has CR CR LF.
    static func lineStart(after end: Int, in bytes: Span<UInt8>) -> Int {
        var index = end
        while index < bytes.count, bytes[index] == 0x0D { index += 1 }
        if index < bytes.count, bytes[index] == 0x0A { index += 1 }
        return index
    }

    /// The bytes without blanks before their lines, if the second line has some: the first one is a BEGIN, of which
    /// nothing is folded, so someone indented the whole.
    static func unindented(_ bytes: [UInt8]) -> [UInt8] {
        let second = lineStart(after: lineEnd(from: 0, in: bytes.span), in: bytes.span)
        guard second < bytes.count, bytes[second].isFoldingBlank else { return bytes }
        var unindented: [UInt8] = []
        unindented.reserveCapacity(bytes.count)
        var isStart = false
        for byte in bytes where !(isStart && byte.isFoldingBlank) {
            unindented.append(byte)
            isStart = byte.endsLine
        }
        return unindented
    }

    /// The bytes with each property on one line.
    ///
    /// A line that begins with a blank continues the one before, and so does a quoted-printable line after one that
    /// ends with `=`.
    ///
    /// - Parameter keepsBlanks: vCard 2.1 puts a line end before a blank of the text; later versions add a blank.
    static func unfolded(_ bytes: [UInt8], keepsBlanks: Bool) -> [UInt8] {
        var unfolded: [UInt8] = []
        unfolded.reserveCapacity(bytes.count)
        var head = Head()
        var position = 0
        while position < bytes.count {
            let end = lineEnd(from: position, in: bytes.span)
            let next = lineStart(after: end, in: bytes.span)
            unfolded += bytes[position..<end]
            position = next
            guard next < bytes.count else { break }
            if unfolded.last == UInt8(ascii: "="), head.isQuotedPrintable(in: unfolded) {
                unfolded.removeLast()
            } else if bytes[next].isFoldingBlank {
                if !keepsBlanks { position += 1 }
            } else {
                unfolded.append(0x0A)
                head = Head(start: unfolded.count)
            }
        }
        return unfolded
    }

    /// The name and the parameters of the line that is being put together; no byte of it is looked at twice.
    private struct Head {
        var start = 0
        private var seen: Int
        private var answer: Bool?

        init(start: Int = 0) {
            self.start = start
            seen = start
        }

        mutating func isQuotedPrintable(in bytes: [UInt8]) -> Bool {
            if let answer { return answer }
            while seen < bytes.count, bytes[seen] != UInt8(ascii: ":") { seen += 1 }
            guard seen < bytes.count else { return false }
            let answer = ContentLines.isQuotedPrintable(start..<seen, in: bytes.span)
            self.answer = answer
            return answer
        }
    }

    /// Whether parameters say that the value is quoted-printable: `ENCODING=QUOTED-PRINTABLE`, in vCard 2.1 also
    /// without the name.
    ///
    /// - Parameter place: where the parameters stand among the bytes.
    static func isQuotedPrintable(_ place: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        guard place.count >= 16 else { return false }
        var parameters = ContentParameters(place)
        while let parameter = parameters.next(in: bytes) {
            guard bytes.extracting(parameter.value).isWord("QUOTED-PRINTABLE") else { continue }
            let name = bytes.extracting(parameter.name)
            if name.isEmpty || name.isWord("ENCODING") { return true }
        }
        return false
    }
}

extension ContentLines {
    /// Hands on the properties of that name, the preferred ones first, and otherwise in their order: `PREF=1` before
    /// `PREF=2` (RFC 6350, section 5.3), `TYPE=PREF` (RFC 2426, section 3.3.1), in vCard 2.1 just `PREF`.
    func forEachPreferred(_ property: ContentProperty, _ body: (ContentLine) -> Void) {
        // Most cards have one, and then there is nothing to be put in order.
        guard let first = lines.firstIndex(where: { $0.property == property }) else { return }
        guard lines[(first + 1)...].contains(where: { $0.property == property }) else { return body(lines[first]) }
        for line in preferred(property) { body(line) }
    }

    private func preferred(_ property: ContentProperty) -> [ContentLine] {
        let lines = all(property)
        guard lines.contains(where: { !$0.parameters.isEmpty }) else { return lines }
        let ranked = lines.enumerated().map { (rank: rank($1), place: $0, line: $1) }
        guard ranked.contains(where: { $0.rank != Self.lastRank }) else { return lines }
        return ranked.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.map(\.line)
    }

    /// 1…100; one more where nothing is said.
    func rank(_ line: ContentLine) -> Int {
        var parameters = ContentParameters(line.parameters)
        while let parameter = parameters.next(in: bytes.span) {
            guard bytes.span.extracting(parameter.name).isWord("PREF"),
                let number = Digits.parse(bytes[parameter.value]), (1...100).contains(number.value)
            else { continue }
            return Int(number.value)
        }
        return isOfType("PREF", line) ? 1 : Self.lastRank
    }

    static let lastRank = 101
}

/// The parameters of a content line: `TYPE=WORK,VOICE`, `TZID="Europe/Berlin"`, in vCard 2.1 also just `CELL`.
struct ContentParameters {
    private let end: Int
    private var position: Int

    struct Parameter {
        /// Empty where it has none.
        let name: Range<Int>
        /// Without the quotes around it.
        let value: Range<Int>
    }

    /// - Parameter place: where that is which is between the name and the colon, without the first semicolon.
    init(_ place: Range<Int>) {
        (position, end) = (place.lowerBound, place.upperBound)
    }

    /// The next parameter.
    ///
    /// - Parameter bytes: those among which they are.
    mutating func next(in bytes: Span<UInt8>) -> Parameter? {
        guard position < end else { return nil }
        let start = position
        var equals: Int?
        var isQuoted = false
        while position < end {
            switch bytes[position] {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: "=") where equals == nil: equals = position
            default: break
            }
            if bytes[position] == UInt8(ascii: ";"), !isQuoted { break }
            position += 1
        }
        let last = position
        position = min(position + 1, end)
        guard let equals else {
            return Parameter(name: start..<start, value: Self.withoutBlanks(start..<last, in: bytes))
        }
        var value = Self.withoutBlanks((equals + 1)..<last, in: bytes)
        if value.count >= 2, bytes[value.lowerBound] == UInt8(ascii: "\""),
            bytes[value.upperBound - 1] == UInt8(ascii: "\"")
        {
            value = (value.lowerBound + 1)..<(value.upperBound - 1)
        }
        return Parameter(name: Self.withoutBlanks(start..<equals, in: bytes), value: value)
    }

    private static func withoutBlanks(_ place: Range<Int>, in bytes: Span<UInt8>) -> Range<Int> {
        let inner = bytes.extracting(place).placeWithoutBlanks
        return (place.lowerBound + inner.lowerBound)..<(place.lowerBound + inner.upperBound)
    }
}

extension UInt8 {
    var endsLine: Bool { self == 0x0A || self == 0x0D }
    var isFoldingBlank: Bool { self == 0x20 || self == 0x09 }
}
