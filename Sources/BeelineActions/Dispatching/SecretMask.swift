internal import BeelineContent
internal import BeelineRules

/// Hides the secrets that an action was told where the plugin, or the service that it asked, says them again.
struct SecretMask: Sendable {
    /// Longer ones first, for one may be a part of another.
    private let secrets: [String]

    /// - Parameter secrets: shorter ones than four characters are words like others.
    init(_ secrets: [String]) {
        self.secrets = secrets.filter { $0.utf8.count >= 4 }.sorted { $0.utf8.count > $1.utf8.count }
    }

    /// A text with `•••` in place of each secret.
    func masked(_ text: String) -> String {
        var text = text
        for secret in secrets where text.contains(secret) { text = text.replacing(secret, with: Reading.secretMark) }
        return text
    }

    /// What was found, with `•••` in place of each secret.
    func masked(_ field: Action.Argument) -> Action.Argument {
        guard !secrets.isEmpty else { return field }
        return Action.Argument(name: field.name, value: masked(field.value), isSecret: field.isSecret)
    }

    private func masked(_ value: ActionValue) -> ActionValue {
        switch value {
        case .text(let text): .text(masked(text))
        case .number(let number): hidden(number).map(ActionValue.text) ?? value
        case .list(let elements): .list(elements.map(masked))
        case .fields(let fields): .fields(fields.map(masked))
        case .url(let url): .url(masked(url))
        case .boolean, .withSecrets: value
        }
    }

    private func masked(_ element: ListElement) -> ListElement {
        switch element {
        case .text(let text): .text(masked(text))
        case .number(let number): hidden(number).map(ListElement.text) ?? element
        case .boolean: element
        }
    }

    /// What a number is shown as that has a secret in it, such as a PIN; nil for all others.
    private func hidden(_ number: DecimalNumber) -> String? {
        let text = number.description
        let shown = masked(text)
        return shown == text ? nil : shown
    }
}
