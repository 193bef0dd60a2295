internal import Glibc

/// Text from bytes, by the character sets that the C library knows.
enum Conversion {
    /// The character sets that are asked for, by the names that the C library has for them.
    enum Charset: String, CaseIterable {
        /// Shift JIS as Windows has it.
        case japanese = "CP932"
        case chinese = "GB18030"
    }

    /// Has the C library load what it has a file for, and keep it: it does so as long as a converter is open.
    static func prepare() {
        for charset in Charset.allCases { _ = iconv_open("UTF-8", charset.rawValue) }
    }

    /// The text that bytes are in a character set of one or two bytes a character; nil when they are none in it, or the
    /// system does not know it.
    static func text(_ bytes: [UInt8], from charset: Charset) -> String? {
        convert(bytes, from: charset).flatMap { String(validating: $0, as: UTF8.self) }
    }

    private static func convert(_ bytes: [UInt8], from charset: Charset) -> [UInt8]? {
        guard let converter = iconv_open("UTF-8", charset.rawValue), Int(bitPattern: converter) != -1 else {
            return nil
        }
        defer { iconv_close(converter) }
        // A byte of an East Asian character set never stands for more than three of UTF-8.
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
