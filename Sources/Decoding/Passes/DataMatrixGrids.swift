internal import CPixels
internal import Glibc

/// Finds Data Matrix codes, at any place and tilt, also light on dark, and draws them again module by module.
///
/// Two sides of a code are solid and stand together, so that they are one connected part of the picture, whose hull has
/// them for sides. From their ends the other two sides go, which alternate: their runs show how many modules there are
/// (ISO/IEC 16022, section 5.2). The lines between the regions of a large code, at which a decoder's own search may
/// end, are known then.
enum DataMatrixGrids {
    /// Each code, drawn again; not more than ``most``.
    static func parts(of scales: PictureScales) -> [DerivedImage] {
        var finder = Finder(scales: scales)
        finder.search(scales.whole.binary)
        // Dots become lines.
        finder.search(scales.picture.image.averaged(radius: 1).flatMap(BinaryPicture.init))
        for scale in scales.forModules(least: 24).dropFirst() { finder.search(scale.binary) }
        return finder.found.sorted { $0.fit > $1.fit }.map(\.part)
    }

    /// A tray has a hundred.
    private static let most = 200
    /// What one code may be read as, at several scales.
    private static let mostOfOne = 3

    private struct Found {
        let middle: Vector
        let side: Double
        let fit: Double
        let part: DerivedImage
    }

    private struct Finder {
        let scales: PictureScales
        private(set) var found: [Found] = []

        init(scales: PictureScales) { self.scales = scales }

        /// Looks at the picture at some scale, or blurred.
        mutating func search(_ binary: BinaryPicture?) {
            guard let binary else { return }
            let picture = scales.picture
            let factor = Double(picture.image.width) / Double(binary.width)
            for value in [UInt8(1), 0] {
                guard let whole = value == 1 ? picture.image : scales.inverted(halved: 0) else { continue }
                for border in SolidCorner.all(in: binary, value: value) where found.count < most {
                    let middle = (border.first + border.last) / 2 * factor
                    let before = found.filter { ($0.middle - middle).length < $0.side / 2 }
                    guard !before.contains(where: { $0.fit > clearFit }), before.count < mostOfOne,
                        let (grid, layout, fit) = DataMatrixGrids.grid(on: border, binary, value, factor, in: whole)
                    else { continue }
                    let part = grid.drawn(in: whole, known: layout.known, of: picture)
                    let side = (border.first - border.last).length * factor
                    found.append(Found(middle: middle, side: side, fit: fit, part: part))
                }
            }
        }
    }

    /// The modules of a code that has these solid sides.
    private static func grid(
        on border: SolidCorner, _ binary: BinaryPicture, _ value: UInt8, _ factor: Double, in image: GrayImage
    ) -> (ModuleGrid, DataMatrixLayout, Double)? {
        let right = AlternatingSide.likely(
            from: border.first, border.corner, along: border.last - border.corner, in: binary, value)
        let top = AlternatingSide.likely(
            from: border.last, border.corner, along: border.first - border.corner, in: binary, value)
        guard !right.isEmpty || !top.isEmpty else { return nil }
        var likely: [(fit: Double, grid: ModuleGrid, layout: DataMatrixLayout)] = []
        // Where one side is not seen to alternate, it is parallel to the one opposite.
        for right in right.isEmpty ? [border.right] : right {
            for top in top.isEmpty ? [border.top] : top {
                guard let corner = right.meets(top) else { continue }
                let corners = [border.last, corner, border.first, border.corner].map { $0 * factor }
                for layout in DataMatrixLayout.near(columns: top.modules, rows: right.modules) {
                    guard let grid = ModuleGrid(columns: layout.columns, rows: layout.rows, corners: corners),
                        border.isAlike(layout)
                    else { continue }
                    let fit = grid.fit(in: image, known: layout.known)
                    if fit > leastFirstFit { likely.append((fit, grid, layout)) }
                }
            }
        }
        // Of a code of another size a part of the borders fits, so that only the end shows which it is.
        var best: (fit: Double, grid: ModuleGrid, layout: DataMatrixLayout)?
        for (_, grid, layout) in likely.sorted(by: { $0.fit > $1.fit }).prefix(mostTried) {
            guard var framed = grid.part(left: -1, top: -1, columns: layout.columns + 2, rows: layout.rows + 2) else {
                continue
            }
            framed.refine(in: image, known: layout.framed, onlyKnown: true, reach: 0.7)
            guard framed.fit(in: image, known: layout.framed) > leastSecondFit else { continue }
            framed.refine(in: image, known: layout.framed, reach: 0.3)
            guard let grid = framed.part(left: 1, top: 1, columns: layout.columns, rows: layout.rows) else { continue }
            let fit = grid.fit(in: image, known: layout.known)
            if fit > max(leastFit, best?.fit ?? 0) { best = (fit, grid, layout) }
            if fit > clearFit { break }
        }
        return best.map { ($0.grid, $0.layout, $0.fit) }
    }

