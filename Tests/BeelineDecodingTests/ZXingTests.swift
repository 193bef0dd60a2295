import BeelineSymbols
import TestPictures
import Testing

@testable import BeelineDecoding

@Suite("What ZXing reads")
struct ZXingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let type: String
        let data: String
        var options: [String] = []
        let symbology: Symbology
        var text: String?
        let aim: String

        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "Aztec", type: "AZTEC", data: "Beeline 2D", symbology: .aztec, aim: "]z0"),
        Case(name: "PDF417", type: "PDF417", data: "Beeline stacked", symbology: .pdf417, aim: "]L2"),
        Case(
            name: "Data Matrix", type: "DATAMATRIX", data: "Beeline square", options: ["--square"],
            symbology: .dataMatrix, aim: "]d1"),
        Case(
            name: "Data Matrix, rectangular", type: "DATAMATRIX", data: "Bee", options: ["--vers=25"],
            symbology: .dataMatrix, aim: "]d1"),
        Case(
            name: "GS1 Data Matrix", type: "DATAMATRIX", data: "[01]09501101530003[10]ABC[21]7", options: ["--gs1"],
            symbology: .dataMatrix, text: "010950110153000310ABC\u{1D}217", aim: "]d2"),
        Case(
            name: "MaxiCode", type: "MAXICODE", data: "Beeline hexagons", options: ["--mode=4", "--scale=4"],
            symbology: .maxiCode, aim: "]U0"),
        Case(
            name: "Micro QR", type: "MICROQR", data: "12345", options: ["--scale=4"], symbology: .microQR, aim: "]Q1"),
        Case(
            name: "GS1 QR", type: "QRCODE", data: "[10]ABC[21]123", options: ["--gs1"], symbology: .qr,
            text: "10ABC\u{1D}21123", aim: "]Q3"),
        Case(
            name: "Code 39 with what may stand for a line feed", type: "CODE39", data: "AB$M/A+B", symbology: .code39,
            aim: "]A0"),
        Case(
            name: "DataBar Expanded, stacked", type: "DBAR_EXPSTK", data: "[01]09501101530003[10]ABC[21]X7",
            symbology: .databarExpanded, text: "010950110153000310ABC\u{1D}21X7", aim: "]e0"),
        Case(
            name: "DataBar, stacked", type: "DBAR_OMNSTK", data: "0950110153000", symbology: .databar,
            text: "0109501101530003", aim: "]e0"),
        Case(
            name: "DataBar Expanded with a separator", type: "DBAR_EXP", data: "[10]ABC[21]X7",
            symbology: .databarExpanded, text: "10ABC\u{1D}21X7", aim: "]e0"),
    ]

    @Test("codes that zint drew are read with text and AIM identifier", arguments: cases)
    func reads(_ code: Case) async throws {
        let image = try await Drawing.image(code.type, code.data, code.options).framed(8)
        let symbols = try PageReader(options: DecodeOptions()).read(image) { _ in }.symbols
        try #require(symbols.count == 1)
        #expect(symbols[0].symbology == code.symbology)
        #expect(symbols[0].text == code.text ?? code.data)
        #expect(symbols[0].aim?.description == code.aim)
        #expect(symbols[0].sighting?.decoder == "zxing")
    }

    @Test(
        "a Code 128 without data is not a symbol",
        arguments: [["211214", "311141", "411131"], ["211214", "411131", "411131"], ["211232", "411131", "411131"]])
    func dropsEmpty(_ characters: [String]) throws {
        var row: [UInt8] = []
        for (place, width) in (characters.joined() + "2331112").enumerated() {
            row += Array(repeating: place.isMultiple(of: 2) ? 0 : 255, count: 3 * (width.wholeNumberValue ?? 0))
        }
        let bars = GrayImage(width: row.count, height: 60, pixels: Array(repeatElement(row, count: 60).joined()))
        let symbols = try PageReader(options: DecodeOptions()).read(bars.framed(40)) { _ in }.symbols
        #expect(symbols.isEmpty)
    }

    @Test(
        "a Data Matrix is found at its place, wherever it is in a long picture",
        arguments: [0, 1], [0, 2_900, 3_072, 4_000, 6_100, 8_700])
    func findsInLongPictures(quarters: Int, place: Int) async throws {
        let code = try await Drawing.image("DATAMATRIX", "Beeline square", ["--square", "--scale=7"]).framed(8)
        let image = GrayImage.white(width: 300, height: 9_000).with(code, x: 20, y: place).turned(quarters)
        let symbols = try PageReader(options: DecodeOptions()).read(image) { _ in }.symbols
        try #require(symbols.map(\.text) == ["Beeline square"])
        let corners = try #require(symbols[0].sighting?.outline).corners
        // Its frame and its quiet zone have 22 pixels. Turned by a quarter, what was at the top is at the right.
        let start = corners.map { quarters == 0 ? Int($0.y) : 9_000 - Int($0.x) }.min() ?? 0
        #expect(abs(start - (place + 22)) < 12)
    }

    /// 2.3 built without std::span reads every DataBar Limited wrongly.
    @Test(
        "DataBar Limited is read, where the library does",
        .enabled(if: ZXingFormats.readable.contains(.databarLimited)),
        arguments: ["0950110153000", "0006851088910", "1999999999999", "0000000000000"])
    func readsLimited(_ digits: String) async throws {
        let image = try await Drawing.image("DBAR_LTD", digits, ["--scale=2", "--height=30"]).framed(20)
        let symbols = try PageReader(options: DecodeOptions()).read(image) { _ in }.symbols
        #expect(symbols.map(\.symbology) == [.databarLimited])
        #expect(symbols.first?.text?.dropLast() == "01\(digits)")
    }

    @Test("several codes of a kind are found at once, where the library can compare them")
    func givesAll() async throws {
        var page = GrayImage.white(width: 900, height: 700)
        for number in 0..<4 {
            let code = try await Drawing.image("DATAMATRIX", "Number \(number)", ["--square", "--scale=3"])
            page = page.with(code, x: 60 + number % 2 * 400, y: 60 + number / 2 * 300)
        }
        let found = try ZXingDecoder().symbols(in: page, asking: ZXingQuery(symbologies: [.dataMatrix]))
        // 1.4 looks from the middle of a picture only, where there is none here.
        #expect(ZXingLibrary.givesAll ? found.count == 4 : found.count <= 1)
        #expect(Set(found.compactMap(\.text)).count == found.count)
    }

    @Test(
        "a symbology that was not asked for is not given",
        arguments: [
            ("EANX", "9783161484100"), ("EANX", "0012345678905"), ("UPCA", "012345678905"), ("EANX", "96385074"),
        ])
    func givesOnlyWhatWasAskedFor(_ type: String, _ digits: String) async throws {
        let image = try await Drawing.image(type, digits, ["--scale=2", "--height=20"]).framed(20)
        let retail: [Symbology] = [.ean13, .upcA, .upcE, .ean8]
        var seen: Set<Symbology> = []
        for symbology in retail {
            let question = ZXingQuery(symbologies: [symbology])
            let found = try ZXingDecoder().symbols(in: image, asking: question).map(\.symbology)
            #expect(found.allSatisfy { $0 == symbology }, "\(found) for \(symbology)")
            seen.formUnion(found)
        }
        #expect(!seen.isEmpty)
    }

    /// ZXing reads its bars as a UPC-A.
    @Test("a Code 39 of four characters is not a UPC-A", arguments: ["C+HF", "CFI9", "M+88", "C98$", "1.T+", "C525"])
    func knowsShortCode39(_ text: String) async throws {
        let image = try await Drawing.image("CODE39", text, ["--scale=1", "--height=30"]).framed(20)
        let asked = ZXingQuery(symbologies: [.upcA, .ean13, .code39], leastLines: 1)
        // Later versions count the rows of both.
        if !ZXingLibrary.givesAll {
            #expect(try ZXingDecoder().symbols(in: image, asking: asked).map(\.symbology) == [.upcA])
        }
        for effort in DecodeEffort.allCases {
            var options = DecodeOptions()
            options.effort = effort
            let symbols = try PageReader(options: options).read(image) { _ in }.symbols
            #expect(symbols.map(\.symbology) == [.code39])
            #expect(symbols.map(\.text) == [text])
        }
    }

    struct Characters: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        var options = ["--binary"]
        let text: String?
        let encoding: TextEncoding
    }

    static let characters = [
        Characters(
            testDescription: "Latin-1", bytes: Array("Stra".utf8) + [0xDF, 0x65], text: "Straße",
            encoding: .guessed("ISO-8859-1")),
        Characters(
            testDescription: "Windows-1252", bytes: Array("5 ".utf8) + [0x80], text: "5 €",
            encoding: .guessed("Windows-1252")),
        Characters(
            testDescription: "kana", bytes: [0xC3, 0xDE, 0xBB, 0xDE, 0xB2, 0xDD], text: "ﾃﾞｻﾞｲﾝ",
            encoding: .guessed("Shift_JIS")),
        Characters(
            testDescription: "kanji", bytes: [0x93, 0xFA, 0x96, 0x7B], text: "日本", encoding: .guessed("Shift_JIS")),
        Characters(
            testDescription: "UTF-8 without ECI", bytes: Array("Grüße".utf8), text: "Grüße", encoding: .utf8),
        Characters(
            testDescription: "ECI 26", bytes: Array("Grüße, 世界".utf8), options: ["--eci=26"], text: "Grüße, 世界",
            encoding: .utf8),
        Characters(
            testDescription: "ECI 7 (Cyrillic)", bytes: Array("Жук".utf8), options: ["--eci=7"], text: "Жук",
            encoding: .utf8),
        Characters(
            testDescription: "bytes that are no text", bytes: [0xFF, 0x00, 0x01, 0xFE, 0x80], text: nil, encoding: .none
        ),
    ]

    @Test("character sets come from ECIs, then UTF-8, then a declared guess with the bytes", arguments: characters)
    func readsCharacters(_ code: Characters) async throws {
        let png = try await Drawing.png("QRCODE", code.bytes, code.options + ["--scale=4"])
        let symbols = try await LocalDecoder().symbols(in: .bytes(png))
        try #require(symbols.count == 1)
        #expect(symbols[0].text == code.text)
        #expect(symbols[0].encoding == code.encoding)
        if code.encoding != .utf8 { #expect(symbols[0].bytes == code.bytes) }
    }

    @Test("bracketed elements become element strings, with GS where one of variable length ends")
    func unbrackets() {
        func plain(_ text: String) -> String? {
            BracketedElements.plain(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(plain("(01)09501101530003(10)ABC(21)5") == "010950110153000310ABC\u{1D}215")
        #expect(plain("(3103)000123(15)991231") == "310300012315991231")
        #expect(plain("(10)A(B)C") == "10A(B)C")
        #expect(plain("plain") == nil)
        #expect(plain("(1)") == nil)
        #expect(plain("") == nil)
    }
}
