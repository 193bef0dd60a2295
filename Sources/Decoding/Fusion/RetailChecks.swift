internal import BeelineSymbols

/// Reads the strip of a retail symbol and its add-on again, with ZBar. ZXing accepts an EAN on which two rows agree,
/// which noise and blur sometimes cause. ZBar reads all rows of the strip and so is a second witness, for a fraction of
/// the cost of the whole picture. ZXing also reads an add-on only on the row on which it reads the parent.
enum RetailStrip {
    /// The symbols that ZBar reads in the strip of a symbol, with add-ons bound, in the picture's pixels.
    ///
    /// - Parameter symbol: with an outline as high as its bars, in the picture's pixels.
    /// - Throws: `DecodeError.decoderDied` when there is no memory.
    static func symbols(beside symbol: Symbol, in picture: GrayImage) throws(DecodeError) -> [Symbol] {
        guard symbol.symbology.isRetail, let strip = strip(for: symbol, in: picture) else { return [] }
        let question = ZBarQuery(
            symbologies: [.ean13, .ean8, .upcA, .upcE, .code39], columnStep: strip.isUpright ? 1 : 0,
            rowStep: strip.isUpright ? 0 : 1)
        let found = try ZBarDecoder().readings(in: strip.picture.image, asking: question)
            // An add-on has no check digit to speak of.
            .filter { !$0.symbology.isAddOn || ($0.sighting?.quality ?? 0) >= leastAddOnLines }
        return AddOns.bound(ZBarNoise.removed(found)).compactMap {
            Self.inPlace($0.placed(by: strip.picture.mapping, width: picture.width, height: picture.height), of: symbol)
        }
    }

    /// Whether ZBar reads a symbol again in a picture of only its own strip.
    ///
    /// On a page with several retail codes it may join the left half of one with the right half of another, and one in ten of
    /// these passes the check digit. Codes that are turned were read where they were cut out, alone.
    ///
    /// - Throws: `DecodeError.decoderDied` when there is no memory.
    static func isSeenAgain(_ symbol: Symbol, on page: GrayImage) throws(DecodeError) -> Bool {
        guard let outline = symbol.sighting?.outline else { return true }
        let across = (outline.topRight.x - outline.topLeft.x).magnitude
        let down = (outline.topRight.y - outline.topLeft.y).magnitude
        guard 6 * min(across, down) < max(across, down) else { return true }
        let key = ReadingKey(symbol)
        return try symbols(beside: symbol, in: page).contains { ReadingKey($0) == key }
    }

    /// A symbol with its add-on, if both are turned by so much that a row of the page that crosses the one does not cross the
    /// other; nil where ZBar does not read them in a strip that is turned as they are.
    ///
    /// - Parameter symbol: with an outline on the page, whose sides lean as the bars do.
    /// - Throws: `DecodeError.decoderDied` when there is no memory.
    static func withAddOn(_ symbol: Symbol, on page: GrayImage) throws(DecodeError) -> Symbol? {
        guard symbol.addOn == nil, symbol.symbology.isRetail, symbol.symbology != .ean8,
            let outline = symbol.sighting?.outline
        else { return nil }
        let corners = outline.corners.map(Vector.init)
        let along = (corners[1] + corners[2] - corners[0] - corners[3]) / 2
        let bars = (corners[3] + corners[2] - corners[0] - corners[1]) / 2
        guard bars.length >= leastBars, along.length >= leastBars else { return nil }
        let across = along.cross(bars) > 0 ? -bars.turned / bars.length : bars.turned / bars.length
        let width = along.dot(across)
        guard tilts.contains(width / along.length) else { return nil }
        let middle = corners.reduce(Vector(), +) / 4
        let patch = BarPatch(middle: middle, along: across, length: width, height: bars.length)
        let place = BarPlaces.Place(bars: patch, behind: width * room(behind: symbol.symbology))
        guard let strip = BarPlaces.strip(place, of: DerivedImage(image: page, mapping: .identity)) else { return nil }
        let question = ZBarQuery(symbologies: [.ean13, .ean8, .upcA, .upcE], columnStep: 0)
        let found = try ZBarDecoder().readings(in: strip.image, asking: question)
            .filter { !$0.symbology.isAddOn || ($0.sighting?.quality ?? 0) >= leastAddOnLines }
        let key = ReadingKey(symbol)
        guard let addOn = AddOns.bound(ZBarNoise.removed(found)).first(where: { ReadingKey($0) == key })?.addOn else {
            return nil
        }
        var whole = symbol
        whole.addOn = addOn
        return whole
    }

