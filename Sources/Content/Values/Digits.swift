internal import BeelineSymbols

/// Numbers of a fixed count of decimal digits, as text and back, without detours.
package enum Digits {
    /// The value and the count of a text of ASCII digits; nil when it is empty, longer than 18, or has anything else.
    package static func parse(_ text: some Sequence<UInt8>) -> (value: UInt64, count: Int)? {
        var value: UInt64 = 0
        var count = 0
        for byte in text {
            let digit = byte &- UInt8(ascii: "0")
            guard digit <= 9, count < 18 else { return nil }
            value = value &* 10 &+ UInt64(digit)
            count += 1
        }
        return count > 0 ? (value, count) : nil
    }

    /// The same for a text, whose bytes are looked at where they are.
    static func parse(_ text: String.UTF8View) -> (value: UInt64, count: Int)? {
        parseNumber(text).map { ($0.value, $0.count) }
    }

    /// The same with the digits added up as those of a GS1 number are, so that a right check digit makes it divisible
    /// by ten.
    static func parseNumber(_ text: String.UTF8View) -> (value: UInt64, count: Int, gs1Sum: UInt64)? {
        if let digits = text.withContiguousStorageIfAvailable({ parseNumber($0) }) { return digits }
        return Array(text.prefix(19)).withUnsafeBufferPointer(parseNumber)
    }

    /// Eight bytes at a time, from the last one.
    private static func parseNumber(
        _ text: UnsafeBufferPointer<UInt8>
    ) -> (value: UInt64, count: Int, gs1Sum: UInt64)? {
        guard 1...18 ~= text.count else { return nil }
        var value: UInt64 = 0
        var sum: UInt64 = 0
        var scale: UInt64 = 1
        var end = text.count
        while end > 0 {
            let word = word(of: UnsafeRawBufferPointer(text), before: end)
            guard let eight = EightDigits.value(ofASCII: word) else { return nil }
            value += eight * scale
            sum += EightDigits.gs1Sum(ofASCII: word)
            // Behind the third word, the last there may be, it is beyond all numbers.
            scale &*= 100_000_000
            end -= 8
        }
        return (value, text.count, sum)
    }

    /// The eight bytes before a place, the first one in the lowest byte; where there are fewer, zeros are put before
    /// them.
    private static func word(of text: UnsafeRawBufferPointer, before end: Int) -> UInt64 {
        let zeros: UInt64 = 0x3030_3030_3030_3030
        if text.count >= 8 {
            let word = text.loadUnaligned(fromByteOffset: max(end - 8, 0), as: UInt64.self).littleEndian
            let missing = UInt64(max(8 - end, 0) * 8)
            return word << missing | zeros & ((1 << missing) &- 1)
        }
        return text.reduce(zeros) { $0 >> 8 | UInt64($1) << 56 }
    }

    /// The last `count` digits of a number, with leading zeros.
    package static func text(_ value: UInt64, count: Int) -> String {
        guard count > 16 else { return FixedDigits(value, count: count).text }
        return text(value / 10_000_000_000_000_000, count: count - 16) + text(value, count: 16)
    }

    /// The last sixteen digits of a number as ASCII, with leading zeros; the first digit is the lowest byte.
    static func characters(_ value: UInt64) -> UInt128 {
        let (rest, low) = value.quotientAndRemainder(dividingBy: 100_000_000)
        let zeros: UInt64 = 0x3030_3030_3030_3030
        return UInt128(EightDigits.of(rest % 100_000_000) | zeros) | UInt128(EightDigits.of(low) | zeros) << 64
    }
}

