internal import BeelineSymbols

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
