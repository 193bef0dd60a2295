import Testing

@testable import BeelineSymbols

@Suite("Eight bytes at once")
struct EightBytesTests {
    /// Bytes that differ in little from those that are looked for, beside each other in every order.
    static let near: [UInt8] = [0x00, 0x2E, 0x2F, 0x30, 0x39, 0x3A, 0x40, 0x41, 0x5A, 0x5B, 0x7F, 0x80, 0xAF, 0xFF]

    private func places(_ answer: UInt64) -> [Int] { (0..<8).filter { answer >> UInt64($0 * 8 + 7) & 1 != 0 } }

    @Test("each byte is told, whatever stands beside it", arguments: near, near)
    func tellsEach(first: UInt8, second: UInt8) {
        for third in Self.near {
            let bytes = [first, second, third, second, first, third, third, first]
            let eight = EightBytes(bytes.span, at: 0)
            #expect(places(eight.are(0x2F)) == bytes.indices.filter { bytes[$0] == 0x2F })
            #expect(places(eight.areWithin(0x30...0x39)) == bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) })
            #expect(places(eight.areWithin(0x00...0x7F)) == bytes.indices.filter { bytes[$0] < 0x80 })
            let lowercased = eight.lowercased
            #expect(
                (0..<8).map { UInt8(truncatingIfNeeded: lowercased >> UInt64($0 * 8)) } == bytes.map(\.asciiLowercased))
        }
    }

    @Test("behind the end there are zeros", arguments: 1...20)
    func endsInZeros(count: Int) {
        let bytes = (1...count).map(UInt8.init)
        for place in bytes.indices {
            let word = EightBytes(bytes.span, at: place).word
            for index in 0..<8 {
                let byte = UInt8(truncatingIfNeeded: word >> UInt64(index * 8))
                #expect(byte == (place + index < count ? bytes[place + index] : 0))
            }
            let left = count - place
            #expect(places(EightBytes.first(left)) == Array(0..<min(left, 8)))
        }
    }

    @Test("of a link only the bytes are looked at that are not ordinary")
    func namesOthers() {
        let ordinary = Set("&'()*+,-./0123456789:;=@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]_abcdefghijklmnopqrstuvwxyz".utf8)
        for byte in UInt8.min...UInt8.max {
            for place in 0..<8 {
                var bytes = Array("abcdefgh".utf8)
                bytes[place] = byte
                let others = places(OrdinaryBytes.others(in: EightBytes(bytes.span, at: 0).word))
                // It may accuse those behind one that is no ordinary byte, and no other.
                if ordinary.contains(byte) { #expect(others.isEmpty) } else { #expect(others.first == place) }
            }
        }
    }
}
