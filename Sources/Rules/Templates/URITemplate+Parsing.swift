internal import BeelineContent

extension URITemplate {
    /// Reads a template. The error has the place of the first one.
    package init(_ text: String) throws(TemplateError) {
        var parser = URITemplateParser(text)
        parts = try parser.parts()
    }
}

private struct URITemplateParser {
    private let scalars: [Unicode.Scalar]
    private var next = 0

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    private var current: Unicode.Scalar? { next < scalars.count ? scalars[next] : nil }

    private func error(_ message: String, at offset: Int? = nil) -> TemplateError {
        TemplateError(message: message, offset: offset ?? next)
    }

    mutating func parts() throws(TemplateError) -> [URITemplate.Part] {
        var parts: [URITemplate.Part] = []
        var literal: [UInt8] = []
        while let scalar = current {
            if scalar == "{" {
                if !literal.isEmpty { parts.append(.literal(literal)) }
                literal = []
                parts.append(try expression())
            } else {
                try appendLiteral(scalar, to: &literal)
            }
        }
        if !literal.isEmpty { parts.append(.literal(literal)) }
        return parts
    }

    /// RFC 6570, sections 2.1 (with erratum 6937, which allows the apostrophe) and 3.1: what is not allowed in a URI is
    /// percent-encoded, except for what may never be there.
    private mutating func appendLiteral(_ scalar: Unicode.Scalar, to literal: inout [UInt8]) throws(TemplateError) {
        switch scalar {
        case "}": throw error("'}' without '{'")
        case "%":
            guard next + 2 < scalars.count, scalars[next + 1].isHexDigit, scalars[next + 2].isHexDigit else {
                throw error("'%' is not followed by two hexadecimal digits; write '%25' for a percent sign")
            }
            literal.append(UInt8(ascii: "%"))
        case "\"", "<", ">", "\\", "^", "`", "|", "\u{0}"..."\u{20}", "\u{7F}"..."\u{9F}":
            throw error("this character is not allowed in a URL; write it percent-encoded")
        default:
            if scalar.isASCII {
                literal.append(UInt8(scalar.value))
            } else {
                PercentEncoding.append(String(scalar), keeping: .none, to: &literal)
            }
        }
        next += 1
    }

    private mutating func expression() throws(TemplateError) -> URITemplate.Part {
        let start = next
        next += 1
        var kind = URITemplate.Operator.simple
        if let scalar = current, !scalar.isNameCharacter || scalar == "." {
            if let found = URITemplate.Operator(rawValue: String(scalar)) {
                kind = found
                next += 1
            } else if "=,!@|".unicodeScalars.contains(scalar) {
                throw error("the operator '\(scalar)' is reserved and has no meaning yet")
            }
        }
        var variables: [URITemplate.Variable] = []
        while true {
            let variable = try variable(openedAt: start)
            guard !kind.isNamed || RuleName.withoutColumn(variable.name) == variable.name else {
                throw error(
                    "a column in brackets cannot be used as a name in a URL: write ?name={\(variable.name)}", at: start)
            }
            variables.append(variable)
            guard let scalar = current else { throw error("'{' is never closed", at: start) }
            next += 1
            if scalar == "}" { return .expression(kind, variables) }
            guard scalar != "|" else {
                throw error("a URL cannot have defaults: {?name} leaves an absent value out", at: next - 1)
            }
            guard scalar == "," else { throw error("'\(scalar)' is not allowed in a name", at: next - 1) }
        }
    }

    /// RFC 6570, section 2.3 and 2.4: a name of letters, digits, `_`, dots inside, `%xx`; then `*` or `:n`.
    private mutating func variable(openedAt start: Int) throws(TemplateError) -> URITemplate.Variable {
        let nameStart = next
        while let scalar = current, scalar.isNameCharacter || scalar == "%" {
            if scalar == "%" {
                guard next + 2 < scalars.count, scalars[next + 1].isHexDigit, scalars[next + 2].isHexDigit else {
                    throw error("'%' is not followed by two hexadecimal digits")
                }
                next += 3
            } else {
                next += 1
            }
        }
        let name = scalars[nameStart..<next]
        let column = try column()
        guard !name.isEmpty else {
            throw current == nil ? error("'{' is never closed", at: start) : error("a name is missing")
        }
        guard name.first != ".", name.last != ".",
            !zip(name, name.dropFirst()).contains(where: { $0 == "." && $1 == "." })
        else { throw error("a name can have single dots, not at its ends", at: nameStart) }
        // All of them are ASCII.
        let text = String(decoding: name.map { UInt8($0.value) }, as: UTF8.self) + column
        var prefix: Int?
        var explodes = false
        if current == "*" {
            explodes = true
            next += 1
        } else if current == ":" {
            next += 1
            prefix = try prefixLength()
        }
        return URITemplate.Variable(name: text, prefix: prefix, explodes: explodes, offset: nameStart)
    }

    /// The column of a catalogue in brackets, with these; brackets within it are in pairs. Empty where there is none.
    private mutating func column() throws(TemplateError) -> String {
        let start = next
        var depth = 0
        while let scalar = current, depth > 0 || scalar == "[" {
            guard scalar != "{", scalar != "}" else { break }
            next += 1
            if scalar == "[" { depth += 1 }
            if scalar == "]" { depth -= 1 }
            if depth == 0 { break }
        }
        guard depth == 0 else { throw error("'[' is never closed", at: start) }
        var column = String.UnicodeScalarView()
        column.append(contentsOf: scalars[start..<next])
        return String(column)
    }

    private mutating func prefixLength() throws(TemplateError) -> Int {
        let start = next
        var length = 0
        while let scalar = current, ("0"..."9").contains(scalar), next - start < 5 {
            length = length * 10 + Int(scalar.value - 0x30)
            next += 1
        }
        guard (1...9_999).contains(length), scalars[start] != "0" else {
            throw error("the length after ':' must be a number from 1 to 9999", at: start)
        }
        return length
    }
}

extension Unicode.Scalar {
    fileprivate var isHexDigit: Bool { properties.isASCIIHexDigit }

    fileprivate var isNameCharacter: Bool {
        self == "." || UInt8(exactly: value).map(RuleName.isCharacter) ?? false
    }
}
