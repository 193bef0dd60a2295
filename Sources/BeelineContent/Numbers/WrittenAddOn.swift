internal import BeelineSymbols

/// A retail number and its add-on in one text, as some scanners send them: `9780306406157 52495`.
struct WrittenAddOn {
    let number: String
    let addOn: String

    /// Nil unless the text is twelve or thirteen digits, a blank or `+`, and two or five digits.
    init?(_ symbol: Symbol, _ text: String) {
        switch symbol.symbology {
        case .ean13, .upcA,
            .unknown where symbol.addOn == nil:
            break
        default: return nil
        }
        // Nearly every text is told by its length.
        guard symbol.addOn == nil, (15...19).contains(text.utf8.count) else { return nil }
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == " " || $0 == "+" }
        guard parts.count == 2, (12...13).contains(parts[0].utf8.count), [2, 5].contains(parts[1].utf8.count),
            parts.allSatisfy({ Digits.parse($0.utf8) != nil })
        else { return nil }
        number = String(parts[0])
        addOn = String(parts[1])
    }
}
