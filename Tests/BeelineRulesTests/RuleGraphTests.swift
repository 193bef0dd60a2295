import BeelineContent
import BeelineSymbols
import Testing

@testable import BeelineRuleTools
@testable import BeelineRules

@Suite("The graph of rules: what leads where")
struct RuleGraphTests {
    static let shop = """
        {"version": 1, "constants": {"amazon": "www.amazon.co.jp"},
         "kinds": [{"kind": "appliance", "title": "a machine", "when": {"symbology": "code_128", "compact": {"prefix": "GREE"}},
           "fields": {"maker": "GREE"}}],
         "rules": [
          {"id": "till", "continue": true, "when": {"scan.source": "till"}, "do": []},
          {"id": "book", "title": "Open it", "when": {"kind": "isbn", "isbn10": {"exists": true}},
           "do": [{"action": "open-url", "ask": true, "url": "https://{const.amazon}/dp/{isbn10}{?addOn}"},
                  {"action": "emit", "optional": true, "fields": {"isbn": "{isbn13}", "old": "{isbn10}"}}]},
          {"id": "search", "when": {"kind": "isbn"}, "do": [{"action": "open-url", "url": "https://{const.amazon}/s"}]},
          {"id": "quiet", "when": {"kind": ["boardingPass", "vin"]}, "do": []},
          {"id": "late", "when": {"kind": "vin", "vin": {"prefix": "1"}}, "do": [{"action": "say", "text": "{vin}"}]},
          {"id": "off", "when": {"kind": "url"}, "do": [{"action": "open-url", "url": "{+url}"}]},
          {"id": "machine", "when": {"kind": "appliance"}, "do": [{"action": "emit", "fields": {"maker": "{maker}"}}]},
          {"id": "text", "when": {"text": {"exists": true}}, "do": [{"action": "say", "text": "<{text}>"}]}],
         "disable": ["off"]}
        """

    private func lane(_ kind: String?, _ graph: RuleGraph) throws -> RuleGraph.Lane {
        try #require(graph.lanes.first { $0.kind == kind })
    }

    private func nodes(_ lane: RuleGraph.Lane) -> [RuleGraph.Node] {
        lane.steps.compactMap { if case .rule(let node) = $0 { node } else { nil } }
    }

    @Test("lanes stand in the order in which their first rules are asked; kinds without rules of their own have none")
    func lanes() throws {
        let graph = RuleGraph(try ruleSet(Self.shop))
        #expect(graph.lanes.map(\.kind) == [nil, "isbn", "boardingPass", "vin", "url", "appliance"])
        #expect(graph.ruleCount == 7)
        #expect(graph.files == ["f"])
        #expect(graph.otherKinds.contains("wifi"))
        #expect(Set(graph.otherKinds + graph.lanes.compactMap(\.kind)).count == Kind.allCases.count + 1)
    }

    @Test("a lane says which rule has which place, what it asks for and what it does")
    func books() throws {
        let books = try lane("isbn", RuleGraph(try ruleSet(Self.shop)))
        #expect(nodes(books).map(\.number) == [2, 3])
        #expect(nodes(books).map(\.condition) == ["isbn10 is there", ""])
        #expect(nodes(books).map(\.effect) == [.takes, .takes])
        #expect(books.takesAll)
        let actions = nodes(books)[0].actions
        #expect(actions.map(\.action) == ["open-url", "emit"])
        #expect(actions.map(\.host) == ["www.amazon.co.jp", ""])
        #expect(actions.map(\.subject) == ["", "isbn, old"])
        #expect(actions.map(\.detail) == ["/dp/{isbn10}{?addOn}", ""])
        #expect(actions.map(\.remarks) == [["asks first"], ["may fail"]])
    }

