internal import BeelineContent
internal import BeelineSymbols

/// An action of a rule as a template, which a code fills in.
package final class ActionTemplate: Sendable {
    package let shape: ActionShape
    /// The names of the parameters, in the order of the arguments.
    package let parameters: [String]
    package let arguments: [ArgumentTemplate]
    package let condition: Condition?
    /// The actions whose results the condition or the arguments use, in order.
    package let needs: [String]
    private let mayTellSecret: Bool

    package enum ArgumentTemplate: Sendable {
        case url(BoundURL)
        case text(BoundText)
        case texts([BoundText])
        /// A text that no output shows, for any code.
        case secret(BoundText)
        case fields([Field])
        case json(JSONTemplate)

        package struct Field: Sendable {
            package let name: String
            let template: BoundText
        }
    }

    init(shape: ActionShape, parameters: [String], arguments: [ArgumentTemplate], condition: Condition?) {
        (self.shape, self.parameters, self.arguments, self.condition) = (shape, parameters, arguments, condition)
        var needs: [String] = []
        for case .result(let result) in (condition?.names ?? []) + arguments.flatMap(\.names)
        where !needs.contains(result.of) {
            needs.append(result.of)
        }
        self.needs = needs
        mayTellSecret = arguments.contains(where: \.mayTellSecret)
    }

    /// The action of a rule for a code; nil when its own condition is false. Arguments that wait for results are left
    /// out, unless the subject has them; all of them if the condition itself waits.
    package func action(for subject: inout EvaluationContext, of rule: Rule) -> Action? {
        let waits = !needs.isEmpty && subject.results == nil
        // What the action's own condition captures is not for the actions after it.
        let slots = condition == nil ? nil : subject.slots
        defer { if let slots { subject.slots = slots } }
        // A condition that does not ask for results need not wait for them.
        let isUncertain = waits && condition?.names.contains(where: \.isResult) ?? false
        if let condition, !isUncertain {
            guard condition.holds(for: &subject) else { return nil }
        }
        if waits { subject.askMemory(for: (condition?.names ?? []) + arguments.flatMap(\.names)) }
        // A kind of a rule file may give fields that are made of a secret.
        let holdsSecret = (mayTellSecret || subject.classification != nil) && subject.reading.spreadsSecret
        var filled: [Action.Argument] = []
        filled.reserveCapacity(arguments.count)
        var hasSecretArgument = false
        var problem: String?
        var doubt: LinkDoubt?
        for place in arguments.indices {
            let isSecret = arguments[place].isSecret(for: subject, holdsSecret)
            if isSecret { hasSecretArgument = true }
            guard !waits || !isUncertain && !arguments[place].names.contains(where: \.isResult) else { continue }
            do throws(TemplateFailure) {
                guard let value = try arguments[place].value(for: subject, holdsSecret, of: rule) else { continue }
                if doubt == nil, case .url(let url) = value, let found = subject.reading.doubt(about: url),
                    !shape.hostsOfRule.contains(parameters[place])
                {
                    doubt = found
                }
                filled.append(Action.Argument(name: parameters[place], value: value, isSecret: isSecret))
            } catch {
                problem = "\(parameters[place]): \(error)"
            }
        }
        return Action(
            shape: shape, owner: rule, arguments: filled, holdsSecret: hasSecretArgument, problem: problem,
            doubt: doubt, pending: waits ? PendingAction(self, of: rule, subject.copy()) : nil)
    }
}

/// The unfinished part of an action that waits for results.
final class PendingAction: Sendable {
    private let template: ActionTemplate
    private let rule: Rule
    private let subject: EvaluationContext

    init(_ template: ActionTemplate, of rule: Rule, _ subject: consuming EvaluationContext) {
        (self.template, self.rule) = (template, rule)
        self.subject = subject
    }

    var needs: [String] { template.needs }

    /// The action once the results are there; nil when its condition is false then.
    func completed(with results: ActionResults) -> Action? {
        var subject = subject.copy()
        subject.results = results
        return template.action(for: &subject, of: rule)
    }
}

extension ActionTemplate.ArgumentTemplate {
    /// Its texts; empty for a link.
    private var texts: [BoundText] {
        switch self {
        case .url: []
        case .text(let template), .secret(let template): [template]
        case .texts(let templates): templates
        case .fields(let fields): fields.map(\.template)
        case .json(let template): template.texts
        }
    }

    package var names: [Name] {
        if case .url(let template) = self { template.names } else { texts.flatMap(\.names) }
    }

    var namesSecret: Bool { texts.contains(where: \.namesSecret) }

    fileprivate var mayTellSecret: Bool {
        switch self {
        case .url(let template): template.mayTellSecret
        case .json(let template): template.mayTellSecret
        case .text, .texts, .secret, .fields: texts.contains(where: \.mayTellSecret)
        }
    }

    /// The value for a code, which may have a secret that the action may reveal; nil for JSON that has none. An error
    /// when the code would change its meaning.
    fileprivate borrowing func value(
        for subject: borrowing EvaluationContext, _ holdsSecret: Bool, of rule: Rule
    ) throws(TemplateFailure) -> ActionValue? {
        switch self {
        case .url(let template): return .url(try template.expanded(for: subject))
        case .text(let template), .secret(let template): return template.textValue(for: subject)
        case .texts(let templates):
            let texts = templates.map { $0.text(for: subject) }
            if let option = templates.firstOption(in: texts) { throw .option(argument: option + 1) }
            return .list(texts.map(FieldValue.text))
        case .fields(let fields):
            return .fields(
                fields.map { field in
                    Action.Argument(
                        name: field.name, value: field.template.value(for: subject),
                        isSecret: holdsSecret && field.template.tellsSecret(of: subject))
                })
        case .json(let template): return template.value(for: subject, holdsSecret, of: rule)
        }
    }

    /// Whether its value is secret as a whole, for a code that may have a secret; fields are secret one by one.
    fileprivate borrowing func isSecret(for subject: borrowing EvaluationContext, _ holdsSecret: Bool) -> Bool {
        switch self {
        case .secret: return true
        case .url(let template): return holdsSecret && template.tellsSecret(of: subject)
        case .text(let template): return holdsSecret && template.tellsSecret(of: subject)
        case .texts(let templates):
            guard holdsSecret else { return false }
            for template in templates where template.tellsSecret(of: subject) { return true }
            return false
        case .fields, .json: return false
        }
    }
}

extension [BoundText] {
    /// The first argument that the code turns into an option of a program. An argument after a `--` of the rule does
    /// not count, nor does one that begins with the rule's own text.
    fileprivate func firstOption(in texts: [String]) -> Int? {
        for (index, template) in enumerated() {
            if template.parts == [.literal("--")] { return nil }
            guard texts[index].utf8.first == UInt8(ascii: "-") else { continue }
            guard let first = template.parts.first(where: { $0 != .literal("") }), case .literal = first else {
                return index
            }
        }
        return nil
    }
}
