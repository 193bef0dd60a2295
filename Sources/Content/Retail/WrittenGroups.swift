/// The groups of digits of a number that people write with hyphens or blanks: three, one, five and so on.
///
/// Telephone numbers have hyphens too, but in other places.
struct WrittenGroups {
    /// How many characters each has; a single one where nothing divides the number.
    let lengths: [Int]

    /// Nil when a group is empty.
    init?(_ text: Substring) {
        var lengths: [Int] = []
        var length = 0
        for scalar in text.unicodeScalars {
            switch scalar {
            case "0"..."9", "x", "X": length += 1
            // Within a group it only says where a line may be broken.
            case "\u{AD}": continue
            default:
                guard length > 0, lengths.count < 5 else { return nil }
                lengths.append(length)
                length = 0
            }
        }
        guard length > 0 else { return nil }
        self.lengths = lengths + [length]
    }

    var isDivided: Bool { lengths.count > 1 }

    /// Whether the groups are the elements of an ISBN (ISO 2108, section 4), as far as the table knows them.
    ///
    /// - Parameter digits: all digits of the number; where it ends in an X, those before it.
    func areElements(ofISBN digits: WrittenDigits, _ ranges: ISBNRanges) -> Bool {
        guard isDivided else { return true }
        let count = digits.count + (digits.endsInX ? 1 : 0)
        guard lengths.last == 1 || count == 13 else { return false }
        switch (count, lengths.count) {
        // As booksellers write it, and as it is printed below an EAN-13.
        case (13, 2): return lengths == [3, 10]
        case (13, 3): return lengths == [1, 6, 6]
        case (13, 5):
            guard lengths[0] == 3, lengths[4] == 1 else { return false }
            return agree(lengths[1], lengths[2], digits.value, ranges)
        case (10, 4): return agree(lengths[0], lengths[1], Self.thirteen(digits), ranges)
        // An SBN is an ISBN of group 0 without that digit.
        case (9, 3): return agree(1, lengths[0], Self.thirteen(digits), ranges)
        default: return false
        }
    }

    private func agree(_ group: Int, _ registrant: Int, _ number: UInt64, _ ranges: ISBNRanges) -> Bool {
        guard let division = ranges.division(of: ISBN(checked: number)) else { return true }
        return division.groupLength == group
            && (division.registrantLength == 0 || division.registrantLength == registrant)
    }

    /// Thirteen digits for nine or ten; the check digit, which the table does not ask for, is left 0.
    private static func thirteen(_ digits: WrittenDigits) -> UInt64 {
        (978_000_000_000 + (digits.endsInX ? digits.value : digits.value / 10)) * 10
    }
}

/// Two years with a hyphen between them, `1990-2026`, which may be an ISSN by its digits.
enum YearSpan {
    /// - Parameter text: four characters, a hyphen, and four more.
    static func isOne(_ text: String) -> Bool {
        guard let first = Digits.parse(Array(text.utf8.prefix(4))),
            let second = Digits.parse(Array(text.utf8.suffix(4)))
        else { return false }
        return (1900...2099).contains(first.value) && (first.value...2099).contains(second.value)
    }
}
