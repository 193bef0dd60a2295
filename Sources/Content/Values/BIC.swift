internal import BeelineSymbols

/// The Business Identifier Code of a bank (ISO 9362).
enum BIC {
    /// The BIC in capitals; nil when the text is none: four digits or letters, two letters, two or five of either.
    static func canonical(_ text: String) -> String? {
        let bytes = text.utf8.prefix(12).map { $0.asciiUppercased }
        guard bytes.count == 8 || bytes.count == 11, bytes[4].isASCIILetter, bytes[5].isASCIILetter,
            bytes.allSatisfy({ $0.isASCIIDigit || $0.isASCIILetter })
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
