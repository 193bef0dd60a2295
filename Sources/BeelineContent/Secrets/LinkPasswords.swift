internal import BeelineSymbols

/// A text with `•••` in place of the passwords of its links: of what stands between a user's name and the host.
///
///     withoutLinkPasswords("https://user:secret@host.example/")   // "https://user:•••@host.example/"
package func withoutLinkPasswords(_ text: String) -> String {
    // Nearly no text has any.
    guard text.utf8.contains(UInt8(ascii: "@")) || text.utf8.contains(UInt8(ascii: "%")) else { return text }
    let bytes = Array(text.utf8)
    return FoundSecret.text(bytes, hiding: LinkPasswords.places(in: bytes)) ?? text
}

/// Finds the passwords of links in a text, also in links that are written irregularly: `https:/user:password@host`,
/// `https:\\user:password@host`, `//user:password@host`, and links whose characters are percent-encoded, as in the query of
/// another link.
enum LinkPasswords {
    /// Where the passwords stand, in order.
    static func places(in bytes: [UInt8]) -> [Range<Int>] {
        var places: [Range<Int>] = bytes.contains(UInt8(ascii: "@")) ? plainPlaces(in: bytes) : []
        if bytes.contains(UInt8(ascii: "%")), let decoded = DecodedText(bytes).withoutEscapes,
            decoded.bytes.contains(UInt8(ascii: "@"))
        {
            for place in plainPlaces(in: decoded.bytes) {
                let start = Int(decoded.starts[place.lowerBound])
                let end = Int(decoded.ends[place.upperBound - 1])
                if !places.contains(where: { $0.overlaps(start..<end) }) { places.append(start..<end) }
            }
            places.sort { $0.lowerBound < $1.lowerBound }
        }
        return places
    }

    /// Schemes of links that programs take without slashes as well.
    private static let slashless: [[UInt8]] = [
        "https", "http", "ftp", "ftps", "sftp", "ws", "wss", "mailto", "sip", "sips",
    ].map { Array($0.utf8) }

    private static func plainPlaces(in bytes: [UInt8]) -> [Range<Int>] {
        var places: [Range<Int>] = []
        var index = 0
        while index < bytes.count {
            guard let authority = authorityStart(bytes, &index) else { continue }
            guard let place = password(bytes, in: authority) else { continue }
            places.append(place)
            index = place.upperBound
        }
        return places
    }

    /// Where an authority begins: behind a scheme's colon and slashes, or behind two slashes alone.
    ///
    /// - Parameter index: where to look; afterwards, where to go on.
    private static func authorityStart(_ bytes: [UInt8], _ index: inout Int) -> Int? {
        let byte = bytes[index]
        if byte == UInt8(ascii: ":") {
            let slashes = bytes[(index + 1)...].prefix(while: isSlash).count
            let scheme = bytes[..<index].suffix(while: isOfScheme)
            defer { index += 1 + slashes }
            guard !scheme.isEmpty else { return nil }
            if slashes == 0 {
                let small = scheme.map(\.asciiLowercased)
                guard slashless.contains(small) else { return nil }
            }
            return index + 1 + slashes
        }
        guard isSlash(byte) else {
            index += 1
            return nil
        }
        let slashes = bytes[index...].prefix(while: isSlash).count
        defer { index += slashes }
        return slashes >= 2 ? index + slashes : nil
    }

    private static func isOfScheme(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "+-.".utf8.contains(byte)
    }

    private static func isSlash(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }

    /// How far behind its slashes a link is looked through, in bytes.
    private static let longest = 2048

    /// The password in the user information that begins at a place.
    private static func password(_ bytes: [UInt8], in start: Int) -> Range<Int>? {
        let word = bytes[start...].prefix(longest).prefix { $0 > 0x20 && !"\"<>".utf8.contains($0) }
        let authority = word.prefix { !"/?#\\".utf8.contains($0) }
        var area = authority
        if !authority.contains(UInt8(ascii: "@")) {
            // A password may have such characters itself, though they should be encoded. A host has a number for its port.
            guard let colon = authority.firstIndex(of: UInt8(ascii: ":")), authority.first != UInt8(ascii: "["),
                authority.count < word.count, !authority[(colon + 1)...].allSatisfy(\.isASCIIDigit)
            else { return nil }
            area = word
        }
        guard let sign = area.lastIndex(of: UInt8(ascii: "@")),
            let colon = area[..<sign].firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        let place = colon + 1..<sign
        return place.isEmpty || bytes[place].elementsEqual(Reading.secretMark.utf8) ? nil : place
    }
}

extension BidirectionalCollection {
    /// The longest end of the collection whose elements all pass a test.
    fileprivate func suffix(while isWanted: (Element) -> Bool) -> SubSequence {
        var start = endIndex
        while start > startIndex, isWanted(self[index(before: start)]) { formIndex(before: &start) }
        return self[start...]
    }
}
