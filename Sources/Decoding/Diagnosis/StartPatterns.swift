internal import BeelineSymbols

/// Finds PDF417 codes by the patterns with which their rows start and stop (ISO/IEC 15438, 5.3.2 and 5.3.3), which run
/// through from the top to the bottom.
enum StartPatterns {
    static func regions(in picture: BinaryPicture, _ patches: BusyPatches) -> [CodeRegion] {
        let lying = columns(in: picture)
        let standing = columns(in: picture.transposed()).map { column in
            Column(
                module: column.module, first: Vector(column.first.y, column.first.x),
                last: Vector(column.last.y, column.last.x), lastRow: column.lastRow, lastX: column.lastX)
        }
        return (lying + standing).compactMap { region($0, patches) }
    }

    /// A start or stop pattern over several rows of pixels.
    private struct Column {
        var module: Double
        /// Its middle in the first row.
        var first: Vector
        /// Its middle in the last row.
        var last: Vector
        var lastRow: Int
        var lastX: Double
        var count = 1
    }

    private static func columns(in picture: BinaryPicture) -> [Column] {
        var open: [Column] = []
        var done: [Column] = []
        var bounds: [Int] = []
        for y in 0..<picture.height {
            picture.bounds(inRow: y, &bounds)
            guard bounds.count > 10 else { continue }
            for index in 0..<(bounds.count - 8) {
                let isDark = picture.isDark[y * picture.width + bounds[index]] != 0
                guard let (middle, module) = match(bounds, from: index, isDark: isDark) else { continue }
                let place = Vector(middle, Double(y))
                if let near = open.firstIndex(where: {
                    abs($0.lastX - middle) <= max(1.5, $0.module) && y - $0.lastRow <= 3 && y > $0.lastRow
                }) {
                    open[near].module =
                        (open[near].module * Double(open[near].count) + module)
                        / Double(open[near].count + 1)
                    open[near].count += 1
                    (open[near].last, open[near].lastRow, open[near].lastX) = (place, y, middle)
                } else if open.count < 200 {
                    open.append(Column(module: module, first: place, last: place, lastRow: y, lastX: middle))
                }
            }
            done += open.filter { y - $0.lastRow > 3 }
            open.removeAll { y - $0.lastRow > 3 }
        }
        done += open
        // The lowest code has three rows of three modules.
        return done.filter { $0.count >= 5 && Double($0.lastRow) - $0.first.y >= 6 * $0.module }
    }

    /// Start and stop from their dark bar on, as far as both have eight runs.
    private static let forwards = [[8, 1, 1, 1, 1, 1, 1, 3], [7, 1, 1, 3, 1, 1, 1, 2]]
    /// The same in a code that is upside down.
    private static let backwards = [[3, 1, 1, 1, 1, 1, 1, 8], [2, 1, 1, 1, 3, 1, 1, 7]]

    /// The middle of the pattern that begins at a bound, and its module.
    private static func match(_ bounds: [Int], from first: Int, isDark: Bool) -> (middle: Double, module: Double)? {
        // The long bar is dark.
        let long = isDark ? bounds[first + 1] - bounds[first] : bounds[first + 8] - bounds[first + 7]
        guard 3 * long >= bounds[first + 8] - bounds[first] else { return nil }
        for pattern in isDark ? forwards : backwards {
            guard let module = RunPattern.module(bounds, from: first, pattern, modules: 17) else { continue }
            return (Double(bounds[first] + bounds[first + 8]) / 2, module)
        }
        return nil
    }

    private static func region(_ column: Column, _ patches: BusyPatches) -> CodeRegion? {
        let middle = (column.first + column.last) / 2
        let edge = column.last - column.first
        guard edge.length > 0 else { return nil }
        // Across the bars, and as far as the picture is busy in that direction.
        let across = edge / edge.length
        let along = Vector(across.y, -across.x)
        let module = column.module * max(abs(along.x), abs(along.y))
        var from = -9 * module
        var to = 9 * module
        if let patch = patches.patch(around: middle),
            abs(patch.along.cross(along)) < 0.2 || abs(patch.along.dot(along)) < 0.2
        {
            let half = (abs(patch.along.dot(along)) > 0.7 ? patch.length : patch.height) / 2
            let offset = (patch.middle - middle).dot(along)
            from = min(from, offset - half)
            to = max(to, offset + half)
        }
        let outline = Outline(around: middle + along * ((from + to) / 2), along: along, to - from, edge.length)
        return CodeRegion(kind: .pdf417, outline: outline, module: module, certainty: 0.9)
    }
}
