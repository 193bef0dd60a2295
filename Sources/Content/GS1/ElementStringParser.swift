internal import BeelineSymbols

/// Element strings in GS1 symbols, and with brackets in any.
enum ElementStringParser {
    static func parse(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> ContentParser.Verdict {
        let isGS1 = symbol.isGS1
        if !isGS1, text.utf8.first != UInt8(ascii: "(") { return unmarked(symbol, text, context) }
        guard isGS1 || text.utf8.first == UInt8(ascii: "("), text.utf8.count <= ElementString.longest else {
            return .passed
        }
        let bytes = Array(text.utf8)
        let isBracketed = bytes.first == UInt8(ascii: "(")
        guard isBracketed ? isGS1 || mayBeMeant(bytes) : isGS1 && mayHoldMore(symbol.symbology, bytes) else {
            return .passed
        }
        do throws(GS1Problem) {
            let found = isBracketed ? try BracketedReader.read(bytes) : try RawReader.read(bytes)
            if !isGS1, RemarkInBrackets.mayBe(found) { return .passed }
            return .taken(.gs1(try ElementString(found, year: context.date.year, requiresCompanions: true)))
        } catch {
            if !isGS1, RemarkInBrackets.mayBe(bytes, error) { return .passed }
            return .doubted(.elementString(error))
        }
    }

    /// What a scanner passes on that does not say what it read: separators, which no other data have in these places.
    private static func unmarked(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> ContentParser.Verdict {
        switch symbol.symbology {
        case .code128, .dataMatrix, .qr, .aztec, .dotCode: break
        default: return .passed
        }
        guard text.utf8.contains(RawReader.separator), text.utf8.count <= ElementString.longest,
            let found = try? RawReader.read(Array(text.utf8)),
            let elements = try? ElementString(found, year: context.date.year, requiresCompanions: true)
        else { return .passed }
        let doubt = "the scanner does not say that it is GS1 data; the separators do"
        return .taken(.gs1(elements), [.questionable(.gs1, doubt)])
    }

    /// Whether a text that begins with a bracket begins with an identifier, and is neither prose nor a telephone number,
    /// which people write with brackets as well.
    private static func mayBeMeant(_ bytes: [UInt8]) -> Bool {
        guard let (_, valueStart) = BracketedReader.identifier(bytes, at: 0),
            !bytes.contains(where: { $0 >= 0x80 }), !BracketedReader.hasInnerBlank(bytes)
        else { return false }
        let value = bytes[valueStart...].drop(while: \.isASCIIBlank)
        let isPhone = value.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
        return !(isPhone && (7...8).contains(value.count))
    }

    /// Digits that DataBar can hold without an identifier are for the parser of retail symbols; links for another one.
    private static func mayHoldMore(_ symbology: Symbology, _ bytes: [UInt8]) -> Bool {
        switch symbology {
        case .databar, .databarLimited: !(bytes.count == 14 || bytes.count == 16)
        default: DigitalLinkReader.pathStart(bytes) == nil
        }
    }
}
