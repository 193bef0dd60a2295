/// Finds the places of members and elements in a JSON text, which a `JSONValue` does not keep.
///
/// It walks the text, so make one only when there is something to report.
package struct JSONLocator: Sendable {
    private let bytes: [UInt8]
    private let tree: PlaceTree
    private let positions: PositionIndex

    /// - Parameter bytes: JSON; names may be there twice, and numbers may be too large. Of other texts it finds what
    ///   is before the error, and may be wrong after it.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        tree = PlaceTree(bytes)
        positions = PositionIndex(bytes)
    }

    /// The place of the value at `path`; nil when there is none.
    package func positionOfValue(at path: JSONPath) -> TextPosition? {
        tree.place(at: path).map { positions.position(of: $0.value) }
    }

    /// The place of the name of the member at `path`, or of its value where it is an element of a list.
    package func positionOfName(at path: JSONPath) -> TextPosition? {
        tree.place(at: path).map { positions.position(of: $0.name ?? $0.value) }
    }

    /// The place of a character inside of the string at `path`; nil when there is no string.
    ///
    /// - Parameter offset: how many Unicode scalars of the string's value are before it.
    package func position(ofCharacter offset: Int, inStringAt path: JSONPath) -> TextPosition? {
        guard let start = tree.place(at: path)?.value, start < bytes.count, bytes[start] == UInt8(ascii: "\"") else {
            return nil
        }
        var next = start + 1
        for _ in 0..<offset where next < bytes.count {
            if bytes[next] == UInt8(ascii: "\\") {
                let isUnicode = next + 1 < bytes.count && bytes[next + 1] == UInt8(ascii: "u")
                // \uD83D\uDE00: the two halves of a pair are one scalar.
                let isPair =
                    isUnicode && next + 3 < bytes.count && bytes[next + 2] | 0x20 == UInt8(ascii: "d")
                    && "89abAB".utf8.contains(bytes[next + 3])
                next += isPair ? 12 : isUnicode ? 6 : 2
            } else {
                next += 1
                while next < bytes.count, bytes[next] & 0xC0 == 0x80 { next += 1 }
            }
        }
        return positions.position(of: next)
    }

    /// The text with another string instead of the one at `path`; nil when there is no string.
    package func replacingString(at path: JSONPath, with text: String) -> [UInt8]? {
        let quote = UInt8(ascii: "\"")
        guard let start = tree.place(at: path)?.value, start < bytes.count, bytes[start] == quote else { return nil }
        var end = start + 1
        while end < bytes.count, bytes[end] != quote { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
        guard end < bytes.count else { return nil }
        var json = JSONWriter(capacity: text.utf8.count + 2)
        json.value(text)
        return Array(bytes[..<start]) + json.bytes + bytes[(end + 1)...]
    }

    /// Every name that its object has had before, in the order of the text; found when it is asked for.
    package var repeatedNames: some Collection<(path: JSONPath, position: TextPosition)> {
        tree.repeated.lazy.map { node in
            (tree.path(of: node), positions.position(of: tree.place(of: node).name ?? 0))
        }
    }
}
