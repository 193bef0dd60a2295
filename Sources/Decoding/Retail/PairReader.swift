internal import BeelineSymbols
internal import CPixels
internal import Glibc

/// Reads one EAN-13 or UPC-A in a band of bars that is blurred by more than a module, or bent.
///
/// It looks along strips of the band, each with its own direction of bars, for places from which the templates of pairs of
/// digits explain what is there, moves the places until they explain the most, and continues with what was found in the
/// strips above and below. Light bars on dark are read too.
final class PairReader {
    private let image: GrayImage
    private let band: BarBand
    /// Where the strips lie along the bars, in pixels, and how many pixels each averages.
    private let heights: [Double]
    private let rows: Int
    /// From one sample to the next, in pixels: half of the narrowest module that is searched for.
    private let step: Double
    private var slopes: [Int: Double] = [:]
    /// The strips in which a code is searched for.
    private lazy var scouts = likeliestStrips()

    /// The narrowest code that is searched for, in lengths of the band.
    private static let narrowest = 0.33
    private static let most = 12

    init(_ image: GrayImage, _ band: BarBand) {
        (self.image, self.band) = (image, band)
        let span = band.along.upperBound - band.along.lowerBound
        rows = min(max(Int(span / 5), 1), Self.most)
        let count = min(max(Int(span / Double(rows)), 1), Self.most)
        heights = (0..<count).map { band.along.lowerBound + (Double($0) + 0.5) * span / Double(count) }
        step = max((band.across.upperBound - band.across.lowerBound) / 95 * Self.narrowest / 2, 0.5)
    }

    /// Where a code may be on a line, and which templates fit there.
    private struct Match {
        var places: [Float]
        var isReversed: Bool
        var isLight: Bool
        var templates: Int
        var misfit: Float
    }

    /// A match in a strip, and what it says.
    private struct Strip {
        let index: Int
        let match: Match
        let costs: PairCosts
    }

    /// Whether strips are like those beside them, as bars are that go through several. A band may be too low to show it.
    var mayHaveBars: Bool { heights.count < 3 || !scouts.isEmpty }

    func reading() -> PairReading? {
        var found: [Strip] = []
        var best: PairReading?
        var followed: [Strip] = []
        func isRead(from strip: Strip) -> Bool {
            let isKnown = followed.contains {
                $0.costs.digits == strip.costs.digits && $0.costs.margin > 0.9 * strip.costs.margin
                    && $0.match.misfit < strip.match.misfit + 0.1
            }
            guard !isKnown, followed.count < Self.mostFollowed else { return false }
            followed.append(strip)
            guard let reading = follow(strip) else { return false }
            if reading.rank > best?.rank ?? -1 { best = reading }
            return reading.isCertain
        }
        for index in scouts {
            let here = [false, true].flatMap { matches(in: index, isReversed: $0) }
            found += here
            let likeliest = here.max { $0.costs.margin < $1.costs.margin }
            if let likeliest, likeliest.costs.margin > Self.promising, isRead(from: likeliest) { return best }
        }
        _ = found.filter { $0.costs.margin > Self.promising }.sorted { $0.costs.margin > $1.costs.margin }
            .contains { isRead(from: $0) }
        return best
    }

    private static let mostFollowed = 4
    /// Misfits of places that were only searched for, and of those that were moved a little: above them there is no code.
    private static let hopeless: Float = -1
    private static let poor: Float = -1.7
    /// A margin in one strip that others may make certain.
    private static let promising: Float = 0.12

    // MARK: Lines

    /// How far the bars of a strip lean from the band's, in radians: where averaging along them leaves the most contrast.
    private func slope(of index: Int) -> Double {
        if let known = slopes[index] { return known }
        var best = (energy: -Float.infinity, slope: 0.0)
        func offer(_ slope: Double) {
            let energy = line(index, slope: slope, rows: rows).changes.reduce(0) { $0 + $1 * $1 }
            if energy > best.energy { best = (energy, slope) }
        }
        for slope in stride(from: -0.3, through: 0.3, by: 0.06) { offer(slope) }
        for slope in [best.slope - 0.03, best.slope + 0.03] { offer(slope) }
        slopes[index] = best.slope
        return best.slope
    }

    private func line(_ index: Int, slope: Double, rows: Int) -> ScanLine {
        let (dx, dy) = band.direction
        let (x, y) = band.point(band.across.lowerBound, heights[index])
        let angle = band.angle + slope
        return ScanLine(
            image, x: x, y: y, along: (dx * step, dy * step), count: max(1, Int(length)),
            across: (-sin(angle), cos(angle)), rows: rows)
    }

    /// In samples.
    private var length: Double { (band.across.upperBound - band.across.lowerBound) / step }

    private func samples(_ index: Int, isReversed: Bool, isLight: Bool) -> [Float] {
        let line = line(index, slope: slope(of: index), rows: rows).samples
        let oriented = isReversed ? line.reversed() : line
        return isLight ? oriented.map { -$0 } : oriented
    }

    // MARK: Search

