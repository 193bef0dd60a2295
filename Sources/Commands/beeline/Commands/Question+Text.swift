import Beeline
import BeelineSymbols

extension Dispatcher.Question {
    /// What is going to happen, whole: the action, each of its parameters, the hosts of its links on lines of their own, and
    /// all that is noticeable about them. Secrets stay hidden, and what cannot be seen is spelled out.
    var text: TerminalText {
        var text: TerminalText = "\n\(action.name), by the rule \(action.rule)\n"
        if let code { text += "  code: \(code.withHiddenSpelledOut.shortened(to: 80))\n" }
        if let input { text += "  found in: \(input)\n" }
        for argument in action.arguments { text += lines(argument.redacted, indent: "  ") }
        for cause in causes { text += "  because \(cause)\n" }
        for reason in link?.reasons ?? [] { text += "  caution: \(reason)\n" }
        return text + "Do it? [y]es, [N]o, [a]lways for \(action.name) of this rule, [q]uit: "
    }

    private func lines(_ argument: Action.Argument, indent: TerminalText) -> TerminalText {
        let name = argument.name
        switch argument.value {
        case .url(let url):
            let host = WebAddress(absoluteURL: url)?.hostName ?? ""
            return "\(indent)\(name): \(url)\n" + (host.isEmpty ? "" : "\(indent)host: \(host)\n")
        case .fields(let fields):
            return "\(indent)\(name):\n\(fields.map { lines($0.redacted, indent: indent + "  ") }.joined())"
        case .list(let elements):
            // One line each, so that what is one and what are two can be told apart.
            return elements.isEmpty
                ? "\(indent)\(name): (nothing)\n"
                : elements.map { element -> TerminalText in "\(indent)\(name): \(element)\n" }.joined()
        case .text, .number, .boolean, .withSecrets:
            return "\(indent)\(name): \(argument.value)\n"
        }
    }
}
