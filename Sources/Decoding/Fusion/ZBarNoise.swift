internal import BeelineSymbols

/// Drops readings that are likelier noise than codes.
enum ZBarNoise {
    /// What is left when readings that too few scan lines agree on are dropped, and of linear codes that lie on top of
    /// each other, all but the one that most agree on: nobody prints them so.
    static func removed(_ symbols: [Symbol]) -> [Symbol] {
        let likely = symbols.filter { quality($0) >= leastQuality($0.symbology) }
        return likely.filter { symbol in
            !likely.contains {
                isLinear($0) && isLinear(symbol) && quality($0) > quality(symbol) && overlap($0, symbol)
            }
        }
    }

    /// UPC-E has six digits in its bars and infers the other two, so a few scan lines see one where none is.
    private static func leastQuality(_ symbology: Symbology) -> Int { symbology == .upcE ? 8 : 0 }

    private static func quality(_ symbol: Symbol) -> Int { symbol.sighting?.quality ?? 0 }

    /// Add-ons stand so close to their parents that their boxes may meet.
    private static func isLinear(_ symbol: Symbol) -> Bool {
        symbol.symbology.isLinear && !symbol.symbology.isAddOn
    }

    /// Whether the boxes around two symbols share more than the half of the smaller one, in both directions.
    private static func overlap(_ one: Symbol, _ other: Symbol) -> Bool {
        guard let one = one.sighting?.outline, let other = other.sighting?.outline else { return false }
        return one.columns.sharesHalf(with: other.columns) && one.rows.sharesHalf(with: other.rows)
    }
}