/// The digits of a number of fixed length, such as an ISBN, before they are a text: the one who writes them somewhere
/// needs no memory for them.
package struct FixedDigits: Hashable, Sendable {
    /// ASCII, the first character in the lowest byte; after the last one, zeros.
    let characters: UInt128
    package let count: Int

    init(characters: UInt128, count: Int) { (self.characters, self.count) = (characters, count) }

    /// The last `count` digits of a number, at most sixteen, with leading zeros.
    init(_ value: UInt64, count: Int) {
        precondition(0...16 ~= count, "at most sixteen digits")
        characters = Digits.characters(value) >> UInt128(8 * (16 - count))
        self.count = count
    }

    /// - Parameter check: the ASCII character that follows after the digits, such as the check character of an ISBN-10,
    ///   which may be an `X`.
    init(_ value: UInt64, count: Int, check: UInt8) {
        characters = FixedDigits(value, count: count).characters | UInt128(check) << UInt128(8 * count)
        self.count = count + 1
    }

    package var text: String {
        String(unsafeUninitializedCapacity: count) { buffer in
            write(to: buffer)
            return count
        }
    }

    /// Appends all characters, which are ASCII.
    package func append(to bytes: inout [UInt8]) {
        withUnsafeBytes(of: characters.littleEndian) {
            bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[..<count]))
        }
    }

    /// Writes all characters, which are ASCII, to the start of the buffer.
    ///
    /// - Precondition: it has `count` bytes.
    package func write(to buffer: UnsafeMutableBufferPointer<UInt8>) {
        precondition(buffer.count >= count, "room for all digits")
        withUnsafeBytes(of: characters.littleEndian) { bytes in
            UnsafeMutableRawBufferPointer(buffer).copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        }
    }
}

/// Why a text is not the number that it was read as.
package enum NumberError: Error, Hashable, Sendable {
    /// Something other than digits (and an `X` at the end, where the number has one) is in it.
    case notDigits
    case wrongLength(Int)
    case wrongPrefix
    /// The last character is not the one that the others call for; both are ASCII.
    case wrongCheckDigit(found: UInt8, expected: UInt8)
}

extension NumberError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notDigits: "not only digits"
        case .wrongLength(let count): "\(count) digits are too many or too few"
        case .wrongPrefix: "the prefix belongs to another kind of number"
        case .wrongCheckDigit(let found, let expected):
            "the check digit is \(Unicode.Scalar(found)), expected \(Unicode.Scalar(expected))"
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

/// The digits of a number that people write with hyphens or blanks: `978-0-306-40615-7`.
struct WrittenDigits {
    private(set) var value: UInt64 = 0
    private(set) var count = 0
    /// Whether an `X` follows the digits, which stands for a check digit of ten.
    private(set) var endsInX = false

    /// - Parameters:
    ///   - most: how many digits there may be; at most 18.
    ///   - countsBeforeX: after how many digits an `X` may follow; nil for numbers that have none.
    /// - Throws: `.notDigits` for any other character, `.wrongLength` for too many digits.
    init(_ text: Substring, most: Int, countsBeforeX: ClosedRange<Int>? = nil) throws(NumberError) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "0"..."9":
                guard !endsInX else { throw .notDigits }
                guard count < most else { throw .wrongLength(count + 1) }
                value = value * 10 + UInt64(scalar.value - 0x30)
                count += 1
            case "x", "X":
                guard let countsBeforeX, countsBeforeX.contains(count), !endsInX else { throw .notDigits }
                endsInX = true
            case " ", "-", "\u{A0}", "\u{AD}", "\u{2010}"..."\u{2015}", "\u{2212}": continue
            default: throw .notDigits
            }
        }
    }
}

/// The digits of an EAN-2 or EAN-5, which are beside a retail symbol (GS1 General Specifications, section 5.2.3.4).
///
/// What they mean is the affair of the number that they are beside: a price, an issue.
struct AddOn: Hashable, Sendable {
    let value: UInt32
    /// 2 or 5.
    let count: UInt8

    init?(_ text: String?) {
        guard let text, let digits = Digits.parse(text.utf8), digits.count == 2 || digits.count == 5 else { return nil }
        (value, count) = (UInt32(digits.value), UInt8(digits.count))
    }

    var text: String { Digits.text(UInt64(value), count: Int(count)) }
}
