internal import BeelineContent

/// An action of a rule, before a code fills it in.
struct ActionTemplate: Hashable, Sendable {
    let name: String
    let arguments: [Argument]
    let asks: Bool
    let isOptional: Bool

    struct Argument: Hashable, Sendable {
        let name: String
        let template: ArgumentTemplate
    }

    enum ArgumentTemplate: Hashable, Sendable {
        case url(BoundURL)
        case text(BoundText)
        case fields([Field])

        struct Field: Hashable, Sendable {
            let name: String
            let template: BoundText
        }
    }

    /// The action for a code.
    func action(of rule: String, for reading: Reading) -> Action {
        var problem: String?
        let mayTell = reading.holdsSecret
        var values: [Action.Argument] = []
        values.reserveCapacity(arguments.count)
        for argument in arguments {
            switch argument.template {
            case .url(let template):
                do throws(TemplateFailure) {
                    values.append(
                        .init(
                            name: argument.name, value: .url(try template.expanded(for: reading)),
                            isSecret: mayTell && template.isSecret(for: reading)))
                } catch {
                    problem = "\(argument.name): \(error)"
                }
            case .text(let template):
                values.append(
                    .init(
                        name: argument.name, value: .text(template.text(for: reading)),
                        isSecret: mayTell && template.isSecret(for: reading)))
            case .fields(let fields):
                let fields = fields.map { field in
                    Action.Argument(
                        name: field.name, value: field.template.value(for: reading),
                        isSecret: mayTell && field.template.isSecret(for: reading))
                }
                values.append(.init(name: argument.name, value: .fields(fields)))
            }
        }
        return Action(
            name: name, rule: rule, arguments: values, asks: asks, isOptional: isOptional, problem: problem)
    }
}
