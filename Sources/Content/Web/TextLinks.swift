internal import BeelineSymbols

/// The links of the web that are in a text among other words, in their order: each begins with `http://` or `https://`,
/// and is as `WebAddress` keeps it.
///
///     TextLinks("Menü: https://example.com/menu.").map(\.url)   // ["https://example.com/menu"]
struct TextLinks: Sequence, IteratorProtocol {
    struct Link {
        let url: String
        /// Whether other programs may take more of the text for the link, and so go elsewhere.
        let isCut: Bool
    }

    /// The most links of a text that are fields of it.
    static let most = 16

    private let text: String
    private var place = 0

    init(_ text: String) { self.text = text }

    static func first(in text: String) -> Link? {
        var links = TextLinks(text)
        return links.next()
    }

    mutating func next() -> Link? {
        while let start = nextStart() {
            let (link, rest) = candidate(from: start)
            place = start + Swift.max(link.utf8.count, Self.head)
            guard !(rest.first.map(Self.isDoubtful) ?? false), case .link(let address) = LinkReader.read(link),
                address.isOfWeb, !address.hasSchemeForHost
            else {
                continue
            }
            let isHostOnly = address.path.isEmpty && address.query == nil && address.fragment == nil
            let isCut =
                isPart(at: start) || Self.isContinued(rest) || isQuoted(with: rest, at: start)
                || (begins(at: start)
                    ? Self.isCut(before: rest, isHostOnly) : isHostOnly && Self.separatorContinuesHost(rest))
            return Link(url: address.url, isCut: isCut)
        }
        return nil
    }

    /// Whether the words after a link look like the rest of its path or query: `My` before ` File.pdf`.
    private static func isContinued(_ rest: Substring.UnicodeScalarView) -> Bool {
        guard rest.first == " " else { return false }
        let words = rest.prefix { $0 != "\n" && $0 != "\r" }.split(separator: " ").prefix(4)
        return words.contains { word in
            RepairedLink.isDocument(word) || word.contains("=") || word.contains("&") && word.count > 1
        }
    }

    private static let quotes: [Unicode.Scalar: Unicode.Scalar] = [
        "\"": "\"", "'": "'", "`": "`", "<": ">", "“": "”", "„": "“", "‘": "’", "«": "»", "»": "«",
    ]

    /// Whether quotation marks are around a link and what follows a blank: `"https://example.com/a b"`.
    private func isQuoted(with rest: Substring.UnicodeScalarView, at start: Int) -> Bool {
        guard rest.first == " ",
            let opening = text.unicodeScalars[..<text.utf8.index(text.startIndex, offsetBy: start)].last,
            let closing = Self.quotes[opening]
        else { return false }
        return rest.prefix { $0 != "\n" && $0 != "\r" }.contains(closing)
    }

    /// The length of `http://`, which each link has.
    private static let head = 7

