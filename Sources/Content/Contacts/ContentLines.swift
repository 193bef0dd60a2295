internal import BeelineSymbols

/// The properties of a card or an event, as they were written, and how they are read.
///
/// The bytes are kept once; what the properties say is decoded when it is asked for.
struct ContentLines: Hashable, Sendable {
    enum Form: Hashable, Sendable {
        case vCard21, vCard, iCalendar, mecard, bizcard
    }

    /// Longer texts are not read; the largest symbol holds 7 KB, and a few may be joined.
    static let longest = 1 << 20
    /// More properties than that are no card that somebody means to be read.
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

    /// The properties of that name, in their order.
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

    /// The first text of that name that is not empty.
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

    /// What a function makes of that value, which nearly always it sees where it stands.
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

    /// Where the value of a parameter stands; nil where the property does not have it.
    func place(ofParameter name: StaticString, of line: ContentLine) -> Range<Int>? {
        let bytes = bytes.span
        var parameters = ContentParameters(line.parameters)
        while let parameter = parameters.next(in: bytes) {
            if bytes.extracting(parameter.name).isWord(name) { return parameter.value }
        }
        return nil
    }

    /// The value of a parameter; nil where the property does not have it.
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
