internal import BeelineSymbols

/// The links of the web that are in a text among other words, in their order: each begins with `http://` or `https://`,
/// and is as `WebAddress` keeps it.
///
///     Array(TextLinks("Menü: https://example.com/menu."))   // ["https://example.com/menu"]
struct TextLinks: Sequence, IteratorProtocol {
    /// As many of a text are fields of it; no poster has more.
    static let most = 16

    private let text: String
    /// Where to look on.
    private var place = 0

    init(_ text: String) { self.text = text }

    /// The first link of a text; nil where there is none.
    static func first(in text: String) -> String? {
        var links = TextLinks(text)
        return links.next()
    }

    /// The next link; nil after the last one.
    mutating func next() -> String? {
        while let start = nextStart() {
            let (link, isSure) = candidate(from: start)
            place = start + Swift.max(link.utf8.count, Self.head)
            guard isSure, case .link(let address) = LinkReader.read(link), address.isOfWeb, !address.hasSchemeForHost
            else {
                continue
            }
            return address.url
        }
        return nil
    }

    /// What a link has at least: `http://`.
    private static let head = 7

    /// Where the next `http://` or `https://` begins; nil where there is none, as in nearly all texts.
    private mutating func nextStart() -> Int? {
        let bytes = text.utf8.span
        while place < bytes.count {
            let colons = EightBytes(bytes, at: place).are(UInt8(ascii: ":"))
            guard colons != 0 else {
                place += 8
                continue
            }
            let colon = place + EightBytes.firstPlace(in: colons)
            place = colon + 1
            if let start = Self.start(bytes, colon) { return start }
        }
        return nil
    }

    /// Where the scheme before a colon begins; nil where none of the web is there, or no slashes follow it.
    private static func start(_ bytes: Span<UInt8>, _ colon: Int) -> Int? {
        guard colon >= 4, colon + 2 < bytes.count, bytes[colon + 1] == UInt8(ascii: "/"),
            bytes[colon + 2] == UInt8(ascii: "/")
        else { return nil }
        let start = bytes[colon - 1] | 0x20 == UInt8(ascii: "s") ? colon - 5 : colon - 4
        guard start >= 0 else { return nil }
        for (offset, byte) in "http".utf8.enumerated() where bytes[start + offset] | 0x20 != byte { return nil }
        guard start > 0 else { return start }
        // What is before it may make it the end of another scheme, or of a word.
        let before = bytes[start - 1]
        let isPart = before.isASCIILetter || before.isASCIIDigit || "+-.".utf8.contains(before)
        return isPart ? nil : start
    }

    /// What may be the link that begins at a place: up to what no link has, and without what ends a sentence.
    ///
    /// - Returns: the link, and whether what follows it leaves no doubt about its end.
    private func candidate(from start: Int) -> (link: String, isSure: Bool) {
        let scalars = text.unicodeScalars[text.utf8.index(text.startIndex, offsetBy: start)...]
        var end = scalars.startIndex
        var before: Unicode.Scalar = "/"
        var slashes = 0
        while end < scalars.endIndex {
            let scalar = scalars[end]
            if Self.endsLink(scalar) { break }
            if "/?#".unicodeScalars.contains(scalar) { slashes += 1 }
            // Words of a language without blanks follow the name of a host.
            if slashes <= 2, scalar.value >= 0x2E80, before.isASCII, before != "/", before != "." { break }
            // Another link follows what separates it from this one.
            let next = scalars.index(after: end)
            if ",;|".unicodeScalars.contains(scalar), Self.beginsLikeLink(scalars[next...]) { break }
            before = scalar
            end = next
        }
        return (
            Self.withoutSentence(String(scalars[..<end])), end == scalars.endIndex || !Self.isDoubtful(scalars[end])
        )
    }

