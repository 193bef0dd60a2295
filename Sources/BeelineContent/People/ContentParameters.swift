internal import BeelineSymbols

/// The parameters of a content line: `TYPE=WORK,VOICE`, `TZID="Europe/Berlin"`, in vCard 2.1 also just `CELL`.
struct ContentParameters: Sequence, IteratorProtocol {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    /// - Parameter bytes: what stands between the name and the colon, without the first semicolon.
    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// The next parameter; its name is empty where it has none. Values in quotes come without these.
    mutating func next() -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)? {
        guard position < bytes.endIndex else { return nil }
        let start = position
        var equals: Int?
        var isQuoted = false
        while position < bytes.endIndex {
            switch bytes[position] {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: "=") where equals == nil: equals = position
            default: break
            }
            if bytes[position] == UInt8(ascii: ";"), !isQuoted { break }
            position += 1
        }
        let end = position
        position = Swift.min(position + 1, bytes.endIndex)
        guard let equals else { return (bytes[start..<start], bytes[start..<end].withoutBlanks) }
        var value = bytes[(equals + 1)..<end].withoutBlanks
        if value.count >= 2, value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"") {
            value = value.dropFirst().dropLast()
        }
        return (bytes[start..<equals].withoutBlanks, value)
    }
}