    /// In pixels: fewer do not show how bars lean.
    private static let leastBars = 8.0
    /// The cosines of the angles: at less than 4° a row of the page crosses both, beyond 45° none crosses the whole symbol.
    private static let tilts = 0.7...0.9975

    /// What may belong to a symbol after its end, in its widths (GS1 General Specifications, 5.2.2.5): an EAN-5 ends at
    /// about 1.6 widths of an EAN-13, and of a UPC-E at 2.2.
    private static func room(behind symbology: Symbology) -> Double {
        symbology == .upcE ? 1.3 : symbology == .ean8 ? 0.1 : 0.75
    }

    /// What ZBar says of the symbol itself; nil for its neighbours, which are only partly in the strip.
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
                Sighting(outline: outline, decoder: sighting.decoder, quality: sighting.quality, page: sighting.page))
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
    private static func strip(for symbol: Symbol, in image: GrayImage) -> (picture: DerivedImage, isUpright: Bool)? {
        guard let outline = symbol.sighting?.outline else { return nil }
        let along = (
            x: Int(outline.topRight.x) - Int(outline.topLeft.x), y: Int(outline.topRight.y) - Int(outline.topLeft.y)
        )
        let percent = Int(room(behind: symbol.symbology) * 100)
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

/// Checks retail symbols that only ZXing has read with `RetailReader`.
///
/// It measures bars, and believes what two rows agree on; in blur both rows take the same bar for another, and every
/// tenth error of some digits passes the check digit. Our reader compares the gray values with all digits that could be
/// there, so that it is seldom wrong where it is certain, but is too slow to be asked about everything.
enum RetailCheck {
    /// - Parameter symbol: with an outline on the page.
    static func verdict(on symbol: Symbol, page: GrayImage) -> Evidence.Verdict {
        guard let reading = reading(at: symbol, on: page) else { return .unknown }
        if ReadingKey(reading.symbol) == ReadingKey(symbol), reading.isSupport { return .confirmed }
        return reading.isCertain ? .other(reading.symbol) : .unknown
    }

    /// The symbol that `RetailReader` is certain of at the place of a possible symbol, the same or another one; nil if
    /// there is none.
    static func certain(at symbol: Symbol, on page: GrayImage) -> Symbol? {
        guard let reading = reading(at: symbol, on: page), reading.isCertain else { return nil }
        return reading.symbol
    }

    /// What our reader sees in the strip of a symbol, with an outline on the page; it is certain only of what is at
    /// the same place.
    private static func reading(
        at place: Symbol, on page: GrayImage
    ) -> (symbol: Symbol, isSupport: Bool, isCertain: Bool)? {
        guard let outline = place.sighting?.outline, let strip = strip(around: outline, of: page),
            let reading = RetailReader(effort: .little).readings(in: strip.image).first
        else { return nil }
        let symbol = reading.symbol.placed(by: strip.mapping, width: page.width, height: page.height)
        return (symbol, reading.isSupport, reading.isCertain && Evidence.share(symbol, place))
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
            .cropped(x: left, y: top, width: columns.upperBound + across - left, height: rows.upperBound + along - top)
    }
}

/// Binds EAN-2 and EAN-5 symbols to the retail symbols beside which they are printed.
enum AddOns {
    /// The symbols without add-ons, whose digits the parents get. An add-on without a parent is dropped.
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
    /// not follow it. GS1 General Specifications, section 5.2.2.5: add-ons follow the main symbol at a distance of 7 to
    /// 12 modules (of its 95), at the same height.
    private static func distance(from parent: Symbol, to addOn: Symbol) -> Double? {
        switch parent.symbology {
        case .ean13, .upcA, .upcE: break
        default: return nil
        }
        guard let outline = parent.sighting?.outline, let other = addOn.sighting?.outline else { return nil }
        let start = (Vector(outline.topLeft) + Vector(outline.bottomLeft)) / 2
        let direction = (Vector(outline.topRight) + Vector(outline.bottomRight)) / 2 - start
        let length = direction.length
        guard length > 0 else { return nil }
        let offset = Vector(other.center) - start - direction
        let along = offset.dot(direction) / (length * length)
        let across = abs(offset.cross(direction)) / (length * length)
        // An EAN-5 is half as wide as an EAN-13, a UPC-E too; the outline of a linear code may be a thin line.
        guard (-0.1...1.6).contains(along), across < 0.6 else { return nil }
        // Books that lie above each other are distinguished by the height alone.
        return (along * along + across * across).squareRoot()
    }
}
