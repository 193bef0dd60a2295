internal import BeelineSymbols

/// What the lines through a band say together.
struct RetailReading {
    let layout: RetailLayout
    let digits: [UInt8]
    /// How far the number is ahead of the second best, for each line on the average.
    let margin: Float
    /// How well the worst guard fits on the average of the lines.
    let guards: Float
    /// Lines that were used.
    let lines: Int
    let outline: Outline

    /// How much the widths of neighbouring digits differ, on the average: the square, in samples.
    let roughness: Float

    /// The left half of an EAN-13 is a UPC-E of number system 1 but for the quiet zone, which pictures cut off.
    private var mayBeHalfOfAnother: Bool { layout == .upcE && digits.first != 0 }

    /// Whether it may be told.
    var isCertain: Bool { isClear && !mayBeHalfOfAnother }

    /// Whether it supports another reader that says the same, though it may not be told by itself.
    var isSupport: Bool { isClear || !mayBeHalfOfAnother }

    /// Whether it fits so well that it is no chance.
    ///
    /// The limits come from thousands of worn, cut and disturbed codes, and of codes of other symbologies: the fewer
    /// digits agree with a check digit and a guard, the easier something else looks like a symbol.
    private var isClear: Bool {
        switch layout {
        case .ean13: margin > 2.4 || margin > 1.7 && guards > 0.6 && roughness < 0.6
        case .ean8: margin > 3.5 && guards > 1.5
        case .upcE: margin > 2.8 && guards > 2.1 && margin + guards / 2 > 4.4
        }
    }

    var symbol: Symbol {
        let text = String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
        let sighting = Sighting(outline: outline, decoder: RetailReader.name, quality: Int(margin))
        switch layout {
        case .ean13:
            guard digits.first == 0 else { return Symbol(.ean13, text, sighting: sighting) }
            return Symbol(.upcA, String(text.dropFirst()), sighting: sighting)
        case .ean8: return Symbol(.ean8, text, sighting: sighting)
        case .upcE: return Symbol(.upcE, text, sighting: sighting)
        }
    }
}
