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
    func text(_ line: ContentLine) -> String? { value(of: line)?.unescaped }

    /// The components of a property: nil for those that are empty.
    func components(_ line: ContentLine, separator: UInt8 = UInt8(ascii: ";"), atMost count: Int) -> [String?] {
        value(of: line)?.components(separator, atMost: count).map(\.unescaped) ?? []
    }

    /// The value with its escapes, but without the transfer encoding; nil when it is Base64, or in a character set
    /// that is not known here.
    func value(of line: ContentLine) -> ArraySlice<UInt8>? {
        let value = bytes[line.value]
        guard !line.parameters.isEmpty else { return value }
        var isQuotedPrintable = false
        var charset: ArraySlice<UInt8> = []
        for parameter in parameters(of: line) {
            if parameter.name.isWord("CHARSET") {
                charset = parameter.value
            } else if parameter.name.isEmpty || parameter.name.isWord("ENCODING") {
                if parameter.value.isWord("QUOTED-PRINTABLE") { isQuotedPrintable = true }
                if parameter.value.isWord("BASE64") { return nil }
                if parameter.value.isWord("B"), !parameter.name.isEmpty { return nil }
            }
        }
        guard isQuotedPrintable else { return value }
        return QuotedPrintable.decode(value, charset: charset)?[...]
    }

    func parameters(of line: ContentLine) -> ContentParameters { ContentParameters(bytes[line.parameters]) }

    /// The value of a parameter; nil where the property does not have it.
    func parameter(_ name: StaticString, of line: ContentLine) -> ArraySlice<UInt8>? {
        guard !line.parameters.isEmpty else { return nil }
        return parameters(of: line).first { $0.name.isWord(name) }?.value
    }

    /// Whether a word is one of those with commas between them.
    private static func isAmong(_ words: ArraySlice<UInt8>, _ word: StaticString) -> Bool {
        var rest = words
        while true {
            let end = rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
            if rest[..<end].isWord(word) { return true }
            guard end < rest.endIndex else { return false }
            rest = rest[(end + 1)...]
        }
    }

    /// Whether one of its types is that one: `TYPE=WORK,FAX`, `TYPE=WORK;TYPE=FAX`, in vCard 2.1 `WORK;FAX`.
    func isOfType(_ type: StaticString, _ line: ContentLine) -> Bool {
        guard !line.parameters.isEmpty else { return false }
        return parameters(of: line).contains { parameter in
            (parameter.name.isEmpty || parameter.name.isWord("TYPE")) && Self.isAmong(parameter.value, type)
        }
    }
}
