/// The checksums of a PNG file's chunks. A file that was changed at random fails the first of them, and the reader would
/// never come to the rest.
enum PNGChecksums {
    /// Writes the right checksum after each complete chunk (PNG specification, 5.3).
    static func mend(_ file: UnsafeMutableBufferPointer<UInt8>) {
        var start = 8
        while start + 12 <= file.count {
            let length = (0..<4).reduce(0) { $0 << 8 | Int(file[start + $1]) }
            let end = start + 8 + length
            guard end + 4 <= file.count else { return }
            let checksum = checksum(of: file[(start + 4)..<end])
            for byte in 0..<4 { file[end + byte] = UInt8(truncatingIfNeeded: checksum >> (24 - 8 * UInt32(byte))) }
            start = end + 4
        }
    }

    /// CRC-32 (annex D).
    private static func checksum(of bytes: Slice<UnsafeMutableBufferPointer<UInt8>>) -> UInt32 {
        ~bytes.reduce(~0) { checksum, byte in table[Int(UInt8(truncatingIfNeeded: checksum) ^ byte)] ^ checksum >> 8 }
    }

    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { rest, _ in rest & 1 == 1 ? 0xEDB8_8320 ^ rest >> 1 : rest >> 1 }
    }
}