    private static let mostTried = 3
    /// So well no other size would.
    private static let clearFit = 0.9
    /// How well the borders fit: below it there is no code.
    private static let leastFit = 0.55
    /// The same before they are followed.
    private static let leastFirstFit = 0.3
    /// The same when they are followed, but not the modules within.
    private static let leastSecondFit = 0.45
}

/// Two straight sides that are all dark, or all light, and the area between them.
private struct SolidCorner {
    /// The far end of the lower side.
    let first: Vector
    let corner: Vector
    /// The far end of the left side.
    let last: Vector

    static func all(in binary: BinaryPicture, value: UInt8) -> [SolidCorner] {
        // Noise has more of them; at half the scale it has less.
        let most = min(Int(Int32.max), binary.isDark.count / 4)
        let runs = [BeelineRun](unsafeUninitializedCapacity: most) { runs, count in
            guard let runs = runs.baseAddress else { return }
            count = beeline_parts(binary.isDark, binary.width, binary.height, value, runs, most)
        }
        var corners: [SolidCorner] = []
        for (index, run) in runs.enumerated() where Int(run.part) == index && corners.count < mostCorners {
            guard run.right - run.left >= leastSide, run.bottom - run.row >= leastSide,
                // What reaches from side to side is what codes stand on.
                run.right - run.left < binary.width, run.bottom - run.row < binary.height - 1
            else { continue }
            corners += Self.corners(of: hull(of: index, runs), binary, value)
        }
        return corners
    }

    private static let mostCorners = 600
    /// In pixels: eight modules.
    private static let leastSide: Int32 = 11

    private static func hull(of part: Int, _ runs: [BeelineRun]) -> [Vector] {
        var rows: [BusyPatches.PixelRow] = []
        var next = part
        while next >= 0 {
            // All runs of a row follow each other.
            var (left, right) = (runs[next].start, runs[next].end)
            let row = runs[next].row
            while next >= 0, runs[next].row == row {
                (left, right) = (min(left, runs[next].start), max(right, runs[next].end))
                next = Int(runs[next].next)
            }
            rows.append(BusyPatches.PixelRow(y: Int(row), left: Int(left), right: Int(right)))
        }
        return BusyPatches.hull(of: rows)
    }

    /// The corners in which two long sides of a hull meet. It goes round clockwise.
    private static func corners(of hull: [Vector], _ binary: BinaryPicture, _ value: UInt8) -> [SolidCorner] {
        guard hull.count >= 3 else { return [] }
        let extent = hull.reduce(0) { max($0, ($1 - hull[0]).length) }
        let sides = sides(of: hull, within: max(1.1, extent * 0.012))
        let long = sides.filter { ($0.to - $0.from).length >= max(Double(leastSide), extent * 0.22) }
        guard (2...8).contains(long.count) else { return [] }
        return long.indices.compactMap { index in
            let (lower, left) = (long[index], long[(index + 1) % long.count])
            let (one, other) = (lower.to - lower.from, left.to - left.from)
            // Between them only what blur has rounded.
            guard (left.from - lower.to).length <= 0.16 * min(one.length, other.length) + 2 else { return nil }
            let sine = one.cross(other) / (one.length * other.length)
            guard sine > 0.5, one.length < 5 * other.length, other.length < 5 * one.length else { return nil }
            let corner = lower.from + one * ((left.from - lower.from).cross(other) / one.cross(other))
            guard isSolid(lower.from, corner, binary, value), isSolid(corner, left.to, binary, value) else {
                return nil
            }
            return SolidCorner(first: lower.from, corner: corner, last: left.to)
        }
    }

