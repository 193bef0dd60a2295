internal import BeelineSymbols

/// A number after its name, as catalogues of libraries and packing slips have it: `ISBN: 0-306-40615-2 (pbk.)`,
/// `EAN13:4006381333931`, `isbn=9780306406157`, `ISBN 978-0-306-40615-7 EAN 9780306406157`.
enum NamedNumber {
    /// The names in lower case; none is the beginning of a later one.
    private static let names = [
        "e-isbn", "eisbn", "print isbn", "isbn", "e-issn", "eissn", "p-issn", "pissn", "issn-l", "issn", "ismn", "sbn",
        "gtin", "ean/upc", "upc/ean", "ean", "upc", "jan",
    ]

    /// How texts begin that may be one.
    static let openings = ["eisbn", "e-isbn", "print isbn", "sbn", "gtin", "ean", "upc", "jan"]

    private static let longest = 160

    /// What the number is; nil where the text is not one with its name, and perhaps a remark.
    static func verdict(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> Verdict? {
        guard text.utf8.count <= longest, let narrow = HalfwidthText(text), narrow.doubts.isEmpty else { return nil }
        let bytes = Array(narrow.text.utf8)
        guard let (name, start) = name(bytes[...]) else { return nil }
        let digits = bytes[start...].prefix { $0.isASCIIDigit || " -xX".utf8.contains($0) }
        // A number that follows a blank may be of something else.
        var ends = [digits.endIndex] + digits.indices.filter { digits[$0] == 0x20 }.reversed()
        ends.removeAll { !mayFollow(bytes[$0...]) }
        var doubted: Verdict?
        for end in ends {
            let number = String(decoding: bytes[start..<end].withoutBlanks, as: UTF8.self)
            guard number.utf8.count >= 8 else { break }
            let verdict = verdict(symbol, name, number, context)
            if case .taken = verdict { return verdict }
            if case .doubted = verdict { doubted = doubted ?? verdict }
        }
        return doubted
    }

    private static func verdict(
        _ symbol: Symbol, _ name: String, _ number: String, _ context: ParsingContext
    ) -> Verdict {
        let plain = Symbol(.unknown, number, addOn: symbol.addOn)
        switch name {
        case "isbn", "e-isbn", "eisbn", "print isbn", "sbn":
            return WrittenNumberParser.labelled(plain, "ISBN " + number, context)
        case "issn", "e-issn", "eissn", "p-issn", "pissn", "issn-l":
            return WrittenNumberParser.labelled(plain, "ISSN " + number, context)
        case "ismn": return WrittenNumberParser.labelled(plain, "ISMN " + number, context)
        default:
            let digits = number.filter { $0 != " " && $0 != "-" }
            let symbology: Symbology = digits.utf8.count != 8 ? .unknown : name == "upc" ? .upcE : .ean8
            return RetailParser.parse(Symbol(symbology, digits, addOn: symbol.addOn), digits, context)
        }
    }

    /// A typed ISBN with a remark after it, as in MARC records: `0306406152 (pbk. : alk. paper) :`.
    static func remarked(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> Verdict? {
        guard text.utf8.count <= longest, let bracket = text.utf8.firstIndex(of: UInt8(ascii: "(")),
            text.utf8.contains(UInt8(ascii: ")"))
        else { return nil }
        let number = String(text[..<bracket]).trimmed
        let count = number.utf8.count { $0.isASCIIDigit || $0 | 0x20 == UInt8(ascii: "x") }
        guard count == 10 || count == 13, (try? ISBN(number)) != nil else { return nil }
        return WrittenNumberParser.labelled(symbol, "ISBN " + number, context)
    }

    /// The name at the start, and where the number begins after it, after the kind of the number (`-13`, `13`, `-A`), a
    /// remark in brackets and signs.
    private static func name(_ bytes: ArraySlice<UInt8>) -> (String, Int)? {
        guard let name = names.first(where: { bytes.starts(with: $0.utf8) { $0.asciiLowercased == $1 } }) else {
            return nil
        }
        var rest = bytes.dropFirst(name.utf8.count)
        for kind in [
            "-13", "-14", "-12", "-10", "-8", "13", "14", "12", "10", "8", "-a", "-e", " no", " nr", " code", " number",
        ]
        where rest.starts(with: kind.utf8, by: { $0.asciiLowercased == $1 }) {
            let after = rest.dropFirst(kind.utf8.count)
            guard let next = after.first, ":= #.(".utf8.contains(next) else { continue }
            rest = after
            break
        }
        rest = rest.drop { ": =#.\t".utf8.contains($0) }
        if rest.first == UInt8(ascii: "("), let end = rest.firstIndex(of: UInt8(ascii: ")")) {
            rest = rest[(end + 1)...].drop { ": =#.\t".utf8.contains($0) }
        }
        return rest.first?.isASCIIDigit == true ? (name, rest.startIndex) : nil
    }

    /// Whether what follows a number is nothing, a remark, or the next number.
    private static func mayFollow(_ rest: ArraySlice<UInt8>) -> Bool {
        let rest = rest.drop { $0 == 0x20 }
        guard let first = rest.first else { return true }
        return "(:;,./[|".utf8.contains(first)
            || names.contains { rest.starts(with: $0.utf8) { $0.asciiLowercased == $1 } }
    }
}
