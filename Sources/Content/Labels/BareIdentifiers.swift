internal import BeelineSymbols

/// Data identifiers without the envelope of ISO/IEC 15434 around them, as many makers print them: with U+001D between
/// them, or something that stands for it, or each in brackets: `(P)123-456(1P)LM358DR(Q)2500`.
enum BareIdentifiers {
    /// Whether a text may be one; nearly all texts end here.
    static func mayBe(_ text: Span<UInt8>) -> Bool {
        guard (8...2048).contains(text.count) else { return false }
        for place in 1..<text.count {
            if text[place] == 0x1D { return true }
            // A part number of the supplier is on all labels that have other separators.
            if text[place] == UInt8(ascii: "P"), text[place - 1] == UInt8(ascii: "1"),
                place == 1 || !Envelope.isAlphanumeric(text[place - 2])
            {
                return true
            }
        }
        return false
    }

    /// The data as those of an envelope; nil unless all identifiers are known and each is there once.
    static func envelope(_ text: String) -> Envelope? {
        let bytes = Array(text.utf8)
        guard let (parts, sign) = parts(bytes[...]) else { return nil }
        var found: Set<String> = []
        for part in parts {
            let identifier = identifier(part)
            guard DataIdentifier.find(identifier) != nil, found.insert(identifier).inserted else { return nil }
            // Two letters of a text are an identifier by chance; a quantity is a number.
            if identifier == "Q", !part.dropFirst().allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: ".") }) {
                return nil
            }
        }
        let hasPart = !found.isDisjoint(with: ["P", "1P", "30P", "8P"])
        let isSure =
            sign == nil
            ? found.contains("9N") || hasPart && (found.count > 2 || found.contains("Q"))
            : found.isSuperset(of: ["1P", "Q"]) && found.count > 2
        guard isSure, found.count > 1 else { return nil }
        let doubt = "its data identifiers have no envelope (ISO/IEC 15434) around them"
        return Envelope(
            bare: Array(parts.joined(separator: [Envelope.group])),
            [doubt] + (sign.map { ["\($0) is read as a separator"] } ?? []))
    }

    /// The parts with their identifiers, and the sign that is between them instead of U+001D.
    private static func parts(_ text: ArraySlice<UInt8>) -> ([ArraySlice<UInt8>], String?)? {
        if text.contains(Envelope.group) {
            let data = text.prefix { $0 != 0x1E && $0 != 0x04 }
            let parts = data.split(separator: Envelope.group)
            return (parts.first.map { $0.elementsEqual("06".utf8) } ?? false ? Array(parts.dropFirst()) : parts, nil)
        }
        if text.first == UInt8(ascii: "(") { return (bracketed(text), "a bracket") }
        if let written = SeparatorNotation(Array(text)) {
            return (written.bytes.split(separator: Envelope.group), written.forms[0])
        }
        let signs = Set(text.filter { ";,@#+^~ \t\n".utf8.contains($0) })
        guard signs.count == 1, let sign = signs.first else { return nil }
        return (text.split(separator: sign), String(Unicode.Scalar(sign)).debugDescription)
    }

    private static func bracketed(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        text.split(separator: UInt8(ascii: "(")).map { part in
            let identifier = part.prefix { $0 != UInt8(ascii: ")") }
            return ArraySlice(identifier + part[identifier.endIndex...].dropFirst())
        }
    }

    private static func identifier(_ part: ArraySlice<UInt8>) -> String {
        let digits = part.prefix(while: \.isASCIIDigit)
        return String(decoding: part.prefix(digits.count + 1), as: UTF8.self)
    }
}
