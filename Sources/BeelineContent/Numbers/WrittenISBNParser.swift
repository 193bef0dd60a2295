internal import BeelineSymbols

/// ISBNs as people write them: with hyphens, as ISBN-10, after the letters ISBN.
///
/// Without these letters only a typed code is taken: ten digits in a QR code are rather a telephone number.
enum WrittenISBNParser {
    static func parse(_ symbol: Symbol, _ text: String) -> ContentParser.Verdict {
        let isLabelled = ISBN.startsWithLabel(text)
        guard isLabelled || (symbol.symbology == .unknown && looksWritten(text)) else { return .passed }
        do throws(NumberError) {
            let isbn = try ISBN(text)
            return .taken(.isbn(isbn), isShort(text) ? .leadingZeroRestored : nil)
        } catch .wrongCheckDigit(let found, let expected) where isLabelled || !isShort(text) {
            return .doubted(.wrongCheckDigit(of: "an ISBN", found: found, expected: expected))
        } catch {
            return .passed
        }
    }

    /// Whether a text has the length of an ISBN, begins like one and may be worth the closer look.
    private static func looksWritten(_ text: String) -> Bool {
        let utf8 = text.utf8
        guard (9...40).contains(utf8.count), let first = utf8.first, let last = utf8.last else { return false }
        return first.isASCIIDigit && (last.isASCIIDigit || last | 0x20 == UInt8(ascii: "x"))
    }

    /// Whether a text that is nearly an ISBN has nine digits only, as other numbers have; hyphens change nothing.
    private static func isShort(_ text: String) -> Bool {
        ISBN.withoutLabel(text).utf8.count { $0.isASCIIDigit || $0 | 0x20 == UInt8(ascii: "x") } == 9
    }

}
