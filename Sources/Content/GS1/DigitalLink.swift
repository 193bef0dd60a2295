internal import BeelineSymbols

/// GS1 Digital Links (GS1 Digital Link Standard: URI Syntax, section 4), as far as they are not compressed. The path
/// ends with a key and its qualifiers, each after its identifier; before them it may have anything. Attributes are in
/// the query, where other parameters are left alone.
enum DigitalLinkReader {
    /// The offset of the path in a text that begins with `http://` or `https://` in whatever case; nil for others.
    static func pathStart(_ bytes: some RandomAccessCollection<UInt8>) -> Int? {
        let scheme = bytes.prefix(5)
        guard
            scheme.elementsEqual("https".utf8, by: isSameLetter)
                || scheme.prefix(4).elementsEqual("http".utf8, by: isSameLetter)
        else { return nil }
        let afterScheme = bytes.dropFirst(4)
        let isSecure = afterScheme.first.map { $0 | 0x20 == UInt8(ascii: "s") } ?? false
        let rest = afterScheme.dropFirst(isSecure ? 1 : 0)
        guard rest.starts(with: "://".utf8) else { return nil }
        let authority = rest.dropFirst(3).prefix { !isDelimiter($0) }
        return bytes.distance(from: bytes.startIndex, to: authority.endIndex)
    }

    /// Reads the key, its qualifiers and the attributes. Throws the first problem; no identifier when there is no key.
    static func read(_ bytes: [UInt8], pathStart: Int) throws(GS1Problem) -> [FoundElement] {
        guard let key = key(bytes, pathStart: pathStart) else {
            throw GS1Problem(identifier: "", position: pathStart + 1, reason: .unknownIdentifier)
        }
        return try read(bytes, key)
    }

    /// The key of a path, and the parts of the path from it on.
    struct Key {
        let identifier: ApplicationIdentifier
        /// The identifier of the key, its value, and the same of its qualifiers.
        let segments: [ArraySlice<UInt8>]
        let query: ArraySlice<UInt8>
        let isAtGS1: Bool

        var value: [UInt8] { DigitalLinkReader.padded(PercentEncoding.bytes(segments[1]), self) }
    }

    /// The last key of a path that is followed by segments in pairs; nil when there is none.
    static func key(_ bytes: [UInt8], pathStart: Int) -> Key? {
        let path: ArraySlice<UInt8> = bytes[pathStart...].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        var segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if segments.last?.isEmpty == true { segments.removeLast() }
        var place = segments.count - 2
        while place >= 1 {
            if let identifier = ApplicationIdentifier.find(segments[place]), identifier.qualifierPatterns != nil {
                let rest = bytes[path.endIndex...]
                let query =
                    rest.first == UInt8(ascii: "?")
                    ? rest.dropFirst().prefix { $0 != UInt8(ascii: "#") } : rest.prefix(0)
                return Key(
                    identifier: identifier, segments: Array(segments.dropFirst(place)), query: query,
                    isAtGS1: isAtGS1(bytes[..<pathStart]))
            }
            place -= 2
        }
        return nil
    }

    static func read(_ bytes: [UInt8], _ key: Key) throws(GS1Problem) -> [FoundElement] {
        // The parts come in their order, so the characters are counted once.
        var (counted, count) = (0, 1)
        func position(_ part: ArraySlice<UInt8>) -> Int {
            count = bytes[counted..<max(counted, part.startIndex)].reduce(count) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
            counted = max(counted, part.startIndex)
            return count
        }
        var found = [try FoundElement(key.identifier, key.value[...], position: position(key.segments[0]))]
        var sequences = key.identifier.qualifierPatterns ?? []
        for place in stride(from: 2, to: key.segments.count - 1, by: 2) {
            let segment = key.segments[place]
            guard let identifier = ApplicationIdentifier.find(segment) else {
                throw GS1Problem(identifier: "", position: position(segment), reason: .unknownIdentifier)
            }
            // What comes before a qualifier in its list may be absent, but must not come after it.
            sequences = sequences.compactMap { sequence in
                sequence.firstIndex { $0.range.contains(identifier.number) }.map { Array(sequence[($0 + 1)...]) }
            }
            let value = PercentEncoding.bytes(key.segments[place + 1])
            let element = try FoundElement(identifier, value[...], position: position(segment))
            guard !sequences.isEmpty else { throw element.problem(.misplaced) }
            found.append(element)
        }
        for parameter in key.query.split(whereSeparator: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: ";") }) {
            let name = parameter.prefix { $0 != UInt8(ascii: "=") }
            // Others than identifiers, such as linkType, are for the server.
            guard let identifier = ApplicationIdentifier.find(name) else { continue }
            let value = padded(
                PercentEncoding.bytes(parameter.dropFirst(name.count + 1)), identifier, isAtGS1: key.isAtGS1)
            let element = try FoundElement(identifier, value[...], position: position(parameter))
            guard identifier.isLinkAttribute else { throw element.problem(.misplaced) }
            found.append(element)
        }
        return found
    }

    /// A GTIN with zeros before it, so that it has 14 digits, which the standard has demanded since release 1.4. Before
    /// that 8, 12 and 13 digits were allowed. Eight digits may be a date in any other link, so they are taken at
    /// `id.gs1.org` only.
    private static func padded(_ value: [UInt8], _ identifier: ApplicationIdentifier, isAtGS1: Bool) -> [UInt8] {
        guard identifier.number == 100, value.allSatisfy(\.isASCIIDigit),
            (12...13).contains(value.count) || (value.count == 8 && isAtGS1)
        else { return value }
        return [UInt8](repeating: UInt8(ascii: "0"), count: 14 - value.count) + value
    }

    fileprivate static func padded(_ value: [UInt8], _ key: Key) -> [UInt8] {
        padded(value, key.identifier, isAtGS1: key.isAtGS1)
    }

    /// Whether scheme and host are those of canonical links.
    private static func isAtGS1(_ origin: ArraySlice<UInt8>) -> Bool {
        let host = origin.drop { $0 != UInt8(ascii: "/") }.dropFirst(2)
        return host.elementsEqual("id.gs1.org".utf8, by: isSameLetter)
    }

    private static func isSameLetter(_ byte: UInt8, _ small: UInt8) -> Bool { byte.asciiLowercased == small }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
}
