import BeelineRules
import BeelineSupport
import Testing

@Suite("A rule file with many mistakes")
struct MistakesTests {
    /// Lines end in CR and LF, and before the mistakes stand tabs, letters of two bytes and more, and escapes.
    static let file = #"""
        {
        T"version": 1,
        T"note": "für Bücher 📚 – mit Fehlern",
        T"constants": { "größe": "x", "fall": "y", "amazon": "www.amazon.de" },
        T"ruels": [],
        T"rules": [
        TT{ "id": "bücher", "when": { "kind": "isbn" }, "do": [] },
        TT{ "note": "Größe 📚", "id": "b1", "when": { "isbn1O": { "exists": true } }, "do": [] },
        TT{ "note": "é", "id": "b2", "when": { "kind": "ibsn" }, "do": [] },
        TT{ "id": "b3", "when": { "symbology": ["ean_13", "EAN13"] }, "do": [] },
        TT{ "id": "b4", "when": { "isbn13": "9784873119046" }, "do": [] },
        TT{ "id": "b5", "when": { "isbn13": { "prefixx": "978" } }, "do": [] },
        TT{ "id": "b6", "when": { "kind": "isbn", "ümlaut": "", "host": "a.example" }, "do": [] },
        TT{ "id": "b7", "when": { "kind": "isbn" }, "do": [{ "action": "opn-url", "url": "https://a.example/" }] },
        TT{ "id": "b8", "when": { "kind": "isbn" }, "do": [
        TTT{ "action": "say", "text": "é\u00e9\ud83d\ude00\n{isbn10}" },
        TTT{ "action": "say", "text": "📚 {const.amazn}", "titel": "t" },
        TTT{ "action": "open-url", "url": "https://a.example/é/{isbn10}" },
        TTT{ "action": "open-url", "url": "https://a.example/é/{isbn13" },
        TTT{ "action": "open-url", "url": "https://{isbn13}.example/" },
        TTT{ "action": "open-url" },
        TTT{ "action": "emit", "fields": { "é": 5, "ü": "}" }, "note": 5 }
        TT] },
        TT{ "id": "b9", "do": [], "continue": "yes" },
        TT{ "id": "b10", "when": {}, "do": [], "when": {} },
        TT{ "id": "b8", "when": {}, "do": [] },
        TT7
        T],
        T"disable": ["bx", 3]
        }
        """#.replacing("T", with: "\t", inLineStarts: true).replacing("\n", with: "\r\n")

    /// Positions were counted by hand.
    static let expected = [
        "4:17 the name of a constant is letters, digits and '_': 'größe'",
        "5:2 a rule file has no 'ruels' (did you mean 'rules'?)",
        "7:11 an id is letters, digits, '.', '-' and '_': 'bücher'",
        "8:46 no code has a field 'isbn1O' (did you mean 'isbn10'?)",
        "9:48 there is no kind 'ibsn' (did you mean 'isbn'?)",
        "10:51 'symbology' is never 'EAN13': write 'ean_13'",
        "11:37 'isbn13' is an ISBN of 13 digits, and '9784873119046' is not",
        "12:39 a test of 'isbn13' has no 'prefixx' (did you mean 'prefix'?)",
        "13:43 no code has a field 'ümlaut'",
        "13:57 this never holds: what stands before it leaves only codes of kind 'isbn', and none of them passes 'host'",
        "14:64 there is no action 'opn-url' (did you mean 'open-url'?)",
        "16:54 'isbn10' may be absent: write {isbn10|…} with what then stands there, or require it in 'when': "
            + #""isbn10": {"exists": true}"#,
        "17:35 no rule file has a constant 'amazn' (did you mean 'amazon'?)",
        "17:50 'say' has no 'titel' (did you mean 'title'?)",
        "18:57 'isbn10' may be absent, and the URL would mean something else without it: require it in 'when': "
            + #""isbn10": {"exists": true}"#,
        "19:56 '{' is never closed",
        "20:35 the host must end before the first {…}, with '/', '?' or '#': no code chooses the host",
        "21:4 'open-url' needs 'url'",
        "22:41 'é' is a string, not a number",
        "22:50 '}' without '{'; a brace itself is written '}}'",
        "22:64 'note' is a string, not a number",
        "24:3 a rule needs 'when'; {} always holds",
        "24:39 'continue' is true or false, not a string",
        "25:40 'when' is here for the second time in its object",
        "26:11 the id 'b8' is taken already, in this file: give this rule another one",
        "27:3 a rule is an object, not a number",
        "29:20 the id of a rule is expected, not a number",
    ]

    @Test("gets all messages at once, each with its place and the nearest right name")
    func reportsEverything() {
        let found = errors(Self.file).map { "\($0.position.map(\.description) ?? "?") \($0.message)" }
        #expect(found.count == Self.expected.count)
        for (found, expected) in zip(found, Self.expected) { #expect(found == expected) }
    }

    @Test("shows the line and a caret under the place")
    func showsTheLine() {
        let issues = errors(Self.file)
        #expect(issues.allSatisfy { $0.severity == .error && $0.file == "f" })
        #expect(
            issues.first { $0.position?.line == 9 }?.description == """
                f:9:48: error: there is no kind 'ibsn' (did you mean 'isbn'?)
                      { "note": "é", "id": "b2", "when": { "kind": "ibsn" }, "do": [] },\("\u{20}")
                                                                   ^
                """)
        #expect(issues.first { $0.position?.line == 9 }?.path.description == "rules[2].when.kind")
    }

    @Test("a long line is cut around the place")
    func cutsLongLines() throws {
        let note = String(repeating: "é", count: 5_000)
        let issue = try #require(errors(#"{"version":1,"note":"\#(note)","ruels":[],"x":"\#(note)"}"#).first)
        let lines = issue.description.split(separator: "\n", omittingEmptySubsequences: false)
        try #require(lines.count == 3)
        #expect(lines[1].count == 104)
        #expect(lines[1].dropFirst(lines[2].count - 1).hasPrefix(#""ruels""#))
    }

    @Test("a mistake in one file does not hide those of another, and files come in their order")
    func goesThroughAllFiles() {
        let files = [
            RuleFile(name: "b", text: "{"), RuleFile(name: "a", text: #"{"version":2}"#),
            RuleFile(name: "c", text: #"{"version":1,"rules":5}"#),
        ]
        let error = #expect(throws: RuleSetError.self) { try RuleSet(files: files, actions: []) }
        #expect(error?.issues.map(\.file) == ["b", "a", "c"])
        #expect(error?.issues.map { $0.position?.description } == ["1:1", "1:12", "1:22"])
    }
}

extension String {
    fileprivate func replacing(_ letter: String, with other: String, inLineStarts: Bool) -> String {
        split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let rest = line.drop { String($0) == letter }
            return String(repeating: other, count: line.count - rest.count) + rest
        }.joined(separator: "\n")
    }

    fileprivate func replacing(_ text: String, with other: String) -> String {
        split(separator: text, omittingEmptySubsequences: false).joined(separator: other)
    }
}
