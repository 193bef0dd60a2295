/// Writes one JSON text into memory that grows, without white space.
///
/// Commas are put in as needed; the nesting is the caller's to get right.
///
///     var json = JSONWriter()
///     json.object { json in
///         json.member("text", "4902370548495")
///     }
///     json.bytes   // {"text":"4902370548495"}
package struct JSONWriter: ~Copyable {
    // Memory of its own: an array would ask at each token whether it is shared, and JSON consists of small tokens.
    // `count` bytes from `start` on are written; there is room for `capacity`.
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    package private(set) var count = 0
    private var needsComma = false

    /// - Parameter capacity: how many bytes are likely to be written; more are not an error.
    package init(capacity: Int = 512) {
        self.capacity = max(capacity, 1)
        start = .allocate(capacity: self.capacity)
    }

    deinit { start.deallocate() }

    /// A copy of what was written.
    package var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

    /// Ends a text with a line feed, so that the next one starts afresh.
    package mutating func endLine() {
        append(UInt8(ascii: "\n"))
        needsComma = false
    }

    package mutating func object(_ members: (inout JSONWriter) -> Void) {
        beginObject()
        members(&self)
        endObject()
    }

    package mutating func array(_ elements: (inout JSONWriter) -> Void) {
        beginArray()
        elements(&self)
        endArray()
    }

    /// A member whose value is an object.
    package mutating func object(_ name: StaticString, _ members: (inout JSONWriter) -> Void) {
        self.name(name)
        object(members)
    }

    /// A member whose value is a list.
    package mutating func array(_ name: StaticString, _ elements: (inout JSONWriter) -> Void) {
        self.name(name)
        array(elements)
    }

    /// Begins an object, for callers that write a stream: a closure keeps a copy of all that it uses.
    package mutating func beginObject() { open(UInt8(ascii: "{")) }

    package mutating func endObject() { close(UInt8(ascii: "}")) }

    package mutating func beginArray() { open(UInt8(ascii: "[")) }

    package mutating func endArray() { close(UInt8(ascii: "]")) }

    /// The name, without characters that need an escape, of the member whose value is written next.
    package mutating func name(_ name: StaticString) {
        separate()
        appendQuoted(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        endName()
    }

    /// The name of the member whose value is written next, with escapes where it needs them.
    @_disfavoredOverload
    package mutating func name(_ name: String) {
        quote(name)
        endName()
    }

    private mutating func endName() {
        append(UInt8(ascii: ":"))
        needsComma = false
    }

    package mutating func value(_ text: String) { quote(text) }

    package mutating func value(_ number: Int) {
        separate()
        var digits = String(number)
        digits.withUTF8 { append($0) }
    }

    package mutating func value(_ truth: Bool) {
        separate()
        append(truth ? "true" : "false")
    }

    package mutating func null() {
        separate()
        append("null")
    }

    /// A value that is JSON already. It is copied, and what is hidden in it is escaped.
    package mutating func value(json: some Sequence<UInt8>) {
        separate()
        if json.withContiguousStorageIfAvailable({ copy($0) }) == nil {
            Array(json).withUnsafeBufferPointer { copy($0) }
        }
    }

    /// A value that is JSON already, and comes from the program itself.
    package mutating func value(json: StaticString) {
        separate()
        append(json)
    }

    package mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .boolean(let truth): self.value(truth)
        case .integer, .real: self.value(json: (value.numberText ?? "null").utf8)
        case .string(let text): self.value(text)
        case .array(let elements): array { json in for element in elements { json.value(element) } }
        case .object(let members):
            object { json in
                for member in members {
                    json.name(member.name)
                    json.value(member.value)
                }
            }
        }
    }

    package mutating func member(_ name: StaticString, _ text: String) {
        self.name(name)
        value(text)
    }

    package mutating func member(_ name: StaticString, _ number: Int) {
        self.name(name)
        value(number)
    }

    @_disfavoredOverload
    package mutating func member(_ name: String, _ text: String) {
        self.name(name)
        value(text)
    }

    @_disfavoredOverload
    package mutating func member(_ name: String, _ number: Int) {
        self.name(name)
        value(number)
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { append(UInt8(ascii: ",")) }
        needsComma = true
    }

    /// Copies JSON, in which what needs an escape beyond RFC 8259 is part of a text; controls are blanks between
    /// tokens.
    private mutating func copy(_ json: UnsafeBufferPointer<UInt8>) {
        // Nearly all of it: plain ASCII.
        guard json.contains(where: { !(0x20..<0x7F ~= $0) }) else { return append(json) }
        var place = 0
        while place < json.count {
            if let hidden = JSONEscapes.hidden(in: json, at: place) {
                escape(hidden.code)
                place += hidden.length
                continue
            }
            switch json[place] {
            case 0x7F: escape(0x7F)
            case ..<0x20: append(UInt8(ascii: " "))
            case let byte: append(byte)
            }
            place += 1
        }
    }

    private mutating func quote(_ text: String) {
        text.utf8.span.withUnsafeBufferPointer { quote($0) }
    }

    private mutating func quote(_ utf8: UnsafeBufferPointer<UInt8>) {
        separate()
        if JSONEscapes.arePlain(utf8) { return appendQuoted(utf8) }
        append(UInt8(ascii: "\""))
        var place = 0
        /// Where the characters begin that are not written yet.
        var start = 0
        while place < utf8.count {
            guard JSONEscapes.isOne(utf8[place]) else {
                place += 1
                continue
            }
            append(UnsafeBufferPointer(rebasing: utf8[start..<place]))
            place += escape(utf8, at: place)
            start = place
        }
        append(UnsafeBufferPointer(rebasing: utf8[start...]))
        append(UInt8(ascii: "\""))
    }

    private mutating func append(_ text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// - Returns: how many bytes it stands for.
    private mutating func escape(_ utf8: UnsafeBufferPointer<UInt8>, at place: Int) -> Int {
        switch utf8[place] {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case UInt8(ascii: "\n"): append("\\n")
        case UInt8(ascii: "\r"): append("\\r")
        case UInt8(ascii: "\t"): append("\\t")
        case let byte where byte < 0x80: escape(UInt16(byte))
        case let byte:
            guard let hidden = JSONEscapes.hidden(in: utf8, at: place) else {
                append(byte)
                return 1
            }
            escape(hidden.code)
            return hidden.length
        }
        return 1
    }

    /// Writes a character as `\u` and four digits.
    private mutating func escape(_ code: UInt16) {
        append("\\u")
        for digit in "000\(String(code, radix: 16))".utf8.suffix(4) { append(digit) }
    }

    /// Appends a text that needs no escape in quotes.
    private mutating func appendQuoted(_ text: UnsafeBufferPointer<UInt8>) {
        reserve(text.count + 2)
        let place = start + count
        place.initialize(to: UInt8(ascii: "\""))
        if let first = text.baseAddress { (place + 1).initialize(from: first, count: text.count) }
        (place + 1 + text.count).initialize(to: UInt8(ascii: "\""))
        count += text.count + 2
    }

    private mutating func append(_ byte: UInt8) {
        reserve(1)
        (start + count).initialize(to: byte)
        count += 1
    }

    private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        guard let first = text.baseAddress else { return }
        reserve(text.count)
        (start + count).initialize(from: first, count: text.count)
        count += text.count
    }

    private mutating func reserve(_ more: Int) {
        if capacity - count < more { grow(by: more) }
    }

    @inline(never)
    private mutating func grow(by more: Int) {
        capacity = max(capacity * 2, count + more)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.initialize(from: start, count: count)
        start.deallocate()
        start = larger
    }
}

