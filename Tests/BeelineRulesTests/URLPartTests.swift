import BeelineContent
import BeelineRules
import Testing

/// A hostile code must not add parameters to a link of a rule, nor end its path or leave a folder of it.
@Suite("A value stays within its part of a URL")
struct URLPartTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let template: String
        let text: String
        /// Nil: the action has a problem, and no link.
        let url: String?
        var testDescription: String { "\(template) with \(text.debugDescription)" }

        init(_ template: String, _ text: String, _ url: String?) {
            (self.template, self.text, self.url) = (template, text, url)
        }
    }

    static let cases = [
        // Parameters.
        Case("?q={+text}", "x&admin=1", "?q=x%26admin%3D1"), Case("?q={+text}", "x;admin=1", "?q=x%3Badmin%3D1"),
        Case("?q={+text}", "x#y", "?q=x%23y"), Case("?q={+text}", "a+b,c", "?q=a%2Bb%2Cc"),
        Case("?q={+text}", "x%26admin=1", "?q=x%26admin%3D1"), Case("?q={+text}", "a/b:c@d?e", "?q=a/b:c@d%3Fe"),
        Case("?{+text}", "admin=1", "?admin%3D1"), Case("?{+text}=1", "admin", "?admin=1"),
        Case("{?text}", "x&admin=1", "?text=x%26admin%3D1"), Case("{?text*}", "x&admin=1", "?text=x%26admin%3D1"),
        Case("?a=1{&text*}", "x&admin=1#y;z", "?a=1&text=x%26admin%3D1%23y%3Bz"),
        Case("?q={+text,text}", "x&y", "?q=x%26y,x%26y"), Case("?q={+text:3}", "x&yz", "?q=x%26y"),
        // Fragments.
        Case("#{+text}", "a&b=c#d;e", "#a%26b%3Dc%23d%3Be"), Case("{#text}", "a&b=c#d;e", "#a%26b%3Dc%23d%3Be"),
        Case("{#text}", "/a:b", "#/a:b"),
        // The path.
        Case("{+text}", "a/b", "a/b"), Case("{+text}", "a?x=1", "a%3Fx%3D1"), Case("{+text}", "a#x", "a%23x"),
        Case("{+text}/x", "a;b=c", "a%3Bb%3Dc/x"), Case("{+text}", "a%2Fb", "a%2Fb"),
        Case("{+text}", "../x", nil), Case("{+text}", "a/../x", nil), Case("{+text}", "a/%2e%2E/x", nil),
        Case("{+text}", "/x", nil), Case("{+text}", "//evil.example/", nil), Case("{+text}", "a//b", nil),
        Case("a{+text}", "/x", "a/x"), Case("{+text}/x", "a/", nil), Case("a{+text}b", "//", nil),
        Case("{text}", "a/../b", "a%2F..%2Fb"), Case("{text}", "//", "%2F%2F"), Case("{text}", "..", nil),
        Case("a{/text}", "..", nil), Case("a{/text*}", "b/c", "a/b%2Fc"), Case("{text}.x", "", ".x"),
        // Two slashes that the rule writes are its own affair, and so are those behind the path.
        Case("a//{text}", "b", "a//b"), Case("a//{+text}", "b", "a//b"), Case("a//{+text}", "/b", nil),
        Case("?u={+text}", "https://b.example//", "?u=https://b.example//"),
    ]

    @Test("whatever a code says", arguments: cases)
    func keepsParts(_ example: Case) throws {
        let template = "https://a.example/" + example.template
        let rules = try ruleSet(
            oneRule(when: #"{"text":{"exists":true}}"#, do: #"[{"action":"open-url","url":"\#(template)"}]"#))
        let action = try #require(rules.resolve(reading(example.text)).actions.first)
        #expect(action.url == example.url.map { "https://a.example/" + $0 })
        #expect((action.problem == nil) == (example.url != nil), "\(action.problem ?? "")")
    }

    @Test("a link that the code holds is as it is, and so is what the rule says itself")
    func keepsWholeLinks() throws {
        let link = "https://b.example//a/../c?x=1&y=2;z#f=1&g"
        let rules = try ruleSet(
            oneRule(
                when: #"{"kind":"url"}"#,
                do: """
                    [{"action":"open-url","url":"{+url}"},
                     {"action":"open-url","url":"{+const.base}?a=1&b=2{&url}"}]
                    """, constants: #"{"base":"https://c.example/x//y"}"#))
        let code = reading(link)
        let actions = rules.resolve(code).actions
        #expect(actions.map(\.problem) == [nil, nil])
        guard case .url(let address) = code.content else {
            Issue.record("\(code.content)")
            return
        }
        #expect(actions.first?.url == address.url)
        #expect(
            actions.last?.url?.hasPrefix("https://c.example/x//y?a=1&b=2&url=https%3A%2F%2Fb.example%2F%2F") == true)
    }

    @Test(
        "a link in the path of another is refused when the rule loads, with what to write",
        arguments: ["https://a.example/web/{+url}", "https://a.example/{+url}?x=1"])
    func refusesLinksInPaths(_ template: String) throws {
        let file = RuleFile(
            name: "f", text: oneRule(when: #"{"kind":"url"}"#, do: #"[{"action":"open-url","url":"\#(template)"}]"#))
        #expect {
            try RuleSet(files: [file], actions: ActionSignature.all)
        } throws: { error in
            "\(error)".contains("write {url}, or put it into the query: ?u={url}")
        }
    }

    @Test("what an action gives a service stays within its part as well")
    func keepsPartsOfServices() throws {
        let lookup = ActionSignature(
            name: "lookup", summary: "",
            parameters: [.init("service", .service, summary: ""), .init("with", .serviceValues, summary: "")],
            results: .ofService, effects: [.network])
        let file = RuleFile(
            name: "f",
            text: """
                { "version": 1,
                  "services": { "s": { "url": "https://a.example/{+p}?q={+q}", "results": { "t": "/t" } } },
                  "rules": [ { "id": "r", "when": { "text": { "exists": true } }, "do": [ { "action": "lookup", "service": "s",
                    "with": { "p": "x/{text}", "q": "{text}" }, "as": "x" } ] } ] }
                """)
        let rules = try RuleSet(files: [file], actions: [lookup])
        let resolved = rules.resolve(reading("a?b&c=1"))
        #expect(resolved.actions.first?["url"] == .url("https://a.example/x/a%3Fb%26c%3D1?q=a%3Fb%26c%3D1"))
    }
}
