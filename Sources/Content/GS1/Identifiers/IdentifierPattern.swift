internal import BeelineSymbols

/// One Application Identifier, or all that begin alike: `01`, `310n`, `31nn`.
struct IdentifierPattern: Hashable, Sendable {
    /// The first and the last number that is meant; see ``ApplicationIdentifier/number``.
    let range: ClosedRange<UInt16>
    /// How many digits the identifiers have.
    let digits: Int

    init(number: UInt16, digits: Int) {
        range = number...number
        self.digits = digits
    }

    /// Reads digits, and an `n` for each that may be any; nil when it is anything else.
    init?(_ text: some Collection<UInt8>) {
        guard (2...4).contains(text.count) else { return nil }
        var low: UInt16 = 0
        var high: UInt16 = 0
        for byte in text {
            let isAny = byte == UInt8(ascii: "n")
            guard isAny || byte.isASCIIDigit else { return nil }
            let digit = UInt16(byte &- UInt8(ascii: "0"))
            low = low * 10 + (isAny ? 0 : digit)
            high = high * 10 + (isAny ? 9 : digit)
        }
        let scale: UInt16 = text.count == 2 ? 100 : text.count == 3 ? 10 : 1
        guard low <= high else { return nil }
        range = low * scale...high * scale
        digits = text.count
    }
}

extension IdentifierPattern: CustomStringConvertible {
    var description: String {
        let scale = digits == 2 ? 100 : digits == 3 ? 10 : 1
        let low = Array(Digits.text(UInt64(Int(range.lowerBound) / scale), count: digits).utf8)
        let high = Array(Digits.text(UInt64(Int(range.upperBound) / scale), count: digits).utf8)
        return String(decoding: zip(low, high).map { $0 == $1 ? $0 : UInt8(ascii: "n") }, as: UTF8.self)
    }
}
