internal import Glibc

/// A picture in which each pixel is dark or light, by comparison with what is round it.
struct BinaryPicture {
    let width: Int
    let height: Int
    /// 1 is dark, 0 is light, row after row.
    let isDark: [UInt8]
    /// Whether light and dark meet in each square of ``side`` pixels.
    let isBusy: [Bool]
    let cellColumns: Int
    let cellRows: Int

    /// The pixels on the side of a square.
    static let side = 8

    /// Nil if it is smaller than a square.
    init?(_ image: GrayImage) {
        let side = Self.side
        let columns = image.width / side
        let rows = image.height / side
        guard columns > 0, rows > 0 else { return nil }
        (width, height, cellColumns, cellRows) = (image.width, image.height, columns, rows)
        var middles = Array(repeating: Int32(0), count: columns * rows)
        var ranges = middles
        image.pixels.withUnsafeBufferPointer { pixels in
            for row in 0..<rows {
                for column in 0..<columns {
                    var (low, high): (UInt8, UInt8) = (255, 0)
                    for y in 0..<side {
                        let start = (row * side + y) * image.width + column * side
                        for x in start..<(start + side) {
                            low = min(low, pixels[x])
                            high = max(high, pixels[x])
                        }
                    }
                    middles[row * columns + column] = (Int32(low) + Int32(high)) / 2
                    ranges[row * columns + column] = Int32(high) - Int32(low)
                }
            }
        }
        isBusy = ranges.map { $0 >= Self.leastRange }
        let thresholds = Self.thresholds(middles, ranges, columns: columns, rows: rows)
        isDark = [UInt8](unsafeUninitializedCapacity: image.pixels.count) { dark, count in
            image.pixels.withUnsafeBufferPointer { pixels in
                for y in 0..<image.height {
                    let cells = min(y / side, rows - 1) * columns
                    let start = y * image.width
                    for x in 0..<image.width {
                        let threshold = thresholds[cells + min(x / side, columns - 1)]
                        dark[start + x] = Int32(pixels[start + x]) < threshold ? 1 : 0
                    }
                }
            }
            count = image.pixels.count
        }
    }

    private init(width: Int, height: Int, isDark: [UInt8]) {
        (self.width, self.height, self.isDark) = (width, height, isDark)
        (isBusy, cellColumns, cellRows) = ([], 0, 0)
    }

    /// The middle between light and dark round each square, of those squares that have both; 0 where none has.
    private static func thresholds(_ middles: [Int32], _ ranges: [Int32], columns: Int, rows: Int) -> [Int32] {
        var thresholds = Array(repeating: Int32(0), count: middles.count)
        for row in 0..<rows {
            for column in 0..<columns {
                var (sum, weight): (Int32, Int32) = (0, 0)
                for y in max(0, row - 2)...min(rows - 1, row + 2) {
                    for x in max(0, column - 2)...min(columns - 1, column + 2) {
                        let index = y * columns + x
                        guard ranges[index] >= leastRange else { continue }
                        sum += middles[index] * ranges[index]
                        weight += ranges[index]
                    }
                }
                if weight > 0 { thresholds[row * columns + column] = sum / weight }
            }
        }
        return thresholds
    }

    /// The least difference of light and dark in a square; less is noise.
    private static let leastRange: Int32 = 14

    /// Rows become columns.
    func transposed() -> BinaryPicture {
        var turned = isDark
        isDark.withUnsafeBufferPointer { dark in
            for y in 0..<height { for x in 0..<width { turned[x * height + y] = dark[y * width + x] } }
        }
        return BinaryPicture(width: height, height: width, isDark: turned)
    }

    /// Whether it is dark at a place; nil outside of the picture.
    func isDark(at place: Vector) -> Bool? {
        guard place.x >= 0, place.y >= 0, place.x < Double(width), place.y < Double(height) else { return nil }
        return isDark[Int(place.y) * width + Int(place.x)] != 0
    }

    /// Where in a row light and dark change: 0, each change, and the width. The first run is dark if the first pixel is.
    func bounds(inRow y: Int, _ bounds: inout [Int]) {
        bounds.removeAll(keepingCapacity: true)
        bounds.append(0)
        isDark.withUnsafeBufferPointer { dark in
            let start = y * width
            var color = dark[start]
            for x in 1..<max(1, width) where dark[start + x] != color {
                color = dark[start + x]
                bounds.append(x)
            }
        }
        bounds.append(width)
    }

    /// The lengths of the runs through a place in a direction, so many on each side of the one it is in; nil if the
    /// picture ends before the last of them begins.
    func runs(through place: Vector, along direction: Vector, each side: Int, longest: Double) -> [Double]? {
        guard let own = isDark(at: place) else { return nil }
        let step = 0.5
        func walk(_ direction: Vector) -> [Double]? {
            var lengths: [Double] = []
            var color = own
            var length = 0.0
            var at = place
            while lengths.count <= side {
                at += direction * step
                guard let next = isDark(at: at) else {
                    // The last run may end with the picture.
                    return lengths.count == side ? lengths + [length] : nil
                }
                length += step
                if next != color {
                    lengths.append(length)
                    length = 0
                    color = next
                } else if length > longest {
                    return nil
                }
            }
            return lengths
        }
        guard let before = walk(-direction), let after = walk(direction) else { return nil }
        return before.dropFirst().reversed() + [before[0] + after[0] - step] + after.dropFirst()
    }
}

