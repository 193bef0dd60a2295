internal import BeelineSymbols

extension Contact {
    func readEmails() -> [String] {
        var found: [String] = []
        for line in source.preferred(.email) { found += emails(in: line).found }
        return found
    }

    /// The addresses of a property, and whether something in it is meant as one and is none.
    func emails(in line: ContentLine) -> (found: [String], isWrong: Bool) {
        guard let text = source.text(line) else { return ([], false) }
        let whole = text.withoutScheme("MAILTO:")
        if Self.isEmailAddress(whole.utf8) { return ([whole], false) }
        var found: [String] = []
        var isWrong = false
        for part in whole.utf8.split(separator: UInt8(ascii: ",")) {
            let address = Self.bare(part)
            if Self.isEmailAddress(address.utf8) {
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
    private static func isEmailAddress(_ text: String.UTF8View) -> Bool {
        guard let at = text.lastIndex(of: UInt8(ascii: "@")) else { return false }
        return at != text.startIndex && text.index(after: at) != text.endIndex
            && !text.contains { $0.isASCIIBlank || $0.isEmailDelimiter }
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
