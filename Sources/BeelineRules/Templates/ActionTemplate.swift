internal import BeelineContent

/// An action of a rule, before a code fills it in.
final class ActionTemplate: Sendable {
    let shape: ActionShape
    /// In the order of the shape's parameters.
    let arguments: [ArgumentTemplate]
    /// The action's own condition; nil when it is always performed.
    let condition: Condition?
    /// The results that the condition or the arguments ask for, in order.
    let needs: [String]

    enum ArgumentTemplate: Sendable {
        case url(BoundURL)
        case text(BoundText)
        case fields([Field])

        struct Field: Sendable {
            let name: String
            let template: BoundText
        }
    }

    init(shape: ActionShape, arguments: [ArgumentTemplate], condition: Condition?) {
        self.shape = shape
        self.arguments = arguments
        self.condition = condition
        var needs: [String] = []
        for case .result(let result) in (condition?.names ?? []) + arguments.flatMap(\.names)
        where !needs.contains(result.of) {
            needs.append(result.of)
        }
        self.needs = needs
    }

    /// The action for a code; nil when its own condition does not hold.
    ///
    /// What waits for results is left open, unless the subject has them.
    func action(for subject: inout Subject) -> Action? {
        let waits = !needs.isEmpty && subject.results == nil
        // What the action's own condition captures is not for the actions after it.
        let slots = subject.slots
        defer { if condition != nil { subject.slots = slots } }
        var waiting: Set<Int> = []
        if let condition {
            // A condition that does not ask for results need not wait for them.
            if !waits || !condition.names.contains(where: \.isResult) {
                guard condition.holds(for: &subject) else { return nil }
            } else {
                waiting = condition.slots
            }
        }
        var problem: String?
        var secrets: UInt64 = 0
        let mayTell = subject.reading.holdsSecret
        var first: ActionValue?
        var others: [ActionValue?] = []
        for place in arguments.indices {
            let isOpen =
                waits && arguments[place].names.contains { $0.isResult || $0.slot.map(waiting.contains) ?? false }
            let value = isOpen ? nil : value(at: place, for: subject, &problem)
            if mayTell, arguments[place].isSecret(for: subject) { secrets |= Action.bit(place) }
            if place == 0 { first = value } else { others.append(value) }
        }
        return Action(
            shape: shape, first: first, others: others, secrets: secrets, problem: problem,
            pending: waits ? PendingAction(template: self, subject: subject) : nil)
    }

    /// The value of a parameter; nil where there is a problem.
    private func value(at place: Int, for subject: borrowing Subject, _ problem: inout String?) -> ActionValue? {
        switch arguments[place] {
        case .url(let template):
            do throws(TemplateFailure) {
                return .url(try template.expanded(for: subject))
            } catch {
                problem = "\(shape.parameters[place]): \(error)"
                return nil
            }
        case .text(let template): return template.textValue(for: subject)
        case .fields(let fields):
            var filled: [Action.Argument] = []
            filled.reserveCapacity(fields.count)
            let mayTell = subject.reading.holdsSecret
            for field in fields {
                filled.append(
                    Action.Argument(
                        name: field.name, value: field.template.value(for: subject),
                        isSecret: mayTell && field.template.isSecret(for: subject)))
            }
            return .fields(filled)
        }
    }
}

extension ActionTemplate.ArgumentTemplate {
    /// The names that it takes values of.
    var names: [Name] {
        switch self {
        case .url(let template): template.names
        case .text(let template): template.names
        case .fields(let fields): fields.flatMap(\.template.names)
        }
    }

    /// Whether its value as a whole tells a secret of the code; fields say so one by one.
    fileprivate func isSecret(for subject: borrowing Subject) -> Bool {
        switch self {
        case .url(let template): template.isSecret(for: subject)
        case .text(let template): template.isSecret(for: subject)
        case .fields: false
        }
    }
}

/// An action that waits for what others find.
final class PendingAction: Sendable {
    private let template: ActionTemplate
    private let subject: Subject

    init(template: ActionTemplate, subject: Subject) {
        self.template = template
        self.subject = subject
    }

    var needs: [String] { template.needs }

    func completed(with results: ActionResults) -> Action? {
        var subject = subject
        subject.results = results
        return template.action(for: &subject)
    }
}
