package import BeelineSupport
internal import BeelineSymbols

/// A mask that hides secrets in texts: those that a code contains, and those that rules name.
///
///     SecretMask(["open sesame"]).masked("no answer to 'OPEN+SESAME'")   // "no answer to '•••'"
///
/// Hidden is each piece of a secret: six or more characters of it that follow each other. A secret of four or five
/// characters is hidden as a whole, and a shorter one only where it is as a word of its own. Upper and lower case
/// are the same, and what is neither letter nor digit may be left out or added between two characters. A piece may be
/// spelled with the escapes of URLs, HTML, JSON and shells, in Base64 or in hexadecimal digits, also one within
/// another.
package struct SecretMask: Hashable, Sendable {
    private struct Secret: Hashable {
        let bytes: [UInt8]
        let isWhole: Bool
    }

    /// Each once; a code has one or two.
    private var secrets: [Secret] = []
    private var patterns: [SecretPattern] = []
    private var wholePatterns: [SecretPattern] = []

    package static let none = SecretMask([String]())

    /// Hides secrets, of which pieces are hidden as well, and texts that are hidden only where they are whole, because
    /// they have more in them than a secret.
    package init(_ secrets: [String], wholes: [String] = []) {
        self.init(secrets.map { Array($0.utf8) }, wholes: wholes)
    }

    package init(_ secrets: [[UInt8]], wholes: [String] = []) {
        for secret in secrets { add(Secret(bytes: secret, isWhole: false)) }
        for whole in wholes { add(Secret(bytes: Array(whole.utf8), isWhole: true)) }
    }

    package var isEmpty: Bool { secrets.isEmpty }

    package var count: Int { secrets.count }

    /// Hides what another mask hides as well.
    package mutating func add(_ other: SecretMask) { for secret in other.secrets { add(secret) } }

    /// Hides only those of its secrets that have at least so many bytes.
    package func ofSecrets(withBytes count: Int) -> SecretMask {
        var mask = SecretMask.none
        for secret in secrets where secret.bytes.count >= count { mask.add(secret) }
        return mask
    }

    package func and(_ other: SecretMask) -> SecretMask {
        if other.isEmpty || self == other { return self }
        if isEmpty { return other }
        var mask = self
        mask.add(other)
        return mask
    }

    private mutating func add(_ secret: Secret) {
        guard !secret.bytes.isEmpty, !secrets.contains(secret) else { return }
        secrets.append(secret)
        Self.forEachSpelling(of: secret.bytes) { spelling in
            SecretPattern.forEach(of: spelling) { piece, whole in
                patterns.append(secret.isWhole ? whole : piece)
                wholePatterns.append(whole)
            }
        }
    }

    package static func == (left: SecretMask, right: SecretMask) -> Bool {
        left.secrets.count == right.secrets.count && left.secrets.allSatisfy(right.secrets.contains)
    }
    package func hash(into hasher: inout Hasher) { hasher.combine(Set(secrets)) }

    /// The secret as it is, in other cases where it has letters beyond ASCII, and without escapes that it has itself.
    private static func forEachSpelling(of secret: [UInt8], _ body: ([UInt8]) -> Void) {
        body(secret)
        if let plain = DecodedText(secret).withoutEscapes { body(plain.bytes) }
        if secret.contains(where: { $0 >= 0x80 }), let text = String(validating: secret, as: UTF8.self) {
            body(Array(text.lowercased().utf8))
            body(Array(text.uppercased().utf8))
        }
    }

    /// A text with `•••` instead of each piece of a secret.
    package func masked(_ text: String) -> String { masked(text, patterns) }

    /// A text with `•••` instead of each secret that is in it as a whole: for what may have words in common with a
    /// secret, such as the name of a network with its password.
    package func maskedWhole(_ text: String) -> String { masked(text, wholePatterns) }

    private func masked(_ text: String, _ patterns: [SecretPattern]) -> String {
        // Nothing is in a text that is shorter than it: no encoding is shorter than what it spells.
        guard patterns.contains(where: { $0.length <= text.utf8.count }) else { return text }
        let bytes = Array(text.utf8)
        var places: [Range<Int>] = []
        let depth = bytes.count <= Self.longestForThreeLayers ? 3 : 2
        Self.find(patterns, in: DecodedText(bytes), depth: depth, isPlain: true) { places.append($0) }
        guard !places.isEmpty else { return text }
        var covered = [Bool](repeating: false, count: bytes.count)
        for place in places { for index in place { covered[index] = true } }
        return Self.text(bytes, without: covered)
    }

    /// The longest text that is searched for an encoding within an encoding within a third one.
    private static let longestForThreeLayers = 4096

    /// Calls back with each place in the text where a pattern matches, also below so many layers of encodings. Where
    /// the text is plain, short secrets can be words of it: decoded by error, any bytes may come out.
    private static func find(
        _ patterns: [SecretPattern], in text: DecodedText, depth: Int, isPlain: Bool, _ body: (Range<Int>) -> Void
    ) {
        let count = text.bytes.count
        var (shortest, shortestEncoded) = (Int.max, Int.max)
        for pattern in patterns where pattern.length <= count {
            shortest = min(shortest, pattern.length)
            if !pattern.isWord { shortestEncoded = min(shortestEncoded, pattern.length) }
            if isPlain || !pattern.isWord { pattern.forEachPlace(in: text.bytes) { body(text.spelling(of: $0)) } }
        }
        guard depth > 0, shortest <= count else { return }
        if let plain = text.withoutEscapes { find(patterns, in: plain, depth: depth - 1, isPlain: isPlain, body) }
        // Shorter runs have no room for any.
        guard shortestEncoded <= count else { return }
        for run in text.base64Runs(ofBytes: shortestEncoded) {
            find(patterns, in: run, depth: depth - 1, isPlain: false, body)
        }
        for run in text.hexRuns(ofBytes: shortestEncoded) {
            find(patterns, in: run, depth: depth - 1, isPlain: false, body)
        }
    }

    private static func text(_ bytes: [UInt8], without covered: [Bool]) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            guard isCovered(index, bytes, covered) else {
                result.append(bytes[index])
                index += 1
                continue
            }
            result += SecretMark.text.utf8
            while index < bytes.count, isCovered(index, bytes, covered) { index += 1 }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Whether a byte or another byte of its character is covered, so that no half of a character is left.
    private static func isCovered(_ index: Int, _ bytes: [UInt8], _ covered: [Bool]) -> Bool {
        if covered[index] { return true }
        guard bytes[index] >= 0x80 else { return false }
        var start = index
        while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        var end = start + 1
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return covered[start..<end].contains(true)
    }
}

