/// A text with `{name}` or `{name|default}` in it; `{{` and `}}` are braces.
///
///     try TextTemplate("ISBN {isbn13}, formerly {isbn10|none}")
struct TextTemplate: Hashable, Sendable {
    let parts: [Part]

    package enum Part: Hashable, Sendable {
        case literal(String)
        case variable(Variable)
    }

    package struct Variable: Hashable, Sendable {
        let name: String
        /// What stands in where the value is absent; nil: it never is.
        let fallback: String?
        /// How many scalars of the template stand before the name.
        let offset: Int
    }

    init(_ text: String) throws(TemplateError) {
        var parts: [Part] = []
        var literal = String.UnicodeScalarView()
        let scalars = Array(text.unicodeScalars)
        var next = 0
        while next < scalars.count {
            let scalar = scalars[next]
            guard scalar == "{" || scalar == "}" else {
                literal.append(scalar)
                next += 1
                continue
            }
            if next + 1 < scalars.count, scalars[next + 1] == scalar {
                literal.append(scalar)
                next += 2
                continue
            }
            guard scalar == "{" else {
                throw TemplateError(message: "'}' without '{'; a brace itself is written '}}'", offset: next)
            }
            guard let end = scalars[next...].firstIndex(of: "}") else {
                throw TemplateError(message: "'{' is never closed; a brace itself is written '{{'", offset: next)
            }
            if !literal.isEmpty { parts.append(.literal(String(literal))) }
            literal = String.UnicodeScalarView()
            parts.append(.variable(try Self.variable(scalars[(next + 1)..<end], offset: next + 1)))
            next = end + 1
        }
        if !literal.isEmpty { parts.append(.literal(String(literal))) }
        self.parts = parts
    }

    private static func variable(
        _ inside: ArraySlice<Unicode.Scalar>, offset: Int
    ) throws(TemplateError) -> Variable {
        func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars)
            return String(view)
        }
        let bar = inside.firstIndex(of: "|")
        let name = text(inside[..<(bar ?? inside.endIndex)])
        guard !name.isEmpty, !name.unicodeScalars.contains(where: { $0 == " " || $0 == "{" }) else {
            throw TemplateError(message: "'{\(name)}' is no name; a brace itself is written '{{'", offset: offset)
        }
        return Variable(name: name, fallback: bar.map { text(inside[($0 + 1)...]) }, offset: offset)
    }
}