/// Characters that are escaped in a text of JSON: quotes, backslashes and controls (RFC 8259, section 7), and those
/// that would change how a terminal or an editor shows the line: DEL, the C1 controls, the separators of lines and
/// paragraphs, and the controls of direction. The parsed text is the same.
private enum JSONEscapes {
    /// Whether a text is of ASCII and needs no escape: eight bytes at a time, as nearly all texts are.
    static func arePlain(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        let last = utf8.count - 8
        guard last >= 0 else { return arePlain(utf8.reduce(0x2020_2020_2020_2020) { $0 << 8 | UInt64($1) }) }
        let bytes = UnsafeRawBufferPointer(utf8)
        for place in stride(from: 0, to: last, by: 8)
        where !arePlain(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)) { return false }
        return arePlain(bytes.loadUnaligned(fromByteOffset: last, as: UInt64.self))
    }

    /// The same of eight bytes. The highest bit of a byte is set by subtracting 0x20 where it is less, by subtracting
    /// one where it was zero, as equality is after an exclusive or, and by adding one where it is DEL. A byte borrows
    /// from the next only where it is found itself.
    private static func arePlain(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ ones &* UInt64(UInt8(ascii: "\""))
        let backslashes = word ^ ones &* UInt64(UInt8(ascii: "\\"))
        let controls = (word &- ones &* 0x20) | (word &+ ones)
        let found = word | controls | (quotes &- ones) | (backslashes &- ones)
        return found & (ones &* 0x80) == 0
    }

    /// Whether a byte needs an escape, or begins a character that may.
    static func isOne(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F || byte == 0xC2
            || byte == 0xD8 || byte == 0xE2
    }

    /// The character beyond ASCII that begins at a place, if it needs an escape, and how many bytes it has.
    static func hidden(in utf8: UnsafeBufferPointer<UInt8>, at place: Int) -> (code: UInt16, length: Int)? {
        guard place + 1 < utf8.count else { return nil }
        let (first, second) = (utf8[place], utf8[place + 1])
        if first == 0xC2, 0x80...0x9F ~= second { return (UInt16(second), 2) }
        if first == 0xD8, second == 0x9C { return (0x061C, 2) }
        guard first == 0xE2, place + 2 < utf8.count else { return nil }
        let code = 0x2000 | UInt16(second & 0x3F) << 6 | UInt16(utf8[place + 2] & 0x3F)
        switch code {
        case 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: return (code, 3)
        default: return nil
        }
    }
}

