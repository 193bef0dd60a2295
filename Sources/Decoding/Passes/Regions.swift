internal import BeelineSymbols
internal import CPixels

/// Parts of a picture that look like matrix codes, for decoders that look from the middle of a picture only. ZXing 1.4
/// follows lines from the middle outwards until it comes to the side of a Data Matrix or to the rings of an Aztec code;
/// anything else on the way hides them. A part that contains one code alone has it in the middle.
enum Regions {
    /// The parts, cut out in a form, those first that are likeliest codes; nearly square and large.
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
        case .blocks: return blocks(of: scales.whole)
        case .places: return places(of: scales.whole)
        case .smallPlaces:
            return places(of: scales.whole)
                .filter { min($0.image.width, $0.image.height) < Int(smallSide) * 3 / 2 }
                .compactMap { $0.after(.scale(x: 2, y: 2)) }
        case .bars:
            return BarPlaces.parts(of: scales)
        // Which of them, their user finds out.
        case .lightBars, .thinBars: return BarPlaces.parts(of: scales)
        case .aztecGrids: return AztecGrids.parts(of: scales)
        case .dataMatrixGrids: return DataMatrixGrids.parts(of: scales)
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
        /// Bars, turned upright.
        case bars
        /// Those of them that are light on dark.
        case lightBars
        /// Those of them that are thinner than the spaces.
        case thinBars
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

/// Rectangular parts of a picture that are full of edges in all directions, as matrix codes are, wherever they stand.
///
/// On a busy background a code and its surroundings are one patch (see ``BusyPatches``). But its modules are black and
/// white and lie close together, so that it has more edges than its surroundings, and its quiet zone has none. So
/// blocks are searched for at several strengths: at one of them a code appears as a rectangle.
enum TexturedBlocks {
    /// An upright box in pixels, with a margin; within the picture.
    struct Block: Hashable {
        let x: Int
        let y: Int
        let width: Int
        let height: Int
        /// How much it looks like a code; more is likelier.
        let likelihood: Double
    }

    /// The blocks, at most so many (a video has little time), the likeliest first, and of similar ones the likeliest.
    static func blocks(in scale: PictureScales.Scale, most: Int = 24) -> [Block] {
        let (image, cells) = (scale.picture.image, scale.gradients)
        var found: [Block] = []
        // Large modules leave some fine cells without an edge.
        for cells in [cells, cells.coarser] {
            guard cells.columns >= leastCells, cells.rows >= leastCells else { continue }
            let strengths = cells.smoothed().map { $0.texture }
            for level in levels {
                found += parts(of: strengths, columns: cells.columns, above: level).compactMap {
                    block($0, of: cells.side, in: image)
                }
            }
        }
        var kept: [Block] = []
        for block in found.sorted(by: { $0.likelihood > $1.likelihood }) where kept.count < most {
            if !kept.contains(where: { $0.isAlike(block) }) { kept.append(block) }
        }
        return kept
    }

    /// In grays a pixel: faint and blurred codes reach 4, sharp ones in black and white 40.
    private static let levels: [Float] = [3.5, 5, 7, 10, 14, 19, 25, 32, 40]
    /// The sides of the smallest block, in cells, half of which may be its margin.
    private static let leastCells = 3
    /// The largest is so many parts of the picture: what is larger, the whole picture shows as well.
    private static let mostShare = 4
    /// How much of the rectangle that it is most like a block fills.
    private static let leastFill = 0.62
    /// How long it may be for its height: the longest Data Matrix has 8 by 32 modules (ISO/IEC 16022, table 7).
    private static let mostStretch = 4.4

    /// Cells that touch each other by their sides, by what is to be known of them.
    private struct Part {
        var columns: ClosedRange<Int>
        var rows: ClosedRange<Int>
        var count = 0.0
        var strength = 0.0
        /// Sums of columns and rows and of their products.
        var x = 0.0, y = 0.0, xx = 0.0, yy = 0.0, xy = 0.0

        init(_ cells: [Int], of strengths: [Float], columns width: Int) {
            (columns, rows) = (cells[0] % width...cells[0] % width, cells[0] / width...cells[0] / width)
            count = Double(cells.count)
            for cell in cells {
                let (row, column) = cell.quotientAndRemainder(dividingBy: width)
                columns = min(columns.lowerBound, column)...max(columns.upperBound, column)
                rows = min(rows.lowerBound, row)...max(rows.upperBound, row)
                strength += Double(strengths[cell])
                x += Double(column)
                y += Double(row)
                xx += Double(column * column)
                yy += Double(row * row)
                xy += Double(column * row)
            }
        }

        /// The sides of the rectangle, in whatever direction, that has the same moments.
        var sides: (long: Double, short: Double) {
            let (x, y) = (x / count, y / count)
            // A cell has a moment of its own.
            let (xx, yy, xy) = (xx / count - x * x + 1 / 12, yy / count - y * y + 1 / 12, xy / count - x * y)
            let (mean, difference) = ((xx + yy) / 2, (xx - yy) / 2)
            let spread = (difference * difference + xy * xy).squareRoot()
            return ((12 * (mean + spread)).squareRoot(), (12 * max(0, mean - spread)).squareRoot())
        }
    }

    private static func parts(of strengths: [Float], columns: Int, above level: Float) -> [Part] {
        let groups = connectedCells(strengths.map { $0 >= level }, columns: columns) { cell, other in
            abs(cell - other) == 1 || abs(cell - other) == columns
        }
        return groups.filter { $0.count >= leastCells * leastCells }.map { Part($0, of: strengths, columns: columns) }
    }

    /// The block of a part that is a rectangle, more or less, in whatever direction; nil for any other.
    private static func block(_ part: Part, of size: Int, in image: GrayImage) -> Block? {
        let (long, short) = part.sides
        guard short >= Double(leastCells) - 0.5, long <= mostStretch * short else { return nil }
        let fill = min(1, part.count / (long * short))
        guard fill >= leastFill else { return nil }
        let side = Double(size)
        // The mean over nine cells reaches a cell further than the edges do.
        let margin = Int(6 + short * side / 10)
        let left = max(0, part.columns.lowerBound * size - margin)
        let top = max(0, part.rows.lowerBound * size - margin)
        let right = min(image.width, (part.columns.upperBound + 1) * size + margin)
        let bottom = min(image.height, (part.rows.upperBound + 1) * size + margin)
        guard (right - left) * (bottom - top) * mostShare <= image.pixels.count else { return nil }
        let likelihood = fill * fill * (short / long) * (short * side).squareRoot() * part.strength / part.count
        return Block(x: left, y: top, width: right - left, height: bottom - top, likelihood: likelihood)
    }
}

extension TexturedBlocks.Block {
    /// Whether it shows nearly the same as another one.
    fileprivate func isAlike(_ other: Self) -> Bool {
        let across = min(x + width, other.x + other.width) - max(x, other.x)
        let down = min(y + height, other.y + other.height) - max(y, other.y)
        guard across > 0, down > 0 else { return false }
        let shared = across * down
        return 10 * shared >= 7 * (width * height + other.width * other.height - shared)
    }
}

extension BeelineTensor {
    /// How much it changes in the direction in which it changes least, in grays a pixel: nothing along parallel edges.
    fileprivate var texture: Float {
        let difference = xx - yy
        let most = (difference * difference + 4 * xy * xy).squareRoot()
        return max(0, (energy - most) / 2).squareRoot()
    }
}
