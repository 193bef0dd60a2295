/// The character set of old Japanese QR codes (JIS X 0208 by way of Shift JIS, in the variant of code page 932).
enum ShiftJIS {
    /// The text that the bytes are in Shift JIS, and the name of it; nil when they are none.
    ///
    /// Text has no control characters but tabs, line ends, and the separators of GS1 and ISO/IEC 15434.
    static func guess(_ bytes: [UInt8]) -> (text: String, charset: String)? {
        guard !bytes.contains(where: { $0 < 0x20 && ![0x09, 0x0A, 0x0D, 0x04, 0x1D, 0x1E].contains($0) }),
            let text = decoded(bytes)
        else { return nil }
        return (text, "Shift_JIS")
    }

    /// The text that the bytes are in Shift JIS, control characters and all; nil when they are none.
    static func decoded(_ bytes: [UInt8]) -> String? { Conversion.text(bytes, from: .japanese) }
}
