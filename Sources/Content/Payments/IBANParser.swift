internal import BeelineSymbols

/// An IBAN and nothing else: typed, or in a code of the kinds that payments have. On labels of goods letters and digits
/// like these are numbers of something else.
enum IBANParser {
    /// From that of Norway to the longest one in groups of four.
    private static let lengths = 15...42

    /// Whether a text begins as an IBAN does and has the length of one.
    static func isLikely(_ symbol: Symbol, _ text: String) -> Bool {
        guard lengths.contains(text.utf8.count) else { return false }
        var head = text.utf8.makeIterator()
        guard head.next()?.isASCIILetter == true, head.next()?.isASCIILetter == true,
            head.next()?.isASCIIDigit == true, head.next()?.isASCIIDigit == true
        else { return false }
        switch symbol.symbology {
        case .qr, .dataMatrix, .aztec, .pdf417, .unknown: return true
        default: return false
        }
    }

    static func parse(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> ContentParser.Verdict {
        guard let payment = read(text) else { return .passed }
        return .taken(.payment(payment))
    }

    static func read(_ text: String) -> Payment? {
        guard lengths.contains(text.utf8.count), !text.utf8.contains(where: { $0 != 0x20 && $0.isASCIIBlank }),
            let iban = try? IBAN(text)
        else { return nil }
        var payment = Payment(.iban)
        payment.iban = iban
        payment.account = iban.text
        return payment
    }
}