    /// Two strips that are most like those beside them. What is a code goes through three or more.
    private func likeliestStrips() -> [Int] {
        let changes = heights.indices.map { line($0, slope: 0, rows: 3).changes }
        let likeness = zip(changes, changes.dropFirst()).map { beeline_likeness($0, $1, $0.count, Self.farthest) }
        let inner = heights.indices.dropFirst().dropLast()
            .map { (index: $0, likeness: min(likeness[$0 - 1], likeness[$0])) }
            .filter { $0.likeness > Self.alike }.sorted { $0.likeness > $1.likeness }.map(\.index)
        guard let first = inner.first else { return [] }
        return [first] + inner.filter { abs($0 - first) > 2 }.prefix(1)
    }

    /// How far bars may be from where they are in the next strip, in samples, and how alike strips of a code are.
    private static let farthest = 24
    private static let alike: Float = 0.55

    /// The likeliest matches in a strip.
    private func matches(in index: Int, isReversed: Bool) -> [Strip] {
        let dark = samples(index, isReversed: isReversed, isLight: false)
        let light = dark.map { -$0 }
        var found = Array(scout(dark, light, isReversed: isReversed).sorted { $0.misfit < $1.misfit }.prefix(8))
        guard !found.isEmpty else { return [] }
        for slot in found.indices {
            let line = found[slot].isLight ? light : dark
            found[slot].misfit = PairTemplates.all[found[slot].templates].refine(
                &found[slot].places, on: line, step: 0.6, rounds: 2)
        }
        found.sort { $0.misfit < $1.misfit }
        guard found[0].misfit < Self.poor else { return [] }
        let limit = found[0].misfit + 1
        return found.prefix(4).filter { $0.misfit < limit }.map { match in
            let line = match.isLight ? light : dark
            var match = match
            choose(&match, on: line)
            refine(&match, on: line, step: 0.5, rounds: 3)
            choose(&match, on: line)
            refine(&match, on: line, step: 0.25, rounds: 2)
            return strip(index, match, on: line)
        }
    }

    private func strip(_ index: Int, _ match: Match, on line: [Float]) -> Strip {
        Strip(index: index, match: match, costs: PairTemplates.all[match.templates].costs(line, match.places))
    }

    private func refine(_ match: inout Match, on line: [Float], step: Float, rounds: Int) {
        match.misfit = PairTemplates.all[match.templates].refine(&match.places, on: line, step: step, rounds: rounds)
    }

    /// Takes the templates that fit best.
    private func choose(_ match: inout Match, on line: [Float]) {
        for (index, templates) in PairTemplates.all.enumerated() {
            let misfit = templates.misfit(line, match.places, below: match.misfit)
            if misfit < match.misfit { (match.misfit, match.templates) = (misfit, index) }
        }
    }

    /// The best places for each class of widths: a small module with much blur fits anything, if not well.
    private func scout(_ dark: [Float], _ light: [Float], isReversed: Bool) -> [Match] {
        let profile = BarsProfile(dark)
        let (widest, least) = (length / 95, max(length / 95 * Self.narrowest, 0.9 / step))
        guard widest > least else { return [] }
        var best = [[Match]](repeating: [], count: Self.classes)
        var module = widest
        while module > least {
            let part = log(module / least) / log(widest / least)
            let slot = min(Int(part * Double(Self.classes)), Self.classes - 1)
            let starts = max(Int(length / module) - 95, 0) + 1
            var lines = [dark, light].map { PairSamples($0, module: module) }
            for index in 0..<starts {
                let start = Double(ScanLine.padding) + Double(index) * module
                guard let isLight = profile.areBarsLight(start, module) else { continue }
                for templates in PairTemplates.scouts {
                    let limit =
                        best[slot].count < Self.mostOfClass ? Self.hopeless : best[slot][Self.mostOfClass - 1].misfit
                    let misfit = PairTemplates.all[templates].misfit(
                        &lines[isLight ? 1 : 0], from: index, below: limit)
                    guard misfit < limit else { continue }
                    let places = (0...8).map { Float(start + 95 * module * Double($0) / 8) }
                    let match = Match(
                        places: places, isReversed: isReversed, isLight: isLight, templates: templates, misfit: misfit)
                    Self.offer(match, to: &best[slot], near: Float(3 * module))
                }
            }
            module *= 1 - 1.0 / 95
        }
        return best.flatMap { $0 }
    }

    private static let classes = 9
    private static let mostOfClass = 2

    /// Keeps it if it is one of the best, or better than what is at nearly the same place.
    private static func offer(_ match: Match, to best: inout [Match], near: Float) {
        let neighbour = best.firstIndex {
            abs($0.places[0] - match.places[0]) < near && abs($0.places[8] - match.places[8]) < near
        }
        if let neighbour {
            if match.misfit < best[neighbour].misfit { best[neighbour] = match }
        } else {
            best.append(match)
        }
        best.sort { $0.misfit < $1.misfit }
        if best.count > mostOfClass { best.removeLast() }
    }

    // MARK: All strips

