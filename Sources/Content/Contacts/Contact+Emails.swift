internal import BeelineSymbols

extension ContentLines {
    /// The e-mail addresses, the preferred ones first.
    var emails: [String] {
        var found: [String] = []
        forEachPreferred(.email) { line in
            let emails = emails(in: line).found
            if found.isEmpty { found = emails } else { found += emails }
        }
        return found
    }

    /// The addresses of a property, and whether something in it is meant as one and is none.
    func emails(in line: ContentLine) -> (found: [String], isWrong: Bool) {
        guard let text = text(line) else { return ([], false) }
        let whole = text.withoutScheme("MAILTO:")
        if Self.isEmailAddress(whole.utf8.span) { return ([whole], false) }
        var found: [String] = []
        var isWrong = false
        for part in whole.utf8.split(separator: UInt8(ascii: ",")) {
            let address = Self.bare(part)
            if Self.isEmailAddress(address.utf8.span) {
                found.append(address)
            } else if address.utf8.contains(UInt8(ascii: "@")) {
                isWrong = true
            }
        }
        return (found, isWrong || found.isEmpty)
    }

    /// What stands between angle brackets, or all where there are none.
    private static func bare(_ part: Substring.UTF8View) -> String {
        let start = part.lastIndex(of: UInt8(ascii: "<")).map(part.index(after:)) ?? part.startIndex
        let inner = part[start...].prefix { $0 != UInt8(ascii: ">") }
        return Substring(inner).trimmed.withoutScheme("MAILTO:")
    }

    /// Whether it has a sign in it that parts a mailbox from a host. What else an address must have, the mail system
    /// knows.
    private static func isEmailAddress(_ text: Span<UInt8>) -> Bool {
        var last = 0
        for place in text.indices {
            let byte = text[place]
            if byte == UInt8(ascii: "@") { last = place }
            if byte.isASCIIBlank || byte.isEmailDelimiter { return false }
        }
        return last > 0 && last < text.count - 1
    }
}

extension UInt8 {
    fileprivate var isEmailDelimiter: Bool {
        switch self {
        case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "<"), UInt8(ascii: ">"): true
        default: false
        }
    }
}
