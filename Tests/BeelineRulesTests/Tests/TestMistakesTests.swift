import BeelineRuleTools
import BeelineRules
import BeelineSupport
import Testing

@Suite("Mistakes in the tests of a rule file")
struct TestMistakesTests {
    private static let rules = #"""
        "services": { "disco": { "url": "https://a.example/{?code}", "results": { "title": "/t" } } },
        "rules": [
          { "id": "cd", "when": { "kind": "product", "gtin13": { "catalog": "stock" } },
            "do": [{ "action": "lookup", "service": "disco", "as": "disc" },
                   { "action": "say", "text": "{disc.title|} {catalog.stock.shelf|}" }] },
          { "id": "log", "continue": true, "when": {}, "do": [] } ]
        """#

    struct Case: Sendable, CustomTestStringConvertible {
        let test: String
        let message: String
        var testDescription: String { message }

        init(_ message: String, _ test: String) { (self.test, self.message) = (test, message) }
    }

    private static func given(_ given: String) -> String {
        #"{"scan":{"text":"a"},"given":\#(given),"expect":null}"#
    }

    private static func expect(_ expected: String) -> String { #"{"scan":{"text":"a"},"expect":\#(expected)}"# }

    private static func scan(_ scan: String) -> String { #"{"scan":\#(scan),"expect":null}"# }

    static let cases = [
        Case("a test is an object, not a number", "5"),
        Case("a test needs 'scan', such as {\"text\": \"9784873119045\"}", #"{"expect":null}"#),
        Case("a test needs 'expect'; null: no rule takes the code", #"{"scan":{"text":"a"}}"#),
        Case("a test has no 'expects' (did you mean 'expect'?)", #"{"scan":{"text":"a"},"expect":null,"expects":1}"#),
        Case("'title' is a string, not a number", #"{"scan":{"text":"a"},"expect":null,"title":1}"#),
        Case("'scan' is an object, not a string", scan(#""a""#)),
        Case("'scan' has no 'txt' (did you mean 'text'?)", scan(#"{"text":"a","txt":"a"}"#)),
        Case("'scan' needs 'text', or 'bytes' in Base64", scan("{}")),
        Case("'scan' has 'text' or 'bytes', not both", scan(#"{"text":"a","bytes":""}"#)),
        Case("'bytes' is Base64, with its padding", scan(#"{"bytes":"AP8"}"#)),
        Case("'symbology' is never 'EAN-13': write 'ean_13'", scan(#"{"text":"a","symbology":"EAN-13"}"#)),
        Case("there is no symbology 'qr_kode' (did you mean 'qr_code'?)", scan(#"{"text":"a","symbology":"qr_kode"}"#)),
        Case("'aim' is such as ]E0, and 'E0' is not", scan(#"{"text":"a","aim":"E0"}"#)),
        Case("'addOn' is two or five digits, and '123' is not", scan(#"{"text":"a","addOn":"123"}"#)),
        Case("'source' is a string, not a boolean", scan(#"{"text":"a","source":true}"#)),
        Case(
            "'at' is a moment such as 2026-12-24T21:30 or 2026-12-24, and 'now' is none",
            scan(#"{"text":"a","at":"now"}"#)),
        Case("'given' is an object, not a list", given("[]")),
        Case("no action is called 'disk' by 'as' (did you mean 'disc'?)", given(#"{"disk":{}}"#)),
        Case("no action is called 'x' by 'as'; there are disc", given(#"{"x":{}}"#)),
        Case("what 'disc' finds has no 'titel' (did you mean 'title'?)", given(#"{"disc":{"titel":"x"}}"#)),
        Case("'found' is true or false, not a string", given(#"{"disc":{"found":"no"}}"#)),
        Case(
            "a result is a string, a number, true or false, or a list of these, not an object",
            given(#"{"disc":{"title":{}}}"#)),
        Case(
            "the elements of a result are strings, numbers, true or false", given(#"{"disc":{"title":["x",null]}}"#)),
        Case("no rule looks into a catalogue 'stok' (did you mean 'stock'?)", given(#"{"catalog":{"stok":{}}}"#)),
        Case("a row is an object, not a string", given(#"{"catalog":{"stock":{"1":"A3"}}}"#)),
        Case("'shelf' is a string, not a number", given(#"{"catalog":{"stock":{"1":{"shelf":3}}}}"#)),
        Case(
            "the name of a column is letters, digits and '_': 'a b'", given(#"{"catalog":{"stock":{"1":{"a b":"3"}}}}"#)
        ),
        Case("a key is a text that is not empty", given(#"{"catalog":{"stock":{"":{}}}}"#)),
        Case("'expect' is an object, not a boolean", expect("true")),
        Case("'expect' has at least one of rule, kind, fields, do", expect("{}")),
        Case("'expect' has no 'rul' (did you mean 'rule'?)", expect(#"{"rul":"cd","do":[]}"#)),
        Case(
            "no rule of this file, or of those that it includes, has the id 'ce' (did you mean 'cd'?)",
            expect(#"{"rule":"ce"}"#)),
        Case("'log' has 'continue', so it takes no code", expect(#"{"rule":"log"}"#)),
        Case("'rule' is the id of a rule, or null where none takes the code, not a number", expect(#"{"rule":5}"#)),
        Case("there is no kind 'isbm' (did you mean 'isbn'?)", expect(#"{"kind":"isbm"}"#)),
        Case("'fields' is an object, not a string", expect(#"{"fields":"x"}"#)),
        Case("no code has a field 'isbn1O' (did you mean 'isbn10'?)", expect(#"{"fields":{"isbn1O":"x"}}"#)),
        Case("'latitude' is a number, and never a string", expect(#"{"fields":{"latitude":"1"}}"#)),
        Case("'do' is a list, not an object", expect(#"{"do":{}}"#)),
        Case("an expected action is an object, not a string", expect(#"{"do":["say"]}"#)),
        Case("there is no action 'sya' (did you mean 'say'?)", expect(#"{"do":[{"action":"sya"}]}"#)),
        Case("'say' has no 'texd' (did you mean 'text'?)", expect(#"{"do":[{"action":"say","texd":"x"}]}"#)),
        Case(
            "what 'with' gives to a service stands in its 'url' and 'headers': expect these",
            expect(#"{"do":[{"action":"lookup","with":{"barcode":"x"}}]}"#)),
        Case("'say' has no 'url'; it may have", expect(#"{"do":[{"action":"say","url":"x"}]}"#)),
        Case("an expected action has no 'texd' (did you mean 'text'?)", expect(#"{"do":[{"texd":"x"}]}"#)),
        Case("'action' is a string, not a number", expect(#"{"do":[{"action":1}]}"#)),
        Case("'ask' is true or false, not a string", expect(#"{"do":[{"ask":"yes"}]}"#)),
        Case("no action is called 'disk' by 'as' (did you mean 'disc'?)", expect(#"{"do":[{"as":"disk"}]}"#)),
        Case("'text' is a string, not a number", expect(#"{"do":[{"action":"say","text":5}]}"#)),
        Case("'fields' is an object, not a string", expect(#"{"do":[{"action":"emit","fields":"x"}]}"#)),
        Case(
            "'x' is a string, a number, true or false, or a list of these, not an object",
            expect(#"{"do":[{"action":"emit","fields":{"x":{}}}]}"#)),
    ]

    @Test("each is told, once, in the test it is in, and keeps the tests from being run", arguments: cases)
    func isTold(_ case: Case) throws {
        let suite = suite(rules: Self.rules, test: `case`.test)
        #expect(suite.fileErrors.isEmpty)
        let errors = suite.issues.filter { $0.severity == .error }
        #expect(errors.map { $0.message.hasPrefix(`case`.message) ? `case`.message : $0.message } == [`case`.message])
        #expect(errors.allSatisfy { $0.path.description.hasPrefix("tests[0]") && $0.position != nil })
        #expect(suite.run().isEmpty)
    }

    @Test("places are those in the file, and mistakes of the rest are told beside")
    func places() {
        let json = """
            {
              "version": 1,
              "rules": [ { "id": "a", "when": { "kind": "isbm" }, "do": [] } ],
              "tests": [
                { "scan": { "text": "é", "simbology": "ean_13" }, "expect": null },
                { "scan": { "text": "1" }, "expect": { "rule": "nobody knows", "kindd": "isbn" } }
              ]
            }
            """
        #expect(
            suite(json).messages == [
                "3:45 there is no kind 'isbm' (did you mean 'isbn'?)",
                "5:30 'scan' has no 'simbology' (did you mean 'symbology'?)",
                "6:68 'expect' has no 'kindd' (did you mean 'kind'?)",
            ])
    }

    @Test("a column that no rule asks for is doubtful only where it looks like one that does")
    func columns() {
        let near = suite(rules: Self.rules, test: Self.given(#"{"catalog":{"stock":{"1":{"shelv":"3"}}}}"#))
        #expect(near.issues.map(\.message) == ["no rule asks for the column 'shelv' (did you mean 'shelf'?)"])
        #expect(near.run().map(\.hasPassed) == [true])
        let far = suite(rules: Self.rules, test: Self.given(#"{"catalog":{"stock":{"1":{"price":"3"}}}}"#))
        #expect(far.issues.isEmpty)
    }

    @Test("'tests' is a list")
    func list() {
        #expect(suite(#"{"version":1,"tests":{}}"#).messages == ["1:22 'tests' is a list, not an object"])
        #expect(suite(#"{"version":1,"tests":[]}"#).messages.isEmpty)
        #expect(suite(#"{"version":1}"#).count == 0)
    }

    @Test("a set for use does not read tests")
    func loadingDoesNotPay() throws {
        let rules = try ruleSet(#"{"version":1,"rules":[],"tests":[{"nonsense":1}]}"#)
        #expect(rules.warnings.isEmpty)
    }
}
