import Beeline
import Foundation
import TestPrograms
import Testing

@Suite("Output as JSON")
struct JSONOutputTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let line: String
        var input = "lines"
        let expected: String
    }

    static let cases = [
        Case(
            testDescription: "a book", line: "9784873119045",
            expected: #"""
                {"version":1,"input":"9784873119045","results":[{
                  "symbol":{"symbology":"unknown","text":"9784873119045"},
                  "content":{"kind":"isbn","isbn13":"9784873119045","isbn10":"4873119049","hyphenated":"978-4-87311-904-5",
                             "group":"4","agency":"Japan","registrant":"87311","publication":"904"},
                  "resolution":{"rule":"book.amazon","actions":[
                    {"action":"open-url","rule":"book.amazon","url":"https://www.amazon.com/dp/4873119049",
                     "link":{"verdict":"allow","reasons":[]}}]}}]}
                """#),
        Case(
            testDescription: "a UPC-E by the name of another scanner", line: "VNBarcodeSymbologyUPCE\t04252614",
            input: "tsv",
            expected: #"""
                {"version":1,"input":"VNBarcodeSymbologyUPCE\t04252614","results":[{
                  "symbol":{"symbology":"upc_e","text":"04252614","aim":"]E0"},
                  "content":{"kind":"product","gtin14":"00042100005264","gtin13":"0042100005264",
                             "gtin12":"042100005264","upcE":"04252614","region":"US",
                             "restricted":false,"coupon":false,"refund":false},
                  "resolution":{"rule":"product.ean13","actions":[
                    {"action":"open-url","rule":"product.ean13",
                     "url":"https://world.openfoodfacts.org/product/0042100005264",
                     "link":{"verdict":"allow","reasons":[]}}]}}]}
                """#),
        Case(
            testDescription: "a name that says that it is of GS1", line: "gs1_128\t00395201234567890505", input: "tsv",
            expected: #"""
                {"version":1,"input":"gs1_128\t00395201234567890505","results":[{
                  "symbol":{"symbology":"code_128","text":"00395201234567890505","aim":"]C1"},
                  "content":{"kind":"gs1","bracketed":"(00)395201234567890505",
                             "elementString":"00395201234567890505",
                             "digitalLink":"https://id.gs1.org/00/395201234567890505",
                             "sscc":"395201234567890505","ai":{"00":"395201234567890505"}},
                  "resolution":{"rule":"gs1.show","actions":[
                    {"action":"emit","rule":"gs1.show","fields":{"gtin":"","sscc":"395201234567890505","lot":"",
                      "serial":"","expiry":"","bestBefore":""}}]}}]}
                """#),
        Case(
            testDescription: "an object, which is given back whole",
            line: #"{"id": 7, "text":"9784873119045","symbology":"EAN-13","addOn":"52495"}"#, input: "json",
            expected: #"""
                {"version":1,"input":{"id":7,"text":"9784873119045","symbology":"EAN-13","addOn":"52495"},"results":[{
                  "symbol":{"symbology":"ean_13","text":"9784873119045","aim":"]E0","addOn":"52495"},
                  "content":{"kind":"isbn","isbn13":"9784873119045","isbn10":"4873119049","hyphenated":"978-4-87311-904-5",
                             "group":"4","agency":"Japan","registrant":"87311","publication":"904"},
                  "resolution":{"rule":"book.amazon","actions":[
                    {"action":"open-url","rule":"book.amazon","url":"https://www.amazon.com/dp/4873119049",
                     "link":{"verdict":"allow","reasons":[]}}]}}]}
                """#),
        Case(
            testDescription: "bytes that are no text", line: #"{"bytes":"Af8="}"#, input: "json",
            expected: #"""
                {"version":1,"input":{"bytes":"Af8="},"results":[{
                  "symbol":{"symbology":"unknown","bytes":"Af8="},
                  "content":{"kind":"binary","bytes":"Af8="},
                  "resolution":{"rule":null,"actions":[]}}]}
                """#),
        Case(
            testDescription: "bytes that are not UTF-8", line: #"{"bytes":"/w=="}"#, input: "json",
            expected: #"""
                {"version":1,"input":{"bytes":"/w=="},"results":[{
                  "symbol":{"symbology":"unknown","text":"ÿ","bytes":"/w==","charset":"ISO-8859-1"},
                  "content":{"kind":"text"},
                  "warnings":[{"code":"guessed-charset",
                    "message":"the bytes are not UTF-8; the text is a guess (ISO-8859-1)"}],
                  "resolution":{"rule":null,"actions":[{"action":"emit","rule":"text.show","fields":{"text":"ÿ"}}]}}]}
                """#),
        Case(
            testDescription: "a wrong check digit", line: "ean_13\t9784873119046", input: "tsv",
            expected: #"""
                {"version":1,"input":"ean_13\t9784873119046","results":[{
                  "symbol":{"symbology":"ean_13","text":"9784873119046","aim":"]E0"},
                  "content":{"kind":"text"},
                  "warnings":[{"code":"wrong-check-digit",
                    "message":"not an ISBN: the check digit is 6, expected 5"}],
                  "resolution":{"rule":null,"actions":[
                    {"action":"emit","rule":"text.show","fields":{"text":"9784873119046"}}]}}]}
                """#),
        Case(
            testDescription: "what cannot be read", line: "no tab", input: "tsv",
            expected: #"""
                {"version":1,"input":"no tab",
                 "error":{"code":"bad-input","message":"the tab is missing: a line must be symbology, tab, text"}}
                """#),
    ]

    @Test("a code has exactly the members that it should", arguments: cases)
    func shape(_ case: Case) async throws {
        let result = try await beeline("resolve", "-", "--input", `case`.input, "--format", "json", input: `case`.line)
        #expect(result.errors.isEmpty)
        try #require(result.lines.count == 1)
        #expect(try json(result.lines[0]) == json(`case`.expected))
    }

    @Test("a symbol in a picture also has its outline, quality and decoder")
    func scanned() async throws {
        let result = try await beeline("scan", "--format", "json", "Examples/book.jpg")
        #expect(result.status == 0)
        let object = try #require(try result.objects().first)
        #expect(Set(object.keys) == ["version", "input", "results"])
        let results = try #require(object["results"] as? [[String: Any]])
        try #require(results.count == 1)
        #expect(Set(results[0].keys) == ["symbol", "content", "resolution"])
        let symbol = try #require(results[0]["symbol"] as? [String: Any])
        #expect(Set(symbol.keys) == ["symbology", "text", "aim", "addOn", "outline", "quality", "decoder"])
        #expect(symbol["decoder"] as? String == "zbar")
        let outline = try #require(symbol["outline"] as? [[Int]])
        #expect(outline.map(\.count) == [2, 2, 2, 2])
    }

    @Test("there is a line for each picture, in their order, with errors among them")
    func oneLineEach() async throws {
        let inputs = [
            "Examples/book.jpg", "missing.jpg", "Examples/poster.webp", "README.md", "Tests", "/dev/null",
            "Examples/book.jpg",
        ]
        let result = try await beeline(["scan", "--format", "json"] + inputs)
        let objects = try result.objects()
        #expect(objects.map { $0["input"] as? String } == inputs)
        let codes = objects.map { ($0["error"] as? [String: String])?["code"] ?? "" }
        #expect(
            codes == ["", "cannot-open", "", "unreadable-image", "cannot-open", "unreadable-image", ""])
        #expect(result.status == 3)
        #expect(result.errors.isEmpty)
    }

    static let documents = [
        "9784873119045", "https://example.com/?q=1", "hello", "WIFI:T:WPA;S:Guest;P:open sesame;;",
        "otpauth://totp/ACME:bob?secret=JBSWY3DPEHPK3PXP&issuer=ACME", "(01)09521234543213(10)AB-1",
    ]

    @Test("the library gives the documents that the command prints", arguments: documents)
    func libraryDocuments(_ code: String) async throws {
        let resolver = try Resolver(rules: .bundled)
        let symbol = Symbol(.unknown, code)
        let hidden = try await beeline("resolve", "--format", "json", code)
        #expect(resolver.resolve(symbol).json() + "\n" == hidden.output)
        let shown = try await beeline("resolve", "--format", "json", "--show-secrets", code)
        #expect(resolver.resolve(symbol).json(showsSecrets: true) + "\n" == shown.output)
        let explained = try await beeline("explain", "--format", "json", code)
        #expect(resolver.explain(symbol).json() + "\n" == explained.output)
    }

    @Test("the secret of one code of an image is hidden in the others, and in the name of the image")
    func librarySecrets() throws {
        let resolver = try Resolver(rules: .bundled)
        let symbols = [Symbol(.qr, "WIFI:T:WPA;S:Guest;P:open sesame;;"), Symbol(.qr, "say open sesame")]
        let resolutions = resolver.resolve(symbols)
        let document = resolutions.json(input: "open sesame.png")
        #expect(!document.contains("sesame") && document.contains("•••"), "\(document)")
        #expect(resolutions.json(input: "open sesame.png", showsSecrets: true).contains("say open sesame"))
    }

    @Test("the outcomes of the actions are in the same object")
    func libraryOutcomes() throws {
        let resolver = try Resolver(rules: .bundled)
        let resolution = resolver.resolve(Symbol(.ean13, "9784873119045"))
        let outcomes = resolution.actions.map { Outcome(action: $0, status: .notAllowed, message: "not allowed") }
        let document = resolution.json(outcomes: outcomes, input: "shelf.jpg")
        #expect(document.hasPrefix(#"{"version":1,"input":"shelf.jpg","results":["#))
        #expect(document.contains(#""outcome":{"status":"refused","message":"not allowed","results":{}}"#))
    }
}
