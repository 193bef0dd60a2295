internal import CPixels
internal import Glibc

/// A binary picture: each pixel is dark or light compared with its surroundings.
struct BinaryPicture {
    let width: Int
    let height: Int
    /// 1 is dark, 0 is light, row after row.
    let isDark: [UInt8]
    /// Whether light and dark meet in each square of ``side`` pixels.
    let isBusy: [Bool]
    let cellColumns: Int
    let cellRows: Int

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
        var thresholds = middles
        beeline_square_ranges(image.pixels, image.width, side, columns, rows, &middles, &ranges)
        beeline_square_thresholds(middles, ranges, columns, rows, Self.leastRange, &thresholds)
        isBusy = ranges.map { $0 >= Self.leastRange }
        isDark = [UInt8](unsafeUninitializedCapacity: image.pixels.count) { dark, count in
            guard let dark = dark.baseAddress else { return }
            beeline_binarize(image.pixels, image.width, image.height, side, columns, rows, thresholds, dark)
            count = image.pixels.count
        }
    }

    private init(width: Int, height: Int, isDark: [UInt8]) {
        (self.width, self.height, self.isDark) = (width, height, isDark)
        (isBusy, cellColumns, cellRows) = ([], 0, 0)
    }

    /// The least difference of light and dark in a square; less is noise.
    private static let leastRange: Int32 = 14

    /// Rows become columns.
    func transposed() -> BinaryPicture {
        var turned = isDark
        beeline_transpose(isDark, width, height, &turned)
        return BinaryPicture(width: height, height: width, isDark: turned)
    }

    /// Whether it is dark at a place; nil outside of the picture.
    func isDark(at place: Vector) -> Bool? {
        guard place.x >= 0, place.y >= 0, place.x < Double(width), place.y < Double(height) else { return nil }
        return isDark[Int(place.y) * width + Int(place.x)] != 0
    }

    /// The lengths of the runs through a place in a direction, so many on each side of the one it is in; nil if the
    /// picture ends before the last of them begins.
    func runs(through place: Vector, along direction: Vector, each side: Int, longest: Double) -> [Double]? {
        guard isDark(at: place) != nil else { return nil }
        func walk(_ direction: Vector) -> [Double]? {
            let lengths = [Double](unsafeUninitializedCapacity: side + 1) { lengths, count in
                guard let lengths = lengths.baseAddress else { return }
                count = beeline_walk_runs(
                    isDark, width, height, place.x, place.y, direction.x, direction.y, side, longest, lengths)
            }
            return lengths.isEmpty ? nil : lengths
        }
        guard let before = walk(-direction), let after = walk(direction) else { return nil }
        return before.dropFirst().reversed() + [before[0] + after[0] - 0.5] + after.dropFirst()
    }
}

/// Patterns for rows of runs: the number of modules of each run.
struct RunPatterns {
    /// Those that begin with a run of the colour of the row's first one, then those that begin with the other.
    private let table: [Int]
    private let count: Int
    /// How many runs each has.
    let length: Int
    private let modules: Int

    /// The patterns have as many runs and modules each, and are compared in this order. `other` has as many for what
    /// begins with the colour that the row does not begin with.
    init(_ patterns: [[Int]], other: [[Int]]) {
        table = (patterns + other).flatMap { $0 }
        count = patterns.count
        length = patterns[0].count
        modules = patterns[0].reduce(0, +)
    }

    /// A pattern whatever the colour.
    init(_ pattern: [Int]) { self.init([pattern], other: [pattern]) }

    /// In pixels; below it every noise is a pattern.
    private static let leastModule = 0.9

    /// The width of a module, if the runs are in the first pattern's proportions; nil if they are not.
    func module(_ runs: [Double]) -> Double? {
        let module = runs.reduce(0, +) / Double(modules)
        guard module >= Self.leastModule, zip(runs, table).allSatisfy({ beeline_run_fits($0, $1, module) }) else {
            return nil
        }
        return module
    }

    /// The number of the next bound of a row, from one of them on, behind which the runs are in a pattern's proportions, and
    /// the width of a module; nil where there is none.
    func next(in row: RunRow, from first: Int) -> (index: Int, module: Double)? {
        var module = 0.0
        let index = beeline_next_fit(
            row.bounds, row.count, first, table, count, length, modules, Self.leastModule, &module)
        return index < 0 ? nil : (index, module)
    }

