import BeelineSupport
import BeelineSymbols
import Testing

@Suite("Symbols from lines of JSON")
struct SymbolJSONTextTests {
    /// What a line gives: the symbol, or what is wrong.
    enum Verdict: Hashable {
        /// With what equality of symbols leaves out.
        case symbol(Symbol, text: [UInt8], isGS1: Bool, hasRawBytes: Bool)
        case notJSON(JSONError)
        case noSymbol(SymbolFormatError)

        init(_ read: () throws -> Symbol) throws {
            do {
                let symbol = try read()
                self = .symbol(
                    symbol, text: Array((symbol.text ?? "").utf8), isGS1: symbol.isGS1, hasRawBytes: symbol.hasRawBytes)
            } catch let error as JSONError {
                self = .notJSON(error)
            } catch let error as SymbolFormatError {
                self = .noSymbol(error)
            }
        }
    }

    static func expectAgreement(_ line: [UInt8], _ location: SourceLocation = #_sourceLocation) throws {
        let fast = try Verdict { try Symbol(parsingJSON: line.span) }
        let slow = try Verdict { try Symbol(json: JSONValue(parsing: line)) }
        #expect(fast == slow, "\(String(decoding: line, as: UTF8.self))", sourceLocation: location)
    }

    static let plain = [
        #"{"symbology":"EAN_13","text":"9784873119045"}"#,
        #"{"text":"9784873119045"}"#,
        #" { "text" : "a" , "symbology" : "qr_code" } "#,
        #"{"text":"Chloé 🐝","symbology":"QR_CODE"}"#,
        #"{"text":"\"\\\/\b\f\n\r\t\u0000\u00e9\uD83D\uDC1D\uffff","symbology":null}"#,
        #"{"symbology":"GS1-128","text":"10ABC"}"#,
        #"{"symbology":"GS1-128","text":"10ABC","aim":"]C0"}"#,
        #"{"symbology":"Plessey","text":"1","aim":"","addOn":null}"#,
        #"{"symbology":"\u0065an_13","text":"9784873119045","addOn":"52495"}"#,
        #"{"id":17,"at":-1700000000000,"ok":true,"text":"","more":"été","charset":"x"}"#,
        // Names that are as long as another, or longer by one.
        #"{"mist":1,"texts":"b","test":"c","text":"a","til":2,"aims":"]C1","nim":"]C1","symbologie":"qr"}"#,
        #"{"":1,"text":"a","\#(String(repeating: "x", count: 254))":"b"}"#,
    ]

    @Test("a plain object means the same as its value", arguments: plain)
    func readsPlainObjects(line: String) throws {
        #expect(throws: Never.self) { try Symbol(parsingJSON: line.utf8.span) }
        try Self.expectAgreement(Array(line.utf8))
    }