extension SecretMask: CustomStringConvertible, CustomReflectable {
    package var description: String { "a mask of \(count) secrets" }

    package var customMirror: Mirror { Mirror(self, children: ["count": count]) }
}

extension SecretMask {
    package func masked(_ value: FieldValue) -> FieldValue { masked(value, by: masked) }

    /// A value with `•••` instead of secrets that are in it as a whole.
    package func maskedWhole(_ value: FieldValue) -> FieldValue { masked(value, by: maskedWhole) }

    private func masked(_ value: FieldValue, by mask: (String) -> String) -> FieldValue {
        guard !isEmpty else { return value }
        return switch value {
        case .text(let text): .text(mask(text))
        case .list(let elements): .list(elements.map { masked($0, by: mask) })
        // A number may be a PIN, or have one in it.
        case .number(let number): hidden(number.description, by: mask).map(FieldValue.text) ?? value
        case .boolean, .date: value
        }
    }

    private func hidden(_ text: String, by mask: (String) -> String) -> String? {
        let shown = mask(text)
        return shown == text ? nil : shown
    }

    /// JSON with `•••` instead of secrets in its texts, names and numbers.
    package func masked(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): .string(masked(text))
        case .array(let elements): .array(elements.map(masked))
        case .object(let members):
            .object(members.map { JSONValue.Member(name: masked($0.name), value: masked($0.value)) })
        case .integer(let number): hidden("\(number)", by: masked).map(JSONValue.string) ?? value
        case .real(let number): hidden("\(number)", by: masked).map(JSONValue.string) ?? value
        case .null, .boolean: value
        }
    }
}

/// A search pattern: the hashes of all pieces of one length that a secret has.
private struct SecretPattern: Hashable, Sendable {
    let length: Int
    /// Whether only the letters and digits of a text are compared.
    let isCompact: Bool
    /// Whether it counts only between characters that are neither letters nor digits, and in its own case.
    let isWord: Bool
    private let hashes: Set<UInt64>

    private static let piece = 6
    /// Whole secrets of fewer characters are words.
    private static let shortest = 4