    /// Where the next `http://` or `https://` begins; nil where there is none, as in nearly all texts.
    private mutating func nextStart() -> Int? {
        let bytes = text.utf8.span
        while place < bytes.count {
            defer { place += 1 }
            if bytes[place] == UInt8(ascii: ":"), let start = Self.start(bytes, place) { return start }
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

    /// What may be the link that begins at a place, without what ends a sentence, and what follows it.
    private func candidate(from start: Int) -> (link: String, rest: Substring.UnicodeScalarView) {
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
        return (Self.withoutSentence(String(scalars[..<end])), scalars[end...])
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

    /// Whether a character is none of a link: blanks, controls, delimiters, quotation marks, stops of all scripts.
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

/// Why a link of a code is possibly not the one that its maker meant.
package enum LinkDoubt: Hashable, Sendable {
    /// It was taken out of a text of which other programs may take more.
    case cut
    /// It has characters that no link has, which were percent-encoded.
    case repaired
}

extension Reading {
    /// What is doubtful about a link of this code, or one made from its text in another way; nil for nearly all.
    package func doubt(about url: String) -> LinkDoubt? {
        switch content {
        case .url: return warnings.contains(.questionable(.url, RepairedLink.doubt)) ? .repaired : nil
        case .text(let text):
            let links = TextLinks(text).prefix(TextLinks.most)
            let isCut = links.first { $0.url == url }.map(\.isCut) ?? links.contains(where: \.isCut)
            return isCut ? .cut : nil
        default: return nil
        }
    }
}

extension TextLinks {
    /// Whether nothing that one sees is before a place. Programs that expect a link take all of such a text for one.
    private func begins(at start: Int) -> Bool {
        text.unicodeScalars[..<text.utf8.index(text.startIndex, offsetBy: start)].allSatisfy(\.isUnseen)
    }

    /// Whether what is right before a place makes what begins there a part of something else: a character that no one
    /// sees, or the beginning of another link, as in `bitcoin:?r=https://a.example/`.
    private func isPart(at start: Int) -> Bool {
        let before = text.unicodeScalars[..<text.utf8.index(text.startIndex, offsetBy: start)]
        guard let last = before.last else { return false }
        if last.isUnseen { return !last.isASCIIBlank && (last.isControlOrFormat || begins(at: start)) }
        let word = before.suffix(Self.longestOpening).reversed().prefix { !$0.isUnseen }.reversed()
        guard let colon = word.firstIndex(of: ":"), URIScheme.isName(word[..<colon]) else { return false }
        return word[colon...].contains { "/?=&".unicodeScalars.contains($0) }
    }

    /// What is before a link in another one is hardly longer.
    private static let longestOpening = 64

    /// Whether what follows a link that begins a text makes it a part of something longer: anything but the end of a
    /// sentence, the end of the line, and another link.
    private static func isCut(before rest: Substring.UnicodeScalarView, _ isHostOnly: Bool) -> Bool {
        guard let first = rest.first, !rest.allSatisfy(\.isASCIIBlank) else { return false }
        if beginsLikeLink(rest.drop { $0.isASCIIBlank || ",;|".unicodeScalars.contains($0) }) { return false }
        return first == "\n" || first == "\r" ? isHostOnly && nextLineContinuesHost(rest) : true
    }

    /// Whether the next line continues a host for browsers, which leave out line ends (WHATWG URL, section 4.4).
    private static func nextLineContinuesHost(_ rest: Substring.UnicodeScalarView) -> Bool {
        let host = rest.drop { $0 == "\n" || $0 == "\r" }.prefix { !"/?#\\".unicodeScalars.contains($0) }
        return !host.isEmpty && !host.contains(" ")
    }

    /// Whether a host is followed by a character that some programs read as one with which a link continues, and not by
    /// the next word or sentence.
    private static func separatorContinuesHost(_ rest: Substring.UnicodeScalarView) -> Bool {
        let after = rest.dropFirst()
        guard let first = rest.first, !first.isASCII, let next = after.first, !beginsLikeLink(after) else {
            return false
        }
        // Behind a stop that ends a sentence there is a blank.
        if first.isUnseen {
            return ".@:/".unicodeScalars.contains(next) && !(after.dropFirst().first?.isUnseen ?? true)
        }
        return first.isLikeSeparator && (next.isASCII && !next.isASCIIBlank || next.isLikeSeparator)
    }
}

extension Unicode.Scalar {
    fileprivate var isASCIIBlank: Bool { isASCII && UInt8(value).isASCIIBlank }

    fileprivate var isControlOrFormat: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// Whether it is a blank, or nothing at all.
    fileprivate var isUnseen: Bool {
        isASCIIBlank || isControlOrFormat || properties.generalCategory == .spaceSeparator || isBlankLetter
            || properties.isDefaultIgnorableCodePoint
    }

    /// Whether it is mapped to `.`, `/`, `:`, `?`, `#`, `@` or a backslash where a host is read, or looks like one.
    fileprivate var isLikeSeparator: Bool {
        switch value {
        case 0x3002, 0xFE52, 0xFF0E, 0xFF61: true
        case 0xFF03, 0xFF0F, 0xFF1A, 0xFF1F, 0xFF20, 0xFF3C: true
        case 0xFE13, 0xFE55, 0xFE56, 0xFE5F, 0xFE68, 0xFE6B: true
        case 0x2024, 0x2044, 0x2215, 0x2236, 0x29F8, 0xA789: true
        default: false
        }
    }
}
