import CBeeline
import Foundation
import TestPrograms
import Testing

@Suite("The C interface")
struct CInterfaceTests {
    /// The value after the input; each function has its own form.
    private static func results(_ line: String) -> Substring? {
        line.range(of: #","results":"#).map { line[$0.lowerBound...] }
    }

    @Test("10,000 codes are answered as the command answers them")
    func answersAreThoseOfTheCommand() async throws {
        let made = try await run(
            "python3", [Project.file("Benchmarks/workload.py"), "--format", "json", "10000"])
        let command = try await beeline(["resolve", "-", "--input", "json", "--format", "json"], input: made.bytes)
        try #require(made.lines.count == 10_000 && command.lines.count == 10_000)
        let engine = try CEngine()
        for (line, expected) in zip(made.lines, command.lines) {
            let code = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
            let text = try #require(code["text"])
            let answer = try #require(engine.answer(text, code["symbology"]))
            let results = try #require(Self.results(expected))
            #expect(Self.results(answer) == results, "\(line)")
        }
    }

    /// Codes as they may be typed, also such as are not text.
    static let typed: [[UInt8]] = [
        Array("9784873119045".utf8), Array("https://example.com/a?b=c".utf8), Array("hello \u{1B}[31m".utf8),
        Array("WIFI:T:WPA;S:Guests;P:correct horse;;".utf8), Array("日本語".utf8), [0x93, 0xFA, 0x96, 0x7B],
        [0xFF, 0x00, 0xFE, 0x80], Array("otpauth://totp/a?secret=JBSWY3DPEHPK3PXP".utf8),
    ]

    @Test("of a code without a symbology the whole line is that of the command", arguments: typed)
    func linesAreThoseOfTheCommand(_ code: [UInt8]) async throws {
        let command = try await beeline(["resolve", "-", "--format", "json"], input: code)
        #expect(try CEngine().answer(code) == command.lines.first)
        let open = try await beeline(["resolve", "-", "--format", "json", "--show-secrets"], input: code)
        #expect(try CEngine(options: BEELINE_SHOW_SECRETS).answer(code) == open.lines.first)
    }

    struct Scanned: Sendable, CustomTestStringConvertible {
        let text: String
        var symbology: String?
        var aim: String?
        var addOn: String?

        var testDescription: String { "\(text) \(symbology ?? "") \(aim ?? "") \(addOn ?? "")" }

        /// As the command takes it.
        var object: [String: String] {
            ["text": text, "symbology": symbology, "aim": aim, "addOn": addOn].compactMapValues(\.self)
        }
    }

    static let scanned = [
        Scanned(text: "9780306406157", symbology: "EAN-13", addOn: "52495"),
        Scanned(text: "0109521234543213", aim: "]C1"), Scanned(text: "0109521234543213", symbology: "]d2"),
        Scanned(text: "0109521234543213", symbology: "GS1 DataMatrix"),
        Scanned(text: "4006381333931", symbology: "no such symbology"),
        Scanned(text: "9780306406157", aim: "E0"), Scanned(text: "9780306406157", aim: "]E0]E0"),
        Scanned(text: "9780306406157", addOn: "5249"), Scanned(text: "", symbology: "qr_code"),
    ]

    @Test("symbology, AIM identifier and add-on have the effect that they have in JSON", arguments: scanned)
    func namesAreThoseOfTheCommand(_ code: Scanned) async throws {
        let input = try JSONSerialization.data(withJSONObject: code.object)
        let command = try await beeline(["resolve", "-", "--input", "json", "--format", "json"], input: Array(input))
        let answer = try #require(try CEngine().answer(code.text, code.symbology, aim: code.aim, addOn: code.addOn))
        let line = try #require(command.lines.first)
        if let expected = Self.results(line) {
            #expect(Self.results(answer) == expected)
        } else {
            let error = try #require(line.range(of: #","error":"#))
            #expect(answer.hasSuffix(line[error.lowerBound...]), "\(answer)")
        }
        #expect(try JSONSerialization.jsonObject(with: Data(answer.utf8)) is [String: Any])
    }

    @Test("rules of files are tried first, and alone on request")
    func rulesAreThoseOfTheFiles() throws {
        let shop = Project.file("Examples/Rules/shop.json")
        #expect(try CEngine().answer("9784873119045", "ean_13")?.contains(#""rule":"book.amazon""#) == true)
        let mine = try #require(try CEngine([shop]).answer("9784873119045", "ean_13"))
        let alone = try #require(
            try CEngine([shop], options: BEELINE_NO_BUNDLED_RULES).answer("https://example.com/", "qr_code"))
        #expect(!mine.contains(#""rule":"book.amazon""#))
        #expect(alone.contains(#""rule":null"#), "\(alone)")
    }

