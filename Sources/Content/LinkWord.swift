/// The words `URL:` and `URI:` before a code of another kind than links: `URL:tel:+491234567`.
///
/// Before a web page they are read with it; see `Bookmark`.
enum LinkWord {
    /// What follows the word, if it begins like a code that has a keyword of its own; nil for nearly all texts.
    static func dropped(from text: String) -> String? {
        let utf8 = text.utf8
        guard let first = utf8.first, first | 0x20 == UInt8(ascii: "u"), utf8.dropFirst(3).first == UInt8(ascii: ":"),
            utf8.count <= longest
        else { return nil }
        let bytes = Array(utf8.prefix(window))[...]
        guard let rest = bytes.dropping(keyword: "URL:") ?? bytes.dropping(keyword: "URI:") else { return nil }
        let code = rest.drop { $0 == 0x20 || $0 &- 0x09 <= 4 }
        guard let colon = code.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let keyword = String(decoding: code[..<colon], as: UTF8.self).asciiLowercased
        guard URIScheme.ofOtherKinds.contains(keyword) || cards.contains(keyword) else { return nil }
        return String(text[utf8.index(utf8.startIndex, offsetBy: code.startIndex)...])
    }

    /// Longer texts are no codes of these kinds.
    private static let longest = 1 << 20
    /// The word, blanks, and the longest keyword are shorter.
    private static let window = 32

    private static let cards: Set = ["begin", "mecard", "bizcard"]
}
