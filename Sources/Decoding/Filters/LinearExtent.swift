internal import BeelineSymbols
internal import CPixels

/// Finds how far the bars of a scan line extend. ZXing reports the few rows of a linear code that it read. The outline
/// for people, for covering the code and for finding its add-on is as high as its bars.
enum LinearExtent {
    /// The outline extended up and down as far as the bars; the same one if they do not continue.
    static func grown(_ outline: Outline, in picture: DerivedImage) -> Outline {
        let image = picture.image
        let start = (Vector(outline.topLeft) + Vector(outline.bottomLeft)) / 2
        let end = (Vector(outline.topRight) + Vector(outline.bottomRight)) / 2
        let along = end - start
        let length = along.length
        guard length >= 16, length < 1e6, let line = BarLine(image, start, along) else { return outline }
        let unit = along / length
        let down = unit.turned
        let limit = Int(length * 1.5)
        let gap = Gap(length: length, stretch: stretch(picture.mapping, start, unit, down))
        let below = reach(image, line, start, unit, down, limit, gap)
        let above = reach(image, line, start, unit, -down, limit, gap)
        func corner(_ place: Vector, _ steps: Int, _ sign: Double, _ drift: Double) -> Point {
            Point(place + down * (Double(steps) * sign) + unit * drift)
        }
        guard above.steps + below.steps > 2 else { return outline }
        return Outline(
            topLeft: corner(start, above.steps, -1, above.drift), topRight: corner(end, above.steps, -1, above.drift),
            bottomRight: corner(end, below.steps, 1, below.drift),
            bottomLeft: corner(start, below.steps, 1, below.drift))
    }

    /// Whether equal bars that were seen at two places are of two codes: a light line without bars, as long as they are,
    /// is between them. Without it they are strips of one code, whose middle was not read.
    static func areOfTwoCodes(_ one: Outline, _ other: Outline, in image: GrayImage) -> Bool {
        func ends(_ outline: Outline) -> (start: Vector, end: Vector) {
            (
                (Vector(outline.topLeft) + Vector(outline.bottomLeft)) / 2,
                (Vector(outline.topRight) + Vector(outline.bottomRight)) / 2
            )
        }
        let first = ends(one)
        var second = ends(other)
        let along = first.end - first.start
        // A copy may be upside down.
        if along.dot(second.end - second.start) < 0 { swap(&second.start, &second.end) }
        let (left, right) = (second.start - first.start, second.end - first.end)
        let offset = (left + right).dot(along) / 2
        guard abs(offset) < along.dot(along) / 2 else { return true }
        guard let bars = BarLine(image, first.start, along) else { return false }
        let steps = Int(min(max(left.length, right.length), 1e5))
        var blanks = 0
        for step in 1..<max(steps, 2) {
            let start = first.start + left * (Double(step) / Double(steps))
            let end = first.end + right * (Double(step) / Double(steps))
            blanks = bars.isLightWithoutBars(image, from: start, to: end) ? blanks + 1 : 0
            if blanks == 2 { return true }
        }
        return false
    }

    /// The parts of an outline with alike bars between which there are light lines without bars: from 2.2 on, ZXing takes
    /// equal codes closely above each other for one.
    ///
    /// - Parameter page: finer than the picture, in which the light lines may be gone.
    static func parts(of outline: Outline, in picture: DerivedImage, on page: GrayImage) -> [Outline] {
        let corners = outline.corners.map(Vector.init)
        func place(_ share: Double) -> (start: Vector, end: Vector) {
            (corners[0] + (corners[3] - corners[0]) * share, corners[1] + (corners[2] - corners[1]) * share)
        }
        let (top, bottom) = (place(0), place(1))
        let (left, right) = (
            picture.mapping(bottom.start) - picture.mapping(top.start),
            picture.mapping(bottom.end) - picture.mapping(top.end)
        )
        let steps = Int(min(max(left.length, right.length), 1e5))
        guard steps >= 16 else { return [outline] }
        let lines = (0...steps).map { step in
            let line = place(Double(step) / Double(steps))
            return (start: picture.mapping(line.start), end: picture.mapping(line.end))
        }
        let sampled = stride(from: 0, through: steps, by: 4).compactMap { step in
            BarLine(page, lines[step].start, lines[step].end - lines[step].start)
        }
        guard let bars = sampled.max(by: { $0.energy < $1.energy }) else { return [outline] }
        let isLight = lines.map { bars.isLightWithoutBars(page, from: $0.start, to: $0.end) }
        var parts: [Outline] = []
        var first = 0
        for step in 0...(steps + 1) where step > steps || isLight[step] && (step == steps || isLight[step + 1]) {
            let last = step - 1
            if last > first, bars.likeness(to: page, at: lines[(first + last) / 2].start) > 0.55 {
                let (upper, lower) = (place(Double(first) / Double(steps)), place(Double(last) / Double(steps)))
                parts.append(
                    Outline(
                        topLeft: Point(upper.start), topRight: Point(upper.end), bottomRight: Point(lower.end),
                        bottomLeft: Point(lower.start)))
            }
            first = step + 1
        }
        return parts.count > 1 ? parts : [outline]
    }

    /// The number of steps without these bars after which they end.
    private struct Gap {
        /// Those of a scratch or a highlight.
        let misses: Int
        /// The steps without any bars: beyond them may be bars of another code, much alike where one maker has both.
        let blanks: Int

