internal import BeelineSymbols
internal import CPixels
internal import Glibc

/// A part of an image with parallel bars, in a frame that is turned with them.
struct BarBand {
    /// The direction across the bars, in radians from the x axis towards the y axis: more than -π/2, at most π/2.
    let angle: Double
    /// From where to where across the bars, in pixels.
    let across: ClosedRange<Double>
    /// From where to where along the bars, in pixels.
    let along: ClosedRange<Double>

    var direction: (x: Double, y: Double) { (cos(angle), sin(angle)) }

    /// The point of the image at a place of the band's frame.
    func point(_ u: Double, _ v: Double) -> (x: Double, y: Double) {
        let (x, y) = direction
        return (u * x - v * y, u * y + v * x)
    }

    /// The outline of a code, by the ends of its first and last lines, from its own left to its own right, in pixels from
    /// where the band starts; `height` is the place of such a line, and `thickness` what it averages.
    func outline(
        from first: (ends: (left: Double, right: Double), height: Double),
        to last: (ends: (left: Double, right: Double), height: Double), thickness: Double, isReversed: Bool,
        in image: GrayImage
    ) -> Outline {
        func corner(_ place: Double, _ height: Double) -> Point {
            let (x, y) = point(across.lowerBound + place, height)
            return Point(
                x: min(max(Int(x.rounded()), 0), image.width - 1), y: min(max(Int(y.rounded()), 0), image.height - 1))
        }
        let (top, bottom) = isReversed ? (last, first) : (first, last)
        let up = isReversed ? thickness / 2 : -thickness / 2
        return Outline(
            topLeft: corner(top.ends.left, top.height + up), topRight: corner(top.ends.right, top.height + up),
            bottomRight: corner(bottom.ends.right, bottom.height - up),
            bottomLeft: corner(bottom.ends.left, bottom.height - up))
    }
}

/// Finds bands in an image: squares whose gray values change in one direction only.
struct BarBands {
    /// The side of the squares, in pixels.
    private let side: Int
    private let (columns, rows): (Int, Int)
    private let tiles: [BeelineTensor]

    init(_ image: GrayImage) {
        let (width, height) = (image.width, image.height)
        let step = width * height > 1_500_000 ? 2 : 1
        side = max(8, min(width, height) / 80)
        columns = max(1, (width + side - 1) / side)
        rows = max(1, (height + side - 1) / side)
        var tensors = [BeelineTensor](repeating: BeelineTensor(), count: columns * rows)
        beeline_coarse_tensors(
            image.pixels, width, height, side, step, columns, rows, Float(step * step) / Float(side * side), &tensors)
        // Three by three tiles together: one alone may contain just a space or a bar.
        var tiles = tensors
        beeline_smooth_tensors(tensors, columns, rows, &tiles)
        self.tiles = tiles
    }

    /// The bands, the largest first.
    func bands(atMost limit: Int) -> [BarBand] {
        var free = tiles.map { $0.energy > 30 && $0.coherence > 0.55 }
        var found: [(band: BarBand, size: Int)] = []
        for _ in 0..<3 {
            guard let angle = commonAngle(free) else { break }
            var members: [Int] = []
            for index in tiles.indices where free[index] {
                if abs(remainder(tiles[index].angle - angle, .pi)) < 0.3 { members.append(index) }
            }
            for index in members { free[index] = false }
            let parts = connected(members).filter { $0.count >= 6 }
            for part in parts {
                if let band = band(part) { found.append((band, part.count)) }
            }
            // Glare parts what belongs together.
            if parts.count > 1, parts.count < 6, let band = band(parts.flatMap { $0 }) {
                found.append((band, parts[0].count - 1))
            }
        }
        return found.sorted { $0.size > $1.size }.prefix(limit).map(\.band)
    }

    private func commonAngle(_ free: [Bool]) -> Double? {
        let bins = 18
        var histogram = [Float](repeating: 0, count: bins)
        var count = 0
        for index in tiles.indices where free[index] {
            let bin = Int((tiles[index].angle / .pi + 0.5) * Double(bins)) % bins
            histogram[bin] += min(tiles[index].energy, 2000).squareRoot()
            count += 1
        }
        guard count >= 6 else { return nil }
        let sums = (0..<bins).map {
            histogram[$0] * 2 + histogram[($0 + 1) % bins] + histogram[($0 + bins - 1) % bins]
        }
        guard let peak = sums.indices.max(by: { sums[$0] < sums[$1] }) else { return nil }
        let middle = ((Double(peak) + 0.5) / Double(bins) - 0.5) * .pi
        return mean(tiles.indices.filter { free[$0] && abs(remainder(tiles[$0].angle - middle, .pi)) < 0.3 })
    }

