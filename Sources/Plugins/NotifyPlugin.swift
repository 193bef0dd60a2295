package import BeelineActions
package import BeelineRules

/// `notify`: shows a desktop notification.
package struct NotifyPlugin: ActionPlugin {
    package let signature = ActionSignature(
        name: "notify", summary: "Shows a desktop notification.",
        parameters: [
            .init("title", .text, summary: "The title of the notification."),
            .init("text", .text, isRequired: false, summary: "What follows it."),
        ],
        effects: [.local])

    private let tools: SystemTools

    package init() { self.init(tools: SystemTools()) }

    init(tools: SystemTools) { self.tools = tools }

    package func perform(_ action: Action) async throws -> ActionResult {
        guard case .text(let title)? = action["title"], !title.isEmpty else { throw ActionProblem.noTitle }
        var texts = [title]
        if case .text(let text)? = action["text"], !text.isEmpty { texts.append(Self.escaped(text)) }
        let path = try tools.need("notify-send", remedy: "install libnotify-bin (Debian) or libnotify (Fedora)")
        // After `--` nothing is read as an option.
        try await tools.run(path, ["--app-name=Beeline", "--"] + texts)
        return ActionResult(message: "shown")
    }

    /// The text with escapes, so that it is shown literally: servers read markup in it (Desktop Notifications
    /// Specification), and notify-send reads escapes such as `\n`.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\\": escaped += "\\\\"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension ActionProblem {
    static let noTitle = ActionProblem("the title is empty; give it a default: {name|A code}")
}
