package import BeelineContent

extension SecretMask {
    /// A mask that also hides the secrets of an action: the parameters that by its signature are secret for every code,
    /// and, where they are whole, those that reveal a secret of the code together with other text.
    package func hiding(_ action: Action, _ signature: ActionSignature) -> SecretMask {
        guard action.holdsSecret || action.arguments.contains(where: { $0.value.holdsSecretField }) else { return self }
        var secrets: [String] = []
        var wholes: [String] = []
        for argument in action.arguments {
            let isSecret = signature.parameters.contains { $0.name == argument.name && $0.type == .secret }
            argument.forEachSecretText { if isSecret { secrets.append($0) } else { wholes.append($0) } }
        }
        return and(SecretMask(secrets, wholes: wholes))
    }

    package func masked(_ argument: Action.Argument) -> Action.Argument {
        guard !isEmpty else { return argument }
        return Action.Argument(name: argument.name, value: masked(argument.value), isSecret: argument.isSecret)
    }

    package func masked(_ value: ActionValue) -> ActionValue {
        switch value {
        case .text(let text): .text(masked(text))
        case .url(let url): .url(masked(url))
        case .number(let number):
            // A text where it has a secret in it, such as a PIN.
            switch masked(FieldValue.number(number)) {
            case .text(let text): .text(text)
            default: value
            }
        case .list(let elements): .list(elements.map(masked))
        case .fields(let fields): .fields(fields.map(masked))
        case .array(let elements): .array(elements.map(masked))
        case .withSecrets(let parts):
            .withSecrets(parts.map { if case .text(let text) = $0 { .text(masked(text)) } else { $0 } })
        case .boolean, .null: value
        }
    }
}

extension ActionValue {
    /// Whether one of its fields is secret.
    fileprivate var holdsSecretField: Bool {
        if case .fields(let fields) = self { fields.contains(where: \.isSecret) } else { false }
    }
}

extension Action.Argument {
    /// Calls a function with each text that is secret as a whole.
    fileprivate func forEachSecretText(_ body: (String) -> Void) {
        if case .fields(let fields) = value {
            for field in fields where isSecret || field.isSecret { field.value.forEachText(body) }
        } else if isSecret {
            value.forEachText(body)
        }
    }
}

extension ActionValue {
    fileprivate func forEachText(_ body: (String) -> Void) {
        switch self {
        case .text(let text), .url(let text): body(text)
        case .number(let number): body(number.description)
        case .list(let elements): for element in elements { body(element.description) }
        case .fields(let fields): for field in fields { field.value.forEachText(body) }
        case .array(let elements): for element in elements { element.forEachText(body) }
        case .boolean, .null, .withSecrets: break
        }
    }
}

// MARK: - Descriptions

extension Action: CustomDebugStringConvertible, CustomReflectable {
    /// The same as `description`: a debugger shows no secret either.
    public var debugDescription: String { description }

    /// A dump shows no secret either.
    public var customMirror: Mirror { Mirror(self, children: ["name": name, "rule": rule, "arguments": arguments]) }
}

extension Action.Argument: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `text=hello`, with `•••` instead of a secret.
    public var description: String { "\(name)=\(shownValue)" }

    /// The same as `description`: a debugger shows no secret either.
    public var debugDescription: String { description }

    /// A dump shows no secret either.
    public var customMirror: Mirror { Mirror(self, children: ["name": name, "value": shownValue]) }
}

extension Resolution: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What the code means, the rule that took it, and the actions, without what the code keeps secret:
    /// `isbn 9784873119045, book.amazon: [open-url https://www.amazon.com/dp/4873119049]`.
    public var description: String {
        let mask = reading.secretMask
        return
            "\(reading), \(rule?.id ?? "no rule"): [\(actions.map { "\($0.masked(by: mask))" }.joined(separator: ", "))]"
    }

    /// The same as `description`: a debugger shows no secret either.
    public var debugDescription: String { description }

    /// A dump shows no secret either.
    public var customMirror: Mirror {
        let mask = reading.secretMask
        return Mirror(
            self,
            children: [
                "reading": reading, "rule": rule?.id ?? "", "actions": actions.map { $0.masked(by: mask) },
            ])
    }
}
