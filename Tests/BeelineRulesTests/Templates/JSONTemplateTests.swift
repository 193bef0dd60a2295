import BeelineRuleTools
import BeelineRules
import BeelineSupport
import Foundation
import Testing

@Suite("JSON of a rule is made of values")
struct JSONTemplateTests {
    /// A plugin that sends JSON.
    private static let send = ActionSignature(
        name: "send", summary: "", parameters: [.init("json", .json, summary: "")], effects: [.network])

    private static func rules(_ json: String) throws(RuleSetError) -> RuleSet {
        let file = RuleFile(
            name: "f", text: oneRule(when: #"{"text":{"exists":true}}"#, do: #"[{"action":"send","json":\#(json)}]"#))
        return try RuleSet(files: [file], actions: [send])
    }

    private static func made(_ json: String, _ code: String) throws -> String {
        let action = try #require(try rules(json).resolve(reading(code)).actions.first)
        return String(decoding: try #require(action["json"]).jsonBytes, as: UTF8.self)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let rule: String
        let code: String
        let made: String
        var testDescription: String { "\(rule) of \(code)" }

        init(_ rule: String, _ code: String, _ made: String) { (self.rule, self.code, self.made) = (rule, code, made) }
    }

    private static let code =
        #"{"n":1,"d":1.50,"t":true,"s":"x","z":null,"l":[1,"a"],"m":[1,null,{"a":[]}],"o":{"p":{"q":"r"}},"e":{}}"#

    static let cases = [
        Case(#"{"a":{"b":[1,-2.5,true,null,"x",{}],"c":{}}}"#, "x", #"{"a":{"b":[1,-2.5,true,null,"x",{}],"c":{}}}"#),
        // A name alone is its value, of its own type.
        Case(
            #"{"a":"{json.n}","b":"{json.d}","c":"{json.t}","d":"{json.s}"}"#, code,
            #"{"a":1,"b":1.5,"c":true,"d":"x"}"#),
        Case(
            #"{"a":"{json.l}","b":"{json.m}","c":"{json.o}","d":"{json.e}"}"#, code,
            #"{"a":[1,"a"],"b":[1,null,{"a":[]}],"c":{"p":{"q":"r"}},"d":{}}"#),
        Case(
            #"{"a":"{json.n} ","b":"n={json.n|}"}"#.replacing("{json.n} ", with: "{json.n|} "), code,
            #"{"a":"1 ","b":"n=1"}"#),
        Case(#"{"a":"{json.o.p}","b":["{json.o.p.q}"]}"#, code, #"{"a":{"q":"r"},"b":["r"]}"#),
        // What is absent is left out of an object, and null in a list.
        Case(
            #"{"a":"{isbn13}","b":{"c":"{isbn13}"},"d":["{isbn13}",1],"e":"{isbn13|none}","f":"{isbn13|}"}"#, "x",
            #"{"b":{},"d":[null,1],"e":"none"}"#),
        Case(#"{"a":"{json.z}","b":"{json.none}","c":"{json.z|0}"}"#, code, #"{"c":"0"}"#),
        Case(#"{"a":"{isbn13}"}"#, "9784873119045", #"{"a":"9784873119045"}"#),
        // Names are those of the rule, also one that rules have for remarks.
        Case(#"{"note":"{text}","{text}":1}"#, "x", #"{"note":"x","{text}":1}"#),
        Case(#"{"a":"{{{text}}}"}"#, "x", #"{"a":"{x}"}"#),
    ]

    @Test("a text that is a name alone keeps its type, and what is absent is left out", arguments: cases)
    func fills(_ example: Case) throws {
        #expect(try Self.made(example.rule, example.code) == example.made)
    }

    static let hostile = [
        #"a","admin":true,"x":""#, #"a"}"#, #"a"},{"b":"c"#, #"\"#, #"\","admin":true,"x":""#, "\"", "a\nb\r\n\t",
        "\u{0}\u{1}\u{1F}\u{7F}",
        "\u{2028}\u{2029}", "\u{202E}", "日本語 🐝", "\\u0022,\\u0022admin\\u0022:true", "{text}", "]}", "null",
        "true", "1e999",
        String(repeating: "\",\"a\":\"", count: 10_000), "</script><script>", "'", "`",
    ]

    @Test("a code stays within its text", arguments: hostile)
    func keepsTexts(_ code: String) throws {
        let made = try Self.made(#"{"code":"{text}","of":{"s":"<{text}>","l":["{text}"]},"last":1}"#, code)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(made.utf8)) as? NSDictionary)
        let expected: NSDictionary = ["code": code, "of": ["s": "<\(code)>", "l": [code]], "last": 1]
        #expect(object == expected)
    }

    static let wrong = [
        (#"{"a":"{nam}"}"#, "no code has a field 'nam'"),
        (#"{"a":["b",{"c":"n={isbn13}"}]}"#, "'isbn13' may be absent"),
        (#"{"a":"{secret.k}"}"#, "a secret is only allowed in the headers"),
        (#"{"a":1e30}"#, "a number here has at most 18 digits; write it as a string"),
    ]

    @Test("what is wrong in it is an error of the file", arguments: wrong)
    func refuses(_ json: String, _ message: String) {
        let error = #expect(throws: RuleSetError.self) { try Self.rules(json) }
        #expect(error?.issues.first?.message.hasPrefix(message) == true, "\(String(describing: error))")
    }

    @Test("a test may expect a part of it, however deep")
    func isTested() throws {
        func differences(_ expected: String) -> Int {
            let text = #"""
                {"version":1,"rules":[{"id":"r","when":{"text":{"exists":true}},"do":[{"action":"send","json":{"a":{"b":["{text}",1]},"c":null}}]}],
                 "tests":[{"scan":{"text":"x"},"expect":{"do":[{"action":"send","json":\#(expected)}]}}]}
                """#
            let suite = RuleTestSuite(
                file: RuleFile(name: "f", text: text), actions: [Self.send],
                reader: RuleFileReader { _, _ throws(RuleFileProblem) in throw RuleFileProblem("no such file") })
            #expect(suite.messages == [])
            return suite.run().map(\.differences.count).reduce(0, +)
        }
        #expect(differences(#"{"a":{"b":["x",1]},"c":null}"#) == 0)
        #expect(differences(#"{"a":{}}"#) == 0)
        #expect(differences(#"{"a":{"b":["y",1]}}"#) == 1)
        #expect(differences(#"{"a":{"b":["x"]}}"#) == 1)
        #expect(differences(#"{"a":{"d":1}}"#) == 1)
        #expect(differences(#"{"a":"x"}"#) == 1)
    }
}
