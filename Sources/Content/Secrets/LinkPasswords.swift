internal import BeelineSymbols

/// A text with `•••` instead of the passwords of its links: of what is between a user's name and the host.
///
///     withoutLinkPasswords("https://user:secret@host.example/")   // "https://user:•••@host.example/"
package func withoutLinkPasswords(_ text: String) -> String {
    // Nearly no text has any.
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "@") || $0.beginsEscape }) else { return text }
    let bytes = Array(text.utf8)
    return FoundSecret.text(bytes, hiding: LinkPasswords.places(in: bytes)) ?? text
}

/// The passwords of links in a text, also of links that are written irregularly: `https:/user:password@host`,
/// `https:\\user:password@host`, `//user:password@host`, and links whose characters are percent-encoded, as in the
/// query of another link.
enum LinkPasswords {
    static func places(in bytes: [UInt8]) -> [Range<Int>] {
        places(in: bytes, bytes.contains(where: \.beginsEscape) ? DecodedText(bytes).withoutEscapes : nil)
    }

    /// The same, with the text without its escapes where it has any.
    static func places(in bytes: [UInt8], _ decoded: DecodedText?) -> [Range<Int>] {
        var places: [Range<Int>] = bytes.contains(UInt8(ascii: "@")) ? plainPlaces(in: bytes) : []
        if let decoded, decoded.bytes.contains(UInt8(ascii: "@")) {
            let known = CoveredPlaces(places, count: bytes.count)
            places += plainPlaces(in: decoded.bytes).map { decoded.spelling(of: $0) }.filter { !known.overlap($0) }
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
        var areas = Areas()
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: ":") || isSlash(bytes[index]) else {
                index += 1
                continue
            }
            guard let authority = authorityStart(bytes, &index) else { continue }
            guard let place = areas.password(bytes, in: authority) else { continue }
            places.append(place)
            index = place.upperBound
        }
        return places
    }

    /// Where an authority begins: behind a scheme's colon and slashes, or behind two slashes alone. The index of a
    /// colon or a slash is moved to where to continue.
    private static func authorityStart(_ bytes: [UInt8], _ index: inout Int) -> Int? {
        if bytes[index] == UInt8(ascii: ":") {
            let slashes = bytes[(index + 1)...].prefix(while: isSlash).count
            let scheme = bytes[..<index].suffix(while: isOfScheme)
            defer { index += 1 + slashes }
            // A time of day is not a scheme.
            guard scheme.contains(where: \.isASCIILetter) else { return nil }
            if slashes == 0 {
                guard slashless.contains(where: { isScheme(scheme, $0) }) else { return nil }
            }
            return index + 1 + slashes
        }
        let slashes = bytes[index...].prefix(while: isSlash).count
        defer { index += slashes }
        guard slashes >= 2, index == 0 || isBeforeLink(bytes[index - 1]) else { return nil }
        return index + slashes
    }

    /// Whether a link without a scheme may begin behind a byte.
    private static func isBeforeLink(_ byte: UInt8) -> Bool { byte <= 0x20 || "\"'=([{<>,;|`".utf8.contains(byte) }

    /// - Parameter name: in small letters.
    private static func isScheme(_ scheme: ArraySlice<UInt8>, _ name: [UInt8]) -> Bool {
        scheme.count == name.count && scheme.elementsEqual(name, by: { $0.asciiLowercased == $1 })
    }

    private static func isOfScheme(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "+-.".utf8.contains(byte)
    }

    private static func isSlash(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }

    /// A run of bytes that is scanned once: wherever in it a link begins, its end and its last `@` are the same, so
    /// that no text takes time by the square of its length.
    private struct Run {
        private(set) var end = 0
        /// Where the last `@` is; before the place where the link begins if there is none.
        private(set) var sign = -1

        mutating func move(to start: Int, in bytes: [UInt8], while isPart: (UInt8) -> Bool) {
            guard start >= end else { return }
            end = start
            while end < bytes.count, isPart(bytes[end]) {
                if bytes[end] == UInt8(ascii: "@") { sign = end }
                end += 1
            }
        }
    }

    /// What follows the slashes of a link.
    private struct Areas {
        private var word = Run()
        private var authority = Run()
        /// The first colon from the place on where the link begins.
        private var colon = -1

        /// The password in the user information that begins at a place, which lies after that of the call before.
        mutating func password(_ bytes: [UInt8], in start: Int) -> Range<Int>? {
            word.move(to: start, in: bytes) { $0 > 0x20 && !"\"<>".utf8.contains($0) }
            authority.move(to: start, in: bytes) { $0 > 0x20 && !"\"<>/?#\\".utf8.contains($0) }
            if colon < start { colon = bytes[start...].firstIndex(of: UInt8(ascii: ":")) ?? bytes.count }
            var sign = authority.sign
            if sign < start {
                // A password may have such characters itself, though they should be encoded. A host's port is a number.
                guard colon < authority.end, bytes[start] != UInt8(ascii: "["), authority.end < word.end,
                    !bytes[(colon + 1)..<authority.end].allSatisfy(\.isASCIIDigit)
                else { return nil }
                sign = word.sign
            }
            guard colon < sign else { return nil }
            let place = colon + 1..<sign
            return place.isEmpty || bytes[place].elementsEqual(SecretMark.text.utf8) ? nil : place
        }
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

struct FoundSecret: Hashable, Sendable {
    let place: Range<Int>
    /// The secret itself, without what only is before or after it.
    let value: Range<Int>
    let form: Form

    enum Form: Hashable, Sendable {
        /// A key, or a value whose name says that it is secret.
        case key
        /// The password or a parameter of a link; the rest of the link may be shown.
        case partOfLink
        /// What follows the keyword of a code: it is unknown where in it the secret ends.
        case rest
    }

    init(_ place: Range<Int>, value: Range<Int>? = nil, _ form: Form = .key) {
        self.place = place
        self.value = value ?? place
        self.form = form
    }

    /// A text with `•••` in some places, which may overlap; nil when there are none.
    static func text(_ bytes: some RandomAccessCollection<UInt8>, hiding places: [Range<Int>]) -> String? {
        guard !places.isEmpty else { return nil }
        var result: [UInt8] = []
        var end = 0
        for place in places.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if place.lowerBound >= end {
                result += bytes[bytes.offset(end)..<bytes.offset(place.lowerBound)] + Array(SecretMark.text.utf8)
            }
            end = max(end, place.upperBound)
        }
        return String(decoding: result + bytes[bytes.offset(end)...], as: UTF8.self)
    }
}

/// The bytes of a text that are in some places, for many look-ups.
struct CoveredPlaces {
    private var isCovered: [Bool]

    init(_ places: [Range<Int>], count: Int) {
        isCovered = [Bool](repeating: false, count: count)
        for index in places.joined() { isCovered[index] = true }
    }

    func overlap(_ place: Range<Int>) -> Bool { isCovered[place].contains(true) }
}

extension RandomAccessCollection {
    fileprivate func offset(_ count: Int) -> Index { index(startIndex, offsetBy: count) }
}
