/// CRC-16 with the polynomial 0x1021 and the start 0xFFFF, "CCITT-FALSE" (ISO/IEC 13239), as EMV's QR codes have it.
enum CRC16 {
    static func checksum(_ bytes: some Sequence<UInt8>) -> UInt16 {
        bytes.reduce(0xFFFF) { $0 << 8 ^ table[Int(UInt8($0 >> 8) ^ $1)] }
    }

    private static let table: [UInt16] = (0..<256).map { index in
        (0..<8).reduce(UInt16(index) << 8) { rest, _ in rest & 0x8000 == 0 ? rest << 1 : rest << 1 ^ 0x1021 }
    }
}
