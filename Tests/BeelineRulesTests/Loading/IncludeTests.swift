import BeelineContent
import BeelineRules
import BeelineSupport
import BeelineSymbols
import Testing

@Suite("Files that include others")
struct IncludeTests {
    private func including(_ name: String) -> String { #"{"include":"\#(name)"}"# }

    @Test("the rules of an included file stand exactly there")
    func order() throws {
        let others = [
            "till.json": file(rules: rule("t1", #"{"text":"1"}"#), including("deep"), rule("t3", #"{"text":"3"}"#)),
            "deep": file(rules: rule("t2", #"{"text":"2"}"#)),
            "bundled:books": file(rules: rule("b", #"{"kind":"isbn"}"#)),
        ]
        let set = try language(
            file(
                rules: rule("a", #"{"text":"a"}"#), including("till.json"), rule("c", #"{"text":"c"}"#),
                including("bundled:books")),
            including: others)
        #expect(set.rules.map(\.id) == ["a", "t1", "t2", "t3", "c", "b"])
        #expect(set.rules.map(\.file) == ["f", "till.json", "deep", "till.json", "f", "bundled:books"])
        #expect(set.warnings == [])
    }

    @Test("a file that is included twice, or given as well, is used where it is first")
    func twice() throws {
        let others = ["x": file(rules: rule("x", #"{"text":"x"}"#))]
        let twice = file(rules: including("x"), rule("a", #"{"text":"a"}"#), including("x"))
        #expect(try language(twice, including: others).rules.map(\.id) == ["x", "a"])
        let x = RuleFile(name: "x", text: others["x"] ?? "")
        let f = RuleFile(name: "f", text: twice)
        #expect(try language(files: [f, x], including: others).rules.map(\.id) == ["x", "a"])
        #expect(try language(files: [x, f], including: others).rules.map(\.id) == ["x", "a"])
        #expect(try language(files: [x, x], including: others).rules.map(\.id) == ["x"])
    }

    @Test("constants, services, kinds and disabled rules count, wherever they are")
    func everythingElse() throws {
        let others = [
            "x": file(
                #""constants":{"c":"inner","d":"only"},"kinds":[{"kind":"k","when":{"text":"k"}}],"disable":["b"]"#,
                rules: rule("x", #"{"kind":"k"}"#, do: say("{const.c} {const.d}")))
        ]
        let set = try language(
            file(
                #""constants":{"c":"outer"}"#, rules: rule("b"), including("x"),
                rule("y", #"{"kind":"text"}"#, do: say("{const.d}"))),
            including: others)
        #expect(set.rules.map(\.id) == ["x", "y"])
        #expect(set.resolve(reading("k", .qr)).actions.first?["text"] == .text("outer only"))
        #expect(set.warnings == [])
    }

    static let refused: [(String, [String: String], String)] = [
        (#"{"include":"none"}"#, [:], "'none' cannot be included: no such file"),
        (
            #"{"include":"f2"}"#, ["f2": #"{"version":1,"rules":[{"include":"f2"}]}"#],
            "files include each other: f2 → f2"
        ),
        (
            #"{"include":"a"}"#,
            ["a": #"{"version":1,"rules":[{"include":"b"}]}"#, "b": #"{"version":1,"rules":[{"include":"a"}]}"#],
            "files include each other: a → b → a"
        ),
        (
            #"{"include":"a"}"#, ["a": #"{"version":1,"rules":[{"id":"r","when":{},"do":[]}]}"#],
            "the id 'r' is already used, in a"
        ),
        (#"{"include":"a","id":"x"}"#, ["a": #"{"version":1}"#], "an include can only be combined with 'note'"),
        (#"{"include":5}"#, [:], "'include' must be the name of a file"),
        (#"{"include":""}"#, [:], "'include' must be the name of a file"),
        (#"{"include":"a"}"#, ["a": "{"], "not JSON"),
        (
            #"{"include":"a"}"#, ["a": #"{"version":1,"rules":[{"id":"z","when":{"kidn":"x"},"do":[]}]}"#],
            "no code has a field 'kidn'"
        ),
    ]

    @Test("a file that cannot be included is reported", arguments: refused)
    func refuses(_ include: String, _ others: [String: String], _ message: String) {
        let found = mistakes(file(rules: include, rule("r", #"{"kind":"url"}"#)), including: others)
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.contains(message) == true, "\(found)")
    }

    @Test("an error of an included file has its name and place")
    func places() {
        let others = ["a": "{\"version\":1,\n \"ruels\":[]}"]
        let error = #expect(throws: RuleSetError.self) { try language(file(rules: including("a")), including: others) }
        #expect(error?.issues.map(\.file) == ["a"])
        #expect(error?.issues.first?.position?.description == "2:2")
    }

    @Test("a circle back to the file that was given shows the whole chain")
    func circle() {
        let others = ["a": file(rules: including("f")), "f": file(rules: including("a"))]
        #expect(
            mistakes(file(rules: including("a")), including: others) == [
                "files include each other: f → a → f"
            ])
    }
}

@Suite("The order in which rules are tried")
struct OrderTests {
    @Test("a rule that continues adds its actions wherever it is before the matching rule")
    func continuing() throws {
        let rules = (0..<30).map {
            rule(
                "c\($0)", #"{"text":{"prefix":"\#($0 % 2 == 0 ? "x" : "y")"}}"#, do: say("\($0)"),
                more: #""continue":true"#)
        }
        let set = try language(
            file(
                rules: (rules + [
                    rule("stop", #"{"text":{"suffix":"!"}}"#),
                    rule("after", do: say("after"), more: #""continue":true"#),
                ])
                .joined(separator: ",")))
        let even = (0..<30).filter { $0 % 2 == 0 }.map { ActionValue.text("\($0)") }
        let taken = set.resolve(reading("x!", .qr))
        #expect(taken.rule?.id == "stop")
        #expect(taken.actions.map { $0["text"] } == even)
        let untaken = set.resolve(reading("x", .qr))
        #expect(untaken.rule == nil)
        #expect(untaken.actions.map { $0["text"] } == even + [.text("after")])
    }

    @Test("a constant switches a rule on and off")
    func switched() throws {
        let json = file(
            #""constants":{"on":"yes"}"#,
            rules: rule("a", #"{"const.on":"yes","kind":"text"}"#), rule("b", #"{"not":{"const.on":"yes"}}"#), rule("c")
        )
        #expect(try language(json).resolve(Codes.text).rule?.id == "a")
        #expect(try language(json).resolve(Codes.link).rule?.id == "c")
        for settings in [
            ConstantSettings(values: ["on": "no"]), ConstantSettings(environment: ["ON": "no"]),
            ConstantSettings(values: ["on": ""], environment: ["ON": "yes"]),
        ] {
            #expect(try language(json, constants: settings).resolve(Codes.text).rule?.id == "b")
        }
        #expect(mistakes(file(rules: rule("a", #"{"const.none":"x"}"#))) == ["no rule file has a constant 'none'"])
    }

    static let constants = [
        Refusal(#""constants":{"a-b":"x"}"#, "letters, digits and '_'"),
        Refusal(#""constants":{"a":5}"#, "a constant must be a text"),
        Refusal(#""constants":[]"#, "'constants' must be an object"),
        Refusal(#""disable":[5]"#, "must be the id of a rule"),
        Refusal(#""disable":"a""#, "'disable' must be a list"),
    ]

    @Test("an error at the top of a file is reported", arguments: constants)
    func refuses(_ example: Refusal) {
        let found = mistakes(file(example.json))
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.contains(example.message) == true, "\(found)")
    }

    @Test("a note can be in every object")
    func notes() throws {
        let json = """
            {"version":1,"note":"n","constants":{"note":"n","c":"x"},
             "services":{"note":"n","s":{"note":"n","url":"https://a.example/{code}","headers":{"note":"n"},"results":{"note":"n"}}},
             "kinds":[{"note":"n","kind":"k","when":{"note":"n","text":"k"},"fields":{"note":"n","x":"y"}}],
             "rules":[{"note":"n","id":"r","when":{"note":"n","not":{"note":"n","text":{"note":"n","prefix":"{const.c}"}},
                "compact":{"matches":"(?P<a>.*)","decimals":{"note":"n"}}},
               "do":[{"note":"n","action":"lookup","service":"s","with":{"note":"n","code":"{text}"},"when":{"note":"n"}}]}]}
            """
        let set = try language(json)
        #expect(set.resolve(Codes.text).actions.first?.url == "https://a.example/hello%2C%20World")
        #expect(set.constants == ["c": "x"])
    }
}
