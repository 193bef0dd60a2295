internal import CPixels
internal import Glibc

/// Where the modules of a QR code are in a picture, whatever the paper is like: a mesh, grown from the finder patterns.
///
/// Light and dark change between modules only. So where it is known about where the modules are and how large, the
/// changes in a small part of the code say where they are exactly: their strength, by the place in a module, is a wave,
/// and its phase is the error. Each node is predicted from its neighbours and put right so, the surest first. Alignment
/// patterns show where the prediction is off by whole modules.
struct QRMesh {
    let layout: QRLayout
    /// Columns, and rows, of nodes in modules, from 0 to the size of the code.
    let lines: [Double]
    /// In pixels, by rows.
    private(set) var places: [Vector]
    /// How sure a node is; 0 where it is not known yet.
    private var weights: [Double]
    /// Whether a finder pattern says where a node is.
    private let isFixed: [Bool]
    private let isAlignment: [Bool]
    private let image: GrayImage

    /// The modules in the image are dark on light. The frames are from the modules of the finder patterns at the top
    /// left, top right and bottom left to pixels.
    init?(_ layout: QRLayout, in image: GrayImage, frames: [Mapping]) {
        let size = Double(layout.size)
        let lines = Self.lines(of: layout)
        let count = lines.count
        var places = [Vector](repeating: .zero, count: count * count)
        var weights = [Double](repeating: 0, count: count * count)
        let side = FinderSquare.side
        for row in 0..<count {
            for column in 0..<count {
                let place = Vector(lines[column], lines[row])
                for (frame, origin) in zip(frames, [Vector(0, 0), Vector(size - side, 0), Vector(0, size - side)]) {
                    let inner = place - origin
                    guard inner.x >= 0, inner.y >= 0, inner.x <= side, inner.y <= side else { continue }
                    places[row * count + column] = frame(inner)
                    weights[row * count + column] = 1
                }
            }
        }
        isFixed = weights.map { $0 > 0 }
        isAlignment = (0..<(count * count)).map {
            // The middle of module 6 is at 6.5.
            let (x, y) = (lines[$0 % count] - 0.5, lines[$0 / count] - 0.5)
            guard x == x.rounded(), y == y.rounded() else { return false }
            return layout.isAlignment(column: Int(x), row: Int(y))
        }
        (self.layout, self.lines, self.places, self.weights, self.image) = (layout, lines, places, weights, image)
        guard grow() else { return nil }
    }

    /// In modules: as far as paper is flat enough.
    private static let spacing = 4.6

    private static func lines(of layout: QRLayout) -> [Double] {
        let size = Double(layout.size)
        let inner = layout.alignment.isEmpty ? [6.5, size - 6.5] : layout.alignment.map { Double($0) + 0.5 }
        let fixed = [0, 3.5] + inner + [size - 3.5, size]
        var lines = [0.0]
        for (from, to) in zip(fixed, fixed.dropFirst()) {
            let parts = max(1, ((to - from) / spacing).rounded(.up))
            lines += (1...Int(parts)).map { Double($0) == parts ? to : from + (to - from) * Double($0) / parts }
        }
        return lines
    }

    /// Finds one node after the other; false where the code is nowhere.
    private mutating func grow() -> Bool {
        let count = lines.count
        // How much is known around a node, and so how well its place is known.
        var promise = [Double](repeating: 0, count: weights.count)
        func around(_ node: Int) -> [Int] {
            let (row, column) = node.quotientAndRemainder(dividingBy: count)
            return (max(0, row - 1)...min(count - 1, row + 1)).flatMap { y in
                (max(0, column - 1)...min(count - 1, column + 1)).map { y * count + $0 }
            }
        }
        for node in weights.indices where weights[node] > 0 {
            for other in around(node) { promise[other] += weights[node] }
        }
        var left = weights.count { $0 == 0 }
        while left > 0 {
            var (node, most) = (0, 0.0)
            for other in weights.indices where weights[other] == 0 && promise[other] > most {
                (node, most) = (other, promise[other])
            }
            guard most > 0, let predicted = predicted(node, reach: 3) else { return false }
            var found = predicted
            var bonus = 0.0
            if isAlignment[node], let shift = alignmentShift(node, at: predicted) {
                found.place += predicted.right * shift.x + predicted.down * shift.y
                bonus = 1
            }
            let phase = phase(node, at: found)
            places[node] = found.place + found.right * phase.shift.x + found.down * phase.shift.y
            weights[node] = phase.certainty + bonus + Self.leastWeight
            for other in around(node) { promise[other] += weights[node] }
            left -= 1
        }
        return true
    }

