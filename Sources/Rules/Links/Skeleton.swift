internal import BeelineSymbols

/// What the eye keeps of a label: letters that look alike become one, so that two labels that are easily taken for each
/// other have the same skeleton (Unicode Technical Standard 39, section 4, for small letters, with the swaps of digits
/// for letters that frauds use).
struct Skeleton: Hashable, Sendable {
    /// Whole characters, so that one beyond ASCII is one letter like others.
    let letters: [Unicode.Scalar]

    /// - Parameter label: as people write it.
    init(_ label: some StringProtocol) {
        var kept: [Unicode.Scalar] = []
        for scalar in String(label).decomposed {
            if scalar.isASCII {
                kept.append(Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value).asciiLowercased))
            } else if let letter = Confusables.ascii(scalar) {
                kept.append(Unicode.Scalar(letter))
            } else if scalar.properties.generalCategory != .nonspacingMark {
                kept.append(scalar)
            }
        }
        var letters: [Unicode.Scalar] = []
        for scalar in kept {
            let letter = Self.folded(scalar)
            // Two letters that run into one.
            if let last = letters.last, let pair = Self.joined(last, letter) {
                letters[letters.count - 1] = pair
            } else {
                letters.append(letter)
            }
        }
        self.letters = letters
    }

    /// Writes the letters of a label in ASCII, which `init(_:)` would have.
    ///
    /// - Parameter letters: room for as many as the label has.
    /// - Returns: how many there are.
    static func fold(
        _ label: UnsafeBufferPointer<UInt8>, into letters: UnsafeMutableBufferPointer<Unicode.Scalar>
    ) -> Int {
        var count = 0
        for byte in label {
            let letter = folded(Unicode.Scalar(byte.asciiLowercased))
            if count > 0, let pair = joined(letters[count - 1], letter) {
                letters[count - 1] = pair
            } else {
                letters[count] = letter
                count += 1
            }
        }
        return count
    }

    /// - Parameter letters: a part of another skeleton.
    init(folded letters: some Sequence<Unicode.Scalar>) { self.letters = Array(letters) }

    /// The skeletons without one of its letters.
    var shortened: [Skeleton] {
        letters.indices.map { Skeleton(folded: letters[..<$0] + letters[($0 + 1)...]) }
    }

    private static func folded(_ letter: Unicode.Scalar) -> Unicode.Scalar {
        switch letter {
        case "0": "o"
        case "1", "i": "l"
        case "3": "e"
        case "4": "a"
        case "5": "s"
        case "7": "t"
        case "8": "b"
        default: letter
        }
    }

    private static func joined(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Unicode.Scalar? {
        switch (left, right) {
        case ("r", "n"): "m"
        case ("v", "v"): "w"
        case ("c", "l"): "d"
        default: nil
        }
    }

    /// Whether one letter was inserted, left out or changed, or two neighbours swapped.
    func isOneStep(from other: Skeleton) -> Bool {
        let (left, right) = (letters, other.letters)
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
