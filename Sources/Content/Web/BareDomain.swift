internal import BeelineSymbols

/// Links without a scheme: `example.com`, `www.example.co.uk:8443/menu?x`. Much prose has a dot between two words. So
/// the last label must be an existing top-level domain, and nothing may hint at a file name or the end of a sentence.
enum BareDomain {
    /// `isMeant` is whether something else says that the text is a link, so that doubts do not count; a linear symbol
    /// has numbers of parts and no posters.
    static func read(_ text: String, isMeant: Bool = false, isLinear: Bool = false) -> LinkReader.Answer {
        guard mayBeDomain(text, isMeant: isMeant, isLinear: isLinear),
            case .link(let address) = LinkReader.read("https://" + text)
        else {
            return .none
        }
        return PublicSuffixes.isBelowRegistry(address.hostName) ? .link(address) : .none
    }

    /// The first bytes rule out nearly every text.
    private static func mayBeDomain(_ text: String, isMeant: Bool, isLinear: Bool) -> Bool {
        let bytes = text.utf8.span
        guard let host = Labels(bytes), host.dots > 0, hasPortOrNothing(bytes, from: host.end) else { return false }
        if host.isASCII {
            // Numbers, versions and addresses end in a digit; `xn--p1ai` does not begin with one.
            guard bytes[host.lastStart].isASCIILetter, host.end - host.lastStart >= 2 else { return false }
        } else if hasStrangeLabel(text, host) {
            return false
        }
        if isMeant { return true }
        if mayBePartNumber(text, host, isLinear: isLinear) { return false }
        // "Hello.World", "end.Next"; in codes of capitals alone they say nothing.
        if host.hasSmallLetter, host.endsWithCapital { return false }
        return !(host.dots == 1 && host.end == bytes.count && isFileName(text, host))
    }

    /// "10.5.KG", "ABC-123.DE": capitals and digits before two letters, with nothing that numbers of parts do not have.
    private static func mayBePartNumber(_ text: String, _ host: Labels, isLinear: Bool) -> Bool {
        guard host.isASCII else { return false }
        let isAlone = host.end == text.utf8.count
        let isLikeNumber = !host.hasSmallLetterBefore && host.end - host.lastStart == 2
        return (isLinear ? isAlone || isLikeNumber : isAlone && isLikeNumber) && !beginsWithWWW(text)
    }

    private static func beginsWithWWW(_ text: String) -> Bool {
        text.utf8.prefix(4).elementsEqual("www.".utf8) { $0 | 0x20 == $1 | 0x20 }
    }

    private static func isFileName(_ text: String, _ host: Labels) -> Bool {
        !beginsWithWWW(text)
            && FileExtension.known.contains(text.utf8Part(host.lastStart, host.end).lowercased())
    }

    /// A colon must have digits after it: "example.com: closed" is a note.
    private static func hasPortOrNothing(_ bytes: Span<UInt8>, from end: Int) -> Bool {
        guard end < bytes.count else { return true }
        return bytes[end] != UInt8(ascii: ":") || end + 1 < bytes.count && bytes[end + 1].isASCIIDigit
    }

    /// Whether Latin letters are in a label with those of another script, as in "看example.com", where no blank
    /// separates them, and in "аpple.com", which is a trap.
    private static func hasStrangeLabel(_ text: String, _ host: Labels) -> Bool {
        var hasLatin = false
        var hasOther = false
        for scalar in text.utf8Part(0, host.end).unicodeScalars {
            switch scalar.value {
            case 0x2E: (hasLatin, hasOther) = (false, false)
            case 0x30...0x39, 0x2D, 0x300...0x36F: break
            // Full stops of other scripts end sentences there.
            case 0x3002, 0xFF0E, 0xFF61: return true
            case 0...0x24F, 0x1E00...0x1EFF: hasLatin = true
            default: hasOther = true
            }
            if hasLatin, hasOther { return true }
        }
        return false
    }
}

/// The labels at the start of a text, up to a character that a host cannot contain.
private struct Labels {
    private(set) var end = 0
    private(set) var lastStart = 0
    private(set) var dots = 0
    private(set) var isASCII = true
    private(set) var hasSmallLetter = false
    /// Whether a label before the last one has a small letter.
    private(set) var hasSmallLetterBefore = false
    private(set) var endsWithCapital = false

    /// Nil where they are none: one is empty or has a hyphen at an end, or what follows is not the rest of a link.
    init?(_ bytes: Span<UInt8>) {
        // No host is longer, also where it takes four bytes a character.
        let limit = min(bytes.count, 4 * 253)
        scan: while end < limit {
            let byte = bytes[end]
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): hasSmallLetter = true
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): endsWithCapital = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"): break
            case 0x80...: isASCII = false
            case UInt8(ascii: "-"): if end == lastStart { return nil }
            case UInt8(ascii: "."):
                guard end > lastStart, bytes[end - 1] != UInt8(ascii: "-"), end - lastStart <= 63 || !isASCII else {
                    return nil
                }
                dots += 1
                hasSmallLetterBefore = hasSmallLetter
                lastStart = end + 1
                endsWithCapital = false
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: ":"): break scan
            default: return nil
            }
            end += 1
        }
        guard end > lastStart, bytes[end - 1] != UInt8(ascii: "-"), end <= 253 || !isASCII else { return nil }
    }
}
