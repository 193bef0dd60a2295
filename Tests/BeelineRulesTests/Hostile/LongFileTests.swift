import BeelineRuleTools
import BeelineRules
import BeelineSupport
import Testing

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
        #expect(time < .seconds(20), "\(time)")
    }

    @Test("thousands of tests on one line, with a mistake in the last one")
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
