internal import BeelineSymbols

/// The parameters of a content line: `TYPE=WORK,VOICE`, `TZID="Europe/Berlin"`, in vCard 2.1 also just `CELL`.
struct ContentParameters {
    private let end: Int
    private var position: Int

    /// Where the parts of a parameter stand among the bytes.
    struct Parameter {
        /// Empty where it has none.
        let name: Range<Int>
        /// Without the quotes around it.
        let value: Range<Int>
    }

    /// - Parameter place: where that stands which is between the name and the colon, without the first semicolon.
    init(_ place: Range<Int>) {
        (position, end) = (place.lowerBound, place.upperBound)
    }

    /// The next parameter.
    ///
    /// - Parameter bytes: those among which they stand.
    mutating func next(in bytes: Span<UInt8>) -> Parameter? {
        guard position < end else { return nil }
        let start = position
        var equals: Int?
        var isQuoted = false
        while position < end {
            switch bytes[position] {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: "=") where equals == nil: equals = position
            default: break
            }
            if bytes[position] == UInt8(ascii: ";"), !isQuoted { break }
            position += 1
        }
        let last = position
        position = min(position + 1, end)
        guard let equals else {
            return Parameter(name: start..<start, value: Self.withoutBlanks(start..<last, in: bytes))
        }
        var value = Self.withoutBlanks((equals + 1)..<last, in: bytes)
        if value.count >= 2, bytes[value.lowerBound] == UInt8(ascii: "\""),
            bytes[value.upperBound - 1] == UInt8(ascii: "\"")
        {
            value = (value.lowerBound + 1)..<(value.upperBound - 1)
        }
        return Parameter(name: Self.withoutBlanks(start..<equals, in: bytes), value: value)
    }

    private static func withoutBlanks(_ place: Range<Int>, in bytes: Span<UInt8>) -> Range<Int> {
        let inner = bytes.extracting(place).placeWithoutBlanks
        return (place.lowerBound + inner.lowerBound)..<(place.lowerBound + inner.upperBound)
    }
}