/// What a row of runs is compared with.
enum RunPattern {
    /// The width of a module, if the runs are in the pattern's proportions; nil if they are not.
    ///
    /// Single modules may be off by more than half, as they are where a module has two pixels; longer runs by less.
    static func module(_ runs: [Double], _ pattern: [Int]) -> Double? {
        let module = runs.reduce(0, +) / Double(pattern.reduce(0, +))
        guard module >= leastModule else { return nil }
        for (run, count) in zip(runs, pattern) where !fits(run, count, module) { return nil }
        return module
    }

    /// The same for the runs between bounds, from one of them on, of which there must be enough.
    static func module(_ bounds: [Int], from first: Int, _ pattern: [Int], modules: Int) -> Double? {
        let module = Double(bounds[first + pattern.count] - bounds[first]) / Double(modules)
        guard module >= leastModule else { return nil }
        for index in pattern.indices {
            let run = Double(bounds[first + index + 1] - bounds[first + index])
            guard fits(run, pattern[index], module) else { return nil }
        }
        return module
    }

    private static func fits(_ run: Double, _ count: Int, _ module: Double) -> Bool {
        let allowed = count < 3 ? 0.55 : 0.2 * Double(count) + 0.2
        return abs(run - Double(count) * module) <= allowed * module + 0.3
    }

    /// In pixels; below it every noise is a pattern.
    private static let leastModule = 0.9
}

/// The connected parts of a picture in which light and dark change everywhere, and the rectangles round them.
struct BusyPatches {
    struct Patch {
        let middle: Vector
        /// The direction of one pair of sides; of length 1.
        let along: Vector
        let length: Double
        let height: Double
        /// The corners of the smallest figure without dents that holds it.
        let hull: [Vector]

        func contains(_ place: Vector) -> Bool {
            let offset = place - middle
            return abs(offset.dot(along)) <= length / 2 && abs(offset.dot(along.turned)) <= height / 2
        }
    }

    let patches: [Patch]

    init(_ picture: BinaryPicture) {
        var isTaken = picture.isBusy.map { !$0 }
        let columns = picture.cellColumns
        let rows = picture.cellRows
        var patches: [Patch] = []
        for start in isTaken.indices where !isTaken[start] {
            isTaken[start] = true
            var members = [start]
            var next = 0
            while next < members.count {
                let (row, column) = members[next].quotientAndRemainder(dividingBy: columns)
                next += 1
                for y in max(0, row - 1)...min(rows - 1, row + 1) {
                    for x in max(0, column - 1)...min(columns - 1, column + 1) where !isTaken[y * columns + x] {
                        isTaken[y * columns + x] = true
                        members.append(y * columns + x)
                    }
                }
            }
            if members.count >= 4, let patch = Self.patch(of: members, picture) { patches.append(patch) }
        }
        self.patches = patches
    }

    /// The smallest rectangle round the dark pixels of some cells: one of its sides is a side of their hull.
    private static func patch(of members: [Int], _ picture: BinaryPicture) -> Patch? {
        let hull = hull(of: outermost(of: members, picture))
        guard hull.count >= 3 else { return nil }
        var best: (area: Double, patch: Patch)?
        for index in hull.indices {
            let side = hull[(index + 1) % hull.count] - hull[index]
            guard side.length > 0 else { continue }
            let along = side / side.length
            let across = along.turned
            let xs = hull.map { $0.dot(along) }
            let ys = hull.map { $0.dot(across) }
            guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { continue }
            let area = (right - left) * (bottom - top)
            if let best, best.area <= area { continue }
            let middle = along * ((left + right) / 2) + across * ((top + bottom) / 2)
            best = (area, Patch(middle: middle, along: along, length: right - left, height: bottom - top, hull: hull))
        }
        return best?.patch
    }

    /// Of each row of pixels in the cells the corners of the first and the last dark one.
    private static func outermost(of members: [Int], _ picture: BinaryPicture) -> [Vector] {
        let side = BinaryPicture.side
        let columns = picture.cellColumns
        let first = (members.min() ?? 0) / columns * side
        let last = (members.max() ?? 0) / columns * side + side - 1
        var left = Array(repeating: Int.max, count: last - first + 1)
        var right = Array(repeating: -1, count: left.count)
        picture.isDark.withUnsafeBufferPointer { dark in
            for member in members {
                let (row, column) = member.quotientAndRemainder(dividingBy: columns)
                for y in (row * side)..<(row * side + side) {
                    let start = y * picture.width
                    for x in (column * side)..<(column * side + side) where dark[start + x] != 0 {
                        left[y - first] = min(left[y - first], x)
                        right[y - first] = max(right[y - first], x)
                    }
                }
            }
        }
        return left.indices.flatMap { row -> [Vector] in
            guard right[row] >= 0 else { return [] }
            let y = Double(first + row)
            return [Double(left[row]), Double(right[row] + 1)].flatMap { [Vector($0, y), Vector($0, y + 1)] }
        }
    }

