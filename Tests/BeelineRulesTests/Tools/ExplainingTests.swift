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

    @Test("each condition has its words, whether it was true, and the value that it saw")
    func showsValues() throws {
        let trace = try only(#"{"kind":"isbn","isbn10":{"exists":true},"isbn13":{"prefix":"978"}}"#, Self.book979)
        #expect(trace.outcome == .failed)
        #expect(trace.combination == .all)
        #expect(trace.parts.map(\.title) == ["kind is isbn", "isbn10 is there", #"isbn13 begins with "978""#])
        #expect(trace.parts.map(\.outcome) == [.held, .failed, .notAsked])
        #expect(trace.parts.map(\.value) == [.text("isbn"), nil, nil])
        #expect(trace.parts.map(\.name) == ["kind", "isbn10", "isbn13"])
    }

    @Test("alternatives after a true one are not tried; nor are the conditions in them")
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

    @Test("captures, operands and days are shown with their values")
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

    @Test("rules of other kinds are skipped, and those after the winner are not tried")
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

    @Test("disabled rules are listed where they would be tried")
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
            case .failed = explanation.kinds[1].state, case .took(let trace, _) = explanation.kinds[2].state,
            case .notAsked = explanation.kinds[3].state
        else {
            Issue.record("\(explanation.kinds)")
            return
        }
        #expect(trace.findings.map(\.value) == [.text("12")])
        #expect(explanation.resolution.rule?.id == "r")
        #expect(explanation.rules[0].condition?.parts[1].value == .text("12"))
    }

    @Test("an action that its own condition skips says why; the condition of one that waits is not tried")
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

    @Test("the condition of an action that needs a result of another one was not tried")
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
        #expect(actions.map { $0.action?.awaitedResults } == [[], ["disc"], ["disc"], nil])
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

    @Test("a secret of a code is in no explanation that others may see")
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
        // Printed by accident, not even that of the module shows it.
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
        // A condition that was false reveals nothing.
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

/// What `explain` says compared with what `resolve` does, for generated rules.
@Suite("Explaining agrees with resolving")
struct ExplainingAgreesTests {
    private static let codes = [
        reading("9784873119045", .ean13, addOn: "51995"), reading("9791034300013", .ean13),
        reading("4902370548495", .ean13), reading("2000000000008", .ean13), reading("036000291452", .upcA),
        reading("https://example.com/a?id=7&q=a+b", .qr), reading("http://example.org/", .qr),
        reading("WIFI:T:WPA;S:Guest;P:open sesame;;", .qr), reading("AB-12:980", .code128), reading("plain text"),
        reading("", .qr), ContentParser.reading(of: Symbol(.qr, bytes: [0xFF, 0x00])),
        reading("geo:48.85,2.35", .qr),
    ]

    /// Tests that may stand anywhere; a generated condition is made of them.
    private static let tests = [
        #""kind":"isbn""#, #""kind":["url","wifi"]"#, #""kind":"pair""#, #""symbology":"ean_13""#,
        #""symbology":["qr_code","unknown"]"#, #""isbn10":{"exists":true}"#, #""isbn10":{"exists":false}"#,
        #""text":{"prefix":["978","http"]}"#, #""text":{"contains":"e"}"#, #""compact":{"suffix":"5"}"#,
        #""text":{"matches":"(?P<a>.)(?P<b>.*)"}"#, #""text":{"matches":"(?P<a>9)?.*"},"kind":"isbn""#,
        #""text":{"matches":"(?P<a>..).*"},"scan.source":{"prefix":"{match.a}"}"#, #""text":{"matches":"[0-9]+"}"#,
        #""host":{"domain":"example.com"}"#,
        #""restricted":true"#, #""scan.date":{"<":"today+1"}"#, #""scan.time":{">=":"18:00"}"#,
        #""scan.source":"{scan.weekday}""#, #""query.id":"7""#, #""addOn":{"exists":true}"#,
        #""text":{"catalog":"list"}"#, #""left":"AB""#, #""scan.source":{"prefix":"{text}"}"#,
        #""password":{"prefix":"o"}"#,
    ]

    private static let catalog = try? Catalog(
        name: "list", columns: ["x"], rows: [(key: "plain text", cells: ["1"]), (key: "4902370548495", cells: ["2"])])

    /// A condition, deterministic for its seed.
    private struct Generator {
        var random: SplitMix

        mutating func condition(_ depth: Int) -> String {
            switch depth == 0 ? 0 : random.below(5) {
            case 0, 1: "{\(ExplainingAgreesTests.tests[random.below(ExplainingAgreesTests.tests.count)])}"
            case 2: "{\"not\":\(condition(depth - 1))}"
            case 3: "{\"all\":[\(list(depth - 1))]}"
            default: "{\"any\":[\(list(depth - 1))]}"
            }
        }

        private mutating func list(_ depth: Int) -> String {
            (0...random.below(3)).map { _ in condition(depth) }.joined(separator: ",")
        }
    }

