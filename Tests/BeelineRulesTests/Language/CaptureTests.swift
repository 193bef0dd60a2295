import BeelineContent
import BeelineRules
import BeelineSymbols
import Testing

@Suite("What patterns capture")
struct CaptureTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let when: String
        let template: String
        let text: String
        /// Nil where the rule does not match.
        let said: ActionValue?
        var testDescription: String { "\(when) \(text)" }

        init(_ when: String, _ template: String, _ text: String, _ said: ActionValue?) {
            (self.when, self.template, self.text, self.said) = (when, template, text, said)
        }

        init(_ when: String, _ template: String, _ text: String, _ said: String?) {
            self.init(when, template, text, said.map(ActionValue.text))
        }
    }

    private static func price(_ decimals: Int) -> String {
        #"{"text":{"matches":"P(?P<p>.*)","decimals":{"p":\#(decimals)}}}"#
    }

    static let cases = [
        Case(#"{"text":{"matches":"(?P<a>.)-(?P<b>.*)"}}"#, "{match.b}/{match.a}", "x-yz", "yz/x"),
        Case(#"{"text":{"matches":"(?P<a>.)(?P<b>y)?"}}"#, "{match.a}{match.b|none}", "x", "xnone"),
        Case(#"{"text":{"matches":"(?P<a>.*)"},"match.a":{"prefix":"x"}}"#, "{match.a}", "xy", "xy"),
        Case(#"{"text":{"matches":"(?P<a>.*)"},"match.a":{"prefix":"y"}}"#, "{match.a}", "xy", nil as String?),
        Case(
            #"{"text":{"matches":"(?P<a>.).*"},"all":[{"match.a":{"matches":"(?P<b>x)"}},{"compact":{"suffix":"{match.b}"}}]}"#,
            "{match.b}", "xyx", "x"),
        Case(#"{"all":[{"text":{"matches":"(?P<a>.).*"}},{"match.a":"x"}]}"#, "{match.a}", "xy", "x"),
        Case(#"{"any":[{"text":{"matches":"a(?P<v>.*)"}},{"text":{"matches":"b(?P<v>.*)"}}]}"#, "{match.v}", "b1", "1"),
        Case(#"{"any":[{"text":{"matches":"a(?P<v>.*)"}},{"text":{"prefix":"b"}}]}"#, "{match.v|-}", "b1", "-"),
        // What an alternative that fails has captured is never seen.
        Case(
            #"{"any":[{"all":[{"text":{"matches":"(?P<v>.).*"}},{"text":{"suffix":"z"}}]},{"text":{"prefix":"b"}}]}"#,
            "{match.v|-}", "b1", "-"),
        Case(
            #"{"any":[{"text":{"matches":"(?P<v>.).*"},"compact":{"suffix":"z"}},{"text":{"prefix":"b"}}]}"#,
            "{match.v|-}", "b1", "-"),
        Case(
            #"{"not":{"text":{"matches":"(?P<v>.).*"},"compact":{"suffix":"z"}},"any":[{"text":{"matches":"q(?P<w>.)"}},{}]}"#,
            "{match.w|-}", "b1", "-"),
        Case(#"{"not":{"not":{"text":{"matches":"(?P<v>.)."}}}}"#, "{text}", "b1", "b1"),
        Case(Self.price(2), "{match.p}", "P02495", "24.95"),
        Case(Self.price(0), "{match.p}", "P02495", "2495"),
        Case(Self.price(3), "{match.p}", "P5", "0.005"),
        Case(Self.price(15), "{match.p}", "P123456789012345", "0.123456789012345"),
        Case(Self.price(2), "{match.p}", "P1234567890123456", nil as String?),
        Case(Self.price(2), "{match.p}", "P24.95", nil as String?),
        Case(Self.price(2), "{match.p}", "P-1", nil as String?),
        Case(Self.price(2), "{match.p}", "P", nil as String?),
        Case(Self.price(2), "{match.p}", "P\u{0663}", nil as String?),
        Case(
            #"{"text":{"matches":"P(?P<p>.*)","decimals":{"p":2}},"match.p":{"<":25}}"#, "{match.p}", "P02495", "24.95"),
        Case(
            #"{"text":{"matches":"P(?P<p>.*)","decimals":{"p":2}},"match.p":{"<":24}}"#, "{match.p}", "P02495",
            nil as String?),
        Case(#"{"text":{"matches":"P(?P<p>\\d+)?","decimals":{"p":2}}}"#, "{match.p|none}", "P", "none"),
    ]

    @Test("is known to templates and to conditions after it", arguments: cases)
    func captures(_ example: Case) throws {
        for others in [0, 20] {
            let crowd = (0..<others).map { rule("o\($0)", #"{"text":"no code says \#($0)"}"#) }
            let when = #"{"text":{"exists":true},"all":[\#(example.when)]}"#
            let rules = (crowd + [rule("r", when, do: say(example.template))]).joined(separator: ",")
            let resolution = try language(file(rules: rules)).resolve(reading(example.text, .qr))
            #expect(resolution.actions.first?["text"] == example.said)
            #expect((resolution.rule != nil) == (example.said != nil))
        }
    }

    @Test("keeps its type as a lone name in fields")
    func types() throws {
        let set = try language(
            oneRule(
                when: Self.price(2), do: #"[{"action":"emit","fields":{"n":"{match.p}","t":"{match.p} "}}]"#))
        let fields = set.resolve(reading("P02495", .qr)).actions.first?["fields"]
        let number = try #require(DecimalNumber("24.95"))
        #expect(
            fields == .fields([.init(name: "n", value: .number(number)), .init(name: "t", value: .text("24.95 "))]))
    }

    @Test(
        "a capture of a group that need not take part may be asked for",
        arguments: [
            (#""match.p":{"exists":true}"#, ["P5", "P6"]), (#""match.p":{"exists":false}"#, ["P"]),
            (#""match.p":"5""#, ["P5"]), (#""not":{"match.p":"5"}"#, ["P", "P6"]),
            (#""any":[{"match.p":"6"},{"match.p":"7"}]"#, ["P6"]),
        ])
    func asksForOptional(_ test: String, _ taken: [String]) throws {
        let pattern = #""compact":{"matches":"P(?P<p>[0-9]+)?"}"#
        for when in ["{\(pattern),\(test)}", "{\"all\":[{\(pattern)},{\(test)}]}"] {
            let set = try language(oneRule(when: when))
            #expect(["P", "P5", "P6", "Q"].filter { set.resolve(reading($0, .qr)).rule != nil } == taken, "\(when)")
        }
    }

    @Test("a template needs no default for a capture that was tested")
    func saysOptional() throws {
        let when = #"{"compact":{"matches":"P(?P<p>[0-9]+)?"},"match.p":{"exists":true}}"#
        #expect(
            try language(oneRule(when: when, do: say("{match.p}"))).resolve(reading("P5", .qr)).actions.first?["text"]
                == .text("5"))
    }

    static let refused = [
        Refusal(oneRule(do: say("{match.a}")), "nothing is captured as 'a'"),
        Refusal(oneRule(when: #"{"text":{"matches":"(?P<ab>.)"}}"#, do: say("{match.ac}")), "did you mean 'ab'?"),
        Refusal(oneRule(when: #"{"match.a":"x","text":{"matches":"(?P<a>.)"}}"#), "nothing is captured as 'a'"),
        Refusal(
            oneRule(when: #"{"any":[{"text":{"matches":"(?P<a>.)"}},{"kind":"url"}]}"#, do: say("{match.a}")),
            "'match.a' may be absent"),
        Refusal(
            oneRule(when: #"{"any":[{"text":{"matches":"(?P<a>.)"}},{"kind":"url"}],"match.a":"x"}"#),
            "'match.a' is not set here"),
        Refusal(
            oneRule(when: #"{"not":{"text":{"matches":"(?P<a>.)"}},"match.a":"x"}"#), "'match.a' is not set here"),
        Refusal(oneRule(when: #"{"not":{"text":{"matches":"(?P<a>.)"}}}"#, do: say("{match.a}")), "may be absent"),
        Refusal(
            oneRule(when: #"{"not":{"not":{"text":{"matches":"(?P<a>.)"}}}}"#, do: say("{match.a}")), "may be absent"),
        Refusal(
            oneRule(when: #"{"text":{"matches":"(?P<a>.)"},"compact":{"matches":"(?P<a>.)"}}"#),
            "an earlier pattern already captures 'match.a'"),
        Refusal(
            oneRule(
                when:
                    #"{"any":[{"text":{"matches":"(?P<a>.)"}},{"compact":{"matches":"x(?P<a>.)","decimals":{"a":0}}}]}"#
            ),
            "a number in one alternative and a text in another"),
        Refusal(oneRule(when: #"{"text":{"matches":"(?P<a>x)?"}}"#, do: say("{match.a}")), "'match.a' may be absent"),
        Refusal(oneRule(when: #"{"text":{"matches":"(?P<a>x)|y"}}"#, do: say("{match.a}")), "'match.a' may be absent"),
        Refusal(oneRule(when: #"{"text":{"matches":"(?P<a>x"}}"#), ""),
    ]

    @Test("is unknown where it might not have been captured", arguments: refused)
    func refuses(_ example: Refusal) {
        let found = mistakes(example.json)
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.contains(example.message) == true || example.message.isEmpty, "\(found)")
    }

    @Test("an action's own condition may capture, for itself alone")
    func actionsCapture() throws {
        let actions = """
            [{"action":"say","when":{"text":{"matches":"(?P<a>.).*"},"kind":"url"},"text":"1 {match.a}"},
             {"action":"say","when":{"text":{"matches":".(?P<a>.).*"}},"text":"2 {match.a}"},
             {"action":"say","text":"3"}]
            """
        let set = try language(oneRule(when: #"{"text":{"exists":true}}"#, do: actions))
        #expect(set.resolve(reading("xyz", .qr)).actions.map { $0["text"] } == [.text("2 y"), .text("3")])
        let leak = """
            [{"action":"say","when":{"text":{"matches":"(?P<a>.).*"}},"text":"1 {match.a}"},
             {"action":"say","text":"2 {match.a|-}"}]
            """
        #expect(
            mistakes(oneRule(when: #"{"text":{"exists":true}}"#, do: leak)).first?.contains("nothing is captured")
                == true)
    }

    @Test("an action's own condition does not change the rule's captures")
    func actionsKeepCaptures() throws {
        let when = #"{"text":{"exists":true},"any":[{"text":{"matches":"q(?P<a>.)"}},{}]}"#
        let actions = """
            [{"action":"say","when":{"text":{"matches":"(?P<a>.).*"},"kind":"url"},"text":"1 {match.a}"},
             {"action":"say","when":{"text":{"matches":"(?P<a>.).*"}},"text":"2 {match.a}"},
             {"action":"say","text":"3 {match.a|-}"}]
            """
        let set = try language(oneRule(when: when, do: actions))
        #expect(set.resolve(reading("xyz", .qr)).actions.map { $0["text"] } == [.text("2 x"), .text("3 -")])
        #expect(set.resolve(reading("q7", .qr)).actions.map { $0["text"] } == [.text("2 q"), .text("3 7")])
    }

    @Test("a constant may be split, too")
    func constants() throws {
        let set = try language(
            oneRule(
                when: #"{"const.c":{"matches":"(?P<a>.)-.*"}}"#, do: say("{match.a}"), constants: #"{"c":"x-y"}"#))
        #expect(set.resolve(Codes.text).actions.first?["text"] == .text("x"))
    }
}
