internal import BeelineSymbols
internal import Glibc

/// The matrix codes of a page that has many of about one size, such as a sheet of labels.
///
/// A question finds one symbol, and takes the longer the larger the picture is. Asked about cells that hold a few of them, it
/// finds a hundred codes in the time of some looks at the page.
struct CodeGrid {
    /// Of which sorts the codes are. In a cell nothing else is looked for: it may cut through what stands on its border.
    private let symbologies: Set<Symbology>
    /// The longest side of the largest code, in pixels.
    private let side: Int

    /// So many make it worthwhile.
    private static let least = 3

    /// - Parameter codes: what is known, in all of its places; nil comes of few.
    init?(_ codes: [(symbology: Symbology, place: Outline)]) {
        guard codes.count >= Self.least,
            let side = codes.map({ max($0.place.columns.count, $0.place.rows.count) }).max()
        else { return nil }
        self.side = side
        symbologies = Set(codes.map(\.symbology))
    }

    /// What is asked about a cell; nil where a pass does not ask for such codes in the picture as it is.
    func question(of pass: Pass, _ question: DecoderQuery) -> DecoderQuery? {
        guard pass.steps.isEmpty, pass.parts == .whole, question.symbologies.allSatisfy({ !$0.isLinear })
        else { return nil }
        return question.narrowed(to: symbologies)
    }

    /// Boxes of a picture, each of which has so much in common with its neighbours that every code of that size lies in one
    /// of them, with its quiet zone; none where the picture is hardly larger than one.
    func cells(of picture: GrayImage) -> [Cell] {
        let (width, height) = (picture.width, picture.height)
        // Outlines of a pixel, if a decoder should give such, do not make a million of them.
        let length = max(Self.codesAcross * side, Int((Double(width * height) / Self.most).squareRoot()))
        guard length > 0, width * height > 2 * length * length else { return [] }
        let step = length - side * 5 / 4
        return stride(from: 0, to: max(1, height - length + step), by: step).flatMap { y in
            stride(from: 0, to: max(1, width - length + step), by: step).map { x in Cell(x: x, y: y, side: length) }
        }
    }

    /// An upright box of a picture, in its pixels; it may reach beyond it.
    struct Cell {
        let x: Int
        let y: Int
        let side: Int

        func cropped(from picture: DerivedImage) -> DerivedImage? {
            picture.cropped(x: x, y: y, width: side, height: side)
        }
    }

    /// How many codes side by side a cell is wide and high.
    private static let codesAcross = 3
    /// So many cells would fill a page side by side.
    private static let most = 500.0
}

/// Aztec codes, each from straight above.
///
/// ZXing 1.4 finds the rings of an Aztec code only where they are in the middle of a picture and nearly upright. Four corners
/// of a ring tell how the code is turned and tilted, and with that where the rest of it is.
enum AztecSquares {
    /// A picture of each code for several sizes that it may have, which only its rim tells; the smallest first.
    static func parts(of picture: DerivedImage, _ binary: BinaryPicture) -> [DerivedImage] {
        BullsEyes.eyes(in: binary).flatMap { eye -> [DerivedImage] in
            guard let ring = ring(around: eye.middle, eye.module, in: binary) else { return [] }
            return sizes.compactMap { square(of: ring, size: $0, in: picture) }
        }
    }

    /// From the middle to the rim, with some space, in modules: of up to 19 modules a side, 31, 53, 95, 151.
    ///
    /// The smaller a part the less there is beside the code; so one that is twice as large as the code does.
    private static let sizes: [Double] = [11, 18, 29, 50, 80]
    /// From the middle of the rings to the inner side of the fifth one, in modules: all sizes have it, and all that is within.
    private static let ringRadius = 3.5
    /// Where light and dark change between them.
    private static let changes = 4

    /// The inner side of the fifth ring.
    private static func ring(around middle: Vector, _ module: Double, in binary: BinaryPicture) -> Quadrilateral? {
        let directions = 64
        var places: [Vector] = []
        for step in 0..<directions {
            let angle = Double(step) * 2 * .pi / Double(directions)
            let direction = Vector(cos(angle), sin(angle))
            guard let place = change(from: middle, along: direction, within: 8 * module, in: binary) else { return nil }
            places.append(place)
        }
        guard let ring = Quadrilateral(largestIn: places) else { return nil }
        // A ring that is open somewhere lets a line through to what is behind it.
        let side = ring.area.squareRoot() / (2 * ringRadius)
        return (0.4...1.3).contains(side / module) ? ring : nil
    }

    private static func change(
        from middle: Vector, along direction: Vector, within longest: Double, in binary: BinaryPicture
    ) -> Vector? {
        guard var color = binary.isDark(at: middle) else { return nil }
        var count = 0
        for step in 1...max(1, Int(longest * 2)) {
            let place = middle + direction * (Double(step) / 2)
            guard let next = binary.isDark(at: place) else { return nil }
            guard next != color else { continue }
            color = next
            count += 1
            if count == changes { return place }
        }
        return nil
    }

    private static func square(of ring: Quadrilateral, size: Double, in picture: DerivedImage) -> DerivedImage? {
        let module = min(max((ring.area.squareRoot() / (2 * ringRadius)).rounded(), 3), 8)
        guard let inner = Mapping(square: 2 * ringRadius * module, to: ring) else { return nil }
        let edge = (size - ringRadius) * module
        let mapping = inner.after(.shift(x: -edge, y: -edge))
        let side = Int(2 * size * module)
        // One that is several times as large as the picture has nothing more in it than a smaller one.
        guard side < 2 * max(picture.image.width, picture.image.height) else { return nil }
        return picture.image.resampled(width: side, height: side, mapping).map {
            DerivedImage(image: $0, mapping: picture.mapping.after(mapping))
        }
    }
}
