internal import BeelineSymbols

/// What makes two readings the same code: decoders spell some of them differently.
struct ReadingKey: Hashable, Sendable {
    private let family: Symbology
    private let bytes: [UInt8]
    /// Two parts of a message may say the same.
    private var part: Int?

    init(_ symbol: Symbol) {
        let bytes = symbol.bytes
        switch symbol.symbology {
        case .upcA:
            // The same bars as an EAN-13 that begins with 0.
            self.init(.ean13, bytes.count == 12 ? [UInt8(ascii: "0")] + bytes : bytes)
        case .codabar: self.init(.codabar, bytes.filter { !$0.isLetter })
        default: self.init(symbol.symbology, bytes)
        }
        part = symbol.structuredAppend?.index
    }

    private init(_ family: Symbology, _ bytes: [UInt8]) {
        self.family = family
        self.bytes = bytes
    }
}

extension UInt8 {
    /// Start and stop of Codabar are letters.
    fileprivate var isLetter: Bool { (0x41...0x5A).contains(self & 0xDF) }
}
