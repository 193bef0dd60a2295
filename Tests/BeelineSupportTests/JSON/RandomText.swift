import BeelineSupport

/// Numbers that look random and are the same in each run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// A text of up to 20 scalars, with more than its share of those that go wrong.
    mutating func text() -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...20, using: &self) {
            let range: ClosedRange<UInt32> =
                switch Int.random(in: 0...6, using: &self) {
                case 0: 0...0x1F
                case 1: 0x20...0x7F
                case 2: 0x80...0xFF
                case 3: 0x2000...0x2FFF
                case 4: 0xE000...0xFFFF
                case 5: 0x1F300...0x1FAFF
                default: 0x22...0x22
                }
            let scalar = Unicode.Scalar(UInt32.random(in: range, using: &self))
            text.append(Bool.random(using: &self) ? scalar ?? "\\" : Bool.random(using: &self) ? "\\" : scalar ?? "\0")
        }
        return String(text)
    }

    /// A value of any type, with lists and objects at most so deep.
    mutating func value(depth: Int) -> JSONValue {
        switch Int.random(in: 0...(depth > 0 ? 7 : 5), using: &self) {
        case 0: return .null
        case 1: return .boolean(Bool.random(using: &self))
        case 2: return .integer(Int.random(in: .min ... .max, using: &self))
        case 3: return .integer(Int.random(in: -9...9, using: &self))
        case 4, 5: return .string(text())
        case 6:
            return .array((0..<Int.random(in: 0...4, using: &self)).map { _ in value(depth: depth - 1) })
        default:
            // The number makes each name unique; a name must not contain NUL.
            return .object(
                (0..<Int.random(in: 0...4, using: &self)).map { index in
                    let name = text().replacing("\0", with: "") + "\(index)"
                    return JSONValue.Member(name: name, value: value(depth: depth - 1))
                })
        }
    }
}

extension JSONValue {
    /// The value as the writer writes it.
    var written: [UInt8] {
        var json = JSONWriter()
        json.value(self)
        return json.bytes
    }
}
