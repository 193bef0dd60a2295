import BeelineSymbols

/// The modules of a symbol, as libzint made them.
package struct EncodedSymbol: Hashable, Sendable {
    let width: Int
    let rows: Int
    /// Row after row; 1 is dark.
    let modules: [UInt8]
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
        _ input: [UInt8], _ format: CodeFormat, _ payload: Payload, level: Int32, rowHeight: Int
    ) throws(DrawingError) {
        self = try DrawingProgram.shared.symbol(
            SymbolRequest(format: format, bytes: input, isGS1: payload.isGS1, eci: payload.eci, level: level))
        guard !modules.isEmpty else { throw Self.error(message, format, count: payload.content.count) }
        rowHeights = rowHeights.map { $0 >= 1 ? $0 : rowHeight }
        message = Self.withoutNumber(message)
    }

    /// - Parameters:
    ///   - modules: none after an error.
    ///   - rowHeights: 0 where the symbology leaves it open.
    package init(width: Int, modules: [UInt8], rowHeights: [Int], message: String) {
        (self.width, self.modules, self.rowHeights, self.message) = (width, modules, rowHeights, message)
        rows = rowHeights.count
    }

    package func put(to wire: inout WireWriter) {
        wire.put(width)
        wire.put(modules)
        wire.put(rowHeights.count)
        for height in rowHeights { wire.put(height) }
        wire.put(message)
    }

    init(_ wire: inout WireReader) throws(WireError) {
        let (width, modules) = (try wire.int(), try wire.data())
        let heights = try wire.list { wire throws(WireError) in try wire.int() }
        guard modules.count == width * heights.count else { throw WireError() }
        self.init(width: width, modules: modules, rowHeights: heights, message: try wire.text())
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
