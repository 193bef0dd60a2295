extension String {
    /// The text made safe for a terminal: controls and characters that cannot be seen are escaped, so that nothing in
    /// it moves the cursor, forges a line, turns the text around, or hides in what is seen.
    package var withHiddenSpelledOut: String {
        // Nearly every text is plain ASCII.
        let isPlain = utf8.withContiguousStorageIfAvailable { $0.allSatisfy { 0x20..<0x7F ~= $0 } } ?? false
        if isPlain { return self }
        let scalars = unicodeScalars
        var result: [UInt8] = []
        result.reserveCapacity(utf8.count + 16)
        var before: Unicode.Scalar?
        var marks = 0
        for index in scalars.indices {
            let scalar = scalars[index]
            let after = scalars[scalars.index(after: index)...].first
            marks = scalar.isPiled ? marks + 1 : 0
            switch scalar {
            case "\u{20}"..."\u{7E}": result.append(UInt8(truncatingIfNeeded: scalar.value))
            case "\n": result += "\\n".utf8
            case "\r": result += "\\r".utf8
            case "\t": result += "\\t".utf8
            case _ where scalar.isHidden || !scalar.isSeen(between: before, and: after) || marks > mostMarks:
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".utf8
            default: result += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            }
            before = scalar
        }
        return String(decoding: result, as: UTF8.self)
    }
}

/// More marks on one letter reach into other lines. Tibetan and Hebrew have the most: up to eight.
private let mostMarks = 8

/// The sets of characters that decide what is escaped. The page of the server escapes in a browser, which may
/// have another version of Unicode, so it gets these sets as they are here.
package enum HiddenCharacterSet: String, CaseIterable, Sendable {
    case hidden
    case joiner
    case selector
    case piled
    case blank

    private func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .hidden: scalar.isHidden
        case .joiner: scalar.isJoiner
        case .selector: scalar.properties.isVariationSelector
        case .piled: scalar.isPiled
        case .blank: scalar.properties.isWhitespace
        }
    }

    /// A module of JavaScript with a regular expression for each set, and `mostMarks`.
    package static let javaScript: String = {
        let sets = allCases.map { "export const \($0.rawValue) = set(\"\($0.steps)\");\n" }
        return """
            // Made from the table of the program.

            /** An expression for ranges of characters: of each how many are left out before it, and how many it has. */
            function set(steps) {
              let next = 0;
              const ranges = steps.split(" ").map((step) => {
                const [left, count = 1] = step.split(".").map((digits) => parseInt(digits, 36));
                const first = next + left;
                next = first + count;
                return `\\\\u{${first.toString(16)}}-\\\\u{${(next - 1).toString(16)}}`;
              });
              return new RegExp(`[${ranges.join("")}]`, "u");
            }

            export const mostMarks = \(mostMarks);

            """ + sets.joined()
    }()

    /// Its ranges, each by two numbers in base 36 with a dot between them. A single character has no second number.
    private var steps: String {
        var ranges: [ClosedRange<UInt32>] = []
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value), contains(scalar) else { continue }
            if let last = ranges.last, last.upperBound + 1 == value {
                ranges[ranges.count - 1] = last.lowerBound...value
            } else {
                ranges.append(value...value)
            }
        }
        var next: UInt32 = 0
        return ranges.map { range in
            defer { next = range.upperBound + 1 }
            let left = String(range.lowerBound - next, radix: 36)
            return range.count == 1 ? left : "\(left).\(String(range.count, radix: 36))"
        }.joined(separator: " ")
    }
}

extension Unicode.Scalar {
    /// Whether it is a control or cannot be seen, wherever it is.
    package var isHidden: Bool {
        if isASCII { return value < 0x20 || value == 0x7F }
        switch properties.generalCategory {
        // Joiners are parts of letters and emoji.
        case .format: return !isJoiner
        case .control, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: return true
        default: return isBlankLetter || properties.isDefaultIgnorableCodePoint && !properties.isVariationSelector
        }
    }

    /// Letters of Hangul that fill a place, and the Braille pattern without dots: they are shown as nothing.
    package var isBlankLetter: Bool { [0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0].contains(value) }

    /// The zero-width non-joiner and the zero-width joiner.
    fileprivate var isJoiner: Bool { value == 0x200C || value == 0x200D }

    /// A mark that is above, below or around the letter before it.
    fileprivate var isPiled: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: !properties.isVariationSelector
        default: false
        }
    }

    /// Whether a joiner or a variation selector changes what is seen of its neighbours. In Latin text none does, and of
    /// several in a row only the first: what follows could carry a hidden message. Of all other characters it is true.
    fileprivate func isSeen(between before: Unicode.Scalar?, and after: Unicode.Scalar?) -> Bool {
        if isJoiner { return before.isJoined && after.isJoined }
        guard properties.isVariationSelector else { return true }
        guard let before, !before.isHidden, !before.isJoiner, !before.properties.isVariationSelector else {
            return false
        }
        // Keycaps: a digit, a selector, and the key around them.
        if before.isASCII { return "0123456789#*".unicodeScalars.contains(before) }
        return !before.properties.isWhitespace
    }
}

extension Unicode.Scalar? {
    /// Whether it is part of a script or an emoji that joiners are made for.
    fileprivate var isJoined: Bool {
        guard let self else { return false }
        return !self.isASCII && !self.isHidden && self.value != 0x200C && self.value != 0x200D
            && !self.properties.isWhitespace
    }
}
