internal import BeelineSymbols
internal import Glibc

/// Finds QR codes by their three finder patterns: squares in squares, 1:1:3:1:1 in every direction (ISO/IEC 18004, 6.3.3).
enum FinderPatterns {
    static func regions(in picture: BinaryPicture) -> [CodeRegion] {
        let patterns = patterns(in: picture)
        var regions: [CodeRegion] = []
        var isUsed = Array(repeating: false, count: patterns.count)
        for first in patterns.indices {
            for second in patterns.indices.dropFirst(first + 1) {
                for third in patterns.indices.dropFirst(second + 1) {
                    let indices = [first, second, third]
                    guard !indices.contains(where: { isUsed[$0] }),
                        let region = region(of: indices.map { patterns[$0] })
                    else { continue }
                    for index in indices { isUsed[index] = true }
                    regions.append(region)
                }
            }
        }
        return regions
    }

    private struct Pattern {
        var middle: Vector
        var module: Double
        var isDark: Bool
        /// The rows in which it was seen.
        var count = 1
    }

    /// The most that are compared with each other: there are as many triples as its third power by six.
    private static let most = 24

    /// Those that most rows have shown.
    private static func patterns(in picture: BinaryPicture) -> [Pattern] {
        var found: [Pattern] = []
        shape.search(picture) { row, index, module in
            let inner = row[index + 3] - row[index + 2]
            guard inner >= 2, inner > row[index + 2] - row[index + 1], inner > row[index + 4] - row[index + 3]
            else { return true }
            let x = Double(row[index + 2] + row[index + 3]) / 2
            if let pattern = checked(picture, Vector(x, Double(row.y) + 0.5), module) {
                merge(pattern, into: &found)
            }
            return true
        }
        return Array(
            found.filter { Double($0.count) >= max(3, leastRows * $0.module) }.sorted { $0.count > $1.count }.prefix(
                most))
    }

    /// How many rows have to show one, for each pixel of its module: the core has three.
    private static let leastRows = 1.5
    /// How many times as high as wide they may be, or as wide as high.
    private static let stretch = 1.6
    private static let shape = RunPatterns([1, 1, 3, 1, 1])

    /// The pattern that a row may have shown, if it looks the same from above and across both ways.
    private static func checked(_ picture: BinaryPicture, _ place: Vector, _ module: Double) -> Pattern? {
        guard let isDark = picture.isDark(at: place) else { return nil }
        func size(_ direction: Vector) -> Double? {
            guard let runs = picture.runs(through: place, along: direction, each: 2, longest: 8 * module) else {
                return nil
            }
            return shape.module(runs)
        }
        guard let vertical = size(Vector(0, 1)), vertical < stretch * module, module < stretch * vertical else {
            return nil
        }
        let slope = 0.5.squareRoot()
        // In a small one a diagonal is too rough to be measured.
        if module >= 2, size(Vector(slope, slope)) == nil, size(Vector(slope, -slope)) == nil { return nil }
        return Pattern(middle: place, module: (module + vertical) / 2, isDark: isDark)
    }

    private static func merge(_ pattern: Pattern, into found: inout [Pattern]) {
        let near = found.firstIndex {
            $0.isDark == pattern.isDark && ($0.middle - pattern.middle).length < 2 * max($0.module, pattern.module)
        }
        guard let near else {
            if found.count < 500 { found.append(pattern) }
            return
        }
        let count = Double(found[near].count)
        found[near].middle = (found[near].middle * count + pattern.middle) / (count + 1)
        found[near].module = (found[near].module * count + pattern.module) / (count + 1)
        found[near].count += 1
    }

    /// The code that has these three patterns in its corners, if they are equal and make half a square.
    private static func region(of patterns: [Pattern]) -> CodeRegion? {
        let modules = patterns.map(\.module)
        guard let least = modules.min(), let greatest = modules.max(), greatest < 1.5 * least,
            patterns.allSatisfy({ $0.isDark == patterns[0].isDark })
        else { return nil }
        // The corner between the other two is opposite the longest side.
        let middles = patterns.map(\.middle)
        func opposite(_ index: Int) -> Double { (middles[(index + 1) % 3] - middles[(index + 2) % 3]).length }
        guard let corner = (0..<3).max(by: { opposite($0) < opposite($1) }) else { return nil }
        let topLeft = middles[corner]
        var right = middles[(corner + 1) % 3] - topLeft
        var down = middles[(corner + 2) % 3] - topLeft
        if right.cross(down) < 0 { swap(&right, &down) }
        let ratio = right.length / down.length
        let cosine = right.dot(down) / (right.length * down.length)
        guard ratio > 0.65, ratio < 1.55, abs(cosine) < 0.4 else { return nil }
        // The runs along a row are longer than the modules of a turned code.
        let angle = atan2(abs(right.y), abs(right.x))
        let module = modules.reduce(0, +) / 3 * max(cos(angle), sin(angle))
        // From middle to middle there are 14 modules in the smallest version and 170 in the largest.
        let modulesBetween = (right.length + down.length) / 2 / module
        guard modulesBetween > 10, modulesBetween < 190 else { return nil }
        let outward = 3.5 / modulesBetween
        let origin = topLeft - (right + down) * outward
        let across = right * (1 + 2 * outward)
        let below = down * (1 + 2 * outward)
        let outline = Outline(
            topLeft: Point(origin), topRight: Point(origin + across), bottomRight: Point(origin + across + below),
            bottomLeft: Point(origin + below))
        // The version is the one whose width comes nearest; that of the middles is 4 times it and 10.
        let version = max(1, min(40, ((modulesBetween - 10) / 4).rounded()))
        let exact = (right.length + down.length) / 2 / (4 * version + 10)
        return CodeRegion(kind: .qr, outline: outline, module: exact, certainty: 1 - abs(cosine) / 2)
    }
}

