import BeelineContent
import BeelineRuleTools
import BeelineRules
import BeelineSymbols
import Testing

@Suite("Sums of numbers in conditions and templates")
struct SumTests {
    private static let stock = try? Catalog(
        name: "stock", csv: Array("isbn;left;min;Lager - A;note\n9784873119045;5;2,5;1;x\n9783161484100;;1;1;y\n".utf8),
        format: CSVFormat(), form: form)

    private static var form: CatalogForm {
        var form = CatalogForm()
        form.types = ["left": .number, "min": .number, "Lager - A": .number]
        return form
    }

    private func file(_ when: String, say: String = "x") -> String {
        #"""
        {"version":1,"constants":{"reserve":"2","word":"two"},
         "catalogs":{"stock":{"columns":{"left":"number","min":"number","Lager - A":"number"}}},
         "rules":[{"id":"r","when":{"isbn13":{"catalog":"stock"}\#(when.isEmpty ? "" : ","+when)},
                   "do":[{"action":"say","text":"\#(say)"}]}]}
        """#
    }

    private func rules(_ text: String) throws -> RuleSet {
        try language(text, catalogs: [try #require(Self.stock)])
    }

    static let conditions: [(when: String, holds: [Bool])] = [
        (#""catalog.stock.left - catalog.stock.min":2.5"#, [true, false]),
        (#""catalog.stock.left - catalog.stock.min":{">":2.5}"#, [false, false]),
        (#""catalog.stock.left + 1":6"#, [true, false]), (#""10 - catalog.stock.left":{">=":5,"<":6}"#, [true, false]),
        (#""catalog.stock.left - seen.isbn13.count":5"#, [true, false]),
        (#""catalog.stock.left - const.reserve":3"#, [true, false]),
        (#""catalog.stock.left - catalog.stock.min":{"exists":false}"#, [false, true]),
        (#""catalog.stock[Lager - A] + catalog.stock.rows - 0.5":1.5"#, [true, true]),
        (#""catalog.stock.left":{">":"{catalog.stock.min + 2}"}"#, [true, false]),
        (#""catalog.stock.left":"{catalog.stock[Lager - A] + catalog.stock.min + 1.5}""#, [true, false]),
        (#""not":{"catalog.stock.left - catalog.stock.left":0}"#, [false, true]),
        (#""catalog.stock.left - session.x":{"exists":false}"#, [true, true]),
    ]

    @Test("conditions compare sums", arguments: conditions)
    func compares(_ when: String, _ holds: [Bool]) throws {
        let rules = try rules(file(when))
        let texts = ["9784873119045", "9783161484100"]
        #expect(texts.map { rules.resolve(reading($0)).rule != nil } == holds)
    }

    static let templates: [(say: String, says: String?)] = [
        ("{catalog.stock.left - catalog.stock.min|?} left", "2.5 left"),
        ("{catalog.stock.left - seen.isbn13.count|0}", "5"), ("{catalog.stock.rows + 1}", "2"),
        ("{catalog.stock[Lager - A] - catalog.stock.left|?}", "-4"),
        ("{catalog.stock.left + 999999999999999999|too many}", "too many"),
    ]

    @Test("templates show sums", arguments: templates)
    func shows(_ say: String, _ says: String?) throws {
        let action = try rules(file("", say: say)).resolve(reading("9784873119045")).actions.first
        #expect(action?["text"] == says.map { .text($0) })
    }

    @Test("a sum that a condition compares is certain, and so are its parts")
    func isCertain() throws {
        let text = file(
            #""catalog.stock.left - catalog.stock.min":{">":0}"#,
            say: "{catalog.stock.left - catalog.stock.min} of {catalog.stock.left}")
        #expect(try rules(text).resolve(reading("9784873119045")).actions.first?["text"] == .text("2.5 of 5"))
    }

    static let mistakes: [(when: String, say: String, message: String)] = [
        (
            #""catalog.stock.left - catalog.stock.note":1"#, "x",
            "a sum needs numbers, and 'catalog.stock.note' is a string"
        ),
        (#""catalog.stock.left - catalog.stock.note":1"#, "x", #"{"columns": {"note": "number"}}"#),
        (#""catalog.stock.left - isbn13":1"#, "x", "a sum needs numbers, and 'isbn13' is a string"),
        (#""catalog.stock.left - const.word":1"#, "x", "a sum needs numbers, and the constant 'word' is 'two'"),
        (#""catalog.stock.left - seen.isbn13.last":1"#, "x", "a sum needs numbers, and 'seen.isbn13.last' is"),
        (#""catalog.stock.left - catalog.stock.lft":1"#, "x", "has no column 'lft' (did you mean 'left'?)"),
        (#""catalog.stock.left - secret.key":1"#, "x", "a secret cannot be added to a number"),
        (#""catalog.stock.left - 1":"5""#, "x", "is a number, and never a string"),
        (#""catalog.stock.left - 1":{"prefix":"5"}"#, "x", "'prefix' is for"),
        (#""catalog.stock.left - ":1"#, "x", "no code has a field"),
        (
            "", "{catalog.stock.left - catalog.stock.min}",
            "may be absent: write {catalog.stock.left - catalog.stock.min|…}"
        ),
        ("", "{catalog.stock.left-1}", "a cell of a catalogue is catalog.LIST.COLUMN"),
        ("", "{catalog.stock.left * 2}", "is not a name"),
    ]

    @Test("errors say what to write", arguments: mistakes)
    func refuses(_ when: String, _ say: String, _ message: String) throws {
        let catalogs = [try #require(Self.stock)]
        let messages = BeelineRulesTests.mistakes(file(when, say: say), catalogs: catalogs)
        #expect(messages.contains { $0.contains(message) }, "\(messages)")
    }

    @Test("what was recorded before is subtracted, in conditions, templates and tests")
    func counts() throws {
        let test = #"""
            {"scan":{"text":"9784873119045"},
             "given":{"catalog":{"stock":{"9784873119045":{"left":"5"}}},"seen":{"isbn13":{"count":3}}},
             "expect":{"rule":"r","do":[{"text":"2 left"}]}}
            """#
        let rules = #"""
            "catalogs":{"stock":{"columns":{"left":"number"}}},
            "rules":[{"id":"r","when":{"isbn13":{"catalog":"stock"},"catalog.stock.left - seen.isbn13.count":{">":0}},
                      "do":[{"action":"say","text":"{catalog.stock.left - seen.isbn13.count} left"}]}]
            """#
        let suite = suite(rules: rules, test: test)
        #expect(suite.messages.isEmpty, "\(suite.messages)")
    }
}
