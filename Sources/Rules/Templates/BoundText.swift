internal import BeelineContent

/// A text template with bound names and filled in constants.
package struct BoundText: Hashable, Sendable {
    package enum Part: Hashable, Sendable {
        case literal(String)
        case variable(Name, fallback: String?)
        /// The source of the scan as one level of an MQTT topic. It makes no further levels and no wildcards.
        case topicLevel(fallback: String?)
        /// A secret, by its name. It is inserted when the action is performed.
        case secret(String)
    }

    package let parts: [Part]
    /// Whether it may reveal a secret of the code, or names a secret of the user.
    let mayTellSecret: Bool

    init(parts: [Part]) {
        self.parts = parts
        mayTellSecret = parts.contains { part in
            switch part {
            case .literal, .topicLevel: false
            case .variable(let name, _): name.mayTellSecret
            case .secret: true
            }
        }
    }

    init(_ text: String) { self.init(parts: [.literal(text)]) }

    package var names: [Name] {
        Name.atoms(of: parts.compactMap { if case .variable(let name, _) = $0 { name } else { nil } })
    }

    var namesSecret: Bool { parts.contains { if case .secret = $0 { true } else { false } } }

    /// Whether the text for a code that contains a secret reveals it.
    func tellsSecret(of subject: borrowing EvaluationContext) -> Bool {
        // A kind of a rule file knows which of the fields that it gives are made of a secret.
        guard subject.classification != nil, !namesSecret else { return mayTellSecret }
        for name in names where subject.tellsSecret(name) && subject.value(of: name) != nil { return true }
        return false
    }

    /// The value for a code: of the type of the name when the template is a lone `{name}`, else a text.
    func value(for subject: borrowing EvaluationContext) -> ActionValue { presentValue(for: subject) ?? .text("") }

    /// The same; nil for a lone `{name}` that is absent and has no default.
    func presentValue(for subject: borrowing EvaluationContext) -> ActionValue? {
        guard parts.count == 1 else { return textValue(for: subject) }
        switch parts[0] {
        case .literal(let text): return .text(text)
        case .variable(let name, let fallback):
            return subject.shownValue(of: name)?.actionValue ?? subject.json(of: name).map(ActionValue.init)
                ?? fallback.map(ActionValue.text)
        case .topicLevel, .secret: return textValue(for: subject)
        }
    }

    /// Whether it is a lone `{name|}`.
    var isNameOrNothing: Bool {
        if parts.count == 1, case .variable(_, fallback: "") = parts[0] { true } else { false }
    }

    /// The source of the scan.
    package static let source = Name.scan(.source)

    private static func topicLevel(of subject: borrowing EvaluationContext, _ fallback: String?) -> String {
        guard let source = subject.shownValue(of: source)?.description else { return fallback ?? "" }
        var level = ""
        for scalar in source.unicodeScalars {
            switch scalar {
            // A `$` at the start of a topic names one of the broker.
            case "/", "+", "#", "$", "%", "\0"..<" ", "\u{7F}"..<"\u{A0}": level += percentEncoded(scalar)
            default: level.unicodeScalars.append(scalar)
            }
        }
        return level
    }

    private static func percentEncoded(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf8.map { byte in (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true) }.joined()
    }

    /// The same template for a topic, with the source of the scan as one level; nil where it has another name.
    func forTopic() -> BoundText? {
        guard names.allSatisfy({ $0 == Self.source }), !namesSecret else { return nil }
        return BoundText(
            parts: parts.map { part in
                if case .variable(_, let fallback) = part { .topicLevel(fallback: fallback) } else { part }
            })
    }

    /// Whether it is JSON text or markup, in which the value of a name could change the meaning. It begins like JSON or
    /// markup, or has a name as the value of a member.
    var isMarkup: Bool {
        guard parts.contains(where: { if case .variable = $0 { true } else { false } }) else { return false }
        for (part, next) in zip(parts, parts.dropFirst()) {
            if case (.literal(let text), .variable) = (part, next), Self.endsBeforeMember(text) { return true }
        }
        guard case .literal(let text)? = parts.first else { return false }
        switch text.unicodeScalars.first(where: { !Self.isBlank($0) }) {
        case "{", "<": return true
        case "[":
            // "[till] {text}" is prose.
            guard case .literal(let text)? = parts.last else { return false }
            return text.unicodeScalars.last { !Self.isBlank($0) } == "]"
        default: return false
        }
    }

    /// Characters that may be before JSON or markup, including byte order marks and record separators.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.value < 0x20 || scalar == "\u{FEFF}"
    }

    /// Whether a text ends in `"name":`, maybe with the quote of a value.
    private static func endsBeforeMember(_ text: String) -> Bool {
        var rest = Array(text.unicodeScalars.filter { !isBlank($0) }.suffix(3))[...]
        if rest.last == "\"", rest.dropLast().last == ":" { rest = rest.dropLast() }
        return rest.last == ":" && rest.dropLast().last == "\""
    }

    /// The text for a code; secrets are inserted later.
    func textValue(for subject: borrowing EvaluationContext) -> ActionValue {
        guard namesSecret else { return .text(text(for: subject)) }
        return .withSecrets(
            parts.map { part in
                switch part {
                case .literal(let text): .text(text)
                case .variable(let name, let fallback):
                    .text(subject.shownValue(of: name)?.description ?? fallback ?? "")
                case .topicLevel(let fallback): .text(Self.topicLevel(of: subject, fallback))
                case .secret(let name): .secret(name)
                }
            })
    }

    /// The text for a code, of a template without secrets.
    func text(for subject: borrowing EvaluationContext) -> String {
        var result = ""
        for part in parts {
            switch part {
            case .literal(let literal): result += literal
            case .variable(let name, let fallback):
                result += subject.shownValue(of: name)?.description ?? fallback ?? ""
            case .topicLevel(let fallback): result += Self.topicLevel(of: subject, fallback)
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

    var templateValue: URITemplate.Value {
        if case .list(let elements) = self { .list(elements.map(\.description)) } else { .text(description) }
    }
}