    private static let kinds = #"""
        [{"kind":"pair","when":{"text":{"matches":"(?P<left>[A-Z]+)-(?P<right>.*)"}},
          "fields":{"left":"{match.left}","right":"{match.right}"}}]
        """#

    private func rules(_ conditions: [(when: String, act: String)]) throws -> RuleSet {
        let rules = conditions.enumerated().map { index, pair in
            // What alternatives leave behind shows in the actions.
            let name = pair.when.contains("(?P<a>") ? "match.a" : "text"
            return #"""
                {"id":"r\#(index)","when":\#(pair.when),"continue":\#(index % 3 == 0),
                 "do":[{"action":"say","text":"{\#(name)|none}","when":\#(pair.act)},{"action":"say","text":"\#(index)"}]}
                """#
        }
        let text = #"{"version":1,"kinds":\#(Self.kinds),"rules":[\#(rules.joined(separator: ","))]}"#
        return try RuleSet(
            files: [RuleFile(name: "f", text: text)], actions: ActionSignature.all,
            catalogs: [try #require(Self.catalog)])
    }

    /// Conditions that the reader accepts: it refuses those that can never be true, and half of the random ones are
    /// such.
    private func accepted(_ count: Int, seed: UInt64) throws -> [(when: String, act: String)] {
        var generator = Generator(random: SplitMix(state: seed))
        var pairs: [(when: String, act: String)] = []
        for _ in 0..<count * 20 where pairs.count < count {
            let pair = (when: generator.condition(3), act: generator.condition(1))
            if (try? rules([pair])) != nil { pairs.append(pair) }
        }
        return pairs
    }

    @Test(
        "on the winner, the actions, the kind, and whether each condition holds",
        arguments: [1, 2, 3] as [UInt64])
    func agrees(_ seed: UInt64) throws {
        let pairs = try accepted(60, seed: seed)
        try #require(pairs.count == 60)
        let set = try rules(pairs)
        var seen: [ConditionTrace.Outcome: Int] = [:]
        // All of them in one set, and each as the first of its own: else those behind a winner are never asked.
        for rules in try [set] + pairs.map({ try rules([$0]) }) {
            for reading in Self.codes {
                for scan in [Scan.noon, Scan(date: Scan.noon.date, time: .midnight, source: "saturday")] {
                    let explanation = rules.explain(reading, scan: scan)
                    compare(explanation, rules.resolve(reading, scan: scan))
                    compare(explanation, rules, scan)
                    for trace in explanation.rules.compactMap(\.condition) { count(trace, &seen) }
                }
            }
        }
        // The test says nothing unless every outcome comes up.
        for outcome in ConditionTrace.Outcome.allCases { #expect(seen[outcome, default: 0] > 100) }
    }

    private func compare(_ explanation: Explanation, _ resolution: Resolution) {
        #expect(explanation.resolution == resolution)
        let winner = explanation.rules.first { if case .took = $0.state { true } else { false } }
        #expect(winner?.rule == resolution.rule)
        #expect(explanation.rules.flatMap(\.actions).compactMap(\.action) == Array(resolution.actions))
        let kind = explanation.kinds.first { if case .took = $0.state { true } else { false } }
        #expect(kind?.name == resolution.classification?.name)
    }

    /// Compares each rule's trace with its condition, asked as a whole.
    private func compare(_ explanation: Explanation, _ rules: RuleSet, _ scan: Scan) {
        for (trace, rule) in zip(explanation.rules.filter { $0.state != .disabled }, rules.compiled) {
            var subject = EvaluationContext(explanation.resolution.reading, scan: scan)
            subject.classification = explanation.resolution.classification
            subject.slots = Array(repeating: .empty, count: rule.slotCount)
            switch trace.state {
            case .passedOver:
                let holds = rule.checked.condition.holds(for: &subject)
                #expect(!holds)
            case .notAsked, .disabled: break
            case .failed(let condition), .took(let condition, _), .added(let condition, _):
                let holds = rule.checked.condition.holds(for: &subject)
                #expect(condition.holds == holds)
                compare(condition)
            }
        }
    }

    /// Compares a trace with its parts.
    private func compare(_ trace: ConditionTrace) {
        let outcomes = trace.parts.map(\.outcome)
        switch (trace.combination, trace.outcome) {
        case (_, .notAsked): #expect(outcomes.allSatisfy { $0 == .notAsked })
        case (.all, .held): #expect(outcomes.allSatisfy { $0 == .held })
        case (.all, .failed): #expect(outcomes.first { $0 != .held } == .failed)
        case (.any, .held): #expect(outcomes.first { $0 != .failed } == .held)
        case (.any, .failed): #expect(outcomes.allSatisfy { $0 == .failed })
        case (.not, .held): #expect(outcomes == [.failed])
        case (.not, .failed): #expect(outcomes == [.held])
        case (nil, .held), (nil, .failed): #expect(outcomes.isEmpty)
        }
        for part in trace.parts { compare(part) }
    }

    private func count(_ trace: ConditionTrace, _ seen: inout [ConditionTrace.Outcome: Int]) {
        seen[trace.outcome, default: 0] += 1
        for part in trace.parts { count(part, &seen) }
    }
}
