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
}
