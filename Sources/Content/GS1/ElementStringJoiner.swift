internal import BeelineSymbols

/// Completes element strings from the other symbols of the image. The rules of GS1 are those of the item: the GTIN may
/// be in one symbol and the lot, which needs it, in another.
enum ElementStringJoiner {
    private typealias Incomplete = (place: Int, elements: ElementString)

    static func join(_ readings: inout [Reading], _ context: ParsingContext) {
        var incomplete: [Incomplete] = []
        for (place, reading) in readings.enumerated() where lacksCompanions(reading) {
            if let elements = elements(of: reading, context) { incomplete.append((place, elements)) }
        }
        guard !incomplete.isEmpty else { return }
        // What is on other pages is of other items.
        let pages = Dictionary(grouping: incomplete) { readings[$0.place].symbol.sighting?.page }
        for (page, incomplete) in pages {
            complete(incomplete, by: readings.filter { $0.symbol.sighting?.page == page }, &readings)
        }
    }

    private static func complete(_ incomplete: [Incomplete], by others: [Reading], _ readings: inout [Reading]) {
        var incomplete = incomplete
        // With several articles it is unknown which one a lot belongs to.
        let hasItem = Set(others.filter(GS1Unit.isItem).map(\.content.description)).count == 1
        let complete = others.filter { !lacksCompanions($0) }.flatMap(elements)
        // One that lacks something still may complete others that complete it, but not when nothing completes it.
        while !incomplete.isEmpty {
            let there = complete + incomplete.flatMap(\.elements.elements)
            let completed = incomplete.filter { isSatisfied($0.elements, by: there, hasItem: hasItem) }
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

    /// The elements of a code that lacks others: with brackets it is a text until these are found.
    private static func elements(of reading: Reading, _ context: ParsingContext) -> ElementString? {
        switch reading.content {
        case .gs1(let elements): elements
        case .text:
            reading.symbol.text.flatMap { text in
                try? ElementString(
                    parsing: UnwrappedText(reading.symbol, text).text, scannedOn: context.date,
                    requiresCompanions: false)
            }
        default: nil
        }
    }

    private static func elements(_ reading: Reading) -> [ElementString.Element] {
        if case .gs1(let elements) = reading.content { elements.elements } else { [] }
    }

    private static func isSatisfied(
        _ elements: ElementString, by there: [ElementString.Element], hasItem: Bool
    ) -> Bool {
        elements.elements.allSatisfy { element in
            Companions.isSatisfied(element.identifier) { pattern in
                hasItem && pattern.range.contains(Companions.item)
                    || there.contains { pattern.range.contains($0.identifier.number) }
            }
        }
    }
}

/// The GS1 symbols of an image as one unit: the label of a pallet has (02)(37) in one symbol, (17)(10) in another, and
/// its number (00) in a third.
///
/// Each symbol keeps its own elements, and gets the fields that it lacks from the others, so that a rule sees the date
/// of the pallet whichever symbol it looks at. The symbol with the first identifier represents the unit: the others are
/// joined to it, so that a rule that must act once can distinguish them. Where the elements of the symbols contradict
/// each other, nothing is joined.
enum GS1Unit {
    static func join(_ readings: inout [Reading]) {
        let places = readings.indices.filter { readings[$0].kind == .gs1 }
        guard !places.isEmpty else { return }
        // What is on other pages is of other units.
        for (page, places) in Dictionary(grouping: places, by: { readings[$0].symbol.sighting?.page }) {
            join(places, article: article(readings.filter { $0.symbol.sighting?.page == page }), &readings)
        }
    }

    private static func join(_ places: [Int], article: String?, _ readings: inout [Reading]) {
        let symbols = places.compactMap { place in
            if case .gs1(let elements) = readings[place].content { (place: place, elements: elements) } else { nil }
        }
        guard symbols.count > 1 || article != nil else { return }
        do throws(GS1Problem) {
            let unit = try whole(symbols.map(\.elements), article: article)
            // The same label may be printed on each side of a pallet.
            guard symbols.contains(where: { $0.elements.elements.count < unit.count }) else { return }
            let leader = symbols.min { first(of: $0.elements) < first(of: $1.elements) }?.place
            for (place, elements) in symbols {
                let reading = readings[place]
                readings[place] = Reading(
                    symbol: reading.symbol, content: .gs1(elements.joined(to: unit)), warnings: reading.warnings,
                    joinedTo: reading.joinedTo ?? (place == leader ? nil : leader))
            }
        } catch {
            guard !isEachOfItsOwn(symbols.map(\.elements)) else { return }
            let warning = ContentWarning.severalUnits("AI (\(error.identifier)): \(error.reason)")
            for (place, _) in symbols { readings[place] = readings[place].adding(warnings: [warning]) }
        }
    }

    /// The elements of all, each once, in the order of their identifiers, or the first rule that they break together.
    /// The article is the GTIN of the retail symbol of the image, which is (01) where an element needs an item.
    private static func whole(
        _ symbols: [ElementString], article: String?
    ) throws(GS1Problem) -> [ElementString.Element] {
        var found = try Companions.unrepeated(symbols.flatMap { $0.elements.map(FoundElement.init) })
        if let article, Companions.missing(found) != nil, let item = ApplicationIdentifier("01") {
            let completed = found + [FoundElement(.init(identifier: item, value: article))]
            if Companions.missing(completed) == nil { found = completed }
        }
        if let problem = Companions.unsigned(found) ?? Companions.excluded(found, mayCountItem: true) { throw problem }
        return found.map { ElementString.Element(identifier: $0.identifier, value: $0.value) }
            .sorted { $0.identifier.number < $1.identifier.number }
    }

    private static func first(of elements: ElementString) -> UInt16 {
        elements.elements.map(\.identifier.number).min() ?? .max
    }

    /// Whether an identifier that can be a key is in all: they are many things, each with all that belongs to it.
    private static func isEachOfItsOwn(_ symbols: [ElementString]) -> Bool {
        guard let first = symbols.first else { return true }
        return first.elements.contains { key in
            key.identifier.qualifierPatterns != nil
                && symbols.allSatisfy { $0.elements.contains { $0.identifier == key.identifier } }
        }
    }

    /// The GTIN of the one article whose retail symbol is there, in 14 digits; nil where there is none, or several.
    private static func article(_ readings: [Reading]) -> String? {
        let numbers = Set(readings.filter(isItem).compactMap(number))
        return numbers.count == 1 ? numbers.first : nil
    }

    /// Whether it is a retail symbol, which stands for a GTIN, which is (01).
    static func isItem(_ reading: Reading) -> Bool {
        switch reading.content {
        case .product, .isbn, .issn, .ismn, .japaneseMagazine: true
        default: false
        }
    }

    private static func number(_ reading: Reading) -> String? {
        for field in [Field.gtin14, .gtin13, .isbn13] {
            if let digits = reading.text(of: field) { return (digits.utf8.count == 13 ? "0" : "") + digits }
        }
        return nil
    }
}

extension FoundElement {
    /// An element that was read before, of some symbol.
    fileprivate init(_ element: ElementString.Element) {
        (identifier, value, position) = (element.identifier, element.value, 0)
    }
}
