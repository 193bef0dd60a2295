/// Numbers in a file by their offset; `nil` beyond its end.
struct Bytes {
    let file: UnsafeBufferPointer<UInt8>
    let isLittleEndian: Bool

    /// An unsigned number of 1 to 8 bytes; `nil` also if `Int` does not hold it.
    func number(at offset: Int, length: Int) -> Int? {
        guard offset >= 0, offset <= file.count - length else { return nil }
        var number: UInt64 = 0
        for index in 0..<length {
            number = number << 8 | UInt64(file[offset + (isLittleEndian ? length - 1 - index : index)])
        }
        return Int(exactly: number)
    }

    /// A number of 4 bytes with a sign, as two's complement.
    func signedNumber(at offset: Int) -> Int? {
        number(at: offset, length: 4).map { Int(Int32(truncatingIfNeeded: $0)) }
    }
}