    /// Checks each node again, now that it has neighbours on all sides. A node that they contradict was found in the
    /// wrong place; else it stays where it is, for folded paper is not smooth.
    mutating func settle() {
        for node in places.indices {
            guard var local = predicted(node, reach: 2) else { continue }
            let offset = places[node] - local.place
            let side = (local.right.length + local.down.length) / 2
            if offset.length < Self.mostOffset * side { local.place = places[node] }
            let phase = phase(node, at: local)
            places[node] = local.place + local.right * phase.shift.x + local.down * phase.shift.y
            weights[node] = phase.certainty + Self.leastWeight
        }
    }

    /// Looks again for the nodes that are more than so many modules from where those around them, without the nearest,
    /// say they are, and returns whether there were such. On crumpled paper whole parts of a mesh may have slipped by a
    /// module, and then their nearest neighbours have slipped with them.
    mutating func regrow(_ most: Double) -> Bool {
        let count = lines.count
        var isDropped = [Bool](repeating: false, count: places.count)
        for node in places.indices where !isFixed[node] {
            guard let local = predicted(node, reach: 3, beyond: 1) else { continue }
            let side = (local.right.length + local.down.length) / 2
            guard (places[node] - local.place).length > most * side else { continue }
            for other in places.indices where !isFixed[other] {
                if abs(other / count - node / count) <= 1, abs(other % count - node % count) <= 1 {
                    isDropped[other] = true
                }
            }
        }
        guard isDropped.contains(true), isDropped.contains(false) else { return false }
        for node in places.indices where isDropped[node] { weights[node] = 0 }
        for node in places.indices where isFixed[node] { weights[node] = 1 }
        guard grow() else { return false }
        settle()
        return true
    }

    /// In modules.
    private static let mostOffset = 0.6
    private static let leastWeight = 0.05

    /// A place, and the sides of a module there.
    private struct Local {
        var place: Vector
        var right: Vector
        var down: Vector
    }

    /// Where a node must be by its neighbours, `reach` lines of nodes on each side but for the nearest `beyond` ones: a
    /// quadratic polynomial by least squares, which is kept from bending more than they ask for.
    private func predicted(_ node: Int, reach: Int, beyond: Int = 0) -> Local? {
        let count = lines.count
        let (row, column) = node.quotientAndRemainder(dividingBy: count)
        var normal = [Double](repeating: 0, count: 36)
        var sums = [Vector](repeating: .zero, count: 6)
        var total = 0.0
        for y in max(0, row - reach)...min(count - 1, row + reach) {
            for x in max(0, column - reach)...min(count - 1, column + reach) {
                let other = y * count + x
                guard other != node, weights[other] > 0 else { continue }
                if abs(y - row) <= beyond, abs(x - column) <= beyond { continue }
                let (u, v) = ((lines[x] - lines[column]) / Self.unit, (lines[y] - lines[row]) / Self.unit)
                let weight = weights[other] / (0.2 + u * u + v * v)
                let terms = [1, u, v, u * u, u * v, v * v]
                for i in 0..<6 {
                    for j in 0...i { normal[i * 6 + j] += weight * terms[i] * terms[j] }
                    sums[i] += places[other] * (weight * terms[i])
                }
                total += weight
            }
        }
        guard total > 0 else { return nil }
        for i in 1..<6 { normal[i * 6 + i] += total * (i < 3 ? 1e-5 : Self.stiffness) }
        guard let solution = Self.solved(normal, sums) else { return nil }
        let local = Local(place: solution[0], right: solution[1] / Self.unit, down: solution[2] / Self.unit)
        // Nothing is further away than that, and paper that is seen from its edge cannot be read.
        let area = abs(local.right.cross(local.down))
        guard local.place.x.isFinite, local.place.y.isFinite, abs(local.place.x) < 1e6, abs(local.place.y) < 1e6,
            area > 0.5, area < 1e4
        else { return nil }
        return local
    }

    private static let unit = 8.0
    private static let stiffness = 0.01