    /// The hull's sides where corners that are hardly any are left out (Ramer, Douglas and Peucker).
    private static func sides(of hull: [Vector], within tolerance: Double) -> [(from: Vector, to: Vector)] {
        // Two corners that stay: the one furthest from the first, and the one furthest from that.
        func furthest(from place: Vector) -> Int {
            hull.indices.max { (hull[$0] - place).length < (hull[$1] - place).length } ?? 0
        }
        let start = furthest(from: hull[0])
        let turned = Array(hull[start...] + hull[..<start]) + [hull[start]]
        var isKept = Array(repeating: false, count: turned.count)
        let far = turned.indices.max { (turned[$0] - turned[0]).length < (turned[$1] - turned[0]).length } ?? 0
        for index in [0, far, turned.count - 1] { isKept[index] = true }
        var open = [(0, far), (far, turned.count - 1)]
        while let (from, to) = open.popLast() {
            guard to > from + 1 else { continue }
            let side = turned[to] - turned[from]
            let length = max(side.length, 1e-9)
            guard
                let middle = ((from + 1)..<to).max(by: {
                    abs(side.cross(turned[$0] - turned[from])) < abs(side.cross(turned[$1] - turned[from]))
                }), abs(side.cross(turned[middle] - turned[from])) / length > tolerance
            else { continue }
            isKept[middle] = true
            open += [(from, middle), (middle, to)]
        }
        let kept = turned.indices.filter { isKept[$0] }.map { turned[$0] }
        return zip(kept, kept.dropFirst()).map { ($0, $1) }
    }

    /// Whether nearly all is of a value along a side, at some depth.
    private static func isSolid(_ from: Vector, _ to: Vector, _ binary: BinaryPicture, _ value: UInt8) -> Bool {
        let length = (to - from).length
        let along = (to - from) / length
        let count = Int(length)
        return [1.0, 1.8, 3].contains { depth in
            guard depth < length / 8 else { return false }
            let solid = (0..<count).count { step in
                binary.isDark(at: from + along * (Double(step) + 0.5) + along.turned * depth) == (value == 1)
            }
            return Double(solid) >= 0.93 * Double(count)
        }
    }
}

/// A side of a code that alternates, from the end of a solid one on.
private struct AlternatingSide {
    let from: Vector
    /// Of length 1.
    let direction: Vector
    /// 0 where they could not be counted.
    let modules: Int
    /// How long the solid side is that lies opposite, in pixels.
    let opposite: Double

    private init(from: Vector, direction: Vector, modules: Int, opposite: Double) {
        (self.from, self.direction, self.modules, self.opposite) = (from, direction, modules, opposite)
    }

    init(from: Vector, parallel along: Vector) {
        self.init(from: from, direction: along / max(along.length, 1e-9), modules: 0, opposite: along.length)
    }

    /// What it may be: at most two, the one that shows most often first. `from` is the end of the solid side whose
    /// other one is `corner`; `along` the other solid side, to which this one is nearly parallel.
    static func likely(
        from: Vector, _ corner: Vector, along: Vector, in binary: BinaryPicture, _ value: UInt8
    ) -> [AlternatingSide] {
        let inward = (corner - from) / max((corner - from).length, 1e-9)
        let base = along / max(along.length, 1e-9)
        // So small a turn moves the far end by less than a pixel.
        let turns = min(max(Int(widest * along.length), 8), 300)
        var seen: [Int: [Int]] = [:]
        for depth in depths where depth < along.length / 8 {
            for turn in -turns...turns {
                let angle = widest * Double(turn) / Double(turns)
                let direction = base * cos(angle) + base.turned * sin(angle)
                let start = from + inward * depth + base * 0.5
                var length = 0.0
                let count = beeline_alternating(
                    binary.isDark, binary.width, binary.height, value, start.x, start.y, direction.x, direction.y,
                    along.length / 4, &length)
                // The last module is light, as the area after it is.
                let modules = (count + 1) / 2 * 2
                let whole = (length + 0.5) / Double(max(count, 1)) * Double(modules)
                guard modules >= 8, modules <= 144, whole > 0.5 * along.length, whole < 1.8 * along.length,
                    depth < 1.1 * whole / Double(modules)
                else { continue }
                seen[modules, default: []].append(turn)
            }
        }
        let sorted = seen.sorted {
            ($0.value.count * $0.key, $0.key) > ($1.value.count * $1.key, $1.key)
        }
        return sorted.prefix(2).map { modules, places in
            let turn = places.sorted()[places.count / 2]
            let angle = widest * Double(turn) / Double(turns)
            return AlternatingSide(
                from: from, direction: base * cos(angle) + base.turned * sin(angle), modules: modules,
                opposite: along.length)
        }
    }

