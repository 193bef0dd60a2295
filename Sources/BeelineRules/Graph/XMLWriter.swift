/// Writes XML into a growing text.
struct XMLWriter {
    private(set) var text = ""

    typealias Attributes = KeyValuePairs<String, String>

    /// An element with what stands in it.
    mutating func element(_ name: String, _ attributes: Attributes = [:], _ content: (inout XMLWriter) -> Void) {
        open(name, attributes)
        text += ">"
        content(&self)
        text += "</\(name)>\n"
    }

    /// An element with a text.
    mutating func element(_ name: String, _ attributes: Attributes = [:], text content: String) {
        element(name, attributes) { $0.append(content) }
    }

    /// An element without content.
    mutating func element(_ name: String, _ attributes: Attributes = [:]) {
        open(name, attributes)
        text += "/>\n"
    }

    mutating func append(_ content: String) {
        for scalar in content.unicodeScalars { append(scalar) }
    }

    /// What is XML already.
    mutating func append(written: String) { text += written }

    private mutating func open(_ name: String, _ attributes: Attributes) {
        text += "<\(name)"
        for (name, value) in attributes {
            text += " \(name)=\""
            append(value)
            text += "\""
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "&": text += "&amp;"
        case "<": text += "&lt;"
        case ">": text += "&gt;"
        case "\"": text += "&quot;"
        // XML 1.0, section 2.2: other characters cannot be written at all.
        case "\t", "\n", "\r", " "..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}":
            text.unicodeScalars.append(scalar)
        default: text += "\u{FFFD}"
        }
    }
}
