internal import BeelineSymbols

/// Parts of a picture that look like matrix codes, for decoders that look from the middle of a picture only.
///
/// ZXing 1.4 follows lines from the middle outwards until it comes to the side of a Data Matrix or to the rings of an
/// Aztec code; anything else on the way hides them. A part that contains one code alone has it in the middle.
enum Regions {
    /// The parts, those first that are likeliest codes; nearly square and large.
    ///
    /// - Parameter form: how they are cut out.
    static func parts(of scales: PictureScales, as form: Form) -> [DerivedImage] {
        let picture = scales.picture
        switch form {
        case .boxes:
            guard let binary = scales.whole.binary else { return [] }
            return AztecGrids.parts(of: scales)
                + patches(in: binary, of: picture.image).flatMap { boxes(around: $0, of: picture) }
        case .squares:
            guard let binary = scales.whole.binary else { return [] }
            return patches(in: binary, of: picture.image).compactMap { square(of: $0, in: picture) }
        case .blocks:
            return blocks(of: scales.whole)
        case .places:
            return places(of: scales.whole)
        case .smallPlaces:
            return places(of: scales.whole)
                .filter { min($0.image.width, $0.image.height) < Int(smallSide) * 3 / 2 }
                .compactMap { $0.after(.scale(x: 2, y: 2)) }
        case .qrMeshes:
            return QRMeshes.parts(of: scales)
        case .bars:
            return BarPlaces.parts(of: scales)
        case .aztecGrids:
            return AztecGrids.parts(of: scales)
        case .dataMatrixGrids:
            return DataMatrixGrids.parts(of: scales)
        }
    }

    enum Form: Hashable, Sendable {
        /// Boxes with some space around the code, turned upright, at twice the scale too where they are small; and
        /// Aztec codes by their rings, for they need no space and may touch print beside them.
        case boxes
        /// Four corners pulled to a square, as if it were seen from straight above.
        case squares
        /// Upright boxes around areas that differ from a busy background.
        case blocks
        /// The same, as many as a page may have of them.
        case places
        /// Those that are small, at twice the scale.
        case smallPlaces
        /// QR codes, each module where it is on paper that is not flat; in black and white.
        case qrMeshes
        /// Bars, turned upright.
        case bars
        /// Aztec codes, each module drawn again.
        case aztecGrids
        /// Data Matrix codes, each module drawn again.
        case dataMatrixGrids
    }

    private static func places(of scale: PictureScales.Scale) -> [DerivedImage] {
        let picture = scale.picture
        // Boxes may overlap.
        var left = 2 * picture.image.pixels.count
        return TexturedBlocks.blocks(in: scale, most: mostPlaces).compactMap { block in
            left -= block.width * block.height
            guard left >= 0 else { return nil }
            return picture.cropped(x: block.x, y: block.y, width: block.width, height: block.height)
        }
    }

    private static let mostPlaces = 600

    /// Together they have at most a quarter of the pixels of the picture, for frames of a video have little time.
    private static func blocks(of scale: PictureScales.Scale) -> [DerivedImage] {
        let picture = scale.picture
        var left = picture.image.pixels.count / 4
        return TexturedBlocks.blocks(in: scale).compactMap { block in
            guard block.width * block.height <= left else { return nil }
            left -= block.width * block.height
            return picture.cropped(x: block.x, y: block.y, width: block.width, height: block.height)
        }
    }

    /// The likeliest patches, first ones first.
    private static func patches(in binary: BinaryPicture, of image: GrayImage) -> some Sequence<BusyPatches.Patch> {
        let likely = BusyPatches(binary).patches.filter { isLikely($0, in: image) }
            .sorted { likelihood($0) > likelihood($1) }.prefix(most)
        // Boxes may overlap; together they are not to have more pixels than the picture has.
        var left = max(image.pixels.count, leastPixels)
        return likely.prefix { patch in
            left -= Int(patch.length * patch.height)
            return left > 0
        }
    }

