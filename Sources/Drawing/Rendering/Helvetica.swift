import BeelineSymbols

/// The typeface that every reader of PDF has, in the character set that it is used with (WinAnsiEncoding).
enum Helvetica {
    /// The bytes of a text; a question mark for what the character set lacks.
    static func bytes(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { scalar in
            switch scalar.value {
            case 0x20...0x7E, 0xA0...0xFF: UInt8(scalar.value)
            default: others[scalar] ?? UInt8(ascii: "?")
            }
        }
    }

    /// Whether the character set has all of a text.
    static func has(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy {
            (0x20...0x7E).contains($0.value) || (0xA0...0xFF).contains($0.value) || others[$0] != nil
        }
    }

    private static let others: [Unicode.Scalar: UInt8] = [
        "€": 0x80, "‚": 0x82, "„": 0x84, "…": 0x85, "Š": 0x8A, "Œ": 0x8C, "Ž": 0x8E, "‘": 0x91, "’": 0x92, "“": 0x93,
        "”": 0x94, "•": 0x95, "–": 0x96, "—": 0x97, "™": 0x99, "š": 0x9A, "œ": 0x9C, "ž": 0x9E, "Ÿ": 0x9F,
    ]

    /// How wide bytes are, in thousandths of the size.
    static func width(_ bytes: some Sequence<UInt8>) -> Int {
        bytes.reduce(0) { $0 + ((0x20...0x7E).contains($1) ? widths[Int($1) - 0x20] : 600) }
    }

    /// The bytes of as much of a text as is at most so wide, with an ellipsis where something is missing.
    static func fitting(_ text: String, width most: Double) -> [UInt8] {
        var fitting: [UInt8] = []
        // With room for the ellipsis behind them, which is as wide as the typeface is high.
        var shortened = 0
        var sum = 0
        for byte in bytes(text) {
            sum += width(CollectionOfOne(byte))
            guard Double(sum) <= most else { return shortened == 0 ? [] : fitting.prefix(shortened) + [0x85] }
            fitting.append(byte)
            if Double(sum + 1_000) <= most { shortened = fitting.count }
        }
        return fitting
    }

    /// As a string of PDF, between its brackets.
    static func escaped(_ bytes: [UInt8]) -> String {
        var text = ""
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\\"):
                text += "\\" + String(Unicode.Scalar(byte))
            case 0x20...0x7E: text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "\\" + String(byte >> 6, radix: 8) + String(byte >> 3 & 7, radix: 8) + String(byte & 7)
            }
        }
        return text
    }

    /// From the blank to the tilde.
    private static let widths: [Int] = [
        278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556,
        556,
        556, 556, 556, 278, 278, 584, 584, 584, 556, 1_015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556,
        833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556,
        500,
        556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,
        500,
        334, 260, 334, 584,
    ]
}