    @Test("a rule for many kinds stands once; lanes point to it where codes come that far")
    func sharedRules() throws {
        let graph = RuleGraph(try ruleSet(Self.shop))
        #expect(nodes(try lane(nil, graph)).map(\.id) == ["till", "text"])
        #expect(nodes(try lane(nil, graph)).map(\.kinds) == ["any code", "any code but binary"])
        func pointers(_ kind: String) throws -> [[String]] {
            try lane(kind, graph).steps.compactMap { if case .elsewhere(let pointer) = $0 { pointer.ids } else { nil } }
        }
        #expect(try pointers("isbn") == [["till"]])
        #expect(try pointers("url") == [["till"], ["text"]])
        let alone = RuleGraph(try ruleSet(Self.shop), kind: "isbn")
        #expect(alone.lanes.map(\.kind) == ["isbn"])
        #expect(nodes(alone.lanes[0]).map(\.id) == ["till", "book", "search"])
        #expect(nodes(alone.lanes[0]).map(\.effect) == [.continues, .takes, .takes])
    }

    @Test("rules that do nothing, are never asked, or are switched off say so")
    func effects() throws {
        let graph = RuleGraph(try ruleSet(Self.shop))
        #expect(nodes(try lane("vin", graph)).map(\.effect) == [.nothing, .unreached])
        #expect(nodes(try lane("boardingPass", graph)).map(\.effect) == [.nothing])
        let off = nodes(try lane("url", graph))
        #expect(off.map(\.effect) == [.disabled])
        #expect(off.map(\.number) == [nil])
        #expect(off[0].actions.map(\.host) == ["the link itself"])
    }

    @Test("what a graph calls never asked, no code of a kind's examples is taken by", arguments: Kind.allCases)
    func agreesWithResolving(_ kind: Kind) throws {
        let rules = try ruleSet(Self.shop)
        let lane = RuleGraph(rules, kind: kind.rawValue).lanes.first
        let asked = lane.map(nodes)?.filter { $0.effect != .unreached && $0.effect != .disabled }.map(\.id) ?? []
        for symbol in kind.definition.examples {
            let rule = rules.resolve(ContentParser.reading(of: symbol)).rule
            if let rule { #expect(asked.contains(rule.id)) }
            if rule == nil { #expect(lane?.takesAll != true) }
        }
    }

    @Test("a kind of a rule file says what it is made of")
    func origin() throws {
        let appliance = try lane("appliance", RuleGraph(try ruleSet(Self.shop)))
        let origin = try #require(appliance.origin)
        #expect(origin.bases == ["any code but binary"])
        #expect(origin.condition == "symbology is code_128 and compact begins with \"GREE\"")
        #expect(origin.fields == ["maker"])
        #expect(appliance.title == "a machine")
    }

    struct Wording: Sendable, CustomTestStringConvertible {
        let when: String
        let words: String
        var testDescription: String { words }
    }

    static let wordings = [
        Wording(when: "{}", words: ""),
        Wording(when: #"{"text": "a", "addOn": {"exists": false}}"#, words: #"text is "a" and addOn is absent"#),
        Wording(
            when: #"{"text": "a", "any": [{"text": {"prefix": "b"}}, {"not": {"symbology": "qr_code"}}]}"#,
            words: #"text is "a" and (text begins with "b" or not (symbology is qr_code))"#),
        Wording(
            when: #"{"any": [{"text": "a", "addOn": "12"}, {"text": ["b", "c"]}]}"#,
            words: #"(text is "a" and addOn is "12") or text is "b" or "c""#),
    ]

    @Test("a condition is one sentence, with parentheses where it would be doubtful", arguments: wordings)
    func words(_ wording: Wording) throws {
        let graph = RuleGraph(try ruleSet(oneRule(when: wording.when)), kind: "text")
        #expect(graph.lanes.flatMap(nodes).map(\.condition) == [wording.words])
    }

    @Test("more rules of a kind than fit are summed up, unless all are wanted")
    func limits() throws {
        let rules = (0..<100).map { #"{"id":"r\#($0)","when":{"kind":"isbn","price":\#($0)},"do":[]}"# }
        let set = try ruleSet(#"{"version":1,"rules":[\#(rules.joined(separator: ","))]}"#)
        let steps = RuleGraph(set).lanes[0].steps
        #expect(steps.count == 61)
        #expect(steps.last == .more(40))
        #expect(nodes(RuleGraph(set, limit: nil).lanes[0]).map(\.id) == (0..<100).map { "r\($0)" })
    }
}
