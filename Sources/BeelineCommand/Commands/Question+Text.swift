import Beeline
import BeelineSymbols

extension Dispatcher.Question {
    /// What is going to happen, whole: the action, each of its parameters, the hosts of its links on lines of their own, and
    /// all that is noticeable about them. Secrets stay hidden, and what cannot be seen is spelled out.
    var text: String {
        var text = "\n\(visible(action.name)), by the rule \(visible(action.rule))\n"
        if let code { text += "  code: \(visible(code).shortened(to: 80))\n" }
        if let input { text += "  found in: \(visible(input))\n" }
        for argument in action.arguments { text += lines(argument.redacted, indent: "  ") }
        for cause in causes { text += "  because \(visible(cause))\n" }
        for reason in link?.reasons ?? [] { text += "  caution: \(visible(reason.description))\n" }
        return text + "Do it? [y]es, [N]o, [a]lways for \(visible(action.name)) of this rule, [q]uit: "
    }

    private func lines(_ argument: Action.Argument, indent: String) -> String {
        let name = visible(argument.name)
        switch argument.value {
        case .url(let url):
            let host = WebAddress(absoluteURL: url)?.hostName ?? ""
            return "\(indent)\(name): \(visible(url))\n" + (host.isEmpty ? "" : "\(indent)host: \(visible(host))\n")
        case .fields(let fields):
            return "\(indent)\(name):\n" + fields.map { lines($0.redacted, indent: indent + "  ") }.joined()
        case .list(let elements):
            // One line each, so that what is one and what are two can be told apart.
            return elements.isEmpty
                ? "\(indent)\(name): (nothing)\n"
                : elements.map { "\(indent)\(name): \(visible($0.description))\n" }.joined()
        case .text, .number, .boolean, .withSecrets:
            return "\(indent)\(name): \(visible(argument.value.description))\n"
        }
    }
}
