internal import BeelineSymbols

/// Writes the lines of vCards and iCalendar objects (RFC 2425, RFC 5545).
package struct ContentLineWriter {
    package private(set) var bytes: [UInt8] = []

    /// The longest line, without its end; nil: lines are not folded.
    private let longestLine: Int?

    /// - Parameter folds: whether long lines are folded, as files have them (RFC 5545, section 3.1: 75 bytes). Many
    ///   readers of codes do not join such lines again.
    package init(folds: Bool = true) { longestLine = folds ? 75 : nil }

    /// A line whose value stands there as it is.
    ///
    /// - Parameter value: without control characters.
    package mutating func line(_ name: String, raw value: String) {
        var length = 0
        for scalar in "\(name):\(value)".unicodeScalars {
            let count = UTF8.width(scalar)
            // A character is never parted, and what follows begins with a blank that is none of it.
            if let longestLine, length + count > longestLine {
                bytes += [0x0D, 0x0A, 0x20]
                length = 1
            }
            bytes.append(contentsOf: String(scalar).utf8)
            length += count
        }
        bytes += [0x0D, 0x0A]
    }

    /// A line whose value is a text; none when there is no text.
    package mutating func line(_ name: String, text: String?) {
        guard let text, !text.isEmpty else { return }
        line(name, raw: Self.escaped(text))
    }

    /// A line whose value is a link; none when there is none.
    package mutating func line(_ name: String, link: String?) {
        guard let link, !link.isEmpty else { return }
        line(name, raw: Self.encoded(link))
    }

    /// The text with `\n` for whatever any reader may take for the end of a line, and without other control characters
    /// but tabs (RFC 5545, section 3.3.11).
    package static func escaped(_ text: String) -> String {
        var escaped = ""
        var isAfterReturn = false
        for scalar in text.unicodeScalars {
            defer { isAfterReturn = scalar == "\r" }
            switch scalar {
            case "\n" where isAfterReturn: continue
            case "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}": escaped += "\\n"
            case "\\", ",", ";": escaped += "\\\(scalar)"
            case "\t": escaped.unicodeScalars.append(scalar)
            default: if scalar.properties.generalCategory != .control { escaped.unicodeScalars.append(scalar) }
            }
        }
        return escaped
    }

    /// The link with blanks and control characters encoded, which no link has.
    package static func encoded(_ link: String) -> String {
        var encoded = ""
        for scalar in link.unicodeScalars {
            let category = scalar.properties.generalCategory
            let isControl = [.control, .lineSeparator, .paragraphSeparator, .spaceSeparator].contains(category)
            guard isControl else {
                encoded.unicodeScalars.append(scalar)
                continue
            }
            for byte in String(scalar).utf8 {
                encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return encoded
    }
}
