import ActionsTestSupport
import BeelineContent
import BeelineRules
import BeelineSymbols
import Testing

@testable import BeelineActions

@Suite("How lists of actions continue and end")
struct ListFlowTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Of the rules; of each the elements of `"do"`.
        let actions: [String]
        var policy = Policy.allow
        /// The outcome of each action: `name status: message`.
        let outcomes: [String]
        /// What was done, in order.
        let done: [String]
    }

    private static func good(_ name: String, _ others: String = "") -> String {
        #"{"action":"good","name":"\#(name)"\#(others)}"#
    }

    private static func bad(_ others: String = "") -> String { #"{"action":"bad"\#(others)}"# }

    private static func otherwise(_ actions: String...) -> String {
        #","otherwise":[\#(actions.joined(separator: ","))]"#
    }

    private static let refuse = #"{"action":"refuse","message":"Already in"}"#

    private static let refusing: Policy = {
        var policy = Policy(effects: [:])
        policy.set(action: "refuse", to: .deny)
        return policy
    }()

    static let cases = [
        Case(
            testDescription: "an action that is done needs no other",
            actions: [good("a", otherwise(good("b"), bad())) + "," + good("c")],
            outcomes: ["done: a", "not-needed: good was done", "not-needed: good was done", "done: c"],
            done: ["a", "c"]),
        Case(
            testDescription: "one that fails has others in its place, and ends the list",
            actions: [bad(otherwise(good("a"), good("b"))) + "," + good("c"), good("d")],
            outcomes: ["failed: why", "done: a", "done: b", "skipped: an earlier action failed", "done: d"],
            done: ["a", "b", "d"]),
        Case(
            testDescription: "one that may fail has others in its place, and the list goes on",
            actions: [bad(#","optional":true"# + otherwise(good("a"))) + "," + good("b")],
            outcomes: ["failed: why", "done: a", "done: b"], done: ["a", "b"]),
        Case(
            testDescription: "a stand-in that fails ends its own list and that of the rule",
            actions: [
                bad(#","optional":true"# + otherwise(bad(), good("a"), good("b", #","always":true"#))) + "," + good("c")
            ],
            outcomes: [
                "failed: why", "failed: why", "skipped: an earlier action failed", "done: b",
                "skipped: an earlier action failed",
            ], done: ["b"]),
        Case(
            testDescription: "a stand-in that may fail ends nothing",
            actions: [bad(#","optional":true"# + otherwise(bad(#","optional":true"#), good("a"))) + "," + good("b")],
            outcomes: ["failed: why", "failed: why", "done: a", "done: b"], done: ["a", "b"]),
        Case(
            testDescription: "one that the policy does not allow was not done",
            actions: [#"{"action":"far"\#(otherwise(good("a")))}"#], policy: Policy(effects: [.network: .deny]),
            outcomes: ["refused: the policy denies it: network", "done: a"], done: ["a"]),
        Case(
            testDescription: "what stands in for one that is skipped is skipped",
            actions: [bad() + "," + good("a", otherwise(good("b"), good("c", #","always":true"#)))],
            outcomes: ["failed: why"] + Array(repeating: "skipped: an earlier action failed", count: 3), done: []),
        Case(
            testDescription: "what stands in for one that is not needed is not needed",
            actions: [
                #"{"action":"find","as":"it"},"# + bad(#","when":{"it.what":"y"}"# + otherwise(good("a"))) + ","
                    + good("b")
            ],
            outcomes: [
                "done: ", "not-needed: its condition is false", "not-needed: bad was not needed", "done: b",
            ],
            done: ["b"]),
        Case(
            testDescription: "what is performed always is performed behind a failure, and does not revive the list",
            actions: [bad() + "," + good("a", #","always":true"#) + "," + good("b")],
            outcomes: ["failed: why", "done: a", "skipped: an earlier action failed"], done: ["a"]),
        Case(
            testDescription: "what did not come is absent there",
            actions: [
                bad() + #",{"action":"find","as":"it"},"# + good("{it.what|nothing}", #","always":true"#)
                    + "," + good("x", #","always":true,"when":{"it.what":"x"}"#)
            ],
            outcomes: [
                "failed: why", "skipped: an earlier action failed", "done: nothing",
                "not-needed: its condition is false",
            ], done: ["nothing"]),
        Case(
            testDescription: "what came is there",
            actions: [#"{"action":"find","as":"it"},"# + bad() + "," + good("{it.what|nothing}", #","always":true"#)],
            outcomes: ["done: ", "failed: why", "done: x"], done: ["x"]),
        Case(
            testDescription: "what a stand-in has found is there",
            actions: [
                bad(#","optional":true"# + otherwise(#"{"action":"find","as":"it"}"#, good("{it.what|}"))) + ","
                    + good("{it.what|nothing}")
            ],
            outcomes: ["failed: why", "done: ", "done: x", "done: x"], done: ["x", "x"]),
        Case(
            testDescription: "a refusal ends the list of its rule",
            actions: [good("a") + "," + refuse + "," + good("b") + "," + good("c", #","always":true"#), good("d")],
            outcomes: ["done: a", "done: Already in", "skipped: the code was refused", "done: c", "done: d"],
            done: ["a", "c", "d"]),
        Case(
            testDescription: "a refusal in place of an action",
            actions: [bad(#","optional":true"# + otherwise(refuse, good("a"))) + "," + good("b")],
            outcomes: [
                "failed: why", "done: Already in", "skipped: the code was refused", "skipped: the code was refused",
            ], done: []),
        Case(
            testDescription: "a refusal that is not needed",
            actions: [good("a", otherwise(refuse)) + "," + good("b")],
            outcomes: ["done: a", "not-needed: good was done", "done: b"], done: ["a", "b"]),
        Case(
            testDescription: "a failure behind a refusal does not hide it",
            actions: [refuse + "," + bad(#","always":true"#) + "," + good("a")],
            outcomes: ["done: Already in", "failed: why", "skipped: the code was refused"], done: []),
        Case(
            testDescription: "a refusal is no matter of what the policy says of its name",
            actions: [refuse], policy: refusing, outcomes: ["done: Already in"], done: []),
        Case(
            testDescription: "a refusal is no matter of the policy",
            actions: [refuse], policy: Policy(effects: [.local: .deny, .network: .deny, .process: .deny]),
            outcomes: ["done: Already in"], done: []),
    ]

    /// Writes down its name.
    private struct Good: ActionPlugin {
        let signature = ActionSignature(
            name: "good", summary: "", parameters: [.init("name", .text, summary: "")], effects: [])
        let diary: Diary

        func perform(_ action: Action) async throws -> ActionResult {
            let name = action["name"]?.description ?? ""
            await diary.note(name)
            return ActionResult(message: name)
        }
    }

    private struct Find: ActionPlugin {
        let signature = ActionSignature(name: "find", summary: "", parameters: [], results: ["what"], effects: [])
        func perform(_ action: Action) async throws -> ActionResult {
            ActionResult(fields: [.init(name: "what", value: .text("x"))])
        }
    }

    private struct Refuse: ActionPlugin {
        let signature = ActionSignature(
            name: "refuse", summary: "", parameters: [.init("message", .text, summary: "")], effects: [])
        func perform(_ action: Action) async throws -> ActionResult {
            ActionResult(message: action["message"]?.description ?? "")
        }
    }

    private static func plugins(_ diary: Diary) throws -> PluginRegistry {
        try PluginRegistry([
            Good(diary: diary), FakePlugin("bad") { _ in throw Failure("why") }, FakePlugin("far", effects: [.network]),
            Find(), Refuse(),
        ])
    }

    @Test("each action comes out as its list wants", arguments: cases)
    func flows(_ example: Case) async throws {
        let diary = Diary()
        let plugins = try Self.plugins(diary)
        let rules = example.actions.enumerated().map { place, actions in
            #"{"id":"r\#(place)","continue":true,"when":{"text":{"exists":true}},"do":[\#(actions)]}"#
        }
        let file = RuleFile(name: "f", text: #"{"version":1,"rules":[\#(rules.joined(separator: ","))]}"#)
        let set = try RuleSet(files: [file], actions: plugins.signatures)
        let resolution = set.resolve(ContentParser.reading(of: Symbol(.qr, "x")), scan: Scan(date: scanDate))
        let outcomes = await Dispatcher(plugins: plugins, policy: example.policy).performAll(resolution)
        #expect(outcomes.map { "\($0.status.rawValue): \($0.message)" } == example.outcomes)
        #expect(outcomes.map(\.actionIndex) == Array(0..<example.outcomes.count))
        #expect(await diary.entries == example.done)
    }

    @Test("when everything is stopped, no 'otherwise' action is performed")
    func stops() async throws {
        let diary = Diary()
        let plugins = try Self.plugins(diary)
        let actions = #"{"action":"far"\#(Self.otherwise(Self.good("a")))},"# + Self.good("b", #","always":true"#)
        let file = RuleFile(
            name: "f", text: #"{"version":1,"rules":[{"id":"r","when":{},"do":[\#(actions)]}]}"#)
        let set = try RuleSet(files: [file], actions: plugins.signatures)
        let resolution = set.resolve(ContentParser.reading(of: Symbol(.qr, "x")), scan: Scan(date: scanDate))
        let outcomes = await Dispatcher(plugins: plugins, policy: .ask) { _ in .stop }.performAll(resolution)
        #expect(outcomes.map(\.status) == [.notAllowed, .notAllowed, .notAllowed])
        #expect(await diary.entries == [])
    }
}
