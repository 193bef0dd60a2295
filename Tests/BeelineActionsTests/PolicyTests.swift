import ActionsTestSupport
import BeelineActions
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

@Suite("A policy file")
struct PolicyFileTests {
    private static let actions = ["open-url", "lookup", "run-program"]

    private func policy(_ text: String) throws(PolicyError) -> Policy {
        try Policy.ask.changed(byFile: "policy.json", Array(text.utf8), actions: Self.actions)
    }

    private func decision(_ policy: Policy, _ name: String, _ effects: Set<Effect>) -> Policy.Decision {
        policy.decision(for: ActionSignature(name: name, summary: "", parameters: [], effects: effects))
    }

    @Test("reads what is allowed, asked for and denied, and leaves the rest")
    func decides() throws {
        let policy = try policy(
            #"{ "note": "a kiosk", "allow": ["open-url"], "ask": ["local"], "deny": ["process", "lookup"] }"#)
        #expect(decision(policy, "open-url", [.network]) == .allow)
        #expect(decision(policy, "other", [.network]) == .ask)
        #expect(decision(policy, "other", [.local]) == .ask)
        #expect(decision(policy, "lookup", [.network]) == .deny)
        #expect(decision(policy, "run-program", [.process]) == .deny)
        #expect(policy.description == "allow: open-url; ask: local, network; deny: process, lookup")
    }

    @Test("a name overrides an effect, and a later setting an earlier one; a denied effect stays denied")
    func isChangedByHand() throws {
        var policy = try policy(#"{ "deny": ["network", "run-program"], "allow": ["process"] }"#)
        policy.set(action: "open-url", to: .allow)
        #expect(decision(policy, "open-url", [.network]) == .deny)
        policy.set(.network, to: .ask)
        #expect(decision(policy, "open-url", [.network]) == .allow)
        #expect(decision(policy, "run-program", [.process]) == .deny)
        policy.set(action: "run-program", to: .ask)
        #expect(decision(policy, "run-program", [.process]) == .ask)
    }

    struct SourceCase: Sendable, CustomTestStringConvertible {
        let text: String
        let name: String
        let effects: Set<Effect>
        let decision: Policy.Decision
        let why: String
        var testDescription: String { why }
    }

    static let sourceCases = [
        SourceCase(
            text: "{}", name: "copy", effects: [.local], decision: .deny, why: "what is allowed to the user is denied"),
        SourceCase(
            text: #"{"allow": ["open-url", "network"]}"#, name: "open-url", effects: [.network], decision: .deny,
            why: "also what the file allows by name"),
        SourceCase(text: "{}", name: "emit", effects: [], decision: .allow, why: "what touches nothing is allowed"),
        SourceCase(
            text: #"{"sources": {"http": {"allow": ["record"]}}}"#, name: "record", effects: [.local],
            decision: .allow, why: "an action that the source allows"),
        SourceCase(
            text: #"{"sources": {"http": {"allow": ["record"]}}}"#, name: "copy", effects: [.local], decision: .deny,
            why: "no other action of the same effect"),
        SourceCase(
            text: #"{"sources": {"http": {"allow": ["local"]}}}"#, name: "copy", effects: [.local], decision: .allow,
            why: "an effect that the source allows"),
        SourceCase(
            text: #"{"sources": {"http": {"ask": ["open-url"]}}}"#, name: "open-url", effects: [.network],
            decision: .ask, why: "an action that is asked for"),
        SourceCase(
            text: #"{"sources": {"http": {"allow": ["local"], "deny": ["copy"]}}}"#, name: "copy", effects: [.local],
            decision: .deny, why: "an action that the source denies"),
        SourceCase(
            text: #"{"sources": {"http": {"allow": ["local"]}}}"#, name: "both", effects: [.local, .process],
            decision: .deny, why: "all effects must be allowed"),
        SourceCase(
            text: #"{"deny": ["record"], "sources": {"http": {"allow": ["record"]}}}"#, name: "record",
            effects: [.local], decision: .deny, why: "an action that is denied to all"),
        SourceCase(
            text: #"{"deny": ["network"], "sources": {"http": {"allow": ["open-url"]}}}"#, name: "open-url",
            effects: [.network], decision: .deny, why: "an effect that is denied to all"),
    ]

    @Test("a source may do only what the file allows", arguments: sourceCases)
    func decidesForSources(_ example: SourceCase) throws {
        let policy = try policy(example.text)
        #expect(decision(policy.policy(for: .http), example.name, example.effects) == example.decision)
    }

    @Test func `permissions of a source change nothing for the user`() throws {
        let policy = try policy(#"{"sources": {"note": "tills", "http": {"note": "the shop", "allow": ["process"]}}}"#)
        #expect(decision(policy, "run-program", [.process]) == .ask)
        #expect(policy.allowsAnything(to: .http))
        #expect(
            policy.description == "allow: local; ask: network, process; http (allow: process; deny: local, network)")
    }

    @Test func `codes are taken without the server where the file says so`() throws {
        #expect(try !policy("{}").admitsOffline && !policy(#"{"offline": "refuse"}"#).admitsOffline)
        let admitting = try policy(#"{"offline": "admit"}"#)
        #expect(admitting.admitsOffline && admitting.description.hasSuffix("; offline: admit"))
    }

    @Test(arguments: ["{}", #"{"allow": ["network"]}"#, #"{"sources": {"http": {"deny": ["copy"]}}}"#])
    func `without an entry that allows something, a source has nothing done`(_ text: String) throws {
        #expect(try !policy(text).allowsAnything(to: .http))
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
        let text: String
        let messages: [String]
        var testDescription: String { text }

        init(_ text: String, _ messages: String...) { (self.text, self.messages) = (text, messages) }
    }

    static let mistakes = [
        Mistake("", "policy.json:1:1: error: the file is empty; the minimum is {}"),
        Mistake(#"{"allow": ["#, "policy.json:1:"),
        Mistake(#"["network"]"#, "policy.json:1:1: error: a policy must be an object such as"),
        Mistake(#"{"alow": []}"#, "policy.json:1:2: error: a policy has no 'alow' (did you mean 'allow'?)"),
        Mistake(
            #"{"permit": []}"#,
            "policy.json:1:2: error: a policy has no 'permit'; it has allow, ask, deny, sources, offline"),
        Mistake(#"{"allow": "network"}"#, "policy.json:1:11: error: 'allow' must be a list of names, not a string"),
        Mistake(
            #"{"allow": [1]}"#, "policy.json:1:12: error: must be the name of an effect or an action, not a number"),
        Mistake(
            #"{"allow": ["netwrok"]}"#,
            "policy.json:1:12: error: unknown action or effect 'netwrok' (did you mean 'network'?)"),
        Mistake(
            "{\n  \"allow\": [\"No name\"],\n  \"deny\": [\"open-ulr\"]\n}",
            "policy.json:2:13: error: unknown action or effect 'No name'; use one of local, network",
            "policy.json:3:12: error: unknown action or effect 'open-ulr' (did you mean 'open-url'?)"),
        Mistake(
            #"{"allow": ["network"], "deny": ["network"]}"#,
            "policy.json:1:33: error: 'network' is used twice; it is also in allow[0]"),
        Mistake(#"{"allow": [], "allow": []}"#, "policy.json:1:15: error: a name is used twice"),
        Mistake(
            #"{"source": {}}"#, "policy.json:1:2: error: a policy has no 'source' (did you mean 'sources'?)"),
        Mistake(
            #"{"offline": "wait"}"#, #"policy.json:1:13: error: 'offline' must be "refuse" or "admit""#),
        Mistake(
            #"{"sources": {"http": {"offline": "admit"}}}"#,
            "policy.json:1:23: error: a source has no 'offline'; it has allow, ask, deny"),
        Mistake(
            #"{"sources": ["http"]}"#,
            #"policy.json:1:13: error: 'sources' must be an object such as {"http": {"allow": ["record"]}}, not a list"#
        ),
        Mistake(
            "{\n  \"sources\": {\n    \"htpt\": {},\n    \"mqtt\": {}\n  }\n}",
            "policy.json:3:5: error: unknown source 'htpt' (did you mean 'http'?)",
            "policy.json:4:5: error: unknown source 'mqtt'; use one of http"),
        Mistake(
            #"{"sources": {"http": ["record"]}}"#,
            #"policy.json:1:22: error: the value of a source must be an object such as {"allow": ["record"]}, not a "#
                + #"list"#
        ),
        Mistake(
            #"{"sources": {"http": {"alow": [], "sources": {}, "allow": ["lookpu"]}}}"#,
            "policy.json:1:23: error: a source has no 'alow' (did you mean 'allow'?)",
            "policy.json:1:35: error: a source has no 'sources'; it has allow, ask, deny",
            "policy.json:1:60: error: unknown action or effect 'lookpu' (did you mean 'lookup'?)"),
        Mistake(
            #"{"allow": ["lookup"], "sources": {"http": {"allow": ["lookup"], "deny": ["lookup"]}}}"#,
            "policy.json:1:74: error: 'lookup' is used twice; it is also in sources.http.allow[0]"),
        Mistake(
            #"{"allow": ["\#u{1B}"]}"#, "policy.json:1:"),
    ]

    @Test("reports all errors, each with its place", arguments: mistakes)
    func tellsMistakes(_ mistake: Mistake) throws {
        let error = try #require(throws: PolicyError.self) { try policy(mistake.text) }
        #expect(error.issues.count == mistake.messages.count)
        for (issue, message) in zip(error.issues, mistake.messages) {
            #expect(issue.description.hasPrefix(message), "\(issue)")
        }
    }

    @Test("reading stops after a limited number of errors")
    func isBounded() throws {
        let names = (0..<10_000).map { "\"N\($0)\"" }.joined(separator: ",")
        let error = try #require(throws: PolicyError.self) { try policy(#"{"allow": [\#(names)]}"#) }
        #expect(error.issues.count == 200)
    }
}

@Suite("What the user answers")
struct ReplyTests {
    private func dispatcher(_ replies: [ActionReply], _ asked: Diary) throws -> Dispatcher {
        let plugins = ["open", "other"].map { FakePlugin($0, effects: [.network]) }
        let rest = Replies(replies)
        return Dispatcher(
            plugins: try PluginRegistry(plugins), policy: .ask,
            confirm: { question in
                await asked.note(question.action.name)
                return await rest.next()
            })
    }

    private actor Replies {
        private var rest: [ActionReply]

        init(_ replies: [ActionReply]) { rest = replies }

        func next() -> ActionReply { rest.isEmpty ? .no : rest.removeFirst() }
    }

    @Test("'always' covers actions of that name and rule, except doubtful links and actions that the rule confirms")
    func remembersAlways() async throws {
        let asked = Diary()
        let first = try dispatcher([.always], asked)
        let copy = first
        #expect(await first.perform(.fake("open")).status == .done)
        #expect(await copy.perform(.fake("open")).status == .done)
        #expect(await first.perform(.fake("open", asks: true)).status == .notAllowed)
        #expect(await first.perform(.fake("open", rule: "another")).status == .notAllowed)
        #expect(await first.perform(.fake("open", url: "https://10.0.0.1/")).status == .notAllowed)
        #expect(await first.perform(.fake("other")).status == .notAllowed)
        #expect(await asked.entries == ["open", "open", "open", "open", "other"])
    }

    @Test("after stop nothing is done, not even what needs no question")
    func stops() async throws {
        let asked = Diary()
        let plugins = try PluginRegistry([FakePlugin("open", effects: [.network]), FakePlugin("quiet")])
        let dispatcher = Dispatcher(
            plugins: plugins, policy: .ask,
            confirm: { question in
                await asked.note(question.action.name)
                return .stop
            })
        #expect(await dispatcher.perform(.fake("quiet")).status == .done)
        #expect(await dispatcher.perform(.fake("open")).message == "the answer was to stop")
        #expect(await dispatcher.perform(.fake("open")).status == .notAllowed)
        #expect(await dispatcher.perform(.fake("quiet")).status == .notAllowed)
        #expect(await asked.entries == ["open"])
    }

    @Test("a question says why it is put")
    func saysWhy() async throws {
        let asked = Diary()
        let plugins = try PluginRegistry([FakePlugin("open", effects: [.network, .process])])
        let dispatcher = Dispatcher(
            plugins: plugins, policy: .ask,
            confirm: { question in
                for cause in question.causes { await asked.note(cause) }
                return .no
            })
        _ = await dispatcher.perform(.fake("open", asks: true))
        #expect(await asked.entries == ["the policy asks for network, process", "its rule requires confirmation"])
    }
}
