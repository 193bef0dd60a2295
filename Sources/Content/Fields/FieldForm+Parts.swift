internal import BeelineSymbols

/// Pieces of texts, for operands that are looked for in a field.
extension FieldForm {
    /// Why no text of the field begins with, ends with, or has in it a piece; nil when some may.
    ///
    /// - Parameter isPrefix: it is looked for at the beginning.
    public func problem(withPart part: String, isPrefix: Bool) -> String? {
        switch self {
        case .free: return nil
        case .kind: return Self.problem(part, isPrefix, in: Kind.allCases.map(\.rawValue))
        case .symbology: return Self.problem(part, isPrefix, in: Symbology.all.map(\.name))
        case .oneOf(let words): return Self.problem(part, isPrefix, in: words)
        case .lowerCase, .host:
            return part == part.lowercased() ? nil : "it is in lower case"
        case .upperCase: return part == part.asciiUppercased ? nil : "it is in capitals"
        case .security:
            let isOpen = Self.problem(part, isPrefix, in: ["nopass"]) == nil
            return isOpen || part == part.asciiUppercased ? nil : "it is in capitals, or 'nopass'"
        case .isbn13:
            if isPrefix, !["978", "979"].contains(where: { $0.hasPrefix(part) || part.hasPrefix($0) }) {
                return "it begins with 978 or 979"
            }
            return Self.problem(part, most: 13)
        case .ismn:
            if isPrefix, !"9790".hasPrefix(part), !part.hasPrefix("9790") { return "it begins with 9790" }
            return Self.problem(part, most: 13)
        case .isbn10: return Self.problem(part, most: 10, others: "X")
        case .gtin(let count): return Self.problem(part, most: count)
        case .issn: return Self.problem(part, most: 9, others: "-X")
        case .digits(let few, let many): return Self.problem(part, most: max(few, many))
        case .capitals(let count, _):
            return part.utf8.allSatisfy(\.isASCIICapital) && part.utf8.count <= count
                ? nil : "it is \(count) capital letters"
        case .iban:
            return Self.isCapitalsOrDigits(part, most: 34) ? nil : "it is capital letters and digits, without blanks"
        case .bic: return Self.isCapitalsOrDigits(part, most: 11) ? nil : "it is 8 or 11 capital letters and digits"
        case .vin: return Self.isCapitalsOrDigits(part, most: 17) ? nil : "it is 17 capital letters and digits"
        case .phone:
            return Self.isSpacedOut(part) ? "it is as one dials it, with nothing between the digits" : nil
        case .element(let code):
            guard let identifier = code.flatMap(ApplicationIdentifier.init) else { return nil }
            let sets = Set(identifier.components.map(\.characters))
            if let only = sets.first, sets.count == 1, only != .set64, !only.allows(Array(part.utf8)[...]) {
                return "\(GS1Problem.Reason.wrongCharacter(allowed: only))"
            }
            let most = identifier.maximumLength
            return part.utf8.count <= most ? nil : "it has \(most) characters at most"
        }
    }

    private static func problem(_ part: String, _ isPrefix: Bool, in words: [String]) -> String? {
        guard !words.contains(where: { isPrefix ? $0.hasPrefix(part) : $0.contains(part) }) else { return nil }
        return words.count <= 12 ? "it is \(words.joined(separator: ", "))" : "none of its \(words.count) words has it"
    }

    private static func problem(_ part: String, most: Int, others: String = "") -> String? {
        guard part.utf8.allSatisfy({ $0.isASCIIDigit || others.utf8.contains($0) }) else {
            return others.isEmpty
                ? "it is digits only" : "it is digits, and \(others.map(String.init).joined(separator: ", "))"
        }
        return part.utf8.count <= most ? nil : "it has \(most) characters"
    }

    private static func isCapitalsOrDigits(_ part: String, most: Int) -> Bool {
        part.utf8.count <= most && part.utf8.allSatisfy { $0.isASCIICapital || $0.isASCIIDigit }
    }

    /// Whether it is digits with the blanks and signs between them with which people write telephone numbers.
    private static func isSpacedOut(_ part: String) -> Bool {
        let signs = " -./()"
        return part.utf8.contains(where: \.isASCIIDigit) && part.utf8.contains(where: signs.utf8.contains)
            && part.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: "+") || signs.utf8.contains($0) }
    }
}
