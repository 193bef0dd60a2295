import BeelineSymbols

/// The modules of a symbol, as libzint made them.
package struct EncodedSymbol: WireCoded, Hashable {
    private(set) var width: Int
    var rows: Int { rowHeights.count }
    /// Row after row; 1 is dark.
    private(set) var modules: [UInt8]
    /// How high each row is, in modules.
    private(set) var rowHeights: [Int]
    /// What libzint has to say about it; empty when nothing.
    private(set) var message: String

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
        _ input: [UInt8], _ format: CodeFormat, _ payload: Payload, level: Int, rowHeight: Int
    ) throws(DrawingError) {
        var request = SymbolRequest()
        (request.format, request.bytes, request.isGS1) = (format, input, payload.isGS1)
        (request.eci, request.level) = (payload.eci, level)
        self = try DrawingProgram.shared.symbol(request)
        guard !modules.isEmpty else { throw Self.error(message, format, count: payload.content.count) }
        guard modules.count == width * rows else {
            throw DrawingProgram.broken("it sent a symbol of \(modules.count) modules in \(rows) rows")
        }
        rowHeights = rowHeights.map { $0 >= 1 ? $0 : rowHeight }
        message = Self.withoutNumber(message)
    }

    package init() { self.init(width: 0, modules: [], rowHeights: [], message: "") }

    /// - Parameters:
    ///   - modules: none after an error.
    ///   - rowHeights: 0 where the symbology leaves it open.
    package init(width: Int, modules: [UInt8], rowHeights: [Int], message: String) {
        (self.width, self.modules, self.rowHeights, self.message) = (width, modules, rowHeights, message)
    }

    package mutating func code(_ wire: inout Wire) {
        wire.code(&width)
        wire.code(&modules)
        wire.code(&rowHeights)
        wire.code(&message)
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
