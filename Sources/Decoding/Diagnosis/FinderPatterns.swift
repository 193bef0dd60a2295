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

    private static func patterns(in picture: BinaryPicture) -> [Pattern] {
        var found: [Pattern] = []
        var bounds: [Int] = []
        for y in 0..<picture.height {
            picture.bounds(inRow: y, &bounds)
            guard bounds.count > 6 else { continue }
            for index in 0..<(bounds.count - 5) {
                // The inner run is the longest, which most rows are not even near to.
                let inner = bounds[index + 3] - bounds[index + 2]
                guard inner >= 2, inner > bounds[index + 2] - bounds[index + 1],
                    inner > bounds[index + 4] - bounds[index + 3]
                else { continue }
                guard let module = RunPattern.module(bounds, from: index, shape, modules: 7) else { continue }
                let x = Double(bounds[index + 2] + bounds[index + 3]) / 2
                guard let pattern = checked(picture, Vector(x, Double(y) + 0.5), module) else { continue }
                merge(pattern, into: &found)
            }
        }
        return Array(
            found.filter { Double($0.count) >= max(3, 1.5 * $0.module) }.sorted { $0.count > $1.count }.prefix(most))
    }

    private static let shape = [1, 1, 3, 1, 1]

    /// The pattern that a row may have shown, if it looks the same from above and across both ways.
    private static func checked(_ picture: BinaryPicture, _ place: Vector, _ module: Double) -> Pattern? {
        guard let isDark = picture.isDark(at: place) else { return nil }
        func size(_ direction: Vector) -> Double? {
            guard let runs = picture.runs(through: place, along: direction, each: 2, longest: 8 * module) else {
                return nil
            }
            return RunPattern.module(runs, shape)
        }
        guard let vertical = size(Vector(0, 1)), vertical < 1.6 * module, module < 1.6 * vertical else { return nil }
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
        func opposite(_ index: Int) -> Double {
            (middles[(index + 1) % 3] - middles[(index + 2) % 3]).length
        }
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
