internal import BeelineSymbols

extension ContentLines {
    /// Hands on the properties of that name, the preferred ones first, and otherwise in their order: `PREF=1` before
    /// `PREF=2` (RFC 6350, section 5.3), `TYPE=PREF` (RFC 2426, section 3.3.1), in vCard 2.1 just `PREF`.
    func forEachPreferred(_ property: ContentProperty, _ body: (ContentLine) -> Void) {
        // Most cards have one, and then there is nothing to be put in order.
        guard let first = lines.firstIndex(where: { $0.property == property }) else { return }
        guard lines[(first + 1)...].contains(where: { $0.property == property }) else { return body(lines[first]) }
        for line in preferred(property) { body(line) }
    }

    private func preferred(_ property: ContentProperty) -> [ContentLine] {
        let lines = all(property)
        guard lines.contains(where: { !$0.parameters.isEmpty }) else { return lines }
        let ranked = lines.enumerated().map { (rank: rank($1), place: $0, line: $1) }
        guard ranked.contains(where: { $0.rank != Self.lastRank }) else { return lines }
        return ranked.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.map(\.line)
    }

    /// 1…100; one more where nothing is said.
    private func rank(_ line: ContentLine) -> Int {
        var parameters = ContentParameters(line.parameters)
        while let parameter = parameters.next(in: bytes.span) {
            guard bytes.span.extracting(parameter.name).isWord("PREF"),
                let number = Digits.parse(bytes[parameter.value]), (1...100).contains(number.value)
            else { continue }
            return Int(number.value)
        }
        return isOfType("PREF", line) ? 1 : Self.lastRank
    }

    private static let lastRank = 101
}
