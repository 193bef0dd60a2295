import TestPrograms
import Testing

@Suite("One line for each code, and the summary")
struct LineOutputTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let words: [String]
        let lines: [String]
        var testDescription: String { words.joined(separator: " ") }

        init(_ words: String..., prints lines: String...) { (self.words, self.lines) = (words, lines) }
    }

    static let cases = [
        Case("resolve", "9784873119045", prints: "OK  book.amazon  9784873119045  Open the book on Amazon"),
        Case("resolve", "hello", prints: "SHOWN  hello"),
        Case("resolve", "--no-defaults", "hello", prints: "NONE  hello"),
        Case("resolve", "9784873119046", prints: "NONE  9784873119046"),
        Case(
            "resolve", "https://bit.ly/x",
            prints: "OK  link.open  https://bit.ly/x  Open the link  the link is doubtful and needs confirmation"),
        Case(
            "resolve", "https://amaz0n.com/",
            prints: "DENIED  link.open  https://amaz0n.com/  the link is dangerous and will not be opened"),
        Case(
            "resolve", "WIFI:T:WPA;S:Guests;P:sesame;;",
            prints: "OK  wifi.show  WIFI:T:WPA;S:Guests;P:•••;;  ssid=Guests security=WPA hidden=false"),
        Case(
            "resolve", "--run", "--deny", "open-url", "9784873119045",
            prints: "FAILED  book.amazon  9784873119045  open-url refused: the policy denies it: open-url"),
        Case(
            "resolve", "--input", "json", "nonsense",
            prints: "ERROR  not JSON: invalid token near 'nonsense' (column 1)  nonsense"
        ),
        Case("scan", "missing.jpg", prints: "ERROR  no such file  missing.jpg"),
        Case(
            "scan", "Examples/cd.jpg",
            prints: "OK  product.ean13  036000291452  Open the product on Open Food Facts"),
    ]

    @Test("one word states the outcome of the code", arguments: cases)
    func says(_ case: Case) async throws {
        let result = try await beeline(`case`.words + ["--format", "line"])
        #expect(result.lines == `case`.lines)
    }

    @Test("output is one line for any content of a code", arguments: TextOutputTests.hostile)
    func isOneLine(_ text: String) async throws {
        let program = "import json,sys; print(json.dumps({'text': sys.argv[1], 'symbology': 'qr_code'}))"
        let object = try await run("python3", ["-c", program, text])
        let words = ["resolve", "-", "--input", "json", "--format", "line"]
        let result = try await beeline(words, input: object.bytes)
        #expect(result.lines.count == 1)
        #expect(result.output.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    }

    @Test("live prints the same lines")
    func live() async throws {
        let result = try await beeline("live", "-", "--format", "line", input: "9784873119045\nhello\n")
        #expect(result.lines == ["OK  book.amazon  9784873119045  Open the book on Amazon", "SHOWN  hello"])
    }

    struct Batch: Sendable, CustomTestStringConvertible {
        let line: String
        let summary: String
        var testDescription: String { line }
    }

    static let batches = [
        Batch(
            line: "printf '9784873119045\\nhello\\n1\\n' | beeline resolve - --summary",
            summary: "3 codes: 1 with a rule, 2 shown; "),
        Batch(
            line: "printf '{}\\n{\"text\":\"a\"}\\n' | beeline resolve - --input json --format json --summary",
            summary: "2 codes: 1 shown, 1 unreadable; "),
        Batch(
            line: "beeline scan Examples/cd.jpg missing.jpg --format csv --summary",
            summary: "2 images: 1 code, 1 with a rule, 1 unreadable; "),
        Batch(line: "beeline resolve - --summary < /dev/null", summary: "0 codes\n"),
        Batch(
            line: "beeline resolve --summary --run --deny open-url 9784873119045",
            summary: "1 code: 1 with a rule, 1 not done; "),
        Batch(
            line: "printf '1\\n2\\n' | beeline live - --summary --format code",
            summary: "2 codes: 2 shown; "),
    ]

    @Test("--summary prints totals at the end of a batch", arguments: batches)
    func summarizes(_ batch: Batch) async throws {
        let result = try await bash(batch.line)
        #expect(result.errors.hasPrefix("beeline: \(batch.summary)"), "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(!result.output.contains("beeline: "))
    }

    @Test("without --summary there is no summary if standard error is not a terminal")
    func isQuiet() async throws {
        #expect(try await beeline("resolve", "1", "2").errors.isEmpty)
    }

    @Test("a terminal sees it, for more than one code", arguments: [(["1"], false), (["1", "2"], true)])
    func terminal(_ codes: [String], _ isShown: Bool) async throws {
        let result = try await run(
            "python3",
            ["-c", "import pty,sys; pty.spawn(sys.argv[1:])", Project.program("beeline"), "resolve", "--no-defaults"]
                + codes, environment: ["HOME": "/nonexistent", "TERM": "dumb"])
        #expect(result.output.contains("beeline: 2 codes: 2 without a rule; ") == isShown, "\(result.output)")
    }
}
