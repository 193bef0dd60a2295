import BeelineSupport
import BeelineSymbols
import Testing

@Suite("Symbols as JSON")
struct SymbolJSONTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let symbol: Symbol
        let why: String
        var testDescription: String { why }
    }

    static let outline = Outline(
        topLeft: Point(x: 12, y: 8), topRight: Point(x: 310, y: 8), bottomRight: Point(x: 310, y: 96),
        bottomLeft: Point(x: -1, y: 96))

    static let samples =
        Symbology.all.map { Sample(symbol: Symbol($0, "1"), why: $0.title) } + [
            Sample(symbol: Symbol(.other("Plessey"), "1"), why: "other symbology"),
            Sample(symbol: Symbol(.qr, ""), why: "empty text"),
            Sample(symbol: Symbol(.qr, "a\0\r\n\"\\\u{7F}é🐝"), why: "every kind of character"),
            Sample(symbol: Symbol(.qr, bytes: []), why: "no bytes"),
            Sample(symbol: Symbol(.qr, bytes: [0x61, 0x00, 0x62]), why: "bytes that are text with NUL"),
            Sample(symbol: Symbol(.qr, bytes: [0xFF, 0x00, 0xFE]), why: "bytes that are no text"),
            Sample(
                symbol: Symbol(.qr, bytes: [0x83, 0x65]) { _ in ("テ", "Shift_JIS") },
                why: "bytes with a guessed text"),
            Sample(symbol: Symbol(.code128, "10ABC", aim: "]C1"), why: "an identifier that is not the usual one"),
            Sample(symbol: Symbol(.ean13, "9784873119045", addOn: "52495"), why: "add-on"),
            Sample(
                symbol: Symbol(.qr, "a", sighting: Sighting(outline: nil, decoder: "zbar")), why: "sighting"),
            Sample(
                symbol: Symbol(
                    .qr, "a", sighting: Sighting(outline: outline, others: [outline, outline], decoder: "zxing")),
                why: "copies"),
            Sample(
                symbol: Symbol(.qr, "a", sighting: Sighting(outline: nil, copies: 12, decoder: "")),
                why: "copies without their places, of another program"),
            Sample(
                symbol: Symbol(
                    .qr, bytes: [0x80], addOn: "05",
                    sighting: Sighting(outline: outline, decoder: "", quality: 0, page: -1)),
                why: "everything"),
        ] + parts

    private static let parts = [(0, 2, "85"), (3, nil, nil), (99_999, 100_000, "")].map { index, count, id in
        var symbol = Symbol(.pdf417, "a")
        symbol.structuredAppend = StructuredAppend(index: index, count: count, id: id)
        return Sample(symbol: symbol, why: "part \(index) of a message")
    }

    @Test("a written symbol is read again, complete", arguments: samples)
    func roundTrips(_ sample: Sample) throws {
        let read = try Symbol(json: JSONValue(parsing: Self.written(sample.symbol)))
        #expect(read == sample.symbol)
        #expect(read.bytes == sample.symbol.bytes)
        #expect(read.encoding == sample.symbol.encoding)
    }

    @Test("the object is the one that the documentation shows")
    func writes() throws {
        let symbol = Symbol(.ean13, "9784873119045", sighting: Sighting(outline: Self.outline, decoder: "zbar"))
        let expected = """
            {"symbology":"ean_13","text":"9784873119045","aim":"]E0",\
            "outline":[[12,8],[310,8],[310,96],[-1,96]],"decoder":"zbar"}
            """
        #expect(String(decoding: Self.written(symbol), as: UTF8.self) == expected)
    }

    struct Foreign: Sendable, CustomTestStringConvertible {
        let json: String
        let symbol: Symbol
        var testDescription: String { json }
    }

    static let foreign = [
        Foreign(json: #"{"text":"a"}"#, symbol: Symbol(.unknown, "a")),
        Foreign(json: #"{"text":"a","symbology":null,"aim":null}"#, symbol: Symbol(.unknown, "a")),
        Foreign(json: #"{"text":"1","symbology":"org.gs1.EAN-13","new":{}}"#, symbol: Symbol(.ean13, "1")),
        Foreign(json: #"{"bytes":"YQ=="}"#, symbol: Symbol(.unknown, "a")),
        Foreign(json: #"{"text":"a","aim":"","addOn":""}"#, symbol: Symbol(.unknown, "a")),
        Foreign(json: #"{"text":"10A","symbology":"GS1-128"}"#, symbol: Symbol(.code128, "10A", aim: "]C1")),
        Foreign(json: #"{"text":"10A","symbology":"]d2"}"#, symbol: Symbol(.dataMatrix, "10A", aim: "]d2")),
        Foreign(json: #"{"text":"a","symbology":"gs1_128","aim":"]C0"}"#, symbol: Symbol(.code128, "a", aim: "]C0")),
        Foreign(
            json: #"{"bytes":"/w==","text":"ÿ"}"#,
            symbol: Symbol(.unknown, bytes: [0xFF]) { _ in ("ÿ", "unknown") }),
    ]

    @Test("symbols of other programs are read", arguments: foreign)
    func readsForeign(_ foreign: Foreign) throws {
        #expect(try Symbol(json: JSONValue(parsing: foreign.json.utf8)) == foreign.symbol)
    }

    static let faults: [(String, String)] = [
        ("[]", "must be an object with 'text' or 'bytes', not a list"),
        (#""a""#, "must be an object with 'text' or 'bytes', not a string"),
        ("{}", "'text' or 'bytes' is missing"),
        (#"{"text":null}"#, "'text' or 'bytes' is missing"),
        (#"{"text":1}"#, "'text': must be a string, not a number"),
        (#"{"bytes":"a"}"#, "'bytes': not Base64"),
        (#"{"text":"a","symbology":["ean_13"]}"#, "'symbology': must be a string, not a list"),
        (#"{"text":"a","aim":"E0"}"#, "'aim': 'E0' is not like ]E0"),
        (
            #"{"bytes":"0/I=","charset":"cp1"}"#,
            "'charset': " + (Conversion.Charset.problem(with: "cp1") ?? "nothing is wrong")
        ),
        (#"{"text":"a","addOn":52495}"#, "'addOn': must be a string, not a number"),
        (#"{"text":"a","decoder":true}"#, "'decoder': must be a string, not a boolean"),
        (#"{"text":"a","decoder":"","outline":[[1,2]]}"#, "'outline': it must be a list of four corners"),
        (
            #"{"text":"a","decoder":"","outline":[[1,2],[1],[1,2],[1,2]]}"#,
            "'outline': a corner must be a list of two whole numbers"
        ),
        (
            #"{"text":"a","structuredAppend":"1"}"#,
            #"'structuredAppend': an object like {"index":0,"count":2,"id":"85"} is expected"#
        ),
        (
            #"{"text":"a","structuredAppend":{}}"#,
            #"'structuredAppend': an object like {"index":0,"count":2,"id":"85"} is expected"#
        ),
        (
            #"{"text":"a","structuredAppend":{"index":2,"count":2}}"#,
            #"'structuredAppend': an object like {"index":0,"count":2,"id":"85"} is expected"#
        ),
        (
            #"{"text":"a","structuredAppend":{"index":-1}}"#,
            #"'structuredAppend': an object like {"index":0,"count":2,"id":"85"} is expected"#
        ),
        (
            #"{"text":"a","structuredAppend":{"index":0,"count":"2"}}"#,
            #"'structuredAppend': an object like {"index":0,"count":2,"id":"85"} is expected"#
        ),
        (
            #"{"text":"a","structuredAppend":{"index":0,"count":100001}}"#,
            #"'structuredAppend': an object like {"index":0,"count":2,"id":"85"} is expected"#
        ),
    ]

    @Test("an invalid symbol is an error that names the member", arguments: faults)
    func refuses(json: String, message: String) throws {
        let value = try JSONValue(parsing: json.utf8)
        let error = #expect(throws: SymbolFormatError.self) { try Symbol(json: value) }
        #expect(error?.description == message)
    }

    @Test("corners far outside of any image stay within their type")
    func clampsCorners() throws {
        let corner = "[9223372036854775807,-9223372036854775808]"
        let json = #"{"text":"a","decoder":"","outline":[\#(corner),\#(corner),\#(corner),\#(corner)]}"#
        let outline = try Symbol(json: JSONValue(parsing: json.utf8)).sighting?.outline
        #expect(outline?.topLeft == Point(x: Int(Int32.max), y: Int(Int32.min)))
        #expect(outline?.center == outline?.topLeft)
    }

    private static func written(_ symbol: Symbol) -> [UInt8] {
        var json = JSONWriter()
        symbol.write(to: &json)
        return json.bytes
    }
}