    /// Solves a system of six equations, given by the lower half of the matrix, by Cholesky's method.
    private static func solved(_ matrix: [Double], _ sums: [Vector]) -> [Vector]? {
        var lower = matrix
        var values = sums
        for i in 0..<6 {
            for j in 0...i {
                var sum = lower[i * 6 + j]
                for k in 0..<j { sum -= lower[i * 6 + k] * lower[j * 6 + k] }
                if i == j {
                    guard sum > 1e-12 else { return nil }
                    lower[i * 6 + i] = sum.squareRoot()
                } else {
                    lower[i * 6 + j] = sum / lower[j * 6 + j]
                }
            }
        }
        for i in 0..<6 {
            for k in 0..<i { values[i] -= values[k] * lower[i * 6 + k] }
            values[i] /= lower[i * 6 + i]
        }
        for i in (0..<6).reversed() {
            for k in (i + 1)..<6 { values[i] -= values[k] * lower[k * 6 + i] }
            values[i] /= lower[i * 6 + i]
        }
        return values
    }

    /// Samples of a module where phases are measured.
    private static let period = 4
    private static let waves = (0..<period).flatMap { sample -> [Double] in
        let angle = 2 * Double.pi * Double(sample) / Double(period)
        return [cos(angle), sin(angle)]
    }
    /// Modules on each side of a node by which its phase is measured.
    private static let around = 4.0

    /// How far a node is from where it is thought to be, in modules, and how sure that is: from 0 to 1.
    private func phase(_ node: Int, at local: Local) -> (shift: Vector, certainty: Double) {
        let size = Double(layout.size)
        let (x, y) = (lines[node % lines.count], lines[node / lines.count])
        func range(_ place: Double) -> (from: Double, modules: Int) {
            let from = max(0, place.rounded() - Self.around)
            return (from, Int(min(size, place.rounded() + Self.around) - from))
        }
        let (columns, rows) = (range(x), range(y))
        guard
            let patch = patch(
                local, from: Vector(columns.from - x, rows.from - y), columns.modules, rows.modules, scale: Self.period)
        else { return (.zero, 0) }
        let sums = beeline_lattice_phases(patch.pixels, patch.width, patch.height, Self.waves, Self.period)
        func shift(_ cosine: Double, _ sine: Double, _ energy: Double) -> (shift: Double, certainty: Double) {
            guard energy > 0 else { return (0, 0) }
            let certainty = (cosine * cosine + sine * sine).squareRoot() / energy
            return (atan2(sine, cosine) / (2 * .pi) * certainty / (certainty + 0.08), certainty)
        }
        let across = shift(sums.across_cosine, sums.across_sine, sums.across_energy)
        let down = shift(sums.down_cosine, sums.down_sine, sums.down_energy)
        return (Vector(across.shift, down.shift), (across.certainty * down.certainty).squareRoot())
    }

    /// Some modules of the picture, as if it were flat there.
    private func patch(_ local: Local, from: Vector, _ columns: Int, _ rows: Int, scale: Int) -> GrayImage? {
        let step = 1 / Double(scale)
        let origin = local.place + local.right * (from.x + step / 2) + local.down * (from.y + step / 2)
        let mapping = Mapping(matrix: [
            local.right.x * step, local.down.x * step, origin.x, local.right.y * step, local.down.y * step, origin.y, 0,
            0,
            1,
        ])
        return image.resampled(width: columns * scale, height: rows * scale, mapping)
    }

    /// How far an alignment pattern is from where it is thought to be, in modules; nil where none is near.
    private func alignmentShift(_ node: Int, at local: Local) -> Vector? {
        let (scale, reach) = (4, 2)
        let side = 5 + 2 * reach
        guard let patch = patch(local, from: Vector(repeating: -Double(side) / 2), side, side, scale: scale) else {
            return nil
        }
        var best: (score: Double, shift: Vector)?
        for y in 0...(2 * reach * scale) {
            for x in 0...(2 * reach * scale) {
                let shift = Vector(Double(x), Double(y)) / Double(scale) - Double(reach)
                let fit = beeline_pattern_fit(patch.pixels, patch.width, x, y, Self.alignmentModules, 5, scale)
                guard fit > Self.leastAlignmentFit else { continue }
                let score = fit - 0.04 * shift.length
                if let best, best.score >= score { continue }
                best = (score, shift)
            }
        }
        return best?.shift
    }

    private static let leastAlignmentFit = 0.65
    private static let alignmentModules = SquareRings.modules(side: 5, lightRing: 1)

    /// The gray of each module, as a picture with a pixel for each.
    func modules() -> GrayImage? {
        let flat = places.flatMap { [$0.x, $0.y] }
        return image.withPixels { source in
            GrayImage.made(width: layout.size, height: layout.size) { made in
                beeline_mesh_grays(source, image.width, image.height, flat, lines, lines.count, layout.size, made)
            }
        }
    }

