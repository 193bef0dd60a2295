import BeelineSupport
import TestPrograms
import Testing

@testable import BeelineRuleTools
@testable import BeelineRules

/// A rule file from another author must not keep the program busy: reading it and reporting its errors takes a time in
/// proportion to its length.
@Suite("The time to load a rule file grows in step with its length")
struct LoadingTimeTests {
    struct Shape: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let before: String
        let unit: String
        var separator = ""
        let after: String
        /// Of the small file, in units.
        var count = 300
        /// Whether `#` in a unit is its number.
        var isNumbered = false

        func file(_ count: Int) -> String {
            let units = (0..<count).map { isNumbered ? unit.replacing("#", with: "\($0)") : unit }
            return before + units.joined(separator: separator) + after
        }
    }

    private static func list(_ name: String, _ unit: String, _ member: String = "rules") -> Shape {
        Shape(
            testDescription: name, before: #"{"version":1,"\#(member)":["#, unit: unit, separator: ",", after: "]}",
            isNumbered: true)
    }

    private static func members(_ name: String, _ unit: String, in member: String) -> Shape {
        Shape(
            testDescription: name, before: #"{"version":1,"rules":[],"\#(member)":{"#, unit: unit, separator: ",",
            after: "}}",
            isNumbered: true)
    }

    private static func text(_ name: String, _ unit: String, action: String = #""action":"say","text":""#) -> Shape {
        Shape(
            testDescription: name,
            before: #"{"version":1,"constants":{"c":"x"},"rules":[{"id":"r","when":{},"do":[{\#(action)"#, unit: unit,
            after: #""}]}]}"#, count: 1_200)
    }

    private static func url(_ name: String, _ unit: String) -> Shape {
        text(name, unit, action: #""action":"open-url","url":"https://a.example/"#)
    }

    private static func when(_ name: String, _ before: String, _ unit: String, _ after: String) -> Shape {
        Shape(
            testDescription: name, before: #"{"version":1,"rules":[{"id":"r","do":[],"when":\#(before)"#, unit: unit,
            separator: ",", after: after + "}]}", isNumbered: true)
    }

    static let shapes = [
        list("rules", ##"{"id":"r#","when":{"text":"#"},"do":[]}"##),
        list("rules of one id", #"{"id":"r","when":{},"do":[]}"#),
        list("rules without anything", "{}"), list("numbers for rules", "#"), list("includes", ##"{"include":"f#"}"##),
        list("ids to be disabled", ##""r#""##, "disable"),
        list("tests", ##"{"scan":{"text":"#"},"expect":null}"##, "tests"),
        list("tests without anything", "{}", "tests"), list("kinds", ##"{"kind":"k#","when":{"text":"#"}}"##, "kinds"),
        list(
            "rules that link",
            ##"{"id":"r#","when":{"text":"#"},"do":[{"action":"open-url","url":"https://h#.example/{text}"}]}"##),
        list("patterns", ##"{"id":"r#","when":{"text":{"matches":"a#"}},"do":[]}"##),
        list("prefixes", ##"{"id":"r#","when":{"text":{"prefix":"a#"}},"do":[]}"##),
        members("constants", ##""c#":"x""##, in: "constants"), members("one constant", #""c":"x""#, in: "constants"),
        members("constants with wrong names", ##""c-#":1"##, in: "constants"),
        members("catalogues", ##""c#":{"key":"isbn","columns":{"price":"money"}}"##, in: "catalogs"),
        members("services", ##""s#":{"url":"https://a.example/{q}","results":{"t":"/t"}}"##, in: "services"),
        members("headers", ##""H#":"x""##, in: "headers"),
        Shape(
            testDescription: "unknown keys", before: #"{"version":1"#, unit: ##","kez#":1"##, after: "}",
            isNumbered: true),
        Shape(testDescription: "one key", before: #"{"version":1"#, unit: #","note":"""#, after: "}"),
        Shape(testDescription: "objects that never end", before: "", unit: #"{"a":"#, after: "", count: 1_200),
        Shape(testDescription: "lists that never end", before: "", unit: "[", after: "", count: 1_200),
        Shape(testDescription: "blank lines and no JSON", before: "", unit: "\n", after: "x", count: 3_000),
        Shape(testDescription: "a long line and no JSON", before: "", unit: " ", after: "x", count: 3_000),
        Shape(
            testDescription: "escapes", before: #"{"version":1,"note":""#, unit: #"\u0041\\"#, after: #"","x":1}"#,
            count: 1_200),
        text("names in a text", "{text}"), text("constants in a text", "{const.c}"), text("braces in a text", "{{}}"),
        text("open braces in a text", "{"), text("bars in a text", "|"), text("unknown names in a text", "{nobody}"),
        text("escapes before a mistake", #"\u00e9\ud83d\ude00{"#),
        url("names in a URL", "{text}/"), url("constants in a URL", "{const.c}"), url("slashes in a URL", "/"),
        url("queries in a URL", "{?text}"), url("percent signs in a URL", "%41"), url("open braces in a URL", "{"),
        url("unknown names in a URL", "{nobody}"), url("dots in a URL", "../"),
        when("values", #"{"text":["#, ##""#""##, "]}"),
        when("conditions of which all must hold", #"{"all":["#, ##"{"text":"#"}"##, "]}"),
        when("conditions of which one must hold", #"{"any":["#, ##"{"text":"#"}"##, "]}"),
        when("conditions that must not hold", #"{"all":["#, ##"{"not":{"text":"#"}}"##, "]}"),
        when("parameters", "{", ##""query.p#":"x""##, "}"), when("unknown names", "{", ##""nobody#":"x""##, "}"),
        Shape(
            testDescription: "names of a service",
            before: #"{"version":1,"services":{"s":{"results":{"t":"/t"},"url":"https://a.example/{?"#, unit: "q#",
            separator: ",",
            after:
                #"}"}},"rules":[{"id":"r","when":{},"do":[{"action":"look","service":"s","with":{"q0":"x"},"as":"x"}]}]}"#,
            isNumbered: true),
        when("wrong values", #"{"isbn13":["#, ##""#-""##, "]}"),
    ]

    private static let actions =
        ActionSignature.all + [
            ActionSignature(
                name: "look", summary: "",
                parameters: [.init("service", .service, summary: ""), .init("with", .serviceValues, summary: "")],
                results: .ofService, effects: [.network])
        ]

    @Test("whatever a file repeats", arguments: shapes)
    func grows(_ shape: Shape) {
        let growth = Growth.of(size: shape.count, { RuleFile(name: "f", text: shape.file($0)) }) { file in
            do throws(RuleSetError) {
                _ = try RuleSet(files: [file], actions: Self.actions)
            } catch {
                _ = error.description
            }
            _ = RuleTestSuite(file: file, actions: Self.actions).issues
        }
        #expect(!growth.isExcessive, "\(growth)")
    }

    /// A template that is right, filled in with a value that is hostile.
    static let templates = ["{+text}", "{text}", "{/text}", "{#text}", "?q={+text}"]
    static let values = ["/", "%", "%41", "&", "..", "é", "a/", "\n", "🐝"]

    @Test("a URL is filled in as quickly", arguments: templates)
    func expands(_ template: String) throws {
        let rules = try ruleSet(
            oneRule(
                when: #"{"text":{"exists":true}}"#,
                do: #"[{"action":"open-url","url":"https://a.example/x\#(template)"}]"#))
        for value in Self.values {
            let growth = Growth.of(size: 3_000, { reading(String(repeating: value, count: $0)) }) { reading in
                _ = rules.resolve(reading).actions.first?.problem
            }
            #expect(!growth.isExcessive, "\(value.debugDescription): \(growth)")
        }
    }

    static let tables = ["a,", "\"", "\"\"", "\n", "\r\n", "\"a\"\n", ";", "\t", "a\n", "\"a\n", "a,b\n", "\r"]

    @Test("and so is a catalogue in CSV", arguments: tables)
    func readsCatalog(_ unit: String) {
        let growth = Growth.of(size: 3_000, { Array(("key,a\n" + String(repeating: unit, count: $0)).utf8) }) { bytes in
            do { _ = try Catalog(name: "list", csv: bytes) } catch { _ = "\(error)" }
        }
        #expect(!growth.isExcessive, "\(growth)")
    }
}
