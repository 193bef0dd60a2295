import BeelineContent
import BeelineRules
import BeelineSymbols
import Testing

@Suite("All, any, not, and what follows without looking at codes")
struct LogicTests {
    static let combinations = [
        Holding(#"{"all":[{}]}"#, Codes.text, true),
        Holding(#"{"any":[{"kind":"url"},{}]}"#, Codes.text, true),
        Holding(#"{"not":{"kind":"url"}}"#, Codes.text, true),
        Holding(#"{"not":{"not":{"kind":"text"}}}"#, Codes.text, true),
        Holding(#"{"not":{"not":{"kind":"text"}}}"#, Codes.link, false),
        Holding(#"{"not":{"isbn10":{"exists":true}}}"#, Codes.text, true),
        Holding(#"{"not":{"isbn10":{"exists":false}}}"#, Codes.text, false),
        Holding(#"{"not":{"isbn10":{"prefix":"4"}}}"#, Codes.text, true),
        Holding(#"{"not":{"not":{"isbn10":{"prefix":"4"}}}}"#, Codes.text, false),
        Holding(#"{"not":{"isbn10":{"prefix":"4"},"addOn":{"exists":true}}}"#, Codes.plainBook, true),
        Holding(#"{"not":{"all":[{"kind":"text"},{"text":{"prefix":"h"}}]}}"#, Codes.text, false),
        Holding(#"{"note":"a note","kind":"text"}"#, Codes.text, true),
        Holding(#"{"text":{"prefix":"h","note":"a note"}}"#, Codes.text, true),
        Holding(#"{"all":[{"note":"a note"}],"any":[{"note":"another","kind":"text"}]}"#, Codes.text, true),
    ]

    @Test("combine conditions", arguments: combinations)
    func combine(_ example: Holding) throws {
        #expect(try example.answers() == [true, true, true].map { $0 == example.holds })
    }

    static let refused = [
        Refusal(#"{"all":[]}"#, "'all' is a list of at least one condition"),
        Refusal(#"{"any":[]}"#, "'any' is a list of at least one condition"),
        Refusal(#"{"any":{}}"#, "'any' is a list of at least one condition"),
        Refusal(#"{"not":{}}"#, "this never holds: {} always does"),
        Refusal(#"{"not":{"note":"x"}}"#, "this never holds: {} always does"),
        Refusal(#"{"not":[]}"#, "a condition is an object, not a list"),
        Refusal(#"{"al":[{}]}"#, "did you mean 'all'?"),
        Refusal(#"{"kind":"isbn","gtin8":{"exists":true}}"#, "this never holds"),
        Refusal(#"{"isbn10":{"exists":false,"prefix":"4"}}"#, "this never holds"),
        Refusal(#"{"isbn10":{"exists":false},"all":[{"isbn10":"4873119049"}]}"#, "this never holds"),
        Refusal(#"{"isbn10":{"exists":true},"all":[{"isbn10":{"exists":false}}]}"#, "this never holds"),
        Refusal(#"{"all":[{"text":"a"},{"text":"b"}]}"#, "this never holds"),
        Refusal(#"{"text":"a","all":[{"text":{"prefix":"b"}}]}"#, "this never holds"),
        Refusal(#"{"text":{"prefix":"b"},"all":[{"text":["a","c"]}]}"#, "this never holds"),
        Refusal(#"{"text":{"prefix":"ab"},"all":[{"text":{"prefix":["ac","b"]}}]}"#, "this never holds"),
        Refusal(#"{"all":[{"price":{"<":5}},{"price":{">=":5}}]}"#, "this never holds"),
        Refusal(#"{"all":[{"price":{"<=":5}},{"price":{">":5}}]}"#, "this never holds"),
        Refusal(#"{"all":[{"price":7},{"price":{"<":5}}]}"#, "this never holds"),
        Refusal(#"{"all":[{"expiry":{"<":"2026-01-01"}},{"expiry":{">":"2026-01-01"}}]}"#, "this never holds"),
        Refusal(#"{"all":[{"scan.time":{"<":"09:00"}},{"scan.time":{">=":"18:00"}}]}"#, "this never holds"),
        Refusal(#"{"all":[{"host":{"domain":"a.example"}},{"host":{"domain":"b.example"}}]}"#, "this never holds"),
        Refusal(#"{"host":"x.a.example","all":[{"host":{"domain":"b.example"}}]}"#, "this never holds"),
        Refusal(#"{"not":{"text":{"prefix":"a"}},"text":{"prefix":"ab"}}"#, "this never holds"),
        Refusal(#"{"text":{"prefix":"ab"},"not":{"text":{"prefix":"a"}}}"#, "this never holds"),
        Refusal(#"{"price":{"<":5},"not":{"any":[{"text":"x"},{"price":{"<":6}}]}}"#, "this never holds"),
    ]

    @Test("what can never hold is refused", arguments: refused)
    func refuses(_ example: Refusal) {
        let found = mistakes(oneRule(when: example.json))
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.contains(example.message) == true, "\(found)")
    }

    static let accepted = [
        #"{"all":[{"emails":"a@example.org"},{"emails":"b@example.org"}]}"#,
        #"{"all":[{"emails":{"prefix":"a"}},{"emails":{"prefix":"b"}}]}"#,
        #"{"all":[{"emails":"a@example.org"},{"emails":{"prefix":"b"}}]}"#,
        #"{"all":[{"json.l":"a"},{"json.l":"b"}]}"#,
        #"{"all":[{"json.l":{"prefix":"a"}},{"json.l":{"prefix":"b"}}]}"#,
        #"{"all":[{"text":{"prefix":"a"}},{"text":{"prefix":"ab"}}]}"#,
        #"{"all":[{"text":{"prefix":"a"}},{"text":{"suffix":"b"}}]}"#,
        #"{"all":[{"text":{"contains":"a"}},{"text":{"contains":"b"}}]}"#,
        #"{"all":[{"text":["a","b"]},{"text":["b","c"]}]}"#,
        #"{"all":[{"price":{"<=":5}},{"price":{">=":5}}]}"#,
        #"{"all":[{"price":{"<":6}},{"price":{"<":5}}]}"#,
        #"{"all":[{"expiry":{"<":"2026-01-01"}},{"expiry":{">":"today"}}]}"#,
        #"{"all":[{"host":{"domain":"a.example"}},{"host":{"domain":"b.a.example"}}]}"#,
        #"{"any":[{"text":"a"},{"text":"b"}]}"#,
        #"{"any":[{"kind":"isbn"},{"kind":"url"}],"text":{"exists":true}}"#,
        #"{"any":[{"text":"a"},{"text":"b"}],"all":[{"text":"b"}]}"#,
        #"{"not":{"text":{"prefix":"ab"}},"text":{"prefix":"a"}}"#,
        #"{"not":{"text":"a"},"all":[{"not":{"text":"b"}}]}"#,
        #"{"text":{"prefix":"a"},"not":{"text":{"prefix":"ab"}}}"#,
        #"{"emails":"a@example.org","not":{"emails":{"prefix":"b"}}}"#,
        #"{"not":{"text":{"matches":"(?P<n>[0-9]+)","decimals":{"n":2}}},"text":{"matches":"(?P<m>[0-9]+)"}}"#,
        #"{"not":{"text":{"matches":"[0-9]+"}},"compact":{"matches":"[0-9]+"}}"#,
    ]

    @Test("what some code meets is not refused", arguments: accepted)
    func accepts(_ when: String) { #expect(mistakes(oneRule(when: when)) == []) }

    struct Pair: Sendable, CustomTestStringConvertible {
        let earlier: String
        let later: String
        var testDescription: String { "\(earlier) before \(later)" }

        init(_ earlier: String, _ later: String) { (self.earlier, self.later) = (earlier, later) }
    }

    private func warnings(_ json: String, including others: [String: String] = [:]) throws -> [String] {
        try language(json, including: others).warnings.map(\.message)
    }

    static let shadowed = [
        Pair(#"{"kind":"isbn"}"#, #"{"kind":"isbn"}"#), Pair("{}", "{}"), Pair("{}", #"{"text":"x"}"#),
        Pair(#"{"kind":["isbn","url"]}"#, #"{"kind":"url","host":"a.example"}"#),
        Pair(#"{"isbn13":{"exists":true}}"#, #"{"kind":"isbn"}"#),
        Pair(#"{"text":{"prefix":"a"}}"#, #"{"text":{"prefix":"ab"}}"#),
        Pair(#"{"text":{"prefix":"a"}}"#, #"{"text":["ab","ac"]}"#),
        Pair(#"{"text":["a","b"]}"#, #"{"text":"b"}"#),
        Pair(#"{"host":{"domain":"example.com"}}"#, #"{"host":{"domain":"www.example.com"}}"#),
        Pair(#"{"host":{"domain":"example.com"}}"#, #"{"host":"www.example.com"}"#),
        Pair(#"{"price":{"<":10}}"#, #"{"price":{"<":5}}"#),
        Pair(#"{"text":{"matches":"a+"}}"#, #"{"text":{"matches":"a+"},"kind":"text"}"#),
        Pair(#"{"emails":{"prefix":"a"}}"#, #"{"emails":"a@example.org"}"#),
        Pair(#"{"any":[{"kind":"isbn"},{"kind":"url"}]}"#, #"{"kind":"url"}"#),
        Pair(#"{"not":{"kind":"url"}}"#, #"{"kind":"isbn"}"#),
    ]

    @Test("a rule that an earlier one leaves no code is warned of", arguments: shadowed)
    func warns(_ pair: Pair) throws {
        #expect(
            try warnings(file(rules: rule("one", pair.earlier), rule("two", pair.later)))
                == ["'two' is never asked: 'one' before it takes all of its codes"])
    }

    static let reached = [
        Pair(#"{"kind":"isbn","isbn10":{"exists":true}}"#, #"{"kind":"isbn"}"#),
        Pair(#"{"text":{"prefix":"ab"}}"#, #"{"text":{"prefix":"a"}}"#),
        Pair(#"{"text":"a"}"#, #"{"text":["a","b"]}"#),
        Pair(#"{"text":"a"}"#, #"{"text":{"prefix":"a"}}"#),
        Pair(#"{"host":{"domain":"www.example.com"}}"#, #"{"host":{"domain":"example.com"}}"#),
        Pair(#"{"host":"example.com"}"#, #"{"host":{"domain":"example.com"}}"#),
        Pair(#"{"price":{"<":5}}"#, #"{"price":{"<=":5}}"#),
        Pair(#"{"price":{"<":5}}"#, "{}"),
        Pair(#"{"emails":"a@example.org"}"#, #"{"emails":"b@example.org"}"#),
        Pair(#"{"emails":{"prefix":"a","suffix":"b"}}"#, #"{"emails":{"prefix":"a"}}"#),
        Pair(#"{"not":{"text":"a"}}"#, #"{"text":{"prefix":"a"}}"#),
        Pair(
            #"{"text":{"matches":"(?P<n>[0-9]+)","decimals":{"n":2}}}"#, #"{"text":{"matches":"(?P<n>[0-9]+)"}}"#),
        Pair(#"{"expiry":{"<":"today"}}"#, #"{"expiry":{"<":"today+1"}}"#),
        Pair(#"{"const.on":"yes"}"#, #"{"kind":"isbn"}"#),
        Pair(#"{"const.on":"no"}"#, #"{"kind":"isbn"}"#),
        Pair(#"{"kind":"isbn","const.on":"yes"}"#, #"{"kind":"isbn"}"#),
    ]

    @Test("a rule that some code reaches is not", arguments: reached)
    func doesNotWarn(_ pair: Pair) throws {
        let constants = #""constants":{"on":"yes"}"#
        let used = rule("last", #"{"text":"{const.on}","kind":"text","const.on":"yes"}"#, more: #""continue":true"#)
        #expect(try warnings(file(constants, rules: used, rule("one", pair.earlier), rule("two", pair.later))) == [])
    }

    @Test("a rule that continues hides none, and may itself be hidden")
    func continuing() throws {
        #expect(try warnings(file(rules: rule("one", more: #""continue":true"#), rule("two"))) == [])
        #expect(try warnings(file(rules: rule("one"), rule("two", more: #""continue":true"#))).count == 1)
    }

    @Test("what a user's file takes from the program's own rules is no mistake")
    func bundled() throws {
        let others = ["bundled:b": file(rules: rule("b1", #"{"kind":"isbn"}"#), rule("b2", #"{"kind":"url"}"#))]
        let include = #"{"include":"bundled:b"}"#
        #expect(try warnings(file(rules: rule("one", #"{"kind":"isbn"}"#), include), including: others) == [])
        #expect(try warnings(file(rules: include, rule("one", #"{"kind":"isbn"}"#)), including: others).count == 1)
        let twice = ["bundled:b": file(rules: rule("b1"), rule("b2"))]
        #expect(try warnings(file(rules: include), including: twice).count == 1)
    }
}