    /// By how much the sides of a tilted code are not parallel, in radians.
    private static let widest = 0.36
    private static let depths = [0.8, 1.5, 2.8, 5, 9]

    /// The corner in which two such sides meet, if it is about as far away as the sides are long.
    func meets(_ other: AlternatingSide) -> Vector? {
        let cross = direction.cross(other.direction)
        guard abs(cross) > 0.2 else { return nil }
        let reach = (other.from - from).cross(other.direction) / cross
        let place = from + direction * reach
        let shares = [reach / opposite, (place - other.from).dot(other.direction) / other.opposite]
        return shares.allSatisfy { (0.55...1.7).contains($0) } ? place : nil
    }
}

extension SolidCorner {
    /// The side opposite the solid left one, if it is parallel to that; of any number of modules.
    fileprivate var right: AlternatingSide { AlternatingSide(from: first, parallel: last - corner) }
    fileprivate var top: AlternatingSide { AlternatingSide(from: last, parallel: first - corner) }

    /// Whether the modules of a layout would be nearly square.
    fileprivate func isAlike(_ layout: DataMatrixLayout) -> Bool {
        let wide = (first - corner).length / Double(layout.columns)
        let high = (last - corner).length / Double(layout.rows)
        return wide < 2.2 * high && high < 2.2 * wide
    }
}

/// How a Data Matrix of a size looks beside its data (ISO/IEC 16022, table 7).
struct DataMatrixLayout: Equatable {
    let columns: Int
    let rows: Int
    /// For each module 1 if it is dark, -1 if it is light, 0 where it is of the data.
    let known: [Int8]
    /// The same with one module of the quiet zone on each side.
    let framed: [Int8]

    private static let all: [DataMatrixLayout] =
        stride(from: 10, through: 26, by: 2).map { square($0, 1) } + [32, 36, 40, 44, 48, 52].map { square($0, 2) }
        + [64, 72, 80, 88, 96, 104].map { square($0, 4) } + [120, 132, 144].map { square($0, 6) }
        + [(18, 8, 1), (32, 8, 2), (26, 12, 1), (36, 12, 2), (36, 16, 2), (48, 16, 2)].map {
            DataMatrixLayout(columns: $0, rows: $1, across: $2, down: 1)
        }

    private static func square(_ side: Int, _ regions: Int) -> DataMatrixLayout {
        DataMatrixLayout(columns: side, rows: side, across: regions, down: regions)
    }

    /// `across` regions stand side by side, and `down` above each other.
    private init(columns: Int, rows: Int, across: Int, down: Int) {
        let (wide, high) = (columns / across, rows / down)
        let known = (0..<(columns * rows)).map { index -> Int8 in
            let (x, y) = (index % columns % wide, index / columns % high)
            if x == 0 || y == high - 1 { return 1 }
            if y == 0 { return x % 2 == 0 ? 1 : -1 }
            return x == wide - 1 ? (y % 2 == 1 ? 1 : -1) : 0
        }
        let framed = (0..<((columns + 2) * (rows + 2))).map { index in
            let (x, y) = (index % (columns + 2) - 1, index / (columns + 2) - 1)
            return (0..<columns).contains(x) && (0..<rows).contains(y) ? known[y * columns + x] : -1
        }
        (self.columns, self.rows, self.known, self.framed) = (columns, rows, known, framed)
    }

    /// Those of about so many modules: some may be miscounted, and all on one side where the code is square.
    static func near(columns: Int, rows: Int) -> [DataMatrixLayout] {
        all.filter { layout in
            let isWide = abs(layout.columns - columns) <= max(2, columns / 12)
            let isHigh = abs(layout.rows - rows) <= max(2, rows / 12)
            return isWide && isHigh || (isWide || isHigh) && layout.columns == layout.rows
        }
    }
}
