import Beeline
import BeelineSupport
import BeelineSymbols
import Glibc

/// Asks the user for confirmation on the terminal, even where standard input is a stream of codes.
struct TerminalConfirmation: Sendable {
    /// The number of lines that are read for an answer.
    private static let mostAttempts = 5

    private let codesAreTyped: Bool

    /// Nil when there is no terminal to ask on. Where codes come from the terminal too, as those of a keyboard scanner,
    /// a yes needs a random number, so that no code can answer the question.
    init?(codesAreTyped: Bool) {
        guard isatty(STDERR_FILENO) != 0, access(TerminalAnswer.terminal, R_OK | W_OK) == 0 else { return nil }
        self.codesAreTyped = codesAreTyped
    }

    @Sendable func ask(_ question: ActionQuestion) async -> ActionReply {
        TerminalTurn.shared.whileAsking { answer(to: question) }
    }

    private func answer(to question: ActionQuestion) -> ActionReply {
        let number = codesAreTyped ? Int.random(in: 10...99) : nil
        TerminalLines.restoreTerminal()
        dropEarlierInput()
        StandardError.write(question.text(answeredWith: number))
        for _ in 1...Self.mostAttempts {
            guard let terminal = try? OpenFile(path: TerminalAnswer.terminal),
                let answer = TerminalAnswer.line(from: terminal), !answer.isEmpty
            else {
                return .unanswered(because: "the terminal is gone")
            }
            if let reply = ActionReply(answer, number: number, offered: question.offeredConsents) {
                if reply == .stop { StandardError.write("beeline: no further action is performed; the command ends\n") }
                return reply
            }
            let numbered = number.map(String.init) ?? ""
            let kept = question.offeredConsents.map { "\($0.key)\(numbered), " }.joined()
            StandardError.write("y\(numbered), n, \(kept)a\(numbered) or q? ")
        }
        StandardError.write("\nbeeline: no answer, so the action is not performed\n")
        return .unanswered(because: "no answer was yes or no")
    }

    /// Drops input from before the question, which cannot be an answer to it.
    private func dropEarlierInput() {
        guard let terminal = try? OpenFile(path: TerminalAnswer.terminal) else { return }
        var awaited = [Awaited.reading(terminal.descriptor)]
        wait(for: &awaited, until: .now)
        tcflush(terminal.descriptor, TCIFLUSH)
        if codesAreTyped, awaited[0].isReady {
            StandardError.write("beeline: codes that were scanned before this question were skipped; scan them again\n")
        }
    }
}

/// Answers of the user on the terminal, even where standard input is something else.
enum TerminalAnswer {
    static let terminal = "/dev/tty"

    /// A line of the terminal; nil when the terminal is gone.
    fileprivate static func line(from file: borrowing OpenFile) -> [UInt8]? {
        try? readOnce(from: file.descriptor, path: terminal, atMost: 1000)
    }

    /// Whether the answer to a question begins with y; nil where there is no terminal to ask on.
    static func to(_ question: TerminalText) -> Bool? {
        guard isatty(STDERR_FILENO) != 0, let file = try? OpenFile(path: terminal) else { return nil }
        StandardError.write("\(question) [y/N] ")
        return line(from: file)?.first.map { $0 | 0x20 == UInt8(ascii: "y") } ?? false
    }
}

extension ActionReply {
    /// The reply in a line; nil where the line is not an answer. An empty line is a no, but not where codes are typed:
    /// a scanner may send two line ends. `number` must follow a yes of any sort; another one counts as a no.
    init?(_ line: [UInt8], number: Int? = nil, offered consents: [Consent] = []) {
        var word = String(decoding: line, as: UTF8.self).filter({ !$0.isWhitespace }).lowercased()
        if let number {
            if word.isEmpty { return nil }
            let digits = word.reversed().prefix { $0.isASCII && $0.isNumber }.reversed()
            word.removeLast(digits.count)
            let isYes = ["y", "yes", "a", "always"].contains(word) || consents.contains { $0.key == word }
            if isYes, digits.isEmpty { return nil }
            if isYes, String(digits) != "\(number)" { word = "no" } else if !isYes, !digits.isEmpty { return nil }
        }
        switch word {
        case "y", "yes": self = .yes
        case "", "n", "no": self = .no
        case "a", "always": self = .always
        case "q", "quit": self = .stop
        default:
            guard let consent = consents.first(where: { $0.key == word }) else { return nil }
            self = .keep(consent)
        }
    }
}

