internal import BeelineSymbols

/// The parser of element strings in GS1 symbols, and of those with brackets in any symbol.
enum ElementStringParser {
    static let parser = KindParser(
        "elementString", openings: KindParser.digits + ["(", "\u{1D}", "^", "#", "fnc1"] + SeparatorNotation.openings,
        mayTake: { symbol, _ in symbol.isGS1 }, parse: parse)

    static func parse(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> Verdict {
        guard text.utf8.count <= ElementString.longest else { return .passed }
        if text.utf8.first == UInt8(ascii: "(") { return bracketed(symbol, Array(text.utf8), context) }
        return symbol.isGS1
            ? marked(symbol, Array(text.utf8), context) : UnmarkedElements.parse(symbol, text, context)
    }

    private static func bracketed(_ symbol: Symbol, _ bytes: [UInt8], _ context: ParsingContext) -> Verdict {
        guard symbol.isGS1 || mayBeMeant(bytes) else { return .passed }
        do throws(GS1Problem) {
            var empty: [GS1Problem] = []
            let found = try BracketedReader.read(bytes, empty: &empty)
            if !symbol.isGS1, RemarkInBrackets.mayBe(found) { return .passed }
            var doubts: [String] = []
            for problem in empty where !doubts.contains("(\(problem.identifier)) is empty") {
                doubts.append("(\(problem.identifier)) is empty")
            }
            return try Verdict.elementString(found, mayBeIncomplete: symbol.isGS1, doubts, context)
        } catch {
            if !symbol.isGS1, RemarkInBrackets.mayBe(bytes, error) { return .passed }
            return .doubted(ContentWarning(error))
        }
    }

    private static func marked(_ symbol: Symbol, _ bytes: [UInt8], _ context: ParsingContext) -> Verdict {
        guard mayHoldMore(symbol.symbology, bytes) else { return .passed }
        do throws(GS1Problem) {
            // `<GS>` may be part of a value, but hardly before an element that is right.
            if let verdict = UnmarkedElements.written(bytes, context), case .taken = verdict { return verdict }
            return try Verdict.elementString(RawReader.read(bytes[...]), mayBeIncomplete: true, [], context)
        } catch {
            return .doubted(ContentWarning(error))
        }
    }

    /// Whether a text that begins with a bracket begins with an identifier, and is neither prose nor a telephone
    /// number, which people write with brackets as well.
    private static func mayBeMeant(_ bytes: [UInt8]) -> Bool {
        guard let (_, valueStart) = BracketedReader.identifier(bytes, at: 0),
            !bytes.contains(where: { $0 >= 0x80 }), !BracketedReader.hasInnerBlank(bytes)
        else { return false }
        let value = bytes[valueStart...].drop(while: \.isASCIIBlank)
        let isPhone = value.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
        return !(isPhone && (7...8).contains(value.count))
    }

    /// Digits that DataBar can contain without an identifier are for the parser of retail symbols, links for another.
    private static func mayHoldMore(_ symbology: Symbology, _ bytes: [UInt8]) -> Bool {
        let isArticle = symbology == .databar || symbology == .databarLimited
        return DigitalLinkReader.pathStart(bytes) == nil && !(isArticle && (bytes.count == 14 || bytes.count == 16))
    }
}

/// Texts such as `(91)Note`, which keep the rules of element strings by accident.
enum RemarkInBrackets {
    /// Whether elements of a symbol not of GS1 say too little: a single one that has no check digit.
    static func mayBe(_ found: [FoundElement]) -> Bool {
        guard found.count == 1, let element = found.first else { return false }
        if element.identifier.isChecked { return false }
        // What needs others beside it, these may be in other symbols; the digits of a footnote are none.
        return element.identifier.companions.isEmpty || element.value.utf8.count <= 2
    }

    /// The same for a text that breaks a rule. With blanks, only a wrong value of a checked number shows the intent.
    static func mayBe(_ bytes: [UInt8], _ problem: GS1Problem) -> Bool {
        guard bytes.contains(where: \.isASCIIBlank) else { return false }
        if case .wrongValue = problem.reason, let first = BracketedReader.identifier(bytes, at: 0)?.0 {
            return !first.isChecked
        }
        return true
    }
}

/// Links that are GS1 Digital Links.
enum DigitalLinkParser {
    static let parser = KindParser("digitalLink", openings: ["http://", "https://"], parse: parse)