    /// The corners of the convex hull, by Andrew's monotone chain.
    private static func hull(of places: [Vector]) -> [Vector] {
        let sorted = places.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        func chain(_ places: some Sequence<Vector>) -> [Vector] {
            var chain: [Vector] = []
            for place in places {
                while chain.count >= 2,
                    (chain[chain.count - 1] - chain[chain.count - 2]).cross(place - chain[chain.count - 1]) <= 0
                {
                    chain.removeLast()
                }
                chain.append(place)
            }
            return Array(chain.dropLast())
        }
        return chain(sorted) + chain(sorted.reversed())
    }

    /// The smallest patch round a place.
    func patch(around place: Vector) -> Patch? {
        patches.filter { $0.contains(place) }.min { $0.length * $0.height < $1.length * $1.height }
    }
}

/// In which direction a picture changes, and how much, in each of its squares of eight pixels.
///
/// Where all edges in a square run the same way, as the bars of a linear code do, its structure tensor (the sums of the
/// products of the gradient's parts) has one large eigenvalue; where they run in all directions it has two.
struct GradientCells {
    /// The pixels on the side of a cell.
    static let side = 8

    let columns: Int
    let rows: Int
    private(set) var tensors: [Tensor]

    struct Tensor {
        var xx: Float = 0
        var yy: Float = 0
        var xy: Float = 0

        static func += (sum: inout Tensor, other: Tensor) {
            sum.xx += other.xx
            sum.yy += other.yy
            sum.xy += other.xy
        }

        /// The mean square of the gradient, in grays a pixel.
        var energy: Float { xx + yy }

        /// From 0, edges in all directions, to 1, all edges parallel.
        var coherence: Float {
            let difference = xx - yy
            return energy > 0 ? (difference * difference + 4 * xy * xy).squareRoot() / energy : 0
        }

        /// Twice the angle of the gradient, as a unit vector: directions half a turn apart are the same.
        var doubledDirection: SIMD2<Float> {
            let vector = SIMD2(xx - yy, 2 * xy)
            let length = (vector.x * vector.x + vector.y * vector.y).squareRoot()
            return length > 0 ? vector / length : .zero
        }

        /// The direction of the gradient: across the bars.
        var direction: Vector {
            let angle = atan2(Double(2 * xy), Double(xx - yy)) / 2
            return Vector(cos(angle), sin(angle))
        }
    }

    init(_ image: GrayImage) {
        let side = Self.side
        let columns = max(0, (image.width - 1) / side)
        let rows = max(0, (image.height - 1) / side)
        self.columns = columns
        self.rows = rows
        tensors = Array(repeating: Tensor(), count: columns * rows)
        let width = image.width
        // Each difference is the sum of two, and each cell has 64 of them.
        let scale = 1 / Float(4 * side * side)
        image.pixels.withUnsafeBufferPointer { pixels in
            for row in 0..<rows {
                for column in 0..<columns {
                    var (xx, yy, xy): (Int32, Int32, Int32) = (0, 0, 0)
                    for y in 0..<side {
                        let upper = (row &* side &+ y) &* width &+ column &* side
                        let lower = upper &+ width
                        for x in 0..<side {
                            let a = Int32(pixels[upper &+ x])
                            let b = Int32(pixels[upper &+ x &+ 1])
                            let c = Int32(pixels[lower &+ x])
                            let d = Int32(pixels[lower &+ x &+ 1])
                            // Differences of neighbours: those of every other pixel are blind to bars of one pixel.
                            let gx = b &+ d &- a &- c
                            let gy = c &+ d &- a &- b
                            xx &+= gx &* gx
                            yy &+= gy &* gy
                            xy &+= gx &* gy
                        }
                    }
                    tensors[row * columns + column] = Tensor(
                        xx: Float(xx) * scale, yy: Float(yy) * scale, xy: Float(xy) * scale)
                }
            }
        }
    }

    /// The mean over a cell and its eight neighbours.
    func smoothed() -> [Tensor] {
        var smooth = tensors
        for row in 0..<rows {
            for column in 0..<columns {
                var sum = Tensor()
                var count: Float = 0
                for y in max(0, row - 1)...min(rows - 1, row + 1) {
                    for x in max(0, column - 1)...min(columns - 1, column + 1) {
                        sum += tensors[y * columns + x]
                        count += 1
                    }
                }
                smooth[row * columns + column] = Tensor(xx: sum.xx / count, yy: sum.yy / count, xy: sum.xy / count)
            }
        }
        return smooth
    }
}
