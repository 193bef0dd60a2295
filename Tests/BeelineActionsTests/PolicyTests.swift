import BeelineActions
import BeelinePlugins
import BeelineRules
import Testing

@Suite("The policy")
struct PolicyTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let policy: Policy
        let effects: Set<Effect>
        let decision: Policy.Decision
        let why: String
        var testDescription: String { why }
    }

    private static func policy(_ start: Policy, _ change: (inout Policy) -> Void) -> Policy {
        var policy = start
        change(&policy)
        return policy
    }

    static let cases = [
        Case(policy: .ask, effects: [], decision: .allow, why: "nothing touched is allowed"),
        Case(policy: .ask, effects: [.local], decision: .allow, why: "local effects are allowed at first"),
        Case(policy: .ask, effects: [.network], decision: .ask, why: "the network is asked for"),
        Case(policy: .ask, effects: [.process], decision: .ask, why: "processes are asked for"),
        Case(policy: .ask, effects: [.local, .network], decision: .ask, why: "the strictest effect decides"),
        Case(policy: .allow, effects: [.local, .network, .process], decision: .allow, why: "all is allowed"),
        Case(policy: Policy(effects: [:]), effects: [.local], decision: .ask, why: "what is not set is asked for"),
        Case(policy: Policy(effects: [:]), effects: [], decision: .allow, why: "without effects nothing is asked"),
        Case(
            policy: policy(.ask) { $0.set(.network, to: .allow) }, effects: [.network, .process], decision: .ask,
            why: "one effect allowed, the other still asked for"),
        Case(
            policy: policy(.allow) { $0.set(.local, to: .deny) }, effects: [.local, .network], decision: .deny,
            why: "one effect denied"),
        Case(
            policy: policy(.ask) { $0.set(action: "a", to: .allow) }, effects: [.network], decision: .allow,
            why: "an action allowed by name"),
        Case(
            policy: policy(.allow) { $0.set(action: "a", to: .deny) }, effects: [], decision: .deny,
            why: "an action denied by name"),
        Case(
            policy: policy(.allow) { $0.set(action: "b", to: .deny) }, effects: [.network], decision: .allow,
            why: "another action denied"),
    ]

    @Test(arguments: cases)
    func decides(_ example: Case) {
        let signature = ActionSignature(name: "a", summary: "", parameters: [], effects: example.effects)
        #expect(example.policy.decision(for: signature) == example.decision)
    }

    @Test("decisions are ordered by strictness")
    func isOrdered() { #expect(Policy.Decision.allCases.sorted() == [.allow, .ask, .deny]) }
}

@Suite("The plugin registry")
struct PluginRegistryTests {
    @Test("two plugins of one name are an error")
    func refusesDuplicates() throws {
        #expect(throws: PluginError.duplicateName("a")) {
            try PluginRegistry([FakePlugin("a"), FakePlugin("b"), FakePlugin("a")])
        }
        #expect(throws: PluginError.duplicateName("open-url")) {
            try PluginRegistry.standard(and: [FakePlugin("open-url")])
        }
        #expect(PluginError.duplicateName("a").description == "two plugins have an action 'a'")
    }

    @Test("plugins are found by name, and keep their order")
    func findsPlugins() throws {
        let registry = try PluginRegistry.standard(and: [FakePlugin("z"), FakePlugin("a")])
        let standard = PluginRegistry.standard.signatures.map(\.name)
        #expect(registry.signatures.map(\.name) == standard + ["z", "a"])
        #expect(standard.contains("open-url"))
        #expect(registry["z"] is FakePlugin)
        #expect(registry["Z"] == nil)
        #expect(try PluginRegistry([]).signatures.isEmpty)
    }

    @Test("emit gives back its fields")
    func emits() async throws {
        let fields = [Action.Argument(name: "a", value: .text("1")), .init(name: "b", value: .boolean(true))]
        let action = Action(name: "emit", rule: "r", arguments: [.init(name: "fields", value: .fields(fields))])
        #expect(try await EmitPlugin().perform(action).fields == fields)
    }
}
