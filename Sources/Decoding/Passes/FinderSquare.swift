internal import CPixels
internal import Glibc

/// A finder pattern of a QR code with its four corners, to parts of a pixel.
struct FinderSquare {
    /// Clockwise, with the middles of pixels at whole numbers; which one is the first says nothing.
    let corners: [Vector]
    let isDark: Bool
    /// From its modules to pixels, for each corner as the first.
    let frames: [Mapping]

    /// Modules on its side.
    static let side = 7.0

    var middle: Vector { frames[0](Vector(3.5, 3.5)) }

    /// The side of a module that goes right if a corner is the first, in pixels.
    func right(_ first: Int) -> Vector {
        let c = (0..<4).map { corners[($0 + first) % 4] }
        return (c[1] - c[0] + c[2] - c[3]) / (2 * Self.side)
    }

    /// How many modules a place is away to the right, and downwards, if a corner is the first.
    func modules(to offset: Vector, _ first: Int) -> Vector? {
        let (right, down) = (right(first), right(first + 1))
        let area = right.cross(down)
        guard abs(area) > 1e-6 else { return nil }
        return Vector(offset.cross(down) / area, right.cross(offset) / area)
    }

    /// Nil where there is no square of light and dark rings around the middle.
    init?(_ pattern: FinderPatterns.Pattern, in image: GrayImage) {
        let middle = pattern.middle - 0.5
        let rays = Self.rays(from: middle, module: pattern.module, in: image)
        guard let edge = Self.rim(on: rays, isDark: pattern.isDark) else { return nil }
        let places = edge.enumerated().compactMap { index, distance in
            distance.map { middle + rays.directions[index] * ($0 * rays.step) }
        }
        guard places.count >= Self.leastRays, let rough = Quadrilateral(largestIn: places),
            let square = Self.fitted(rough, to: places)
        else { return nil }
        let frames = (0..<4).compactMap { first in
            Mapping(corners: (0..<4).map { square.corners[($0 + first) % 4] })
        }
        guard frames.count == 4 else { return nil }
        (corners, isDark, self.frames) = (square.corners, pattern.isDark, frames)
        // The middle is where it was seen, and light and dark are where they belong.
        guard (self.middle - middle).length < 1.5 * pattern.module, fit(in: image) > Self.leastFit else { return nil }
    }

    /// Directions in which the rim is looked for.
    private static let directions = 48
    private static let leastRays = 36
    private static let leastFit = 0.6

    private struct Rays {
        let directions: [Vector]
        /// In pixels, from sample to sample.
        let step: Double
        let samples: [[Float]]
    }

    private static func rays(from middle: Vector, module: Double, in image: GrayImage) -> Rays {
        let step = max(0.4, module / 8)
        // The corner of a square that is twice as wide as high is 8 of its modules away.
        let count = Int(min(9 * module / step, 400))
        let directions = (0..<directions).map { index -> Vector in
            let angle = Double(index) * 2 * .pi / Double(Self.directions)
            return Vector(cos(angle), sin(angle))
        }
        let samples = directions.map { direction -> [Float] in
            var line = [Float](repeating: 0, count: count)
            let across = direction * step
            beeline_add_line(
                image.pixels, image.width, image.height, Float(middle.x), Float(middle.y), Float(across.x),
                Float(across.y), &line, count)
            return line
        }
        return Rays(directions: directions, step: step, samples: samples)
    }

