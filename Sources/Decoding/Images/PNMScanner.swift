/// Reads the words of a PNM file: numbers between white space and comments.
struct PNMScanner {
    private let bytes: [UInt8]

    /// Where the next byte is.
    private(set) var position: Int

    init(_ bytes: [UInt8], at position: Int) {
        self.bytes = bytes
        self.position = position
    }

    /// How many bytes are left.
    var remaining: Int { bytes.count - position }

    /// White space as the format means it: blank, tab, line feed, vertical tab, form feed, carriage return.
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    /// Reads a number, in decimal digits.
    mutating func number() throws(ImageError) -> Int {
        try skipSpace()
        let start = position
        var number = 0
        while position < bytes.count, let digit = Self.digit(bytes[position]) {
            number = number * 10 + digit
            // Far above every number that has a meaning, and far below an overflow.
            guard number < 1 << 40 else { throw .damaged(.pnm, "a number that is too large") }
            position += 1
        }
        guard position > start else { throw .damaged(.pnm, "a byte where a number belongs") }
        return number
    }

    /// Reads a single 0 or 1, after which no space is needed.
    mutating func bit() throws(ImageError) -> UInt8 {
        try skipSpace()
        let digit = bytes[position] &- UInt8(ascii: "0")
        guard digit <= 1 else { throw .damaged(.pnm, "a byte where 0 or 1 belongs") }
        position += 1
        return digit
    }

    /// Passes the one white space between the header and pixels in binary, which may have any value themselves.
    ///
    /// - Parameter length: how many bytes of pixels there are, which tells a line end of two bytes from one byte
    ///   and a first pixel.
    mutating func endHeader(beforePixels length: Int) throws(ImageError) {
        guard position < bytes.count else { throw .truncated(.pnm) }
        if bytes[position] == UInt8(ascii: "#") {
            // A comment that touches the last number ends with the white space (netpbm reads it so).
            while position < bytes.count, bytes[position] != 0x0A { position += 1 }
        }
        guard position < bytes.count else { throw .truncated(.pnm) }
        guard Self.isSpace(bytes[position]) else { throw .damaged(.pnm, "no space after the header") }
        let isLineEndOfTwo = bytes[position...].starts(with: [0x0D, 0x0A])
        position += isLineEndOfTwo && remaining - 2 >= length ? 2 : 1
    }

    private mutating func skipSpace() throws(ImageError) {
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "#") {
                while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
            } else if Self.isSpace(bytes[position]) {
                position += 1
            } else {
                return
            }
        }
        throw .truncated(.pnm)
    }

    private static func digit(_ byte: UInt8) -> Int? {
        let digit = byte &- UInt8(ascii: "0")
        return digit <= 9 ? Int(digit) : nil
    }
}
