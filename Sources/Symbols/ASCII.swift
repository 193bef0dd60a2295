/// Classes of ASCII characters, for the parsers of all modules.
extension UInt8 {
    @inlinable package var isASCIIDigit: Bool { self &- 0x30 <= 9 }

    @inlinable package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

    @inlinable package var isASCIIHexDigit: Bool { isASCIIDigit || (self | 0x20) &- 0x61 < 6 }

    /// A blank, a tab, or the end of a line or page.
    @inlinable package var isASCIIBlank: Bool { self == 0x20 || self &- 0x09 <= 4 }

    @inlinable package var isASCIICapital: Bool { self &- 0x41 < 26 }

    /// Whether a token of HTTP may have it (RFC 9110, section 5.6.2).
    @inlinable package var isHTTPToken: Bool {
        isASCIILetter || isASCIIDigit || "!#$%&'*+-.^_`|~".utf8.contains(self)
    }

    /// With `a`–`z` for `A`–`Z`; everything else stays as it is.
    @inlinable package var asciiLowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

    /// With `A`–`Z` for `a`–`z`; everything else stays as it is.
    @inlinable package var asciiUppercased: UInt8 { self &- 0x61 < 26 ? self & 0xDF : self }

    /// The value of a hexadecimal digit; nil for any other byte.
    @inlinable package var asciiHexValue: UInt8? {
        guard isASCIIHexDigit else { return nil }
        return isASCIIDigit ? self & 15 : (self & 15) + 9
    }
}

extension Span<UInt8> {
    /// Whether all bytes are ASCII. Without an early exit, the compiler vectorises the loop.
    @inlinable package var isASCII: Bool {
        withUnsafeBufferPointer { bytes in
            var all: UInt8 = 0
            for byte in bytes { all |= byte }
            return all < 0x80
        }
    }

    /// Whether a byte passes a test. The iterator of a text takes several times as long for each.
    @inlinable package func contains(where isOne: (UInt8) -> Bool) -> Bool {
        withUnsafeBufferPointer { $0.contains(where: isOne) }
    }
}

/// The check digits of retail and book numbers.
package enum CheckDigit {
    /// The check digit of a GS1 number without it (GS1 General Specifications, section 7.9): weights 3 and 1 in turn
    /// from the right. Leading zeros change nothing, so one function serves all lengths.
    ///
    ///     CheckDigit.gs1(978_030_640_615)   // 7
    package static func gs1(_ number: UInt64) -> UInt8 {
        var (rest, sum, weight) = (number, UInt64(0), UInt64(3))
        while rest > 0 {
            sum += rest % 10 * weight
            rest /= 10
            weight = 4 - weight
        }
        return UInt8((10 - sum % 10) % 10)
    }

    /// The check character of an ISBN-10, an ASCII digit or `X` for ten, for its first nine digits (ISO 2108:1978):
    /// weights 10 down to 2, modulo 11. That of an ISSN (ISO 3297, annex A) is the same with weights 8 down to 2;
    /// leading zeros change nothing.
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
