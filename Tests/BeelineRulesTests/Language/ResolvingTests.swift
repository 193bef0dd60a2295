import BeelineContent
import BeelineSymbols
import Testing

@testable import BeelineRules

@Suite("Resolving")
struct ResolvingTests {
    private func rules(_ rules: String...) throws -> RuleSet {
        try ruleSet(#"{"version":1,"rules":[\#(rules.joined(separator: ","))]}"#)
    }

    private func rule(_ id: String, _ when: String = "{}", text: String? = nil, more: String = "") -> String {
        let actions = text.map { #"[{"action":"say","text":"\#($0)"}]"# } ?? "[]"
        return #"{"id":"\#(id)","when":\#(when),"do":\#(actions)\#(more)}"#
    }

    @Test("the first matching rule wins")
    func firstMatchWins() throws {
        let set = try rules(
            rule("a", #"{"kind":"url"}"#), rule("b", #"{"text":"x"}"#, text: "b"), rule("c", text: "c"))
        #expect(set.rules.map(\.id) == ["a", "b", "c"])
        #expect(set.resolve(reading("x")).actions.map(\.rule) == ["b"])
        #expect(set.resolve(reading("y")).rule?.id == "c")
        #expect(set.resolve(reading("https://a.example/")).rule?.id == "a")
    }

    @Test("a rule that continues adds its actions and takes nothing")
    func continuing() throws {
        let set = try rules(
            rule("a", text: "1", more: #","continue":true"#), rule("b", #"{"text":"x"}"#, text: "2"),
            rule("c", text: "3", more: #","continue":true"#))
        let taken = set.resolve(reading("x"))
        #expect(taken.rule?.id == "b")
        #expect(taken.actions.map(\.rule) == ["a", "b"])
        let untaken = set.resolve(reading("y"))
        #expect(untaken.rule == nil)
        #expect(untaken.actions.map(\.rule) == ["a", "c"])
    }

    @Test("a rule may take a code and do nothing")
    func doingNothing() throws {
        let taken = try rules(rule("a")).resolve(reading("x"))
        #expect(taken.rule?.id == "a")
        #expect(taken.actions.isEmpty)
    }

    @Test("if no rule matches, nothing is done")
    func noRule() throws {
        #expect(try rules().resolve(reading("x")).rule == nil)
        #expect(try rules(rule("a", #"{"kind":"isbn"}"#)).resolve(reading("x")).actions.isEmpty)
    }

    struct Text: Sendable, CustomTestStringConvertible {
        let template: String
        let value: ActionValue
        var testDescription: String { template }

        init(_ template: String, _ value: ActionValue) { (self.template, self.value) = (template, value) }
    }

    static let texts = [
        Text("", .text("")),
        Text("plain", .text("plain")),
        Text("{gtin13}", .text("2000000000008")),
        Text("{restricted}", .text("true")),
        Text("{restricted|no}", .text("true")),
        Text(" {restricted}", .text(" true")),
        Text("{restricted}{restricted}", .text("truetrue")),
        Text("{gtin12|none}", .text("none")),
        Text("{gtin12|}", .text("")),
        Text("{gtin12|a|b}", .text("a|b")),
        Text("<{gtin12|é { }>", .text("<é { >")),
        Text("{{{gtin13}}}", .text("{2000000000008}")),
        Text("{{gtin13}}", .text("{gtin13}")),
        Text("}}{{", .text("}{")),
        Text("{const.c}", .text("{gtin13}")),
        Text("{addOn|}{symbology}/{kind}", .text("ean_13/product")),
    ]

    @Test("texts are filled in", arguments: texts)
    func fillsIn(_ example: Text) throws {
        let set = try ruleSet(
            oneRule(
                when: #"{"kind":"product","gtin13":{"exists":true}}"#,
                do: #"[{"action":"say","text":"\#(example.template)"}]"#, constants: #"{"c":"{gtin13}"}"#))
        let action = try #require(set.resolve(reading("2000000000008", .ean13)).actions.first)
        #expect(action["text"] == example.value)
        #expect(action.problem == nil)
    }

    @Test("fields keep their order and types; 'ask' and 'optional' arrive")
    func passesOn() throws {
        let set = try ruleSet(
            oneRule(
                when: #"{"kind":"product"}"#,
                do: """
                    [{"note":"n","action":"emit","ask":true,"fields":{"z":"{restricted}","a":"x{gtin14}"}},
                     {"action":"say","title":"t","text":"u","optional":true}]
                    """))
        let actions = set.resolve(reading("2000000000008", .ean13)).actions
        try #require(actions.count == 2)
        #expect(
            actions[0]["fields"]
                == .fields([.init(name: "z", value: .boolean(true)), .init(name: "a", value: .text("x02000000000008"))])
        )
        #expect(actions.map(\.requiresConfirmation) == [true, false])
        #expect(actions.map(\.isOptional) == [false, true])
        #expect(actions[0].description == "emit z=true a=x02000000000008")
        #expect(actions[1].url == nil)
    }

    struct Link: Sendable, CustomTestStringConvertible {
        let template: String
        let text: String
        /// Nil where a segment of dots makes it fail.
        let url: String?
        var testDescription: String { "\(template) ← \(text)" }

        init(_ template: String, _ text: String, _ url: String?) {
            (self.template, self.text, self.url) = (template, text, url)
        }
    }

    static let links = [
        Link("https://a/{text}", "..", nil),
        Link("https://a/{text}", ".", nil),
        Link("https://a/{text}/b", "..", nil),
        Link("https://a/{+text}", "x/../y", nil),
        Link("https://a/{+text}", "%2e%2E", nil),
        Link("https://a/{+text}/x", ".%2e", nil),
        Link("https://a/b{/text}?q", "..", nil),
        Link("https://a/.{text}", ".", nil),
        Link("https://a{/text}", "..", nil),
        Link("https://a/{text}", "...", "https://a/..."),
        Link("https://a/{text}", "..a", "https://a/..a"),
        Link("https://a/{text}", "../b", "https://a/..%2Fb"),
        Link("https://a/{text}", "%2e%2e", "https://a/%252e%252e"),
        Link("https://a/?q={text}", "..", "https://a/?q=.."),
        Link("https://a/{?text}", "/../", "https://a/?text=%2F..%2F"),
        Link("https://a/{#text}", "../..", "https://a/#../.."),
        Link("https://a/x{text}", "..", "https://a/x.."),
        Link("https://a/{text}", "a b&c=d/é\n", "https://a/a%20b%26c%3Dd%2F%C3%A9%0A"),
        Link("tel:{text}", "..", "tel:.."),
    ]

    @Test("a value that would become a step to another place fails", arguments: links)
    func refusesDotSegments(_ link: Link) throws {
        let set = try ruleSet(
            oneRule(when: #"{"kind":"text"}"#, do: #"[{"action":"open-url","url":"\#(link.template)"}]"#))
        let action = try #require(set.resolve(reading(link.text, .qr)).actions.first)
        #expect(action.url == link.url)
        #expect((action.problem != nil) == (link.url == nil))
        if let problem = action.problem { #expect(problem.contains("'.' or '..' segment")) }
    }

    @Test("a link that is the code's own stays as it is")
    func keepsWholeLinks() throws {
        let set = try ruleSet(oneRule(when: #"{"kind":"url"}"#, do: #"[{"action":"open-url","url":"{+url}"}]"#))
        let action = set.resolve(reading("HTTPS://A.example/../x?a=%2E&b=é|", .qr)).actions.first
        #expect(action?.url == "https://a.example/../x?a=%2E&b=%C3%A9%7C")
        #expect(action?.problem == nil)
    }
}

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
