package import BeelineContent

/// A kind of content that a rule file defines, with one or more forms of its codes.
package final class CustomKind: Sendable {
    package let name: String
    package let title: String?
    package let file: String
    /// In the order in which they are tried.
    package let forms: [CustomKindForm]

    init(name: String, title: String?, file: String, forms: [CustomKindForm]) {
        (self.name, self.title, self.file, self.forms) = (name, title, file, forms)
    }

    /// The fields of all forms, each name once.
    package var fields: [KindField] {
        var known: Set<Name> = []
        return forms.flatMap(\.fields).filter { known.insert($0.name).inserted }
    }

    /// The kinds of the program whose codes may be of this kind.
    package var sources: RuleKinds {
        forms.reduce(RuleKinds()) { $0.union($1.condition.scope.kinds) }
    }

    /// Whether every code of it has a name.
    package func isCertain(_ name: Name) -> Bool {
        forms.allSatisfy { form in
            form.field(name).map(\.isAlways) ?? form.condition.scope.isCertain(name, .base)
        }
    }
}

/// A form of the codes of a custom kind.
package final class CustomKindForm: Sendable {
    package let title: String?
    package let condition: CheckedCondition
    /// How the text is split once the condition is true; nil if it is not split.
    package let parts: TextParts?
    /// The check characters, which are tested in this order.
    package let checks: [KindCheck]
    package let fields: [KindField]
    /// What identifies a code; nil for its text.
    let identity: BoundText?
    /// Why a code of this form may be of another kind; nil if that is unlikely.
    let doubt: String?
    /// The number of slots for its captures, rows and parts.
    package let slotCount: Int
    let ignoresBlanks: Bool

    init(
        title: String?, condition: CheckedCondition, parts: TextParts?, checks: [KindCheck], fields: [KindField],
        identity: BoundText?, doubt: String?, slotCount: Int
    ) {
        (self.title, self.condition, self.parts) = (title, condition, parts)
        (self.checks, self.fields, self.identity) = (checks, fields, identity)
        (self.doubt, self.slotCount) = (doubt, slotCount)
        ignoresBlanks = (condition.condition.names + (parts?.source.names ?? [])).contains(.field(.fixed(.compact)))
    }

    fileprivate func field(_ name: Name) -> KindField? { fields.first { $0.name == name } }

    /// Whether it has parts or checks, which may exclude a code that meets the condition.
    package var asksMore: Bool { parts != nil || !checks.isEmpty }
}

package struct KindField: Sendable {
    /// `.field(.fixed)` for a field that other kinds have too, else `.own`.
    package let name: Name
    package let template: BoundText
    /// Whether all codes have it: false for an optional part.
    package let isAlways: Bool
    package let isSecret: Bool
}

/// A check of the check characters of a code.
package struct KindCheck: Sendable {
    let scheme: CheckScheme
    /// The weights of `mod10` and `mod11`; empty for other schemes.
    let weights: [Int]
    /// The check characters of `mod11` for ten and eleven.
    let ten: Character
    let eleven: Character
    /// The checked text, as the file writes it: `{match.number}`.
    package let source: String
    let template: BoundText

    package var title: String { "check \(scheme.rawValue) of \(source)" }

    package func text(for subject: borrowing EvaluationContext) -> String { template.text(for: subject) }

    package func result(for subject: borrowing EvaluationContext) -> CheckScheme.Result {
        scheme.result(of: text(for: subject), weights: weights, ten: ten, eleven: eleven)
    }

    /// Whether the text reveals a secret of the code.
    package func isSecret(_ subject: borrowing EvaluationContext) -> Bool {
        subject.reading.spreadsSecret && template.tellsSecret(of: subject)
    }
}

extension CustomKindForm {
    /// Tests a code against the condition, the parts and the checks. Returns whether it has the form, and what is wrong
    /// if only its condition is met.
    func ask(_ subject: inout EvaluationContext, kind: String) -> (holds: Bool, warning: ContentWarning?) {
        subject.slots = Array(repeating: .empty, count: slotCount)
        guard condition.condition.holds(for: &subject) else { return (false, nil) }
        if let problem = parts?.take(from: &subject) {
            return (false, .notOfKind(kind, reason: problem.description))
        }
        for check in checks {
            switch check.result(for: subject) {
            case .right: continue
            case .wrong(let found, let expected):
                return (false, .wrongCheck(ofKind: kind, found: found, expected: expected))
            case .other: return (false, nil)
            }
        }
        return (true, nil)
    }

    /// The classification of a code that has the form of the kind at an index of the rule files. It also marks the
    /// secrets that the form finds in the code.
    func classification(named name: String, index: Int, of subject: inout EvaluationContext) -> Classification {
        let secrets = parts?.secrets(in: subject) ?? []
        // What is made of a code that contains a secret may be made of that, unless the form says what is secret.
        let isAllSecret = secrets.isEmpty && subject.reading.holdsSecret
        let mask = secrets.isEmpty ? .none : SecretMask(secrets).and(subject.reading.secretMask)
        var given: [Classification.Given] = []
        for field in fields {
            guard let value = field.template.fieldValue(for: subject, isAlways: field.isAlways) else { continue }
            let isSecret = isAllSecret || field.isSecret || (!mask.isEmpty && mask.masked(value) != value)
            given.append(Classification.Given(name: field.name, value: value, isSecret: isSecret))
        }
        let identity = identity.flatMap { template -> Classification.Identity? in
            let text = template.text(for: subject)
            guard !text.isEmpty else { return nil }
            let isSecret = isAllSecret || template.namesSecretPart || (!mask.isEmpty && mask.masked(text) != text)
            return Classification.Identity(text: text, isSecret: isSecret)
        }
        subject.keepSecret(secrets)
        return Classification(
            name: name, kind: RuleKind(own: index), fields: given, identity: identity, respelling: subject.respelling,
            ignoresBlanks: ignoresBlanks)
    }
}

extension BoundText {
    var namesSecretPart: Bool {
        names.contains { if case .part(let part) = $0 { part.isSecret } else { false } }
    }

    /// The value for a code: of the type of the name when the template is a lone `{name}` without a default, else a
    /// text. Where a lone name is absent it is nil or, if `isAlways`, an empty text.
    fileprivate func fieldValue(for subject: borrowing EvaluationContext, isAlways: Bool) -> FieldValue? {
        if parts.count == 1, case .variable(let name, nil) = parts[0] {
            return subject.value(of: name) ?? (isAlways ? .text("") : nil)
        }
        return .text(text(for: subject))
    }
}
