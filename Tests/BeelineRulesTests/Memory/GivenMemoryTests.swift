import BeelineRuleTools
import BeelineRules
import BeelineSupport
import Testing

@Suite("What a test of a rule file says was remembered")
struct GivenMemoryTests {
    private static let rules = #"""
        "rules": [
          { "id": "look", "when": { "session.mode": "look", "session.most": { "<": 9 } }, "do": [] },
          { "id": "used", "when": { "seen.count": { ">": 0 } },
            "do": [{ "action": "say", "text": "{seen.count} {seen.today} {seen.first|-} {seen.last|-} {seen.source|-}" }] },
          { "id": "twice", "when": { "seen.isbn13.count": { ">": 1 }, "seen.isbn13.last": { ">": "today-3" } }, "do": [] },
          { "id": "new", "when": { "kind": "isbn", "seen.today": 0 }, "do": [] } ]
        """#

    private static func test(_ given: String, _ expected: String) -> String {
        #"{"scan":{"text":"9784873119045"},"given":\#(given),"expect":\#(expected)}"#
    }

    static let cases: [(given: String, expected: String)] = [
        ("{}", #"{"rule":"new"}"#),
        (#"{"seen":{},"session":{}}"#, #"{"rule":"new"}"#),
        (#"{"seen":{"count":0}}"#, #"{"rule":"new"}"#),
        (#"{"seen":{"count":2}}"#, #"{"rule":"used","do":[{"text":"2 0 - - -"}]}"#),
        (
            #"{"seen":{"count":2,"today":1,"first":"2025-12-31","last":"2026-01-01T09:30","source":"till"}}"#,
            #"{"rule":"used","do":[{"text":"2 1 2025-12-31 00:00 2026-01-01 09:30 till"}]}"#
        ),
        (
            #"{"seen":{"last":"2026-01-01 09:30"}}"#,
            #"{"rule":"used","do":[{"text":"1 0 2026-01-01 09:30 2026-01-01 09:30 -"}]}"#
        ),
        (#"{"seen":{"today":2}}"#, #"{"rule":"used","do":[{"text":"2 2 - - -"}]}"#),
        (#"{"seen":{"isbn13":{"count":2,"last":"2025-12-31"}}}"#, #"{"rule":"twice"}"#),
        (#"{"seen":{"isbn13":{"count":2,"last":"2025-12-29"}}}"#, #"{"rule":"new"}"#),
        (#"{"seen":{"isbn13":{"count":2,"last":"2025-12-31"},"count":1}}"#, #"{"rule":"used"}"#),
        (#"{"session":{"mode":"look","most":3}}"#, #"{"rule":"look"}"#),
        (#"{"session":{"mode":"look","most":"3"}}"#, #"{"rule":"look"}"#),
        (#"{"session":{"mode":"look","most":"x"}}"#, #"{"rule":"new"}"#),
        (#"{"session":{"mode":null,"most":3}}"#, #"{"rule":"new"}"#),
    ]

    @Test("is what its rules see", arguments: cases)
    func isSeen(_ given: String, _ expected: String) throws {
        let suite = suite(rules: Self.rules, test: Self.test(given, expected))
        try #require(suite.messages.isEmpty, "\(suite.messages)")
        #expect(suite.run().flatMap(\.differences).isEmpty)
    }

    @Test("a difference shows the remembered values")
    func saysWhy() throws {
        let suite = suite(rules: Self.rules, test: Self.test(#"{"seen":{"isbn13":{"count":1}}}"#, #"{"rule":"twice"}"#))
        let difference = try #require(suite.run().first?.differences.first)
        #expect(
            difference.reasons == ["'twice' requires that seen.isbn13.count > 1, but seen.isbn13.count is 1"])
    }

    static let mistakes: [(given: String, message: String)] = [
        (#"{"seen":1}"#, "1:50 'seen' must be an object, not a number"),
        (#"{"seen":{"conut":1}}"#, "1:51 'seen' has no 'conut' (did you mean 'count'?)"),
        (#"{"seen":{"count":-1}}"#, "1:59 'count' must be a whole number, 0 or more"),
        (#"{"seen":{"count":1.5}}"#, "1:59 'count' must be a whole number, 0 or more"),
        (#"{"seen":{"count":1,"today":2}}"#, "1:50 'today' is 2, which is more than 'count' (1)"),
        (
            #"{"seen":{"count":0,"source":"x"}}"#,
            "1:50 with a 'count' of 0, times and source must be left out"
        ),
        (
            #"{"seen":{"first":"now"}}"#,
            "1:59 'first' must be a time such as 2026-12-24T21:30 or 2026-12-24, not 'now'"
        ),
        (
            #"{"seen":{"first":"2026-01-02","last":"2026-01-01"}}"#,
            "1:50 'last' (2026-01-01 00:00) is before 'first' (2026-01-02 00:00)"
        ),
        (#"{"seen":{"source":5}}"#, "1:60 'source' must be a text: write \"5\""),
        (
            #"{"seen":{"isbn10":{"count":1}}}"#,
            "1:51 no rule uses 'seen.isbn10.count' or a similar name (did you mean 'isbn13'?)"
        ),
        (
            #"{"seen":{"isbn13":{"conut":1}}}"#,
            "1:61 what was recorded by 'isbn13' has no 'conut' (did you mean 'count'?)"
        ),
        (#"{"session":"look"}"#, "1:53 'session' must be an object, not a string"),
        (#"{"session":{"mod":"x"}}"#, "1:54 no rule asks for 'session.mod' (did you mean 'mode'?)"),
        (#"{"session":{"mode":true}}"#, "1:61 'mode' must be a string or a number, not a boolean"),
        (#"{"sesion":{}}"#, "1:43 no action has 'as' 'sesion' (did you mean 'session'?)"),
    ]

    @Test("errors in it are reported at their places", arguments: mistakes)
    func isChecked(_ given: String, _ message: String) {
        // The test is on a line of its own, so that columns are those of the test.
        let suite = suite("{\"version\":1,\(Self.rules),\"tests\":[\n\(Self.test(given, "null"))]}")
        let line = Self.rules.split(separator: "\n").count + 1
        #expect(suite.messages == ["\(line)" + message.dropFirst()])
        #expect(suite.run().isEmpty)
    }

    @Test("a value that no rule uses is an error")
    func isAskedFor() {
        let rules = #""rules":[{"id":"a","when":{},"do":[]}]"#
        let seen = suite(rules: rules, test: Self.test(#"{"seen":{"count":1}}"#, "null"))
        #expect(seen.issues.map(\.message) == ["no rule uses 'seen.count' or a similar name"])
    }
}