    private func mean(_ members: [Int]) -> Double {
        var (x, y) = (0.0, 0.0)
        for index in members {
            let weight = Double(min(tiles[index].energy, 2000).squareRoot())
            x += weight * cos(2 * tiles[index].angle)
            y += weight * sin(2 * tiles[index].angle)
        }
        return atan2(y, x) / 2
    }

    /// Groups of tiles that are at most two apart, the largest first.
    private func connected(_ members: [Int]) -> [[Int]] {
        var isOpen = [Bool](repeating: false, count: tiles.count)
        for index in members { isOpen[index] = true }
        return connectedCells(isOpen, columns: columns, reach: 2).sorted { $0.count > $1.count }
    }

    private func band(_ members: [Int]) -> BarBand? {
        var angle = mean(members)
        // An upright or lying code is sampled where its pixels are.
        if abs(angle) < 0.012 { angle = 0 }
        if abs(abs(angle) - .pi / 2) < 0.012 { angle = .pi / 2 }
        if angle <= -.pi / 2 { angle += .pi }
        let (dx, dy) = (cos(angle), sin(angle))
        var us: [Double] = []
        var vs: [Double] = []
        for index in members {
            let x = (Double(index % columns) + 0.5) * Double(side)
            let y = (Double(index / columns) + 0.5) * Double(side)
            us.append(x * dx + y * dy)
            vs.append(y * dx - x * dy)
        }
        guard let u0 = us.min(), let u1 = us.max(), let v0 = vs.min(), let v1 = vs.max() else { return nil }
        let half = Double(side) / 2
        let quiet = Double(side) * 2 + (u1 - u0) * 0.08
        return BarBand(angle: angle, across: (u0 - quiet)...(u1 + quiet), along: (v0 - half)...(v1 + half))
    }
}

/// Darkness along a straight line through an image, averaged a little along the bars.
struct ScanLine {
    /// Samples that are added at both ends, for templates that reach beyond.
    static let padding = 64

    /// 0 is white, 255 black.
    private(set) var samples: [Float]
    /// Sums of all samples before each, and of their squares about the mean of the line.
    private(set) var sums: [Float]
    private(set) var squares: [Float]
    /// The difference between the dark and the light parts of it.
    private(set) var contrast: Float

    var count: Int { samples.count }

    /// - Parameters: - x: where the line starts, in pixels; also `y`. - along: the step to the next sample, in pixels.
    ///   - count: samples to take. - across: one pixel along the bars. - rows: parallel lines to average, a pixel
    ///   apart.
    init(
        _ image: GrayImage, x: Double, y: Double, along: (x: Double, y: Double), count: Int,
        across: (x: Double, y: Double), rows: Int
    ) {
        let step = (along.x * along.x + along.y * along.y).squareRoot()
        let parts = max(1, Int(step.rounded(.up)))
        let total = count + 2 * Self.padding
        var samples = [Float](repeating: 0, count: total)
        samples.withUnsafeMutableBufferPointer { samples in
            guard let samples = samples.baseAddress else { return }
            for row in 0..<rows {
                let shift = Double(row) - Double(rows - 1) / 2
                for part in 0..<parts {
                    let offset = (Double(part) + 0.5) / Double(parts) - 0.5
                    beeline_add_line(
                        image.pixels, image.width, image.height, Float(x + across.x * shift + along.x * offset),
                        Float(y + across.y * shift + along.y * offset), Float(along.x), Float(along.y),
                        samples + Self.padding, count)
                }
            }
        }
        let scale = 1 / Float(rows * parts)
        for index in Self.padding..<(Self.padding + count) { samples[index] = 255 - samples[index] * scale }
        for index in 0..<Self.padding {
            samples[index] = samples[Self.padding]
            samples[total - 1 - index] = samples[total - 1 - Self.padding]
        }
        self.samples = samples
        (sums, squares, contrast) = ([], [], 0)
        finish()
    }

    /// From each sample to the next one.
    var changes: [Float] { zip(samples.dropFirst(), samples).map { $0 - $1 } }

    /// The line read from its other end.
    var reversed: ScanLine {
        var line = self
        line.samples.reverse()
        line.center()
        return line
    }

    private mutating func center() {
        sums = [Float](repeating: 0, count: samples.count + 1)
        squares = sums
        beeline_center_line(&samples, samples.count, &sums, &squares)
    }

    private mutating func finish() {
        center()
        var inner = Array(samples[Self.padding..<(samples.count - Self.padding)])
        let count = inner.count
        guard count > 0 else { return }
        let dark = beeline_nth(&inner, count, count * 95 / 100)
        contrast = dark - beeline_nth(&inner, count, count > 20 ? count * 5 / 100 : 0)
    }
}
