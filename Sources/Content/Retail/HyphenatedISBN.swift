/// An ISBN with its four hyphens, of which each element is a part, before any of it is a text.
struct HyphenatedISBN {
    /// ASCII: `978-4-87311-904-5`.
    private(set) var characters = InlineArray<17, UInt8>(repeating: UInt8(ascii: "-"))
    private let groupEnd: Int
    private let registrantEnd: Int
    /// Whether the number is of a range that somebody was given.
    private let isWhole: Bool

    /// - Parameter lengths: those of the elements of the number.
    init(_ isbn: ISBN, _ lengths: ISBNRanges.Lengths) {
        groupEnd = 4 + Int(lengths.group)
        registrantEnd = groupEnd + 1 + Int(lengths.registrant)
        isWhole = lengths.registrant > 0
        var rest = isbn.number
        for place in characters.indices.reversed()
        where place != 3 && place != groupEnd && place != registrantEnd && place != 15 {
            characters[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    /// Where an element stands, or all of them; nil in ranges that nobody was given, save for the group.
    func place(of field: Field) -> Range<Int>? {
        switch field {
        case .group: 4..<groupEnd
        case .hyphenated where isWhole: 0..<17
        case .registrant where isWhole: groupEnd + 1..<registrantEnd
        case .publication where isWhole: registrantEnd + 1..<15
        default: nil
        }
    }
}
