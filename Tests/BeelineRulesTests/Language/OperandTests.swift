import BeelineContent
import BeelineRules
import BeelineSymbols
import Testing

@Suite("What stands to the right of a test")
struct OperandTests {
    private static let constants = #"{"w":"hello, World","h":"hello","n":"24.95","t":"false","empty":""}"#

    static let cases = [
        Holding(#"{"text":"{const.w}"}"#, Codes.text, true),
        Holding(#"{"text":["x","{const.w}"]}"#, Codes.text, true),
        Holding(#"{"text":{"prefix":["x","{const.h}"]}}"#, Codes.text, true),
        Holding(#"{"price":"{const.n}"}"#, Codes.book, true),
        Holding(#"{"price":{"<":"{const.n}"}}"#, Codes.book, false),
        Holding(#"{"restricted":"{const.t}"}"#, Codes.product, true),
        Holding(#"{"json.n":"{const.n}"}"#, Codes.json, false),
        Holding(#"{"json.f":{"<=":"{const.n}"}}"#, Codes.json, true),
        Holding(#"{"text":"{compact}"}"#, reading("ab", .qr), true),
        Holding(#"{"text":"{compact}"}"#, reading("a b", .qr), false),
        Holding(#"{"gtin13":"{text}"}"#, Codes.product, true),
        Holding(#"{"text":"{gtin12}"}"#, Codes.product, false),
        Holding(#"{"not":{"text":"{gtin12}"}}"#, Codes.product, true),
        Holding(#"{"text":{"prefix":"{gtin12}"}}"#, Codes.product, false),
        Holding(#"{"url":{"contains":"{host}"}}"#, Codes.link, true),
        Holding(#"{"text":"{url}"}"#, Codes.link, true),
        Holding(#"{"text":{"suffix":"{query.id}"}}"#, Codes.link, false),
        Holding(#"{"json.s":"{json.s}"}"#, Codes.json, true),
        Holding(#"{"json.n":"{json.s}"}"#, Codes.json, false),
        Holding(#"{"json.n":{"<":"{json.f}"}}"#, Codes.json, true),
        Holding(#"{"json.l.0":"{json.l}"}"#, Codes.json, true),
        Holding(#"{"json.m.0":"{json.m}"}"#, Codes.json, true),
        Holding(#"{"json.m":"{json.n}"}"#, Codes.json, false),
        Holding(#"{"json.n":{"<":"{json.m}"}}"#, Codes.json, true),
        Holding(#"{"json.n":{">":"{json.m.0}"}}"#, Codes.json, false),
        Holding(#"{"emails":"{emails}"}"#, Codes.mail, true),
        // An empty value is no piece of any text.
        Holding(#"{"text":{"contains":"{json.e}"}}"#, Codes.json, false),
        // What has braces but no name in them is a text.
        Holding(#"{"text":"{\"a\":1}"}"#, reading(#"{"a":1}"#, .qr), true),
        Holding(#"{"text":"{}"}"#, reading("{}", .qr), true),
        Holding(#"{"text":"{a b}"}"#, reading("{a b}", .qr), true),
        Holding(#"{"text":"x{text}"}"#, reading("x{text}", .qr), true),
        Holding(#"{"text":{"prefix":"{\""}}"#, reading(#"{"a":1}"#, .qr), true),
    ]

    @Test("may be the value of another name", arguments: cases)
    func holds(_ example: Holding) throws {
        #expect(try example.answers(constants: Self.constants) == [true, true, true].map { $0 == example.holds })
    }

    static let refused = [
        Refusal(#"{"text":"{txt}"}"#, "no code has a field 'txt' (did you mean 'text'?)"),
        Refusal(#"{"text":"{const.ww}"}"#, "no rule file has a constant 'ww' (did you mean 'w'?)"),
        Refusal(#"{"host":"{const.h} x"}"#, "a host such as example.com"),
        Refusal(#"{"text":"{price}"}"#, "they are never equal"),
        Refusal(#"{"price":"{text}"}"#, "they are never equal"),
        Refusal(#"{"text":"{secret.x}"}"#, "a secret is compared with nothing"),
        Refusal(#"{"text":"{match.a}"}"#, "nothing is captured as 'a'"),
        Refusal(#"{"text":"{catalog.c.x}"}"#, "no row of 'c' is known"),
        Refusal(#"{"text":{"prefix":"{const.empty}"}}"#, "every text has an empty prefix"),
        Refusal(#"{"isbn13":"{const.w}"}"#, "'isbn13' is an ISBN"), Refusal(#"{"scan.date":"{const.w}"}"#, "is a date"),
        Refusal(#"{"secret.x":"y"}"#, "a secret is tested by nothing"),
        Refusal(#"{"scan.day":"x"}"#, "a scan has no 'day'"),
        Refusal(#"{"catalog.c":"x"}"#, "a cell of a catalogue is catalog.LIST.COLUMN"),
        Refusal(#"{"catalog.c.x":"y"}"#, "no row of 'c' is known"),
    ]

    @Test("must be something that is known there", arguments: refused)
    func refuses(_ example: Refusal) {
        let found = mistakes(oneRule(when: example.json, constants: Self.constants))
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.contains(example.message) == true, "\(found)")
    }

    @Test("a catalogue's columns are known, and that there is such a catalogue")
    func catalogs() throws {
        let catalogs = [try Catalog(name: "c", csv: Array("k,shelf\nx,B2\n".utf8))]
        let wrong = oneRule(when: #"{"text":{"catalog":"c"},"catalog.c.shlef":"B2"}"#)
        #expect(
            mistakes(wrong, catalogs: catalogs).first?.contains("has no column 'shlef' (did you mean 'shelf'?)") == true
        )
        let missing = mistakes(oneRule(when: #"{"text":{"catalog":"d"},"catalog.d.shelf":"B2"}"#), catalogs: catalogs)
        #expect(missing.count == 1)
        #expect(missing.first?.contains("there is no catalogue 'd' (did you mean 'c'?)") == true)
        let either = #"{"any":[{"text":{"catalog":"c"}},{"kind":"url"}],"catalog.c.shelf":"B2"}"#
        #expect(mistakes(oneRule(when: either), catalogs: catalogs).first?.contains("is not known here") == true)
        let said = try language(
            oneRule(when: #"{"text":{"catalog":"c"}}"#, do: say("{catalog.c.shelf|none}")), catalogs: catalogs)
        #expect(said.resolve(reading("x", .qr)).actions.first?["text"] == .text("B2"))
        #expect(
            mistakes(oneRule(when: #"{"text":{"catalog":"c"}}"#, do: say("{catalog.c.shelf}")), catalogs: catalogs)
                .count == 1)
    }
}