    /// Calls `body` with each row, by steps, and each bound in it that is followed by runs in a pattern's proportions,
    /// and the width of a module. It returns whether to continue.
    func search(_ picture: BinaryPicture, step: Int = 1, _ body: (RunRow, Int, Double) -> Bool) {
        RunRow.forEach(in: picture, step: step) { row in
            guard row.count > length + 1 else { return true }
            var first = 0
            while let (index, module) = next(in: row, from: first) {
                guard body(row, index, module) else { return false }
                first = index + 1
            }
            return true
        }
    }
}

/// Where in a row of a picture light and dark change.
struct RunRow {
    private(set) var y = 0
    /// 0, each change, and the width; behind ``count`` is what is left of other rows.
    private(set) var bounds: [Int]
    private(set) var count = 0

    /// Calls `body` with each row, until it says that it wants no more.
    static func forEach(in picture: BinaryPicture, step: Int = 1, _ body: (RunRow) -> Bool) {
        var row = RunRow(bounds: Array(repeating: 0, count: picture.width + 1))
        picture.isDark.withUnsafeBufferPointer { dark in
            guard let dark = dark.baseAddress else { return }
            for y in stride(from: 0, to: picture.height, by: step) {
                row.y = y
                row.count = beeline_run_bounds(dark + y * picture.width, picture.width, &row.bounds)
                guard body(row) else { return }
            }
        }
    }

    subscript(index: Int) -> Int { bounds[index] }
}

/// The connected parts of a picture in which light and dark change everywhere, and the rectangles round them.
struct BusyPatches {
    struct Patch {
        let middle: Vector
        /// The direction of one pair of sides; of length 1.
        let along: Vector
        let length: Double
        let height: Double
        /// The corners of the smallest figure without dents that contains it.
        let hull: [Vector]

        func contains(_ place: Vector) -> Bool {
            let offset = place - middle
            return abs(offset.dot(along)) <= length / 2 && abs(offset.dot(along.turned)) <= height / 2
        }
    }

    let patches: [Patch]

