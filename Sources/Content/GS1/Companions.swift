/// Which elements need, and which forbid, others beside them (GS1 General Specifications, section 4.14).
enum Companions {
    /// The elements without those that come again.
    ///
    /// - Throws: when one comes again with another value.
    static func unrepeated(_ found: [FoundElement]) throws(GS1Problem) -> [FoundElement] {
        guard found.count > 1 else { return found }
        var kept: [FoundElement] = []
        for element in found {
            guard let earlier = kept.first(where: { $0.identifier == element.identifier }) else {
                kept.append(element)
                continue
            }
            if earlier.value != element.value { throw element.problem(.repeated) }
        }
        return kept
    }

    /// The first element that lacks what it needs; nil when all have it.
    static func missing(_ found: [FoundElement]) -> GS1Problem? {
        for element in found
        where !isSatisfied(
            element.identifier,
            by: { pattern in
                found.contains { pattern.range.contains($0.identifier.number) }
            })
        {
            return element.problem(.lacksCompanions(element.identifier.companions))
        }
        return nil
    }

    /// The first element beside which another one stands that must not; nil when there is none.
    static func excluded(_ found: [FoundElement]) -> GS1Problem? {
        guard found.count > 1 else { return nil }
        for element in found {
            for pattern in element.identifier.excludedPatterns {
                let other = found.first {
                    pattern.range.contains($0.identifier.number) && $0.identifier != element.identifier
                }
                if let other { return element.problem(.excludes(other.identifier.code)) }
            }
        }
        return nil
    }

    /// Whether all of one of the alternatives are there.
    static func isSatisfied(_ identifier: ApplicationIdentifier, by isThere: (IdentifierPattern) -> Bool) -> Bool {
        let alternatives = identifier.companionPatterns
        return alternatives.isEmpty || alternatives.contains { $0.allSatisfy(isThere) }
    }
}