    /// The same code in the strips above and below.
    private func follow(_ first: Strip) -> PairReading? {
        var strips = [first]
        for direction in [-1, 1] {
            var (guide, index, misses) = (first.match, first.index + direction, 0)
            while heights.indices.contains(index), misses < 2 {
                let distance = heights[index] - heights[index - direction]
                let drift = Float(tan(slope(of: index - direction)) * distance / step) * (guide.isReversed ? 1 : -1)
                let line = samples(index, isReversed: guide.isReversed, isLight: guide.isLight)
                var next = guide
                next.places = guide.places.map { $0 + drift }
                refine(&next, on: line, step: 1, rounds: 4)
                choose(&next, on: line)
                refine(&next, on: line, step: 0.25, rounds: 2)
                if next.misfit < first.match.misfit + 0.35 {
                    strips.append(strip(index, next, on: line))
                    (guide, misses) = (next, 0)
                } else {
                    misses += 1
                }
                index += direction
            }
        }
        // Where strips disagree, some are not of the code: each number is judged by those that agree with it.
        var numbers = [PairCosts(sum: strips.map(\.costs)).digits]
        for strip in strips where !numbers.contains(strip.costs.digits) { numbers.append(strip.costs.digits) }
        return numbers.compactMap { reading(of: $0, strips) }.max { $0.rank < $1.rank }
    }

    private func reading(of digits: [UInt8], _ strips: [Strip]) -> PairReading? {
        let agreeing = strips.filter { $0.costs.agree(with: digits) }.sorted { $0.index < $1.index }
        guard let top = agreeing.first, let bottom = agreeing.last else { return nil }
        let costs = PairCosts(sum: agreeing.map(\.costs))
        guard costs.digits == digits else { return nil }
        func ends(_ strip: Strip) -> (Double, Double) {
            let places = [strip.match.places[0], strip.match.places[8]].map { place in
                let samples = Double(place) - Double(ScanLine.padding)
                return (strip.match.isReversed ? max(1, Double(Int(length))) - samples : samples) * step
            }
            return (places[0], places[1])
        }
        return PairReading(
            digits: digits, margin: costs.margin, excess: costs.excess, worstPart: costs.worstPart,
            misfit: strips[0].match.misfit, deviation: PairTemplates.all[strips[0].match.templates].deviation,
            strips: strips.count { $0.costs.digits == digits },
            outline: band.outline(
                from: (ends(top), heights[top.index]), to: (ends(bottom), heights[bottom.index]),
                thickness: Double(rows), isReversed: top.match.isReversed, in: image))
    }
}

/// Where a line changes, and how dark it is.
private struct BarsProfile {
    /// The sums of the squares of differences, and of the samples, before each.
    private var changes: [Float] = [0]
    private var sums: [Float] = [0]

    init(_ samples: [Float]) {
        for (index, sample) in samples.enumerated() {
            let change = index > 0 ? sample - samples[index - 1] : 0
            changes.append(changes[index] + change * change)
            sums.append(sums[index] + sample)
        }
    }

    /// Whether the bars of a code that starts there are light; nil where there cannot be one: its quiet zones change
    /// less than the bars, which change everywhere. One of the zones may have print in it.
    func areBarsLight(_ start: Double, _ module: Double) -> Bool? {
        func mean(_ sums: [Float], _ first: Double, _ last: Double) -> Float {
            let low = min(max(Int(start + first * module), 0), sums.count - 2)
            let high = min(max(Int(start + last * module), low + 1), sums.count - 1)
            return (sums[high] - sums[low]) / Float(high - low)
        }
        let inside = mean(changes, 0, 95)
        guard mean(changes, -5, -1.5) + mean(changes, 96.5, 100) < 0.6 * inside else { return nil }
        let parts = stride(from: 0, to: 95, by: 95.0 / 8)
        guard parts.allSatisfy({ mean(changes, $0, $0 + 95.0 / 8) > 0.08 * inside }) else { return nil }
        return mean(sums, 0, 95) < (mean(sums, -5, -1) + mean(sums, 96, 100)) / 2
    }
}

/// What the strips through a band say together.
struct PairReading {
    let digits: [UInt8]
    /// See ``PairCosts``.
    let margin: Float
    let excess: Float
    let worstPart: Float
    /// See ``PairTemplates/misfit(_:_:)``, in the first strip.
    let misfit: Float
    /// Of the blur, in modules.
    let deviation: Double
    /// Strips that say so by themselves.
    let strips: Int
    let outline: Outline

    var symbol: Symbol { RetailLayout.ean13.symbol(digits, at: outline, quality: strips) }

    var rank: Float { margin * Float(min(strips, Self.fewest)) }

    private static let fewest = 3

    /// Whether chance is excluded. The limits come from thousands of drawn codes of other symbologies, of random bars, cut,
    /// overwritten and blurred too much. Overwritten digits show where they are: what is left there is much, or digits
    /// that are not a number explain it better. The sharper a code is, the more is left of a wrong number.
    var isCertain: Bool {
        let least: Float = deviation > 1.4 ? 0.28 : deviation > 0.8 ? 0.5 : 0.9
        guard strips >= Self.fewest, margin > least else { return false }
        return excess < 0.02 && misfit < -2.2 && worstPart * exp(misfit) < Self.mostInPart
    }

    /// What may be left where a number fits worst, by what there is.
    private static let mostInPart: Float = 0.22
}
