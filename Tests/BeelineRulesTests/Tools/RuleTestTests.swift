import BeelineRuleTools
import BeelineRules
import BeelineSupport
import Testing

@Suite("What a test of a rule file finds")
struct DifferenceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let test: String
        /// `subject: expected ≠ actual`, and the reasons.
        let found: [String]

        init(_ description: String, _ test: String, _ found: String...) {
            (testDescription, self.test, self.found) = (description, test, found)
        }
    }

    private static let rules = #"""
        "rules": [
          { "id": "log", "continue": true, "when": { "scan.source": "till" },
            "do": [{ "action": "emit", "fields": { "at": "{scan.time}", "kind": "{kind}" } }] },
          { "id": "ours", "when": { "kind": "isbn", "isbn13": { "prefix": "978487311" } },
            "do": [{ "action": "open-url", "url": "https://a.example/{isbn13}", "ask": true, "optional": true }] },
          { "id": "stock", "when": { "kind": "product", "gtin13": { "catalog": "stock" } },
            "do": [{ "action": "emit", "fields": { "shelf": "{catalog.stock.shelf|none}" } }] },
          { "id": "old", "when": { "any": [{ "kind": "isbn" }, { "kind": "issn" }], "not": { "scan.date": { "<": "2020-01-01" } } },
            "do": [] },
          { "id": "geo", "when": { "kind": "geo", "latitude": { "exists": true }, "longitude": { "exists": true } },
            "do": [{ "action": "emit", "fields": { "lat": "{latitude}" } }] },
          { "id": "prices", "when": { "kind": "text", "text": { "matches": "P(?P<price>[0-9]+)" } },
            "do": [{ "action": "say", "text": "{match.price}" }] }
        ]
        """#

    static let cases = [
        Case(
            "everything of one test",
            #"""
            { "scan": { "symbology": "ean_13", "text": "9784873119045" },
              "expect": { "rule": "ours", "kind": "isbn", "fields": { "isbn10": "4873119049", "addOn": null },
                          "do": [{ "action": "open-url", "ask": true, "optional": true, "as": null,
                                   "url": "https://a.example/9784873119045" }] } }
            """#),
        Case("no rule expected, and none there", #"{ "scan": { "text": "hello" }, "expect": null }"#),
        Case(
            "rule null, with actions of one that continues",
            #"""
            { "scan": { "text": "hello", "source": "till" },
              "expect": { "rule": null, "do": [{ "fields": { "kind": "text" } }] } }
            """#),
        Case(
            "the moment is not that of the clock",
            #"""
            { "scan": { "text": "hello", "source": "till" }, "expect": { "do": [{ "fields": { "at": "12:00" } }] } }
            """#),
        Case(
            "a moment of its own",
            #"""
            { "scan": { "text": "hello", "source": "till", "at": "2026-12-24T21:30" },
              "expect": { "do": [{ "action": "emit", "fields": { "at": "21:30" } }] } }
            """#),
        Case("bytes", #"{ "scan": { "bytes": "AP8=" }, "expect": { "rule": null, "kind": "binary" } }"#),
        Case(
            "numbers by value",
            #"""
            { "scan": { "text": "geo:48.20,16.30" },
              "expect": { "fields": { "latitude": 48.2, "longitude": 16.3 }, "do": [{ "fields": { "lat": 48.2 } }] } }
            """#),
        Case(
            "no actions, though there is one",
            #"""
            { "scan": { "text": "9784873119045" }, "expect": { "do": [] } }
            """#, #"do: [] ≠ ["open-url"]"#),
        Case(
            "a row of a catalogue",
            #"""
            { "scan": { "text": "4006381333931" }, "given": { "catalog": { "stock": { "4006381333931": { "shelf": "A3" } } } },
              "expect": { "rule": "stock", "do": [{ "fields": { "shelf": "A3" } }] } }
            """#),
        Case(
            "a row without the cell",
            #"""
            { "scan": { "text": "4006381333931" }, "given": { "catalog": { "stock": { "4006381333931": {} } } },
              "expect": { "rule": "stock", "do": [{ "fields": { "shelf": "none" } }] } }
            """#),
        Case(
            "a catalogue that is not given is empty",
            #"""
            { "scan": { "text": "4006381333931" }, "expect": { "rule": "stock" } }
            """#,
            #"rule: "stock" ≠ null"#,
            #"'stock' requires that gtin13 is in the catalogue stock, but gtin13 is "4006381333931""#),
        Case(
            "a rule, where none is expected", #"{ "scan": { "text": "geo:1,2" }, "expect": null }"#,
            #"rule: null ≠ "geo""#, "'geo' requires that kind is geo and latitude is there and longitude is there"),
        Case(
            "another rule before it", #"{ "scan": { "text": "9784873119045" }, "expect": { "rule": "old" } }"#,
            #"rule: "old" ≠ "ours""#, "'old' would match it, but 'ours' comes before it"),
        Case(
            "another rule, and not this one", #"{ "scan": { "text": "geo:1,2" }, "expect": { "rule": "ours" } }"#,
            #"rule: "ours" ≠ "geo""#, #"'ours' requires that kind is isbn, but kind is "geo""#),
        Case(
            "an alternative that does not hold", #"{ "scan": { "text": "hi" }, "expect": { "rule": "old" } }"#,
            #"rule: "old" ≠ null"#, "'old' requires that kind is isbn or kind is issn, but none of these is true"),
        Case(
            "what must not be",
            #"""
            { "scan": { "text": "9780306406157", "at": "2019-12-31" }, "expect": { "rule": "old" } }
            """#, #"rule: "old" ≠ null"#,
            "'old' requires that not (scan.date < 2020-01-01), but it is"),
        Case(
            "a wrong check digit is said", #"{ "scan": { "text": "9784873119046" }, "expect": { "kind": "isbn" } }"#,
            #"kind: "isbn" ≠ "text""#, "not an ISBN: the check digit is 6, expected 5"),
        Case(
            "fields that differ, each with both values",
            #"""
            { "scan": { "text": "geo:1.5,2" }, "expect": { "fields": { "latitude": 1.6, "isbn13": "x", "longitude": null } } }
            """#, "fields.latitude: 1.6 ≠ 1.5", #"fields.isbn13: "x" ≠ null"#,
            "a code of kind geo has no isbn13 here", "fields.longitude: null ≠ 2"),
        Case(
            "members of an action that differ",
            #"""
            { "scan": { "text": "9784873119045" },
              "expect": { "do": [{ "ask": false, "optional": false, "url": "https://a.example/" }] } }
            """#, "do[0].ask: false ≠ true", "do[0].optional: false ≠ true",
            #"do[0].url: "https://a.example/" ≠ "https://a.example/9784873119045""#),
        Case(
            "a text is no number", #"{ "scan": { "text": "P5" }, "expect": { "do": [{ "text": "5.0" }] } }"#,
            #"do[0].text: "5.0" ≠ "5""#),
        Case(
            "letters that only look alike",
            #"""
            { "scan": { "text": "Pé", "note": "composed" }, "expect": { "fields": { "text": "Pe\u0301" } } }
            """#, "fields.text: \"Pe\u{301}\" ≠ \"P\u{E9}\""),
        Case(
            "a parameter that is absent",
            #"""
            { "scan": { "text": "P5" }, "expect": { "do": [{ "title": null }] } }
            """#),
        Case(
            "a parameter that is absent and expected",
            #"""
            { "scan": { "text": "P5" }, "expect": { "do": [{ "title": "x" }] } }
            """#, #"do[0].title: "x" ≠ null"#),
    ]

    @Test("is nothing, or each difference with both values and why", arguments: cases)
    func finds(_ case: Case) throws {
        let suite = suite(rules: Self.rules, test: `case`.test)
        try #require(suite.messages.isEmpty, "\(suite.messages)")
        let result = try #require(suite.run().first)
        let found = result.differences.flatMap { ["\($0.subject): \($0.expected) ≠ \($0.actual)"] + $0.reasons }
        #expect(found.count == `case`.found.count, "\(found)")
        for (found, expected) in zip(found, `case`.found) { #expect(Array(found.utf8) == Array(expected.utf8)) }
    }

    @Test("the results name the tests and where they stand")
    func namesTests() {
        let json = """
            {"version":1,"rules":[],"tests":[
              {"title":"nothing","scan":{"text":"a"},"expect":null},
              {"scan":{"text":"b"},"expect":null},
              {"scan":{"bytes":"AP8="},"expect":null}]}
            """
        let results = suite(json).run()
        #expect(results.map(\.name) == ["nothing", "b", "bytes AP8="])
        #expect(results.map { $0.position?.description } == ["2:3", "3:3", "4:3"])
        #expect(results.map(\.path.description) == ["tests[0]", "tests[1]", "tests[2]"])
    }

    @Test("rules of included files are tested, and those of no other")
    func seesIncluded() {
        let books = #"""
            {"version":1,"constants":{"shop":"a.example"},"rules":[{"id":"book","when":{"kind":"isbn"},
             "do":[{"action":"open-url","url":"https://{const.shop}/{isbn13}"}]}]}
            """#
        let test = #"""
            "tests":[{"scan":{"text":"9784873119045"},
              "expect":{"rule":"book","do":[{"url":"https://a.example/9784873119045"}]}}]
            """#
        let including = suite(
            #"{"version":1,"rules":[{"include":"books"}],\#(test)}"#, including: ["books": books])
        #expect(including.messages.isEmpty)
        #expect(including.run().map(\.hasPassed) == [true])
        let alone = suite(#"{"version":1,"rules":[],\#(test)}"#, including: ["books": books])
        #expect(alone.messages.count == 1)
        #expect(alone.run().isEmpty)
    }

    @Test("tests that give many catalogues each see their own")
    func manyCatalogs() {
        let tests = (0..<40).map { number in
            #"""
            {"scan":{"text":"4006381333931"},"given":{"catalog":{"stock":{"4006381333931":{"shelf":"\#(number % 20)"}}}},
             "expect":{"do":[{"fields":{"shelf":"\#(number % 20)"}}]}}
            """#
        }
        let results = suite(rules: Self.rules, test: tests.joined(separator: ",")).run()
        #expect(results.count == 40)
        #expect(results.allSatisfy { $0.hasPassed })
    }
}

@Suite("Errors in the tests of a rule file")
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
        Case("a test must be an object, not a number", "5"),
        Case("a test needs 'scan', such as {\"text\": \"9784873119045\"}", #"{"expect":null}"#),
        Case("a test needs 'expect'; null means that no rule matches", #"{"scan":{"text":"a"}}"#),
        Case("a test has no 'expects' (did you mean 'expect'?)", #"{"scan":{"text":"a"},"expect":null,"expects":1}"#),
        Case("'title' must be a text: write \"1\"", #"{"scan":{"text":"a"},"expect":null,"title":1}"#),
        Case("'scan' must be an object, not a string", scan(#""a""#)),
        Case("'scan' has no 'txt' (did you mean 'text'?)", scan(#"{"text":"a","txt":"a"}"#)),
        Case("'scan' needs 'text', or 'bytes' in Base64", scan("{}")),
        Case("'scan' has both 'text' and 'bytes'; leave one of them out", scan(#"{"text":"a","bytes":""}"#)),
        Case("'bytes' must be Base64 with its padding", scan(#"{"bytes":"AP8"}"#)),
        Case("'symbology' is never 'EAN-13': write 'ean_13'", scan(#"{"text":"a","symbology":"EAN-13"}"#)),
        Case("there is no symbology 'qr_kode' (did you mean 'qr_code'?)", scan(#"{"text":"a","symbology":"qr_kode"}"#)),
        Case("'aim' must be an identifier such as ]E0, not 'E0'", scan(#"{"text":"a","aim":"E0"}"#)),
        Case("'addOn' must be two or five digits, not '123'", scan(#"{"text":"a","addOn":"123"}"#)),
        Case("'source' must be a text: write \"true\"", scan(#"{"text":"a","source":true}"#)),
        Case(
            "'at' must be a time such as 2026-12-24T21:30 or 2026-12-24, not 'now'",
            scan(#"{"text":"a","at":"now"}"#)),
        Case("'given' must be an object, not a list", given("[]")),
        Case("no action has 'as' 'disk' (did you mean 'disc'?)", given(#"{"disk":{}}"#)),
        Case("no action has 'as' 'x'; use one of disc", given(#"{"x":{}}"#)),
        Case("'disc' has no 'titel' (did you mean 'title'?)", given(#"{"disc":{"titel":"x"}}"#)),
        Case("'found' must be true or false, not a string", given(#"{"disc":{"found":"no"}}"#)),
        Case(
            "a result must be a string, a number, true or false, or a list of these, not an object",
            given(#"{"disc":{"title":{}}}"#)),
        Case(
            "the elements of a result must be strings, numbers, true or false", given(#"{"disc":{"title":["x",null]}}"#)
        ),
        Case("no rule uses a catalogue 'stok' (did you mean 'stock'?)", given(#"{"catalog":{"stok":{}}}"#)),
        Case("a row must be an object, not a string", given(#"{"catalog":{"stock":{"1":"A3"}}}"#)),
        Case("'shelf' must be a text: write \"3\"", given(#"{"catalog":{"stock":{"1":{"shelf":3}}}}"#)),
        Case(
            "stock: the name of a column must not have control characters",
            given(#"{"catalog":{"stock":{"1":{"a\u0007b":"3"}}}}"#)),
        Case("a key must be a non-empty text", given(#"{"catalog":{"stock":{"":{}}}}"#)),
        Case("'expect' must be an object, not a boolean", expect("true")),
        Case("'expect' needs at least one of rule, kind, fields, do", expect("{}")),
        Case("'expect' has no 'rul' (did you mean 'rule'?)", expect(#"{"rul":"cd","do":[]}"#)),
        Case(
            "neither this file nor the files that it includes have a rule 'ce' (did you mean 'cd'?)",
            expect(#"{"rule":"ce"}"#)),
        Case("'log' has 'continue', so it is never the rule that matches", expect(#"{"rule":"log"}"#)),
        Case("'rule' must be the id of a rule, or null if no rule matches, not a number", expect(#"{"rule":5}"#)),
        Case("there is no kind 'isbm' (did you mean 'isbn'?)", expect(#"{"kind":"isbm"}"#)),
        Case("'fields' must be an object, not a string", expect(#"{"fields":"x"}"#)),
        Case("no code has a field 'isbn1O' (did you mean 'isbn10'?)", expect(#"{"fields":{"isbn1O":"x"}}"#)),
        Case("'latitude' is a number, and never a string", expect(#"{"fields":{"latitude":"1"}}"#)),
        Case("'do' must be a list, not an object", expect(#"{"do":{}}"#)),
        Case("an expected action must be an object, not a string", expect(#"{"do":["say"]}"#)),
        Case("there is no action 'sya' (did you mean 'say'?)", expect(#"{"do":[{"action":"sya"}]}"#)),
        Case("'say' has no 'texd' (did you mean 'text'?)", expect(#"{"do":[{"action":"say","texd":"x"}]}"#)),
        Case(
            "'with' is used in the 'url' and 'headers' of the service: expect these instead",
            expect(#"{"do":[{"action":"lookup","with":{"barcode":"x"}}]}"#)),
        Case("'say' has no 'url'; it may have", expect(#"{"do":[{"action":"say","url":"x"}]}"#)),
        Case("an expected action has no 'texd' (did you mean 'text'?)", expect(#"{"do":[{"texd":"x"}]}"#)),
        Case("'action' must be a text: write \"1\"", expect(#"{"do":[{"action":1}]}"#)),
        Case("'ask' must be true or false, not a string", expect(#"{"do":[{"ask":"yes"}]}"#)),
        Case("no action has 'as' 'disk' (did you mean 'disc'?)", expect(#"{"do":[{"as":"disk"}]}"#)),
        Case("'text' must be a text: write \"5\"", expect(#"{"do":[{"action":"say","text":5}]}"#)),
        Case("'fields' is an object, not a string", expect(#"{"do":[{"action":"emit","fields":"x"}]}"#)),
        Case(
            "'x' must be a string, a number, true or false, or a list of these, not an object",
            expect(#"{"do":[{"action":"emit","fields":{"x":{}}}]}"#)),
    ]

    @Test("each is reported, once, in its test, and prevents the tests from running", arguments: cases)
    func isTold(_ case: Case) throws {
        let suite = suite(rules: Self.rules, test: `case`.test)
        #expect(suite.fileErrors.isEmpty)
        let errors = suite.issues.filter { $0.severity == .error }
        #expect(errors.map { $0.message.hasPrefix(`case`.message) ? `case`.message : $0.message } == [`case`.message])
        #expect(errors.allSatisfy { $0.path.description.hasPrefix("tests[0]") && $0.position != nil })
        #expect(suite.run().isEmpty)
    }

    @Test("places are those in the file, and errors of the rest are reported too")
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
        #expect(near.issues.map(\.message) == ["no rule uses the column 'shelv' (did you mean 'shelf'?)"])
        #expect(near.run().map(\.hasPassed) == [true])
        let far = suite(rules: Self.rules, test: Self.given(#"{"catalog":{"stock":{"1":{"price":"3"}}}}"#))
        #expect(far.issues.isEmpty)
    }

    @Test("'tests' is a list")
    func list() {
        #expect(suite(#"{"version":1,"tests":{}}"#).messages == ["1:22 'tests' must be a list, not an object"])
        #expect(suite(#"{"version":1,"tests":[]}"#).messages.isEmpty)
        #expect(suite(#"{"version":1}"#).count == 0)
    }

    @Test("a set for use does not read tests")
    func loadingDoesNotPay() throws {
        let rules = try ruleSet(#"{"version":1,"rules":[],"tests":[{"nonsense":1}]}"#)
        #expect(rules.warnings.isEmpty)
    }
}

@Suite("A rule file with everything in it, and its tests")
struct WholeFileTests {
    static let file = #"""
        { "$schema": "beeline-rules.schema.json",
          "version": 1,
          "constants": { "amazon": "www.amazon.co.jp" },
          "services": {
            "discogs": { "url": "https://api.discogs.com/database/search{?barcode}",
                         "headers": { "Authorization": "Discogs token={secret.discogs}" },
                         "results": { "title": "/results/0/title", "year": "/results/0/year" } } },
          "kinds": [
            { "kind": "appliance", "note": "the maker's prefix is not part of the serial number",
              "when": { "kind": "text", "symbology": ["code_128", "code_39"],
                        "compact": { "matches": "(?i)(?P<maker>GREE|KINGHOME|TOSOT)(?P<serial>.+)" } },
              "fields": { "maker": "{match.maker}", "serial": "{match.serial}" } } ],
          "rules": [
            { "id": "book.amazon", "title": "Open the book on Amazon",
              "when": { "kind": "isbn", "isbn10": { "exists": true } },
              "do": [ { "action": "open-url", "url": "https://{const.amazon}/dp/{isbn10}" } ] },
            { "id": "cd",
              "when": { "kind": "product", "gtin12": { "exists": true } },
              "do": [ { "action": "lookup", "service": "discogs", "with": { "barcode": "{gtin12}" }, "as": "disc" },
                      { "action": "record", "when": { "disc.found": true },
                        "fields": { "title": "{disc.title|unknown}", "year": "{disc.year|}" } } ] },
            { "id": "appliance.serial", "when": { "kind": "appliance" },
              "do": [ { "action": "emit", "fields": { "serial": "{serial}" } } ] } ],
          "tests": [ TESTS ] }
        """#

    static let tests = [
        #"""
        { "scan": { "symbology": "ean_13", "text": "9784873119045" },
          "expect": { "rule": "book.amazon", "do": [ { "url": "https://www.amazon.co.jp/dp/4873119049" } ] } }
        """#,
        #"""
        { "scan": { "text": "036000291452" }, "given": { "disc": { "found": false } },
          "expect": { "rule": "cd", "do": [ { "action": "lookup" } ] } }
        """#,
        #"{ "scan": { "symbology": "ean_13", "text": "4902370548495" }, "expect": null }"#,
        #"""
        { "scan": { "text": "036000291452" }, "given": { "disc": { "title": "Blue Train", "year": 1957 } },
          "expect": { "rule": "cd", "do": [
            { "action": "lookup", "service": "discogs", "as": "disc",
              "url": "https://api.discogs.com/database/search?barcode=036000291452",
              "headers": { "Authorization": "Discogs token={secret.discogs}" },
              "results": { "title": "/results/0/title" } },
            { "action": "record", "fields": { "title": "Blue Train", "year": 1957.0 } } ] } }
        """#,
        // As what a service answers: a number of more digits than ours is a text.
        #"""
        { "scan": { "text": "036000291452" }, "given": { "disc": { "title": "Blue Train", "year": 1234567890123456789 } },
          "expect": { "do": [ {}, { "action": "record", "fields": { "year": "1234567890123456789" } } ] } }
        """#,
        #"""
        { "scan": { "symbology": "code_128", "text": "GREE 4A2" },
          "expect": { "rule": "appliance.serial", "kind": "appliance", "fields": { "maker": "GREE" },
                      "do": [ { "action": "emit", "fields": { "serial": "4A2" } } ] } }
        """#,
        #"{ "scan": { "text": "GREE4A2" }, "note": "not of a typed code", "expect": { "rule": null, "kind": "text" } }"#,
    ]

    private static func suite(_ tests: [String]) -> RuleTestSuite {
        let parts = file.split(separator: " TESTS ")
        return BeelineRulesTests.suite(parts.joined(separator: tests.joined(separator: ",\n")))
    }

    @Test("all pass")
    func pass() {
        let suite = Self.suite(Self.tests)
        #expect(suite.messages.isEmpty)
        let results = suite.run()
        #expect(results.count == Self.tests.count)
        for result in results { #expect(result.differences.isEmpty, "\(result.name)") }
    }

    @Test("a missing result is reported")
    func asksForResults() throws {
        let suite = Self.suite([
            #"""
            { "title": "t", "scan": { "text": "036000291452" },
              "expect": { "do": [ { "action": "lookup" }, { "action": "record", "fields": { "title": "x" } } ] } }
            """#
        ])
        let difference = try #require(suite.run().first?.differences.first)
        #expect(difference.subject == "do[1].fields")
        #expect(
            difference.reasons == [
                #"it waits for the results of 'disc', which the test must give: "given": {"disc": {…}}"#
            ])
    }

    @Test("an action that its own condition skips is named, with its condition")
    func namesSkippedActions() throws {
        let suite = Self.suite([
            #"""
            { "scan": { "text": "036000291452" }, "given": { "disc": { "found": false } },
              "expect": { "do": [ { "action": "lookup" }, { "action": "record" } ] } }
            """#
        ])
        let difference = try #require(suite.run().first?.differences.first)
        #expect(difference.subject == "do")
        #expect(difference.expected == #"["lookup","record"]"#)
        #expect(difference.actual == #"["lookup"]"#)
        #expect(
            difference.reasons == [
                "'record' of 'cd' is skipped: its 'when' requires that disc.found is true, but disc.found is false"
            ])
    }
}