    /// How many samples away dark ends for the second time, for each ray; nil where it does not.
    private static func rim(on rays: Rays, isDark: Bool) -> [Double?]? {
        // The core and the light ring around it are within three modules of the middle.
        let near = rays.samples.flatMap { $0.prefix($0.count / 3) }.sorted()
        guard near.count > 20 else { return nil }
        let dark = near[near.count / 8]
        let light = near[near.count - 1 - near.count / 8]
        guard light - dark >= 12 else { return nil }
        let threshold = (light + dark) / 2
        let margin = (light - dark) / 12
        return rays.samples.map { line in
            var changes = 0
            var isInside = true
            for index in 1..<max(line.count, 1) {
                let above = isDark ? line[index] - threshold : threshold - line[index]
                // What hardly differs is noise.
                guard isInside ? above > margin : above < -margin else { continue }
                isInside.toggle()
                changes += 1
                guard changes == 3 else { continue }
                var place = index
                while place > 1, (isDark ? line[place - 1] - threshold : threshold - line[place - 1]) > 0 { place -= 1 }
                let (before, after) = (line[place - 1], line[place])
                guard before != after else { return Double(place) }
                return Double(place - 1) + Double((threshold - before) / (after - before))
            }
            return nil
        }
    }

    /// The square whose sides lie best among the places of a rim.
    private static func fitted(_ rough: Quadrilateral, to places: [Vector]) -> Quadrilateral? {
        var square = rough
        for _ in 0..<2 {
            var lines: [(place: Vector, along: Vector)] = []
            for index in 0..<4 {
                let (from, to) = (square.corners[index], square.corners[(index + 1) % 4])
                let side = to - from
                let length = side.length
                guard length > 3 else { return nil }
                let along = side / length
                let near = places.filter { place in
                    let share = (place - from).dot(along) / length
                    return share > 0.08 && share < 0.92 && abs(along.cross(place - from)) < 0.1 * length
                }
                guard near.count >= 4 else {
                    lines.append((from, along))
                    continue
                }
                lines.append(line(through: near, along))
            }
            var corners: [Vector] = []
            for index in 0..<4 {
                let (one, other) = (lines[(index + 3) % 4], lines[index])
                let sine = one.along.cross(other.along)
                guard abs(sine) > 0.2 else { return nil }
                corners.append(one.place + one.along * ((other.place - one.place).cross(other.along) / sine))
            }
            guard let next = Quadrilateral(corners) else { return nil }
            square = next
        }
        return square
    }

    /// The line that is nearest to places, by least squares across it.
    private static func line(through places: [Vector], _ along: Vector) -> (place: Vector, along: Vector) {
        let middle = places.reduce(Vector.zero, +) / Double(places.count)
        var (product, squares) = (0.0, 0.0)
        for place in places {
            let offset = place - middle
            product += offset.dot(along) * along.cross(offset)
            squares += offset.dot(along) * offset.dot(along)
        }
        let slope = squares > 0 ? product / squares : 0
        let turned = along + along.turned * slope
        return (middle, turned / turned.length)
    }

    private func fit(in image: GrayImage) -> Double {
        let scale = 3
        let step = 1 / Double(scale)
        let grid = frames[0].after(Mapping(matrix: [step, 0, step / 2, 0, step, step / 2, 0, 0, 1]))
        let side = Int(Self.side)
        guard let patch = image.resampled(width: side * scale, height: side * scale, grid) else { return 0 }
        let fit = beeline_pattern_fit(patch.pixels, side * scale, 0, 0, Self.modules, side, scale)
        return isDark ? fit : -fit
    }

    private static let modules = SquareRings.modules(side: 7, lightRing: 2)
}

/// Patterns of dark squares around each other with one light ring between them.
enum SquareRings {
    /// By rows, -1 for dark and 1 for light.
    ///
    /// - Parameter lightRing: its distance from the middle.
    static func modules(side: Int, lightRing: Int) -> [Double] {
        let middle = side / 2
        return (0..<(side * side)).map { (index: Int) -> Double in
            let ring = max(abs(index % side - middle), abs(index / side - middle))
            return ring == lightRing ? 1 : -1
        }
    }
}

extension Mapping {
    fileprivate init?(corners: [Vector]) {
        // Not by `Quadrilateral`, which might begin with another corner.
        guard let figure = Quadrilateral(corners), figure.corners[0] == corners[0] else { return nil }
        self.init(square: FinderSquare.side, to: figure)
    }
}