    /// Calls back with the patterns of a secret: that of its pieces, and that of the whole.
    static func forEach(of secret: [UInt8], _ body: (_ piece: SecretPattern, _ whole: SecretPattern) -> Void) {
        let (count, pieceLength) = measure(secret)
        guard count >= shortest else {
            let word = SecretPattern(secret, length: secret.count, isCompact: false, isWord: true)
            return body(word, word)
        }
        // Letters and digits that follow each other in the text do so among its letters and digits as well.
        let compact = secret.allSatisfy(isOfWord) ? secret : secret.filter(isOfWord)
        let isCompact = compact.count == secret.count
        let (compactCount, compactLength) = isCompact ? (count, pieceLength) : measure(compact)
        if !isCompact || compactCount < piece {
            body(
                SecretPattern(secret, length: pieceLength, isCompact: false),
                SecretPattern(secret, length: secret.count, isCompact: false))
        }
        if compactCount >= piece {
            body(
                SecretPattern(compact, length: compactLength, isCompact: true),
                SecretPattern(compact, length: compact.count, isCompact: true))
        }
    }

    /// How many characters a secret has, and how many bytes its shortest piece; bytes that are not text are characters.
    private static func measure(_ secret: [UInt8]) -> (count: Int, pieceLength: Int) {
        guard secret.contains(where: { $0 >= 0x80 }), let text = String(validating: secret, as: UTF8.self) else {
            return (secret.count, min(piece, secret.count))
        }
        let widths = text.unicodeScalars.map { UTF8.width($0) }
        guard widths.count > piece else { return (widths.count, secret.count) }
        let lengths = (0...(widths.count - piece)).map { widths[$0..<$0 + piece].reduce(0, +) }
        return (widths.count, lengths.min() ?? 0)
    }

    private init(_ secret: [UInt8], length: Int, isCompact: Bool, isWord: Bool = false) {
        (self.length, self.isCompact, self.isWord) = (length, isCompact, isWord)
        var hashes: Set<UInt64> = []
        Self.forEachWindow(in: secret, length, isCompact: isCompact, isWord: isWord) { hashes.insert($1) }
        self.hashes = hashes
    }

    func forEachPlace(in bytes: [UInt8], _ body: (Range<Int>) -> Void) {
        Self.forEachWindow(in: bytes, length, isCompact: isCompact, isWord: isWord) { place, hash in
            guard hashes.contains(hash) else { return }
            guard !isWord || Self.isWord(place, bytes) else { return }
            body(place)
        }
    }

    private static func isWord(_ place: Range<Int>, _ bytes: [UInt8]) -> Bool {
        (place.lowerBound == 0 || !isOfWord(bytes[place.lowerBound - 1]))
            && (place.upperBound == bytes.count || !isOfWord(bytes[place.upperBound]))
    }

    /// The letters and digits, and all that is not ASCII: no blanks, quotation marks and what else may be added between
    /// the characters of a secret.
    private static func isOfWord(_ byte: UInt8) -> Bool { byte.isASCIILetter || byte.isASCIIDigit || byte >= 0x80 }

    /// Calls back with the place and the hash of each piece of so many bytes (Rabin and Karp), or letters and digits
    /// where `isCompact`. Two pieces with one hash are so unlikely that they may be masked alike.
    private static func forEachWindow(
        in bytes: [UInt8], _ length: Int, isCompact: Bool, isWord: Bool, _ body: (Range<Int>, UInt64) -> Void
    ) {
        guard length > 0, bytes.count >= length else { return }
        let bytes = bytes.span
        let values = (isCompact ? ofWords : isWord ? asTheyAre : lowercased).span
        let base: UInt64 = 0x9E37_79B9_7F4A_7C15
        var top: UInt64 = 1
        for _ in 1..<length { top = top &* base }
        var hash: UInt64 = 0
        var (start, count) = (0, 0)
        for index in bytes.indices {
            let value = UInt64(values[Int(bytes[index])])
            guard value != leftOut else { continue }
            if count == length {
                hash = hash &- UInt64(values[Int(bytes[start])]) &* top
                start += 1
                count -= 1
            }
            while values[Int(bytes[start])] == leftOut { start += 1 }
            hash = hash &* base &+ value
            count += 1
            if count == length { body(start..<index + 1, hash) }
        }
    }

    // For each byte what it counts as in a hash.
    private static let asTheyAre = (0...0xFF).map { UInt16($0) + 1 }
    private static let lowercased = (0...0xFF).map { UInt16(UInt8($0).asciiLowercased) + 1 }
    private static let ofWords = (0...0xFF).map { (byte: UInt8) in
        isOfWord(byte) ? UInt16(byte.asciiLowercased) + 1 : leftOut
    }
    private static let leftOut: UInt16 = 0
}
