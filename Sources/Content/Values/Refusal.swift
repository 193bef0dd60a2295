internal import BeelineSymbols

/// The error of a parser that does not take a text.
enum Refusal: Error {
    case otherKind
    /// It is nearly of the kind; with a short phrase that names the place and what was expected, without a secret.
    case malformed(String)
    /// It is of the kind, but has a part that is not supported.
    case unreadable(String)
    /// It would be the number that is named, but a digit is wrong; the characters are ASCII.
    case wrongCheckDigit(of: String, found: UInt8, expected: UInt8)
    /// The same of a number with several check characters.
    case wrongCheck(of: String, found: String, expected: String)
}

extension Refusal {
    /// The bytes of a text, up to the length that codes of its kind have.
    static func bytes(_ text: String, atMost longest: Int) throws(Refusal) -> ArraySlice<UInt8> {
        guard text.utf8.count <= longest else { throw .malformed("more than \(longest) bytes") }
        return Array(text.utf8)[...]
    }
}

/// Notes that begin with the keyword of a code: "SMS: call me later".
enum NoteText {
    /// Whether a word follows the first colon of a text, perhaps after a blank: then a parser without a code is silent.
    static func follows(_ text: String, needsBlank: Bool = true) -> Bool {
        let utf8 = text.utf8
        guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let rest = utf8[utf8.index(after: colon)...]
        guard let first = rest.first, first.isASCIIBlank || !needsBlank else { return false }
        // Full-width digits and signs are letters of nothing.
        return rest.first { !$0.isASCIIBlank }.map { $0.isASCIILetter || (0xC3...0xDF).contains($0) } ?? false
    }
}
