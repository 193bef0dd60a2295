import Beeline
import BeelineFiles
import Glibc

/// What the options say of performing actions.
struct RunOptions {
    /// Nil without `--run`.
    let dispatcher: Dispatcher?

    init(_ arguments: Arguments, plugins: PluginRegistry) throws(UsageError) {
        let permissions: [(Option, Policy.Decision)] = [(.allow, .allow), (.ask, .ask), (.deny, .deny)]
        guard arguments.has(.run) else {
            if let option = permissions.map(\.0).first(where: arguments.has) { throw .onlyWithRun(option) }
            dispatcher = nil
            return
        }
        var policy = Policy.ask
        let known = plugins.signatures.map(\.name) + Effect.allCases.map(\.rawValue)
        // The strictest comes last, so that a name that is both allowed and denied is denied.
        for (option, decision) in permissions {
            for name in arguments.all(option) {
                if let effect = Effect(rawValue: name) {
                    policy.set(effect, to: decision)
                } else if plugins[name] != nil {
                    policy.set(action: name, to: decision)
                } else {
                    throw .unknownPermission(option, name, known: known)
                }
            }
        }
        dispatcher = Dispatcher(
            plugins: plugins, policy: policy,
            secret: { environmentVariable("BEELINE_SECRET_\($0.uppercased())") }, confirm: TerminalConfirmation()?.ask)
    }
}

/// Asks the user on the terminal, even where standard input is a stream of codes.
struct TerminalConfirmation: Sendable {
    private static let terminal = "/dev/tty"

    /// Nil when no terminal is there to ask on.
    init?() {
        guard isatty(STDERR_FILENO) != 0, access(Self.terminal, R_OK | W_OK) == 0 else { return nil }
    }

    @Sendable func ask(_ question: Dispatcher.Question) async -> Bool {
        var text = "\n\(question.action.name) (rule \(question.action.rule))\n"
        for argument in question.action.arguments {
            text += "  \(argument.name): \(visible(argument.redacted.value.description))\n"
        }
        for reason in question.link?.reasons ?? [] { text += "  caution: \(visible(reason.description))\n" }
        text += "Do it? [y/N] "
        try? writeAll(Array(text.utf8), to: STDERR_FILENO, path: "standard error")
        guard let terminal = try? OpenFile(path: Self.terminal),
            let answer = try? readOnce(from: terminal.descriptor, path: Self.terminal, atMost: 100)
        else { return false }
        return answer.first.map { $0 | 0x20 == UInt8(ascii: "y") } ?? false
    }
}
