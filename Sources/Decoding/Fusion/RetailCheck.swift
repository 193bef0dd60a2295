internal import BeelineSymbols

/// Asks our own reader about retail symbols that ZXing alone has read.
///
/// It measures bars, and believes what two rows agree on; in blur both rows take the same bar for another, and every tenth
/// mistake of some digits passes the check digit. Our reader compares the gray values with all that could stand
/// there, so that it is seldom wrong where it is certain, but is too slow to be asked about everything.
enum RetailCheck {
    /// What our reader says about a symbol.
    enum Verdict {
        /// It sees the same, if perhaps without being certain.
        case confirmed
        /// It is certain that this stands there instead.
        case other(Symbol)
        case unknown
    }

    /// - Parameter symbol: with an outline on the page.
    static func verdict(on symbol: Symbol, page: GrayImage) -> Verdict {
        guard let outline = symbol.sighting?.outline, let strip = strip(around: outline, of: page) else {
            return .unknown
        }
        let key = ReadingKey(symbol)
        var other: Symbol?
        for reading in RetailReader(effort: .little).readings(in: strip.image) {
            let read = reading.symbol.placed(by: strip.mapping, width: page.width, height: page.height)
            if ReadingKey(read) == key, reading.isSupport { return .confirmed }
            if other == nil, reading.isCertain, Evidence.share(read, symbol) { other = read }
        }
        return other.map(Verdict.other) ?? .unknown
    }

    /// The bars with their quiet zones, and nothing above and below them, where another symbol may stand.
    private static func strip(around outline: Outline, of page: GrayImage) -> DerivedImage? {
        let (columns, rows) = (outline.columns, outline.rows)
        let width = Int(outline.topRight.x) - Int(outline.topLeft.x)
        let height = Int(outline.topRight.y) - Int(outline.topLeft.y)
        // The widest quiet zone is 11 modules of 95 (GS1 General Specifications, section 5.2.3.4).
        let space = max(10, max(abs(width), abs(height)) / 7)
        let (across, along) = abs(width) >= abs(height) ? (space, 0) : (0, space)
        let (left, top) = (max(columns.lowerBound - across, 0), max(rows.lowerBound - along, 0))
        return DerivedImage(image: page, mapping: .identity)
            .cropped(
                x: left, y: top, width: columns.upperBound + across - left, height: rows.upperBound + along - top)
    }
}
