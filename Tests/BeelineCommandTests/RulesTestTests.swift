import Foundation
import TestPrograms
import Testing

@Suite("rules test")
struct RulesTestTests {
    /// A file whose one test passes when books are taken by `id`.
    private static func file(expecting id: String = "book", note: String = "") -> String {
        """
        { "version": 1, "note": "\(note)",
          "rules": [{ "id": "book", "when": { "kind": "isbn" }, "do": [] },
                    { "id": "link", "when": { "kind": "url" }, "do": [] }],
          "tests": [{ "title": "a book", "scan": { "text": "9784873119045" }, "expect": { "rule": "\(id)" } }] }
        """
    }

    @Test("each file has its line, and the last one counts them all")
    func passes() async throws {
        let folder = try TemporaryFolder()
        let one = try folder.write("one.json", Self.file())
        let none = try folder.write("none.json", #"{ "version": 1 }"#)
        let result = try await beeline("rules", "test", one, none)
        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
        #expect(result.lines == ["\(one): 1 test passed", "\(none): no tests", "1 test passed"])
    }

    @Test("a failed test has its place, the expected and the actual result, and why")
    func fails() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("f.json", Self.file(expecting: "link"))
        let result = try await beeline("rules", "test", path)
        #expect(result.status == 1)
        #expect(
            result.lines == [
                "\(path):4:13: failed: a book", "  rule", #"    expected  "link""#, #"    came      "book""#,
                #"    why       'link' requires that kind is url, but kind is "isbn""#,
                "\(path): 1 of 1 test failed", "1 of 1 test failed",
            ])
        let painted = try await beeline("rules", "test", "--color", "always", path)
        #expect(painted.output.contains("\u{1B}[31mfailed\u{1B}[0m"))
        #expect(
            painted.output.replacing(try Regex("\u{1B}\\[[0-9;]*m"), with: "") == result.output)
    }

    @Test("a file with errors in its rules or tests is not tested; the other files are")
    func mistakes() async throws {
        let folder = try TemporaryFolder()
        let good = try folder.write("good.json", Self.file())
        let rules = try folder.write("rules.json", Self.file().replacing("isbn", with: "isbm"))
        let tests = try folder.write("tests.json", Self.file(expecting: "bok"))
        let result = try await beeline("rules", "test", rules, tests, good)
        #expect(result.status == 1)
        #expect(result.output.contains("\(rules):2:47: error: there is no kind 'isbm' (did you mean 'isbn'?)"))
        #expect(
            result.output.contains(
                "\(tests):4:91: error: neither this file nor the files that it includes have a rule 'bok'"))
        #expect(
            result.lines.suffix(2) == ["\(good): 1 test passed", "1 test passed, 2 files could not be tested"])
        // Errors of tests are errors for 'rules check' too.
        let check = try await beeline("rules", "check", "--no-defaults", tests)
        #expect(check.status == 1)
        #expect(
            check.output.contains(
                "\(tests):4:91: error: neither this file nor the files that it includes have a rule 'bok'"))
        #expect(check.lines.last == "2 rules in 1 file: 1 error, 0 warnings")
    }

    @Test("rules check says when the tests of a file cannot be run because it needs another one")
    func needsOther() async throws {
        let folder = try TemporaryFolder()
        let shop = try folder.write(
            "shop.json", #"{ "version": 1, "constants": { "shop": "a.example" }, "rules": [] }"#)
        let rules = #"""
            "rules": [{ "id": "a", "when": {}, "do": [{ "action": "open-url", "url": "https://{const.shop}/" }] }]
            """#
        let bare = try folder.write("bare.json", "{ \"version\": 1, \(rules) }")
        #expect(try await beeline("rules", "check", "--no-defaults", shop, bare).status == 0)
        let tested = try folder.write(
            "tested.json",
            "{ \"version\": 1, \(rules), \"tests\": [{ \"scan\": { \"text\": \"a\" }, \"expect\": { \"rule\": \"a\" } }] }"
        )
        let result = try await beeline("rules", "check", "--no-defaults", shop, tested)
        #expect(result.status == 1)
        #expect(
            result.output.contains(
                "the tests of a file use only this file and what it includes: no rule file has a constant"))
    }

    @Test("a file that cannot be read is named, and the others are tested")
    func unreadable() async throws {
        let folder = try TemporaryFolder()
        let good = try folder.write("good.json", Self.file())
        let result = try await beeline("rules", "test", "no.json", good)
        #expect(result.status == 3)
        #expect(
            result.lines == [
                "beeline: no.json: no such file", "\(good): 1 test passed",
                "1 test passed, 1 file could not be tested",
            ])
    }

    @Test("JSON has a line for each test and each error")
    func json() async throws {
        let folder = try TemporaryFolder()
        let good = try folder.write("good.json", Self.file())
        let bad = try folder.write("bad.json", Self.file(expecting: "link"))
        let wrong = try folder.write("wrong.json", Self.file(expecting: "lnk"))
        let result = try await beeline("rules", "test", "--format", "json", good, bad, wrong, "no.json")
        #expect(result.status == 3)
        let objects = try result.objects()
        try #require(objects.count == 4)
        func object(_ file: String) throws -> [String: Any] {
            try #require(objects.first { $0["file"] as? String == file })
        }
        let passed = try object(good)
        #expect(passed["passed"] as? Bool == true)
        #expect(passed["test"] as? String == "a book")
        #expect(passed["line"] as? Int == 4)
        let failed = try object(bad)
        #expect(failed["passed"] as? Bool == false)
        let difference = try #require((failed["differences"] as? [[String: Any]])?.first)
        #expect(difference["subject"] as? String == "rule")
        #expect(difference["expected"] as? String == "link")
        #expect(difference["came"] as? String == "book")
        #expect((try object(wrong)["error"] as? [String: Any])?["code"] as? String == "mistake")
        #expect((try object("no.json")["error"] as? [String: Any])?["code"] as? String == "cannot-open")
    }

    @Test("without a file, those of the configuration folder are tested, and the bundled ones")
    func configuration() async throws {
        let folder = try TemporaryFolder()
        let mine = try folder.write("beeline/rules/mine.json", Self.file())
        let result = try await beeline(["rules", "test"], environment: ["XDG_CONFIG_HOME": folder.path])
        #expect(result.status == 0)
        #expect(result.lines.first == "\(mine): 1 test passed")
        #expect(result.output.contains("\nbundled:books: "))
        #expect(try await beeline("rules", "test").status == 0)
    }

    @Test("neither --set nor the environment nor catalogues change the results")
    func seesNothingElse() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            "f.json",
            #"""
            { "version": 1, "constants": { "shop": "a.example" },
              "rules": [{ "id": "a", "when": {}, "do": [{ "action": "open-url", "url": "https://{const.shop}/" }] }],
              "tests": [{ "scan": { "text": "x" }, "expect": { "do": [{ "url": "https://a.example/" }] } }] }
            """#)
        let result = try await beeline(["rules", "test", path], environment: ["BEELINE_SET_SHOP": "b.example"])
        #expect(result.status == 0)
        #expect(try await beeline("rules", "test", "--set", "shop=b.example", path).status == 2)
    }

    @Test("--watch tests again when the file changes, or one that it includes, even one that was missing")
    func watches() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "f.json",
            """
            { "version": 1, "rules": [{ "include": "book.json" }],
              "tests": [{ "scan": { "text": "9784873119045" }, "expect": { "rule": "book" } }] }
            """)
        let script = #"""
            beeline rules test --watch f.json > out 2>&1 & watcher=$!
            await() { until [ "$(grep -c "$1" out)" -ge "$2" ]; do sleep 0.1; done; }
            book() { echo '{ "version": 1, "rules": [{ "id": "book", "when": { "kind": "'$1'" }, "do": [] }] }' > book.json; }
            await '^1 file could not be tested' 1
            book isbn; await '^1 test passed' 1
            book issn; await '^1 of 1 test failed' 1
            book isbn; await '^1 test passed' 2
            echo >> f.json; await '^1 test passed' 3
            kill -INT $watcher
            wait $watcher; echo "status $?"
            """#
        let result = try await bash(script, folder: folder.path)
        #expect(result.output == "status 0\n", "\(result.errors)")
        let out = try String(contentsOfFile: folder.path("out"), encoding: .utf8)
        #expect(out.hasPrefix("error") == false)
        #expect(out.contains("no such file"))
    }
}