extension Consent {
    /// The key that stands for it in an answer: `h` for the host, `r` for the rule.
    fileprivate var key: String { host == nil ? "r" : "h" }

    /// What it is for, after its key.
    fileprivate var offer: TerminalText { host.map { "always at \($0) by this rule" } ?? "always for this rule" }

    /// A confirmation that keeps what the user consents to permanently, and says so.
    static func keeping(_ confirm: @escaping Dispatcher.Confirmation) -> Dispatcher.Confirmation {
        { question in
            let reply = await confirm(question)
            guard case .keep(let consent) = reply else { return reply }
            do {
                let path = try keep(consent)
                StandardError.write("beeline: kept in \(path): \(consent); 'beeline policy forget' removes it\n")
            } catch {
                StandardError.warn("not kept, so it counts until the end only: \(ConfigurationError(error).problem)")
            }
            return reply
        }
    }
}

extension ActionQuestion {
    /// The consents to choose from. A question about several actions offers none.
    fileprivate var offeredConsents: [Consent] { others.isEmpty ? consents : [] }

    /// The question: the action, each of its parameters, the hosts of its links on separate lines, the warnings about
    /// them, and the number that must follow a yes. Secrets stay hidden, and hidden characters are escaped.
    func text(answeredWith number: Int?) -> TerminalText {
        let count = others.count + 1
        var text: TerminalText = others.isEmpty ? "" : "\nThis document leads to \(count) actions:\n"
        for question in [self] + others { text += question.description }
        let subject: TerminalText = others.isEmpty ? "\(action.name) of this rule" : "these actions of these rules"
        let object: TerminalText = others.isEmpty ? "it" : "all \(count)"
        if !offeredConsents.isEmpty {
            let numbered = number.map(String.init) ?? ""
            let offers = offeredConsents.map { "\($0.key)\(numbered) \($0.offer)" as TerminalText }
            text += "To be kept ('beeline policy list' shows it): \(offers.joined(separator: ", "))\n"
        }
        guard let number else { return text + "Do \(object)? [y]es, [N]o, [a]lways for \(subject), [q]uit: " }
        return text
            + "Do \(object)? y\(number) yes, n no, a\(number) always for \(subject), q quit; no code has the number: "
    }

    private var description: TerminalText {
        var text: TerminalText = "\n\(action.name), by the rule \(action.rule)\n"
        if let code { text += "  code: \(code.withHiddenSpelledOut.shortened(to: 80))\n" }
        if let input { text += "  found in: \(input)\n" }
        for argument in shownArguments { text += lines(argument, indent: "  ") }
        for cause in causes { text += "  because \(cause)\n" }
        for reason in link?.reasons ?? [] { text += "  caution: \(reason)\n" }
        return text
    }

    private func lines(_ argument: Action.Argument, indent: TerminalText) -> TerminalText {
        let name = argument.name
        switch argument.value {
        case .url(let url):
            let host = WebAddress(absoluteURL: url)?.hostName ?? ""
            return "\(indent)\(name): \(url)\n" + (host.isEmpty ? "" : "\(indent)host: \(host)\n")
        case .fields(let fields):
            return "\(indent)\(name):\n\(fields.map { lines($0.redacted, indent: indent + "  ") }.joined())"
        case .array(let elements):
            return "\(indent)\(name):\n"
                + elements.map { lines(Action.Argument(name: "-", value: $0), indent: indent + "  ") }.joined()
        case .list(let elements):
            // One line each, so that one element and two can be distinguished.
            return elements.map { element -> TerminalText in "\(indent)\(name): \(element)\n" }.joined()
        case .text, .number, .boolean, .null, .withSecrets: return "\(indent)\(name): \(argument.value)\n"
        }
    }
}
