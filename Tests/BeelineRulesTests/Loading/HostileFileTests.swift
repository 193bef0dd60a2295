import BeelineRuleTools
import BeelineRules
import BeelineSupport
import Testing

@Suite("Rule files that are truncated, deep, huge or not JSON")
struct HostileFileTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let bytes: [UInt8]
        let position: String
        let message: String
        let why: String
        var testDescription: String { why }

        init(_ bytes: [UInt8], _ position: String, _ message: String, _ why: String) {
            (self.bytes, self.position, self.message, self.why) = (bytes, position, message, why)
        }

        init(_ text: String, _ position: String, _ message: String, _ why: String) {
            self.init(Array(text.utf8), position, message, why)
        }
    }

    private static let depth = 100_000

    static let cases = [
        Case("", "1:1", "the file is empty", "empty"),
        Case(" \r\n\t\n", "3:1", "the file is empty", "blank"),
        Case("\u{FEFF}{}", "1:1", "the file begins with a byte order mark", "a byte order mark"),
        Case("hello", "1:1", "not JSON: invalid token", "a word"),
        Case("version: 1\n", "1:1", "not JSON: invalid token", "YAML"),
        Case([0x00, 0xFF, 0x01], "1:1", "not JSON: invalid token", "binary"),
        Case(
            Array(#"{"é":"#.utf8) + [0x22, 0xE9, 0x22, 0x7D], "1:7", "not JSON: unable to decode byte 0xe9", "Latin-1"),
        Case("{\"version\":\n01}", "2:1", "not JSON: invalid token", "a number with a zero before it"),
        Case("{\"é📚\":1,\r\n\tx}", "2:2", "not JSON: string or '}' expected", "a name without quotes"),
        Case(#"{"version":1}}"#, "1:14", "not JSON: end of file expected", "a brace too many"),
        Case(#"{"version":1}{"version":1}"#, "1:14", "not JSON: end of file expected", "two texts"),
        Case(
            #"{"version":1,"rules":[{"id":"a"} {"id":"b"}]}"#, "1:34",
            "not JSON: ']' expected near '{'; a comma may be missing before it", "a comma too few between rules"),
        Case(#"{"version":1,}"#, "1:14", "not JSON: string or '}' expected", "a comma too many"),
        Case(#"{"version":1e999}"#, "1:12", "not JSON: real number overflow", "a number too large"),
        Case(#"{"version":99999999999999999999}"#, "1:12", "not JSON: too big integer", "an integer too large"),
        Case(#"{"a":"\ud800"}"#, "1:6", "not JSON: invalid Unicode", "half of a pair"),
        Case(String(repeating: "[", count: depth), "1:2049", "not JSON: maximum parsing depth", "open brackets"),
        Case(
            String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth),
            "1:10241", "not JSON: maximum parsing depth", "nested objects"),
        Case(
            String(repeating: "[", count: 2_000) + String(repeating: "]", count: 2_000),
            "1:1", "a rule file must be an object, not a list", "brackets as deep as the parser goes"),
        Case(#"{"version":1,"a\u0000b":1}"#, "1:14", "not JSON: NUL byte in object key", "NUL in a name"),
    ]

    @Test(arguments: cases)
    func getsAMessage(_ example: Case) throws {
        let file = RuleFile(name: "f", bytes: example.bytes)
        let error = #expect(throws: RuleSetError.self) { try RuleSet(files: [file], actions: []) }
        let issue = try #require(error?.issues.first)
        #expect(issue.position?.description == example.position)
        #expect(issue.message.hasPrefix(example.message), "\(issue.message)")
        #expect(!issue.description.isEmpty)
    }

    /// Conditions within each other; `level` is the text before the next one, and the text after it.
    private static func nested(_ level: (String, String), _ depth: Int, around condition: String) -> String {
        String(repeating: level.0, count: depth) + condition + String(repeating: level.1, count: depth)
    }

    private static func column(of part: String, in text: String) throws -> Int {
        let place = try #require(text.firstRange(of: part)).lowerBound
        return text.distance(from: text.startIndex, to: place) + 1
    }

    private static let not = (#"{"not":"#, "}")
    private static let any = (#"{"any":["#, "]}")
    private static let all = (#"{"all":["#, "]}")

    @Test("conditions may be nested deeper than is useful")
    func takesDeepConditions() throws {
        let book = #"{"kind":"isbn"}"#
        for (level, depth) in [(Self.not, 28), (Self.any, 14), (Self.all, 14)] {
            let rules = try ruleSet(oneRule(when: Self.nested(level, depth, around: book)))
            #expect(rules.resolve(reading("9784873119045")).rule?.id == "r")
            #expect(rules.resolve(reading("x")).rule == nil)
        }
    }

    @Test("conditions that are deeper are refused where they begin to be")
    func refusesDeepConditions() throws {
        let book = #"{"kind":"isbn"}"#
        let start = try Self.column(of: book, in: oneRule(when: book))
        for (level, most) in [(Self.not, 29), (Self.any, 14), (Self.all, 14)] {
            for depth in [most + 1, most + 2, 900] {
                let issues = errors(oneRule(when: Self.nested(level, depth, around: book)))
                #expect(issues.count == 1)
                #expect(issues.first?.message.hasPrefix("conditions are nested too deeply: ") == true)
                #expect(issues.first?.position?.column == start + (most + 1) * level.0.utf8.count)
            }
        }
    }

    @Test("an error in the deepest condition gets its own place")
    func placesDeepMistakes() throws {
        let start = try Self.column(of: "5", in: oneRule(when: "5"))
        for (level, depth) in [(Self.not, 29), (Self.any, 14), (Self.all, 14)] {
            let issue = try #require(errors(oneRule(when: Self.nested(level, depth, around: "5"))).first)
            #expect(issue.message == "a condition must be an object, not a number")
            #expect(issue.position?.column == start + depth * level.0.utf8.count)
        }
    }

    @Test("a name that is there twice has its place at any depth")
    func placesDeepRepeatedNames() {
        let (open, close) = (String(repeating: "[", count: 300), String(repeating: "]", count: 300))
        let issues = errors(#"{"version":1,"constants":\#(open){"a":1,"a":1}\#(close)}"#)
        let repeated = issues.filter { $0.message == "'a' is used twice in its object" }
        #expect(repeated.count == 1)
        #expect(repeated.first?.position?.column == 333)
    }

    @Test("of very many errors the first are listed, with a note that there are more")
    func listsTheFirst() throws {
        let rules = repeatElement(#"{"id":5}"#, count: 2_000).joined(separator: ",")
        let issues = errors(#"{"version":1,"rules":[\#(rules)]}"#)
        #expect(issues.count == 200)
        #expect(issues.count { $0.message.hasSuffix("(there is more, which is not listed)") } == 1)
        let names = repeatElement(#""a":1"#, count: 20_000).joined(separator: ",")
        #expect(errors(#"{"version":1,\#(names)}"#).count == 200)
    }

    @Test("many warnings do not hide an error")
    func warningsDoNotHideAnError() throws {
        let ids = (0..<300).map { #""x\#($0)""# }.joined(separator: ",")
        #expect(errors(#"{"version":1,"disable":[\#(ids),5]}"#).count == 1)
        #expect(try ruleSet(#"{"version":1,"disable":[\#(ids)]}"#).warnings.count == 200)
    }

    @Test("repeated names are found at every place, and the last one counts for further checks")
    func findsRepeatedNames() {
        let json = #"""
            {"version":1,"version":2,
             "rules":[{"id":"r","id":"r","when":{"kind":"isbn","kin\u0064":"ibsn"},"do":[]}],
             "note":"x","note":"y"}
            """#
        let found = errors(json).map { "\($0.position.map(\.description) ?? "?") \($0.message)" }
        #expect(
            found == [
                "1:14 'version' is used twice in its object",
                "1:24 unknown version; write \"version\": 1",
                "2:21 'id' is used twice in its object",
                "2:52 'kind' is used twice in its object",
                "2:64 there is no kind 'ibsn' (did you mean 'isbn'?)",
                "3:13 'note' is used twice in its object",
            ])
    }
}

/// Files at which a reader that looks at everything again for each part would work for minutes.
@Suite("Rule files that take long to read with the wrong algorithm")
struct LongFileTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let why: String
        let json: @Sendable () -> String
        var testDescription: String { why }
    }

    private static func list(_ count: Int, _ element: (Int) -> String) -> String {
        (0..<count).map(element).joined(separator: ",")
    }

    private static func file(rules: String, more: String = "") -> String {
        #"{"version":1,"rules":[\#(rules)]\#(more)}"#
    }

    private static func rule(_ id: String, when: String, do actions: String = "") -> String {
        #"{"id":"\#(id)","when":\#(when),"do":[\#(actions)]}"#
    }

    private static func nested(_ combiner: String, _ depth: Int, _ inner: String) -> String {
        String(repeating: "{\"\(combiner)\":[", count: depth) + inner + String(repeating: "]}", count: depth)
    }

    static let cases = [
        Case(why: "two rules of alternatives in alternatives") {
            file(
                rules: rule("a", when: nested("any", 14, #"{"scan.source":"a"}"#)) + ","
                    + rule("b", when: nested("any", 14, #"{"scan.source":"b"}"#)))
        },
        Case(why: "many conditions in one list") {
            let conditions = list(4_000) { #"{"scan.source":{"contains":"a\#($0)"}}"# }
            return file(rules: rule("r", when: #"{"all":[\#(conditions)]}"#))
        },
        Case(why: "many names that are certain then") {
            let conditions = list(4_000) { #"{"query.a\#($0)":{"exists":true}}"# }
            return file(rules: rule("r", when: #"{"all":[\#(conditions)]}"#))
        },
        Case(why: "many members of one condition") {
            file(rules: rule("r", when: "{\(list(4_000) { #""query.a\#($0)":"b""# })}"))
        },
        Case(why: "two long lists that exclude each other") {
            let (one, other) = (list(4_000) { "\"a\($0)\"" }, list(4_000) { "\"b\($0)\"" })
            return file(rules: rule("r", when: #"{"all":[{"text":[\#(one)]},{"text":[\#(other)]}]}"#))
        },
        Case(why: "many mistakes in names, with many names that may be meant") {
            let constants = list(2_000) { #""constant\#($0)":"x""# }
            let rules = list(2_000) { rule("r\($0)", when: #"{"text":"{const.constent\#($0)}"}"#) }
            return file(rules: rules, more: #","constants":{\#(constants)}"#)
        },
        Case(why: "many rules that are switched off and do not exist") {
            let rules = list(2_000) { rule("rule\($0)", when: #"{"text":"\#($0)"}"#) }
            return file(rules: rules, more: #","disable":[\#(list(2_000) { "\"rale\($0)\"" })]"#)
        },
        Case(why: "many rules that cannot be told apart by a text") {
            file(rules: list(2_000) { rule("r\($0)", when: #"{"scan.date":{">":"today+\#(2_000 - $0)"}}"#) })
        },
    ]

    @Test(arguments: cases)
    func isReadInTime(_ example: Case) {
        let file = RuleFile(name: "f", text: example.json())
        let time = ContinuousClock().measure {
            _ = try? RuleSet(files: [file], actions: ActionSignature.all)
        }
        // In a debug build on a busy machine; the wrong algorithm takes minutes.
        #expect(time < .seconds(120), "\(time)")
    }

    @Test("thousands of tests on one line, with an error in the last one")
    func placesTestsOnOneLine() throws {
        let tests = Self.list(4_000) { #"{"scan":{"text":"\#($0)"},"expect":\#($0 == 3_999 ? "5" : "null")}"# }
        let json = #"{"version":1,"rules":[],"tests":[\#(tests)]}"#
        let file = RuleFile(name: "f", text: json)
        var suite: RuleTestSuite?
        let time = ContinuousClock().measure { suite = RuleTestSuite(file: file, actions: []) }
        #expect(time < .seconds(20), "\(time)")
        #expect(suite?.issues.map(\.column) == [json.utf8.count - 3])
    }
}
