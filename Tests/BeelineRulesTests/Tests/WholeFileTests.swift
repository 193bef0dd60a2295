import BeelineRuleTools
import BeelineRules
import BeelineSupport
import Testing

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

    @Test("a result that is not given is asked for")
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
                #"it waits for what 'disc' finds, which the test must give: "given": {"disc": {…}}"#
            ])
    }

    @Test("an action that its own condition skips is named, with what it wanted")
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
                "'record' of 'cd' is skipped: its 'when' asks that disc.found is true, but disc.found is false"
            ])
    }
}