    /// Whether programs disagree on where a link ends that such a character follows: a backslash is a slash to some,
    /// and a control character nothing (WHATWG URL, section 4.4).
    private static func isDoubtful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: false
        case 0..<0x20, 0x5C, 0x7F..<0xA0: true
        default: false
        }
    }

    private static func beginsLikeLink(_ rest: Substring.UnicodeScalarView) -> Bool {
        rest.prefix(4).elementsEqual("http".unicodeScalars) { $0.value | 0x20 == $1.value }
    }

    /// Whether a character is none of a link: blanks and controls, what delimits links, and the quotation marks and
    /// stops of all scripts.
    private static func endsLink(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x20, 0x22, 0x3C, 0x3E, 0x5C, 0x60, 0x7F...0xA0: true
        case 0...0x7F: false
        case 0xAB, 0xBB, 0x2013, 0x2014, 0x2018...0x201F, 0x2022, 0x2026, 0x2039, 0x203A, 0x3000...0x3003,
            0x3008...0x3011, 0x3014...0x301F, 0xFF01, 0xFF08, 0xFF09, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F, 0xFF3B,
            0xFF3D, 0xFF5E, 0xFF61...0xFF64:
            true
        default:
            switch scalar.properties.generalCategory {
            case .spaceSeparator, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
    }

    /// A link without the stops after it, and without brackets that were opened before it.
    private static func withoutSentence(_ link: String) -> String {
        var unopened = UnopenedBrackets(link)
        // As bytes: to drop a character, a string looks at those before it.
        var bytes = Substring(link).utf8
        while let last = bytes.last, ".,;:!?'*".utf8.contains(last) || unopened.take(last) { bytes.removeLast() }
        return String(Substring(bytes))
    }
}

/// How many brackets a link closes that it has not opened.
private struct UnopenedBrackets {
    private var counts = [0, 0, 0]

    init(_ link: String) {
        for byte in link.utf8 {
            if let kind = Self.closing.firstIndex(of: byte) {
                counts[kind] += 1
            } else if let kind = Self.opening.firstIndex(of: byte) {
                counts[kind] -= 1
            }
        }
    }

    /// Takes one away; false where this is none of them.
    mutating func take(_ byte: UInt8) -> Bool {
        guard let kind = Self.closing.firstIndex(of: byte), counts[kind] > 0 else { return false }
        counts[kind] -= 1
        return true
    }

    private static let opening = Array("([{".utf8)
    private static let closing = Array(")]}".utf8)
}

/// A link to a file whose name has blanks, as people copy it from the line of a browser:
/// `https://example.com/my file.pdf`.
///
/// A sentence may follow a link as well. So the rest must be a few words, and the last one must end like the name of a
/// document.
enum FileLink {
    static let doubt = "it had blanks, which were percent-encoded"

    /// The link with its blanks percent-encoded; nil for all other texts.
    static func read(_ text: String) -> WebAddress? {
        guard let first = text.utf8.first, first | 0x20 == UInt8(ascii: "h"), text.utf8.count <= longest,
            text.utf8.contains(0x20)
        else { return nil }
        let text = text.trimmed
        let words = text.utf8.split(separator: 0x20, omittingEmptySubsequences: false)
        guard (2...mostWords).contains(words.count), words.allSatisfy({ !$0.isEmpty && !$0.contains(where: endsLine) }),
            let last = words.last, isDocument(last), let head = words.first, let end = head.last,
            !"/.,;:!?".utf8.contains(end),
            !head.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }),
            words.dropFirst().allSatisfy({ !$0.contains(UInt8(ascii: ":")) }),
            case .link(let start) = LinkReader.read(String(Substring(head))), start.isOfWeb, start.path.utf8.count > 1,
            case .link(let address) = LinkReader.read(text.replacing(" ", with: "%20"))
        else { return nil }
        return address
    }

    private static let longest = 2048
    private static let mostWords = 5

    private static func endsLine(_ byte: UInt8) -> Bool { byte < 0x20 }

    private static func isDocument(_ word: Substring.UTF8View) -> Bool {
        guard let dot = word.lastIndex(of: UInt8(ascii: ".")), dot > word.startIndex else { return false }
        let ending = String(decoding: word[dot...].dropFirst(), as: UTF8.self).asciiLowercased
        return documents.contains(ending)
    }

    private static let documents: Set = [
        "pdf", "doc", "docx", "odt", "rtf", "txt", "xls", "xlsx", "ods", "csv", "ppt", "pptx", "odp", "epub", "jpg",
        "jpeg",
        "png", "gif", "webp", "svg", "mp3", "mp4", "zip", "html", "htm",
    ]
}
