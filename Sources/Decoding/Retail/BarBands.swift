internal import Glibc

/// A part of an image where parallel bars stand, in the frame that is turned with them.
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
}

/// Finds the bands: squares of the image in which the gray values change in one direction only.
struct BarBands {
    /// The side of the squares, in pixels.
    private let side: Int
    private let (columns, rows): (Int, Int)
    private var tiles: [Tile]

    /// The sums of the products of gradients, as the structure tensor has them.
    private struct Tile {
        var xx: Float = 0
        var yy: Float = 0
        var xy: Float = 0

        var energy: Float { xx + yy }
        /// From 0, no direction at all, to 1, only one.
        var coherence: Float {
            let difference = xx - yy
            return (difference * difference + 4 * xy * xy).squareRoot() / max(energy, 1e-6)
        }
        var angle: Double { 0.5 * atan2(Double(2 * xy), Double(xx - yy)) }
    }

    init(_ image: GrayImage) {
        let (width, height) = (image.width, image.height)
        let step = width * height > 1_500_000 ? 2 : 1
        let side = max(8, min(width, height) / 80)
        let columns = max(1, (width + side - 1) / side)
        let rows = max(1, (height + side - 1) / side)
        var tiles = [Tile](repeating: Tile(), count: columns * rows)
        image.pixels.withUnsafeBufferPointer { pixels in
            for y in stride(from: 0, to: height, by: step) {
                let (above, below) = (max(y - 1, 0) * width, min(y + 1, height - 1) * width)
                let here = y * width
                let row = y / side * columns
                for column in 0..<columns {
                    var (xx, yy, xy): (Int32, Int32, Int32) = (0, 0, 0)
                    for x in stride(from: max(column * side, 1), to: min((column + 1) * side, width - 1), by: step) {
                        let dx = Int32(pixels[here + x + 1]) - Int32(pixels[here + x - 1])
                        let dy = Int32(pixels[below + x]) - Int32(pixels[above + x])
                        xx += dx * dx
                        yy += dy * dy
                        xy += dx * dy
                    }
                    tiles[row + column].xx += Float(xx)
                    tiles[row + column].yy += Float(yy)
                    tiles[row + column].xy += Float(xy)
                }
            }
        }
        let scale = Float(step * step) / Float(side * side)
        for index in tiles.indices {
            tiles[index].xx *= scale
            tiles[index].yy *= scale
            tiles[index].xy *= scale
        }
        (self.side, self.columns, self.rows, self.tiles) = (side, columns, rows, tiles)
        smooth()
    }

    /// Three by three tiles together: one alone may hold just a space or a bar.
    private mutating func smooth() {
        let old = tiles
        for row in 0..<rows {
            for column in 0..<columns {
                var sum = Tile()
                var count: Float = 0
                for r in max(row - 1, 0)...min(row + 1, rows - 1) {
                    for c in max(column - 1, 0)...min(column + 1, columns - 1) {
                        let tile = old[r * columns + c]
                        sum.xx += tile.xx
                        sum.yy += tile.yy
                        sum.xy += tile.xy
                        count += 1
                    }
                }
                tiles[row * columns + column] = Tile(xx: sum.xx / count, yy: sum.yy / count, xy: sum.xy / count)
            }
        }
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
        var groups: [[Int]] = []
        for seed in members where isOpen[seed] {
            isOpen[seed] = false
            var group = [seed]
            var next = 0
            while next < group.count {
                let (row, column) = (group[next] / columns, group[next] % columns)
                next += 1
                for r in max(row - 2, 0)...min(row + 2, rows - 1) {
                    for c in max(column - 2, 0)...min(column + 2, columns - 1) where isOpen[r * columns + c] {
                        isOpen[r * columns + c] = false
                        group.append(r * columns + c)
                    }
                }
            }
            groups.append(group)
        }
        return groups.sorted { $0.count > $1.count }
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

    /// - Parameters:
    ///   - x: where the line starts, in pixels; likewise `y`.
    ///   - along: one sample further, in pixels.
    ///   - count: samples to take.
    ///   - across: one pixel along the bars.
    ///   - rows: parallel lines to average, a pixel apart.
    init(
        _ image: GrayImage, x: Double, y: Double, along: (x: Double, y: Double), count: Int,
        across: (x: Double, y: Double), rows: Int
    ) {
        let step = (along.x * along.x + along.y * along.y).squareRoot()
        let parts = max(1, Int(step.rounded(.up)))
        let total = count + 2 * Self.padding
        var samples = [Float](repeating: 0, count: total)
        let (width, height) = (image.width, image.height)
        image.pixels.withUnsafeBufferPointer { pixels in
            for row in 0..<rows {
                let shift = Double(row) - Double(rows - 1) / 2
                for part in 0..<parts {
                    let offset = (Double(part) + 0.5) / Double(parts) - 0.5
                    var px = Float(x + across.x * shift + along.x * offset)
                    var py = Float(y + across.y * shift + along.y * offset)
                    let (dx, dy) = (Float(along.x), Float(along.y))
                    for index in Self.padding..<(Self.padding + count) {
                        let cx = min(max(px, 0), Float(width - 1))
                        let cy = min(max(py, 0), Float(height - 1))
                        let x0 = min(Int(cx), max(width - 2, 0))
                        let y0 = min(Int(cy), max(height - 2, 0))
                        let (fx, fy) = (cx - Float(x0), cy - Float(y0))
                        let here = y0 * width + x0
                        let right = width > 1 ? 1 : 0
                        let down = height > 1 ? width : 0
                        let top = Float(pixels[here]) * (1 - fx) + Float(pixels[here + right]) * fx
                        let bottom =
                            Float(pixels[here + down]) * (1 - fx) + Float(pixels[here + down + right]) * fx
                        samples[index] += top * (1 - fy) + bottom * fy
                        px += dx
                        py += dy
                    }
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

    /// The line read from its other end.
    var reversed: ScanLine {
        var line = self
        line.samples.reverse()
        line.finish()
        return line
    }

    private mutating func finish() {
        let mean = samples.reduce(0, +) / Float(samples.count)
        for index in samples.indices { samples[index] -= mean }
        var (sum, square): (Double, Double) = (0, 0)
        sums = [0]
        squares = [0]
        sums.reserveCapacity(samples.count + 1)
        squares.reserveCapacity(samples.count + 1)
        for value in samples {
            sum += Double(value)
            square += Double(value) * Double(value)
            sums.append(Float(sum))
            squares.append(Float(square))
        }
        let sorted = samples[Self.padding..<(samples.count - Self.padding)].sorted()
        guard let first = sorted.first else { return }
        contrast = sorted[sorted.count * 95 / 100] - (sorted.count > 20 ? sorted[sorted.count * 5 / 100] : first)
    }
}
