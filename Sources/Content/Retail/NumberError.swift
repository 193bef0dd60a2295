internal import BeelineSymbols

/// Why a text is not the number that it was taken for.
public enum NumberError: Error, Hashable, Sendable {
    /// Something other than digits (and an `X` at the end, where the number has one) is in it.
    case notDigits
    /// No number of this kind has that many digits.
    case wrongLength(Int)
    /// The numbers that begin like this are of another kind.
    case wrongPrefix
    /// The last character is not the one that the others call for; both are ASCII.
    case wrongCheckDigit(found: UInt8, expected: UInt8)
}

extension NumberError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notDigits: "not only digits"
        case .wrongLength(let count): "\(count) digits are too many or too few"
        case .wrongPrefix: "the prefix belongs to another kind of number"
        case .wrongCheckDigit(let found, let expected):
            "the check digit is \(Unicode.Scalar(found)), expected is \(Unicode.Scalar(expected))"
        }
    }
}

extension NumberError {
    /// Throws `.wrongCheckDigit` unless the last digit of a number is the one of GS1 for those before it.
    static func checkGS1(_ number: UInt64) throws(NumberError) {
        let found = UInt8(number % 10)
        let expected = CheckDigit.gs1(number / 10)
        guard found == expected else {
            throw .wrongCheckDigit(found: UInt8(ascii: "0") + found, expected: UInt8(ascii: "0") + expected)
        }
    }
}
