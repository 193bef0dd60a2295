internal import BeelineSymbols
internal import CPixels

/// Finds regions that look like a linear code: patches of parallel edges that are bars.
struct LinearRegions {
    let image: GrayImage

    /// - Parameter patches: in pixels of the image.
    func find(among patches: [BarPatch]) -> [CodeRegion] { patches.compactMap(region) }

    /// The code in a patch; nil if there are too few bars, if they are all alike, or if they do not run through.
    func region(_ patch: BarPatch) -> CodeRegion? {
        guard patch.length >= 16, patch.height >= 6 else { return nil }
        // The middle may be where two rows of a stacked code meet, or covered.
        let lines = [0, -0.25, 0.25].compactMap { part in
            line(patch, at: patch.middle + patch.along.turned * (patch.height * part))
        }
        guard let best = lines.max(by: { $0.bars.widths.count < $1.bars.widths.count }) else { return nil }
        let bars = best.bars
        let middle = patch.middle + patch.along * (best.start + (bars.first + bars.last) / 2)
        let length = bars.last - bars.first
        guard patch.height >= 5 * bars.module, length >= patch.length * 0.35 else { return nil }
        let likeness = likeness(
            middle: middle, along: patch.along, length: length, height: patch.height, module: bars.module)
        guard likeness >= Self.leastLikeness else { return nil }
        let (top, bottom) = ends(
            middle: middle, along: patch.along, length: length, height: patch.height, module: bars.module)
        let outline = Outline(
            around: middle + patch.along.turned * ((top + bottom) / 2), along: patch.along, length, bottom - top)
        return CodeRegion(kind: .linear, outline: outline, module: bars.module, certainty: likeness)
    }

    /// The bars on one line through a patch, and where the line starts, counted from the patch's middle.
    private func line(_ patch: BarPatch, at middle: Vector) -> (start: Double, bars: Bars)? {
        // What was found in squares ends somewhere in a square.
        let reach = patch.length * 1.2 + 24
        let thickness = max(1, min(5, Int(patch.height / 8)))
        let profile = BarProfile(image, middle: middle, along: patch.along, length: reach, thickness: thickness)
        let inner = Array(profile.grays[(profile.grays.count / 8)..<(profile.grays.count * 7 / 8)])
        let contrast = BarProfile.percentile(0.92, of: inner) - BarProfile.percentile(0.08, of: inner)
        guard contrast >= Self.leastContrast, let bars = Bars(profile.edges(least: max(4, contrast * 0.16)))
        else { return nil }
        // Bars are light or dark. Where much is neither and the contrast is low besides, it is cloth or carpet.
        let grays = Array(profile.grays[Int(bars.first)...Int(bars.last)])
        let dark = BarProfile.percentile(0.05, of: grays)
        let quarter = (BarProfile.percentile(0.95, of: grays) - dark) / 4
        let between = grays.count { $0 > dark + quarter && $0 < dark + 3 * quarter }
        if contrast < 50, 5 * between > 2 * grays.count { return nil }
        return (-Double(profile.grays.count - 1) / 2, bars)
    }

    /// How alike lines across the bars are that lie as far apart as bars of any code are long at least.
    private func likeness(middle: Vector, along: Vector, length: Double, height: Double, module: Double) -> Double {
        let across = along.turned
        let distance = min(8 * module, height * 0.6)
        let room = height * 0.9 - distance
        let pairs = (0..<5).map { step -> Double in
            let offset = -height * 0.45 + room * Double(step) / 4
            let lines = [offset, offset + distance].map {
                BarProfile(image, middle: middle + across * $0, along: along, length: length, thickness: 1)
            }
            return lines[0].likeness(to: lines[1], shift: 2 + Int(module / 2))
        }
        // Most of the height counts: its ends may be text or beside the code.
        return BarProfile.percentile(0.5, of: pairs)
    }

    /// How far from the middle the bars go, both ways: to where a line is like the one a little further in.
    private func ends(
        middle: Vector, along: Vector, length: Double, height: Double, module: Double
    ) -> (top: Double, bottom: Double) {
        let across = along.turned
        func line(_ offset: Double) -> BarProfile {
            BarProfile(image, middle: middle + across * offset, along: along, length: length, thickness: 1)
        }
        func end(_ sign: Double) -> Double {
            let step = max(1, module)
            var offset = height / 2
            while offset > -height * 0.3 {
                let isBarred = line(sign * offset).likeness(to: line(sign * (offset - 3 * module)), shift: 1)
                if isBarred >= Self.leastLikeness { break }
                offset -= step
            }
            return sign * offset
        }
        let (top, bottom) = (end(-1), end(1))
        return bottom > top ? (top, bottom) : (-height / 2, height / 2)
    }

    private static let leastLikeness = 0.6
    /// Of 255; less is noise.
    private static let leastContrast = 8.0
}

/// The edges of one code among those on a line.
struct Bars {
    let first: Double
    let last: Double
    let widths: [Double]
    let module: Double

