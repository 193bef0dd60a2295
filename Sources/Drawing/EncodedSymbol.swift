import BeelineSymbols
import CZint

/// The modules of a symbol, as libzint made them.
struct EncodedSymbol: Hashable, Sendable {
    let width: Int
    let rows: Int
    /// Row after row; 1 is dark.
    let modules: [UInt8]
    /// How high each row is, in modules.
    let rowHeights: [Int]
    /// What libzint has to say about it; empty when nothing.
    let message: String

    var height: Int { rowHeights.reduce(0, +) }

    func isDark(_ row: Int, _ column: Int) -> Bool { modules[row * width + column] != 0 }

    /// Makes the symbol of a format.
    init(_ payload: Payload, _ format: CodeFormat, level: ErrorCorrection, rowHeight: Int) throws(DrawingError) {
        var level = format.isQR ? level.number : -1
        // Micro QR has no H, and Q only in its largest version: the least level that its versions have in common.
        if format == .microQR { level = 1 }
        try self.init(
            payload.input, format, payload, level: level, rowHeight: rowHeight)
    }

    /// The bars of an add-on.
    init(addOn digits: String) throws(DrawingError) {
        try self.init(Array(digits.utf8), .ean13, Payload([]), level: -1, rowHeight: 1)
    }

    private init(
        _ input: [UInt8], _ format: CodeFormat, _ payload: Payload, level: Int32, rowHeight: Int
    ) throws(DrawingError) {
        if let problem = beeline_zint_load() {
            throw DrawingError(
                .library, "libzint", String(cString: problem),
                remedy: "Beeline draws with it, and does all else without")
        }
        let bytes = input.isEmpty ? [0] : input
        var answer = beeline_zint_answer()
        bytes.withUnsafeBufferPointer { buffer in
            // An array with elements has a first one.
            guard let start = buffer.baseAddress else { return }
            var request = beeline_zint_request(
                symbology: Int32(format.traits.zint.rawValue), bytes: start, length: input.count, input: payload.kind,
                eci: payload.eci, level: level, size: 0,
                variant: format.symbology == .dataMatrix ? Int32(beeline_zint_square) : 0)
            beeline_zint_make(&request, &answer)
        }
        defer { beeline_zint_free(&answer) }
        let message = withUnsafeBytes(of: answer.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        guard answer.is_done, let modules = answer.modules else {
            throw Self.error(message, format, count: payload.content.count)
        }
        let (width, rows) = (Int(answer.width), Int(answer.rows))
        self.width = width
        self.rows = rows
        self.modules = Array(UnsafeBufferPointer(start: modules, count: width * rows))
        rowHeights = withUnsafeBytes(of: answer.row_heights) { heights in
            heights.bindMemory(to: Float.self).prefix(rows).map { $0 >= 1 ? Int($0.rounded()) : rowHeight }
        }
        self.message = Self.withoutNumber(message)
    }

    private static func error(_ message: String, _ format: CodeFormat, count: Int) -> DrawingError {
        let words = withoutNumber(message)
        if message.contains("too long") || message.contains("too many") || message.contains("Unable to fit") {
            return DrawingError(
                .tooLong, "the content", "\(count) bytes are more than a \(format.title) holds",
                remedy: format.isQR
                    ? "shorten it, or take a lower level of error correction" : "shorten it, or draw a QR code")
        }
        return DrawingError(
            .content, "the content", "no \(format.title) can be made of it: \(words)",
            remedy: "draw another format, such as a QR code")
    }

    /// libzint puts a number before its words: `Error 358: …`.
    private static func withoutNumber(_ message: String) -> String {
        guard message.hasPrefix("Error ") || message.hasPrefix("Warning "),
            let colon = message.utf8.firstIndex(of: UInt8(ascii: ":"))
        else { return message }
        return String(message[message.index(after: colon)...].drop { $0 == " " })
    }
}
