/// Parts of a picture that look like matrix codes, for decoders that look from the middle of a picture only.
///
/// ZXing 1.4 follows lines from the middle outwards until it comes to the side of a Data Matrix or to the rings of an Aztec
/// code; whatever else stands on the way hides them. A part that holds one code alone has it in the middle.
enum Regions {
    /// The parts, those first that are likeliest codes; nearly square and large.
    ///
    /// - Parameter form: how they are cut out.
    static func parts(of picture: DerivedImage, as form: Form) -> [DerivedImage] {
        guard let binary = BinaryPicture(picture.image) else { return [] }
        let patches = BusyPatches(binary).patches.filter { isLikely($0, in: picture.image) }
            .sorted { likelihood($0) > likelihood($1) }.prefix(most)
        let squares = form == .boxes ? AztecSquares.parts(of: picture, binary) : []
        // Boxes may lie upon each other; together they are not to have more pixels than the picture has.
        var left = max(picture.image.pixels.count, leastPixels)
        return squares
            + patches.flatMap { patch -> [DerivedImage] in
                left -= Int(patch.length * patch.height)
                return left > 0 ? parts(around: patch, of: picture, as: form) : []
            }
    }

    enum Form: Hashable, Sendable {
        /// Boxes with some space around the code, turned upright, at twice the scale too where they are small; and Aztec codes
        /// by their rings, for they need no space and may touch what stands beside them.
        case boxes
        /// Four corners pulled to a square, as if it were seen from straight above.
        case squares
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

    private static func parts(
        around patch: BusyPatches.Patch, of picture: DerivedImage, as form: Form
    ) -> [DerivedImage] {
        switch form {
        case .boxes:
            guard let box = box(around: patch, of: picture) else { return [] }
            let isSmall = min(patch.length, patch.height) < smallSide
            guard isSmall, let larger = box.after(.scale(x: 2, y: 2)) else { return [box] }
            return [box, larger]
        case .squares:
            return square(of: patch, in: picture).map { [$0] } ?? []
        }
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