    /// Of the runs of edges without a wide gap, the one with the most; nil if those are too few or too regular.
    init?(_ edges: [Double]) {
        guard edges.count >= Self.fewest else { return nil }
        let gaps = zip(edges, edges.dropFirst()).map { $1 - $0 }
        // The widest element is of four to nine modules, and half of all elements are of one.
        let widest = 9.5 * BarProfile.percentile(0.5, of: gaps)
        var best = 0..<0
        var start = 0
        for index in 0...gaps.count where index == gaps.count || gaps[index] > widest {
            if index - start > best.count { best = start..<index }
            start = index + 1
        }
        guard best.count + 1 >= Self.fewest else { return nil }
        widths = Array(gaps[best])
        first = edges[best.lowerBound]
        last = edges[best.upperBound]
        // A fence is not a code: in every code some bars are at least twice as wide as others.
        let narrow = BarProfile.percentile(0.2, of: widths)
        guard BarProfile.percentile(0.9, of: widths) >= 1.6 * narrow else { return nil }
        let module = Self.module(of: widths, about: BarProfile.percentile(0.25, of: widths))
        guard 5 * widths.count(where: { $0 > 1.5 * module }) >= widths.count else { return nil }
        self.module = module
    }

    /// The width of which all others are multiples, as nearly as they are; where they are not, because narrow bars have
    /// run into each other or fall between pixels, about the narrowest, which is at least not less than the module.
    private static func module(of widths: [Double], about guess: Double) -> Double {
        var best = (error: Double.infinity, module: guess)
        for step in -15...20 {
            let module = guess * (1 + Double(step) / 100)
            let error = widths.reduce(0) { sum, width in
                let count = max(1, (width / module).rounded())
                return sum + abs(width / module - count) / count
            }
            if error < best.error { best = (error, module) }
        }
        let isClear = best.error < 0.11 * Double(widths.count)
        return isClear ? best.module : min(best.module, BarProfile.percentile(0.08, of: widths))
    }

    /// The edges of the shortest codes that are in use: an UPC-E has 34, an ITF of two digits 18.
    static let fewest = 18
}

/// A connected part of a picture in which all edges run the same way, before anyone has looked whether they are bars.
struct BarPatch {
    var middle: Vector
    /// The unit vector across the bars.
    var along: Vector
    /// In pixels, across the bars.
    var length: Double
    /// In pixels, along the bars.
    var height: Double

    /// The same at so many times the scale.
    func scaled(by factor: Double) -> BarPatch {
        BarPatch(middle: middle * factor, along: along, length: length * factor, height: height * factor)
    }
}

extension BarPatch {
    /// The patches of a picture that are large enough for a code.
    static func find(in image: GrayImage, _ cells: GradientCells) -> [BarPatch] {
        guard cells.columns > 0, cells.rows > 0 else { return [] }
        let tensors = cells.smoothed()
        let directions = tensors.indices.map { index -> SIMD2<Float>? in
            let tensor = tensors[index]
            guard tensor.energy >= leastEnergy, tensor.coherence >= leastCoherence,
                4 * cells.tensors[index].energy >= tensor.energy
            else { return nil }
            return tensor.doubledDirection
        }
        let groups = connectedCells(directions.map { $0 != nil }, columns: cells.columns) { cell, other in
            guard let one = directions[cell], let other = directions[other] else { return false }
            return one.x * other.x + one.y * other.y >= leastAgreement
        }
        return groups.filter { $0.count >= leastCells }.map { patch(of: $0, cells, in: image) }
    }

    /// The turned rectangle round some cells.
    private static func patch(of members: [Int], _ cells: GradientCells, in image: GrayImage) -> BarPatch {
        var sum = BeelineTensor()
        for member in members { sum += cells.tensors[member] }
        let patch = patch(of: members, cells, along: sum.direction)
        guard members.count >= enoughCells else { return patch }
        return self.patch(of: members, cells, along: patch.measuredDirection(in: image))
    }

    private static func patch(of members: [Int], _ cells: GradientCells, along: Vector) -> BarPatch {
        let across = along.turned
        let side = Double(cells.side)
        var low = Vector(repeating: .infinity)
        var high = -low
        for member in members {
            let (row, column) = member.quotientAndRemainder(dividingBy: cells.columns)
            let place = Vector((Double(column) + 0.5) * side, (Double(row) + 0.5) * side)
            let turned = Vector(place.dot(along), place.dot(across))
            low = Vector(min(low.x, turned.x), min(low.y, turned.y))
            high = Vector(max(high.x, turned.x), max(high.y, turned.y))
        }
        let middle = (low + high) / 2
        return BarPatch(
            middle: along * middle.x + across * middle.y, along: along, length: high.x - low.x + side,
            height: high.y - low.y + side)
    }

    /// The direction across the bars, by how far they have moved from one line to another. Differences of neighbours
    /// are too small where bars are narrow, the more so along the side of the pixels to which they are nearer: the
    /// direction that gradients give may be off by 15°.
    private func measuredDirection(in image: GrayImage) -> Vector {
        var along = along
        var distance = 3.0
        while distance <= height * 0.7 {
            let across = along.turned
            let lines = [-0.5, 0.5].map {
                BarProfile(image, middle: middle + across * (distance * $0), along: along, length: length, thickness: 1)
            }
            guard let shift = lines[0].shift(to: lines[1], most: 2) else { break }
            let bars = across * distance + along * shift
            along = Vector(bars.y, -bars.x) / bars.length
            distance *= 1.7
        }
        return along
    }

    /// Mean square gradient, in grays a pixel; the noise of a camera has about 8.
    private static let leastEnergy: Float = 14
    private static let leastCoherence: Float = 0.5
    /// The cosine of twice the angle between neighbours: 14°.
    private static let leastAgreement: Float = 0.88
    private static let leastCells = 6
    /// Of less there are no lines far enough from each other.
    private static let enoughCells = 15
}