    static func parse(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> Verdict {
        // Nearly every link has no key.
        guard text.utf8.count <= ElementString.longest, mayHoldKey(text.utf8.span) else { return .passed }
        let bytes = numbered(text)
        guard let pathStart = DigitalLinkReader.pathStart(bytes),
            let key = DigitalLinkReader.key(bytes, pathStart: pathStart), isMeant(key), let address = WebAddress(text)
        else { return .passed }
        do throws(GS1Problem) {
            let found = try DigitalLinkReader.read(bytes, key)
            return .taken(.gs1(try ElementString(found, address: address, year: context.date.year)))
        } catch {
            return .doubted(ContentWarning(error))
        }
    }

    /// Whether two to four digits that are a key are between slashes.
    private static func mayHoldKey(_ bytes: Span<UInt8>) -> Bool {
        var (number, digits, isSegment) = (0, 0, false)
        for index in bytes.indices {
            let byte = bytes[index]
            if byte == UInt8(ascii: "/") {
                if isSegment ? isKey(number, digits) : isName(bytes, before: index) { return true }
                (number, digits, isSegment) = (0, 0, true)
            } else if byte.isASCIIDigit, digits < 4 {
                (number, digits) = (number * 10 + Int(byte & 0x0F), digits + 1)
            } else {
                isSegment = false
            }
        }
        return false
    }

    /// The names that the first releases of the standard (1.0 and 1.1) have for identifiers.
    private static let names = [
        "gtin": "01", "sscc": "00", "grai": "8003", "giai": "8004", "gsrn": "8018", "gdti": "253", "itip": "8006",
        "gln": "414", "glnx": "254", "cpv": "22", "lot": "10", "ser": "21", "exp": "17",
    ]
    private static let keyNames = ["gtin", "sscc", "grai", "giai", "gsrn"]

    /// Whether the name of a key is the segment before a slash.
    private static func isName(_ bytes: Span<UInt8>, before slash: Int) -> Bool {
        slash > 4 && bytes[slash - 5] == UInt8(ascii: "/")
            && keyNames.contains { name in zip((slash - 4)..., name.utf8).allSatisfy { bytes[$0] == $1 } }
    }

    /// The link with identifiers instead of such names. A page of a shop may have the first one, so another must follow,
    /// unless the host is that of GS1.
    private static func numbered(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard keyNames.contains(where: { text.contains("/\($0)/") }) else { return bytes }
        var (link, start, count) = ([UInt8](), 0, 0)
        for (place, byte) in bytes.enumerated() where "/?&=".utf8.contains(byte) {
            let isNamed = byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
            if isNamed, let code = names[String(decoding: bytes[start..<place], as: UTF8.self)] {
                link += code.utf8
                count += 1
            } else {
                link += bytes[start..<place]
            }
            link.append(byte)
            start = place + 1
        }
        return count > 1 || text.contains("://id.gs1.org/") ? link + bytes[start...] : bytes
    }

    private static func isKey(_ number: Int, _ digits: Int) -> Bool {
        switch (digits, number) {
        case (2, 0...1), (3, 253), (3, 255), (3, 401...402), (3, 414...415), (3, 417): true
        case (4, 8003...8004), (4, 8006), (4, 8010), (4, 8013), (4, 8017...8018): true
        default: false
        }
    }

    /// Whether it is not an accident that a path has the digits of a key, and something that could be its value, in it.
    ///
    /// Pages have addresses such as `https://example.com/01/2024`, so the value must be right as to length and
    /// characters, and identifiers must follow. Where there is no check digit, it must begin like most company
    /// prefixes, and have a qualifier or an attribute beside it.
    private static func isMeant(_ key: DigitalLinkReader.Key) -> Bool {
        if key.isAtGS1 { return true }
        let value = key.value
        guard
            stride(from: 2, to: key.segments.count, by: 2).allSatisfy({
                ApplicationIdentifier.find(key.segments[$0]) != nil
            })
        else { return false }
        switch key.identifier.problem(with: value[...]) {
        case nil:
            return key.identifier.isChecked || value.prefix(7).count { $0.isASCIIDigit } == 7 && key.hasOthersBeside
        case .wrongValue: return key.identifier.isChecked
        default: return false
        }
    }
}

extension DigitalLinkReader.Key {
    /// Whether a qualifier follows in the path, or the query has an attribute.
    fileprivate var hasOthersBeside: Bool {
        segments.count > 2
            || query.split(separator: UInt8(ascii: "&")).contains { parameter in
                let name = parameter.prefix { $0 != UInt8(ascii: "=") }
                return name.endIndex < parameter.endIndex && ApplicationIdentifier.find(name)?.isLinkAttribute == true
            }
    }
}
