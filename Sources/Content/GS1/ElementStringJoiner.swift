internal import BeelineSymbols

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
            if case .elementString(let problem) = $0, case .lacksCompanions = problem.reason { true } else { false }
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
