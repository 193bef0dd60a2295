import BeelineContent
import BeelineSupport
import BeelineSymbols
import Foundation
import FoundationXML
import Testing

@testable import BeelineRuleTools
@testable import BeelineRules

@Suite("The graph of rules: kinds, rules and actions")
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

    @Test("lanes are in the order in which their first rules are tried; kinds without rules of their own have none")
    func lanes() throws {
        let graph = RuleGraph(try ruleSet(Self.shop))
        #expect(graph.lanes.map(\.kind) == [nil, "isbn", "boardingPass", "vin", "url", "appliance"])
        #expect(graph.ruleCount == 7)
        #expect(graph.files == ["f"])
        #expect(graph.otherKinds.contains("wifi"))
        #expect(Set(graph.otherKinds + graph.lanes.compactMap(\.kind)).count == Kind.allCases.count + 1)
    }

    @Test("a lane shows the place, the condition and the actions of each rule")
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

    @Test("a rule for many kinds is drawn once; lanes point to it where codes reach it")
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

    @Test("rules that do nothing, are never tried, or are disabled are marked")
    func effects() throws {
        let graph = RuleGraph(try ruleSet(Self.shop))
        #expect(nodes(try lane("vin", graph)).map(\.effect) == [.nothing, .unreached])
        #expect(nodes(try lane("boardingPass", graph)).map(\.effect) == [.nothing])
        let off = nodes(try lane("url", graph))
        #expect(off.map(\.effect) == [.disabled])
        #expect(off.map(\.number) == [nil])
        #expect(off[0].actions.map(\.host) == ["the link itself"])
    }

    @Test("a rule that the graph marks as never tried matches no example of its kinds", arguments: Kind.allCases)
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

    @Test("a kind of a rule file shows its base kind")
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

    @Test("more rules of a kind than fit are summarised, unless --all is given")
    func limits() throws {
        let rules = (0..<100).map { #"{"id":"r\#($0)","when":{"kind":"isbn","price":\#($0)},"do":[]}"# }
        let set = try ruleSet(#"{"version":1,"rules":[\#(rules.joined(separator: ","))]}"#)
        let steps = RuleGraph(set).lanes[0].steps
        #expect(steps.count == 61)
        #expect(steps.last == .more(40))
        #expect(nodes(RuleGraph(set, limit: nil).lanes[0]).map(\.id) == (0..<100).map { "r\($0)" })
    }
}

@Suite("The graph of rules as DOT, which Graphviz draws")
struct GraphDrawingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let file: String
    }

    /// Markup, quotes, controls, text turned around, piles of accents, wide letters.
    static let hostile =
        "</text><script>alert(1)</script>&amp;\\\"'\\u202Eabc\\u0007\\uFFFE" + String(repeating: "\u{301}", count: 50)
        + "漢字カナ العربية 👨‍👩‍👧"

    private static func rules(_ count: Int) -> String {
        let kinds = ["isbn", "product", "url"]
        let rules = (0..<count).map {
            """
            {"id":"r\($0)","title":"Rule \($0)","when":{"kind":"\(kinds[$0 % 3])","text":"code \($0)"},
             "do":[{"action":"open-url","url":"https://host\($0).example.com/a/{text}"}]}
            """
        }
        return #"{"version":1,"rules":[\#(rules.joined(separator: ","))]}"#
    }

    static let cases = [
        Case(testDescription: "no rules", file: #"{"version":1}"#),
        Case(testDescription: "every sort of rule", file: RuleGraphTests.shop),
        Case(testDescription: "200 rules", file: rules(200)),
        Case(
            testDescription: "hostile texts",
            file: """
                {"version":1,"kinds":[{"kind":"odd","title":"\(hostile)","when":{"text":{"prefix":"\(hostile)"}},
                  "fields":{"own":"{text}"}}],
                 "rules":[
                  {"id":"\(String(repeating: "x", count: 5_000))","title":"\(String(repeating: hostile, count: 500))",
                   "when":{"kind":"odd"},"do":[
                    {"action":"emit","fields":{"\(hostile)":"{own}","\(String(repeating: "W", count: 5_000))":"v"}},
                    \(repeatElement(#"{"action":"open-url","url":"https://a.example.com/qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq"}"#, count: 40).joined(separator: ","))]},
                  {"id":"deep","when":\(String(repeating: #"{"not":"#, count: 28)){"text":"x"}\(String(repeating: "}", count: 28)),"do":[]},
                  {"id":"list","when":{"kind":["isbn","issn"],"text":[\((0..<3_000).map { "\"\(hostile)\($0)\"" }.joined(separator: ","))]},"do":[]}]}
                """),
    ]

    @Test("Graphviz draws it as it is", .enabled(if: Drawing.program != nil), arguments: cases)
    func isDrawn(_ example: Case) async throws {
        let drawing = try await Drawing(RuleGraph(try ruleSet(example.file)).dot)
        #expect(drawing.elements.isSubset(of: ["svg", "title", "path", "polygon", "polyline", "g", "a", "text"]))
        #expect(drawing.texts.first == "Rules by kind")
    }

    @Test(
        "every rule is there, with its condition and where it leads", .enabled(if: Drawing.program != nil),
        arguments: [1, 59, 200])
    func isComplete(_ count: Int) async throws {
        let drawing = try await Drawing(RuleGraph(try ruleSet(Self.rules(count)), limit: nil).dot)
        for number in 0..<count {
            #expect(drawing.texts.contains { $0.hasSuffix("  r\(number)") })
            #expect(drawing.texts.contains("if text is \"code \(number)\""))
            #expect(drawing.texts.contains { $0.contains("host\(number).example.com") })
        }
    }

    @Test("hostile texts stay texts, and small", .enabled(if: Drawing.program != nil))
    func hostileTexts() async throws {
        let dot = RuleGraph(try ruleSet(Self.cases[3].file)).dot
        #expect(dot.utf8.count < 100_000)
        #expect(
            !dot.unicodeScalars.contains { $0 == "\u{202E}" || ($0.value < 0x20 && $0 != "\n") || $0 == "\u{FFFE}" })
        let texts = try await Drawing(dot).texts
        #expect(texts.contains { $0.contains("</text><script>alert(1)</script>&") })
        #expect(texts.allSatisfy { $0.unicodeScalars.count < 200 })
    }

    /// Ids that would end a quoted text of DOT, or be something else in it.
    static let ids = [
        #"""#, #"\"#, #"a\"#, #"a\" [URL="x"] b [label="c"#, #"\N \G \L"#, #"\l\r\n"#, "<b>bold</b>",
        "<table><tr><td/></tr></table>",
        "&lt;i&gt;", "&#60;b&#62;", "a\n}\ndigraph x {", "// a", "/* a */", "# a", "{a|<b>c}", "->", "\u{202E}abc",
        "é漢字👨‍👩‍👧",
        "\u{7}\u{1B}[31m", "${HOME} $(id) `id`", "subgraph", "a;b", "%s%n",
    ]

    @Test("an id is shown as it is", .enabled(if: Drawing.program != nil), arguments: ids)
    func idStaysText(_ id: String) async throws {
        let json = String(decoding: try JSONEncoder().encode(id), as: UTF8.self)
        let file = #"{"version":1,"rules":[{"id":"r","title":\#(json),"when":{"kind":"isbn"},"do":[]}]}"#
        let drawing = try await Drawing(RuleGraph(try ruleSet(file)).dot)
        let shown = plainText(id, limit: 100)
        #expect(drawing.texts.contains(shown), "\(drawing.texts)")
        let tooltip = shown.replacing("\\", with: "\u{29F5}")
        #expect(drawing.tooltips.contains { $0.contains(tooltip) }, "\(drawing.tooltips)")
        #expect(drawing.links.isEmpty)
    }

    @Test("what a rule does is said in its box")
    func effects() throws {
        let dot = RuleGraph(try ruleSet(RuleGraphTests.shop)).dot
        for effect in RuleGraph.Effect.allCases where effect != .takes { #expect(dot.contains(effect.meaning)) }
    }

    @Test("ten thousand rules are summed up, in a moment", .timeLimit(.minutes(15)))
    func large() throws {
        let set = try ruleSet(Self.rules(3))
        let rules = (0..<10_000).map { index in
            let like = set.compiled[index % 3]
            return CompiledRule(
                Rule(id: "r\(index)", title: nil, file: "f", continues: false), when: like.checked, slotCount: 0,
                actions: like.actions)
        }
        let graph = RuleGraph(RuleSet(rules, kinds: set.kinds, constants: [:], warnings: []))
        #expect(graph.lanes.count == 3)
        #expect(graph.dot.utf8.count < 300_000)
        #expect(graph.dot.contains("… 3,274 more rules; a higher limit draws them"))
    }

    @Test(
        "text is cut into lines that fit",
        arguments: ["", "a", "word after word", "verylongwordwithoutanyblank", "漢字漢字漢字漢字", "a  b   c "])
    func lines(_ text: String) {
        for width in [20, 50, 100] {
            for count in 1...3 {
                let lines = Typeface.text.lines(of: text, width: width, count: count)
                #expect(lines.count <= count)
                for line in lines where line.unicodeScalars.count > 2 {
                    #expect(Typeface.text.width(of: line) <= width, "\(line)")
                }
                if lines.last?.hasSuffix("…") != true {
                    #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
                }
            }
        }
    }
}

/// What an XML parser finds in the SVG that Graphviz draws.
private final class Drawing: NSObject, XMLParserDelegate {
    static let program = Executable.find("dot")

    private(set) var texts: [String] = []
    private(set) var tooltips: [String] = []
    private(set) var links: [String] = []
    private(set) var elements: Set<String> = []
    private var text = ""

    init(_ dot: String) async throws {
        let start = ProgramStart(path: try #require(Self.program), arguments: ["-Tsvg"])
        let result = try await runProgram(
            start, input: Array(dot.utf8), outputLimit: 64 << 20, timeLimit: .seconds(600))
        try #require(result.end == .exited(0), "\(String(decoding: result.errorOutput, as: UTF8.self))")
        super.init()
        let parser = XMLParser(data: Data(result.output))
        parser.delegate = self
        try #require(parser.parse(), "\(String(describing: parser.parserError)) in line \(parser.lineNumber)")
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        elements.insert(name)
        text = ""
        if let title = attributes["xlink:title"] { tooltips.append(title) }
        if let link = attributes["xlink:href"] { links.append(link) }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
        // Of several spaces, all but one become such that are shown.
        if name == "text" { texts.append(text.replacing("\u{A0}", with: " ")) }
        text = ""
    }
}
