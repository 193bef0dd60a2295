import Beeline
import BeelineActions
import BeelineRules
import BeelineSymbols
import Foundation
import Synchronization

/// A code from its text to its outcomes, with plugins that only record what they would do.
struct DryRun {
    /// Rules of a user who trusts a few hosts, and then the bundled ones.
    static let resolver: Resolver = {
        let trusted = RuleFile(
            name: "trusted.json",
            text: #"""
                { "version": 1, "rules": [
                    { "id": "trusted", "when": { "kind": "url", "host": { "domain": ["paypal.com", "apple.com"] } },
                      "do": [ { "action": "open-url", "url": "{+url}" } ] },
                    { "id": "blocked", "when": { "kind": "url", "host": { "domain": "blocked.example" } }, "do": [] } ] }
                """#)
        do {
            return try Resolver(rules: RuleSources([trusted]) + .bundled)
        } catch {
            preconditionFailure("these rules are right: \(error)")
        }
    }()

    static func verdict(_ url: String) -> LinkVerdict { resolver.rules.linkGuard.verdict(on: url) }

    private let dispatcher: Dispatcher
    private let log = Log()

    /// - Parameter reply: what the user answers; nil: there is no terminal to ask on.
    init(policy: Policy, reply: ActionReply? = nil) throws {
        let log = log
        let plugins = PluginRegistry.standard.signatures.map { signature in
            Recorder(signature: signature) { action in log.note(action) }
        }
        dispatcher = Dispatcher(
            plugins: try PluginRegistry(plugins), policy: policy,
            confirm: reply.map { reply in
                { @Sendable question in
                    log.note(question)
                    return reply
                }
            })
    }

    func perform(_ text: String) async throws -> [Outcome] {
        var outcomes: [Outcome] = []
        for await outcome in dispatcher.perform(Self.resolver.resolve(Symbol(.qr, text))) { outcomes.append(outcome) }
        return outcomes
    }

    /// The links that would have been opened.
    var opened: [String] { log.actions.compactMap(\.url) }
    var questions: [ActionQuestion] { log.questions }

    private struct Recorder: ActionPlugin {
        let signature: ActionSignature
        let note: @Sendable (Action) -> Void

        func perform(_ action: Action) async throws -> ActionResult {
            note(action)
            return ActionResult()
        }
    }

    private final class Log: Sendable {
        private let state = Mutex<(actions: [Action], questions: [ActionQuestion])>(([], []))

        var actions: [Action] { state.withLock { $0.actions } }
        var questions: [ActionQuestion] { state.withLock { $0.questions } }

        func note(_ action: Action) { state.withLock { $0.actions.append(action) } }
        func note(_ question: ActionQuestion) { state.withLock { $0.questions.append(question) } }
    }
}

/// The tables of texts beside the tests.
enum Fixture {
    /// The cells of each line after the first; none if the table cannot be read, which a test of its size finds.
    static func rows(_ name: String) -> [[String]] {
        guard let url = Bundle.module.url(forResource: name, withExtension: "tsv", subdirectory: "Fixtures"),
            let text = try? String(contentsOf: url, encoding: .utf8)
        else { return [] }
        return text.split(separator: "\n").dropFirst().map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }

    /// A text in which `\n`, `\t`, `\r`, `\\` and `\u{…}` stand for what they are.
    static func unescaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\\", let next = rest.popFirst() else {
                result.append(scalar)
                continue
            }
            switch next {
            case "n": result.append("\n")
            case "t": result.append("\t")
            case "r": result.append("\r")
            case "u":
                let digits = rest.dropFirst().prefix { $0 != "}" }
                rest = rest.dropFirst(digits.count + 2)
                if let value = UInt32(String(digits), radix: 16), let meant = Unicode.Scalar(value) {
                    result.append(meant)
                }
            default: result.append(next)
            }
        }
        return String(result)
    }
}

/// The names of all reasons, which no list of cases can forget: the switch of the reason itself would not compile.
enum LinkReasonCodes {
    static let all: Set<String> = [
        "not-understood", "irregular-slashes", "dangerous-scheme", "other-scheme", "not-encrypted", "user-info",
        "at-sign-in-path", "literal-address", "obfuscated-address", "reserved-address", "local-host",
        "metadata-service", "mixed-scripts", "confusable-letters", "look-alike", "near-name", "overlong-host",
        "unusual-port", "shortener", "redirector", "dynamic-host", "runnable-download", "hidden-characters",
        "cut", "repaired",
    ]
}
