internal import BeelineSymbols

/// Writes XML into a growing text. What it writes is also HTML, except for elements that are empty: HTML ends them only
/// where they are always empty (`meta`, `input`) or are in an `svg`.
package struct XMLWriter {
    package private(set) var text = ""

    package init() {}

    package typealias Attributes = KeyValuePairs<String, String>

    package mutating func element(_ name: String, _ attributes: Attributes = [:], _ content: (inout XMLWriter) -> Void)
    {
        open(name, attributes)
        text += ">"
        content(&self)
        text += "</\(name)>\n"
    }

    package mutating func element(_ name: String, _ attributes: Attributes = [:], text content: String) {
        element(name, attributes) { $0.append(content) }
    }

    /// An element without content.
    package mutating func element(_ name: String, _ attributes: Attributes = [:]) {
        open(name, attributes)
        text += "/>\n"
    }

    package mutating func append(_ content: String) {
        // Pictures are long texts, and have nothing to be escaped.
        if content.utf8.allSatisfy(Self.isPlain) {
            text += content
        } else {
            for scalar in content.unicodeScalars { append(scalar) }
        }
    }

    /// Appends XML as it is.
    package mutating func append(written: String) { text += written }

    private mutating func open(_ name: String, _ attributes: Attributes) {
        text += "<\(name)"
        for (name, value) in attributes {
            text += " \(name)=\""
            append(value)
            text += "\""
        }
    }

    /// Whether a byte needs no escape.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): false
        default: 0x20..<0x7F ~= byte
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "&": text += "&amp;"
        case "<": text += "&lt;"
        case ">": text += "&gt;"
        case "\"": text += "&quot;"
        case "\t", "\n", "\r": text.unicodeScalars.append(scalar)
        // XML 1.0, section 2.2: some controls cannot be written at all. The others would be no better on a terminal.
        case _ where scalar.isHidden: text += "\u{FFFD}"
        default: text.unicodeScalars.append(scalar)
        }
    }
}

/// Text of a rule file or a code made harmless: on one line, without characters that are hidden or turn text around,
/// and cut after so many scalars, with `…` at its end.
package func plainText(_ text: String, limit: Int) -> String {
    var result = String.UnicodeScalarView()
    var count = 0
    var marks = 0
    for scalar in text.unicodeScalars {
        guard count < limit else {
            result.append("…")
            break
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark:
            // No letter has more than a few; piles of them reach into other lines.
            marks += 1
            guard marks <= 3 else { continue }
            result.append(scalar)
        case .control where scalar == "\n" || scalar == "\t" || scalar == "\r": result.append(" ")
        case _ where scalar.isHidden: result.append("\u{FFFD}")
        default:
            marks = 0
            result.append(scalar)
        }
        count += 1
    }
    return String(result)
}
