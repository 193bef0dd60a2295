internal import BeelineContent

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

/// A text template whose names are bound, and whose constants are filled in.
package struct BoundText: Hashable, Sendable {
    package enum Part: Hashable, Sendable {
        case literal(String)
        case variable(Name, fallback: String?)
        /// A secret, by its name. It is put in when the action is performed.
        case secret(String)
    }

    package let parts: [Part]
    /// The field that the whole template is; nil for nearly all that are not `{name}`.
    private let loneField: Field?
    /// Whether it may tell the secret of a code that holds one, or names one of the user's.
    let mayTellSecret: Bool

    init(parts: [Part]) {
        self.parts = parts
        if parts.count == 1, case .variable(.field(.fixed(let field)), _) = parts[0] {
            loneField = field
        } else {
            loneField = nil
        }
        mayTellSecret = parts.contains { part in
            switch part {
            case .literal: false
            case .variable(let name, _): name.mayTellSecret
            case .secret: true
            }
        }
    }

    init(_ text: String) { self.init(parts: [.literal(text)]) }

    /// The names that it takes values of.
    package var names: [Name] {
        parts.compactMap { if case .variable(let name, _) = $0 { name } else { nil } }
    }

    /// Whether it names a secret of the user.
    var namesSecret: Bool { parts.contains { if case .secret = $0 { true } else { false } } }

    /// Whether the text for a code that holds a secret tells it.
    func tellsSecret(of subject: borrowing EvaluationContext) -> Bool {
        if mayTellSecret { return true }
        // What a kind of a rule file gives may be made of a secret.
        guard subject.classification != nil else { return false }
        for name in names where subject.tellsSecret(name) { return true }
        return false
    }

    /// The value for a code: of the type of the name when the template is a lone `{name}`, else a text.
    func value(for subject: borrowing EvaluationContext) -> ActionValue {
        if let loneField, subject.classification == nil, let value = subject.reading.value(of: loneField) {
            return value.actionValue
        }
        guard parts.count == 1 else { return textValue(for: subject) }
        switch parts[0] {
        case .literal(let text): return .text(text)
        case .variable(let name, let fallback):
            return subject.value(of: name)?.actionValue ?? .text(fallback ?? "")
        case .secret: return textValue(for: subject)
        }
    }

    /// The text for a code; where a secret is missing, what stands around it.
    func textValue(for subject: borrowing EvaluationContext) -> ActionValue {
        guard namesSecret else {
            return .text(text(for: subject))
        }
        return .withSecrets(
            parts.map { part in
                switch part {
                case .literal(let text): .text(text)
                case .variable(let name, let fallback):
                    .text(subject.value(of: name)?.description ?? fallback ?? "")
                case .secret(let name): .secret(name)
                }
            })
    }

    /// The text for a code, of a template without secrets.
    func text(for subject: borrowing EvaluationContext) -> String {
        if parts.count == 1, case .literal(let text) = parts[0] { return text }
        var result = ""
        for part in parts {
            switch part {
            case .literal(let literal): result += literal
            case .variable(let name, let fallback): result += subject.value(of: name)?.description ?? fallback ?? ""
            case .secret: continue
            }
        }
        return result
    }
}

extension FieldValue {
    /// The value of an action's parameter. JSON has no dates, so they are texts there.
    package var actionValue: ActionValue {
        switch self {
        case .text(let text): .text(text)
        case .number(let number): .number(number)
        case .boolean(let truth): .boolean(truth)
        case .date(let date): .text(date.description)
        case .list(let elements): .list(elements)
        }
    }

    /// The value of a name in a URI template.
    var templateValue: URITemplate.Value {
        if case .list(let elements) = self { .list(elements.map(\.description)) } else { .text(description) }
    }
}
