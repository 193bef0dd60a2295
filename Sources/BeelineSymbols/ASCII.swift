/// What a byte is as an ASCII character; for the parsers of all modules, none of which looks at other alphabets.
extension UInt8 {
    @inlinable package var isASCIIDigit: Bool { self &- 0x30 <= 9 }

    @inlinable package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

    @inlinable package var isASCIIHexDigit: Bool { isASCIIDigit || (self | 0x20) &- 0x61 < 6 }

    /// A blank, a tab, or the end of a line or page.
    @inlinable package var isASCIIBlank: Bool { self == 0x20 || self &- 0x09 <= 4 }
}
