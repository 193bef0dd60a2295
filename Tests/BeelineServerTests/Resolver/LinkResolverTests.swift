import Beeline
import BeelineResolver
import BeelineSupport
import TestPrograms
import Testing

@testable import BeelineServer

/// The resolver in the application: which requests are for it, what it makes of links that others have written into the
/// table, and which links of rules it follows. `Tests/Serve/resolver.py` asks it over sockets.
@Suite struct LinkResolverTests {
    private static let key = "/01/09506000134352"

    private func fixture(
        rules: RuleSources = .bundled, asksRules: Bool = false, cacheTime: Int = 60
    ) throws -> (ServerFixture, TemporaryFolder) {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            "links.csv", "path,linkType,href,title,default\n\(Self.key),pip,https://example.com/,A product,yes\n")
        var settings = LinkResolverSettings(table: try LinkTable(path: path), base: "https://id.example.com/")
        (settings.asksRules, settings.cacheTime) = (asksRules, cacheTime)
        let links = settings
        return (try ServerFixture(rules: rules) { $0.links = links }, folder)
    }

    @Test(
        arguments: [
            ("/01", true), ("/01/", true), ("/01/x", true), ("/8004/x/y", true), ("/253/", true), ("/01234/x", false),
            ("/1/x", false), ("/01x/y", false), ("/", false), ("", false), ("//01/x", false), ("/v1/kinds", false),
            ("/%301/x", false), ("/.well-known/gs1resolver", true), ("/.well-known/gs1resolver/", false),
            ("/.well-known/other", false), ("/linkset-context.jsonld", true), ("/gtin/09506000134352", false),
            ("/eh3066c4409047e140075bcd15", true), ("/exMBZF", true), ("/eh", false), ("/ehe/x", false),
            ("/events.js", false),
        ])
    func `paths of keys are for the resolver, and no others`(path: String, isTaken: Bool) {
        #expect(LinkResolver.takes(path) == isTaken)
    }

    @Test func `other paths than the resolver's are unchanged`() async throws {
        let (fixture, _) = try fixture()
        #expect(await fixture.get("/v1/kinds", as: .anonymous).status == 401)
        #expect(await fixture.get("/gtin/09506000134352", as: .anonymous).status == 404)
        #expect(await fixture.get("/", as: .anonymous).type == "text/html")
        #expect(await fixture.get(Self.key, as: .anonymous).status == 307)
        let without = try ServerFixture.shared
        #expect(await without.get(Self.key).status == 404)
        #expect(await without.get("/.well-known/gs1resolver").status == 404)
    }

    @Test func `answers say how long caches may keep them`() async throws {
        let (fixture, _) = try fixture(cacheTime: 900)
        for target in [Self.key, "\(Self.key)?linkType=linkset", "/01/1", "/.well-known/gs1resolver"] {
            #expect(await fixture.get(target)["Cache-Control"] == "public, max-age=900")
        }
        let metrics = await fixture.get("/metrics").text
        #expect(metrics.contains(#"route="resolver",method="",status="307""#))
        #expect(metrics.contains(#"route="resolver",method="",status="400""#))
    }

    @Test func `an answer has each field once, and no secret of the desk`() async throws {
        let (fixture, _) = try fixture()
        let own = ["/.well-known/gs1resolver", "/linkset-context.jsonld"]
        for target in [Self.key, "\(Self.key)?linkType=linkset", "/01/1", "/01/09521234543213"] + own {
            let reply = await fixture.send(.get, target, as: .device)
            for name in Set(reply.headers.map(\.name)) {
                #expect(reply.headers.count { $0.name == name } == 1, "\(target): \(name) is there twice")
            }
            #expect(!reply.text.contains(fixture.device))
            #expect(reply["Set-Cookie"] == nil)
        }
    }

    // MARK: Tables of other programs

    @Test func `a page shows links of other authors as text, and runs none`() throws {
        let key = try LinkKey(rawPath: "/01/09506000134352/10/%3Cb%3E")
        let hostile = "</script><script>alert(1)</script><!--\u{202E}\u{0}\"'&"
        let links = [
            Link(type: .productPage, href: "javascript:alert(1)", title: "runs"),
            Link(
                type: .productPage, href: "https://example.com/\"><script>alert(2)</script>", title: hostile,
                mediaType: hostile, languages: [hostile], contexts: [hostile]),
        ]
        let entries = [LinkEntry(key: key, itemDescription: hostile, links: links)]
        let document = LinksetDocument(entries, base: "https://id.example.com").jsonLD()
        let page = String(
            decoding: LinkPage.links(entries, of: key, isChoice: false, document: document), as: UTF8.self)
        #expect(page.components(of: "<script").count == 2)
        #expect(page.contains("<script type=\"application/ld+json\">"))
        #expect(!page.contains("href=\"javascript"))
        #expect(!page.contains("<b>"))
        #expect(!page.contains("\u{202E}\"'"))
        #expect(!page.contains("alert(2)</script>\""))
        #expect(page.contains("&lt;/script&gt;"))
    }

    // MARK: Rules

    private static let rule = """
        {"version": 1, "rules": [{"id": "shop.page", "when": {"kind": "gs1", "gtin14": {"exists": true}},
         "do": [{"action": "open-url", "url": "URL", "ask": ASKS}]}]}
        """

    @Test(arguments: [false, true])
    func `a link of a rule is followed where it could be opened without a question`(asks: Bool) async throws {
        let target = asks ? nil : "https://shop.example.com/09521234543213"
        let text = Self.rule.replacing("URL", with: "https://shop.example.com/{gtin14}")
            .replacing("ASKS", with: "\(asks)")
        let rules = RuleSources([RuleFile(name: "rules.json", text: text)])
        for asksRules in [true, false] {
            let (fixture, _) = try fixture(rules: rules, asksRules: asksRules)
            let reply = await fixture.get("/01/09521234543213", as: .anonymous)
            #expect(reply["Location"] == (asksRules ? target : nil))
            #expect(await fixture.get(Self.key)["Location"] == "https://example.com/")
        }
    }
}

extension String {
    fileprivate func components(of separator: String) -> [Substring] {
        split(separator: separator, omittingEmptySubsequences: false)
    }
}
