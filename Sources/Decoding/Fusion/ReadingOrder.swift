internal import BeelineSymbols

/// The order in which a person reads: rows from the top, each from left to right.
enum ReadingOrder {
    /// Symbols whose middle lies at the height of the first one of a row belong to that row. Those without an outline
    /// come last, as they were.
    static func sorted(_ symbols: [Symbol]) -> [Symbol] {
        let placed = symbols.filter { $0.sighting?.outline != nil }
        var rest = placed.sorted { top($0) < top($1) }
        var ordered: [Symbol] = []
        while let first = rest.first, let rows = first.sighting?.outline?.rows {
            // A linear code that a few scan lines read has a flat outline; codes are rarely less than this high.
            let height = max(rows.count, 24)
            let reach = (rows.lowerBound - height / 4)...(rows.lowerBound + height)
            let row = rest.filter { reach.contains(middle($0)) || $0 == first }
            ordered += row.sorted { left($0) < left($1) }
            rest.removeAll { row.contains($0) }
        }
        return ordered + symbols.filter { $0.sighting?.outline == nil }
    }

    private static func top(_ symbol: Symbol) -> Int { symbol.sighting?.outline?.rows.lowerBound ?? 0 }

    private static func left(_ symbol: Symbol) -> Int { symbol.sighting?.outline?.columns.lowerBound ?? 0 }

    private static func middle(_ symbol: Symbol) -> Int { Int(symbol.sighting?.outline?.center.y ?? 0) }
}