extension JSONValue {
    /// The value as JSON text for people: what fits into 100 columns on one line, and else each member and element on a
    /// line of its own, two blanks deeper than what it is in. At the end is a line feed.
    package func indented() -> [UInt8] {
        var text: [UInt8] = []
        write(to: &text, indent: 0, column: 0)
        text.append(UInt8(ascii: "\n"))
        return text
    }

    private static let width = 100

    /// - Parameter column: how much is before it on its line.
    private func write(to text: inout [UInt8], indent: Int, column: Int) {
        let line = self.line
        guard column + line.count >= Self.width else {
            text += line
            return
        }
        switch self {
        case .object(let members) where !members.isEmpty:
            Self.enclose(members, "{", "}", to: &text, indent) { member, text in
                let name = JSONValue.string(member.name).line + ": ".utf8
                text += name
                member.value.write(to: &text, indent: indent + 2, column: indent + 2 + name.count)
            }
        case .array(let elements) where !elements.isEmpty:
            Self.enclose(elements, "[", "]", to: &text, indent) {
                $0.write(to: &$1, indent: indent + 2, column: indent + 2)
            }
        case .object, .array, .null, .boolean, .integer, .real, .string: text += line
        }
    }

    private static func enclose<Element>(
        _ elements: [Element], _ open: String, _ close: String, to text: inout [UInt8], _ indent: Int,
        write: (Element, inout [UInt8]) -> Void
    ) {
        func newLine(_ text: inout [UInt8], _ indent: Int) {
            text.append(UInt8(ascii: "\n"))
            text += repeatElement(UInt8(ascii: " "), count: indent)
        }
        text += open.utf8
        for (index, element) in elements.enumerated() {
            if index > 0 { text += ",".utf8 }
            newLine(&text, indent + 2)
            write(element, &text)
        }
        newLine(&text, indent)
        text += close.utf8
    }

    /// All of it on one line, with a blank after each comma and colon.
    private var line: [UInt8] {
        switch self {
        case .object(let members) where !members.isEmpty:
            let parts = members.map { JSONValue.string($0.name).line + ": ".utf8 + $0.value.line }
            return "{ ".utf8 + Array(parts.joined(separator: ", ".utf8)) + " }".utf8
        case .array(let elements):
            return "[".utf8 + Array(elements.map(\.line).joined(separator: ", ".utf8)) + "]".utf8
        case .object, .null, .boolean, .integer, .real, .string:
            var json = JSONWriter()
            json.value(self)
            return json.bytes
        }
    }
}

/// Members of further types, those that may be absent, and lists, for the documents of this program.
extension JSONWriter {
    /// An object on a line of its own.
    package static func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter()
        json.object(members)
        json.endLine()
        return json.bytes
    }

    package static func text(_ value: JSONValue) -> String {
        var json = JSONWriter()
        json.value(value)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    package mutating func member(_ name: StaticString, _ truth: Bool) {
        self.name(name)
        value(truth)
    }

    /// Nothing where the text is absent.
    package mutating func member(_ name: StaticString, _ text: String?) {
        if let text { member(name, text) }
    }

    /// Nothing where the number is absent.
    package mutating func member(_ name: StaticString, _ number: Int?) {
        if let number { member(name, number) }
    }

    package mutating func member(_ name: StaticString, _ texts: [String]) {
        self.name(name)
        array { json in for text in texts { json.value(text) } }
    }

    /// A list with an object for each item.
    package mutating func member<Item>(
        _ name: StaticString, _ items: [Item], _ members: (inout JSONWriter, Item) -> Void
    ) {
        self.name(name)
        array { json in for item in items { json.object { members(&$0, item) } } }
    }

    package mutating func error(_ code: String, _ message: String) {
        name("error")
        object { json in
            json.member("code", code)
            json.member("message", message)
        }
    }

    /// Nothing where the position is unknown.
    package mutating func members(_ position: TextPosition?) {
        member("line", position?.line)
        member("column", position?.column)
    }
}
