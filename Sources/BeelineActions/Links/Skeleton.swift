internal import BeelineSymbols

/// What the eye keeps of a label: letters that look alike become one, so that two labels that are easily taken for each
/// other have the same skeleton (Unicode Technical Standard 39, section 4, for small letters, with the swaps of digits
/// for letters that frauds use).
struct Skeleton: Hashable, Sendable {
    let bytes: [UInt8]

    /// - Parameter label: as people write it.
    init(_ label: some StringProtocol) {
        var letters: [UInt8] = []
        for scalar in String(label).decomposed {
            if scalar.isASCII {
                letters.append(UInt8(truncatingIfNeeded: scalar.value).asciiLowercased)
            } else if let letter = Confusables.ascii(scalar) {
                letters.append(letter)
            } else if scalar.properties.generalCategory != .nonspacingMark {
                letters += UTF8.encode(scalar).map(Array.init) ?? []
            }
        }
        bytes = letters.reduce(into: []) { bytes, letter in
            let letter = Self.folded(letter)
            // Two letters that run into one.
            if let last = bytes.last, let pair = Self.joined(last, letter) {
                bytes[bytes.count - 1] = pair
            } else {
                bytes.append(letter)
            }
        }
    }

    /// - Parameter bytes: a part of another skeleton.
    init(folded bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// The skeletons without one of its letters.
    var shortened: [Skeleton] {
        bytes.indices.map { Skeleton(folded: bytes[..<$0] + bytes[($0 + 1)...]) }
    }

    private static func folded(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "0"): UInt8(ascii: "o")
        case UInt8(ascii: "1"), UInt8(ascii: "i"): UInt8(ascii: "l")
        case UInt8(ascii: "3"): UInt8(ascii: "e")
        case UInt8(ascii: "4"): UInt8(ascii: "a")
        case UInt8(ascii: "5"): UInt8(ascii: "s")
        case UInt8(ascii: "7"): UInt8(ascii: "t")
        case UInt8(ascii: "8"): UInt8(ascii: "b")
        default: byte
        }
    }

    private static func joined(_ left: UInt8, _ right: UInt8) -> UInt8? {
        switch (left, right) {
        case (UInt8(ascii: "r"), UInt8(ascii: "n")): UInt8(ascii: "m")
        case (UInt8(ascii: "v"), UInt8(ascii: "v")): UInt8(ascii: "w")
        case (UInt8(ascii: "c"), UInt8(ascii: "l")): UInt8(ascii: "d")
        default: nil
        }
    }

    /// Whether one letter was inserted, left out or changed, or two neighbours swapped.
    func isOneStep(from other: Skeleton) -> Bool {
        let (left, right) = (bytes, other.bytes)
        guard left != right, abs(left.count - right.count) <= 1 else { return false }
        let start = zip(left, right).prefix { $0 == $1 }.count
        let end = zip(left.dropFirst(start).reversed(), right.dropFirst(start).reversed()).prefix { $0 == $1 }.count
        let (inLeft, inRight) = (left.count - start - end, right.count - start - end)
        if max(inLeft, inRight) <= 1 { return true }
        return inLeft == 2 && inRight == 2 && left[start] == right[start + 1] && left[start + 1] == right[start]
    }
}

extension String {
    /// Its characters, letters apart from their marks as far as the marks stand above or below Latin ones.
    fileprivate var decomposed: [Unicode.Scalar] {
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return Array(unicodeScalars) }
        return unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
            scalar.isASCII ? [scalar] : BaseLetters.table[scalar.value].map { [$0] } ?? [scalar]
        }
    }
}