    /// Grays at 5 × 5 places of each module.
    func samples() -> GrayImage? {
        let side = layout.size * QRLayout.moduleSide
        let flat = places.flatMap { [$0.x, $0.y] }
        return image.withPixels { source in
            GrayImage.made(width: side, height: side) { made in
                beeline_mesh_samples(
                    source, image.width, image.height, flat, lines, lines.count, layout.size, QRLayout.moduleSide, made)
            }
        }
    }

    /// The corners of the code, clockwise from its top left.
    var corners: [Vector] {
        let count = lines.count
        return [places[0], places[count - 1], places[count * count - 1], places[count * (count - 1)]]
    }
}

/// Which modules of a QR code are the same in all codes of its version (ISO/IEC 18004, 6.3).
struct QRLayout {
    let version: Int
    /// The columns of the middles of alignment patterns, which are their rows as well (annex E); none in version 1.
    let alignment: [Int]

    static let versions = 1...40
    /// Places of a module on each side.
    static let moduleSide = 5

    /// Nil where there is no such version.
    init?(version: Int) {
        guard Self.versions.contains(version) else { return nil }
        self.version = version
        guard version > 1 else {
            alignment = []
            return
        }
        // The last one is 7 modules from the edge; from there they come in even steps, and the remainder follows the
        // first one. Version 32 alone rounds up.
        let count = version / 7 + 2
        let step = version == 32 ? 26 : (4 * version + 2 * count + 1) / (2 * count - 2) * 2
        let last = 4 * version + 10
        alignment = [6] + (0..<(count - 1)).reversed().map { last - $0 * step }
    }

    /// Modules on a side.
    var size: Int { 4 * version + 17 }

    /// Whether an alignment pattern has its middle there: all crossings but those in finder patterns.
    func isAlignment(column: Int, row: Int) -> Bool {
        guard let first = alignment.first, let last = alignment.last, alignment.contains(column),
            alignment.contains(row)
        else { return false }
        return !(column == first && (row == first || row == last) || column == last && row == first)
    }

    /// Whether timing and alignment patterns have a dark module there; nil where something else is.
    func isDarkGuide(column: Int, row: Int) -> Bool? {
        if isFinder(column: column, row: row) { return nil }
        for y in alignment where abs(row - y) <= 2 {
            for x in alignment where abs(column - x) <= 2 && isAlignment(column: x, row: y) {
                return max(abs(column - x), abs(row - y)) != 1
            }
        }
        if row == 6 || column == 6 { return (row + column).isMultiple(of: 2) }
        return nil
    }

    /// Whether any pattern that is the same in all codes of this version has a dark module there; nil where data are.
    func isDark(column: Int, row: Int) -> Bool? {
        if isFinder(column: column, row: row) {
            let x = column < 8 ? column : size - 1 - column
            let y = row < 8 ? row : size - 1 - row
            // By the distance from the middle: 4 is the separator.
            let ring = max(abs(x - 3), abs(y - 3))
            return ring != 2 && ring != 4
        }
        if let guide = isDarkGuide(column: column, row: row) { return guide }
        if column == 8, row == size - 8 { return true }
        guard version >= 7 else { return nil }
        // The version is there twice, above and beside; one is the other one's transpose.
        let (x, y) = row < 6 ? (column, row) : (row, column)
        guard y < 6, (size - 11...size - 9).contains(x) else { return nil }
        return VersionInformation.word(of: version) >> (3 * y + x - (size - 11)) & 1 == 1
    }

    /// By rows: 1 for a dark module, -1 for a light one, 0 where data are.
    var known: [Int8] {
        (0..<(size * size)).map { index in
            isDark(column: index % size, row: index / size).map { $0 ? 1 : -1 } ?? 0
        }
    }

    /// Whether it is a module of a finder pattern or of its separator.
    private func isFinder(column: Int, row: Int) -> Bool {
        (column < 8 && (row < 8 || row >= size - 8)) || (column >= size - 8 && row < 8)
    }
}

/// The 18 bits beside two finder patterns that say the version, from 7 on (ISO/IEC 18004, 7.10 and annex D).
enum VersionInformation {
    /// The version in six bits, and twelve by which three errors are corrected.
    static func word(of version: Int) -> Int {
        let generator = 0x1F25
        var rest = version << 12
        for bit in (12..<18).reversed() where rest >> bit & 1 == 1 { rest ^= generator << (bit - 12) }
        return version << 12 | rest
    }

    /// The version whose bits are nearest, and how many differ.
    static func nearest(to bits: Int) -> (version: Int, errors: Int)? {
        (7...40).map { ($0, (word(of: $0) ^ bits).nonzeroBitCount) }.min { $0.1 < $1.1 }
    }
}
