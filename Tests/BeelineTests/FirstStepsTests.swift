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
        let desk = try Desk(rules: .bundled)
        let result = await desk.handle(Symbol(.ean13, "9784873119045"))
        #expect(result.outcomes?.map(\.status) == [.notAllowed])
        #expect(result.refusal == nil)
    }

    private struct Shout: ActionPlugin {
        let signature = ActionSignature(
            name: "shout", summary: "Prints a text in capitals.",
            parameters: [.init("text", .text, summary: "What to shout.")], effects: [])

        func perform(_ action: Action) async throws -> ActionResult {
            ActionResult(message: try action.text("text").uppercased())
        }
    }

    @Test("with a plugin and a rule of one's own")
    func ownPlugin() async throws {
        let plugins = try PluginRegistry.standard(and: [Shout()])
        let mine = """
            { "version": 1, "rules": [
              { "id": "shout", "when": { "kind": "text" }, "do": [{ "action": "shout", "text": "{text}!" }] } ] }
            """
        let desk = try Desk(rules: .text(mine) + .bundled, plugins: plugins)
        let outcomes = await desk.handle([Symbol(.qr, "hey"), Symbol(.ean13, "9784873119045")])
            .flatMap { $0.outcomes ?? [] }
        #expect(outcomes.map(\.message).first == "HEY!")
        #expect(outcomes.map(\.status) == [.done, .notAllowed])
    }

    @Test("a rule for an action that no plugin has is refused when it is loaded")
    func unknownPlugin() {
        let rules = #"{"version":1,"rules":[{"id":"a","when":{},"do":[{"action":"shout","text":"x"}]}]}"#
        let error = #expect(throws: RuleSetError.self) { try Desk(rules: .text(rules, name: "mine.json")) }
        #expect(error?.description.hasPrefix("mine.json:1:59: error: there is no action 'shout'") == true)
    }
}
