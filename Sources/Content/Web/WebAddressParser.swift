internal import BeelineSymbols

extension WebAddress {
    /// Reads a link as codes have it; nil when the text is not one.
    ///
    /// Blanks around it do not matter. Before a domain alone, such as `example.com/a`, `https://` is put. `URL:`,
    /// `URI:`, `URLTO:` and `MEBKM:` are understood.
    public init?(_ text: String) {
        guard case .link(let address) = WebAddressParser.read(text) else { return nil }
        self = address
    }

    /// Reads a text that is a URL already, with nothing around it and a host in ASCII, as programs are given it to
    /// open; nil when it is none. Invisible characters, for which `init(_:)` refuses a text, are left to a guard to
    /// judge.
    public init?(absoluteURL text: String) {
        guard case .link(let address) = LinkReader.read(text, asIs: true) else { return nil }
        self = address
    }
}

/// Links of every form.
enum WebAddressParser {
    /// Reads a link with or without a word or blanks around it, with or without a scheme.
    static func read(_ text: String, isLinear: Bool = false) -> LinkReader.Answer {
        let text = text.trimmed
        var answer = LinkReader.read(text)
        if case .none = answer {
            answer =
                Bookmark.read(text) ?? RepairedLink.read(text).map(LinkReader.Answer.repaired)
                ?? BareDomain.read(text, isLinear: isLinear)
        }
        switch answer {
        case .link(let address), .repaired(let address):
            let hasTwoSchemes = address.hasSchemeForHost && !URIScheme.opensLinks(address.scheme)
            return hasTwoSchemes ? .wrong("it has two schemes") : answer
        case .wrong, .none: return answer
        }
    }
}

/// Links with a word before them that says so: `URL:`, `URI:`, `URLTO:TITLE:` and the bookmarks of NTT Docomo,
/// `MEBKM:TITLE:…;URL:…;;`. What follows may be a domain alone.
enum Bookmark {
    /// What a text says that begins with such a word; nil for others.
    static func read(_ text: String) -> LinkReader.Answer? {
        guard let first = text.utf8.first, first | 0x20 == UInt8(ascii: "u") || first | 0x20 == UInt8(ascii: "m"),
            text.utf8.count <= LinkReader.longest
        else { return nil }
        if let rest = rest(of: text, after: "url:") ?? rest(of: text, after: "uri:") {
            return link(String(rest), or: "the text after the colon is not a link")
        }
        if let rest = rest(of: text, after: "urlto:") { return titled(rest) }
        if let rest = rest(of: text, after: "mebkm:") { return bookmark(rest) }
        return nil
    }

    private static func link(_ text: String, title: String = "", or reason: String) -> LinkReader.Answer {
        let text = BackslashEscape.link(text.trimmed)
        switch LinkReader.read(text) {
        case .link(let address): return .link(address.titled(title))
        case .repaired(let address): return .repaired(address.titled(title))
        case .wrong(let reason): return .wrong(reason)
        case .none:
            if let address = RepairedLink.read(text) { return .repaired(address.titled(title)) }
            guard case .link(let address) = BareDomain.read(text, isMeant: true) else { return .wrong(reason) }
            return .link(address.titled(title))
        }
    }

    /// `TITLE:LINK`; the title may be empty, and those who leave out its colon too are understood.
    private static func titled(_ rest: Substring) -> LinkReader.Answer {
        let reason = "the text after the title is not a link"
        guard let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")) else { return link(String(rest), or: reason) }
        let after = rest[rest.utf8.index(after: colon)...]
        if after.utf8.starts(with: "//".utf8) { return link(String(rest), or: reason) }
        return link(String(after), title: String(rest[..<colon]).trimmed, or: reason)
    }

    /// Members of the form `KEY:VALUE;` in any order; the first of a name counts, and an empty one ends them.
    private static func bookmark(_ rest: Substring) -> LinkReader.Answer {
        var title: String?
        var url: String?
        var members = Members(bytes: Array(rest.utf8))
        while let (key, value) = members.next() {
            switch key {
            case "TITLE": title = title ?? value
            case "URL": url = url ?? value
            default: break
            }
        }
        guard let url, !url.isEmpty else { return .wrong("there is no URL") }
        return link(url, title: (title ?? "").trimmed, or: "the URL is not a link")
    }

    private static func rest(of text: String, after word: String) -> Substring? {
        let utf8 = text.utf8
        let count = word.utf8.count
        guard utf8.count >= count, utf8.prefix(count).elementsEqual(word.utf8, by: { $0 == $1 || $0 | 0x20 == $1 })
        else { return nil }
        return text[utf8.index(utf8.startIndex, offsetBy: count)...]
    }
}

