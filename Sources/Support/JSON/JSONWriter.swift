/// Writes one JSON text into a growing array of bytes, without white space.
///
/// Commas are put in as needed; the nesting is the caller's to get right.
///
///     var json = JSONWriter()
///     json.object { json in
///         json.member("text", "4902370548495")
///     }
///     json.bytes   // {"text":"4902370548495"}
package struct JSONWriter: ~Copyable {
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// - Parameter capacity: how many bytes are likely to be written; more are not an error.
    package init(capacity: Int = 512) { bytes.reserveCapacity(capacity) }

    package var count: Int { bytes.count }

    /// Ends a text with a line feed, so that the next one starts afresh.
    package mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
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
        appendQuoted(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount), before: ":")
        needsComma = false
    }

    /// The name of the member whose value is written next, with escapes where it needs them.
    @_disfavoredOverload
    package mutating func name(_ name: String) {
        quote(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    package mutating func value(_ text: String) { quote(text) }

    package mutating func value(_ number: Int) {
        separate()
        bytes += String(number).utf8
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
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    /// Copies JSON, in which what needs an escape beyond RFC 8259 is part of a text; controls are blanks between
    /// tokens.
    private mutating func copy(_ json: UnsafeBufferPointer<UInt8>) {
        // Nearly all of it: plain ASCII.
        guard json.contains(where: { !(0x20..<0x7F ~= $0) }) else { return bytes.append(contentsOf: json) }
        var place = 0
        while place < json.count {
            if let hidden = JSONEscapes.hidden(in: json, at: place) {
                escape(hidden.code)
                place += hidden.length
                continue
            }
            switch json[place] {
            case 0x7F: escape(0x7F)
            case ..<0x20: bytes.append(UInt8(ascii: " "))
            case let byte: bytes.append(byte)
            }
            place += 1
        }
    }

    private mutating func quote(_ text: String) {
        text.utf8.span.withUnsafeBufferPointer { quote($0) }
    }

    private mutating func quote(_ utf8: UnsafeBufferPointer<UInt8>) {
        var place = 0
        while place < utf8.count, JSONEscapes.isPlain(utf8[place]) { place += 1 }
        if place == utf8.count { return appendQuoted(utf8) }
        separate()
        bytes.append(UInt8(ascii: "\""))
        /// Where the characters begin that are not written yet.
        var start = 0
        while place < utf8.count {
            guard JSONEscapes.isOne(utf8[place]) else {
                place += 1
                continue
            }
            bytes.append(contentsOf: utf8[start..<place])
            place += escape(utf8, at: place)
            start = place
        }
        bytes.append(contentsOf: utf8[start...])
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends a text in quotes that needs no escape, with the comma before it, at once.
    ///
    /// - Parameter end: follows the quotes.
    private mutating func appendQuoted(_ text: UnsafeBufferPointer<UInt8>, before end: StaticString = "") {
        let hasComma = needsComma
        bytes.append(addingCapacity: text.count + 3 + end.utf8CodeUnitCount) { output in
            if hasComma { output.append(UInt8(ascii: ",")) }
            output.append(UInt8(ascii: "\""))
            output.withUnsafeMutableBufferPointer { room, count in
                _ = UnsafeMutableBufferPointer(rebasing: room[count...]).update(fromContentsOf: text)
                count += text.count
            }
            output.append(UInt8(ascii: "\""))
            for place in 0..<end.utf8CodeUnitCount { output.append(end.utf8Start[place]) }
        }
        needsComma = true
    }

    private mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
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
                bytes.append(byte)
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
        bytes += "000\(String(code, radix: 16))".utf8.suffix(4)
    }
}

/// Characters that are escaped in a text of JSON: quotes, backslashes and controls (RFC 8259, section 7), and those
/// that would change how a terminal or an editor shows the line: DEL, the C1 controls, the separators of lines and
/// paragraphs, and the controls of direction. The parsed text is the same.
private enum JSONEscapes {
    /// Whether a byte is a character of ASCII that needs no escape.
    static func isPlain(_ byte: UInt8) -> Bool {
        0x20..<0x7F ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
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
