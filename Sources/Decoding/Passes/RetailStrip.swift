internal import BeelineSymbols

/// Looks again at the strip in which a retail symbol and its add-on stand, with ZBar.
///
/// ZXing believes an EAN that two rows agree on, which noise and blur bring about now and then; ZBar reads all the rows
/// of the strip and so is a second witness, for a fraction of what it costs to show it the whole picture. And ZXing
/// reads an add-on only on the very row on which it reads the parent.
enum RetailStrip {
    /// What ZBar reads in the strip of a symbol, add-ons bound, in the picture's pixels.
    ///
    /// - Parameter symbol: with an outline as high as its bars, in the picture's pixels.
    /// - Throws: `DecodeError.decoderDied` for want of memory.
    static func symbols(beside symbol: Symbol, in picture: GrayImage) throws(DecodeError) -> [Symbol] {
        guard symbol.symbology.isRetail, let strip = strip(for: symbol, in: picture) else { return [] }
        let question = ZBarQuery(
            symbologies: [.ean13, .ean8, .upcA, .upcE, .code39], columnStep: strip.isUpright ? 1 : 0,
            rowStep: strip.isUpright ? 0 : 1)
        let found = try ZBarDecoder().readings(in: strip.picture.image, asking: question)
            // An add-on has no check digit to speak of.
            .filter { !$0.symbology.isAddOn || ($0.sighting?.quality ?? 0) >= leastAddOnLines }
        return AddOns.bound(ZBarNoise.removed(found)).compactMap {
            Self.inPlace(
                $0.placed(by: strip.picture.mapping, width: picture.width, height: picture.height), of: symbol)
        }
    }

    /// What ZBar says of the symbol itself; nil for what it says of its neighbours, of which the strip shows a part only.
    ///
    /// ZBar keeps the half of a number that it has read for the next line, and for what follows on the same one: where labels
    /// of one maker stand side by side, it puts the first half of one and the second half of the other together, which is
    /// the number of the other, in a place between them. So the place of the same number is that of the symbol.
    private static func inPlace(_ reading: Symbol, of symbol: Symbol) -> Symbol? {
        guard reading.symbology.isRetail, let sighting = reading.sighting, let outline = symbol.sighting?.outline else {
            return reading
        }
        if ReadingKey(reading) == ReadingKey(symbol) {
            return reading.seen(
                Sighting(
                    outline: outline, decoder: sighting.decoder, quality: sighting.quality, page: sighting.page))
        }
        guard let place = sighting.outline else { return reading }
        return outline.holdsCenter(of: place) ? reading : nil
    }

    private static let leastAddOnLines = 4

    /// The symbol and what ZBar reads in its strip. Where that is a Code 39 and no retail symbol, the symbol is none: the
    /// bars of four characters are nearly as wide as those of a UPC-A, and ZXing takes one in four hundred for one.
    static func believed(_ symbol: Symbol, beside found: [Symbol]) -> [Symbol] {
        guard symbol.symbology.isRetail, !found.contains(where: \.symbology.isRetail),
            found.contains(where: { $0.symbology == .code39 && ($0.sighting?.quality ?? 0) >= leastLines })
        else { return [symbol] + found }
        return found
    }

    /// What fewer lines of ZBar agree on is believed for a second reason only.
    private static let leastLines = 8

    /// The box around a symbol and what follows it; and whether it is read upwards or downwards.
    private static func strip(
        for symbol: Symbol, in image: GrayImage
    ) -> (picture: DerivedImage, isUpright: Bool)? {
        guard let outline = symbol.sighting?.outline else { return nil }
        let along = (
            x: Int(outline.topRight.x) - Int(outline.topLeft.x), y: Int(outline.topRight.y) - Int(outline.topLeft.y)
        )
        // GS1 General Specifications, 5.2.2.5: an EAN-5 ends at about 1.6 widths of an EAN-13, and of a UPC-E at 2.2.
        let percent = symbol.symbology == .upcE ? 130 : symbol.symbology == .ean8 ? 10 : 75
        let space = max(12, max(abs(along.x), abs(along.y)) / 8)
        let left = max(outline.columns.lowerBound - space + min(0, along.x) * percent / 100, 0)
        let right = outline.columns.upperBound + space + max(0, along.x) * percent / 100
        let top = max(outline.rows.lowerBound - space + min(0, along.y) * percent / 100, 0)
        let bottom = outline.rows.upperBound + space + max(0, along.y) * percent / 100
        return DerivedImage(image: image, mapping: .identity)
            .cropped(x: left, y: top, width: right - left, height: bottom - top)
            .map { ($0, abs(along.y) > abs(along.x)) }
    }
}
