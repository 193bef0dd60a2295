package import BeelineContent

/// A kind of content that a rule file makes of codes: one or more forms that its codes have.
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

    /// The kinds of the program whose codes may be of it.
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

/// One of the forms that the codes of a kind have.
package final class CustomKindForm: Sendable {
    package let title: String?
    package let condition: CheckedCondition
    /// How the text is split once the condition is true; nil where it is not.
    package let parts: TextParts?
    /// What must be right beside the condition, in this order.
    package let checks: [KindCheck]
    package let fields: [KindField]
    /// What makes two of its codes the same code; nil: the text.
    let identity: BoundText?
    /// Why a code that has the form may be none of the kind; nil where chance hardly makes one.
    let doubt: String?
    /// How many captures, rows and parts it keeps.
    package let slotCount: Int
    /// Whether it looks at the text without its blanks.
    let ignoresBlanks: Bool

    init(
        title: String?, condition: CheckedCondition, parts: TextParts?, checks: [KindCheck], fields: [KindField],
        identity: BoundText?, doubt: String?, slotCount: Int
    ) {
        (self.title, self.condition, self.parts) = (title, condition, parts)
        (self.checks, self.fields, self.identity) = (checks, fields, identity)
        (self.doubt, self.slotCount) = (doubt, slotCount)
        ignoresBlanks =
            (condition.condition.names + (parts?.source.names ?? [])).contains(.field(.fixed(.compact)))
    }

    fileprivate func field(_ name: Name) -> KindField? { fields.first { $0.name == name } }

    /// Whether a code for which the condition is true may still not be of the kind.
    package var asksMore: Bool { parts != nil || !checks.isEmpty }
}

/// A field that a form of a kind gives its codes.
package struct KindField: Sendable {
    /// `.field(.fixed)` for a field that other kinds have too, else `.own`.
    package let name: Name
    package let template: BoundText
    /// False for a part that may be missing.
    package let isAlways: Bool
    /// Whether it is made of a part that is secret.
    package let isSecret: Bool
}

/// Check characters that the codes of a kind have right.
package struct KindCheck: Sendable {
    let scheme: CheckScheme
    /// Those of `mod10` and `mod11`; empty for all other schemes.
    let weights: [Int]
    /// The check characters of `mod11` where the rest is ten, and where it is eleven.
    let ten: Character
    let eleven: Character
    /// What is checked, as the file writes it: `{match.number}`.
    package let source: String
    let template: BoundText

    /// A short description.
    package var title: String { "check \(scheme.rawValue) of \(source)" }

    /// The text that is checked.
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
    /// Asks all that is asked of a code beside the kind that it has by itself: the condition, the parts and the checks.
    ///
    /// - Returns: whether it has the form, and what is wrong where its condition is true and the rest does not.
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

    /// What it makes of a code that has the form; the code then also has the secrets that the form finds in it.
    ///
    /// - Parameter index: the place of its kind among the kinds of rule files.
    func classification(named name: String, index: Int, of subject: inout EvaluationContext) -> Classification {
        let secrets = parts?.secrets(in: subject) ?? []
        // What is made of a code that contains a secret by itself may be made of that, unless the form says what is
        // secret.
        let isAllSecret = secrets.isEmpty && subject.reading.holdsSecret
        let mask = secrets.isEmpty ? .none : SecretMask(secrets).and(subject.reading.secretMask)
        var given: [Classification.Given] = []
        for field in fields {
            guard let value = field.template.fieldValue(for: subject, isAlways: field.isAlways) else { continue }
            let isSecret =
                isAllSecret || field.isSecret || (!mask.isEmpty && mask.masked(value) != value)
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
    /// Whether it is made of a part that is secret.
    var namesSecretPart: Bool {
        names.contains { if case .part(let part) = $0 { part.isSecret } else { false } }
    }

    /// The value for a code: of the type of the name when the template is a lone `{name}` without a default, else a
    /// text.
    ///
    /// - Parameter isAlways: whether it is an empty text, and not nil, where a lone name is absent.
    fileprivate func fieldValue(for subject: borrowing EvaluationContext, isAlways: Bool) -> FieldValue? {
        if parts.count == 1, case .variable(let name, nil) = parts[0] {
            return subject.value(of: name) ?? (isAlways ? .text("") : nil)
        }
        return .text(text(for: subject))
    }
}
