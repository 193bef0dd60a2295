internal import CPixels
internal import Glibc

/// Looks for finder patterns of QR codes in a picture, whatever their size, light and perspective.
///
/// Each pixel is compared with those around it, so that a shadow or a bright spot does not matter. A pattern shows as one of three
/// connected parts: the core, the ring around it, or the outermost ring; where one of them runs into something else, the other
/// two are there. The largest quadrilateral in such a part is moved to where all twelve edges of the pattern are.
enum FinderSearch {
    /// The patterns, those first that fit best, in pixels of the whole picture, which may be halved so many times. A
    /// pixel is compared with those around it as far as the radii. `known` are those found at other levels.
    static func squares(
        in scales: PictureScales, levels: Range<Int>, radii: [Int], known: [FinderSquare] = []
    ) -> [FinderSquare] {
        var found = known
        for level in levels {
            guard let scale = scales.halved(times: level), min(scale.image.width, scale.image.height) >= leastSide
            else {
                break
            }
            for finder in scale.finders(radii) {
                guard let square = FinderSquare(finder, level: level) else { continue }
                if let known = found.firstIndex(where: { $0.isSame(as: square) }) {
                    if found[known].fit < square.fit { found[known] = square }
                } else {
                    found.append(square)
                }
            }
        }
        let exact = found.compactMap { refined($0, in: scales) }
        return Array(exact.sorted { $0.fit > $1.fit }.prefix(most))
    }

    /// In pixels: the smallest code with modules of two.
    private static let leastSide = 40
    private static let most = 1000
    private static let mostRuns = 2_000_000

    static func finders(in image: GrayImage, radii: [Int]) -> [BeelineFinder] {
        let (width, height) = (image.width, image.height)
        let mostRuns = min(width * height / 3, Self.mostRuns)
        var dark = [UInt8](repeating: 0, count: width * height)
        var found = [BeelineFinder](repeating: BeelineFinder(), count: most)
        var count = 0
        image.withPixels { source in
            for radius in radii {
                withUnsafeTemporaryAllocation(of: Int32.self, capacity: 4 * width + 2) { sums in
                    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: width) { smooth in
                        guard let sums = sums.baseAddress, let smooth = smooth.baseAddress else { return }
                        beeline_dark_around(source, width, height, radius, sums, smooth, &dark)
                    }
                }
                withUnsafeTemporaryAllocation(of: BeelineRun.self, capacity: mostRuns) { runs in
                    guard let runs = runs.baseAddress else { return }
                    for value: UInt8 in [1, 0] {
                        count = beeline_find_finders(
                            source, width, height, dark, value, runs, mostRuns, &found, count, most)
                    }
                }
            }
        }
        return Array(found.prefix(count))
    }

    /// The pattern as the picture shows it at the scale in which edges are sharp and noise is gone.
    private static func refined(_ square: FinderSquare, in scales: PictureScales) -> FinderSquare? {
        let wanted = max(0, Int(log2(square.module / bestModule).rounded()))
        guard wanted != square.level, let scale = scales.halved(times: wanted) else { return square }
        var corners = square.corners.flatMap { corner -> [Float] in
            let place = PictureScales.place(corner, halved: wanted)
            return [Float(place.x), Float(place.y)]
        }
        let fit = scale.image.withPixels {
            beeline_refine_finder($0, scale.image.width, scale.image.height, square.isDark ? 1 : -1, 3, &corners)
        }
        guard let fit, Double(fit) > square.fit - mostLoss else { return square }
        return FinderSquare(
            corners.withUnsafeBufferPointer { c in (0..<4).map { Vector(Double(c[2 * $0]), Double(c[2 * $0 + 1])) } },
            level: wanted, isDark: square.isDark, fit: Double(fit)) ?? square
    }

    /// In pixels.
    private static let bestModule = 6.0
    /// In a larger picture the same pattern has more noise.
    private static let mostLoss = 0.1
}

extension PictureScales.Scale {
    var image: GrayImage { picture.image }

    /// The finder patterns of QR codes. A pixel is compared with those around it as far as the radii.
    func finders(_ radii: [Int]) -> [BeelineFinder] {
        if let kept = keptFinders[radii] { return kept }
        let finders = FinderSearch.finders(in: image, radii: radii)
        keptFinders[radii] = finders
        return finders
    }
}

extension PictureScales {
    /// A place of the whole picture in the halved one.
    static func place(_ place: Vector, halved times: Int) -> Vector { (place + 0.5) / Double(1 << times) - 0.5 }

    /// A place of the halved picture in the whole one.
    static func place(_ place: Vector, doubled times: Int) -> Vector { (place + 0.5) * Double(1 << times) - 0.5 }
}
