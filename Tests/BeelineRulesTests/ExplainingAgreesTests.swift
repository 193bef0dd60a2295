import BeelineContent
import BeelineSymbols
import Testing

@testable import BeelineRuleTools
@testable import BeelineRules

/// What `explain` says against what `resolve` does, for rules that nobody has thought up.
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

    /// Conditions that the reader takes: what can never hold it refuses, and half of what chance makes is such.
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
