internal import BeelineSymbols

/// Binds EAN-2 and EAN-5 symbols to the retail symbols beside which they are printed.
enum AddOns {
    /// The symbols without add-ons; the parents have their digits. An add-on without a parent means nothing and goes.
    static func bound(_ symbols: [Symbol]) -> [Symbol] {
        var parents = symbols.filter { !$0.symbology.isAddOn }
        for addOn in symbols where addOn.symbology.isAddOn {
            let distances = parents.map { distance(from: $0, to: addOn) }
            guard
                let nearest = parents.indices.filter({ distances[$0] != nil })
                    .min(by: { distances[$0] ?? .infinity < distances[$1] ?? .infinity })
            else { continue }
            parents[nearest].addOn = addOn.text
        }
        return parents
    }

    /// How far the middle of an add-on is from the end of a retail symbol, in widths of the symbol; nil when it does
    /// not follow it.
    ///
    /// GS1 General Specifications, section 5.2.2.5: add-ons follow the main symbol at a distance of 7 to 12 modules (of
    /// its 95), at the same height.
    private static func distance(from parent: Symbol, to addOn: Symbol) -> Double? {
        switch parent.symbology {
        case .ean13, .upcA, .upcE: break
        default: return nil
        }
        guard let outline = parent.sighting?.outline, let other = addOn.sighting?.outline else { return nil }
        let middleStart = middle(outline.topLeft, outline.bottomLeft)
        let middleEnd = middle(outline.topRight, outline.bottomRight)
        let direction = (x: middleEnd.x - middleStart.x, y: middleEnd.y - middleStart.y)
        let length = (direction.x * direction.x + direction.y * direction.y).squareRoot()
        guard length > 0 else { return nil }
        let center = other.center
        let offset = (x: Double(center.x) - middleEnd.x, y: Double(center.y) - middleEnd.y)
        let along = (offset.x * direction.x + offset.y * direction.y) / (length * length)
        let across = abs(offset.x * direction.y - offset.y * direction.x) / (length * length)
        // An EAN-5 is half as wide as an EAN-13, a UPC-E too; the outline of a linear code may be a thin line.
        guard (-0.1...1.6).contains(along), across < 0.6 else { return nil }
        // Books that lie above each other are distinguished by the height alone.
        return (along * along + across * across).squareRoot()
    }

    private static func middle(_ one: Point, _ other: Point) -> (x: Double, y: Double) {
        (Double(one.x + other.x) / 2, Double(one.y + other.y) / 2)
    }
}