/// The members of a bookmark, their escapes undone: a backslash makes the next character an ordinary one.
private struct Members {
    let bytes: [UInt8]
    private var index = 0
    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The next member, its name in capitals; nil at the end.
    mutating func next() -> (key: String, value: String)? {
        var key: [UInt8] = []
        var value: [UInt8] = []
        var isValue = false
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: ";") {
            if !isValue, bytes[index] == UInt8(ascii: ":") {
                isValue = true
                index += 1
                continue
            }
            if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count { index += 1 }
            if isValue { value.append(bytes[index]) } else { key.append(bytes[index]) }
            index += 1
        }
        guard index > start else { return nil }
        index += 1
        let name = String(decoding: key, as: UTF8.self).trimmed.uppercased()
        return (name, String(decoding: value, as: UTF8.self))
    }
}

/// A link of the web with characters that no link has, as people and careless programs write it:
/// `https://example.com/?name=Some Pharmacy`, `https://example.com/my file.pdf`. A sentence may follow a link as well.
/// So a blank in a path must be between a few words.
enum RepairedLink {
    static let doubt = "it had blanks or other characters that no link has, which were percent-encoded"

    /// The link with these characters percent-encoded; nil for all other texts, and for those of several lines.
    static func read(_ text: String) -> WebAddress? {
        guard let first = text.utf8.first, first | 0x20 == UInt8(ascii: "h"), text.utf8.count <= longest else {
            return nil
        }
        let text = text.trimmed
        guard let head = text.range(ofPrefix: "http://") ?? text.range(ofPrefix: "https://"),
            // The host is as it is.
            let authorityEnd = text[head...].unicodeScalars.firstIndex(where: {
                "/?#".unicodeScalars.contains($0) || isWrong($0)
            }),
            !isWrong(text.unicodeScalars[authorityEnd]),
            let wrong = text.unicodeScalars[authorityEnd...].firstIndex(where: isWrong),
            // What is only at the end is around the link.
            text.unicodeScalars.index(after: wrong) < text.endIndex,
            text.unicodeScalars.allSatisfy({ !endsLine($0) }),
            isLink(text[..<wrong], text[wrong...], from: authorityEnd)
        else { return nil }
        var repaired: [UInt8] = []
        for scalar in text.unicodeScalars {
            for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                if isWrong(scalar) { PercentEncoding.append(byte, to: &repaired) } else { repaired.append(byte) }
            }
        }
        guard case .link(let address) = LinkReader.read(String(decoding: repaired, as: UTF8.self)) else { return nil }
        return address
    }

    private static let longest = 4096

    /// What no link has. A backslash before the query is none of these: programs disagree on what it means.
    private static func isWrong(_ scalar: Unicode.Scalar) -> Bool {
        "\"<>\\".unicodeScalars.contains(scalar) || scalar.properties.generalCategory == .spaceSeparator
    }

    private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// Whether the text from the first wrong character on is still the link.
    private static func isLink(_ link: Substring, _ rest: Substring, from pathStart: String.Index) -> Bool {
        // Two links are two.
        let words = rest.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: isBlank)
        guard !words.dropFirst().contains(where: { String($0.prefix(4)).lowercased() == "http" }) else { return false }
        let path = link[pathStart...]
        if let query = path.utf8.firstIndex(of: UInt8(ascii: "?")), path[query...].utf8.contains(UInt8(ascii: "=")) {
            return true
        }
        guard rest.unicodeScalars.first.map(isBlank) ?? false else {
            return words.count <= mostWords && !rest.utf8.contains(UInt8(ascii: "\\"))
        }
        let isLong = rest.utf8.contains { "/?=".utf8.contains($0) } || words.last.map(isDocument) ?? false
        return words.count <= (isLong ? mostWords : fewWords) && path.utf8.count > 1
            && !(path.utf8.last.map("/.,;:!?".utf8.contains) ?? true)
            && !path.utf8.contains { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
            && words.dropFirst().allSatisfy { !$0.isEmpty && !$0.contains(":") && !$0.contains("\\") }
    }

    /// With the link itself.
    private static let mostWords = 12
    private static let fewWords = 3

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .spaceSeparator
    }

    static func isDocument(_ word: Substring.UnicodeScalarView) -> Bool {
        guard let dot = word.lastIndex(of: "."), dot > word.startIndex else { return false }
        return documents.contains(String(word[dot...].dropFirst()).asciiLowercased)
    }

    private static let documents: Set = [
        "pdf", "doc", "docx", "odt", "rtf", "txt", "xls", "xlsx", "ods", "csv", "ppt", "pptx", "odp", "epub", "jpg",
        "jpeg", "png", "gif", "webp", "svg", "mp3", "mp4", "zip", "html", "htm",
    ]
}

extension String {
    /// Where a text continues after a beginning, ASCII in small letters, in whatever case; nil where it has another.
    fileprivate func range(ofPrefix beginning: String) -> Index? {
        let start = utf8.prefix(beginning.utf8.count)
        guard start.elementsEqual(beginning.utf8, by: { $0.asciiLowercased == $1 }) else { return nil }
        return start.endIndex
    }
}
