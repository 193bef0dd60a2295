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
            #"'stock' asks that gtin13 is in the catalogue stock, but gtin13 is "4006381333931""#),
        Case(
            "a rule, where none is expected", #"{ "scan": { "text": "geo:1,2" }, "expect": null }"#,
            #"rule: null ≠ "geo""#, "'geo' asks that kind is geo and latitude is there and longitude is there"),
        Case(
            "another rule before it", #"{ "scan": { "text": "9784873119045" }, "expect": { "rule": "old" } }"#,
            #"rule: "old" ≠ "ours""#, "'old' would take it, but 'ours' stands before it"),
        Case(
            "another rule, and not this one", #"{ "scan": { "text": "geo:1,2" }, "expect": { "rule": "ours" } }"#,
            #"rule: "ours" ≠ "geo""#, #"'ours' asks that kind is isbn, but kind is "geo""#),
        Case(
            "an alternative that does not hold", #"{ "scan": { "text": "hi" }, "expect": { "rule": "old" } }"#,
            #"rule: "old" ≠ null"#, "'old' asks that kind is isbn or kind is issn, but none of these holds"),
        Case(
            "what must not be",
            #"""
            { "scan": { "text": "9780306406157", "at": "2019-12-31" }, "expect": { "rule": "old" } }
            """#, #"rule: "old" ≠ null"#,
            "'old' asks that not (scan.date < 2020-01-01), but it is"),
        Case(
            "a wrong check digit is said", #"{ "scan": { "text": "9784873119046" }, "expect": { "kind": "isbn" } }"#,
            #"kind: "isbn" ≠ "text""#, "not an ISBN: the check digit is 6, expected is 5"),
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
