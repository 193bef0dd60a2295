/// What a byte is as an ASCII character; for the parsers of all modules, none of which looks at other alphabets.
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
}
