internal import BeelineSymbols

/// Links of every form.
enum WebAddressParser {
    static func parse(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> ContentParser.Verdict {
        switch read(text, isLinear: symbol.symbology.isLinear) {
        case .link(let address):
            return address.isOfWeb || !URIScheme.ofOtherKinds.contains(address.scheme) ? .taken(.url(address)) : .passed
        case .wrong(let reason): return .doubted(.malformed(.url, reason))
        case .none: return BrokenLink.reason(text).map { .doubted(.malformed(.url, $0)) } ?? .passed
        }
    }

    /// Reads a link with or without a word or blanks around it, with or without a scheme.
    static func read(_ text: String, isLinear: Bool = false) -> LinkReader.Answer {
        let text = trimmed(text)
        var answer = LinkReader.read(text)
        if case .none = answer { answer = Bookmark.read(text) ?? BareDomain.read(text, isLinear: isLinear) }
        if case .link(let address) = answer, address.hasSchemeForHost {
            return .wrong("a scheme stands before it twice")
        }
        return answer
    }

    /// A text without blanks around it; the same one where there are none.
    static func trimmed(_ text: String) -> String {
        let bytes = text.utf8.span
        guard !bytes.isEmpty, bytes[0].isASCIIBlank || bytes[bytes.count - 1].isASCIIBlank else { return text }
        let utf8 = text.utf8
        guard let start = utf8.firstIndex(where: { !$0.isASCIIBlank }),
            let end = utf8.lastIndex(where: { !$0.isASCIIBlank })
        else { return "" }
        return String(text[start...end])
    }
}
