import BeelineSymbols
import Testing

/// A code to print, and what is to be read from it.
struct PrintedCode: Sendable, CustomTestStringConvertible {
    let name: String
    let zint: (type: String, data: [UInt8], options: [String])
    let symbology: Symbology
    let bytes: [UInt8]
    let aim: String
    var addOn: String?
    var text: String?
    var encoding = TextEncoding.utf8
    /// What zbarimg calls it.
    let zbarName: String

    var testDescription: String { name }

    /// A code whose content is plain text.
    init(
        _ name: String, _ type: String, _ data: String, _ options: [String] = [], is symbology: Symbology,
        _ zbarName: String, saying text: String, aim: String, addOn: String? = nil
    ) {
        self.name = name
        zint = (type, Array(data.utf8), options)
        self.symbology = symbology
        self.zbarName = zbarName
        bytes = Array(text.utf8)
        self.text = text
        self.aim = aim
        self.addOn = addOn
    }

    /// A QR code of bytes.
    init(qr name: String, _ bytes: [UInt8], text: String?, _ encoding: TextEncoding) {
        self.name = name
        zint = ("QRCODE", bytes, ["--binary"])
        symbology = .qr
        zbarName = "QR-Code"
        self.bytes = bytes
        self.text = text
        self.encoding = encoding
        aim = "]Q1"
    }

    /// A code of each symbology that ZBar reads and zint draws, which is all but the SQ code.
    static let all: [PrintedCode] = retail + industry + databar + qr

    static let retail: [PrintedCode] = [
        .init("EAN-13", "EANX", "978487311904", is: .ean13, "EAN-13", saying: "9784873119045", aim: "]E0"),
        .init(
            "EAN-13 with EAN-5", "EANX", "978487311904+52495", is: .ean13, "EAN-13", saying: "9784873119045",
            aim: "]E0", addOn: "52495"),
        .init(
            "EAN-13 with EAN-2", "EANX", "977123456789+05", is: .ean13, "EAN-13", saying: "9771234567898",
            aim: "]E0", addOn: "05"),
        .init("EAN-8", "EANX", "9638507", is: .ean8, "EAN-8", saying: "96385074", aim: "]E4"),
        .init("UPC-A", "UPCA", "03600029145", is: .upcA, "UPC-A", saying: "036000291452", aim: "]E0"),
        .init(
            "UPC-A with EAN-2", "UPCA", "03600029145+12", is: .upcA, "UPC-A", saying: "036000291452", aim: "]E0",
            addOn: "12"),
        .init(
            "UPC-A with EAN-5", "UPCA", "03600029145+51234", is: .upcA, "UPC-A", saying: "036000291452", aim: "]E0",
            addOn: "51234"),
        .init("UPC-E", "UPCE", "0425261", is: .upcE, "UPC-E", saying: "04252614", aim: "]E0"),
        .init(
            "UPC-E with EAN-2", "UPCE", "0425261+07", is: .upcE, "UPC-E", saying: "04252614", aim: "]E0", addOn: "07"),
    ]

    static let industry: [PrintedCode] = [
        .init("ITF-14", "ITF14", "1540014128876", is: .itf, "I2/5", saying: "15400141288763", aim: "]I0"),
        .init("ITF of ten digits", "C25INTER", "0123456789", is: .itf, "I2/5", saying: "0123456789", aim: "]I0"),
        .init("Codabar", "CODABAR", "A378-59/B", is: .codabar, "Codabar", saying: "A378-59/B", aim: "]F0"),
        .init("Code 39", "CODE39", "ABC-123 $", is: .code39, "CODE-39", saying: "ABC-123 $", aim: "]A0"),
        .init("Code 93", "CODE93", "BEELINE 93", is: .code93, "CODE-93", saying: "BEELINE 93", aim: "]G0"),
        .init("Code 128", "CODE128", "Wikipedia {x}~", is: .code128, "CODE-128", saying: "Wikipedia {x}~", aim: "]C0"),
        .init(
            "GS1-128", "GS1_128", "[01]09501101530003[10]ABC", is: .code128, "CODE-128",
            saying: "010950110153000310ABC", aim: "]C1"),
        .init(
            "GS1-128 with a separator", "GS1_128", "[10]ABC[21]XYZ", is: .code128, "CODE-128",
            saying: "10ABC\u{1D}21XYZ", aim: "]C1"),
    ]

    static let databar: [PrintedCode] = [
        .init(
            "DataBar", "DBAR_OMN", "0950110153001", is: .databar, "DataBar", saying: "0109501101530010", aim: "]e0"),
        .init(
            "DataBar in two rows", "DBAR_STK", "0950110153001", ["--height=26"], is: .databar, "DataBar",
            saying: "0109501101530010", aim: "]e0"),
        .init(
            "DataBar Expanded", "DBAR_EXP", "[01]98898765432106[3202]012345[15]991231", is: .databarExpanded,
            "DataBar-Exp", saying: "0198898765432106320201234515991231", aim: "]e0"),
        .init(
            "DataBar Expanded in rows", "DBAR_EXPSTK", "[01]98898765432106[3202]012345[15]991231",
            is: .databarExpanded, "DataBar-Exp", saying: "0198898765432106320201234515991231", aim: "]e0"),
    ]

    static let qr: [PrintedCode] = [
        .init(
            "QR", "QRCODE", "https://example.com/", is: .qr, "QR-Code", saying: "https://example.com/", aim: "]Q1"),
        .init(
            "QR of version 20 at level H", "QRCODE", String(repeating: "Beeline ", count: 40), ["--secure=4"],
            is: .qr, "QR-Code", saying: String(repeating: "Beeline ", count: 40), aim: "]Q1"),
        .init(
            "QR with declared UTF-8", "QRCODE", "Grüße, 世界", ["--eci=26"], is: .qr, "QR-Code",
            saying: "Grüße, 世界", aim: "]Q1"),
        .init(
            "GS1 QR", "QRCODE", "[10]ABC[21]123", ["--gs1"], is: .qr, "QR-Code", saying: "10ABC\u{1D}21123",
            aim: "]Q3"),
        .init(qr: "QR with undeclared UTF-8", Array("Grüße, 世界".utf8), text: "Grüße, 世界", .utf8),
        .init(
            qr: "QR with Shift JIS", [0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA, 0xB6, 0xC5], text: "日本語ｶﾅ",
            .guessed("Shift_JIS")),
        .init(qr: "QR with bytes that are no text", [0xFF, 0x00, 0x01, 0xFE, 0x80], text: nil, .none),
        .init(
            qr: "QR with Latin 1", Array("Gr".utf8) + [0xFC, 0xDF] + Array("e".utf8), text: "Grüße",
            .guessed("ISO-8859-1")),
    ]
}