        /// - Parameter stretch: how many times longer a step across is than one along the line, on the page.
        init(length: Double, stretch: Double) {
            misses = Int((2 + length / 40) / stretch)
            blanks = Int(3 / stretch)
        }
    }

    /// Of pictures in which several rows of the page are one, a step down is longer than one along the line.
    private static func stretch(_ mapping: Mapping, _ place: Vector, _ unit: Vector, _ down: Vector) -> Double {
        let here = mapping(place)
        let (along, across) = ((mapping(place + unit) - here).length, (mapping(place + down) - here).length)
        guard along > 0, across > 0 else { return 1 }
        return min(max(across / along, 0.25), 8)
    }

    /// How many steps the line looks alike, and how far it has moved along itself by then: bars may lean.
    private static func reach(
        _ image: GrayImage, _ line: BarLine, _ start: Vector, _ unit: Vector, _ step: Vector, _ limit: Int, _ gap: Gap
    ) -> (steps: Int, drift: Double) {
        var last = (steps: 0, drift: 0.0)
        var (misses, blanks) = (0, 0)
        for steps in 1...max(limit, 1) {
            var best = (likeness: 0.0, drift: last.drift)
            for move in [0, -1.0, 1.0] {
                // Bars that lean have moved by the half of a pixel before it shows.
                if move != 0, best.likeness > 0.97 { break }
                let drift = last.drift + move
                let place = start + step * Double(steps) + unit * drift
                let likeness = line.likeness(to: image, at: place) + (move == 0 ? 0.01 : 0)
                if likeness > best.likeness { best = (likeness, drift) }
            }
            if best.likeness > 0.55 {
                last = (steps, best.drift)
                (misses, blanks) = (0, 0)
            } else {
                misses += 1
                blanks = best.likeness > 0.01 ? 0 : blanks + 1
                if misses > gap.misses || blanks > gap.blanks { break }
            }
        }
        return last
    }
}

/// The grays along a line across bars, which others are compared with.
private struct BarLine {
    private static let count = 160

    let length: Double
    private let along: Vector
    /// Less their average, and so that their squares add up to 1.
    private let grays: [Float]
    /// The contrast: the root of the sum of the squares.
    let energy: Float
    private let average: Float

    /// Nil where the grays do not differ, or the line leaves the picture.
    init?(_ image: GrayImage, _ start: Vector, _ along: Vector) {
        guard let seen = Self.grays(of: image, start, along)?.map(Float.init) else { return nil }
        let average = seen.reduce(0, +) / Float(Self.count)
        let energy = seen.reduce(0) { $0 + ($1 - average) * ($1 - average) }.squareRoot()
        guard energy > Self.leastEnergy else { return nil }
        self.along = along
        length = along.length
        grays = seen.map { ($0 - average) / energy }
        (self.energy, self.average) = (energy, average)
    }

    /// Whether another line is lighter than this one, with far less contrast.
    func isLightWithoutBars(_ image: GrayImage, from start: Vector, to end: Vector) -> Bool {
        guard let seen = Self.grays(of: image, start, end - start)?.map(Float.init) else { return false }
        let light = seen.reduce(0, +) / Float(Self.count)
        let contrast = seen.reduce(0) { $0 + ($1 - light) * ($1 - light) }.squareRoot()
        return light > average && contrast < max(Self.leastEnergy, energy / 4)
    }

    /// The correlation with the line at another start: at most 1; 0 without bars, with far less contrast, or outside.
    func likeness(to image: GrayImage, at start: Vector) -> Double {
        guard let seen = Self.grays(of: image, start, along) else { return 0 }
        let sums = beeline_line_sums(seen, grays, Self.count)
        // 160 squares of bytes, and the square of their sum over their number, are exact in Double.
        let energy = (Double(sums.squares) - Double(sums.sum) * Double(sums.sum) / Double(Self.count)).squareRoot()
        let leastEnergy = max(Self.leastEnergy, self.energy / 6)
        return energy > Double(leastEnergy) ? Double(sums.product) / energy : 0
    }

    private static let leastEnergy: Float = 30

    /// The grays of the line's places; nil where it leaves the picture.
    private static func grays(of image: GrayImage, _ start: Vector, _ along: Vector) -> [UInt8]? {
        let step = along / Double(count)
        let first = start + step / 2
        let last = start + along - step / 2
        let room = Vector(Double(image.width) - 0.5, Double(image.height) - 0.5)
        for end in [first, last] {
            // Also false for NaN. The sides of a picture are below 2^31.
            guard end.x > -0.49, end.y > -0.49, end.x < room.x - 0.01, end.y < room.y - 0.01 else { return nil }
        }
        // In 2^20ths of a pixel, so that no sum of the steps is off by as much as the hundredth that is kept from the sides.
        func fixed(_ length: Double) -> Int { Int(length * 1_048_576) }
        return [UInt8](unsafeUninitializedCapacity: count) { grays, initialized in
            guard let grays = grays.baseAddress else { return }
            beeline_line_grays(
                image.pixels, image.width, fixed(first.x + 0.5), fixed(first.y + 0.5), fixed(step.x), fixed(step.y),
                count, grays)
            initialized = count
        }
    }
}