    @Test("an error in rules is reported with file, line and column")
    func mistakesHavePlaces() async throws {
        let path = Project.file("Examples/Rules/mistakes.json")
        let refusal = #expect(throws: CEngine.Refusal.self) {
            try CEngine([path], options: BEELINE_NO_BUNDLED_RULES)
        }
        let text = try #require(refusal?.text)
        #expect(text.contains(/mistakes\.json:\d+:\d+: error:/), "\(text)")
        let command = try await beeline(["resolve", "--no-defaults", "--rules", path, "a"])
        #expect(command.status == 2 && command.errors.hasPrefix(text), "\(command.errors)")
        let missing = #expect(throws: CEngine.Refusal.self) { try CEngine(["/nonexistent/rules.json"]) }
        #expect(missing?.text.contains("/nonexistent/rules.json") == true)
    }

    @Test("misuse is answered, and never a crash")
    func misuseIsAnswered() throws {
        var error: UnsafeMutablePointer<CChar>?
        func refusal() -> String {
            defer { beeline_free_text(error) }
            return error.map { String(cString: $0) } ?? ""
        }
        #expect(beeline_new(nil, 1, 0, &error) == nil)
        #expect(refusal().contains("files is NULL"))
        #expect(beeline_new([nil], 1, 0, &error) == nil)
        #expect(refusal().contains("files[0] is NULL"))
        #expect(beeline_new(nil, .max, 0, &error) == nil)
        #expect(refusal().contains("count"))
        #expect(beeline_new(nil, -1, 0, &error) == nil)
        #expect(refusal().contains("count"))
        #expect(beeline_new(nil, 0, 1 << 31, &error) == nil)
        #expect(refusal().contains("options"))
        #expect(beeline_new(nil, 1, 0, nil) == nil)
        #expect(beeline_resolve(nil, "a", 1, nil, nil, nil) == nil)
        #expect(beeline_watch(nil, nil, nil) == false)
        #expect(beeline_set_charset(nil, "GBK") == false)
        beeline_free(nil)
        beeline_free_text(nil)

        let engine = try #require(beeline_new(nil, 0, 0, nil))
        #expect(beeline_resolve(engine, nil, 1, nil, nil, nil) == nil)
        let empty = try #require(beeline_resolve(engine, nil, 0, nil, nil, nil))
        #expect(String(cString: empty).hasPrefix(#"{"version":1,"input":"","results":["#))
        beeline_free_text(empty)
        beeline_free(engine)
    }

    @Test("codes that are not UTF-8 are in the character set that the caller names")
    func takesCharset() throws {
        let engine = try #require(beeline_new(nil, 0, 0, nil))
        defer { beeline_free(engine) }
        func answer() throws -> String {
            let text = try #require(beeline_resolve(engine, [0xB2, 0xE2] as [UInt8], 2, nil, nil, nil))
            defer { beeline_free_text(text) }
            return String(cString: text)
        }
        #expect(try !answer().contains("测"))
        #expect(beeline_set_charset(engine, "cp1") == false)
        #expect(beeline_set_charset(engine, "gbk") == true)
        #expect(try answer().contains("测"))
        #expect(beeline_set_charset(engine, nil) == true)
        #expect(try !answer().contains("测"))
    }

    @Test(
        "a code that is too long is an error, as for the command",
        arguments: [(8 << 10 + 1, "code-too-long"), (1 << 20 + 1, "line-too-long")])
    func longCodesAreErrors(_ length: Int, _ error: String) async throws {
        let code = [UInt8](repeating: UInt8(ascii: "a"), count: length)
        let command = try await beeline(["resolve", "-", "--format", "json"], input: code)
        let answer = try CEngine().answer(code)
        #expect(answer == command.lines.first)
        #expect(answer?.contains(error) == true)
    }

    @Test("the version in the header is that of the command")
    func versionIsThatOfTheCommand() async throws {
        let line = try await beeline(["--version"]).lines.first ?? ""
        #expect(line.split(separator: " ").dropFirst().first.map(String.init) == BEELINE_VERSION)
    }
}
