internal import BeelineSymbols

/// Element strings that lack what is in other symbols of the image.
///
/// The rules of GS1 are those of the item: the GTIN may be in one symbol and the lot, which needs it, in another.
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

    private static func complete(
        _ incomplete: [Incomplete], by others: [Reading], _ readings: inout [Reading]
    ) {
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
                    parsing: ScannedText(reading.symbol, text).text, scannedOn: context.date, requiresCompanions: false)
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
