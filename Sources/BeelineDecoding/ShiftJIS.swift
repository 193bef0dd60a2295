internal import Glibc

/// The character set of old Japanese QR codes (JIS X 0208 by way of Shift JIS, in the variant of code page 932).
enum ShiftJIS {
    /// The text that the bytes are in Shift JIS, and the name of it; nil when they are none.
    ///
    /// Text has no control characters but tabs, line ends, and the separators of GS1 and ISO/IEC 15434.
    static func guess(_ bytes: [UInt8]) -> (text: String, charset: String)? {
        guard !bytes.contains(where: { $0 < 0x20 && ![0x09, 0x0A, 0x0D, 0x04, 0x1D, 0x1E].contains($0) }),
            let utf8 = convert(bytes), let text = String(validating: utf8, as: UTF8.self)
        else { return nil }
        return (text, "Shift_JIS")
    }

    private static func convert(_ bytes: [UInt8]) -> [UInt8]? {
        guard let converter = iconv_open("UTF-8", "CP932"), Int(bitPattern: converter) != -1 else { return nil }
        defer { iconv_close(converter) }
        // No character of Shift JIS is longer than three bytes of UTF-8.
        let capacity = bytes.count * 3
        var input = bytes.map { CChar(bitPattern: $0) }
        var isConverted = false
        let result = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            input.withUnsafeMutableBufferPointer { input in
                buffer.withMemoryRebound(to: CChar.self) { output in
                    var next = input.baseAddress
                    var inputLeft = input.count
                    var free = output.baseAddress
                    var outputLeft = capacity
                    isConverted = iconv(converter, &next, &inputLeft, &free, &outputLeft) != -1 && inputLeft == 0
                    count = capacity - outputLeft
                }
            }
        }
        return isConverted ? result : nil
    }
}
