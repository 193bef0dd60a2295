import BeelineContent
import BeelineRules
import BeelineSupport
import Testing

@Suite("A rule file with many errors")
struct MistakesTests {
    /// Lines end in CR and LF, and before the errors are tabs, letters of two bytes and more, and escapes.
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
        "4:17 the name of a constant must be letters, digits and '_': 'größe'",
        "5:2 a rule file has no 'ruels' (did you mean 'rules'?)",
        "7:11 an id must be letters, digits, '.', '-' and '_': 'bücher'",
        "8:46 no code has a field 'isbn1O' (did you mean 'isbn10'?)",
        "9:48 there is no kind 'ibsn' (did you mean 'isbn'?)",
        "10:51 'symbology' is never 'EAN13': write 'ean_13'",
        "11:37 'isbn13' is an ISBN of 13 digits, and '9784873119046' is not",
        "12:39 a test of 'isbn13' has no 'prefixx' (did you mean 'prefix'?)",
        "13:43 no code has a field 'ümlaut'",
        "13:57 this is never true: the conditions before it leave only codes of kind 'isbn', and 'host' matches "
            + "none of them",
        "14:64 there is no action 'opn-url' (did you mean 'open-url'?)",
        "16:54 'isbn10' may be absent: write {isbn10|…} with a default, or require it in 'when': "
            + #""isbn10": {"exists": true}"#,
        "17:35 no rule file has a constant 'amazn' (did you mean 'amazon'?)",
        "17:50 'say' has no 'titel' (did you mean 'title'?)",
        "18:57 'isbn10' may be absent, and the URL would mean something else without it: require it in 'when': "
            + #""isbn10": {"exists": true}"#,
        "19:56 '{' is never closed",
        "20:35 the host must end before the first {…}, with '/', '?' or '#': a code must not choose the host",
        "21:4 'open-url' needs 'url'",
        "22:41 'é' must be a text: write \"5\"",
        "22:50 '}' without '{'; write '}}' for a brace",
        "22:64 'note' must be a text: write \"5\"",
        "24:3 a rule needs 'when'; {} matches every code",
        "24:39 'continue' must be true or false, not a string",
        "25:40 'when' is used twice in its object",
        "26:11 the id 'b8' is already used, in this file: give this rule another id",
        "27:3 a rule must be an object, not a number",
        "29:20 must be the id of a rule, not a number",
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
        #expect(lines[1].count == 106)
        #expect(lines[1].dropFirst(lines[2].count - 1).hasPrefix(#""ruels""#))
    }

    @Test("an error in one file does not hide those of another, and files come in their order")
    func goesThroughAllFiles() {
        let files = [
            RuleFile(name: "b", text: "{"), RuleFile(name: "a", text: #"{"version":2}"#),
            RuleFile(name: "c", text: #"{"version":1,"rules":5}"#),
        ]
        let error = #expect(throws: RuleSetError.self) { try RuleSet(files: files, actions: []) }
        #expect(error?.issues.map(\.file) == ["b", "a", "c"])
        #expect(error?.issues.map { $0.position?.description } == ["1:2", "1:12", "1:22"])
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

@Suite("Wrong values in rule files")
struct WrongValuesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let json: String
        /// Where the place is in `json`, counted from 1.
        let column: Int
        let message: String
        var testDescription: String { "\(message) ← \(json.prefix(60))" }

        init(_ json: String, _ column: Int, _ message: String) {
            (self.json, self.column, self.message) = (json, column, message)
        }
    }

    static let files = [
        Case("[]", 1, "a rule file must be an object, not a list"),
        Case(" 5", 2, "a rule file must be an object, not a number"),
        Case("null", 1, "a rule file must be an object, not null"),
        Case("{}", 1, #"a rule file needs "version": 1"#),
        Case(
            #"{"version":"1"}"#, 12, "the version must be a number: write \"version\": 1, without quotes around the 1"),
        Case(#"{"version":1.0}"#, 12, "unknown version; write \"version\": 1"),
        Case(#"{"version":1,"$schema":1}"#, 24, "'$schema' must be a text: write \"1\""),
        Case(#"{"version":1,"note":[]}"#, 21, "'note' must be a text, not a list"),
        Case(#"{"version":1,"sounds":[]}"#, 14, "a rule file has no 'sounds'; it may have $schema, version"),
        Case(#"{"version":1,"constants":[]}"#, 26, "'constants' must be an object, not a list"),
        Case(#"{"version":1,"constants":{"a":null}}"#, 31, "a constant must be a text, not null"),
        Case(#"{"version":1,"constants":{"":""}}"#, 27, "the name of a constant must be letters, digits and '_'"),
        Case(#"{"version":1,"constants":{"a.b":""}}"#, 27, "the name of a constant must be letters, digits and '_'"),
        Case(#"{"version":1,"rules":{}}"#, 22, "'rules' must be a list, not an object"),
        Case(#"{"version":1,"disable":"r"}"#, 24, "'disable' must be a list, not a string"),
    ]

    static let conditions = [
        Case("{\"not\":5}", 8, "a condition must be an object, not a number"),
        Case("[]", 1, "a condition must be an object, not a list"),
        Case(#"{"all":[]}"#, 8, "'all' must be a list of at least one condition"),
        Case(#"{"any":{}}"#, 8, "'any' must be a list of at least one condition"),
        Case(#"{"any":[{},[]]}"#, 12, "a condition must be an object, not a list"),
        Case(#"{"not":[]}"#, 8, "a condition must be an object, not a list"),
        Case(#"{"al":[]}"#, 2, "no code has a field 'al' (did you mean 'all'?)"),
        Case(#"{"query":"x"}"#, 2, "no code has a field 'query': write 'query.NAME'"),
        Case(#"{"query.":"x"}"#, 2, "no code has a field 'query.'"),
        Case(#"{"const.x":"x"}"#, 2, "no rule file has a constant 'x'"),
        Case(
            #"{"kind":"book"}"#, 9,
            "there is no kind 'book': write \"isbn\""),
        Case(#"{"kind":["isbn","ISBN"]}"#, 17, "there is no kind 'ISBN' (did you mean 'isbn'?)"),
        Case(#"{"kind":5}"#, 9, "'kind' is a string, and never a number"),
        Case(#"{"kind":[]}"#, 9, "an empty list is never true"),
        Case(#"{"kind":{}}"#, 9, "a test needs at least one of prefix, suffix"),
        Case(#"{"kind":null}"#, 9, #"null is not a value; for an absent field write {"exists": false}"#),
        Case(#"{"symbology":"QRCode"}"#, 14, "'symbology' is never 'QRCode': write 'qr_code'"),
        Case(#"{"symbology":"ean_31"}"#, 14, "there is no symbology 'ean_31' (did you mean 'ean_13'?)"),
        Case(#"{"symbology":""}"#, 14, "there is no symbology ''"),
        Case(#"{"isbn13":9784873119045}"#, 11, "'isbn13' is a string, and never a number"),
        Case(
            #"{"isbn13":"978-4-87311-904-5"}"#, 11, "'isbn13' is never '978-4-87311-904-5': write '9784873119045'"),
        Case(#"{"isbn10":"9784873119045"}"#, 11, "write '4873119049'"),
        Case(#"{"isbn10":"9791034300013"}"#, 11, "'isbn10' is an ISBN of 10 characters, and"),
        Case(#"{"gtin13":"036000291452"}"#, 11, "write '0036000291452'"),
        Case(#"{"gtin8":"036000291452"}"#, 10, "'gtin8' is a GTIN of 8 digits with its check digit, and"),
        Case(#"{"addOn":"123"}"#, 10, "'addOn' is 2 or 5 digits, and '123' is not"),
        Case(#"{"host":"Example.com"}"#, 9, "'host' is never 'Example.com': write 'example.com'"),
        Case(#"{"host":"HTTPS://Example.com/a"}"#, 9, "'host' is never 'HTTPS://Example.com/a': write 'example.com'"),
        Case(#"{"host":"Example.com/Path"}"#, 9, "write 'example.com'"),
        Case(#"{"host":"2001:DB8::1"}"#, 9, "write '[2001:db8::1]'"),
        Case(#"{"host":"example.com:8080"}"#, 9, "write 'example.com'"),
        Case(#"{"host":{"domain":"https://example.com"}}"#, 19, "write 'example.com'"),
        Case(
            #"{"host":"*.example.com"}"#, 9,
            "for example.com and all its subdomains write \"host\": {\"domain\": \"example.com\"}"),
        Case(#"{"host":".example.com"}"#, 9, "write \"host\": {\"domain\": \"example.com\"}"),
        Case(#"{"ai.17":{"<=":"today"}}"#, 11, "'expiry' is the same as a date"),
        Case(#"{"ai.3103":{">":5}}"#, 13, "'netWeight' is the same as a number"),
        Case(#"{"host":"Ex ample"}"#, 9, "'host' is a host such as example.com, and 'Ex ample' is not"),
        Case(
            #"{"text":{"matches":"{const.p}[0-9]+"}}"#, 20,
            "a pattern cannot contain names, so '{const.p}' is matched literally; if you mean that, write '\\{const.p}'"
        ),
        Case(#"{"text":{"matches":"[A-Z]{2,3}{isbn13}"}}"#, 20, "a pattern cannot contain names, so '{isbn13}'"),
        Case(#"{"isbn":"9784873119045"}"#, 2, "no code has a field 'isbn': there are 'isbn13' and 'isbn10'"),
        Case(#"{"weekday":"monday"}"#, 2, "no code has a field 'weekday': the names of the scan are 'scan.source'"),
        Case(#"{"continue":true}"#, 2, "put \"continue\" beside \"when\", not in it"),
        Case(#"{"restricted":"true"}"#, 15, "'restricted' is true or false, and never a string"),
        Case(#"{"restricted":1}"#, 15, "'restricted' is true or false, and never a number"),
        Case(#"{"restricted":{"prefix":"t"}}"#, 16, "'restricted' is true or false; 'prefix' is for"),
        Case(#"{"text":true}"#, 9, "'text' is a string, and never a boolean"),
        Case(#"{"text":[["a"]]}"#, 10, "a list of alternatives must not contain a list"),
        Case(#"{"text":{"exists":"yes"}}"#, 19, "'exists' must be true or false, not a string"),
        Case(#"{"text":{"prefix":5}}"#, 19, "what 'prefix' looks for must be a text: write \"5\""),
        Case(#"{"text":{"prefix":["a",""]}}"#, 24, "every text has an empty prefix"),
        Case(#"{"text":{"prefix":[]}}"#, 19, "an empty list is never true"),
        Case(#"{"text":{"loud":"a"}}"#, 10, "a test of 'text' has no 'loud'; it may have prefix, suffix"),
        Case(
            #"{"text":{"is":"a"}}"#, 10,
            "a test of 'text' has no 'is': write equality without an operator"),
        Case(#"{"price":{"=>":20}}"#, 11, "a test of 'price' has no '=>': write \">=\""),
        Case(
            #"{"price":{">=":20,"<":10}}"#, 10, "this is never true: no value passes both tests (price >= 20, and < 10)"
        ),
        Case(#"{"or":[]}"#, 2, "no code has a field 'or': use \"any\" for alternative conditions"),
        Case(#"{"text":"{isbn14}"}"#, 9, "no code has a field 'isbn14' (did you mean 'isbn13'?)"),
        Case(#"{"text":"{const.x}"}"#, 9, "no rule file has a constant 'x'"),
    ]

    static let actions = [
        Case(#"{"a":5}"#, 1, "'do' must be a list, not an object"),
        Case("[[]]", 2, "an action must be an object, not a list"),
        Case("[{}]", 2, "an action needs 'action'"),
        Case(#"[{"action":5}]"#, 12, "'action' must be a text: write \"5\""),
        Case(#"[{"action":"fly"}]"#, 12, "there is no action 'fly'; use one of open-url, emit, say"),
        Case(#"[{"action":"say"}]"#, 2, "'say' needs 'text'"),
        Case(#"[{"action":"say","text":{}}]"#, 25, "'text' must be a text, not an object"),
        Case(#"[{"action":"say","text":"","ask":"yes"}]"#, 34, "'ask' must be true or false, not a string"),
        Case(#"[{"action":"say","text":"","optional":1}]"#, 39, "'optional' must be true or false, not a number"),
        Case(#"[{"action":"say","text":"","colour":1}]"#, 28, "'say' has no 'colour'; it may have action, as"),
        Case(#"[{"action":"open-url","url":null}]"#, 29, "'url' must be a text, not null"),
        Case(#"[{"action":"emit","fields":"x"}]"#, 28, "'fields' is an object, not a string"),
        Case(#"[{"action":"emit","fields":{"a":true}}]"#, 33, "'a' must be a text: write \"true\""),
        Case(#"[{"action":"say","text":"{"}]"#, 26, "'{' is never closed; write '{{' for a brace"),
        Case(#"[{"action":"say","text":"{}"}]"#, 27, "'{}' is not a name; write '{{' for a brace"),
        Case(
            #"[{"action":"say","text":"{ kind }"}]"#, 27,
            "write {kind}, with one brace and no blanks, instead of '{ kind }'"),
        Case(#"[{"action":"say","text":"a {kid}"}]"#, 29, "no code has a field 'kid' (did you mean 'kind'?)"),
        Case(#"[{"action":"say","text":"{const.x}"}]"#, 27, "no rule file has a constant 'x'"),
        Case(#"[{"action":"open-url","url":"https://a/{kid}"}]"#, 41, "no code has a field 'kid'"),
        Case(#"[{"action":"open-url","url":"https://{host}/a"}]"#, 39, "the host must end before the first {…}"),
        Case(#"[{"action":"open-url","url":"https://a{host}/a"}]"#, 40, "the host must end before the first {…}"),
        Case(#"[{"action":"open-url","url":"https://a/{host}"}]"#, 41, "'host' may be absent, and the URL would mean"),
        Case(#"[{"action":"open-url","url":"https://a/{?kind,kid}"}]"#, 47, "no code has a field 'kid'"),
    ]

    private func check(_ expected: Case, in file: (String) -> String) throws {
        let json = file(expected.json)
        let start = try #require(json.ranges(of: expected.json).first?.lowerBound)
        let issues = errors(json)
        #expect(issues.count == 1)
        #expect(issues.first?.position?.line == 1)
        #expect(issues.first?.position?.column == json[..<start].unicodeScalars.count + expected.column)
        #expect(issues.first?.message.contains(expected.message) == true, "\(issues.first?.message ?? "none")")
    }

    @Test("at the top", arguments: files)
    func inFiles(_ expected: Case) throws { try check(expected) { $0 } }

    @Test("in conditions", arguments: conditions)
    func inConditions(_ expected: Case) throws { try check(expected) { oneRule(when: $0) } }

    @Test("in actions", arguments: actions)
    func inActions(_ expected: Case) throws { try check(expected) { oneRule(do: $0) } }

    static let rules = [
        Case(#"{"when":{},"do":[]}"#, 1, "a rule needs 'id'"),
        Case(#"{"id":"","when":{},"do":[]}"#, 7, "an id must be letters, digits"),
        Case(#"{"id":5,"when":{},"do":[]}"#, 7, "'id' must be a text: write \"5\""),
        Case(#"{"id":"a b","when":{},"do":[]}"#, 7, "an id must be letters, digits"),
        Case(#"{"id":"a","title":5,"when":{},"do":[]}"#, 19, "'title' must be a text: write \"5\""),
        Case(#"{"id":"a","when":{}}"#, 1, "a rule needs 'do'; [] matches and does nothing"),
        Case(#"{"id":"a","do":[]}"#, 1, "a rule needs 'when'; {} matches every code"),
        Case(#"{"id":"a","when":{},"do":[],"If":{}}"#, 29, "a rule has no 'If'"),
    ]

    @Test("in rules", arguments: rules)
    func inRules(_ expected: Case) throws { try check(expected) { #"{"version":1,"rules":[\#($0)]}"# } }
}
