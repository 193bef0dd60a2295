internal import BeelineSymbols
internal import CPixels

/// Rectangular parts of a picture that are full of edges in all directions, as matrix codes are, wherever they stand.
///
/// On a busy background a code and its surroundings are one patch (see ``BusyPatches``). But its modules are black and
/// white and lie close together, so that it has more edges than its surroundings, and its quiet zone has none. So
/// blocks are searched for at several strengths: at one of them a code appears as a rectangle.
enum TexturedBlocks {
    /// An upright box in pixels, with a margin; within the picture.
    struct Block: Hashable {
        let x: Int
        let y: Int
        let width: Int
        let height: Int
        /// How much it looks like a code; more is likelier.
        let likelihood: Double
    }

    /// The blocks, the likeliest first; of those that show nearly the same the likeliest.
    ///
    /// - Parameter most: how many at most. A frame of a video has little time.
    static func blocks(in scale: PictureScales.Scale, most: Int = 24) -> [Block] {
        let (image, cells) = (scale.picture.image, scale.gradients)
        var found: [Block] = []
        // Large modules leave some fine cells without an edge.
        for cells in [cells, cells.coarser] {
            guard cells.columns >= leastCells, cells.rows >= leastCells else { continue }
            let strengths = cells.smoothed().map { $0.texture }
            for level in levels {
                found += parts(of: strengths, columns: cells.columns, above: level).compactMap {
                    block($0, of: cells.side, in: image)
                }
            }
        }
        var kept: [Block] = []
        for block in found.sorted(by: { $0.likelihood > $1.likelihood }) where kept.count < most {
            if !kept.contains(where: { $0.isAlike(block) }) { kept.append(block) }
        }
        return kept
    }

    /// In grays a pixel: faint and blurred codes reach 4, sharp ones in black and white 40.
    private static let levels: [Float] = [3.5, 5, 7, 10, 14, 19, 25, 32, 40]
    /// The sides of the smallest block, in cells, half of which may be its margin.
    private static let leastCells = 3
    /// The largest is so many parts of the picture: what is larger, the whole picture shows as well.
    private static let mostShare = 4
    /// How much of the rectangle that it is most like a block fills.
    private static let leastFill = 0.62
    /// How long it may be for its height: the longest Data Matrix has 8 by 32 modules (ISO/IEC 16022, table 7).
    private static let mostStretch = 4.4

    /// Cells that touch each other by their sides, by what is to be known of them.
    private struct Part {
        var columns: ClosedRange<Int>
        var rows: ClosedRange<Int>
        var count = 0.0
        var strength = 0.0
        /// Sums of columns and rows and of their products.
        var x = 0.0, y = 0.0, xx = 0.0, yy = 0.0, xy = 0.0

        init(column: Int, row: Int) { (columns, rows) = (column...column, row...row) }

        mutating func add(column: Int, row: Int, strength: Float) {
            columns = min(columns.lowerBound, column)...max(columns.upperBound, column)
            rows = min(rows.lowerBound, row)...max(rows.upperBound, row)
            let (column, row) = (Double(column), Double(row))
            count += 1
            self.strength += Double(strength)
            x += column
            y += row
            xx += column * column
            yy += row * row
            xy += column * row
        }

        /// The sides of the rectangle, in whatever direction, that has the same moments.
        var sides: (long: Double, short: Double) {
            let (x, y) = (x / count, y / count)
            // A cell has a moment of its own.
            let (xx, yy, xy) = (xx / count - x * x + 1 / 12, yy / count - y * y + 1 / 12, xy / count - x * y)
            let (mean, difference) = ((xx + yy) / 2, (xx - yy) / 2)
            let spread = (difference * difference + xy * xy).squareRoot()
            return ((12 * (mean + spread)).squareRoot(), (12 * max(0, mean - spread)).squareRoot())
        }
    }

    private static func parts(of strengths: [Float], columns: Int, above level: Float) -> [Part] {
        var isLeft = strengths.map { $0 >= level }
        let rows = strengths.count / columns
        var parts: [Part] = []
        var next: [Int] = []
        for start in isLeft.indices where isLeft[start] {
            isLeft[start] = false
            next.append(start)
            var part = Part(column: start % columns, row: start / columns)
            while let cell = next.popLast() {
                let (row, column) = cell.quotientAndRemainder(dividingBy: columns)
                part.add(column: column, row: row, strength: strengths[cell])
                func take(_ other: Int) {
                    guard isLeft[other] else { return }
                    isLeft[other] = false
                    next.append(other)
                }
                if column > 0 { take(cell - 1) }
                if column < columns - 1 { take(cell + 1) }
                if row > 0 { take(cell - columns) }
                if row < rows - 1 { take(cell + columns) }
            }
            if part.count >= Double(leastCells * leastCells) { parts.append(part) }
        }
        return parts
    }

    /// The block of a part that is a rectangle, more or less, in whatever direction; nil for any other.
    private static func block(_ part: Part, of size: Int, in image: GrayImage) -> Block? {
        let (long, short) = part.sides
        guard short >= Double(leastCells) - 0.5, long <= mostStretch * short else { return nil }
        let fill = min(1, part.count / (long * short))
        guard fill >= leastFill else { return nil }
        let side = Double(size)
        // The mean over nine cells reaches a cell further than the edges do.
        let margin = Int(6 + short * side / 10)
        let left = max(0, part.columns.lowerBound * size - margin)
        let top = max(0, part.rows.lowerBound * size - margin)
        let right = min(image.width, (part.columns.upperBound + 1) * size + margin)
        let bottom = min(image.height, (part.rows.upperBound + 1) * size + margin)
        guard (right - left) * (bottom - top) * mostShare <= image.pixels.count else { return nil }
        let likelihood = fill * fill * (short / long) * (short * side).squareRoot() * part.strength / part.count
        return Block(x: left, y: top, width: right - left, height: bottom - top, likelihood: likelihood)
    }
}

extension TexturedBlocks.Block {
    /// Whether it shows nearly the same as another one.
    fileprivate func isAlike(_ other: Self) -> Bool {
        let across = min(x + width, other.x + other.width) - max(x, other.x)
        let down = min(y + height, other.y + other.height) - max(y, other.y)
        guard across > 0, down > 0 else { return false }
        let shared = across * down
        return 10 * shared >= 7 * (width * height + other.width * other.height - shared)
    }
}

extension BeelineTensor {
    /// How much it changes in the direction in which it changes least, in grays a pixel: nothing along parallel edges.
    fileprivate var texture: Float {
        let difference = xx - yy
        let most = (difference * difference + 4 * xy * xy).squareRoot()
        return max(0, (energy - most) / 2).squareRoot()
    }
}
