import BeelineRules
import Testing

/// A hostile code must not choose where a link of a rule leads.
@Suite("No code chooses the host")
struct URLHostTests {
    /// In the rule: `text`, `kind` and `url` are certain; `query.a` and `addOn` may be absent.
    private func rule(_ template: String, constant: String = "a.example") -> String {
        oneRule(
            when: #"{"kind":"url","query.b":{"exists":true}}"#,
            do: #"[{"action":"open-url","url":"\#(template)"}]"#, constants: #"{"h":"\#(constant)"}"#)
    }

    static let refused = [
        "{+text}", "{text}", "{url}", "{+url}x", "x{+url}", "{+url,url}", "{+url:30}", "{#url}", "{/url}",
        "{text}://a.example/", "{+text}://", "https:{+text}", "https:{text}", "https:{/text}", "https:/{+text}",
        "https:", "https:/", "https://", "https:///", "https:///{text}", "https://{text}", "https://{+text}",
        "https://{text}/", "https://a.example{text}", "https://a{text}.example/", "https://{text}.a.example/",
        "https://a.example{.text}", "https://a.example{;text}", "https://a.example{&text}", "https://a.example{+text}",
        "https://a.example:{text}/", "https://a.example:80{text}", "https://user@a.example/", "https://user@{text}",
        "https://{text}@a.example/", "https://a.example@{text}", "https://a.example%2F{text}", "https://a b.example/",
        "https://%61.example/", "https://ä.example/", "https://.example/", "https://a.example:x/",
        "https://a.example:/", "https://[::1/", "https://[]/", "https://[a.example]:443x/", "HTTPS:{+text}",
        "a.example/{text}", "/{text}", "//a.example/{text}", "1https://a.example/", "ht tps://a.example/",
        // What may be absent does not end the host.
        "https://a.example{/query.a}{+text}", "https://a.example{?query.a}{text}", "https://a.example{#addOn}{.text}",
        "https://a.example{/query.a}.example/", "https://a.example{/query.a}{?addOn}{+text}",
        // The slashes may come with the code.
        "foo:{+text}", "foo:{/text}", "foo:/{+text}", "foo:/{/text}", "foo:{;query.a}{+text}", "foo:{query.b}{+text}",
    ]

    @Test(arguments: refused)
    func refuses(_ template: String) {
        #expect(errors(rule(template)).count == 1)
    }

    static let accepted = [
        "{+url}", "https://a.example", "https://a.example/", "https://a.example/{text}", "https://a.example/{+text}",
        "https://a.example{/text}", "https://a.example{?text}", "https://a.example{#text}",
        "https://a.example?q={text}",
        "https://a.example#{text}", "https://a.example:8443/{text}", "https://127.0.0.1/{text}",
        "https://[::1]:80/{text}", "https://{const.h}/{text}", "https://x.{const.h}{/text}", "HTTP://a.example/{text}",
        "https://a.example{/query.a}", "https://a.example{/query.a}{/text}", "https://a.example{?query.a}{#addOn}",
        "https://a.example{/text}{+text}", "https://a.example{/query.a}/{+text}",
        "https://a.example{?query.a,kind}{text}",
        "tel:{text}", "mailto:{text}?subject={text}", "foo:a{+text}", "foo:/a{+text}", "foo:/{text}",
        "foo://a.example/{+text}", "https://a_b.example/{text}", "https://a.example/it's/{text}",
    ]

    @Test(arguments: accepted)
    func accepts(_ template: String) {
        #expect(errors(rule(template)) == [])
    }

    static let constants = [
        "evil.example/", "evil.example/x", "user@evil.example", "evil.example?", "evil.example#", "evil.example\\\\",
        "",
        "evil.example:", " ", "a b", "evil.example%2F", "ä.example", "\\u0000", "\\n", "{text}", "é@", "[::1", "..",
    ]

    @Test("a constant is a host or nothing", arguments: constants)
    func refusesConstants(_ constant: String) {
        #expect(errors(rule("https://{const.h}/{text}", constant: constant)).count == 1)
        #expect(errors(rule("https://{const.h}.{text}", constant: constant)).count == 1)
    }

    @Test("a constant may bring the whole beginning, but no part of it is a code's")
    func takesWholeBeginnings() throws {
        let template = "{+const.h}{?kind}"
        let rules = try ruleSet(rule(template, constant: "https://a.example/x"))
        #expect(
            rules.resolve(reading("https://evil.example/?b=1")).actions.first?.url == "https://a.example/x?kind=url")
        #expect(errors(rule("{+const.h}{+text}", constant: "https:")).count == 1)
        #expect(errors(rule("{+const.h}{+text}", constant: "https://")).count == 1)
        #expect(errors(rule("{+const.h}{+text}", constant: "https://a.example")).count == 1)
        #expect(errors(rule("{+const.h,text}", constant: "https://a.example/")).count == 1)
    }

    @Test(
        "nor by what is left out, or by a scheme that holds another URL",
        arguments: ["https://example.com{/emails:3}{organization}/x", "view-source:https://{+organization}/x"])
    func hostIsClosed(_ url: String) {
        let when = #"{"kind":"contact","emails":{"exists":true},"organization":{"exists":true}}"#
        #expect(errors(oneRule(when: when, do: #"[{"action":"open-url","url":"\#(url)"}]"#)).count == 1)
    }
}
