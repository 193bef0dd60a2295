import BeelineContent
import BeelineRules
import BeelineSymbols
import Testing

@Suite("Conditions")
struct ConditionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let when: String
        let reading: Reading
        let holds: Bool
        let why: String
        var testDescription: String { why }

        init(_ when: String, _ reading: Reading, _ holds: Bool, _ why: String) {
            (self.when, self.reading, self.holds, self.why) = (when, reading, holds, why)
        }
    }

    private static let book = reading("9784873119045", .ean13)
    private static let book979 = reading("9791034300013", .ean13)
    private static let product = reading("4902370548495", .ean13)
    private static let restricted = reading("2000000000008", .ean13)
    private static let link = reading("https://example.com/a?id=7&empty=&q=a+b%21&id=8", .qr)
    private static let composed = reading("caf\u{E9}", .qr)
    private static let decomposed = reading("cafe\u{301}", .qr)
    private static let binary = ContentParser.reading(of: Symbol(.qr, bytes: [0xFF, 0x00]))

    static let cases = [
        Case("{}", book, true, "an empty condition holds for a book"),
        Case("{}", binary, true, "an empty condition holds for bytes"),
        Case(#"{"kind":"isbn"}"#, book, true, "the kind"),
        Case(#"{"kind":"isbn"}"#, product, false, "another kind"),
        Case(#"{"kind":["isbn","product"]}"#, product, true, "one of a list of kinds"),
        Case(#"{"kind":{"prefix":"is"}}"#, book, true, "a kind is a text, too"),
        Case(#"{"symbology":"ean_13"}"#, book, true, "the symbology"),
        Case(#"{"symbology":["qr_code","unknown"]}"#, book, false, "none of a list of symbologies"),
        Case(#"{"symbology":"unknown"}"#, reading("x"), true, "a typed code"),
        Case(#"{"symbology":"unknown"}"#, reading("x", .other("Zz")), false, "one that the table lacks is not unknown"),
        Case(#"{"isbn13":"9784873119045"}"#, book, true, "equality"),
        Case(#"{"isbn13":"9791034300013"}"#, book, false, "inequality"),
        Case(#"{"isbn10":["4873119049","0306406152"]}"#, book, true, "one of a list"),
        Case(#"{"isbn10":"4873119049"}"#, book979, false, "nothing equals an absent field"),
        Case(#"{"not":{"isbn10":"4873119049"}}"#, book979, true, "not reverses that for an absent field"),
        Case(#"{"isbn10":{"exists":true}}"#, book979, false, "absent"),
        Case(#"{"isbn10":{"exists":false}}"#, book979, true, "absent is wanted"),
        Case(#"{"isbn10":{"exists":false}}"#, product, true, "a kind that never has it lacks it"),
        Case(#"{"not":{"isbn10":{"exists":false}}}"#, book, true, "not absent"),
        Case(#"{"text":"caf\u00e9"}"#, composed, true, "the same scalars"),
        Case(#"{"text":"caf\u00e9"}"#, decomposed, false, "composed is not decomposed"),
        Case(#"{"text":"cafe\u0301"}"#, decomposed, true, "decomposed is decomposed"),
        Case(#"{"text":{"prefix":"cafe"}}"#, decomposed, true, "a prefix may end inside of a letter"),
        Case(#"{"text":{"prefix":"caf\u00e9"}}"#, decomposed, false, "a prefix is by scalars"),
        Case(#"{"text":"CAF\u00c9"}"#, composed, false, "case counts"),
        Case(#"{"text":{"prefix":["x","97"]}}"#, book, true, "one of several prefixes"),
        Case(#"{"text":{"prefix":"97848731190451"}}"#, book, false, "a prefix longer than the text"),
        Case(#"{"text":{"prefix":"978","exists":true}}"#, book, true, "both tests hold"),
        Case(#"{"text":{"prefix":"979","exists":true}}"#, book, false, "one of two tests fails"),
        Case(#"{"text":{"exists":false}}"#, binary, true, "bytes have no text"),
        Case(#"{"text":""}"#, reading("", .qr), true, "an empty text is present and equals itself"),
        Case(#"{"text":{"exists":true}}"#, reading("", .qr), true, "an empty text exists"),
        Case(#"{"compact":"ab"}"#, reading(" a\tb\u{A0}", .qr), true, "compact has no white space"),
        Case(#"{"restricted":true}"#, restricted, true, "true"),
        Case(#"{"restricted":false}"#, restricted, false, "not false"),
        Case(#"{"restricted":[true,false]}"#, product, true, "either"),
        Case(#"{"restricted":false}"#, book, false, "false is not absent"),
        Case(#"{"query.id":"7"}"#, link, true, "the first parameter of a query counts"),
        Case(#"{"query.q":"a b!"}"#, link, true, "a parameter is decoded"),
        Case(#"{"query.empty":{"exists":true}}"#, link, true, "an empty parameter exists"),
        Case(#"{"query.none":{"exists":true}}"#, link, false, "another parameter does not"),
        Case(#"{"query.id":{"exists":true}}"#, book, false, "a book has no query"),
        Case(#"{"addOn":"51995"}"#, reading("9784873119045", .ean13, addOn: "51995"), true, "the add-on"),
        Case(#"{"host":{"prefix":"example."},"scheme":["http","https"]}"#, link, true, "every entry holds"),
        Case(#"{"host":"example.com","scheme":"http"}"#, link, false, "one entry fails"),
        Case(#"{"all":[{"kind":"url"},{"host":"example.com"}]}"#, link, true, "all hold"),
        Case(#"{"all":[{"kind":"url"},{"host":"example.org"}]}"#, link, false, "not all hold"),
        Case(#"{"any":[{"kind":"isbn"},{"host":"example.com"}]}"#, link, true, "one holds"),
        Case(#"{"any":[{"kind":"isbn"},{"kind":"product"}]}"#, link, false, "none holds"),
        Case(#"{"not":{"any":[{"kind":"isbn"},{"not":{"kind":"url"}}]}}"#, link, true, "nested"),
        Case(#"{"text":"{const.word}"}"#, reading("it's", .qr), true, "an operand may be a constant"),
        Case(#"{"text":{"prefix":["{const.word}"]}}"#, reading("it's me", .qr), true, "so may a prefix"),
        Case(#"{"text":"{"}"#, reading("{", .qr), true, "a lone brace is itself"),
    ]

    @Test(arguments: cases)
    func holds(_ example: Case) throws {
        let rules = try ruleSet(oneRule(when: example.when, constants: #"{"word":"it's"}"#))
        #expect((rules.resolve(example.reading).rule != nil) == example.holds)
    }
}

@Suite("What is certain, possible and contradictory under a condition")
struct ScopeTests {
    struct Certainty: Sendable, CustomTestStringConvertible {
        let when: String
        let name: String
        let isCertain: Bool
        var testDescription: String { "{\(name)} under \(when)" }

        init(_ when: String, _ name: String, _ isCertain: Bool) {
            (self.when, self.name, self.isCertain) = (when, name, isCertain)
        }
    }

    static let certainties = [
        Certainty("{}", "kind", true),
        Certainty("{}", "symbology", true),
        Certainty("{}", "text", false),  // Bytes have none.
        Certainty("{}", "addOn", false),
        Certainty(#"{"not":{"kind":"binary"}}"#, "text", true),
        Certainty(#"{"text":{"exists":true}}"#, "compact", true),
        Certainty(#"{"kind":"isbn"}"#, "isbn13", true),
        Certainty(#"{"kind":"isbn"}"#, "isbn10", false),
        Certainty(#"{"kind":["isbn","product"]}"#, "isbn13", false),
        Certainty(#"{"isbn10":{"exists":true}}"#, "isbn10", true),
        Certainty(#"{"isbn10":{"exists":true}}"#, "isbn13", true),
        Certainty(#"{"isbn10":{"prefix":"4"}}"#, "isbn10", true),
        Certainty(#"{"isbn10":"4873119049"}"#, "isbn10", true),
        Certainty(#"{"kind":"isbn","isbn10":{"exists":false}}"#, "isbn10", false),
        Certainty(#"{"kind":"isbn","not":{"isbn10":{"exists":false}}}"#, "isbn10", true),
        Certainty(#"{"kind":"isbn","not":{"isbn10":{"exists":true}}}"#, "isbn10", false),
        Certainty(#"{"kind":"isbn","not":{"isbn10":"4873119049"}}"#, "isbn10", false),
        Certainty(#"{"all":[{"isbn10":{"exists":true}},{"addOn":{"exists":true}}]}"#, "addOn", true),
        Certainty(#"{"any":[{"isbn10":{"exists":true}},{"kind":"isbn"}]}"#, "isbn10", false),
        Certainty(#"{"any":[{"isbn10":{"exists":true}},{"isbn10":"4873119049"}]}"#, "isbn10", true),
        Certainty(#"{"any":[{"kind":"isbn"},{"isbn10":{"exists":true}}]}"#, "isbn13", true),
        Certainty(#"{"kind":"product","any":[{"gtin13":{"exists":true}},{"gtin8":{"exists":true}}]}"#, "gtin13", false),
        Certainty(#"{"kind":"url"}"#, "query.a", false),
        Certainty(#"{"query.a":{"exists":true}}"#, "query.a", true),
        Certainty(#"{"query.a":{"exists":true}}"#, "query.b", false),
        Certainty(#"{"query.a":{"exists":true}}"#, "scheme", true),
        Certainty(#"{"symbology":"ean_13"}"#, "gtin13", false),
    ]

    @Test("a name that may be unknown needs a default in a text, and cannot be in a path", arguments: certainties)
    func demandsDefaults(_ example: Certainty) {
        let text = oneRule(when: example.when, do: #"[{"action":"say","text":"{\#(example.name)}"}]"#)
        let url = oneRule(when: example.when, do: #"[{"action":"open-url","url":"https://a/{\#(example.name)}"}]"#)
        #expect(errors(text).isEmpty == example.isCertain)
        #expect(errors(url).isEmpty == example.isCertain)
        let safe = oneRule(
            when: example.when,
            do: """
                [{"action":"say","text":"{\(example.name)|}"},
                 {"action":"open-url","url":"https://a/{?\(example.name)}{#\(example.name)}"}]
                """)
        #expect(errors(safe) == [])
    }

    static let impossible = [
        (#"{"kind":"isbn"}"#, "gtin13"), (#"{"isbn13":{"exists":true}}"#, "url"), (#"{"kind":"text"}"#, "query.a"),
        (#"{"not":{"kind":["url","isbn"]}}"#, "scheme"), (#"{"kind":"binary"}"#, "text"),
    ]

    @Test("a name that no code in scope has is an error, default or not", arguments: impossible)
    func refusesImpossibleNames(_ when: String, _ name: String) {
        for template in ["{\(name)|}", "{\(name)}"] {
            let issues = errors(oneRule(when: when, do: #"[{"action":"say","text":"\#(template)"}]"#))
            #expect(issues.count == 1)
            #expect(issues.first?.message.contains("never have '\(name)'") == true)
        }
    }

    static let contradictions = [
        #"{"kind":"isbn","host":"a.example"}"#,
        #"{"host":"a.example","kind":"isbn"}"#,
        #"{"isbn13":{"exists":true},"gtin13":{"exists":true}}"#,
        #"{"kind":"isbn","not":{"kind":"isbn"}}"#,
        #"{"kind":"isbn","isbn13":{"exists":false}}"#,
        #"{"kind":{"exists":false}}"#,
        #"{"not":{"kind":[\#(Kind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ","))]}}"#,
        #"{"all":[{"kind":"isbn"},{"kind":"url"}]}"#,
        #"{"any":[{"isbn13":{"exists":true}},{"kind":"isbn"}],"kind":"url"}"#,
        #"{"kind":"binary","text":{"exists":true}}"#,
        #"{"kind":"text","query.a":"x"}"#,
    ]

    @Test("a condition that can never be true is an error", arguments: contradictions)
    func refusesContradictions(_ when: String) {
        let issues = errors(oneRule(when: when))
        #expect(issues.count == 1)
        let message = issues.first?.message ?? ""
        #expect(message.hasPrefix("this is never true") || message.hasPrefix("no code can meet this"))
    }

    @Test("a wrong condition does not bring forth messages about names that may be absent")
    func staysQuietWithoutScope() {
        let issues = errors(oneRule(when: #"{"kidn":"isbn"}"#, do: #"[{"action":"say","text":"{isbn13}"}]"#))
        #expect(issues.map(\.message) == ["no code has a field 'kidn' (did you mean 'kind'?)"])
    }
}

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
        Refusal(#"{"all":[]}"#, "'all' must be a list of at least one condition"),
        Refusal(#"{"any":[]}"#, "'any' must be a list of at least one condition"),
        Refusal(#"{"any":{}}"#, "'any' must be a list of at least one condition"),
        Refusal(#"{"not":{}}"#, "this is never true: {} is always true"),
        Refusal(#"{"not":{"note":"x"}}"#, "this is never true: {} is always true"),
        Refusal(#"{"not":[]}"#, "a condition must be an object, not a list"),
        Refusal(#"{"al":[{}]}"#, "did you mean 'all'?"),
        Refusal(#"{"kind":"isbn","gtin8":{"exists":true}}"#, "this is never true"),
        Refusal(#"{"isbn10":{"exists":false,"prefix":"4"}}"#, "this is never true"),
        Refusal(#"{"isbn10":{"exists":false},"all":[{"isbn10":"4873119049"}]}"#, "this is never true"),
        Refusal(#"{"isbn10":{"exists":true},"all":[{"isbn10":{"exists":false}}]}"#, "this is never true"),
        Refusal(#"{"all":[{"text":"a"},{"text":"b"}]}"#, "this is never true"),
        Refusal(#"{"text":"a","all":[{"text":{"prefix":"b"}}]}"#, "this is never true"),
        Refusal(#"{"text":{"prefix":"b"},"all":[{"text":["a","c"]}]}"#, "this is never true"),
        Refusal(#"{"text":{"prefix":"ab"},"all":[{"text":{"prefix":["ac","b"]}}]}"#, "this is never true"),
        Refusal(#"{"all":[{"price":{"<":5}},{"price":{">=":5}}]}"#, "this is never true"),
        Refusal(#"{"all":[{"price":{"<=":5}},{"price":{">":5}}]}"#, "this is never true"),
        Refusal(#"{"all":[{"price":7},{"price":{"<":5}}]}"#, "this is never true"),
        Refusal(#"{"all":[{"expiry":{"<":"2026-01-01"}},{"expiry":{">":"2026-01-01"}}]}"#, "this is never true"),
        Refusal(#"{"all":[{"scan.time":{"<":"09:00"}},{"scan.time":{">=":"18:00"}}]}"#, "this is never true"),
        Refusal(#"{"all":[{"host":{"domain":"a.example"}},{"host":{"domain":"b.example"}}]}"#, "this is never true"),
        Refusal(#"{"host":"x.a.example","all":[{"host":{"domain":"b.example"}}]}"#, "this is never true"),
        Refusal(#"{"not":{"text":{"prefix":"a"}},"text":{"prefix":"ab"}}"#, "this is never true"),
        Refusal(#"{"text":{"prefix":"ab"},"not":{"text":{"prefix":"a"}}}"#, "this is never true"),
        Refusal(#"{"price":{"<":5},"not":{"any":[{"text":"x"},{"price":{"<":6}}]}}"#, "this is never true"),
    ]

    @Test("a condition that can never be true is refused", arguments: refused)
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

    @Test("a condition that some code meets is not refused", arguments: accepted)
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
                == ["'two' is never tried: 'one' before it matches all of its codes"])
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

    @Test("a rule that continues hides no other rule, and may itself be hidden")
    func continuing() throws {
        #expect(try warnings(file(rules: rule("one", more: #""continue":true"#), rule("two"))) == [])
        #expect(try warnings(file(rules: rule("one"), rule("two", more: #""continue":true"#))).count == 1)
    }

    @Test("a user's rule may match all codes of a bundled rule, without a warning")
    func bundled() throws {
        let others = ["bundled:b": file(rules: rule("b1", #"{"kind":"isbn"}"#), rule("b2", #"{"kind":"url"}"#))]
        let include = #"{"include":"bundled:b"}"#
        #expect(try warnings(file(rules: rule("one", #"{"kind":"isbn"}"#), include), including: others) == [])
        #expect(try warnings(file(rules: include, rule("one", #"{"kind":"isbn"}"#)), including: others).count == 1)
        let twice = ["bundled:b": file(rules: rule("b1"), rule("b2"))]
        // A test checks their content; it is not checked at each start.
        #expect(try warnings(file(rules: include), including: twice) == [])
    }
}
