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
    fileprivate var decomposed: [Unicode.Scalar] {
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return Array(unicodeScalars) }
        return unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
            scalar.isASCII ? [scalar] : BaseLetters.table[scalar.value].map { [$0] } ?? [scalar]
        }
    }
}

/// Letters that look like one of the Latin alphabet, or like a digit. Facts of Unicode Technical Standard 39
/// (confusables, version 15), of the letters only that a name of a host may have, and some of Cyrillic, Greek and Latin
/// beside them that small type hardly distinguishes.
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
        for (letter, others) in rows {
            for other in others { table[other] = letter.asciiValue }
        }
        return table
    }()

    private static let rows: [(Character, [UInt32])] = [
        ("2", [0x14BF]),
        ("4", [0x13CE]),
        ("6", [0x0431, 0x13EE]),
        ("8", [0x0223]),
        ("a", [0x0251, 0x03B1, 0x0430, 0x13AA, 0x15C5, 0x1D00, 0xA4EE]),
        ("b", [0x0299, 0x03B2, 0x0432, 0x044C, 0x13CF, 0x13F4, 0x1472, 0x15AF, 0x15F7, 0xA4D0]),
        ("c", [0x0441, 0x13DF, 0x1D04, 0x2CA5, 0xA4DA, 0xABAF]),
        ("d", [0x0111, 0x0501, 0x13A0, 0x13E7, 0x146F, 0x15DE, 0x15EA, 0x1D05, 0xA4D2, 0xA4D3]),
        ("e", [0x03B5, 0x0435, 0x0454, 0x04BD, 0x13AC, 0x1D07, 0x2D39, 0xA4F0, 0xAB32]),
        ("f", [0x0584, 0x15B4, 0x1E9D, 0xA4DD, 0xA730, 0xA799, 0xAB35]),
        ("g", [0x018D, 0x0261, 0x0262, 0x0581, 0x13C0, 0x13F3, 0x1D83, 0xA4D6]),
        ("h", [0x029C, 0x043D, 0x04BB, 0x0570, 0x13BB, 0x13C2, 0x157C, 0xA4E7]),
        ("i", [0x0131, 0x0269, 0x026A, 0x03B9, 0x03CA, 0x0456, 0x13A5, 0xA647, 0xAB75]),
        ("j", [0x03F3, 0x0458, 0x13AB, 0x148D, 0x1D0A, 0xA4D9]),
        ("k", [0x03BA, 0x043A, 0x13E6, 0x1D0B, 0xA4D7]),
        ("l", [0x0142, 0x01C0, 0x029F, 0x04CF, 0x13DE, 0x14AA, 0x2D4F, 0xA4E1, 0xA4F2]),
        ("m", [0x043C, 0x13B7, 0x15F0, 0x1D0D, 0xA4DF]),
        ("n", [0x0274, 0x03B7, 0x043F, 0x0578, 0x057C, 0xA4E0]),
        (
            "o",
            [
                0x00F0, 0x00F8, 0x03BF, 0x03C3, 0x043E, 0x0585, 0x0B20, 0x0D20, 0x101D, 0x10FF, 0x12D0, 0x1D0F,
                0x1D11, 0x2C9F, 0x2D54, 0xA4F3, 0xAB3D,
            ]
        ),
        ("p", [0x00FE, 0x03C1, 0x0440, 0x13E2, 0x146D, 0x1D18, 0x2CA3, 0xA4D1]),
        ("q", [0x051B, 0x0563, 0x0566, 0x2D55]),
        ("r", [0x0280, 0x0433, 0x13A1, 0x13D2, 0x1587, 0x1D26, 0x2C85, 0xA4E3, 0xAB47, 0xAB48, 0xAB81]),
        ("s", [0x01BD, 0x0455, 0x13D5, 0x13DA, 0xA4E2, 0xA731, 0xABAA]),
        ("t", [0x03C4, 0x0442, 0x13A2, 0x1D1B, 0xA4D4]),
        ("u", [0x028B, 0x03C5, 0x057D, 0x1200, 0x144C, 0x1D1C, 0xA4F4, 0xA79F, 0xAB4E, 0xAB52]),
        ("v", [0x03BD, 0x0475, 0x13D9, 0x142F, 0x1D20, 0x2D38, 0xA4E6, 0xABA9]),
        ("w", [0x026F, 0x03C9, 0x0448, 0x0461, 0x051D, 0x0561, 0x13B3, 0x13D4, 0x1D21, 0xA4EA, 0xAB83]),
        ("x", [0x03C7, 0x0445, 0x1541, 0x157D, 0x2D5D, 0xA4EB]),
        ("y", [0x0263, 0x028F, 0x03B3, 0x0443, 0x04AF, 0x10E7, 0x13A9, 0x13BD, 0x1D8C, 0x1EFF, 0xA4EC, 0xAB5A]),
        ("z", [0x13C3, 0x1D22, 0xA4DC, 0xAB93]),
    ]
}

/// Latin letters with marks, and the letters below the marks: é is an e. Facts of the Unicode Character Database
/// (canonical decompositions; after them letters with strokes, hooks and similar marks, which have none, by their
/// names); Swift's library decomposes only to compare.
enum BaseLetters {
    static let table: [UInt32: Unicode.Scalar] = {
        var table: [UInt32: Unicode.Scalar] = [:]
        for (base, letters) in rows {
            for letter in letters.unicodeScalars { table[letter.value] = base }
        }
        return table
    }()

    private static let rows: [(Unicode.Scalar, String)] = [
        ("a", "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặⱥẚ"),
        ("b", "ḃḅḇƀƃ"),
        ("c", "çćĉċčḉƈȼ"),
        ("d", "ďḋḍḏḑḓƌȡ"),
        ("e", "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệɇ"),
        ("f", "ḟƒ"),
        ("g", "ĝğġģǧǵḡǥ"),
        ("h", "ĥȟḣḥḧḩḫẖ"),
        ("i", "ìíîïĩīĭįǐȉȋḭḯỉị"),
        ("j", "ĵǰ"),
        ("k", "ķǩḱḳḵ"),
        ("l", "ĺļľḷḹḻḽƚŀȴⱡ"),
        ("m", "ḿṁṃ"),
        ("n", "ñńņňǹṅṇṉṋƞȵŉ"),
        ("o", "òóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợǿⱺ"),
        ("p", "ṕṗƥ"),
        ("r", "ŕŗřȑȓṙṛṝṟɍ"),
        ("s", "śŝşšșṡṣṥṧṩſȿ"),
        ("t", "ţťțṫṭṯṱẗŧƫƭȶⱦ"),
        ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự"),
        ("v", "ṽṿ"),
        ("w", "ŵẁẃẅẇẉẘⱳ"),
        ("x", "ẋẍ"),
        ("y", "ýÿŷȳẏẙỳỵỷỹƴɏ"),
        ("z", "źżžẑẓẕƶȥɀⱬ"),
    ]
}
