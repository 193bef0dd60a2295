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
