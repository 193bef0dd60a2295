import BeelineDecoding
import CZXing

/// One input of the fuzzer that is a picture for the shim of ZXing.
enum ZXingTrial {
    /// The promises of the shim that are broken by what it finds.
    static func problems(with input: [UInt8]) -> [String] {
        guard let picture = DrawnPicture(input, choices: 2) else { return [] }
        var options = options(of: picture.choices)
        let (width, height) = (Int32(picture.image.width), Int32(picture.image.height))
        // A block that is no longer than the pixels, so that a read beyond it is found.
        let list = picture.image.pixels.withUnsafeBufferPointer { pixels in
            pixels.baseAddress.flatMap { beeline_zxing_read($0, width, height, width, &options) }
        }
        guard let list else { return ["there was no memory"] }
        defer { beeline_zxing_free(list) }
        return (0..<beeline_zxing_count(list)).flatMap { broken(by: beeline_zxing_symbol(list, $0), options) }
    }

    /// What seeds ask: all matrix codes, then all others, once plainly and once with all that is dear.
    static let questions: [[UInt8]] = [[0, 0], [1, 0], [2, 0b111], [0, 0b1111]]

    /// The calls that decoding makes. None of them compares linear symbols: Debian's 1.4 would end the process.
    private static func options(of choices: [UInt8]) -> BeelineZXingOptions {
        let (formats, flags) = (formats[Int(choices[0]) % formats.count], choices[1])
        return BeelineZXingOptions(
            formats: formats, binarizer: binarizers[Int(flags >> 4) % binarizers.count], try_harder: flags & 1 != 0,
            try_rotate: flags & 2 != 0, try_downscale: flags & 4 != 0, least_lines: 1, most: 1,
            reads_add_ons: flags & 8 != 0)
    }

    private static let binarizers: [BeelineZXingBinarizer] = [.localAverage, .globalHistogram, .fixedThreshold]

    private static let dataBar: BeelineZXingFormat = [.dataBar, .dataBarExpanded, .dataBarLimited]
    private static let linear: [BeelineZXingFormat] = [
        .codabar, .code39, .code93, .code128, .ITF, .EAN8, .EAN13, .UPCA, .UPCE, .telepen,
    ]
    private static let matrix: [BeelineZXingFormat] = [
        .aztec, .dataMatrix, .maxiCode, .PDF417, .microPDF417, .QR, .microQR,
    ]

    /// Many together, and each alone.
    private static let formats: [UInt32] =
        ([BeelineZXingFormat(matrix), BeelineZXingFormat(linear), dataBar, BeelineZXingFormat(linear + matrix)]
        + matrix + linear).map(\.rawValue)

    private static func broken(by symbol: BeelineZXingSymbol, _ options: BeelineZXingOptions) -> [String] {
        var problems: [String] = []
        if symbol.format.nonzeroBitCount != 1 || symbol.format & options.formats == 0 {
            problems.append("format \(symbol.format) was not asked for")
        }
        if symbol.byte_count > 0, symbol.bytes == nil { problems.append("its bytes are nowhere") }
        if symbol.text_length > 0, symbol.text == nil { problems.append("its text is nowhere") }
        if let text = symbol.text {
            let bytes = UnsafeRawBufferPointer(start: text, count: symbol.text_length)
            if String(validating: bytes, as: UTF8.self) == nil {
                problems.append("its text is not UTF-8: \(Array(bytes))")
            }
        }
        let aim = [symbol.aim.0, symbol.aim.1, symbol.aim.2, symbol.aim.3].map { UInt8(bitPattern: $0) }
        if aim[3] != 0 || (aim[0] != 0 && aim[0] != UInt8(ascii: "]")) {
            problems.append("its AIM identifier is \(aim)")
        }
        if symbol.line_count < 0 { problems.append("\(symbol.line_count) lines agree") }
        if symbol.sequence_index < -1 || symbol.sequence_size < -1 {
            problems.append("it is part \(symbol.sequence_index) of \(symbol.sequence_size)")
        }
        return problems
    }
}
