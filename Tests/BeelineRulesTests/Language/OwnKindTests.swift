import BeelineContent
import BeelineRules
import BeelineSymbols
import Testing

@Suite("Kinds of rule files")
struct OwnKindTests {
    private static let appliance = #"""
        {"kind":"appliance","when":{"symbology":["code_128","code_39"],
         "compact":{"matches":"(?i)(?P<maker>GREE|TOSOT)(?P<serial>.+)"}},
         "fields":{"maker":"{match.maker}","serial":"{match.serial}"}}
        """#

    private func kinds(_ kinds: String..., rules: String = rule("any")) -> String {
        file(#""kinds":[\#(kinds.joined(separator: ","))]"#, rules: rules)
    }

    private func kind(_ name: String, _ when: String = "{}", fields: String = "{}") -> String {
        #"{"kind":"\#(name)","when":\#(when),"fields":\#(fields)}"#
    }

    @Test("the example of the design")
    func appliance() throws {
        let set = try language(
            kinds(Self.appliance, rules: rule("r", #"{"kind":"appliance"}"#, do: say("{maker} {serial} {kind} {text}")))
        )
        let taken = set.resolve(reading("GREE 4711", .code128))
        #expect(taken.rule?.id == "r")
        #expect(taken.kindName == "appliance")
        #expect(taken.actions.first?["text"] == .text("GREE 4711 appliance GREE 4711"))
        #expect(taken.givenFields.map(\.name) == ["maker", "serial"])
        #expect(taken.givenFields.map(\.value) == [.text("GREE"), .text("4711")])
        for other in [reading("GREE 4711", .qr), reading("GREE", .code128)] {
            #expect(set.resolve(other).rule == nil)
            #expect(set.resolve(other).givenFields.isEmpty)
        }
    }

    @Test("a kind that matches all codes of another one causes a warning")
    func tellsOfEmptied() throws {
        let rules = [
            rule("isbn", #"{"kind":"isbn"}"#), rule("cheap", #"{"kind":"cheap"}"#),
            rule("both", #"{"kind":["isbn","cheap"]}"#), rule("some", #"{"kind":["isbn","product"]}"#),
            rule("mine", #"{"kind":"mine"}"#), rule("part", #"{"kind":"part"}"#), rule("any"),
        ].joined(separator: ",")
        let set = try language(
            kinds(
                kind("part", #"{"kind":"product","restricted":true}"#), kind("mine", #"{"kind":"isbn"}"#),
                kind("cheap", #"{"kind":"isbn","price":{"<":5}}"#), rules: rules))
        #expect(
            set.warnings.map(\.message) == [
                "no code is ever of the kind 'cheap': the kind 'mine' matches all codes of kind 'isbn'",
                "'isbn' is never tried: the kind 'mine' matches all codes of kind 'isbn'",
                "'cheap' is never tried: no code is of kind 'cheap'",
                "'both' is never tried: the kind 'mine' matches all codes of kind 'isbn', no code is of kind 'cheap'",
            ])
    }

    @Test("the first matching definition gives the kind, over all files, and rules for the base kind do not match")
    func firstHolds() throws {
        let one = RuleFile(
            name: "one",
            text: kinds(kind("a", #"{"text":{"prefix":"xy"}}"#), kind("b", #"{"text":{"prefix":"x"}}"#), rules: ""))
        let two = RuleFile(
            name: "two",
            text: kinds(
                kind("c", #"{"kind":"text"}"#),
                rules: [
                    rule("ra", #"{"kind":"a"}"#), rule("rbc", #"{"kind":["b","c"]}"#), rule("rt", #"{"kind":"text"}"#),
                ].joined(separator: ",")))
        let set = try language(files: [one, two])
        #expect(set.resolve(reading("xyz", .qr)).rule?.id == "ra")
        #expect(set.resolve(reading("xz", .qr)).rule?.id == "rbc")
        #expect(set.resolve(reading("z", .qr)).kindName == "c")
        #expect(set.resolve(reading("z", .qr)).rule?.id == "rbc")
        #expect(set.resolve(Codes.plainBook).kindName == "isbn")
        #expect(set.resolve(Codes.plainBook).rule == nil)
        #expect(
            set.warnings.map(\.message) == ["'rt' is never tried: the kind 'c' matches all codes of kind 'text'"])
    }

    struct Typed: Sendable, CustomTestStringConvertible {
        let template: String
        let when: String
        let reading: Reading
        let value: FieldValue
        let test: String
        var testDescription: String { "\(template) \(test)" }
    }

    static let typed = [
        Typed(
            template: "{match.p}", when: #"{"text":{"matches":"P(?P<p>\\d+)","decimals":{"p":2}}}"#,
            reading: reading("P02495", .qr), value: .number(DecimalNumber(2495, decimals: 2) ?? DecimalNumber(0)),
            test: #"{"<":25,">":24.9}"#),
        Typed(
            template: "{price}", when: #"{"price":{"exists":true}}"#, reading: Codes.book,
            value: .number(DecimalNumber(2495, decimals: 2) ?? DecimalNumber(0)), test: "24.95"),
        Typed(
            template: "{price|none}", when: #"{"kind":"isbn"}"#, reading: Codes.book, value: .text("24.95"),
            test: #""24.95""#),
        Typed(
            template: "{price|none}", when: #"{"kind":"isbn"}"#, reading: Codes.plainBook, value: .text("none"),
            test: #"{"prefix":"no"}"#),
        Typed(
            template: "{price|}!", when: #"{"kind":"isbn"}"#, reading: Codes.book, value: .text("24.95!"),
            test: #""24.95!""#),
        Typed(
            template: "{restricted}", when: #"{"kind":"product"}"#, reading: Codes.product, value: .boolean(false),
            test: "false"),
        Typed(
            template: "{emails}", when: #"{"emails":{"exists":true}}"#, reading: Codes.mail,
            value: .list(["a@example.org", "b@example.com"]), test: #""b@example.com""#),
        Typed(
            template: "{scan.time}", when: "{}", reading: Codes.text, value: .text("12:00"), test: #"{"prefix":"12"}"#),
        Typed(
            template: "{json.n}", when: #"{"json.n":{"exists":true}}"#, reading: Codes.json,
            value: .number(DecimalNumber(5)), test: "5"),
        Typed(
            template: "{json.m}", when: #"{"json.m":{"exists":true}}"#, reading: Codes.json,
            value: .list([
                .number(DecimalNumber(7)), .boolean(true), "x",
                .number(DecimalNumber(15, decimals: 1) ?? DecimalNumber(0)),
            ]),
            test: "7"),
        Typed(template: "{const.c}", when: "{}", reading: Codes.text, value: .text("5"), test: #""5""#),
        Typed(template: "plain", when: "{}", reading: Codes.text, value: .text("plain"), test: #""plain""#),
        Typed(template: "", when: "{}", reading: Codes.text, value: .text(""), test: #""""#),
    ]

    @Test("a field has the type of its template, and rules test it so", arguments: typed)
    func types(_ example: Typed) throws {
        for others in [0, 20] {
            let crowd = (0..<others).map { rule("o\($0)", #"{"given":{"exists":false},"text":"\#($0)"}"#) }
            let text = file(
                #""constants":{"c":"5"},"kinds":[\#(kind("mine", example.when, fields: #"{"given":"\#(example.template)"}"#))]"#,
                rules: (crowd + [rule("r", #"{"given":\#(example.test)}"#), rule("c", #"{"text":"{const.c}"}"#)])
                    .joined(separator: ","))
            let resolution = try language(text).resolve(example.reading)
            #expect(resolution.givenFields.first?.value == example.value)
            #expect(resolution.rule?.id == "r")
        }
    }

    @Test("a field of a built-in kind may be given; it overrides that of the code")
    func overriding() throws {
        let set = try language(
            kinds(
                kind("cheap", #"{"kind":"isbn"}"#, fields: #"{"agency":"none","host":"a.example"}"#),
                rules: [
                    rule("a", #"{"agency":"Japan"}"#),
                    rule("b", #"{"agency":"none","host":{"domain":"a.example"}}"#, do: say("{isbn13}")),
                ].joined(separator: ",")))
        #expect(set.resolve(Codes.plainBook).rule?.id == "b")
        #expect(set.resolve(Codes.plainBook).actions.first?["text"] == .text("9784873119045"))
    }

    @Test("a kind's value for a field of digits cannot step out of a path")
    func noDots() throws {
        let set = try language(
            kinds(
                kind("k", #"{"kind":"text"}"#, fields: #"{"isbn13":"{text}"}"#),
                rules: rule("r", #"{"kind":"k"}"#, do: #"[{"action":"open-url","url":"https://a.example/x/{isbn13}"}]"#)
            ))
        #expect(set.resolve(reading("..", .qr)).actions.first?.url == nil)
        #expect(set.resolve(reading("..", .qr)).actions.first?.problem != nil)
        #expect(set.resolve(reading("ab", .qr)).actions.first?.url == "https://a.example/x/ab")
    }

    @Test("two kinds may share a field, of one type")
    func sharing() throws {
        let set = try language(
            kinds(
                kind("a", #"{"text":{"prefix":"a"}}"#, fields: #"{"label":"{text}"}"#),
                kind("b", #"{"text":{"prefix":"b"}}"#, fields: #"{"label":"B"}"#),
                rules: rule("r", #"{"kind":["a","b"]}"#, do: say("{label}"))))
        #expect(set.resolve(reading("ax", .qr)).actions.first?["text"] == .text("ax"))
        #expect(set.resolve(reading("bx", .qr)).actions.first?["text"] == .text("B"))
    }

    static let refused: [(String, String)] = [
        (#"{"kind":"isbn","when":{}}"#, "there is a kind 'isbn' already"),
        (#"{"kind":"a","when":{}},{"kind":"a","when":{}}"#, "there is a kind 'a' already"),
        (#"{"kind":"a-b","when":{}}"#, "letters, digits and '_'"),
        (#"{"kind":"1a","when":{}}"#, "beginning with a letter"),
        (#"{"kind":"a"}"#, "a kind needs 'when'"), (#"{"when":{}}"#, "a kind needs 'kind'"),
        (
            #"{"kind":"a","when":{"kind":"b"}},{"kind":"b","when":{}}"#,
            "there is no kind 'b'"
        ),
        (
            #"{"kind":"b","when":{}},{"kind":"a","when":{"kind":"b"}}"#,
            "'b' is a kind of a rule file; such a kind cannot be based on another one"
        ),
        (#"{"kind":"a","when":{},"fields":{"x-y":"z"}}"#, "letters, digits and '_'"),
        (#"{"kind":"a","when":{},"fields":{"query.x":"z"}}"#, "letters, digits and '_'"),
        (#"{"kind":"a","when":{},"fields":{"x":5}}"#, "'x' must be a text: write \"5\""),
        (#"{"kind":"a","when":{},"fields":{"price":"x"}}"#, "'price' is a number in other kinds, but a string here"),
        (#"{"kind":"a","when":{},"fields":{"url":"{text|}"}}"#, "'url' is a URL in other kinds, but a string here"),
        (#"{"kind":"a","when":{},"fields":{"x":"{isbn10}"}}"#, "'isbn10' may be absent"),
        (#"{"kind":"a","when":{"kind":"url"},"fields":{"x":"{isbn13}"}}"#, "never have 'isbn13'"),
        (#"{"kind":"a","when":{},"fields":{"kind":"x"}}"#, "every code already has 'kind'"),
        (#"{"kind":"a","when":{},"fields":{"symbology":"x"}}"#, "every code already has 'symbology'"),
        (#"{"kind":"a","when":{},"fields":{"text":"x"}}"#, "every code already has 'text'"),
        (#"{"kind":"a","when":{},"fields":{"compact":"x"}}"#, "every code already has 'compact'"),
        (#"{"kind":"a","when":{},"fields":{"x":"{secret.s}"}}"#, "a secret is only allowed in the headers"),
        (#"{"kind":"a","when":{},"do":[]}"#, "a kind has no 'do'"),
        (
            #"{"kind":"a","when":{"text":"a"},"fields":{"x":"y"}},{"kind":"b","when":{"kind":"product"},"fields":{"x":"{restricted}"}}"#,
            "'x' is a string in other kinds, but true or false here"
        ),
    ]

    @Test("an error in a kind is reported", arguments: refused)
    func refuses(_ json: String, _ message: String) {
        let found = mistakes(kinds(json))
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.contains(message) == true, "\(found)")
    }

    @Test("a field that only some kinds have is certain for these alone")
    func scope() {
        let two = [kind("a", #"{"text":"a"}"#, fields: #"{"x":"y"}"#), kind("b", #"{"text":"b"}"#)].joined(
            separator: ",")
        #expect(mistakes(kinds(two, rules: rule("r", #"{"kind":"a"}"#, do: say("{x}")))) == [])
        #expect(mistakes(kinds(two, rules: rule("r", #"{"x":{"exists":true}}"#, do: say("{x}")))) == [])
        #expect(mistakes(kinds(two, rules: rule("r", #"{"kind":["a","b"]}"#, do: say("{x}")))).count == 1)
        #expect(mistakes(kinds(two, rules: rule("r", #"{"kind":"b","x":"y"}"#))).count == 1)
        #expect(mistakes(kinds(two, rules: rule("r", #"{"y":"y"}"#))).count == 1)
    }
}

@Suite("What rules make of a secret")
struct SecretNameTests {
    @Test(
        "is one too, whatever it is called",
        arguments: [
            (
                #"{"kind":"net","when":{"kind":"wifi","password":{"exists":true}},"fields":{"ssid":"{password}"}}"#,
                "{ssid}"
            ),
            (
                #"{"kind":"net","when":{"kind":"wifi","password":{"exists":true}},"fields":{"key":"{password}"}}"#,
                "{key}"
            ),
        ])
    func staysSecret(_ kind: String, _ name: String) throws {
        let file = """
            {"version":1,"kinds":[\(kind)],"rules":[{"id":"r","when":{"kind":"net"},
            "do":[{"action":"say","text":"\(name)"}]}]}
            """
        let action = try #require(
            try ruleSet(file).resolve(reading("WIFI:S:Guests;T:WPA;P:sesame;;", .qr)).actions.first)
        #expect(action["text"] == .text("sesame"))
        #expect(action.redacted["text"] == .text(Reading.secretMark))
    }
}
