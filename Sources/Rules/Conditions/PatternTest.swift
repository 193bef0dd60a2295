internal import BeelineContent
internal import BeelineSymbols

/// A test of a whole text against a pattern, and what it captures.
package struct PatternTest: Hashable, Sendable {
    let pattern: Pattern
    /// In the order of the pattern's named groups.
    package let captures: [Capture]

    /// Whether a capture has a text in every match: its group, and those around it, are neither optional nor one of
    /// several ways.
    func isCertain(_ capture: Capture) -> Bool { pattern.certainNames.contains(capture.name) }

    func holds(for text: String, _ subject: inout EvaluationContext) -> Bool {
        guard !captures.isEmpty else { return pattern.matches(text) }
        guard let parts = pattern.captures(in: text) else { return false }
        var values: [FieldValue?] = []
        for (capture, part) in zip(captures, parts) {
            guard let part else {
                values.append(nil)
                continue
            }
            guard let decimals = capture.decimals else {
                values.append(.text(part))
                continue
            }
            // What is no number is not what the rule means.
            guard let number = Self.number(part, decimals: decimals) else { return false }
            values.append(.number(number))
        }
        for (capture, value) in zip(captures, values) {
            subject.slots[capture.slot] = value.map(EvaluationContext.Slot.value) ?? .empty
        }
        return true
    }

    /// The number of at most fifteen ASCII digits of which the last ones are decimals.
    private static func number(_ text: String, decimals: Int) -> DecimalNumber? {
        guard (1...15).contains(text.utf8.count), text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        return Int64(text).flatMap { DecimalNumber($0, decimals: decimals) }
    }
}

/// A test whether a catalogue has a row with the text as its key.
package struct CatalogTest: Hashable, Sendable {
    package let catalog: Catalog
    /// Where the row is kept for the names behind `catalog.`.
    package let slot: Int

    func holds(for key: String, _ subject: inout EvaluationContext) -> Bool {
        guard let row = catalog.row(for: key) else { return false }
        subject.slots[slot] = .row(row)
        return true
    }

    package static func == (left: CatalogTest, right: CatalogTest) -> Bool {
        left.catalog.name == right.catalog.name && left.slot == right.slot
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(catalog.name) }
}