    static let rare = [
        "", " ", "{", "{}", "[]", "null", "\"text\"", "{\"text\"}", "{\"text\":}", "{\"text\":\"a\"",
        "{\"text\":\"a\"}}",
        "{\"text\":\"a\",}", "{,\"text\":\"a\"}", "{\"text\":\"a\" \"aim\":\"]E0\"}", "{\"text\":\"a\"} x",
        "{text:\"a\"}",
        "\u{FEFF}{\"text\":\"a\"}", "{\"text\":\"a\u{1}\"}", "{\"text\":\"a\tb\"}", "{\"text\":'a'}",
        #"{"text":"a","text":"b"}"#, #"{"text":"a","t\u0065xt":"b"}"#, #"{"\u0074ext":"a"}"#,
        #"{"x":1,"x":2,"text":"a"}"#, #"{"text":"\x"}"#, #"{"text":"\u12"}"#, #"{"text":"\uD83D"}"#,
        #"{"text":"\uD83Dx"}"#, #"{"text":"\uDC1D"}"#, #"{"text":"\uD83D\u0041"}"#, #"{"text":"\"#, #"{"text":"\u"}"#,
        #"{"text":1}"#, #"{"text":null}"#, #"{"text":true}"#, #"{"text":["a"]}"#, #"{"text":"a","symbology":1}"#,
        #"{"text":"a","aim":"E0"}"#, #"{"text":"a","aim":1}"#, #"{"text":"a","addOn":"123"}"#,
        #"{"text":"a","addOn":"1x"}"#, #"{"text":"a","addOn":12}"#, #"{"text":"a","n":01}"#, #"{"text":"a","n":-}"#,
        #"{"text":"a","n":1.5}"#, #"{"text":"a","n":1e3}"#, #"{"text":"a","n":-0}"#, #"{"text":"a","n":1x}"#,
        #"{"text":"a","n":9223372036854775807}"#, #"{"text":"a","n":9223372036854775808}"#,
        #"{"text":"a","n":999999999999999999999999999}"#, #"{"text":"a","n":nul}"#, #"{"text":"a","n":nullx}"#,
        #"{"text":"a","n":True}"#, #"{"bytes":"YQ=="}"#, #"{"bytes":"?"}"#, #"{"text":"a","bytes":"gA==","charset":1}"#,
        #"{"text":"a","decoder":"zbar","outline":[[1,2],[3,4],[5,6],[7,8]]}"#, #"{"text":"a","decoder":1}"#,
        #"{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"text":"a"}"#,
        #"{"text":"a","\#(String(repeating: "x", count: 255))":"b"}"#, #"{"":1,"":2,"text":"a"}"#,
        String(repeating: #"{"text":"#, count: 3_000),
    ]

    @Test("rare and wrong lines give the same result in both parsers", arguments: rare)
    func agreesOnRareLines(line: String) throws {
        try Self.expectAgreement(Array(line.utf8))
    }

    @Test("bytes that are not UTF-8 are refused, wherever they are")
    func refusesBrokenUTF8() throws {
        let broken: [[UInt8]] = [
            [0x80], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0xFF],
        ]
        for line in [#"{"text":"a@b","x":"c"}"#, #"{"text":"a","x":"@"}"#, #"{"text":"a","@":1}"#, #"{"text":"@\n"}"#] {
            for bytes in broken {
                let parts = Array(line.utf8).split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
                let whole = Array(parts.joined(separator: bytes))
                #expect(throws: JSONError.self) { try Symbol(parsingJSON: whole.span) }
                try Self.expectAgreement(whole)
            }
        }
    }

    @Test("ten thousand mutated lines give the same symbol, or the same error", arguments: [1, 2, 3, 4] as [UInt64])
    func agreesOnMutatedLines(seed: UInt64) throws {
        var generator = Generator(state: seed)
        let seeds = (Self.plain + Self.rare.dropLast()).map { Array($0.utf8) }
        let tokens = [
            "\"", "\\", "{", "}", ",", ":", "[", "]", " ", "\\u", "\\uD83D\\uDC1D", "0", "-", ".", "e", "null", "true",
            "\"text\":\"b\"", "\"aim\":\"]C1\"", "\"addOn\":\"05\"", "é", "\n", "\r", "\0", "1234567890",
        ].map { Array($0.utf8) }
        var readings = 0
        for _ in 0..<2_500 {
            var line = seeds.randomElement(using: &generator) ?? []
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                let place = Int.random(in: 0...line.count, using: &generator)
                let end = min(line.count, place + Int.random(in: 0...2, using: &generator))
                switch Int.random(in: 0...3, using: &generator) {
                case 0: line.removeSubrange(place..<end)
                case 1: line.insert(contentsOf: tokens.randomElement(using: &generator) ?? [], at: place)
                case 2: line.insert(UInt8.random(in: 0...255, using: &generator), at: place)
                default: line.replaceSubrange(place..<end, with: tokens.randomElement(using: &generator) ?? [])
                }
            }
            if (try? Symbol(parsingJSON: line.span)) != nil { readings += 1 }
            try Self.expectAgreement(line)
        }
        // Else nothing was tested but that both refuse.
        #expect(readings > 100)
    }

    @Test("a text is read right wherever its escapes and its letters stand", arguments: 0..<24)
    func readsTextsOfAllLengths(length: Int) throws {
        let start = String(repeating: "a", count: length)
        for end in ["", "é", "\\n", "\\\\", "é\\\"é", "\u{7F}", "🐝", "\\uD83D\\uDC1D", "\u{1F}"] {
            try Self.expectAgreement(Array("{\"text\":\"\(start)\(end)\(start)\",\"aim\":null}".utf8))
        }
    }

    /// Numbers that look random and are the same in each run (SplitMix64).
    struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }
    }
}
