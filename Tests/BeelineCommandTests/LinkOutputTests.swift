import Foundation
import TestPrograms
import Testing

@Suite("What answers say of links")
struct LinkOutputTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let url: String
        let verdict: String
        var reasons: [String] = []
        var testDescription: String { url }
    }

    static let cases = [
        Case(url: "https://example.com/", verdict: "allow"),
        Case(url: "http://example.com/", verdict: "allow", reasons: ["not-encrypted"]),
        Case(url: "https://bit.ly/a", verdict: "ask", reasons: ["shortener"]),
        Case(url: "https://amaz0n.com/", verdict: "deny", reasons: ["look-alike"]),
        Case(url: "https://a@example.com:81/", verdict: "deny", reasons: ["user-info", "unusual-port"]),
    ]

    private func link(_ object: [String: Any]?) throws -> (verdict: String, reasons: [String]) {
        let link = try #require(object?["link"] as? [String: Any])
        return (try #require(link["verdict"] as? String), try #require(link["reasons"] as? [String]))
    }

    @Test("in JSON, of the code itself and of each action", arguments: cases)
    func judgesInJSON(_ example: Case) async throws {
        let output = try await beeline("resolve", "--format", "json", example.url).objects()
        let result = try #require((output.first?["results"] as? [[String: Any]])?.first)
        let actions = (result["resolution"] as? [String: Any])?["actions"] as? [[String: Any]]
        for object in [result, actions?.first] {
            let (verdict, reasons) = try link(object)
            #expect(verdict == example.verdict)
            #expect(reasons == example.reasons)
        }
    }

    @Test("also where no rule matches", arguments: cases)
    func judgesWithoutRules(_ example: Case) async throws {
        // Without the bundled rules no host is trusted.
        guard !example.reasons.contains("look-alike") else { return }
        let object = try await beeline("resolve", "--no-defaults", "--format", "json", example.url).objects().first
        let (verdict, reasons) = try link((object?["results"] as? [[String: Any]])?.first)
        #expect(verdict == example.verdict)
        #expect(reasons == example.reasons)
        let text = try await beeline("resolve", "--no-defaults", example.url)
        #expect(text.lines.count { $0.hasPrefix("  danger ") || $0.hasPrefix("  caution ") } == reasons.count)
    }

    @Test("in text, denied and doubtful links have different words")
    func judgesInText() async throws {
        let lines = try await beeline("resolve", "http://a@example.com:81/").lines
        #expect(
            Array(lines.suffix(5)) == [
                "  link       deny",
                "  caution    not encrypted (http)",
                "  danger     a user name before the host makes it look like another host",
                "  caution    an unusual port: 81",
                "  open-url   would not open http://a@example.com:81/",
            ])
    }

    @Test("in text the verdict is always shown, once for a link that is opened", arguments: cases)
    func showsVerdict(_ example: Case) async throws {
        let lines = try await beeline("resolve", example.url).lines
        #expect(lines.filter { $0.hasPrefix("  link ") } == ["  link       \(example.verdict)"])
        let alone = try await beeline("resolve", "--no-defaults", example.url).lines
        #expect(alone.count { $0.hasPrefix("  link ") } == 1)
    }

    @Test("a link is judged as it is, though the secret of another code is hidden in it", arguments: ["text", "json"])
    func judgesMasked(_ format: String) async throws {
        let output = try await beeline(
            "resolve", "--run", "--format", format, "WIFI:T:WPA;S:Guest;P:wintergarden;;",
            "https://www.wintergarden.com/menu")
        #expect(output.output.contains("https://www.•••.com/menu"))
        if format == "text" {
            #expect(output.lines.filter { $0.hasPrefix("  link ") } == ["  link       allow"])
        } else {
            let result = try #require((output.objects().last?["results"] as? [[String: Any]])?.first)
            let actions = (result["resolution"] as? [String: Any])?["actions"] as? [[String: Any]]
            for object in [result, actions?.first] { #expect(try link(object).verdict == "allow") }
        }
    }

    @Test(
        "of links that stand in a text, as of links alone",
        arguments: cases.map { Case(url: "Look: \($0.url) now", verdict: $0.verdict, reasons: $0.reasons) })
    func judgesInTexts(_ example: Case) async throws {
        let output = try await beeline("resolve", "--format", "json", example.url).objects()
        let result = try #require((output.first?["results"] as? [[String: Any]])?.first)
        let content = result["content"] as? [String: Any]
        #expect(content?["kind"] as? String == "text")
        #expect(example.url == "Look: \(content?["link"] as? String ?? "") now")
        let actions = (result["resolution"] as? [String: Any])?["actions"] as? [[String: Any]]
        for object in [result, actions?.last] {
            let (verdict, reasons) = try link(object)
            #expect(verdict == example.verdict)
            #expect(reasons == example.reasons)
        }
        // It is a link among words, which a user might not have seen.
        let run = try await beeline("resolve", "--run", "--allow", "open-url", example.url)
        #expect(run.status == 4 && run.output.contains("  refused  "))
    }

    @Test("text hides the password of a link, unless --secrets shows it")
    func hidesPasswords() async throws {
        let url = "https://user:S3cret!@host.example/a?b=c:d@e"
        let text = try await beeline("resolve", url)
        #expect(!text.output.contains("S3cret"))
        #expect(text.lines.first == "https://user:•••@host.example/a?b=c:d@e")
        #expect(text.lines.last == "  open-url   would not open https://user:•••@host.example/a?b=c:d@e")
        #expect(try await beeline("explain", url).output.contains("S3cret") == false)
        #expect(try await beeline("resolve", "--show-secrets", url).output.contains("S3cret"))
        #expect(try await beeline("resolve", "https://example.com/a:b@c").lines.first == "https://example.com/a:b@c")
    }
}
