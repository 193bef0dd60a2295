import BeelineContent
import BeelineRules
import BeelineSymbols
import Testing

@Suite("Links made of templates")
struct LinkTemplateTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let template: String
        let reading: Reading
        let url: String?
        var when = "{}"
        var testDescription: String { "\(template) \(reading.symbol.text ?? "")" }

        init(_ template: String, _ reading: Reading, _ url: String?, when: String = "{}") {
            (self.template, self.reading, self.url, self.when) = (template, reading, url, when)
        }
    }

    static let cases = [
        Case("https://a.example/{?query.id,query.none}", Codes.link, "https://a.example/?query.id=7"),
        Case("https://a.example/{?query.utm%2Dsource}", Codes.link, "https://a.example/?query.utm%2Dsource=x"),
        Case("https://a.example/{query.id}", Codes.link, "https://a.example/7", when: #"{"query.id":{"exists":true}}"#),
        Case("https://a.example/x{&query.id}{#host}", Codes.link, "https://a.example/x&query.id=7#www.example.com"),
        Case(
            "https://a.example/x{;port}{.scheme}{/host,scheme}", Codes.link,
            "https://a.example/x;port=8443.https/www.example.com/https"),
        Case("https://a.example/{host:3}", Codes.link, "https://a.example/www", when: #"{"host":{"exists":true}}"#),
        Case("https://a.example/{?emails}", Codes.mail, "https://a.example/?emails=a%40example.org,b%40example.com"),
        Case(
            "https://a.example/{?emails*}", Codes.mail,
            "https://a.example/?emails=a%40example.org&emails=b%40example.com"),
        Case("https://a.example{/emails*}", Codes.mail, "https://a.example/a%40example.org/b%40example.com"),
        Case("https://a.example/{?cc*}{&bcc}{#cc}{.cc}{/cc}{;cc}", Codes.mail, "https://a.example/"),
        Case("https://a.example/{?price,restricted}", Codes.book, "https://a.example/?price=24.95"),
        Case("https://a.example/{scan.date}/{scan.time}", Codes.text, "https://a.example/2026-11-21/12%3A00"),
        Case(
            "https://a.example/?q={text}", reading("a&b=c#d", .qr), "https://a.example/?q=a%26b%3Dc%23d",
            when: #"{"text":{"exists":true}}"#),
        // Captures may be dots as well.
        Case(
            "https://a.example/{match.a}/x", reading("A..", .qr), nil, when: #"{"text":{"matches":"A(?P<a>.*)"}}"#),
        Case(
            "https://a.example/{match.a}{match.b}/x", reading("..", .qr), nil,
            when: #"{"text":{"matches":"(?P<a>.)(?P<b>.)"}}"#),
        Case(
            "https://a.example/{match.a}", reading("A%2e", .qr), "https://a.example/%252e",
            when: #"{"text":{"matches":"A(?P<a>.*)"}}"#),
        Case(
            "https://a.example/{+match.a}", reading("A%2E%2e", .qr), nil, when: #"{"text":{"matches":"A(?P<a>.*)"}}"#),
        Case(
            "https://a.example/{+match.a}", reading("Ax/.%2e/y", .qr), nil, when: #"{"text":{"matches":"A(?P<a>.*)"}}"#),
        Case(
            "https://a.example/{+match.a}", reading("A..\\x", .qr), "https://a.example/..%5Cx",
            when: #"{"text":{"matches":"A(?P<a>.*)"}}"#),
        Case(
            "https://a.example/{+match.a}", reading("A//evil.example", .qr), nil,
            when: #"{"text":{"matches":"A(?P<a>.*)"}}"#),
        Case(
            "https://a.example/{+match.a}", reading("A@evil.example", .qr), "https://a.example/@evil.example",
            when: #"{"text":{"matches":"A(?P<a>.*)"}}"#),
        Case("https://a.example{/json.l*}", Codes.json, "https://a.example/x/yy"),
        Case("https://a.example{/json.m*}", Codes.json, "https://a.example/7/true/x/1.5"),
        Case(
            "https://a.example/{json.s:2}{?json.n}", Codes.json, "https://a.example/fi?json.n=5",
            when: #"{"json.s":{"exists":true}}"#),
        Case("https://a.example{/json.l*}", reading(#"{"l":["..","x"]}"#, .qr), nil),
        Case(
            "https://{const.shop}/{text}", reading("a", .qr), "https://shop.example:8443/a",
            when: #"{"text":{"exists":true}}"#),
        Case(
            "https://{const.shop}{/text}", reading("a", .qr), "https://shop.example:8443/a",
            when: #"{"text":{"exists":true}}"#),
        Case(
            "https://a.example:{const.port}/{text}", reading("a", .qr), "https://a.example:8443/a",
            when: #"{"text":{"exists":true}}"#),
        Case(
            "https://a.example/{const.path}/{text}", reading("a", .qr), "https://a.example/x%2Fy/a",
            when: #"{"text":{"exists":true}}"#),
        Case(
            "https://a.example/{+const.path}/{text}", reading("a", .qr), "https://a.example/x/y/a",
            when: #"{"text":{"exists":true}}"#),
        Case("{+const.base}{text}", reading("a", .qr), "https://a.example/x/a", when: #"{"text":{"exists":true}}"#),
        Case(
            "{const.scheme}://a.example/{text}", reading("a", .qr), "ftp://a.example/a",
            when: #"{"text":{"exists":true}}"#),
        Case("{+url}", Codes.link, Codes.link.symbol.text, when: #"{"kind":"url"}"#),
        Case(
            "https://a.example/{isbn13:3}/{isbn10}{?isbn13,isbn10:9}#{+isbn10}", reading("9780804429573", .ean13),
            "https://a.example/978/080442957X?isbn13=9780804429573&isbn10=080442957#080442957X",
            when: #"{"kind":"isbn","isbn10":{"exists":true}}"#),
        Case(
            "https://a.example/?x=1{&gtin14,gtin12,gtin8}{/gtin13*}", reading("036000291452", .upcA),
            "https://a.example/?x=1&gtin14=00036000291452&gtin12=036000291452/0036000291452",
            when: #"{"kind":"product"}"#),
    ]

    private static let constants =
        #"{"shop":"shop.example:8443","port":"8443","path":"x/y","base":"https://a.example/x/","scheme":"ftp","evil":"evil.example/","at":"u@h"}"#

    @Test("are filled in as RFC 6570 says", arguments: cases)
    func fillsIn(_ example: Case) throws {
        let set = try language(
            oneRule(
                when: example.when, do: #"[{"action":"open-url","url":"\#(example.template)"}]"#,
                constants: Self.constants))
        let action = try #require(set.resolve(example.reading).actions.first)
        #expect(action.url == example.url)
        #expect((action.problem == nil) == (example.url != nil))
    }

    static let refused = [
        "https://{const.evil}{text}", "https://{const.at}/{text}", "https://{const.shop}{text}",
        "https://{const.shop}{+text}", "https://{const.shop}@{text}", "https://{text}@{const.shop}/",
        "https://{const.shop}:{text}/",
        "https://a.example{const.port}{text}", "{const.scheme}:{+text}", "{const.scheme}:/{+text}",
        "{+const.base}{+url}x{", "//{text}",
        "{+text}", "{+host}", "{+host}/x", "https://{+host}/", "https:\\\\/\\\\/{text}", "https:{+url}", "{+url}{+url}",
        "{?url}",
        "{+match.a}", "{+const.scheme,url}", "https://a.example\\u0000{text}", "https://a.example\\t/{text}",
        "https://a.example{const.path}{text}",
        "java{text}:x", "https://[{text}]/", "https://a.example.{text}/", "https://{text:1}.example/",
        "{scheme}://a.example/",
        "https://{host}/",
    ]

    @Test("let no code choose the host", arguments: refused)
    func refuses(_ template: String) {
        let when = #"{"kind":"url","host":{"exists":true},"text":{"matches":"(?P<a>.*)"}}"#
        let rule = oneRule(when: when, do: #"[{"action":"open-url","url":"\#(template)"}]"#, constants: Self.constants)
        #expect(mistakes(rule).count == 1)
    }

    /// RFC 6570, section 2.4.1: a prefix modifier is not applicable to a list.
    @Test(
        "take no part of a list",
        arguments: [
            ("https://a.example/{?emails:2}", "{?emails}", 20), ("https://a.example/{text}{/cc:1}", "{/cc}", 26),
            ("https://a.example/{text}{?email:2,emails:1}", "{?emails}", 34),
        ])
    func refusesPartsOfLists(template: String, remedy: String, place: Int) {
        let file = oneRule(when: #"{"kind":"email"}"#, do: #"[{"action":"open-url","url":"\#(template)"}]"#)
        let found = errors(file)
        #expect(found.count == 1 && found[0].message.contains("is a list, and ':' cannot shorten a list"))
        #expect(found.first?.message.hasSuffix("write \(remedy)") == true)
        let start = file.prefix { $0 != "/" }.count - "https:".count
        #expect(found.first?.column == start + place + 1)
    }
}

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

    @Test("a link in the code stays as it is, and so does text of the rule")
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

    @Test("a value that an action gives a service stays within its part as well")
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
