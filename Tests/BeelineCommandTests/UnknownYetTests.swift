import TestPrograms
import Testing

@Suite("Nothing is said before it is known, and every output says that a rule asks")
struct UnknownYetTests {
    /// A rule that looks a product up first. Nothing is listening at the address of the service.
    private static func rules(_ actions: String) -> String {
        #"""
        {"version":1,"services":{"shelf":{"url":"https://127.0.0.1:9/{code}","results":{"title":"/title"}}},
         "rules":[{"id":"disc","when":{"kind":"product","gtin13":{"exists":true}},"do":[
           {"action":"lookup","service":"shelf","with":{"code":"{gtin13}"},"as":"disc","optional":true},
           {"action":"emit","fields":{"code":"{gtin13}"}}, \#(actions)]}]}
        """#
    }

    private func resolve(_ actions: String, _ options: String..., code: String = "4006381333931") async throws
        -> ProgramRun
    {
        let folder = try TemporaryFolder()
        let file = try folder.write("r.json", Self.rules(actions))
        return try await beeline(["resolve", "--no-defaults", "--rules", file] + options + [code])
    }

    /// Actions that say `SAID` only where a look-up finds nothing, or finds something, or another action fails.
    static let uncertain = [
        #"{"action":"emit","when":{"disc.found":false},"fields":{"title":"SAID"}}"#,
        #"{"action":"emit","when":{"not":{"disc.found":true}},"fields":{"title":"SAID"}}"#,
        #"{"action":"emit","when":{"disc.title":{"exists":true}},"fields":{"title":"SAID"}}"#,
        #"{"action":"emit","fields":{"title":"SAID","found":"{disc.found|}"}}"#,
        #"{"action":"record","when":{"disc.found":false},"fields":{"title":"SAID"}}"#,
        #"{"action":"open-url","url":"https://a.example/","otherwise":[{"action":"emit","fields":{"title":"SAID"}}]}"#,
        #"{"action":"open-url","when":{"disc.found":false},"url":"https://said.example/SAID"}"#,
        #"{"action":"copy","when":{"disc.found":false},"text":"SAID"}"#,
        #"{"action":"notify","when":{"disc.found":false},"title":"SAID"}"#,
        #"{"action":"refuse","when":{"disc.found":false},"message":"SAID"}"#,
        #"{"action":"http-request","method":"POST","url":"https://a.example/","json":{"title":"SAID","found":"{disc.found|}"}}"#,
    ]

    @Test("what depends on a result is in no output before it is there", arguments: uncertain)
    func saysNothing(_ action: String) async throws {
        for format in ["text", "line", "json", "csv"] {
            // For people it is said that it is only in for another action.
            if format == "text", action.contains("otherwise") { continue }
            let output = try await resolve(action, "--format", format).output
            #expect(output.contains("4006381333931") && !output.contains("SAID"), "\(format): \(output)")
        }
    }

    @Test("an action that waits for results has no fault and no verdict of its own yet")
    func findsNoFault() async throws {
        let climbs = #"{"action":"open-url","when":{"disc.found":false},"url":"https://a.example/{text}"}"#
        let rules = Self.rules(climbs).replacing(
            #""kind":"product","gtin13":{"exists":true}"#, with: #""text":{"exists":true}"#
        )
        .replacing("{gtin13}", with: "{text}")
        let folder = try TemporaryFolder()
        let file = try folder.write("r.json", rules.replacing("/{code}", with: "/{?code}"))
        let line = try await beeline(["resolve", "--no-defaults", "--rules", file, "--format", "line", ".."])
        #expect(line.output == "OK  disc  ..  code=..\n")
        let csv = try await beeline(
            ["resolve", "--no-defaults", "--rules", file, "--format", "csv", "--columns", "status,error", ".."])
        #expect(csv.lines.last == "planned,")
    }

    @Test("once the results are there, it is said")
    func saysKnown() async throws {
        let action = #"{"action":"emit","when":{"not":{"disc.found":true}},"fields":{"title":"SAID"}}"#
        for format in ["text", "line", "json", "csv"] {
            let output = try await resolve(action, "--format", format, "--run", "--allow", "lookup").output
            #expect(output.contains("SAID"), "\(format): \(output)")
        }
    }

    struct Link: Sendable, CustomTestStringConvertible {
        let actions: String
        let code: String
        let url: String
        var testDescription: String { "\(actions) of \(code)" }

        init(_ actions: String, of code: String = "4006381333931", _ url: String) {
            (self.actions, self.code, self.url) = (actions, code, url)
        }
    }

    private static let request = #"{"action":"http-request","method":"POST","url":"https://till.example/sell"}"#

    static let links = [
        Link(#"{"action":"open-url","url":"https://shop.example/a"}"#, "https://shop.example/a"),
        Link(request + #",{"action":"open-url","url":"https://shop.example/a"}"#, "https://shop.example/a"),
        Link(request, ""),
        Link(#"{"action":"open-url","when":{"disc.found":true},"url":"https://shop.example/a"}"#, ""),
        Link(
            #"{"action":"emit","fields":{"a":"b"},"otherwise":[{"action":"open-url","url":"https://shop.example/a"}]}"#,
            ""),
        Link("", of: "https://other.example/x", "https://other.example/x"),
    ]

    @Test("the column 'url' is the link that a person would open", arguments: links)
    func isOpened(_ link: Link) async throws {
        let actions = link.actions.isEmpty ? #"{"action":"emit","fields":{"a":"b"}}"# : link.actions
        let run = try await resolve(actions, "--format", "csv", "--columns", "text,url", code: link.code)
        #expect(run.lines.last == "\(link.code),\(link.url)", "\(run.errors)")
    }

    @Test("the link of a code that is refused is in no column")
    func isNotOpened() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            "r.json",
            #"{"version":1,"rules":[{"id":"no","when":{"kind":"url"},"do":[{"action":"refuse","message":"not here"}]}]}"#
        )
        let run = try await beeline(
            [
                "resolve", "--no-defaults", "--rules", file, "--format", "csv", "--columns", "text,url",
                "https://a.example/",
            ])
        #expect(run.lines.last == "https://a.example/,")
    }

    @Test("a rule that asks says so in every output")
    func asks() async throws {
        let code = "see https://host.example/ ok"
        let text = try await beeline("resolve", code)
        #expect(text.lines.last == "  asks       its rule requires confirmation")
        let line = try await beeline("resolve", "--format", "line", code)
        #expect(line.output.hasSuffix("  its rule requires confirmation\n"))
        let csv = try await beeline("resolve", "--format", "csv", "--columns", "rule,url,verdict,ask", code)
        #expect(csv.lines.last == "text.link,https://host.example/,ask,true")
        let result = try #require(
            (try await beeline("resolve", "--format", "json", code).objects().first?["results"] as? [[String: Any]])?
                .first)
        let actions = (result["resolution"] as? [String: Any])?["actions"] as? [[String: Any]]
        #expect(actions?.map { $0["ask"] as? Bool } == [nil, true])
        // The verdict is on the link alone.
        #expect((actions?.last?["link"] as? [String: Any])?["verdict"] as? String == "allow")
    }

    @Test("a rule that asks before an action without a link has no verdict")
    func asksWithoutLink() async throws {
        let action = #"{"action":"copy","text":"x","ask":true}"#
        let csv = try await resolve(action, "--format", "csv", "--columns", "verdict,ask")
        #expect(csv.lines.last == "allow,true", "the look-up has a link")
        let text = try await resolve(action)
        #expect(text.lines.suffix(2) == ["  copy       would copy x", "  asks       its rule requires confirmation"])
        let plain = try await beeline("resolve", "--format", "csv", "--columns", "verdict,ask", "9784873119045")
        #expect(plain.lines.last == "allow,")
    }
}
