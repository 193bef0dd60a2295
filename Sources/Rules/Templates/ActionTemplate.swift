internal import BeelineContent
internal import BeelineSymbols

/// An action of a rule, before a code fills it in.
package final class ActionTemplate: Sendable {
    package let shape: ActionShape
    package let arguments: [ArgumentTemplate]
    package let condition: Condition?
    private let compiledCondition: CompiledCondition?
    /// The results that the condition or the arguments ask for, in order.
    package let needs: [String]
    private let mayTellSecret: Bool
    /// The template of an action that is always performed, and has but this parameter, as nearly all are and have.
    private let onlyURL: UncountedReferences<BoundURL>

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

    init(shape: ActionShape, arguments: [ArgumentTemplate], condition: Condition?) {
        (self.shape, self.arguments, self.condition) = (shape, arguments, condition)
        compiledCondition = condition.map(CompiledCondition.init)
        var needs: [String] = []
        for case .result(let result) in (condition?.names ?? []) + arguments.flatMap(\.names)
        where !needs.contains(result.of) {
            needs.append(result.of)
        }
        self.needs = needs
        mayTellSecret = arguments.contains(where: \.mayTellSecret)
        if arguments.count == 1, condition == nil, needs.isEmpty, case .url(let template) = arguments[0] {
            onlyURL = UncountedReferences([template])
        } else {
            onlyURL = UncountedReferences([])
        }
    }

    /// The action for a code; nil when its own condition is false.
    ///
    /// What waits for results is left open, unless the subject has them: all of it where it is not known whether the action
    /// is performed at all.
    package func action(for subject: inout EvaluationContext) -> Action? {
        if onlyURL.count == 1 { return onlyURL.withObject(at: 0) { action(leadingTo: $0, for: subject) } }
        let waits = !needs.isEmpty && subject.results == nil
        // What the action's own condition captures is not for the actions after it.
        let slots = condition == nil ? [] : subject.slots
        defer { if condition != nil { subject.slots = slots } }
        // A condition that does not ask for results need not wait for them.
        let isUncertain = waits && condition?.names.contains(where: \.isResult) ?? false
        if let compiledCondition, !isUncertain {
            guard compiledCondition.holds(for: &subject) else { return nil }
        }
        let holdsSecret = mayTellSecret(of: subject) && subject.reading.spreadsSecret
        var problem: String?
        guard arguments.count != 1 || waits else {
            let value = value(at: 0, for: subject, holdsSecret, &problem)
            let isSecret = arguments[0].isSecret(for: subject, holdsSecret)
            return Action(
                shape: shape, only: value, secrets: isSecret ? Action.bit(0) : 0, problem: problem,
                doubt: doubt(about: [value], for: subject))
        }
        if waits { subject.askMemory(for: (condition?.names ?? []) + arguments.flatMap(\.names)) }
        var secrets: UInt64 = 0
        var values: [ActionValue?] = []
        for place in arguments.indices {
            let isOpen = isUncertain || waits && arguments[place].names.contains(where: \.isResult)
            values.append(isOpen ? nil : value(at: place, for: subject, holdsSecret, &problem))
            if arguments[place].isSecret(for: subject, holdsSecret) { secrets |= Action.bit(place) }
        }
        return Action(
            shape: shape, values: values, secrets: secrets, problem: problem,
            pending: waits
                ? PendingAction(needs: needs, completed: WaitingTemplate(self, subject.copy()).completed) : nil,
            doubt: doubt(about: values, for: subject))
    }

    /// What is doubtful about the links that the code gives to the action.
    private func doubt(about values: [ActionValue?], for subject: borrowing EvaluationContext) -> LinkDoubt? {
        for (place, value) in values.enumerated() where shape.hostsOfRule & Action.bit(place) == 0 {
            if case .url(let url)? = value, let doubt = subject.reading.doubt(about: url) { return doubt }
        }
        return nil
    }

    private func action(leadingTo template: BoundURL, for subject: borrowing EvaluationContext) -> Action {
        let tellsSecret =
            mayTellSecret(of: subject) && subject.reading.spreadsSecret && template.tellsSecret(of: subject)
        var problem: String?
        let url = url(template, at: 0, for: subject, &problem)
        // The host of the rule is never that of a link which was cut.
        let doubt = shape.hostsOfRule == 0 ? url.flatMap { subject.reading.doubt(about: $0) } : nil
        return Action(
            shape: shape, link: url, secrets: tellsSecret ? Action.bit(0) : 0, problem: problem, doubt: doubt)
    }

    /// Whether it may reveal the secret of a code, if that contains one; to find that out takes a while.
    private func mayTellSecret(of subject: borrowing EvaluationContext) -> Bool {
        mayTellSecret || subject.classification != nil
    }

    private func url(
        _ template: BoundURL, at place: Int, for subject: borrowing EvaluationContext, _ problem: inout String?
    ) -> String? {
        do throws(TemplateFailure) {
            return try template.expanded(for: subject)
        } catch {
            problem = "\(shape.parameters[place]): \(error)"
            return nil
        }
    }

    private func value(
        at place: Int, for subject: borrowing EvaluationContext, _ holdsSecret: Bool, _ problem: inout String?
    ) -> ActionValue? {
        switch arguments[place] {
        case .url(let template): return url(template, at: place, for: subject, &problem).map(ActionValue.url)
        case .text(let template), .secret(let template): return template.textValue(for: subject)
        case .texts(let templates):
            let texts = templates.map { $0.text(for: subject) }
            if let option = templates.firstOption(in: texts) {
                problem =
                    "\(shape.parameters[place]): argument \(option + 1) would let the code choose an option; "
                    + "write \"--\" before it, or put your own text in front of it"
                return nil
            }
            return .list(texts.map(FieldValue.text))
        case .fields(let fields):
            var filled: [Action.Argument] = []
            filled.reserveCapacity(fields.count)
            for field in fields {
                filled.append(
                    Action.Argument(
                        name: field.name, value: field.template.value(for: subject),
                        isSecret: holdsSecret && field.template.tellsSecret(of: subject)))
            }
            return .fields(filled)
        case .json(let template): return template.value(for: subject, holdsSecret)
        }
    }
}

extension ActionTemplate.ArgumentTemplate {
    /// The texts that it is made of; none for a link.
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
        if case .url(let template) = self { template.mayTellSecret } else { texts.contains(where: \.mayTellSecret) }
    }

    /// Whether its value as a whole is not to be shown; fields say so one by one.
    ///
    /// - Parameter holdsSecret: whether the code has a secret that the action may reveal.
    fileprivate func isSecret(for subject: borrowing EvaluationContext, _ holdsSecret: Bool) -> Bool {
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
    /// The first argument that the code turns into an option of a program.
    ///
    /// What is behind a `--` of the rule is none, and what the rule begins is the rule's.
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

/// What an action that waits is made of.
private final class WaitingTemplate: Sendable {
    let template: ActionTemplate
    let subject: EvaluationContext

    init(_ template: ActionTemplate, _ subject: consuming EvaluationContext) {
        self.template = template
        self.subject = subject
    }

    func completed(with results: ActionResults) -> Action? {
        var subject = subject.copy()
        subject.results = results
        return template.action(for: &subject)
    }
}
