/// The hash Keccak-256 as Ethereum and Monero use it: SHA-3 (FIPS 202) with the padding of its draft.
///
/// For the check bytes of addresses; it protects nothing here.
enum Keccak256 {
    /// How many bytes are taken in at a time.
    private static let rate = 136

    /// The 32 bytes of the hash.
    static func hash(_ message: some Collection<UInt8>) -> [UInt8] {
        var bytes = Array(message)
        bytes.append(0x01)
        bytes += Array(repeating: 0, count: (rate - bytes.count % rate) % rate)
        bytes[bytes.count - 1] |= 0x80
        var state = [UInt64](repeating: 0, count: 25)
        for block in stride(from: 0, to: bytes.count, by: rate) {
            for offset in 0..<rate {
                state[offset / 8] ^= UInt64(bytes[block + offset]) << UInt64(8 * (offset % 8))
            }
            permute(&state)
        }
        return (0..<32).map { UInt8(truncatingIfNeeded: state[$0 / 8] >> UInt64(8 * ($0 % 8))) }
    }

    private static func permute(_ state: inout [UInt64]) {
        for constant in constants {
            let columns = (0..<5).map { x in stride(from: x, to: 25, by: 5).reduce(UInt64(0)) { $0 ^ state[$1] } }
            for x in 0..<5 {
                let change = columns[(x + 4) % 5] ^ turned(columns[(x + 1) % 5], 1)
                for lane in stride(from: x, to: 25, by: 5) { state[lane] ^= change }
            }
            var moved = state[1]
            for (target, turn) in zip(targets, turns) { (state[target], moved) = (turned(moved, turn), state[target]) }
            for row in stride(from: 0, to: 25, by: 5) {
                let old = Array(state[row..<row + 5])
                for x in 0..<5 { state[row + x] = old[x] ^ (~old[(x + 1) % 5] & old[(x + 2) % 5]) }
            }
            state[0] ^= constant
        }
    }

    private static func turned(_ word: UInt64, _ count: UInt64) -> UInt64 { word << count | word >> (64 - count) }

    private static let turns: [UInt64] = [
        1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44,
    ]

    private static let targets = [
        10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1,
    ]

    private static let constants: [UInt64] = [
        0x0000_0000_0000_0001, 0x0000_0000_0000_8082, 0x8000_0000_0000_808a, 0x8000_0000_8000_8000,
        0x0000_0000_0000_808b, 0x0000_0000_8000_0001, 0x8000_0000_8000_8081, 0x8000_0000_0000_8009,
        0x0000_0000_0000_008a, 0x0000_0000_0000_0088, 0x0000_0000_8000_8009, 0x0000_0000_8000_000a,
        0x0000_0000_8000_808b, 0x8000_0000_0000_008b, 0x8000_0000_0000_8089, 0x8000_0000_0000_8003,
        0x8000_0000_0000_8002, 0x8000_0000_0000_0080, 0x0000_0000_0000_800a, 0x8000_0000_8000_000a,
        0x8000_0000_8000_8081, 0x8000_0000_0000_8080, 0x0000_0000_8000_0001, 0x8000_0000_8000_8008,
    ]
}
