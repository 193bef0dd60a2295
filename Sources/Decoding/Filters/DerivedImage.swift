internal import CPixels

/// Something done to a picture before a decoder sees it.
enum Step: Hashable, Sendable {
    /// Sides by factors.
    case scale(x: Double, y: Double)
    /// Darker above 1, lighter below.
    case gamma(Double)
    case stretch
    case invert
    /// Black and white by the average around each pixel; the share of it by which black is darker is in 256ths.
    case threshold(radius: Int, share: Int)
    case sharpen(radius: Int, strength: Int)
    case blur(radius: Int)
    /// Each pixel as dark as the darkest in the square around it: what is dark grows.
    case grow(radius: Int)
    /// White pixels on each side.
    case border(Int)
    /// The middle, by its share of both sides.
    case middle(Double)
    case quarterTurn
    /// Clockwise.
    case turn(degrees: Double)
}

extension Step {
    /// Whether all stays where it is and as large as it is.
    var keepsPlaces: Bool {
        switch self {
        case .gamma, .stretch, .invert, .threshold, .sharpen, .blur, .grow: true
        case .scale, .border, .middle, .quarterTurn, .turn: false
        }
    }
}

/// A picture made from a page.
struct DerivedImage: Sendable {
    let image: GrayImage
    /// Where its pixels are in the page.
    let mapping: Mapping

    /// The picture after a step; nil where the step does not apply: the picture would be too large, or is so already.
    func after(_ step: Step) -> DerivedImage? {
        switch step {
        case .scale(let x, let y):
            guard let made = image.scaled(x: x, y: y) else { return nil }
            // By the actual sides, with pixel middles mapped to pixel middles.
            let across = Double(image.width) / Double(made.width)
            let down = Double(image.height) / Double(made.height)
            let scale = Mapping(matrix: [across, 0, across / 2 - 0.5, 0, down, down / 2 - 0.5, 0, 0, 1])
            return DerivedImage(image: made, mapping: mapping.after(scale))
        case .gamma(let exponent): return same(image.gamma(exponent))
        case .stretch: return same(image.stretched())
        case .invert: return same(image.inverted())
        case .threshold(let radius, let share): return same(image.thresholded(radius: radius, share: share))
        case .sharpen(let radius, let strength): return same(image.sharpened(radius: radius, strength: strength))
        case .blur(let radius): return same(image.averaged(radius: radius))
        case .grow(let radius): return same(image.darkest(radius: radius))
        case .border(let margin):
            return moved(image.bordered(margin), .shift(x: -Double(margin), y: -Double(margin)))
        case .middle(let share):
            guard (0.05...1).contains(share) else { return nil }
            let width = Int(Double(image.width) * share)
            let height = Int(Double(image.height) * share)
            return cropped(x: (image.width - width) / 2, y: (image.height - height) / 2, width: width, height: height)
        case .quarterTurn:
            let back = Mapping(matrix: [0, 1, 0, -1, 0, Double(image.height - 1), 0, 0, 1])
            return moved(image.quarterTurned(), back)
        case .turn(let degrees):
            return image.turned(degrees: degrees).map {
                DerivedImage(image: $0.image, mapping: mapping.after($0.mapping))
            }
        }
    }

    func cropped(x: Int, y: Int, width: Int, height: Int) -> DerivedImage? {
        moved(
            image.cropped(x: x, y: y, width: width, height: height), .shift(x: Double(max(x, 0)), y: Double(max(y, 0))))
    }

    /// How many lines of the page some rows are made of. A single row is one opinion, whatever it is made of.
    func lines(ofRows rows: Int) -> Int {
        guard rows > 1 else { return rows }
        let height = (mapping(Vector(0, 1)) - mapping(Vector(0, 0))).length
        return height > 1 && height < 16 ? Int((Double(rows) * height).rounded()) : rows
    }

    private func same(_ made: GrayImage?) -> DerivedImage? {
        made.map { DerivedImage(image: $0, mapping: mapping) }
    }

    private func moved(_ made: GrayImage?, _ inner: Mapping) -> DerivedImage? {
        made.map { DerivedImage(image: $0, mapping: mapping.after(inner)) }
    }
}

/// A picture, it at half the scale, and so on, with what finders of codes look at in them. Several finders look at the
/// same picture, so each of these is made once, when the first of them asks. At half the scale noise and the gaps
/// between dots vanish, and large modules are within reach.
final class PictureScales {
    final class Scale {
        let picture: DerivedImage
        private var keptBinary: BinaryPicture??
        private var keptGradients: GradientCells?
        /// What ``finders(_:)`` has found.
        var keptFinders: [[Int]: [BeelineFinder]] = [:]

        init(_ picture: DerivedImage) { self.picture = picture }

        /// Nil if it is smaller than a square of it.
        var binary: BinaryPicture? {
            if let keptBinary { return keptBinary }
            let binary = BinaryPicture(picture.image)
            if picture.image.pixels.count <= PictureScales.mostKept { keptBinary = .some(binary) }
            return binary
        }

        var gradients: GradientCells {
            if let keptGradients { return keptGradients }
            let gradients = GradientCells(picture.image)
            keptGradients = gradients
            return gradients
        }
    }

    private var scales: [Scale]
    private var keptInverted: [Int: GrayImage] = [:]
    /// The middles of Aztec codes that ``AztecGrids`` has found, and whether their rings are dark.
    var keptEyes: [(rings: ModuleGrid, isDark: Bool)]?

    init(_ picture: DerivedImage) { scales = [Scale(picture)] }

    /// Light for dark, with its sides halved so many times.
    func inverted(halved times: Int) -> GrayImage? {
        if let kept = keptInverted[times] { return kept }
        let made = halved(times: times)?.picture.image.inverted()
        keptInverted[times] = made
        return made
    }

    /// The picture as it is.
    var whole: Scale { scales[0] }
    var picture: DerivedImage { whole.picture }

    /// Results for larger pictures are computed each time: a cache of them would fill the memory of a worker.
    private static let mostKept = 20_000_000

    /// The picture with its sides halved so many times; nil where nothing is left of it.
    func halved(times: Int) -> Scale? {
        while scales.count <= times {
            guard let last = scales.last?.picture, min(last.image.width, last.image.height) >= 2 else { return nil }
            // Pixel middles mapped to the corner of four pixels.
            let place = Mapping(matrix: [2, 0, 0.5, 0, 2, 0.5, 0, 0, 1])
            scales.append(Scale(DerivedImage(image: last.image.halved(), mapping: last.mapping.after(place))))
        }
        return scales[times]
    }

    /// Those in which the modules of a matrix code may be found: large modules and much noise are in large pictures.
    /// `least` is the least of the shorter side, in pixels.
    func forModules(least: Int) -> [Scale] {
        let most = picture.image.pixels.count < Self.largePixels ? 2 : 3
        return (0..<most).prefix { times in
            times == 0 || min(picture.image.width, picture.image.height) >> times >= least
        }
        .compactMap { halved(times: $0) }
    }

    private static let largePixels = 1_000_000
}
