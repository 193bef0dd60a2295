/// Text that a person reads on a terminal or in a log.
///
/// Its line breaks and escape sequences are those of literals in the program. Whatever is interpolated or appended has
/// its controls and hidden characters escaped: nothing that comes from outside begins a line, moves the cursor, or
/// changes a colour. What writes to standard output and standard error takes no other text, so no caller can forget it.
///
///     let text: TerminalText = "\(path): no such file\n"   // a line feed in `path` becomes \n
package struct TerminalText: Hashable, Sendable {
    /// UTF-8: bytes cost less to append than strings.
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// A text from outside, escaped.
    package init(_ text: String) { append(text) }

    package var isEmpty: Bool { bytes.isEmpty }

    package var string: String { String(decoding: bytes, as: UTF8.self) }

    /// How many characters it has. For text without escape sequences that is about how many columns it takes.
    package var width: Int { string.count }

    package mutating func reserveCapacity(_ count: Int) { bytes.reserveCapacity(count) }

    /// Appends a text from outside, escaped.
    package mutating func append(_ text: String) {
        let text = text.withHiddenSpelledOut
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { bytes.append(contentsOf: $0) }
        if isDone == nil { bytes.append(contentsOf: text.utf8) }
    }

    package mutating func append(_ text: TerminalText) { bytes += text.bytes }

    fileprivate mutating func append(literal: StaticString) {
        literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Blanks, to align what follows.
    package static func blanks(_ count: Int) -> TerminalText {
        var text = TerminalText()
        text.bytes = Array(repeating: UInt8(ascii: " "), count: max(0, count))
        return text
    }

    package static func + (left: TerminalText, right: TerminalText) -> TerminalText {
        var text = left
        text.append(right)
        return text
    }

    package static func += (left: inout TerminalText, right: TerminalText) { left.append(right) }
}

extension TerminalText: ExpressibleByStringInterpolation {
    // A static string is a literal for certain: no text from outside can pass for one.
    package init(stringLiteral literal: StaticString) { append(literal: literal) }

    package init(stringInterpolation interpolation: StringInterpolation) { self = interpolation.text }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = TerminalText()

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        package mutating func appendLiteral(_ literal: StaticString) { text.append(literal: literal) }

        /// A part that is safe already.
        package mutating func appendInterpolation(_ part: TerminalText) { text.append(part) }

        package mutating func appendInterpolation(_ part: String) { text.append(part) }

        package mutating func appendInterpolation(_ part: some CustomStringConvertible) {
            text.append(part.description)
        }

        @_disfavoredOverload
        package mutating func appendInterpolation(_ error: any Error) { text.append("\(error)") }
    }
}

extension Sequence<TerminalText> {
    package func joined(separator: TerminalText = "") -> TerminalText {
        var text = TerminalText()
        for (index, part) in enumerated() {
            if index > 0 { text.append(separator) }
            text.append(part)
        }
        return text
    }
}

extension String {
    /// The text, shortened to so many characters where it is too long: its beginning and `…`.
    ///
    ///     "a long story".shortened(to: 7)   // "a long…"
    package func shortened(to most: Int) -> String { count > most ? prefix(most - 1) + "…" : self }
}

extension Sequence<String> {
    /// The texts with commas between them, and `…` for those after so many.
    package func listed(most: Int) -> String {
        let texts = Array(prefix(most + 1))
        return (texts.prefix(most) + (texts.count > most ? ["…"] : [])).joined(separator: ", ")
    }
}