    init(_ picture: BinaryPicture) {
        patches = connectedCells(picture.isBusy, columns: picture.cellColumns).filter { $0.count >= 4 }
            .compactMap { Self.patch(of: $0, picture) }
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

    /// Of each row of pixels in the cells the first and the last dark one.
    private static func outermost(of members: [Int], _ picture: BinaryPicture) -> [PixelRow] {
        let side = BinaryPicture.side
        let columns = picture.cellColumns
        let first = (members.min() ?? 0) / columns * side
        let last = (members.max() ?? 0) / columns * side + side - 1
        var left = Array(repeating: Int.max, count: last - first + 1)
        var right = Array(repeating: Int(-1), count: left.count)
        left.withUnsafeMutableBufferPointer { left in
            right.withUnsafeMutableBufferPointer { right in
                guard let left = left.baseAddress, let right = right.baseAddress else { return }
                for member in members {
                    let (row, column) = member.quotientAndRemainder(dividingBy: columns)
                    let offset = row * side - first
                    beeline_widen(
                        picture.isDark, picture.width, column * side, row * side, side, left + offset, right + offset)
                }
            }
        }
        return left.indices.compactMap { row in
            right[row] < 0 ? nil : PixelRow(y: first + row, left: left[row], right: right[row] + 1)
        }
    }

    /// Pixels of a row: the first one, and the one after the last.
    struct PixelRow {
        let y: Int
        let left: Int
        let right: Int
    }

    /// The corners of the convex hull of pixels in rows from the top down, by Andrew's monotone chain: clockwise from
    /// the leftmost one on, of two the upper one.
    static func hull(of rows: [PixelRow]) -> [Vector] {
        guard let first = rows.first else { return [] }
        var hull: [Vector] = []
        var start = 0
        func add(_ x: Int, _ y: Int) {
            let place = Vector(Double(x), Double(y))
            while hull.count >= start + 2,
                (hull[hull.count - 1] - hull[hull.count - 2]).cross(place - hull[hull.count - 1]) <= 0
            {
                hull.removeLast()
            }
            hull.append(place)
        }
        // Down on the right, and up on the left.
        add(first.left, first.y)
        for row in rows {
            add(row.right, row.y)
            add(row.right, row.y + 1)
        }
        start = hull.count - 1
        for row in rows.reversed() {
            add(row.left, row.y + 1)
            add(row.left, row.y)
        }
        // There it began.
        hull.removeLast()
        let leftmost = hull.indices.min { (hull[$0].x, hull[$0].y) < (hull[$1].x, hull[$1].y) } ?? 0
        return Array(hull[leftmost...] + hull[..<leftmost])
    }

    /// The smallest patch round a place.
    func patch(around place: Vector) -> Patch? {
        patches.filter { $0.contains(place) }.min { $0.length * $0.height < $1.length * $1.height }
    }
}

/// The groups of cells of a grid that touch each other, each from its first cell on, in the order of these. Open cells
/// count, row after row. Two that touch are at most `reach` rows and columns apart, and joined.
func connectedCells(
    _ isOpen: [Bool], columns: Int, reach: Int = 1, where joins: (Int, Int) -> Bool = { _, _ in true }
) -> [[Int]] {
    var isOpen = isOpen
    let rows = isOpen.count / columns
    var groups: [[Int]] = []
    for start in isOpen.indices where isOpen[start] {
        isOpen[start] = false
        var group = [start]
        var next = 0
        while next < group.count {
            let cell = group[next]
            let (row, column) = cell.quotientAndRemainder(dividingBy: columns)
            next += 1
            for y in max(0, row - reach)...min(rows - 1, row + reach) {
                for x in max(0, column - reach)...min(columns - 1, column + reach) {
                    let other = y * columns + x
                    guard isOpen[other], joins(cell, other) else { continue }
                    isOpen[other] = false
                    group.append(other)
                }
            }
        }
        groups.append(group)
    }
    return groups
}

/// In which direction a picture changes, and how much, in each of its squares of eight pixels. Where all edges in a
/// square run the same way, as the bars of a linear code do, its structure tensor (the sums of the products of the
/// gradient's parts) has one large eigenvalue; where they run in all directions it has two.
struct GradientCells {
    static let side = 8

    /// The pixels on the side of these cells.
    let side: Int
    let columns: Int
    let rows: Int
    private(set) var tensors: [BeelineTensor]

    init(_ image: GrayImage) {
        side = Self.side
        columns = max(0, (image.width - 1) / side)
        rows = max(0, (image.height - 1) / side)
        tensors = Array(repeating: BeelineTensor(), count: columns * rows)
        // Each difference is the sum of two, and each cell has 64 of them.
        let scale = 1 / Float(4 * side * side)
        beeline_fine_tensors(image.pixels, image.width, side, columns, rows, scale, &tensors)
    }

    private init(side: Int, columns: Int, rows: Int, tensors: [BeelineTensor]) {
        (self.side, self.columns, self.rows, self.tensors) = (side, columns, rows, tensors)
    }

    /// Cells of twice the side.
    var coarser: GradientCells {
        let (half, low) = (columns / 2, rows / 2)
        let sums = (0..<(half * low)).map { cell -> BeelineTensor in
            let first = cell / half * 2 * columns + cell % half * 2
            var sum = tensors[first]
            for other in [first + 1, first + columns, first + columns + 1] { sum += tensors[other] }
            return BeelineTensor(xx: sum.xx / 4, yy: sum.yy / 4, xy: sum.xy / 4)
        }
        return GradientCells(side: 2 * side, columns: half, rows: low, tensors: sums)
    }

    /// The mean over a cell and its eight neighbours.
    func smoothed() -> [BeelineTensor] {
        var smooth = tensors
        beeline_smooth_tensors(tensors, columns, rows, &smooth)
        return smooth
    }
}

extension BeelineTensor {
    static func += (sum: inout BeelineTensor, other: BeelineTensor) {
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

    /// The angle of the gradient in radians, from the x axis towards the y axis: across the bars.
    var angle: Double { atan2(Double(2 * xy), Double(xx - yy)) / 2 }
    var direction: Vector { Vector(cos(angle), sin(angle)) }
}
