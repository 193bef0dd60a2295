import BeelineContent
import BeelineRules
import BeelineSymbols
import Testing

@Suite("Conditions")
struct ConditionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let when: String
        let reading: Reading
        let holds: Bool
        let why: String
        var testDescription: String { why }

        init(_ when: String, _ reading: Reading, _ holds: Bool, _ why: String) {
            (self.when, self.reading, self.holds, self.why) = (when, reading, holds, why)
        }
    }

    private static let book = reading("9784873119045", .ean13)
    private static let book979 = reading("9791034300013", .ean13)
    private static let product = reading("4902370548495", .ean13)
    private static let restricted = reading("2000000000008", .ean13)
    private static let link = reading("https://example.com/a?id=7&empty=&q=a+b%21&id=8", .qr)
    private static let composed = reading("caf\u{E9}", .qr)
    private static let decomposed = reading("cafe\u{301}", .qr)
    private static let binary = ContentParser.reading(of: Symbol(.qr, bytes: [0xFF, 0x00]))

    static let cases = [
        Case("{}", book, true, "an empty condition holds for a book"),
        Case("{}", binary, true, "an empty condition holds for bytes"),
        Case(#"{"kind":"isbn"}"#, book, true, "the kind"),
        Case(#"{"kind":"isbn"}"#, product, false, "another kind"),
        Case(#"{"kind":["isbn","product"]}"#, product, true, "one of a list of kinds"),
        Case(#"{"kind":{"prefix":"is"}}"#, book, true, "a kind is a text, too"),
        Case(#"{"symbology":"ean_13"}"#, book, true, "the symbology"),
        Case(#"{"symbology":["qr_code","unknown"]}"#, book, false, "none of a list of symbologies"),
        Case(#"{"symbology":"unknown"}"#, reading("x"), true, "a typed code"),
        Case(#"{"symbology":"unknown"}"#, reading("x", .other("Zz")), false, "one that the table lacks is not unknown"),
        Case(#"{"isbn13":"9784873119045"}"#, book, true, "equality"),
        Case(#"{"isbn13":"9791034300013"}"#, book, false, "inequality"),
        Case(#"{"isbn10":["4873119049","0306406152"]}"#, book, true, "one of a list"),
        Case(#"{"isbn10":"4873119049"}"#, book979, false, "nothing equals an absent field"),
        Case(#"{"not":{"isbn10":"4873119049"}}"#, book979, true, "not reverses that for an absent field"),
        Case(#"{"isbn10":{"exists":true}}"#, book979, false, "absent"),
        Case(#"{"isbn10":{"exists":false}}"#, book979, true, "absent is wanted"),
        Case(#"{"isbn10":{"exists":false}}"#, product, true, "a kind that never has it lacks it"),
        Case(#"{"not":{"isbn10":{"exists":false}}}"#, book, true, "not absent"),
        Case(#"{"text":"caf\u00e9"}"#, composed, true, "the same scalars"),
        Case(#"{"text":"caf\u00e9"}"#, decomposed, false, "composed is not decomposed"),
        Case(#"{"text":"cafe\u0301"}"#, decomposed, true, "decomposed is decomposed"),
        Case(#"{"text":{"prefix":"cafe"}}"#, decomposed, true, "a prefix may end inside of a letter"),
        Case(#"{"text":{"prefix":"caf\u00e9"}}"#, decomposed, false, "a prefix is by scalars"),
        Case(#"{"text":"CAF\u00c9"}"#, composed, false, "case counts"),
        Case(#"{"text":{"prefix":["x","97"]}}"#, book, true, "one of several prefixes"),
        Case(#"{"text":{"prefix":"97848731190451"}}"#, book, false, "a prefix longer than the text"),
        Case(#"{"text":{"prefix":"978","exists":true}}"#, book, true, "both tests hold"),
        Case(#"{"text":{"prefix":"979","exists":true}}"#, book, false, "one of two tests fails"),
        Case(#"{"text":{"exists":false}}"#, binary, true, "bytes have no text"),
        Case(#"{"text":""}"#, reading("", .qr), true, "an empty text is present and equals itself"),
        Case(#"{"text":{"exists":true}}"#, reading("", .qr), true, "an empty text exists"),
        Case(#"{"compact":"ab"}"#, reading(" a\tb\u{A0}", .qr), true, "compact has no white space"),
        Case(#"{"restricted":true}"#, restricted, true, "true"),
        Case(#"{"restricted":false}"#, restricted, false, "not false"),
        Case(#"{"restricted":[true,false]}"#, product, true, "either"),
        Case(#"{"restricted":false}"#, book, false, "false is not absent"),
        Case(#"{"query.id":"7"}"#, link, true, "the first parameter of a query counts"),
        Case(#"{"query.q":"a b!"}"#, link, true, "a parameter is decoded"),
        Case(#"{"query.empty":{"exists":true}}"#, link, true, "an empty parameter exists"),
        Case(#"{"query.none":{"exists":true}}"#, link, false, "another parameter does not"),
        Case(#"{"query.id":{"exists":true}}"#, book, false, "a book has no query"),
        Case(#"{"addOn":"51995"}"#, reading("9784873119045", .ean13, addOn: "51995"), true, "the add-on"),
        Case(#"{"host":{"prefix":"example."},"scheme":["http","https"]}"#, link, true, "every entry holds"),
        Case(#"{"host":"example.com","scheme":"http"}"#, link, false, "one entry fails"),
        Case(#"{"all":[{"kind":"url"},{"host":"example.com"}]}"#, link, true, "all hold"),
        Case(#"{"all":[{"kind":"url"},{"host":"example.org"}]}"#, link, false, "not all hold"),
        Case(#"{"any":[{"kind":"isbn"},{"host":"example.com"}]}"#, link, true, "one holds"),
        Case(#"{"any":[{"kind":"isbn"},{"kind":"product"}]}"#, link, false, "none holds"),
        Case(#"{"not":{"any":[{"kind":"isbn"},{"not":{"kind":"url"}}]}}"#, link, true, "nested"),
        Case(#"{"text":"{const.word}"}"#, reading("it's", .qr), true, "an operand may be a constant"),
        Case(#"{"text":{"prefix":["{const.word}"]}}"#, reading("it's me", .qr), true, "so may a prefix"),
        Case(#"{"text":"{"}"#, reading("{", .qr), true, "a lone brace is itself"),
    ]

    @Test(arguments: cases)
    func holds(_ example: Case) throws {
        let rules = try ruleSet(oneRule(when: example.when, constants: #"{"word":"it's"}"#))
        #expect((rules.resolve(example.reading).rule != nil) == example.holds)
    }
}
