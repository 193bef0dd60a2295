import BeelineContent
import BeelineSymbols
import Testing

@testable import BeelineRuleTools
@testable import BeelineRules

@Suite("Explaining")
struct ExplainingTests {
    private func only(_ json: String, _ reading: Reading, scan: Scan = .noon) throws -> ConditionTrace {
        let explanation = try ruleSet(oneRule(when: json)).explain(reading, scan: scan)
        return try #require(explanation.rules.first?.condition)
    }

    private static let book979 = reading("9791034300013", .ean13)

    @Test("each condition has its words, whether it held, and the value that it saw")
    func showsValues() throws {
        let trace = try only(#"{"kind":"isbn","isbn10":{"exists":true},"isbn13":{"prefix":"978"}}"#, Self.book979)
        #expect(trace.outcome == .failed)
        #expect(trace.combination == .all)
        #expect(trace.parts.map(\.title) == ["kind is isbn", "isbn10 is there", #"isbn13 begins with "978""#])
        #expect(trace.parts.map(\.outcome) == [.held, .failed, .notAsked])
        #expect(trace.parts.map(\.value) == [.text("isbn"), nil, nil])
        #expect(trace.parts.map(\.name) == ["kind", "isbn10", "isbn13"])
    }

    @Test("alternatives behind one that held are not asked; nor is what is in them")
    func stopsAtTheFirst() throws {
        let trace = try only(
            #"{"any":[{"isbn10":{"exists":true}},{"kind":"isbn"},{"not":{"symbology":"qr_code"}}]}"#, Self.book979)
        #expect(trace.parts.map(\.outcome) == [.failed, .held, .notAsked])
        #expect(trace.parts[2].parts.map(\.outcome) == [.notAsked])
    }

    @Test("'not' turns its part around")
    func turnsAround() throws {
        let trace = try only(#"{"not":{"symbology":"qr_code"}}"#, Self.book979)
        #expect(trace.outcome == .held)
        #expect(trace.combination == .not)
        #expect(trace.parts.map(\.outcome) == [.failed])
        #expect(trace.parts[0].value == .text("ean_13"))
    }

    @Test("captures, operands and days are shown with what they stood for")
    func showsOperands() throws {
        let trace = try only(
            #"""
            {"text":{"matches":"(?P<shop>[a-z]+)-(?P<price>\\d+)(?P<rest>x)?","decimals":{"price":2}},
             "scan.source":"{match.shop}","match.price":{"<":10},"scan.date":{"<":"today+7"}}
            """#, reading("till-980"), scan: Scan(date: Scan.noon.date, source: "till"))
        #expect(trace.outcome == .held)
        let parts = trace.parts
        #expect(parts[0].findings.map(\.name) == ["match.shop", "match.price", "match.rest"])
        #expect(parts[0].findings.map { $0.value?.description } == ["till", "9.80", nil])
        #expect(parts[1].operands.map(\.name) == ["{match.shop}"])
        #expect(parts[1].operands.map(\.value) == [.text("till")])
        #expect(parts[3].operands.map(\.name) == ["today+7"])
        #expect(parts[3].operands.first?.value?.description == "2026-11-28")
    }

    @Test("a row that was found is shown with its cells")
    func showsRows() throws {
        let catalog = try Catalog(name: "shelf", csv: Array("isbn,place,note\n9791034300013,B2,\n".utf8))
        let file = RuleFile(name: "f", text: oneRule(when: #"{"isbn13":{"catalog":"shelf"}}"#))
        let rules = try RuleSet(files: [file], actions: ActionSignature.all, catalogs: [catalog])
        let trace = try #require(rules.explain(Self.book979, scan: .noon).rules[0].condition)
        #expect(trace.findings.map(\.name) == ["catalog.shelf.place", "catalog.shelf.note"])
        #expect(trace.findings.map(\.value) == [.text("B2"), nil])
        let other = try #require(rules.explain(reading("9784873119045", .ean13), scan: .noon).rules[0].condition)
        #expect(other.outcome == .failed)
        #expect(other.findings.isEmpty)
    }

    @Test("rules of other kinds are passed over, and those behind the winner are not asked")
    func showsStates() throws {
        let rules = try ruleSet(
            """
            {"version":1,"rules":[
              {"id":"link","when":{"kind":["url","geo"]},"do":[]},
              {"id":"ten","when":{"isbn10":{"exists":true}},"do":[]},
              {"id":"more","when":{"kind":"isbn"},"do":[{"action":"emit","fields":{"a":"b"}}],"continue":true},
              {"id":"any","when":{},"do":[]},
              {"id":"last","when":{},"do":[]}]}
            """)
        let explanation = rules.explain(Self.book979, scan: .noon)
        #expect(explanation.rules.map(\.rule) == rules.rules)
        let states = explanation.rules.map(\.state)
        #expect(states[0] == .passedOver(takes: ["url", "geo"]))
        guard case .failed = states[1], case .added(_, let actions) = states[2], case .took(let trace, []) = states[3]
        else {
            Issue.record("\(states)")
            return
        }
        #expect(actions.map(\.action) == Array(explanation.resolution.actions))
        #expect(trace.title == "always")
        #expect(states[4] == .notAsked)
    }

    @Test("rules that are switched off stand where they would be asked")
    func showsDisabled() throws {
        let rules = try ruleSet(
            #"""
            {"version":1,"disable":["b","d"],"rules":[
              {"id":"a","when":{"kind":"url"},"do":[]},{"id":"b","when":{},"do":[]},
              {"id":"c","when":{},"do":[]},{"id":"d","when":{},"do":[]}]}
            """#)
        let traces = rules.explain(Self.book979, scan: .noon).rules
        #expect(traces.map(\.rule.id) == ["a", "b", "c", "d"])
        #expect(traces.map { $0.state == .disabled } == [false, true, false, true])
        #expect(traces.allSatisfy { $0.condition == nil || $0.rule.id == "c" })
    }

    @Test("kinds of rule files are tried in turn")
    func showsKinds() throws {
        let rules = try ruleSet(
            #"""
            {"version":1,"kinds":[
              {"kind":"link","when":{"kind":"url"}},
              {"kind":"gree","when":{"compact":{"prefix":"GREE"}}},
              {"kind":"tosot","title":"Tosot","when":{"compact":{"matches":"TOSOT(?P<serial>.+)"}},
               "fields":{"unitNumber":"{match.serial}"}},
              {"kind":"last","when":{"text":{"exists":true}}}],
             "rules":[{"id":"r","when":{"kind":"tosot","unitNumber":"12"},"do":[]},{"id":"t","when":{"kind":"text"},"do":[]}]}
            """#)
        let explanation = rules.explain(reading("TOSOT12", .code128), scan: .noon)
        #expect(explanation.kinds.map(\.name) == ["link", "gree", "tosot", "last"])
        guard case .passedOver(takes: ["url"]) = explanation.kinds[0].state,
            case .failed = explanation.kinds[1].state, case .took(let trace) = explanation.kinds[2].state,
            case .notAsked = explanation.kinds[3].state
        else {
            Issue.record("\(explanation.kinds)")
            return
        }
        #expect(trace.findings.map(\.value) == [.text("12")])
        #expect(explanation.resolution.rule?.id == "r")
        #expect(explanation.rules[0].condition?.parts[1].value == .text("12"))
    }

    @Test("an action that its own condition leaves out says why; one that waits is not asked")
    func showsActions() throws {
        let rules = try ruleSet(
            oneRule(
                when: #"{"kind":"isbn"}"#,
                do: """
                    [{"action":"say","text":"a","when":{"isbn10":{"exists":true}}},
                     {"action":"say","text":"b","when":{"symbology":"ean_13"}},{"action":"say","text":"c"}]
                    """))
        let explanation = rules.explain(Self.book979, scan: .noon)
        let actions = explanation.rules[0].actions
        #expect(actions.map(\.name) == ["say", "say", "say"])
        #expect(actions.map { $0.action?["text"] } == [nil, .text("b"), .text("c")])
        #expect(actions.map { $0.condition?.outcome } == [.failed, .held, nil])
        #expect(actions.compactMap(\.action) == Array(explanation.resolution.actions))
    }

    @Test("an action whose condition asks for what another one finds was not asked")
    func showsWaiting() throws {
        let find = ActionSignature(
            name: "find", summary: "", parameters: [], results: .named(["title", "found"]), effects: [])
        let file = RuleFile(
            name: "f",
            text: oneRule(
                do: """
                    [{"action":"find","as":"disc"},
                     {"action":"say","text":"a","when":{"disc.found":true,"kind":"isbn"}},
                     {"action":"say","text":"{disc.title|}","when":{"kind":"isbn"}},
                     {"action":"say","text":"{disc.title|}","when":{"kind":"url"}}]
                    """))
        let rules = try RuleSet(files: [file], actions: ActionSignature.all + [find])
        let explanation = rules.explain(Self.book979, scan: .noon)
        let actions = explanation.rules[0].actions
        #expect(actions.map { $0.action?.needs } == [[], ["disc"], ["disc"], nil])
        #expect(actions.map { $0.condition?.outcome } == [nil, .notAsked, .held, .failed])
        #expect(actions[1].condition?.parts.map(\.outcome) == [.notAsked, .notAsked])
        #expect(actions.compactMap(\.action) == Array(explanation.resolution.actions))
    }

    /// All that traces say, without their own ways to print themselves.
    private func texts(_ traces: [ConditionTrace]) -> String {
        traces.map { trace in
            let values = (trace.operands + trace.findings).map { "\($0.name) \($0.value?.description ?? "")" }
            return "\(trace.title) \(trace.value?.description ?? "") \(values) " + texts(trace.parts)
        }.joined(separator: "\n")
    }

    @Test("what a code keeps secret is in no explanation that anybody may see")
    func redacts() throws {
        let rules = try ruleSet(
            #"""
            {"version":1,"rules":[
              {"id":"a","when":{"password":{"prefix":"open"},"ssid":"Guests"},"do":[]},
              {"id":"b","when":{"text":{"prefix":"WIFI:T:WPA"},"compact":{"contains":"sesame"},"password":"nothing"},"do":[]},
              {"id":"c","when":{"text":{"matches":"WIFI.*P:(?P<word>[^;]*).*"},"scan.source":"{match.word}","ssid":"x"},"do":[]},
              {"id":"d","when":{"password":["closed","open sesame"],"not":{"password":{"suffix":"door"}}},"do":[]}]}
            """#)
        let reading = reading("WIFI:T:WPA;S:Guest;P:open sesame;;", .qr)
        let explanation = rules.explain(reading, scan: Scan(date: Scan.noon.date, source: "open sesame"))
        #expect(explanation.resolution.rule?.id == "d")
        #expect(texts(explanation.rules.compactMap(\.condition)).contains("sesame"))
        // Printed by mistake, not even that of the module says it.
        #expect(!String(reflecting: explanation.rules).contains("sesame"))
        let redacted = explanation.redacted(resolution: explanation.resolution)
        // The unredacted title stays inside of the module.
        let traces = redacted.rules.compactMap(\.condition)
        #expect(traces.count == 4)
        #expect(!texts(traces).contains("sesame"))
        #expect(!texts(traces).contains("begins with \"open\""))
        #expect(traces[0].parts.map(\.title) == ["password begins with •••", #"ssid is "Guests""#])
        #expect(traces[0].parts.map(\.value) == [.text("•••"), .text("Guest")])
        #expect(traces[1].parts[0].title == #"text begins with "WIFI:•••""#)
        #expect(traces[2].parts[1].title == "scan.source is •••")
        #expect(traces[3].parts.map(\.outcome) == [.held, .held])
        // What did not hold tells nothing.
        #expect(traces[1].parts[2].title == #"password is "nothing""#)
    }

    @Test("conditions are traced as deeply as they may be nested", arguments: [10, 25])
    func tracesDeepConditions(_ depth: Int) throws {
        let when =
            String(repeating: #"{"not":"#, count: depth) + #"{"isbn13":{"prefix":"97"}}"#
            + String(repeating: "}", count: depth)
        let explanation = try ruleSet(oneRule(when: when)).explain(Self.book979, scan: .noon)
        var trace = try #require(explanation.rules[0].condition)
        #expect(trace.holds == depth.isMultiple(of: 2))
        var levels = 0
        while let part = trace.parts.first { (trace, levels) = (part, levels + 1) }
        #expect(levels == depth)
        #expect(trace.title == #"isbn13 begins with "97""#)
    }

    @Test("an explanation of a code without secrets stays as it is")
    func keepsOthers() throws {
        let explanation = try ruleSet(oneRule(when: #"{"kind":"isbn"}"#)).explain(Self.book979, scan: .noon)
        #expect(explanation.redacted(resolution: explanation.resolution) == explanation)
    }
}
