/// The check digits of retail and book numbers.
package enum CheckDigit {
    /// The check digit of a GS1 number (GS1 General Specifications, section 7.9): weights 3 and 1 in turn from the right.
    ///
    /// Leading zeros change nothing, so one function serves all lengths.
    ///
    ///     CheckDigit.gs1(978_030_640_615)   // 7
    ///
    /// - Parameter number: the digits without the check digit, as a number.
    /// - Returns: 0…9.
    package static func gs1(_ number: UInt64) -> UInt8 {
        var rest = number
        var sum: UInt64 = 0
        while rest > 0 {
            let (quotient, eight) = rest.quotientAndRemainder(dividingBy: 100_000_000)
            sum += EightDigits.weightedSum(EightDigits.of(eight))
            rest = quotient
        }
        return UInt8((10 - sum % 10) % 10)
    }

    /// The check character of an ISBN-10 (ISO 2108:1978): weights 10 down to 2, modulo 11, `X` for ten.
    ///
    /// That of an ISSN (ISO 3297, annex A) is the same with weights 8 down to 2; leading zeros change nothing.
    ///
    /// - Parameter number: the first nine digits, or seven of an ISSN, as a number below 10⁹.
    /// - Returns: an ASCII digit or `X`.
    package static func isbn10(_ number: UInt64) -> UInt8 {
        var rest = number
        var sum: UInt64 = 0
        for weight: UInt64 in 2...10 {
            sum += rest % 10 * weight
            rest /= 10
        }
        let value = UInt8((11 - sum % 11) % 11)
        return value == 10 ? UInt8(ascii: "X") : UInt8(ascii: "0") + value
    }
}

/// Eight decimal digits at once, in the bytes of a word: the first digit in the lowest byte, each 0…9.
@usableFromInline
package enum EightDigits {
    /// The digits of a number below 10⁸, with leading zeros: it is halved three times, both halves at once.
    @inlinable @inline(__always)
    package static func of(_ value: UInt64) -> UInt64 {
        let fours = value / 10_000 | (value % 10_000) << 32
        // 10486 / 2^20 is a hundredth and 103 / 2^10 a tenth, as far as four and two digits go.
        let hundreds = ((fours &* 10_486) >> 20) & 0x7F_0000_007F
        let twos = hundreds | (fours &- 100 &* hundreds) << 16
        let tens = ((twos &* 103) >> 10) & 0x000F_000F_000F_000F
        return tens | (twos &- 10 &* tens) << 8
    }

    /// The number that eight ASCII digits stand for; nil where one of them is none.
    ///
    /// - Parameter text: the first character in the lowest byte.
    @inlinable @inline(__always)
    package static func value(ofASCII text: UInt64) -> UInt64? {
        let high: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
        let zeros: UInt64 = 0x3030_3030_3030_3030
        // The bytes from `:` on have another high half once six is added.
        guard text & high == zeros, (text &+ 0x0606_0606_0606_0606) & high == zeros else { return nil }
        // Each byte, then each two and each four, take what follows them into their value: the factors are 10·2^8 + 1,
        // 100·2^16 + 1 and 10000·2^32 + 1.
        let twos = (((text ^ zeros) &* 2_561) >> 8) & 0x00FF_00FF_00FF_00FF
        let fours = ((twos &* 6_553_601) >> 16) & 0x0000_FFFF_0000_FFFF
        return (fours &* 42_949_672_960_001) >> 32
    }

    /// The sum of eight ASCII digits: the last, the third last and so on count once, those between them three times.
    @inlinable @inline(__always)
    package static func gs1Sum(ofASCII text: UInt64) -> UInt64 {
        let digits = text ^ 0x3030_3030_3030_3030
        let pairs = 3 &* (digits & 0x00FF_00FF_00FF_00FF) &+ ((digits >> 8) & 0x00FF_00FF_00FF_00FF)
        return (pairs &* 0x0001_0001_0001_0001) >> 48
    }

    /// The sum of the digits: the last, the third last and so on count three times.
    @inlinable @inline(__always)
    package static func weightedSum(_ digits: UInt64) -> UInt64 {
        let pairs = (digits & 0x00FF_00FF_00FF_00FF) &+ 3 &* ((digits >> 8) & 0x00FF_00FF_00FF_00FF)
        return (pairs &* 0x0001_0001_0001_0001) >> 48
    }
}
