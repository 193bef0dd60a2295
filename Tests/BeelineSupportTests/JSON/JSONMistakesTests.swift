import BeelineSupport
import Testing

@Suite("Remedies for texts that are not JSON")
struct JSONMistakesTests {
    static let cases: [(text: String, remedy: String?)] = [
        (#"{"a":[1,]}"#, "remove the comma before it"), (#"{"a":1,}"#, "remove the comma before it"),
        (#"{"a":[1,,2]}"#, "remove one of the commas"), (#"{"a":,}"#, "a value is missing before it"),
        (#"{"a":}"#, "a value is missing before it"), (#"{"a"}"#, "a value is missing before it"),
        (#"{version: 1}"#, "put names in double quotes"), (#"{"a":1, b: 2}"#, "put names in double quotes"),
        ("version: 1\n", "the file is JSON, not YAML"), ("---\nversion: 1\n", "the file is JSON, not YAML"),
        ("<rules/>", "the file is JSON, not XML or HTML"),
        ("// rules\n{}", "JSON has no comments"), ("{ // a\n}", "JSON has no comments"),
        ("{\"a\": 1 # b\n}", "JSON has no comments"), (#"{"a": /* b */ 1}"#, "JSON has no comments"),
        (#"{"a": 05}"#, "a number has no zero in front"), (#"{"a": -05}"#, "a number has no zero in front"),
        (#"{"a": 9,99}"#, "write a decimal point"), (#"{"a": .5}"#, "write a zero before the decimal point"),
        (#"{"a": +5}"#, "a number has no + in front"), (#"{"a": 5.}"#, "write digits on both sides"),
        (#"{"a": 0x1F}"#, "write a number in digits"),
        (#"{"a": True}"#, "write true, false and null in lower case"), (#"{"a": yes}"#, "write true or false"),
        (#"{"a": None}"#, "write null"), (#"{"a": text}"#, "put texts in double quotes"),
        (#"{'a': 1}"#, "put texts in plain double quotes"), (#"{"a": 'b'}"#, "put texts in plain double quotes"),
        (#"{"a": “b”}"#, "put texts in plain double quotes"),
        (#"{"a" 1}"#, "put a colon after the name"), (#"{"a" "b"}"#, "put a colon after the name"),
        (#"{"a" = 1}"#, "write a colon"), (#"{"a": 1; "b": 2}"#, "write a comma"),
        (#"{"a": 1 "b": 2}"#, "a comma may be missing before it"), (#"[{} {}]"#, "a comma may be missing before it"),
        (#"["a": 1]"#, "a list has no names"), (#"{"a": 1}}"#, "there is one bracket too many"),
        (#"{"a": 1}{"a": 1}"#, "a file has one object"),
        ("{\n \"a\": [\n  1", "the '[' of line 2, column 7 is never closed: write ']'"),
        ("{\n \"a\": [1]", "the '{' of line 1, column 1 is never closed: write '}'"),
        ("{\n \"a\": [1}", "the '[' of line 2, column 7 is never closed: write ']'"),
        ("[\n {\"a\": 1]", "the '{' of line 2, column 2 is never closed: write '}'"),
        ("{\"a\": \"b", "the quote that begins this text is never closed"),
        ("{\"a\": \"b\n\"}", "a text ends with a quote on its line"), (#"{"a": "\d"}"#, #"a backslash is written \\"#),
        ("{\"a\": \"b\tc\"}", #"write \t for a tab"#),
    ]

    @Test("is what to write instead", arguments: cases)
    func remedies(_ text: String, _ remedy: String?) throws {
        let bytes = Array(text.utf8)
        let error = try #require(throws: JSONError.self) { try JSONValue(parsing: bytes) }
        let found = JSONMistakes.remedy(for: error, in: bytes)
        #expect(found?.contains(remedy ?? "") == (remedy != nil), "\(error): \(found ?? "nothing")")
    }

    @Test("is found wherever a text breaks off, and cites nothing of it")
    func survivesTornTexts() {
        let text = #"{"secret":[1,{"secret":"secret"},null,true,-1.5e3],"other":{"a":[[],{}]}}"#
        for end in text.indices {
            for tail in ["", "}", "]", ",", ":", "secret", "\"", "/", "0"] {
                let bytes = Array((text[..<end] + tail).utf8)
                do {
                    _ = try JSONValue(parsing: bytes)
                } catch {
                    #expect(JSONMistakes.remedy(for: error, in: bytes)?.contains("secret") != true)
                }
            }
        }
    }
}

@Suite("Durations as people write them")
struct WrittenDurationTests {
    static let cases: [(text: String, seconds: Double?)] = [
        ("90 s", 90), ("90s", 90), ("1.5s", 1.5), ("30 min", 1_800), ("30min", 1_800), ("15m", 900), ("8 h", 28_800),
        ("8h", 28_800), ("1.5 h", 5_400), ("2 days", 172_800), ("1 day", 86_400), ("2d", 172_800), ("1 week", 604_800),
        ("1h 30min", 5_400), ("1h30m", 5_400), ("2 Hours", 7_200), (" 5 s ", 5), ("10000 d", 864_000_000),
        ("", nil), ("5", nil), ("0 s", nil), ("-5 s", nil), ("+5 s", nil), ("5 months", nil), ("s", nil),
        ("5 s s", nil),
        (".5 s", nil), ("5. s", nil), ("1.2.3 s", nil), ("1e3 s", nil), ("٥ s", nil), ("10001 d", nil), ("nan s", nil),
        ("99999999999999999999999999999999999 d", nil), ("today", nil), ("5 s 3", nil),
    ]

    @Test("have a unit", arguments: cases)
    func reads(_ text: String, _ seconds: Double?) {
        #expect(Duration(written: text) == seconds.map { .seconds($0) })
    }

    @Test("may be bare seconds where that is allowed")
    func readsBareSeconds() {
        #expect(Duration(written: "90", bareSeconds: true) == .seconds(90))
        #expect(Duration(written: "1.5", bareSeconds: true) == .seconds(1.5))
        #expect(Duration(written: "1h 30", bareSeconds: true) == nil)
        #expect(Duration(written: "0", bareSeconds: true) == nil)
    }
}
