import Foundation
import TestPrograms
import Testing

@Suite("explain")
struct ExplainTests {
    @Test("each rule that was tried is shown with its conditions and their values; the others are counted")
    func layout() async throws {
        let result = try await beeline("explain", "9791034300013")
        #expect(result.status == 0)
        let resolved = try await beeline("resolve", "9791034300013")
        #expect(result.output.hasPrefix(resolved.output + "\n"))
        let lines = result.lines.dropFirst(resolved.lines.count + 1)
        #expect(
            lines.prefix(4) == [
                "  ✗ book.lookupJapan  Ask what the book of Japan is  (bundled:books)",
                #"      ✗ const.lookups is "on"  "off""#,
                "      · kind is isbn",
                #"      · isbn13 begins with "9784""#,
            ])
        #expect(
            lines.drop { !$0.contains("book.amazon") }.prefix(8) == [
                "  ✗ book.amazon  Open the book on Amazon  (bundled:books)",
                #"      ✓ const.books is "amazon"  "amazon""#,
                #"      ✓ kind is isbn             "isbn""#,
                "      ✗ isbn10 is there          absent",
                "  ✓ book.search  Search for the book on Amazon  (bundled:books): matched",
                #"      ✓ const.books is "amazon"  "amazon""#,
                #"      ✓ kind is isbn             "isbn""#,
                "      → open-url",
            ])
        #expect(lines.last?.hasSuffix(" more rules were not tried") == true)
    }

    @Test("rules of other kinds are counted by file, or listed with --all")
    func countsOrLists() async throws {
        let folder = try TemporaryFolder()
        let rules = try folder.write("a.json", Self.rules)
        let counted = try await beeline("explain", "--no-defaults", "--rules", rules, "hello")
        #expect(counted.lines.contains("  · 2 rules of \(rules) take other kinds: url, geo, isbn"))
        #expect(counted.lines.last == "  · 1 more rule was not tried")
        let listed = try await beeline("explain", "--all", "--no-defaults", "--rules", rules, "hello")
        #expect(listed.lines.contains("  · link  (\(rules)): kind is text; this rule is for url, geo"))
        #expect(listed.lines.last == "  · last  (\(rules)): not tried")
    }

    private static let rules = #"""
        {"version":1,"rules":[
          {"id":"link","when":{"kind":["url","geo"]},"do":[]},
          {"id":"book","when":{"kind":"isbn"},"do":[]},
          {"id":"note","title":"Keep it","continue":true,
           "when":{"any":[{"text":"bye"},{"text":{"matches":"(?P<first>.)(?P<rest>.*)"}},{"text":"hello"}]},
           "do":[{"action":"emit","fields":{"a":"b"}},{"action":"emit","when":{"addOn":{"exists":true}},"fields":{"a":"c"}}]},
          {"id":"all","when":{"scan.source":{"exists":false}},"do":[]},
          {"id":"last","when":{},"do":[]}]}
        """#

    @Test("alternatives, captures, and actions that are left out are shown in their places")
    func showsTrees() async throws {
        let folder = try TemporaryFolder()
        let rules = try folder.write("a.json", Self.rules)
        let result = try await beeline("explain", "--no-defaults", "--rules", rules, "hello")
        let start = try #require(result.lines.firstIndex { $0.contains("note") && $0.contains("continues") })
        #expect(
            result.lines[start...].prefix(12) == [
                "  ✓ note  Keep it  (\(rules)): adds its actions and continues",
                "      ✓ one of these is true",
                #"        ✗ text is "bye"                            "hello""#,
                #"        ✓ text matches "(?P<first>.)(?P<rest>.*)"  "hello""#,
                #"            match.first                            "h""#,
                #"            match.rest                             "ello""#,
                #"        · text is "hello""#,
                "      → emit",
                "      → emit: left out",
                "        ✗ addOn is there  absent",
                "  ✓ all  (\(rules)): matched",
                "      ✓ scan.source is absent  absent",
            ], "\(result.output)")
    }

    @Test("JSON has every rule, on one line for each code")
    func json() async throws {
        let folder = try TemporaryFolder()
        let rules = try folder.write("a.json", Self.rules)
        let result = try await beeline(
            "explain", "--no-defaults", "--rules", rules, "--format", "json", "-", input: "hello\nhttps://a.example/\n")
        let objects = try result.objects()
        #expect(objects.count == 2)
        let results = try #require(objects[0]["results"] as? [[String: Any]])
        let explanation = try #require(results[0]["explanation"] as? [String: Any])
        let entries = try #require(explanation["rules"] as? [[String: Any]])
        #expect(entries.map { $0["rule"] as? String } == ["link", "book", "note", "all", "last"])
        #expect(
            entries.map { $0["state"] as? String } == ["passed-over", "passed-over", "added", "took", "not-asked"])
        #expect(entries[0]["takes"] as? [String] == ["url", "geo"])
        let when = try #require(entries[2]["when"] as? [String: Any])
        let parts = try #require(when["any"] as? [[String: Any]])
        #expect(parts.map { $0["state"] as? String } == ["failed", "held", "not-asked"])
        #expect(parts[1]["found"] as? [String: String] == ["match.first": "h", "match.rest": "ello"])
        #expect(parts[0]["value"] as? String == "hello")
        #expect(parts[2]["value"] == nil)
        let actions = try #require(entries[2]["actions"] as? [[String: Any]])
        #expect(actions.map { $0["state"] as? String } == ["planned", "left-out"])
    }

    @Test("remembered values are shown where rules use them, as text and as JSON")
    func showsMemory() async throws {
        let folder = try TemporaryFolder()
        let rules = try folder.write(
            "a.json",
            #"""
            {"version":1,"rules":[{"id":"a","when":{"seen.count":{">":0}},"do":[]},
              {"id":"b","when":{"any":[{"seen.host.count":0},{"session.mode":"x"},{"kind":"text"}]},"do":[]}]}
            """#)
        let text = try await beeline("explain", "--no-defaults", "--rules", rules, "hello")
        let lines = text.lines.drop { !$0.hasPrefix("  remembered") }
        #expect(
            lines.prefix(6) == [
                "  remembered never seen",
                "             host not remembered: the code does not have it, or it is secret",
                "             session empty",
                "  ✗ a  (\(rules))",
                "      ✗ seen.count > 0  0",
                "  ✓ b  (\(rules)): matched",
            ], "\(text.output)")
        let objects = try await beeline(
            "explain", "--no-defaults", "--rules", rules, "--format", "json", "hello"
        ).objects()
        let results = try #require(objects.first?["results"] as? [[String: Any]])
        let explanation = try #require(results.first?["explanation"] as? [String: Any])
        let remembered = try #require(explanation["remembered"] as? [String: Any])
        #expect(remembered["seen"] as? [String: Int] == ["count": 0, "today": 0])
        #expect(remembered["fields"] as? [String: NSNull] == ["host": NSNull()])
        #expect(remembered["session"] as? [String: String] == [:])
        #expect(try await !beeline("explain", "hello").output.contains("remembered"))
    }

    @Test("a password of a link is hidden before a long value is cut, and so is its beginning")
    func hidesLinkPasswords() async throws {
        let folder = try TemporaryFolder()
        let rules = try folder.write(
            "a.json",
            #"""
            {"version":1,"rules":[{"id":"a","when":{"url":{"prefix":"ftp:"}},"do":[]},
              {"id":"b","when":{"any":[{"url":"{text}"},{"text":{"contains":"none"}}]},"do":[]}]}
            """#)
        let link = "https://anna:" + String(repeating: "hunter2-", count: 12) + "@example.com/"
        let words = ["explain", "--all", "--no-defaults", "--rules", rules, link]
        let result = try await beeline(words)
        #expect(result.output.contains("https://anna:•••@example.com/"))
        #expect(!result.output.contains("hunter2"), "\(result.output)")
        #expect(try await beeline(words + ["--show-secrets"]).output.contains("hunter2"))
    }

    static let codes = ["9784873119045", "hello", "", "https://example.com/", "WIFI:T:WPA;S:Guest;P:open sesame;;"]

    @Test("beside the explanation it is the answer of resolve, with its exit status", arguments: codes)
    func agrees(_ code: String) async throws {
        for options in [[], ["--no-defaults"], ["--source", "till", "--at", "2026-12-24T21:30"]] {
            let resolved = try await beeline(["resolve", "--format", "json"] + options + ["--", code])
            let explained = try await beeline(["explain", "--format", "json"] + options + ["--", code])
            #expect(explained.status == resolved.status)
            var object = try #require(try explained.objects().first)
            var results = try #require(object["results"] as? [[String: Any]])
            #expect(results[0].removeValue(forKey: "explanation") != nil)
            object["results"] = results
            #expect((object as NSDictionary) == (try #require(try resolved.objects().first) as NSDictionary))
        }
    }

    private static let secretRules = #"""
        {"version":1,"rules":[
          {"id":"a","when":{"password":{"contains":"sesame"},"text":{"matches":".*P:(?P<word>[^;]*).*"},"ssid":"x"},"do":[]},
          {"id":"b","when":{"text":{"prefix":"WIFI:T:WPA;S:Guest;P:open sesame"}},
           "do":[{"action":"emit","when":{"password":"open sesame"},"fields":{"word":"{password|}"}}]}]}
        """#

    @Test("a secret of a code is hidden, unless it is requested", arguments: ["text", "json"])
    func withholds(_ format: String) async throws {
        let folder = try TemporaryFolder()
        let rules = try folder.write("a.json", Self.secretRules)
        let words = ["explain", "--all", "--format", format, "--rules", rules, "WIFI:T:WPA;S:Guest;P:open sesame;;"]
        let result = try await beeline(words)
        #expect(result.status == 0)
        #expect(result.output.contains("•••"))
        #expect(result.output.contains("match.word"))
        #expect(!result.output.contains("sesame"), "\(result.output)")
        let shown = try await beeline(words + ["--show-secrets"])
        #expect(shown.output.contains("open sesame"))
        #expect(!shown.output.contains("•••"))
    }

    @Test("long values are truncated, and no value can move the cursor")
    func isSafe() async throws {
        let long = "\u{1B}[2K\n  ✓ forged" + String(repeating: "x", count: 500)
        let result = try await beeline("explain", "--", long)
        #expect(!result.output.dropFirst(1000).contains("\u{1B}"))
        #expect(!result.lines.contains("  ✓ forged"))
        let rules = result.lines.drop { !$0.isEmpty }
        #expect(rules.contains { $0.contains("…\"") })
        #expect(rules.allSatisfy { $0.count < 200 })
    }

    @Test("marks have colours on request")
    func colours() async throws {
        let result = try await beeline("explain", "--color", "always", "9791034300013")
        #expect(result.output.contains("\u{1B}[32m✓\u{1B}[0m"))
        #expect(result.output.contains("\u{1B}[31m✗\u{1B}[0m"))
    }
}
