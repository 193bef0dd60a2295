import TestPrograms
import Testing

@Suite("Output as text")
struct TextOutputTests {
    @Test("labels are aligned, and the link comes last")
    func layout() async throws {
        let result = try await beeline("resolve", "036000291452")
        #expect(
            result.output == """
                036000291452
                  kind       product
                  gtin14     00036000291452
                  gtin13     0036000291452
                  region     US
                  rule       product.ean13  Open the product on Open Food Facts
                  link       allow
                  open-url   would open https://world.openfoodfacts.org/product/0036000291452

                """)
    }

    private static let list = """
        { "version": 1, "rules": [
          { "id": "open", "when": {}, "do": [
            { "action": "emit", "fields": { "first": "yes", "empty": "" } },
            { "action": "notify", "title": "A", "text": "B", "optional": true },
            { "action": "open-url", "url": "https://a.example/x", "ask": true },
            { "action": "emit", "fields": { "welcome": "Anna" } },
            { "action": "record" }] }] }
        """

    @Test("a plan is not printed as if it were done, and several parameters have their names")
    func tellsPlans() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("r.json", Self.list)
        let result = try await beeline("resolve", "--no-defaults", "--rules", file, "x")
        #expect(
            result.output == """
                x
                  kind       text
                  rule       open
                  emit       first=yes
                  notify     would show title=A text=B
                  link       allow
                  open-url   would open https://a.example/x
                  asks       its rule requires confirmation
                  emit       welcome=Anna
                  record     would record

                """)
    }

    @Test("a skipped action shows no values, in text and in JSON")
    func tellsWhatHappened() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("r.json", Self.list)
        let words = ["resolve", "--no-defaults", "--rules", file, "--run", "--deny", "notify", "x"]
        let text = try await beeline(words)
        #expect(text.status == 4)
        #expect(
            text.output == """
                x
                  kind       text
                  rule       open
                  emit       first=yes
                  done
                  notify     title=A text=B
                  refused    the policy denies it: notify
                  link       allow
                  open-url   https://a.example/x
                  refused    it needs confirmation, and there is no terminal to ask on: its rule requires confirmation
                  emit       skipped: an earlier action was refused
                  record     skipped: an earlier action was refused

                """)
        let json = try await beeline(words + ["--format", "json"])
        #expect(json.output.contains(#""first":"yes""#))
        #expect(!json.output.contains("Anna"))
        #expect(json.output.contains(#"{"action":"emit","rule":"open","outcome":{"status":"skipped","#))
    }

    @Test("there is a blank line between the codes of one image, and nowhere else")
    func separatesCodes() async throws {
        let worker = try await FakeWorker.make()
        let image = try worker.image(
            "a", FakeAnswer.image([#"{"symbology":"qr_code","text":"a"}"#, #"{"symbology":"qr_code","text":"b"}"#]))
        let lines = try await worker.beeline("scan", "--no-defaults", image).output.split(
            separator: "\n", omittingEmptySubsequences: false
        ).dropLast()
        #expect(lines.map { $0.isEmpty } == [false, false, false, false, true, false, false, false])
    }

    static let hostile = [
        "\u{1B}[31mred\u{1B}[0m", "bell\u{7}", "back\u{8}\u{8}", "\u{9B}31m", "up\u{1B}[A\u{1B}[2K", "re\rturn",
        "\u{202E}evil", "\u{2066}isolate\u{2069}", "zero\u{200B}width", "\u{2028}line", "\u{85}next", "del\u{7F}",
        "\u{E0041}tag", "\u{FEFF}mark", "https://example.com/\u{202E}gpj.exe", "line\n  rule       forged",
    ]

    @Test("the text of a code cannot move the cursor, forge a line or turn the text", arguments: hostile)
    func isSafe(_ text: String) async throws {
        let escaped = text.unicodeScalars.map { "\\u{\(String($0.value, radix: 16))}" }.joined()
        let program = "import json,sys; print(json.dumps({'text': sys.argv[1], 'symbology': 'qr_code'}))"
        let object = try await run("python3", ["-c", program, text])
        for run in ["resolve - --run", "resolve -"] {
            let words = run.split(separator: " ").map(String.init) + ["--input", "json"]
            let result = try await beeline(words, input: object.bytes)
            let controls = result.output.unicodeScalars.filter { scalar in
                scalar != "\n"
                    && [.control, .format, .lineSeparator, .paragraphSeparator].contains(
                        scalar.properties.generalCategory)
            }
            #expect(controls.isEmpty, "\(escaped)")
            #expect(!result.lines.contains("  rule       forged"))
        }
    }

    @Test("the name of a file is made safe too")
    func fileName() async throws {
        let result = try await beeline("scan", "no\u{1B}[31m\nsuch.jpg")
        #expect(result.output == "no\\u{1B}[31m\\nsuch.jpg\n  error      no such file\n")
    }

    @Test("letters of every script and emoji are left as they are", arguments: ["日本語", "ÄÖÜ", "👩‍👩‍👧", "می‌خواهم", "❤️"])
    func keepsLetters(_ text: String) async throws {
        #expect(try await beeline("resolve", text).lines.first == text)
    }

    @Test("there is colour on request, and only then")
    func colour() async throws {
        let escape = "\u{1B}["
        #expect(try await beeline("resolve", "9784873119045", "--color", "always").output.contains(escape))
        for words in [[], ["--color", "auto"], ["--color", "never"]] {
            #expect(try await !beeline(["resolve", "9784873119045"] + words).output.contains(escape))
        }
        for format in ["json", "csv"] {
            let result = try await beeline("resolve", "1", "--color", "always", "--format", format)
            #expect(!result.output.contains(escape))
        }
        let plain = try await beeline("rules", "check", "Examples/Rules/mistakes.json")
        #expect(!plain.output.contains(escape))
        let painted = try await beeline("rules", "check", "--color", "always", "Examples/Rules/mistakes.json")
        #expect(painted.output.contains(escape))
    }

    struct Terminal: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let environment: [String: String]
        let hasColour: Bool
    }

    static let terminals = [
        Terminal(testDescription: "a terminal", environment: ["TERM": "xterm"], hasColour: true),
        Terminal(testDescription: "NO_COLOR", environment: ["TERM": "xterm", "NO_COLOR": "1"], hasColour: false),
        Terminal(testDescription: "empty NO_COLOR", environment: ["TERM": "xterm", "NO_COLOR": ""], hasColour: true),
        Terminal(testDescription: "a dumb terminal", environment: ["TERM": "dumb"], hasColour: false),
    ]

    @Test("on a terminal NO_COLOR and TERM decide", arguments: terminals)
    func terminal(_ terminal: Terminal) async throws {
        // Python's pty module gives the program a terminal.
        let result = try await run(
            "python3",
            ["-c", "import pty,sys; pty.spawn(sys.argv[1:])", Project.program("beeline"), "resolve", "9784873119045"],
            environment: terminal.environment.merging(["HOME": "/nonexistent"]) { $1 })
        #expect(result.output.contains("open-url"))
        #expect(result.output.contains("\u{1B}[") == terminal.hasColour)
    }
}