/// Finds Aztec codes by the rings in their middle (ISO/IEC 24778, 5.2).
enum BullsEyes {
    static func regions(in picture: BinaryPicture, _ patches: BusyPatches) -> [CodeRegion] {
        eyes(in: picture).map { eye in region(eye.middle, eye.module, patches) }
    }

    /// The middles of such rings, and how wide a module is along a row; not more than ``most``, the clearest first.
    static func eyes(in picture: BinaryPicture) -> [(middle: Vector, module: Double)] {
        var found: [(middle: Vector, module: Double, clearness: Double)] = []
        shape.search(picture) { row, index, module in
            let total = row[index + 7] - row[index]
            let inner = row[index + 4] - row[index + 3]
            guard inner * 4 <= total, inner * 12 >= total else { return true }
            let place = Vector(Double(row[index + 3] + row[index + 4]) / 2, Double(row.y) + 0.5)
            guard let clearness = clearness(picture, place, module) else { return true }
            if let near = found.firstIndex(where: { ($0.middle - place).length < 4 * $0.module }) {
                if clearness > found[near].clearness { found[near] = (place, module, clearness) }
            } else {
                found.append((place, module, clearness))
            }
            return found.count < mostCompared
        }
        return found.sorted { $0.clearness > $1.clearness }.prefix(most).map { ($0.middle, $0.module) }
    }

    /// In noise there are some that are none.
    private static let mostCompared = 1024
    private static let most = 8

    /// Across the middle the innermost rings are as wide as the middle itself.
    private static let shape = RunPatterns([1, 1, 1, 1, 1, 1, 1])

    /// In how many directions the rings are there, the more the larger they are; nil where that is chance. Each line
    /// through the middle of squares in squares, and of what they become when they are turned and tilted, crosses all
    /// of them in equal parts.
    private static func clearness(_ picture: BinaryPicture, _ middle: Vector, _ module: Double) -> Double? {
        guard module >= 1.2,
            let vertical = picture.runs(through: middle, along: Vector(0, 1), each: 3, longest: 3 * module),
            let height = shape.module(vertical), height < 2 * module, module < 2 * height
        else { return nil }
        let longest = 4 * max(module, height)
        let count = directions.count { direction in
            picture.runs(through: middle, along: direction, each: 3, longest: longest)
                .flatMap { shape.module($0) } != nil
        }
        // What is small is too rough for some.
        let least = module < 2.5 ? 3 : 4
        return count < least ? nil : Double(count) * (1 + min(module, height).squareRoot() / 4)
    }

    /// Beside the row and the column, which are looked at first.
    private static let directions = [1, 2, 3, 5, 6, 7].map { (eighth: Int) -> Vector in
        let angle = Double(eighth) * .pi / 8
        return Vector(cos(angle), sin(angle))
    }

    private static func region(_ middle: Vector, _ module: Double, _ patches: BusyPatches) -> CodeRegion {
        // The code is square with the rings in its middle, so what reaches further on one side is something else.
        var half = 7.5 * module
        var along = Vector(1, 0)
        var certainty = 0.8
        if let patch = patches.patch(around: middle) {
            let offset = middle - patch.middle
            let room = min(
                patch.length / 2 - abs(offset.dot(patch.along)), patch.height / 2 - abs(offset.dot(patch.along.turned)))
            if room >= 6 * module {
                (half, along) = (room, patch.along)
                certainty = 0.9
            }
        }
        let outline = Outline(around: middle, along: along, 2 * half, 2 * half)
        let stretch = max(abs(along.x), abs(along.y))
        return CodeRegion(kind: .aztec, outline: outline, module: module * stretch, certainty: certainty)
    }
}

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
        RunRow.forEach(in: picture) { row in
            guard row.count > 10 else { return true }
            let y = row.y
            let isDark = picture.isDark[y * picture.width] != 0
            var first = 0
            while let (index, module) = (isDark ? darkFirst : lightFirst).next(in: row, from: first) {
                first = index + 1
                // The long bar is dark.
                let long = isDark == (index % 2 == 0) ? row[index + 1] - row[index] : row[index + 8] - row[index + 7]
                guard 3 * long >= row[index + 8] - row[index] else { continue }
                let middle = Double(row[index] + row[index + 8]) / 2
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
            return true
        }
        done += open
        // The lowest code has three rows of three modules.
        return done.filter { $0.count >= 5 && Double($0.lastRow) - $0.first.y >= 6 * $0.module }
    }

    /// Start and stop from their dark bar on, as far as both have eight runs.
    private static let forwards = [[8, 1, 1, 1, 1, 1, 1, 3], [7, 1, 1, 3, 1, 1, 1, 2]]
    /// The same in a code that is upside down.
    private static let backwards = [[3, 1, 1, 1, 1, 1, 1, 8], [2, 1, 1, 1, 3, 1, 1, 7]]

    private static let darkFirst = RunPatterns(forwards, other: backwards)
    private static let lightFirst = RunPatterns(backwards, other: forwards)

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
