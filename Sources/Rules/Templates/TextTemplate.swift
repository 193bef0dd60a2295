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
        /// The default for an absent value; nil without a default.
        let fallback: String?
        /// The number of scalars of the template before the name.
        let offset: Int
    }

    init(_ text: String) throws(TemplateError) {
        var parts: [Part] = []
        var literal = ""
        var rest = text[...]
        // How many scalars are before the rest.
        var offset = 0
        while let brace = rest.utf8.firstIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) {
            literal.append(contentsOf: rest[..<brace])
            offset += rest[..<brace].unicodeScalars.count
            let isOpening = rest.utf8[brace] == UInt8(ascii: "{")
            rest = rest[rest.utf8.index(after: brace)...]
            if let next = rest.utf8.first, next == (isOpening ? UInt8(ascii: "{") : UInt8(ascii: "}")) {
                literal += isOpening ? "{" : "}"
                rest = rest[rest.utf8.index(after: rest.startIndex)...]
                offset += 2
                continue
            }
            guard isOpening else {
                throw TemplateError(message: "'}' without '{'; write '}}' for a brace", offset: offset)
            }
            guard let end = rest.utf8.firstIndex(of: UInt8(ascii: "}")) else {
                throw TemplateError(message: "'{' is never closed; write '{{' for a brace", offset: offset)
            }
            if !literal.isEmpty { parts.append(.literal(literal)) }
            literal = ""
            parts.append(.variable(try Variable(rest[..<end], offset: offset + 1)))
            offset += 2 + rest[..<end].unicodeScalars.count
            rest = rest[rest.utf8.index(after: end)...]
        }
        literal.append(contentsOf: rest)
        if !literal.isEmpty { parts.append(.literal(literal)) }
        self.parts = parts
    }
}

extension TextTemplate.Variable {
    /// - Parameter inside: what is between the braces.
    fileprivate init(_ inside: Substring, offset: Int) throws(TemplateError) {
        let bar = inside.utf8.firstIndex(of: UInt8(ascii: "|"))
        name = String(inside[..<(bar ?? inside.endIndex)])
        fallback = bar.map { String(inside[inside.utf8.index(after: $0)...]) }
        self.offset = offset
        let terms = SumName.parts(name)?.map(\.text) ?? [name]
        let isName = terms.allSatisfy { term in
            !term.isEmpty && !RuleName.withoutColumn(term).utf8.contains(UInt8(ascii: " "))
        }
        guard isName, !name.utf8.contains(UInt8(ascii: "{")) else {
            throw TemplateError(message: "'{\(name)}' is not a name; write '{{' for a brace", offset: offset)
        }
    }
}

package struct TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
    package let message: String
    /// The number of Unicode scalars of the template before the place.
    package let offset: Int

    package var description: String { "\(message), at character \(offset + 1)" }
}
