// Only code that a new user writes.
import Beeline
import Testing

@Suite("The first lines of a new user")
struct FirstStepsTests {
    @Test("from a symbol to its actions")
    func fromSymbolToActions() throws {
        let resolver = try Resolver(rules: .bundled)
        let resolution = resolver.resolve(Symbol(.ean13, "9784873119045"))
        #expect(resolution.content == .isbn(Book(try ISBN("9784873119045"))))
        #expect(resolution.rule?.id == "book.amazon")
        #expect("\(resolution.actions)" == "[open-url https://www.amazon.com/dp/4873119049]")
    }

    @Test("and on to the outcomes")
    func fromActionsToOutcomes() async throws {
        let resolution = try Resolver(rules: .bundled).resolve(Symbol(.ean13, "9784873119045"))
        let dispatcher = Dispatcher(plugins: .standard, policy: .ask)
        var outcomes: [String] = []
        for await outcome in dispatcher.perform(resolution) { outcomes.append(outcome.status.rawValue) }
        #expect(outcomes == ["refused"])
    }

    private struct Shout: ActionPlugin {
        let signature = ActionSignature(
            name: "shout", summary: "Prints a text in capitals.",
            parameters: [.init("text", .text, summary: "What to shout.")], effects: [])

        func perform(_ action: Action) async throws -> ActionResult {
            guard case .text(let text)? = action["text"] else { return ActionResult() }
            return ActionResult(message: text.uppercased())
        }
    }

    @Test("with a plugin and a rule of one's own")
    func ownPlugin() async throws {
        let plugins = try PluginRegistry.standard(and: [Shout()])
        let mine = RuleFile(
            name: "mine.json",
            text: """
                { "version": 1, "rules": [
                  { "id": "shout", "when": { "kind": "text" }, "do": [{ "action": "shout", "text": "{text}!" }] } ] }
                """)
        let resolver = try Resolver(rules: RuleSources([mine]) + .bundled, plugins: plugins)
        var outcomes: [Outcome] = []
        for resolution in resolver.resolve([Symbol(.qr, "hey"), Symbol(.ean13, "9784873119045")]) {
            for await outcome in Dispatcher(plugins: plugins).perform(resolution) { outcomes.append(outcome) }
        }
        #expect(outcomes.map(\.message).first == "HEY!")
        #expect(outcomes.map(\.status) == [.done, .refused])
    }

    @Test("a rule for an action that no plugin has is refused when it is loaded")
    func unknownPlugin() {
        let file = RuleFile(
            name: "mine.json",
            text: #"{"version":1,"rules":[{"id":"a","when":{},"do":[{"action":"shout","text":"x"}]}]}"#)
        let error = #expect(throws: RuleSetError.self) { try Resolver(rules: RuleSources([file])) }
        #expect(error?.description.hasPrefix("mine.json:1:59: error: there is no action 'shout'") == true)
    }
}
