import BeelineContent
import BeelineRuleTools
import BeelineRules
import Testing

extension ActionSignature {
    /// A stand-in for the plugin that refuses codes.
    fileprivate static let refusal = ActionSignature(
        name: "refuse", summary: "", parameters: [.init("message", .text, summary: "")], effects: [])
    /// One for a plugin that starts a program and finds what it says.
    fileprivate static let run = ActionSignature(
        name: "run", summary: "", parameters: [], results: ["output"], effects: [.process])
}

private func rules(_ actions: String) throws(RuleSetError) -> RuleSet {
    let services =
        actions.contains("lookup") ? #""services":{"s":{"url":"https://api.example/","results":{}}},"# : ""
    let rule = #"{"id":"r","when":{"text":{"exists":true}},"do":\#(actions)}"#
    return try RuleSet(
        files: [RuleFile(name: "f", text: #"{"version":1,\#(services)"rules":[\#(rule)]}"#)],
        actions: ActionSignature.all + [.lookup, .record, .refusal, .run])
}

/// What is wrong or doubtful, without its place.
private func issues(_ actions: String) -> [String] {
    let found: [RuleIssue]
    do throws(RuleSetError) {
        found = try rules(actions).warnings
    } catch {
        found = error.issues
    }
    return found.map { "\($0.severity.rawValue): \($0.message)" }
}

@Suite("Lists of actions that continue: otherwise, always, refuse")
struct ActionFlowTests {
    private static let open = #"{"action":"open-url","url":"https://a.example/""#
    private static let record = #"{"action":"record","fields":{}"#

    @Test("an 'otherwise' action comes after its action")
    func flattens() throws {
        let actions = try rules(
            #"""
            [{"action":"run","as":"r","otherwise":[{"action":"say","text":"a"},{"action":"emit","fields":{}}]},
             {"action":"say","text":"b","always":true}]
            """#
        ).resolve(reading("x")).actions
        #expect(actions.map(\.name) == ["run", "say", "emit", "say"])
        #expect(actions.map(\.isOtherwise) == [false, true, true, false])
        #expect(actions.map(\.isAlways) == [false, false, false, true])
    }

    @Test("the 'otherwise' action of a skipped action is skipped as well, also in an explanation")
    func leavesOut() throws {
        let rules = try rules(
            #"""
            [{"action":"run","when":{"kind":"isbn"},"otherwise":[{"action":"say","text":"a","when":{"scan.source":{"exists":false}}}]},
             {"action":"run","when":{"kind":"text"},"otherwise":[{"action":"say","text":"b","when":{"scan.source":"till"}},
              {"action":"say","text":"c"}]}]
            """#)
        let resolution = rules.resolve(reading("x"))
        #expect(resolution.actions.map(\.description) == ["run", "say c"])
        let explanation = rules.explain(reading("x"), scan: .noon)
        #expect(explanation.resolution == resolution)
        let traces = explanation.rules[0].actions
        #expect(traces.map(\.name) == ["run", "say", "run", "say", "say"])
        #expect(traces.map(\.isOtherwise) == [false, true, false, true, true])
        #expect(traces.map { $0.condition?.outcome } == [.failed, .notAsked, .held, .failed, nil])
        #expect(traces.compactMap(\.action) == resolution.actions)
    }

    @Test("what is known where an action is performed is known in its 'otherwise' action")
    func narrows() throws {
        let actions =
            #"[{"action":"run","when":{"isbn10":{"exists":true}},"otherwise":[{"action":"say","text":"{isbn10}"}]}]"#
        #expect(try rules(actions).resolve(reading("9784873119045")).actions.last?["text"] == .text("4873119049"))
    }

    @Test("an 'otherwise' action may give a result of the same name for later actions")
    func findsInstead() throws {
        let rules = try rules(
            #"""
            [{"action":"run","as":"r","optional":true,"otherwise":[{"action":"lookup","service":"s","as":"r"},{"action":"say","text":"{r.found}"}]},
             {"action":"say","text":"{r.output|none}{r.found|}"}]
            """#)
        let actions = rules.resolve(reading("x")).actions
        #expect(actions.map(\.awaitedResults) == [[], [], ["r"], ["r"]])
        #expect(actions.map(\.resultName) == ["r", "r", nil, nil])
    }

    static let wrong: [(actions: String, issue: String)] = [
        (#"[\#(open),"otherwise":{}}]"#, "'otherwise' must be a list, not an object"),
        (#"[\#(open),"otherwise":[]}]"#, "'otherwise' needs at least one action"),
        (#"[\#(open),"otherwise":[5]}]"#, "an action must be an object, not a number"),
        (#"[\#(open),"otherwise":[{"action":"fly"}]}]"#, "there is no action 'fly'"),
        (
            #"[\#(open),"otherwise":[\#(record),"otherwise":[\#(record)}]}]}]"#,
            "an action in an 'otherwise' cannot have an 'otherwise'"
        ),
        (#"[\#(open),"always":1}]"#, "'always' must be true or false, not a number"),
        (#"[\#(open),"else":[]}]"#, #"use "otherwise" of an action for what to do when it fails"#),
        (#"[\#(open),"finally":true}]"#, #"use "always": true for an action that is always performed"#),
        (
            #"[{"action":"run","as":"r","otherwise":[{"action":"say","text":"{r.output|}"}]}]"#,
            "'r' has no results here: its 'otherwise' runs when it was not done"
        ),
        (
            #"[{"action":"lookup","service":"s","as":"r"},{"action":"say","text":"{r.found}","always":true}]"#,
            "'r.found' may be absent"
        ),
        (
            #"[{"action":"run","otherwise":[{"action":"lookup","service":"s","as":"r"}]},{"action":"say","text":"{r.found}"}]"#,
            "'r.found' may be absent"
        ),
        (#"[{"action":"refuse","message":"no","ask":true}]"#, "'refuse' has no 'ask'"),
        (#"[{"action":"refuse","message":"no","optional":true}]"#, "'refuse' has no 'optional'"),
        (#"[{"action":"refuse","message":"no","otherwise":[\#(record)}]}]"#, "'refuse' has no 'otherwise'"),
        (#"[{"action":"refuse"}]"#, "'refuse' needs 'message'"),
    ]

    @Test("an error in such a list is reported", arguments: wrong)
    func refusesMistakes(_ example: (actions: String, issue: String)) {
        let found = issues(example.actions).filter { $0.hasPrefix("error: ") }
        #expect(found.count == 1 && found[0].contains(example.issue), "\(found)")
    }

    struct Doubt: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let actions: String
        /// The warnings; empty: there is none.
        var found: [String] = []
    }

    private static let lost =
        #"warning: 'record' is skipped when 'open-url' before it is not done; put it first, or add "always": true"#

    static let doubts = [
        Doubt(testDescription: "a record behind a link", actions: "[\(open)},\(record)}]", found: [lost]),
        Doubt(testDescription: "a record that is performed always", actions: #"[\#(open)},\#(record),"always":true}]"#),
        Doubt(testDescription: "a record that stands first", actions: "[\(record)},\(open)}]"),
        Doubt(
            testDescription: "a second record, when the scan is kept already",
            actions: "[\(record)},\(open)},\(record)}]"),
        Doubt(
            testDescription: "a record behind one that is not always performed",
            actions: #"[\#(record),"when":{"kind":"isbn"}},\#(open)},\#(record)}]"#, found: [lost]),
        Doubt(testDescription: "a link that may fail", actions: #"[\#(open),"optional":true},\#(record)}]"#),
        Doubt(
            testDescription: "a message that is asked for",
            actions: #"[{"action":"say","text":"","ask":true},\#(record)}]"#,
            found: [lost.replacing("open-url", with: "say")]),
        Doubt(testDescription: "a message", actions: #"[{"action":"say","text":""},\#(record)}]"#),
        Doubt(
            testDescription: "a record of its own for the failure",
            actions: #"[\#(open),"otherwise":[\#(record)}]},\#(record)}]"#),
        Doubt(
            testDescription: "another stand-in",
            actions: #"[\#(open),"otherwise":[{"action":"say","text":""}]},\#(record)}]"#, found: [lost]),
        Doubt(
            testDescription: "a record behind a link in a list that stands in",
            actions: #"[{"action":"say","text":"","otherwise":[\#(open)},\#(record)}]}]"#, found: [lost]),
        Doubt(
            testDescription: "a record of what a program says",
            actions: #"[{"action":"run","as":"r"},{"action":"record","fields":{"a":"{r.output|}"}}]"#,
            found: [
                "warning: 'record' is skipped when 'run' before it is not done; "
                    + #"add "always": true, and a default to each result that it names: {r.NAME|…}"#
            ]),
        Doubt(
            testDescription: "a record only of what was found",
            actions: #"[{"action":"run","as":"r"},\#(record),"when":{"r.output":{"exists":true}}}]"#),
        Doubt(
            testDescription: "what stands behind a refusal",
            actions: #"[{"action":"refuse","message":"no"},\#(record)},\#(record),"always":true}]"#,
            found: [
                "warning: 'record' is always skipped, because 'refuse' before it ends the list; put it first, or add "
                    + #""always": true"#
            ]),
        Doubt(
            testDescription: "what stands behind a refusal with a condition",
            actions: #"[{"action":"refuse","message":"no","when":{"kind":"isbn"}},\#(record)}]"#),
    ]

    @Test("a list that may lose a scan, or an action after a refusal, causes a warning", arguments: doubts)
    func warns(_ doubt: Doubt) {
        #expect(issues(doubt.actions) == doubt.found)
    }

    @Test("a warning is at the action that is lost")
    func namesThePlace() throws {
        let warning = try #require(try rules("[\(Self.open)},\n\(Self.record)}]").warnings.first)
        #expect(warning.line == 2 && warning.column == 1)
    }

    @Test("an 'otherwise' action names its action, and a test of a rule file can expect that")
    func isTested() {
        let rules = #"""
            "rules":[{"id":"r","when":{"text":{"exists":true}},"do":[
              {"action":"lookup","service":"s","as":"it","when":{"kind":"isbn"},"otherwise":[{"action":"say","text":"no"}]},
              {"action":"open-url","url":"https://a.example/","always":true,"otherwise":[{"action":"say","text":"a"},
               {"action":"say","text":"b","always":true}]}]}],
            "services":{"s":{"url":"https://api.example/","results":{}}}
            """#
        func differences(_ actions: String, text: String = "x") -> [String] {
            let suite = suite(
                rules: rules, test: #"{"scan":{"text":"\#(text)"},"expect":{"do":\#(actions)}}"#)
            return suite.messages
                + suite.run().flatMap(\.differences).map { "\($0.subject): \($0.expected) ≠ \($0.actual)" }
        }
        #expect(
            differences(
                #"[{"action":"open-url","always":true,"otherwise":null},{"otherwise":0},{"otherwise":0,"always":true}]"#
            ) == [])
        #expect(
            differences(#"[{"always":false},{"otherwise":1},{"otherwise":null}]"#) == [
                "do[0].always: false ≠ true", "do[1].otherwise: 1 ≠ 0", "do[2].otherwise: null ≠ 0",
            ])
        #expect(
            differences(#"[{},{"otherwise":0},{},{"otherwise":2},{"otherwise":2}]"#, text: "9784873119045") == [])
        #expect(
            differences(#"[{"otherwise":"open-url"},{},{}]"#).map { String($0.drop { $0 != " " }) } == [
                " 'otherwise' must be the position of the action that it replaces, from 0, or null for none, not a "
                    + "string"
            ])
    }

    @Test("the graph says when an action is performed")
    func isDrawn() throws {
        let graph = RuleGraph(
            try rules(
                #"[\#(Self.open),"otherwise":[{"action":"refuse","message":"no"}]},\#(Self.record),"always":true}]"#))
        let nodes = graph.lanes.flatMap(\.steps).compactMap { if case .rule(let node) = $0 { node } else { nil } }
        #expect(nodes.first?.actions.map(\.remarks) == [[], ["if open-url was not done"], ["always"]])
    }
}
