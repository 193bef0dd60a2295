internal import BeelineSymbols

/// Drops readings that are more likely noise than codes.
enum ZBarNoise {
    /// What is left when readings that too few scan lines agree on are dropped, and of linear codes that lie on top of
    /// each other, all but the one that most agree on: codes are not printed so.
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

/// Finds symbols that lie within others. A matrix code fills its outline with modules, in which a decoder may see false
/// codes: bars in its rows, a Micro QR code in a finder pattern, a small Aztec code in its noise.
enum Nesting {
    /// Whether a symbol lies within the outline of a matrix code, which is clearly larger.
    static func isWithin(_ inner: Outline, _ outer: Outline) -> Bool {
        guard let frame = Quadrilateral(outer), inner.columns.overlaps(outer.columns), inner.rows.overlaps(outer.rows),
            Quadrilateral.area(of: inner) < frame.area * mostArea
        else { return false }
        let places = samples(of: inner)
        return places.count { frame.contains($0) } * 4 >= places.count * 3
    }

    /// The greatest share of the area of the outer one: two readings of one code have about the same size.
    private static let mostArea = 0.7

    /// Places spread over a symbol, which may be as flat as a line.
    private static func samples(of outline: Outline) -> [Vector] {
        let corners = outline.corners.map(Vector.init)
        let steps = [0.1, 0.3, 0.5, 0.7, 0.9]
        return steps.flatMap { down in
            let left = corners[0] + (corners[3] - corners[0]) * down
            let right = corners[1] + (corners[2] - corners[1]) * down
            return steps.map { left + (right - left) * $0 }
        }
    }
}
