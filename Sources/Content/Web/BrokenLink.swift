internal import BeelineSymbols

/// Texts that begin like a link of the web and are none: mostly those of somebody who mistyped one.
enum BrokenLink {
    /// What is wrong; nil for texts that begin otherwise, and for prose that begins with a link.
    static func reason(_ text: String) -> String? {
        guard let first = text.utf8.first, first | 0x20 == UInt8(ascii: "h") || first | 0x20 == UInt8(ascii: "w"),
            text.utf8.count <= 4096
        else { return nil }
        let bytes = Array(WebAddressParser.trimmed(text).utf8)
        let lower = bytes.prefix(8).map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        if lower.starts(with: "www.".utf8) { return reason(after: bytes.dropFirst(4), isPrefixed: false) }
        guard lower.starts(with: "http".utf8) else { return nil }
        let rest = bytes.dropFirst(lower.dropFirst(4).first == UInt8(ascii: "s") ? 5 : 4)
        if rest.starts(with: "//".utf8) { return "the colon after the scheme is missing" }
        guard rest.first == UInt8(ascii: ":"), let next = rest.dropFirst().first else { return nil }
        if next == UInt8(ascii: "\\") { return "there are backslashes in place of slashes" }
        guard rest.starts(with: "://".utf8) else {
            return next.isASCIIBlank ? nil : "after the scheme and its colon two slashes must stand"
        }
        return reason(after: rest.dropFirst(3), isPrefixed: true)
    }

    /// - Parameters:
    ///   - rest: what follows the slashes, or `www.`.
    ///   - isPrefixed: whether there is a scheme.
    private static func reason(after rest: ArraySlice<UInt8>, isPrefixed: Bool) -> String? {
        guard let first = rest.first else { return isPrefixed ? "the host is missing" : nil }
        if first.isASCIIBlank { return isPrefixed ? "a blank stands in place of the host" : nil }
        if isPrefixed, [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains(first) {
            return "the host is missing"
        }
        guard let place = rest.firstIndex(where: isForbidden) else { return nil }
        switch rest[place] {
        case UInt8(ascii: "\""): return "there is a quotation mark in it"
        case UInt8(ascii: "\\"): return "there is a backslash in it"
        case UInt8(ascii: "<"), UInt8(ascii: ">"): return "there is an angle bracket in it"
        case let byte where byte.isASCIIBlank: return blank(rest[place...])
        default: return "there is a control character in it"
        }
    }

    /// A blank: of a link with one in it, of two links, or of a sentence that goes on after a link.
    private static func blank(_ rest: ArraySlice<UInt8>) -> String? {
        let words = rest.split(maxSplits: 3, whereSeparator: \.isASCIIBlank)
        guard let next = words.first else { return nil }
        if next.prefix(4).elementsEqual("http".utf8, by: { $0 | 0x20 == $1 }) { return "there is more than one link" }
        return words.count <= 2 ? "there is a blank in it" : nil
    }

    private static func isForbidden(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"): true
        default: false
        }
    }
}
