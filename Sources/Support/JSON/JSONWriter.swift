/// Writes one JSON text into a growing array of bytes, without white space.
///
/// Commas are put in as needed; the nesting is the caller's to get right.
///
///     var json = JSONWriter()
///     json.object { json in
///         json.member("text", "4902370548495")
///     }
///     json.bytes   // {"text":"4902370548495"}
///
/// Usable from inline, for without that no function of it is put into its callers in other modules.
@usableFromInline
package struct JSONWriter: ~Copyable {
    @usableFromInline var buffer: ByteBuffer
    @usableFromInline var needsComma = false

    /// - Parameter capacity: how many bytes are likely to be written; more are not an error.
    package init(capacity: Int = 512) { buffer = ByteBuffer(capacity: capacity) }

    package var bytes: [UInt8] { buffer.bytes }

    /// How many bytes there are.
    package var count: Int { buffer.count }

    /// Ends a text with a line feed, so that the next one starts afresh.
    package mutating func endLine() {
        buffer.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    @inlinable @inline(__always)
    package mutating func object(_ members: (inout JSONWriter) -> Void) {
        beginObject()
        members(&self)
        endObject()
    }

    @inlinable @inline(__always)
    package mutating func array(_ elements: (inout JSONWriter) -> Void) {
        beginArray()
        elements(&self)
        endArray()
    }

    /// A member whose value is an object.
    @inlinable @inline(__always)
    package mutating func object(_ name: StaticString, _ members: (inout JSONWriter) -> Void) {
        self.name(name)
        object(members)
    }

    /// A member whose value is a list.
    @inlinable @inline(__always)
    package mutating func array(_ name: StaticString, _ elements: (inout JSONWriter) -> Void) {
        self.name(name)
        array(elements)
    }

    /// Begins an object, for callers that write a stream: a closure keeps a copy of all that it uses.
    @inlinable @inline(__always)
    package mutating func beginObject() { open(UInt8(ascii: "{")) }

    @inlinable @inline(__always)
    package mutating func endObject() { close(UInt8(ascii: "}")) }

    @inlinable @inline(__always)
    package mutating func beginArray() { open(UInt8(ascii: "[")) }

    @inlinable @inline(__always)
    package mutating func endArray() { close(UInt8(ascii: "]")) }

    /// The name of the member whose value is written next, where the program itself knows it.
    ///
    /// - Parameter name: of characters that need no escape.
    @inlinable @inline(__always)
    package mutating func name(_ name: StaticString) {
        buffer.append(name: name, comma: needsComma)
        needsComma = false
    }

    /// The name of the member whose value is written next. A literal is no `String`: what is in it, the program knows.
    @_disfavoredOverload
    package mutating func name(_ name: String) {
        separate()
        quote(name)
        buffer.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// The name of the member whose value is written next.
    ///
    /// - Parameter place: that of the name among `names`.
    package mutating func name(_ place: Int, of names: JSONNames) {
        names.pieces.append(at: place, comma: needsComma, to: &buffer)
        needsComma = false
    }

    /// A member with its value.
    ///
    /// - Parameter place: that of the member among `members`.
    package mutating func member(_ place: Int, of members: JSONMembers) {
        members.pieces.append(at: place, comma: needsComma, to: &buffer)
        needsComma = true
    }

    @usableFromInline
    package mutating func value(_ text: String) {
        separate()
        quote(text)
    }

    /// A text that lies somewhere as bytes.
    ///
    /// - Parameter utf8: valid UTF-8.
    package mutating func value(utf8: Span<UInt8>) {
        separate()
        utf8.withUnsafeBufferPointer { quote($0) }
    }

    /// A short text of ASCII that needs no escape, such as a number that is between quotes.
    ///
    /// - Parameters:
    ///   - characters: the first one is the lowest byte.
    ///   - count: how many there are, sixteen at most.
    package mutating func value(plain characters: UInt128, count: Int) {
        precondition(0...16 ~= count, "at most sixteen characters")
        separate()
        buffer.appendQuoted(characters, count: count)
    }

    @usableFromInline
    package mutating func value(_ number: Int) {
        separate()
        if 0..<10 ~= number {
            buffer.append(UInt8(ascii: "0") + UInt8(number))
        } else {
            buffer.append(String(number).utf8)
        }
    }

    @inlinable @inline(__always)
    package mutating func value(_ truth: Bool) {
        separate()
        if truth { buffer.append("true") } else { buffer.append("false") }
    }

    @inlinable @inline(__always)
    package mutating func null() {
        separate()
        buffer.append("null")
    }

    /// A value that is JSON already. It is copied, and what is hidden in it is escaped.
    package mutating func value(json: some Sequence<UInt8>) { value(json: Array(json)[...]) }

    /// A value that is JSON already. It is copied, and what is hidden in it is escaped.
    package mutating func value(json: ArraySlice<UInt8>) {
        separate()
        json.withUnsafeBufferPointer { copy($0) }
    }

    /// A value that is JSON already. It is copied, and what is hidden in it is escaped.
    package mutating func value(json: Span<UInt8>) {
        separate()
        json.withUnsafeBufferPointer { copy($0) }
    }

    /// A value that is JSON already, and that the program itself knows.
    @inlinable @inline(__always)
    package mutating func value(json: StaticString) {
        separate()
        buffer.append(json)
    }

    /// Members that are JSON already, such as `"a":1,"b":2`; at least one.
    package mutating func members(json: [UInt8]) {
        separate()
        json.withUnsafeBufferPointer { buffer.append($0) }
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

    @inlinable @inline(__always)
    package mutating func member(_ name: StaticString, _ text: String) {
        self.name(name)
        value(text)
    }

    @inlinable @inline(__always)
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

    @inlinable @inline(__always)
    mutating func open(_ bracket: UInt8) {
        separate()
        buffer.append(bracket)
        needsComma = false
    }

    @inlinable @inline(__always)
    mutating func close(_ bracket: UInt8) {
        buffer.append(bracket)
        needsComma = true
    }

    @inlinable @inline(__always)
    mutating func separate() {
        if needsComma { buffer.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    /// Copies JSON. In JSON, what needs an escape beyond RFC 8259 is always part of a text; controls are blanks between
    /// tokens.
    private mutating func copy(_ json: UnsafeBufferPointer<UInt8>) {
        // Nearly all of it: plain ASCII.
        guard json.contains(where: { !(0x20..<0x7F ~= $0) }) else { return buffer.append(json) }
        var place = 0
        while place < json.count {
            if let hidden = JSONEscapes.hidden(in: json, at: place) {
                escape(hidden.code)
                place += hidden.length
                continue
            }
            switch json[place] {
            case 0x7F: escape(0x7F)
            case ..<0x20: buffer.append(UInt8(ascii: " "))
            case let byte: buffer.append(byte)
            }
            place += 1
        }
    }

    private mutating func quote(_ text: String) {
        text.utf8.span.withUnsafeBufferPointer { quote($0) }
    }

    private mutating func quote(_ utf8: UnsafeBufferPointer<UInt8>) {
        var start = buffer.appendQuoted(utf8)
        guard start < utf8.count else { return }
        while true {
            start = buffer.appendPlain(utf8, from: start)
            guard start < utf8.count else { break }
            start += escape(utf8, at: start)
        }
        buffer.append(UInt8(ascii: "\""))
    }

    /// - Returns: how many bytes it stands for.
    private mutating func escape(_ utf8: UnsafeBufferPointer<UInt8>, at place: Int) -> Int {
        switch utf8[place] {
        case UInt8(ascii: "\""): buffer.append("\\\"")
        case UInt8(ascii: "\\"): buffer.append("\\\\")
        case UInt8(ascii: "\n"): buffer.append("\\n")
        case UInt8(ascii: "\r"): buffer.append("\\r")
        case UInt8(ascii: "\t"): buffer.append("\\t")
        case let byte where byte < 0x80: escape(UInt16(byte))
        case let byte:
            guard let hidden = JSONEscapes.hidden(in: utf8, at: place) else {
                buffer.append(byte)
                return 1
            }
            escape(hidden.code)
            return hidden.length
        }
        return 1
    }

    /// Writes a character as `\u` and four digits.
    private mutating func escape(_ code: UInt16) {
        buffer.append("\\u")
        for shift in [12, 8, 4, 0] { buffer.append(Self.hexDigit(UInt8(truncatingIfNeeded: code >> shift & 0xF))) }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}

/// The names of an object's members, made ready once for objects that are written again and again.
///
///     let names = JSONNames(["ssid", "password"])
///     json.object { json in
///         json.name(0, of: names)
///         json.value("Guests")
///     }
///
/// A class, so that looking at it copies nothing.
package final class JSONNames: Sendable {
    let pieces: JSONPieces

    package init(_ names: some Sequence<String>) {
        pieces = JSONPieces(
            names.map { name in
                var json = JSONWriter(capacity: name.utf8.count + 2)
                json.value(name)
                return json.bytes + [UInt8(ascii: ":")]
            })
    }
}

/// Members whose value is a text, made ready once, of which an object has one or another.
///
///     let members = JSONMembers("symbology", ["ean_13", "qr_code"])
///     json.object { $0.member(1, of: members) }   // {"symbology":"qr_code"}
///
/// A class, so that looking at it copies nothing.
package final class JSONMembers: Sendable {
    let pieces: JSONPieces

    /// - Parameters:
    ///   - name: that of all of them.
    ///   - values: their values.
    package init(_ name: StaticString, _ values: some Sequence<String>) {
        pieces = JSONPieces(
            values.map { value in
                var json = JSONWriter(capacity: name.utf8CodeUnitCount + value.utf8.count + 8)
                json.member(name, value)
                return json.bytes
            })
    }
}

/// Pieces of JSON that begin a member, ready to be copied after a comma or without one.
struct JSONPieces: Sendable {
    /// The pieces, each after a comma, one after the other, and then `ByteBuffer.padding` bytes that belong to none.
    private let bytes: [UInt8]
    private let places: [Place]

    private struct Place {
        /// Where its comma is.
        let start: Int
        /// Without the comma.
        let count: Int
    }

    init(_ pieces: [[UInt8]]) {
        var bytes: [UInt8] = []
        var places: [Place] = []
        for piece in pieces {
            places.append(Place(start: bytes.count, count: piece.count))
            bytes.append(UInt8(ascii: ","))
            bytes += piece
        }
        bytes += Array(repeating: 0, count: ByteBuffer.padding)
        (self.bytes, self.places) = (bytes, places)
    }

    /// Adds a piece, with a comma before it or without.
    @inline(__always)
    func append(at place: Int, comma: Bool, to buffer: inout ByteBuffer) {
        let place = places[place]
        let before = comma ? 0 : 1
        bytes.withUnsafeBytes { bytes in
            guard let first = bytes.baseAddress else { return }
            buffer.append(padded: first + place.start + before, count: place.count + 1 - before)
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
