internal import BeelineSymbols

/// Notes that begin with the keyword of a code: "SMS: call me later".
enum Prose {
    /// Whether a word follows the first colon of a text, so that a parser that finds no code says nothing about it.
    ///
    /// - Parameter needsBlank: whether there must be a blank before the word.
    static func follows(_ text: String, needsBlank: Bool = true) -> Bool {
        let utf8 = text.utf8
        guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let rest = utf8[utf8.index(after: colon)...]
        guard let first = rest.first, first.isASCIIBlank || !needsBlank else { return false }
        // Full-width digits and signs are letters of nothing.
        return rest.first { !$0.isASCIIBlank }.map { $0.isASCIILetter || (0xC3...0xDF).contains($0) } ?? false
    }
}

extension ContentParser.Verdict {
    /// Without a doubt about a text that is a note and no code.
    func passing(notes isNote: @autoclosure () -> Bool) -> ContentParser.Verdict {
        guard case .doubted = self, isNote() else { return self }
        return .passed
    }
}
