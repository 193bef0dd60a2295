import BeelineContent
import BeelineRules
import Testing

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

    @Test("a name that is not certain needs a default in a text, and cannot stand in a path", arguments: certainties)
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

    @Test("what can never hold is an error", arguments: contradictions)
    func refusesContradictions(_ when: String) {
        let issues = errors(oneRule(when: when))
        #expect(issues.count == 1)
        let message = issues.first?.message ?? ""
        #expect(message.hasPrefix("this never holds") || message.hasPrefix("no code can meet this"))
    }

    @Test("a wrong condition does not bring forth messages about names that may be absent")
    func staysQuietWithoutScope() {
        let issues = errors(oneRule(when: #"{"kidn":"isbn"}"#, do: #"[{"action":"say","text":"{isbn13}"}]"#))
        #expect(issues.map(\.message) == ["no code has a field 'kidn' (did you mean 'kind'?)"])
    }
}
