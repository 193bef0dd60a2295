import Beeline
import BeelineSupport
import Glibc

/// What the options say of performing actions.
struct RunOptions {
    /// Nil without `--run`.
    let dispatcher: Dispatcher?

    init(_ arguments: Arguments, plugins: PluginRegistry) throws {
        let permissions: [(Option, Policy.Decision)] = [(.allow, .allow), (.ask, .ask), (.deny, .deny)]
        guard arguments.has(.run) else {
            if let option = permissions.map(\.0).first(where: arguments.has) { throw UsageError.onlyWithRun(option) }
            dispatcher = nil
            return
        }
        var policy = try Self.userPolicy(plugins)
        let known = plugins.signatures.map(\.name) + Effect.allCases.map(\.rawValue)
        // What is said here goes before the file: also what is said of an effect, before what the file says of an action
        // that has it. The strictest comes last, so that a name that is both allowed and denied is denied.
        for (option, decision) in permissions {
            for name in arguments.all(option) {
                if let effect = Effect(rawValue: name) {
                    policy.set(effect, to: decision, above: plugins.signatures)
                } else if plugins[name] == nil {
                    throw UsageError.unknownPermission(option, name, known: known)
                }
            }
        }
        for (option, decision) in permissions {
            for name in arguments.all(option) where Effect(rawValue: name) == nil {
                policy.set(action: name, to: decision)
            }
        }
        let codesAreTyped = arguments.operands.contains("-") && isatty(STDIN_FILENO) != 0
        var dispatcher = Dispatcher(
            plugins: plugins, policy: policy, showsSecrets: arguments.has(.showSecrets),
            confirm: TerminalConfirmation(codesAreTyped: codesAreTyped)?.ask, secret: UserSecrets.value)
        dispatcher.remedy = Self.remedy(allowing:_:)
        self.dispatcher = dispatcher
    }

    /// The options that allow an action beforehand.
    @Sendable private static func remedy(allowing name: String, _ settings: [String]) -> String {
        let byName = "--allow \(name)"
        guard settings != [name], !settings.isEmpty else { return "\(byName) allows it beforehand" }
        return "\(byName), or \(settings.map { "--allow \($0)" }.joined(separator: " ")), allows it beforehand"
    }

    private static func userPolicy(_ plugins: PluginRegistry) throws -> Policy {
        do {
            let policy = try Policy.ofUser(plugins: plugins)
            for name in policy.actionNames where plugins[name] == nil {
                StandardError.write(
                    """
                    beeline: \(Policy.userPath ?? "the policy") names '\(name)', which is no effect, and no action of a \
                    plugin that is here

                    """)
            }
            return policy
        } catch let error as PolicyError {
            throw ConfigurationError.policy(error)
        } catch let error as PolicyFileError {
            throw ConfigurationError.policyFile(error)
        } catch let error as FileError {
            throw ConfigurationError.file(error)
        }
    }
}
