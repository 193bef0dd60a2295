internal import BeelineSymbols

extension WebAddress {
    /// The decoded value of the first parameter of that name; empty for one without a value, nil when there is none.
    ///
    /// Percent-encoding is undone, and `+` is a blank, as forms have it. A value that is no UTF-8 then is none.
    ///
    ///     WebAddress("https://example.com/?q=green+tea&q=2")?.queryValue("q")   // "green tea"
    ///
    /// - Parameter name: the name, decoded; compared scalar by scalar.
    public func queryValue(_ name: String) -> String? {
        guard let places = queryPlaces else { return nil }
        let bytes = url.utf8.span
        let wanted = name.utf8.span
        var start = places.lowerBound
        while start < places.upperBound {
            var equals: Int?
            var end = start
            while end < places.upperBound, bytes[end] != UInt8(ascii: "&") {
                if equals == nil, bytes[end] == UInt8(ascii: "=") { equals = end }
                end += 1
            }
            // Two ampersands in a row have no parameter between them.
            if end > start, Self.isEqual(bytes, start, equals ?? end, wanted) {
                return equals.map { decoded(bytes, $0 + 1, end) } ?? ""
            }
            start = end + 1
        }
        return nil
    }

    private static func isEqual(_ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ wanted: Span<UInt8>) -> Bool {
        var index = start
        var count = 0
        while index < end {
            guard count < wanted.count, nextByte(bytes, &index, end) == wanted[count] else { return false }
            count += 1
        }
        return count == wanted.count
    }

    private func decoded(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> String? {
        var index = start
        while index < end, bytes[index] != UInt8(ascii: "%"), bytes[index] != UInt8(ascii: "+") { index += 1 }
        if index == end { return LinkWriter.part(url, start, end) }
        var value: [UInt8] = []
        value.reserveCapacity(end - start)
        index = start
        while index < end { value.append(Self.nextByte(bytes, &index, end)) }
        return String(validating: value, as: UTF8.self)
    }

    /// The byte that the next characters stand for; a `%` without two digits stands for itself.
    private static func nextByte(_ bytes: Span<UInt8>, _ index: inout Int, _ end: Int) -> UInt8 {
        let byte = bytes[index]
        index += 1
        if byte == UInt8(ascii: "+") { return UInt8(ascii: " ") }
        guard byte == UInt8(ascii: "%"), index + 1 < end, let high = bytes[index].asciiHexValue,
            let low = bytes[index + 1].asciiHexValue
        else { return byte }
        index += 2
        return high << 4 | low
    }
}