    /// In a small picture there is time for all.
    private static let leastPixels = 500_000
    /// The most that are looked at: a page of text has hundreds of words.
    private static let most = 16
    /// In pixels: the smallest Data Matrix has ten modules and no space.
    private static let leastSide = 14.0
    /// The longest Data Matrix has 8 by 32 modules (ISO/IEC 16022, table 7).
    private static let mostStretch = 4.4

    private static func isLikely(_ patch: BusyPatches.Patch, in image: GrayImage) -> Bool {
        let (short, long) = (min(patch.length, patch.height), max(patch.length, patch.height))
        // What fills the picture was in its middle all the time.
        return short >= leastSide && long <= mostStretch * short
            && short * long < 0.7 * Double(image.width * image.height)
    }

    private static func likelihood(_ patch: BusyPatches.Patch) -> Double {
        min(patch.length, patch.height) * min(patch.length / patch.height, patch.height / patch.length)
    }

    private static func boxes(around patch: BusyPatches.Patch, of picture: DerivedImage) -> [DerivedImage] {
        guard let box = box(around: patch, of: picture) else { return [] }
        let isSmall = min(patch.length, patch.height) < smallSide
        guard isSmall, let larger = box.after(.scale(x: 2, y: 2)) else { return [box] }
        return [box, larger]
    }

    /// Codes of less pixels have modules of few: at twice the scale their middles are found.
    private static let smallSide = 90.0

    private static func box(around patch: BusyPatches.Patch, of picture: DerivedImage) -> DerivedImage? {
        // Not more than the quiet zone, behind which other things stand.
        let space = 4 + min(patch.length, patch.height) / 12
        // The direction that is nearest to a row.
        let along = abs(patch.along.x) >= abs(patch.along.y) ? patch.along : patch.along.turned
        let isAlong = along == patch.along
        let size = Vector(isAlong ? patch.length : patch.height, isAlong ? patch.height : patch.length) + 2 * space
        let right = along.x < 0 ? -along : along
        let down = right.turned
        let origin = patch.middle - right * (size.x / 2) - down * (size.y / 2)
        let (width, height) = (Int(size.x.rounded()), Int(size.y.rounded()))
        guard abs(right.y) > leastTurn else {
            return picture.cropped(x: Int(origin.x.rounded()), y: Int(origin.y.rounded()), width: width, height: height)
        }
        let mapping = Mapping(matrix: [right.x, down.x, origin.x, right.y, down.y, origin.y, 0, 0, 1])
        return picture.image.resampled(width: width, height: height, mapping).map {
            DerivedImage(image: $0, mapping: picture.mapping.after(mapping))
        }
    }

    /// The sine of an angle of two degrees, which decoders do not mind.
    private static let leastTurn = 0.035

    private static func square(of patch: BusyPatches.Patch, in picture: DerivedImage) -> DerivedImage? {
        guard let figure = Quadrilateral(largestIn: patch.hull) else { return nil }
        let side = min(max(figure.area.squareRoot() * 1.2, 48), 1200).rounded()
        let space = (side / 8).rounded()
        guard let mapping = Mapping(square: side, to: figure) else { return nil }
        let whole = mapping.after(.shift(x: -space, y: -space))
        let pixels = Int(side + 2 * space)
        return picture.image.resampled(width: pixels, height: pixels, whole).map {
            DerivedImage(image: $0, mapping: picture.mapping.after(whole))
        }
    }
}

/// Looks again at the strip in which a retail symbol and its add-on stand, with ZBar.
///
/// ZXing accepts an EAN that two rows agree on, which noise and blur sometimes cause; ZBar reads all the rows of the
/// strip and so is a second witness, for a fraction of the cost of the whole picture. And ZXing reads an add-on only on
/// the very row on which it reads the parent.
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

    /// Whether ZBar reads a symbol again in a picture of only its own strip.
    ///
    /// On a page with several retail codes it may join the left half of one with the right half of another, and one in ten of
    /// these passes the check digit. Codes that are turned were read where they were cut out, alone.
    ///
    /// - Throws: `DecodeError.decoderDied` for want of memory.
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
    /// - Throws: `DecodeError.decoderDied` for want of memory.
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
