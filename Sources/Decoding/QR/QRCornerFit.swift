/// Four corners of a flat code, moved to where an equalizer explains best what is known of its modules.
struct QRCornerFit {
    let layout: QRLayout
    let known: [Int8]
    private let image: GrayImage
    /// Of the code, clockwise from its top left, in pixels.
    private(set) var corners: [Vector]
    /// How much the known modules differ from what they are.
    private(set) var misfit: Float

    /// Begins with the parallelogram of the middles of the finder patterns; nil where that is none.
    init?(_ version: Int, _ triple: FinderTriple, in image: GrayImage) {
        guard let layout = QRLayout(version: version) else { return nil }
        (self.layout, self.image) = (layout, image)
        known = layout.known
        let half = FinderSquare.side / 2
        let middles = triple.frames.map { $0(Vector(half, half)) }
        let span = Double(layout.size) - 2 * half
        let (right, down) = ((middles[1] - middles[0]) / span, (middles[2] - middles[0]) / span)
        let origin = middles[0] - right * half - down * half
        let size = Double(layout.size)
        corners = [origin, origin + right * size, origin + (right + down) * size, origin + down * size]
        misfit = .infinity
        misfit = Self.misfit(corners, layout, known, image)
        guard misfit.isFinite else { return nil }
    }

    /// Grays at several places of each module.
    var samples: GrayImage? { Self.samples(corners, layout, image) }

    private static func samples(_ corners: [Vector], _ layout: QRLayout, _ image: GrayImage) -> GrayImage? {
        let side = layout.size * QRLayout.moduleSide
        guard let mapping = Mapping(square: Double(side), toCorners: corners) else { return nil }
        // The middle of a pixel is half a pixel from its edge.
        return image.resampled(width: side, height: side, mapping.after(.shift(x: 0.5, y: 0.5)))
    }

    private static func misfit(_ corners: [Vector], _ layout: QRLayout, _ known: [Int8], _ image: GrayImage) -> Float {
        guard let samples = samples(corners, layout, image) else { return .infinity }
        return QRGrays(layout, known: known, samples: samples).equalized(samples, rounds: 1).misfit
    }

    /// Moves single corners and whole sides, by less and less.
    mutating func refine() {
        let module = (corners[1] - corners[0]).length / Double(layout.size)
        for step in [1, 0.5, 0.25, 0.12] {
            for _ in 0..<Self.mostRounds {
                let before = misfit
                for moved in Self.moves {
                    for direction in [Vector(1, 0), Vector(0, 1), Vector(-1, 0), Vector(0, -1)] {
                        var next = corners
                        for corner in moved { next[corner] += direction * (step * module) }
                        let fit = Self.misfit(next, layout, known, image)
                        if fit < misfit { (corners, misfit) = (next, fit) }
                    }
                }
                if misfit == before { break }
            }
        }
    }

    private static let mostRounds = 3
    private static let moves = [[0], [1], [2], [3], [0, 1], [1, 2], [2, 3], [3, 0]]
}
