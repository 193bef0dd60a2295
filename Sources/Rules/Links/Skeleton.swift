internal import BeelineSymbols

/// A label with similar letters replaced by one of them, so that two labels that look alike have the same skeleton
/// (Unicode Technical Standard 39, section 4, for small letters, with the swaps of digits for letters that frauds use).
package struct Skeleton: Hashable, Sendable {
    /// As scalars, so that one beyond ASCII is one letter like others.
    let letters: [Unicode.Scalar]

    /// - Parameter label: as people write it.
    package init(_ label: some StringProtocol) {
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

    /// - Parameter letters: a part of another skeleton.
    init(folded letters: some Sequence<Unicode.Scalar>) { self.letters = Array(letters) }

    var beginning: Skeleton { Skeleton(folded: letters.prefix(2)) }

    var end: Skeleton { Skeleton(folded: letters.suffix(2)) }

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
    /// Its characters, with Latin letters separated from their marks.
    var decomposed: [Unicode.Scalar] {
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return Array(unicodeScalars) }
        return unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
            scalar.isASCII ? [scalar] : BaseLetters.table[scalar.value].map { [$0] } ?? [scalar]
        }
    }
}

/// Letters that look like one of the Latin alphabet, or like a digit.
enum Confusables {
    /// The ASCII letter or digit that a letter looks like; nil for none. Closely, those do not count that a careful
    /// reader distinguishes: whole words of Russian are made of them.
    static func ascii(_ scalar: Unicode.Scalar, closely: Bool = false) -> UInt8? {
        closely && distinguishable.contains(scalar.value) ? nil : table[scalar.value]
    }

    private static let distinguishable: Set<UInt32> = [
        0x00F0, 0x00F8, 0x00FE, 0x0111, 0x0142, 0x03B2, 0x03B5, 0x03B7, 0x03BA, 0x03C4, 0x03C7, 0x03C9, 0x03CA, 0x0431,
        0x0432, 0x0433, 0x043A, 0x043C, 0x043D, 0x043F, 0x0442, 0x0448, 0x044C, 0x0454,
    ]

    /// Whether a Latin letter is only used in phonetic alphabets, so that it can only be there to deceive.
    static func isTechnical(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x018D, 0x01BD, 0x01C0...0x01C3, 0x0250...0x02AF, 0x1D00...0x1DBF, 0xA730...0xA7FF, 0xAB30...0xAB6F: true
        default: false
        }
    }

    private static let table: [UInt32: UInt8] = {
        var table: [UInt32: UInt8] = [:]
        for row in LinkLists.words("letters.confusable") {
            for other in row.dropFirst(2).split(separator: ",") {
                if let letter = UInt32(other, radix: 16) { table[letter] = row.utf8.first }
            }
        }
        return table
    }()
}

/// Latin letters with marks, and the letters below the marks: é is an e. Swift's library decomposes only to compare.
enum BaseLetters {
    static let table: [UInt32: Unicode.Scalar] = {
        var table: [UInt32: Unicode.Scalar] = [:]
        for row in LinkLists.words("letters.marked") {
            for letter in row.unicodeScalars.dropFirst(2) { table[letter.value] = row.unicodeScalars.first }
        }
        return table
    }()
}
