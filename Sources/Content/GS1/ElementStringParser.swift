internal import BeelineSymbols

/// Element strings in GS1 symbols, and with brackets in any.
enum ElementStringParser {
    static let parser = KindParser(
        "elementString", openings: KindParser.digits + ["(", "\u{1D}"], mayTake: { symbol, _ in symbol.isGS1 },
        parse: parse)

    static func parse(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> Verdict {
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
            return .doubted(ContentWarning(error))
        }
    }

    /// What a scanner passes on that does not say what it read: separators, which no other data have in these places.
    private static func unmarked(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> Verdict {
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

extension ContentWarning {
    init(_ problem: GS1Problem) {
        let isIncomplete = if case .lacksCompanions = problem.reason { true } else { false }
        self = .elementString(problem.description, isIncomplete: isIncomplete)
    }
}

/// Texts such as `(91)Note`, which keep the rules of element strings by accident.
enum RemarkInBrackets {
    /// Whether elements of a symbol that is not one of GS1 say too little to be meant: a single one that is no number with
    /// a check digit.
    static func mayBe(_ found: [FoundElement]) -> Bool {
        guard found.count == 1, let element = found.first else { return false }
        if isChecked(element.identifier) { return false }
        // What needs others beside it, these may be in other symbols; the digits of a footnote are none.
        return element.identifier.companions.isEmpty || element.value.utf8.count <= 2
    }

    /// The same of a text that breaks a rule. With blanks in it, only a wrong value of a number says what was meant.
    static func mayBe(_ bytes: [UInt8], _ problem: GS1Problem) -> Bool {
        guard bytes.contains(where: \.isASCIIBlank) else { return false }
        if case .wrongValue = problem.reason, let first = BracketedReader.identifier(bytes, at: 0)?.0 {
            return !isChecked(first)
        }
        return true
    }

    private static func isChecked(_ identifier: ApplicationIdentifier) -> Bool {
        identifier.components.contains { component in
            component.valueChecks.contains { [.csum, .csumalpha, .couponcode, .couponposoffer].contains($0) }
        }
    }
}

/// Element strings that lack what stands in other symbols of the image.
///
/// The rules of GS1 are those of the item: the GTIN may be in one symbol and the lot, which needs it, in another.
enum ElementStringJoiner {
    static func join(_ readings: inout [Reading], _ context: ParsingContext) {
        var incomplete: [(place: Int, elements: ElementString)] = []
        for (place, reading) in readings.enumerated() where reading.kind == .text && lacksCompanions(reading) {
            guard let text = reading.symbol.text else { continue }
            let written = ScannedText(reading.symbol, text).text
            let elements = try? ElementString(parsing: written, scannedOn: context.date, requiresCompanions: false)
            if let elements { incomplete.append((place, elements)) }
        }
        guard !incomplete.isEmpty else { return }
        // What stands on other pages is of other items.
        let pages = Dictionary(grouping: incomplete) { readings[$0.place].symbol.sighting?.page }
        for (page, incomplete) in pages {
            complete(incomplete, by: readings.filter { $0.symbol.sighting?.page == page }, &readings)
        }
    }

    private static func complete(
        _ incomplete: [(place: Int, elements: ElementString)], by others: [Reading], _ readings: inout [Reading]
    ) {
        var incomplete = incomplete
        // Of several articles nobody knows which one a lot is of.
        let items = Set(others.filter(isItem).map(\.content.description))
        let complete = others.flatMap(numbers) + (items.count == 1 ? [100] : [])
        // One that lacks something still may complete others that complete it, but not when nothing completes it.
        while !incomplete.isEmpty {
            let there = Set(complete + incomplete.flatMap { $0.elements.elements.map(\.identifier.number) })
            let completed = incomplete.filter { isSatisfied($0.elements, by: there) }
            if completed.count == incomplete.count { break }
            incomplete = completed
        }
        for (place, elements) in incomplete {
            let reading = readings[place]
            readings[place] = Reading(
                symbol: reading.symbol, content: .gs1(elements),
                warnings: reading.warnings.filter { if case .elementString = $0 { false } else { true } },
                joinedTo: reading.joinedTo)
        }
    }

    private static func lacksCompanions(_ reading: Reading) -> Bool {
        reading.warnings.contains {
            if case .elementString(_, isIncomplete: true) = $0 { true } else { false }
        }
    }

    /// The identifiers that a code brings.
    private static func numbers(_ reading: Reading) -> [UInt16] {
        if case .gs1(let elements) = reading.content { elements.elements.map(\.identifier.number) } else { [] }
    }

    /// Whether it is a retail symbol, which stands for a GTIN, which is (01).
    private static func isItem(_ reading: Reading) -> Bool {
        switch reading.content {
        case .product, .isbn, .issn, .ismn, .japaneseMagazine: true
        default: false
        }
    }

    private static func isSatisfied(_ elements: ElementString, by numbers: Set<UInt16>) -> Bool {
        elements.elements.allSatisfy { element in
            Companions.isSatisfied(element.identifier) { pattern in numbers.contains { pattern.range.contains($0) } }
        }
    }
}

/// Links that are GS1 Digital Links.
enum DigitalLinkParser {
    static let parser = KindParser("digitalLink", openings: ["http://", "https://"], parse: parse)

    static func parse(_ symbol: Symbol, _ text: String, _ context: ParsingContext) -> Verdict {
        // Nearly every link is told here, within nanoseconds.
        guard text.utf8.withContiguousStorageIfAvailable(mayHoldKey) ?? true,
            text.utf8.count <= ElementString.longest
        else { return .passed }
        let bytes = Array(text.utf8)
        guard let pathStart = DigitalLinkReader.pathStart(bytes),
            let key = DigitalLinkReader.key(bytes, pathStart: pathStart), isMeant(key), let address = WebAddress(text)
        else { return .passed }
        do throws(GS1Problem) {
            let found = try DigitalLinkReader.read(bytes, key)
            return .taken(
                .gs1(try ElementString(found, address: address, year: context.date.year, requiresCompanions: true)))
        } catch {
            return .doubted(ContentWarning(error))
        }
    }

    /// Whether two to four digits that are a key stand between slashes.
    private static func mayHoldKey(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let raw = UnsafeRawBufferPointer(bytes)
        for place in stride(from: 7, to: raw.count, by: 8) {
            var slashes = EightBytes(EightBytes.word(raw, at: place)).are(UInt8(ascii: "/"))
            while slashes != 0 {
                if isKeySegment(bytes, after: place + EightBytes.firstPlace(in: slashes)) { return true }
                slashes &= slashes &- 1
            }
        }
        return false
    }

    @inline(__always)
    private static func isKeySegment(_ bytes: UnsafeBufferPointer<UInt8>, after slash: Int) -> Bool {
        guard slash + 3 < bytes.count, bytes[slash + 1].isASCIIDigit, bytes[slash + 2].isASCIIDigit else {
            return false
        }
        var number: UInt16 = 0
        for place in (slash + 1)..<min(slash + 6, bytes.count) {
            let byte = bytes[place]
            if byte == UInt8(ascii: "/") { return isKey(number, place - slash - 1) }
            guard byte.isASCIIDigit, place < slash + 5 else { return false }
            number = number * 10 + UInt16(byte - UInt8(ascii: "0"))
        }
        return false
    }

    private static func isKey(_ number: UInt16, _ digits: Int) -> Bool {
        switch (digits, number) {
        case (2, 0...1), (3, 253), (3, 255), (3, 401...402), (3, 414...415), (3, 417): true
        case (4, 8003...8004), (4, 8006), (4, 8010), (4, 8013), (4, 8017...8018): true
        default: false
        }
    }

    /// Whether it is no accident that a path has the digits of a key, and something that could be its value, in it.
    ///
    /// Pages have addresses such as `https://example.com/01/2024`, so the value must be right as to length and characters,
    /// and what follows must be identifiers. Where no check digit tells, it must begin like most company prefixes, and have a
    /// qualifier or an attribute beside it.
    private static func isMeant(_ key: DigitalLinkReader.Key) -> Bool {
        if key.isAtGS1 { return true }
        let value = key.value
        guard
            stride(from: 2, to: key.segments.count, by: 2).allSatisfy({
                ApplicationIdentifier.find(key.segments[$0]) != nil
            })
        else { return false }
        switch key.identifier.problem(with: value[...]) {
        case nil: return key.isChecked || value.prefix(7).count { $0.isASCIIDigit } == 7 && key.hasOthersBeside
        case .wrongValue: return key.isChecked
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
