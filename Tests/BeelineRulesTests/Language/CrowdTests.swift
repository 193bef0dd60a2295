import BeelineContent
import BeelineRules
import BeelineSymbols
import Testing

@Suite("Many rules at once")
struct CrowdTests {
    private static let conditions = [
        #"{"host":{"domain":"example.com"}}"#, #"{"host":{"domain":["com","a.example"]}}"#, #"{"host":"example.com."}"#,
        #"{"given":"a"}"#, #"{"given":{"prefix":"b"}}"#, #"{"emails":{"prefix":"b"}}"#, #"{"text":{"matches":"a.*"}}"#,
        #"{"json.l":"x"}"#, #"{"isbn13":{"prefix":"978"}}"#, #"{"any":[{"text":"a"},{"host":"www.example.com"}]}"#,
    ]
    private static let kinds = #"""
        "kinds":[{"kind":"k","when":{"text":{"prefix":"a"}},"fields":{"given":"a","host":"x.example.com"}},
                 {"kind":"l","when":{"text":{"prefix":"b"}},"fields":{"given":"{text}"}}]
        """#

    static let codes = [
        Codes.link, Codes.mail, Codes.json, Codes.book, Codes.host("example.com."), Codes.host("b.a.example."),
        Codes.host("com"), reading("a", .qr), reading("ax", .qr), reading("b", .qr), reading("bx", .qr),
    ]

    private func rules(_ numbers: Range<Int>) throws -> RuleSet {
        let rules = numbers.map { number in
            let when = Self.conditions[number % Self.conditions.count]
            return rule("r\(number)", when, do: say("\(number)"), more: #""continue":true"#)
        }
        return try language(file(Self.kinds, rules: rules.joined(separator: ",")))
    }

    @Test("say of a code what each of them says alone", arguments: codes)
    func sameAsAlone(_ code: Reading) throws {
        let together = try rules(0..<60).resolve(code).actions.map { $0["text"] }
        let alone = try (0..<60).flatMap { try rules($0..<($0 + 1)).resolve(code).actions.map { $0["text"] } }
        #expect(together == alone)
        #expect(!together.isEmpty)
    }
}
