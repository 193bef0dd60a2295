internal import BeelineSymbols
internal import CPixels
internal import Glibc

/// The gray values along a line that crosses a digit or a guard, for one blur and one ink spread. All templates have
/// mean zero and length one, so that the product with a stretch of the line is their correlation.
struct RetailTemplates: Sendable {
    /// Samples for each module where the width is the nominal one.
    static let samplesPerModule = 4
    /// The widths of a digit that are tried, in samples; nominal are 28.
    static let widths = 23...33
    static let widthCount = widths.count
    /// Samples of the neighbours that are looked at on each side of a digit.
    static let margin = 3
    /// Room for a digit of the greatest width, in whole SIMD vectors.
    static let digitStride = 40

    /// The blur: the standard deviation of a Gaussian, in modules.
    let blur: Double
    /// How much wider bars are than they should be, in modules.
    let spread: Double
    /// By width, number set and digit, ``digitStride`` for each; zero behind the template.
    let digits: [Float]
    /// The templates of all guards, one behind the other.
    let guards: [Float]
    /// Where each guard's templates are, by width.
    let shapes: [[BeelineShape]]

    init(blur: Double, spread: Double) {
        self.blur = blur
        self.spread = spread
        let edge = Edge(blur: blur)
        var digits = [Float](repeating: 0, count: Self.widthCount * 30 * Self.digitStride)
        for set in RetailPatterns.NumberSet.allCases {
            for digit in 0..<10 {
                let bars = RetailPatterns.modules(digit, set)
                let steps = Self.steps(bars, before: .bar(!bars[0]), behind: .bar(!bars[6]), spread: spread)
                for (index, width) in Self.widths.enumerated() {
                    let start = ((index * 3 + set.rawValue) * 10 + digit) * Self.digitStride
                    let values = edge.template(
                        of: steps, -Self.margin..<(width + Self.margin), scale: 7 / Double(width))
                    digits.replaceSubrange(start..<(start + values.count), with: values)
                }
            }
        }
        self.digits = digits
        var guards: [Float] = []
        shapes = RetailPatterns.Guard.allCases.map { shape in
            Self.widths.map { width in
                let scale = 7 / Double(width)
                let (before, behind) = shape.surroundings
                let first = -Int((before / scale).rounded())
                let last = Int(((Double(shape.modules) + behind) / scale).rounded())
                let bars = shape.bars
                let steps = Self.steps(
                    bars, before: before > 1 ? .quiet : .bar(!bars[0]),
                    behind: behind > 1 ? .quiet : .bar(!bars[bars.count - 1]), spread: spread)
                let values = edge.template(of: steps, first..<last, scale: scale)
                defer { guards += values }
                return BeelineShape(start: Int32(guards.count), length: Int32(values.count), before: Int32(-first))
            }
        }
        self.guards = guards
    }

    /// What is beside a digit or guard.
    private enum Neighbour {
        case quiet
        case bar(Bool)
    }

    /// A neighbour is a module and a half wide on the average; what comes then is not known, so half dark.
    private static func steps(_ bars: [Bool], before: Neighbour, behind: Neighbour, spread: Double) -> [BeelineStep] {
        var steps: [BeelineStep] = []
        var level: Double
        func dark(_ isBar: Bool) -> Double { isBar ? 1 : 0 }
        switch before {
        case .quiet: level = 0
        case .bar(let isBar):
            steps.append(BeelineStep(place: -1.5, change: dark(isBar) - 0.5))
            level = dark(isBar)
        }
        func change(at place: Int, to isBar: Bool) {
            guard dark(isBar) != level else { return }
            steps.append(
                BeelineStep(place: Double(place) + (isBar ? -spread : spread) / 2, change: dark(isBar) - level))
            level = dark(isBar)
        }
        for (place, isBar) in bars.enumerated() { change(at: place, to: isBar) }
        switch behind {
        case .quiet: change(at: bars.count, to: false)
        case .bar(let isBar):
            change(at: bars.count, to: isBar)
            steps.append(BeelineStep(place: Double(bars.count) + 1.5, change: 0.5 - level))
        }
        return steps
    }

    /// A blurred edge, from a table: thousands of templates are made of them.
    private struct Edge {
        private let table: [Double]
        private let scale: Double
        private static let reach = 4.0
        private static let resolution = 64.0

        init(blur: Double) {
            scale = 1 / blur
            table = (0...Int(2 * Self.reach * Self.resolution)).map {
                0.5 * (1 + erf((Double($0) / Self.resolution - Self.reach) / 2.0.squareRoot()))
            }
        }

        /// The darkness at the middles of some samples, each of `scale` modules; with mean zero and length one.
        func template(of steps: [BeelineStep], _ samples: Range<Int>, scale: Double) -> [Float] {
            [Float](unsafeUninitializedCapacity: samples.count) { values, count in
                guard let values = values.baseAddress else { return }
                beeline_edge_template(
                    steps, steps.count, table, table.count, self.scale, Self.reach, Self.resolution,
                    samples.lowerBound, samples.count, scale, values)
                count = samples.count
            }
        }
    }
}

/// Finds the most likely number by the evidence of all lines, and its margin to any other.
struct CodeWords {
    struct Candidate {
        var score: Float
        /// The digits as the symbol's text has them, without a UPC-A's or with an EAN-13's first.
        var digits: [UInt8]
    }

    private(set) var best: Candidate?
    private(set) var second: Candidate?

    /// The margin of the best to the second.
    var margin: Float {
        guard let best, let second else { return 0 }
        return best.score - second.score
    }

    /// How much better the digits fit that fit best by themselves, whatever their check digit and their sets say.
    private(set) var excess: Float = 0
    /// How well a digit fits at the place where digits fit worst, as a share of the average.
    private(set) var weakest: Float = 0

    /// - Parameter evidence: 30 values for each digit of the symbol, as ``RetailTrellis/evidence(along:)`` has them.
    init(_ layout: RetailLayout, _ evidence: [Float]) {
        switch layout {
        case .ean13: addEAN13(evidence)
        case .ean8: addEAN8(evidence)
        case .upcE: addUPCE(evidence)
        }
        guard let best else { return }
        let digits = stride(from: 0, to: evidence.count, by: 30).map { evidence[$0..<($0 + 30)].max() ?? 0 }
        let sum = digits.reduce(0, +)
        excess = sum - best.score
        weakest = (digits.min() ?? 0) * Float(digits.count) / max(sum, .leastNormalMagnitude)
    }

    private mutating func add(_ candidate: Candidate) {
        if candidate.score > best?.score ?? -.infinity {
            second = best
            best = candidate
        } else if candidate.score > second?.score ?? -.infinity {
            second = candidate
        }
    }

    private mutating func addEAN13(_ evidence: [Float]) {
        for first in 0..<10 {
            let parity = RetailPatterns.firstDigits[first]
            let rows = (0..<12).map { index in
                Row(
                    start: index * 30 + (index < 6 ? Int(parity >> (5 - index)) & 1 : 2) * 10,
                    weight: index % 2 == 0 ? 3 : 1)
            }
            for candidate in Self.bestTwo(evidence, rows, rest: (10 - first) % 10) {
                add(Candidate(score: candidate.score, digits: [UInt8(first)] + candidate.digits))
            }
        }
    }

    private mutating func addEAN8(_ evidence: [Float]) {
        let rows = (0..<8).map { index in
            Row(start: index * 30 + (index < 4 ? 0 : 20), weight: index % 2 == 0 ? 3 : 1)
        }
        for candidate in Self.bestTwo(evidence, rows, rest: 0) { add(candidate) }
    }

    /// The check digit is that of the UPC-A which the UPC-E stands for; how, its last digit says.
    private mutating func addUPCE(_ evidence: [Float]) {
        for system in 0...1 {
            for check in 0..<10 {
                let parity = system == 0 ? RetailPatterns.upcE[check] : ~RetailPatterns.upcE[check]
                for last in 0..<10 {
                    let weights: [Int] =
                        switch last {
                        case 0...2: [1, 3, 3, 1, 3]
                        case 3: [1, 3, 1, 1, 3]
                        case 4: [1, 3, 1, 3, 3]
                        default: [1, 3, 1, 3, 1]
                        }
                    let rows = (0..<5).map { index in
                        Row(start: index * 30 + (Int(parity >> (5 - index)) & 1) * 10, weight: weights[index])
                    }
                    let known = system * 3 + check + last * (last < 3 ? 1 : last < 5 ? 0 : 3)
                    let score = evidence[5 * 30 + (Int(parity) & 1) * 10 + last]
                    for candidate in Self.bestTwo(evidence, rows, rest: (100 - known) % 10) {
                        add(
                            Candidate(
                                score: candidate.score + score,
                                digits: [UInt8(system)] + candidate.digits + [UInt8(last), UInt8(check)]))
                    }
                }
            }
        }
    }

    /// The evidence for one digit of the symbol, and its weight in the check sum.
    private struct Row {
        let start: Int
        let weight: Int
    }

    /// The two best ways to choose a digit of each row so that the weighted sum leaves a rest modulo 10.
    private static func bestTwo(_ evidence: [Float], _ rows: [Row], rest: Int) -> [Candidate] {
        struct Way {
            var score: Float
            var digit: UInt8
            var from: UInt8
        }
        let none = Way(score: -.infinity, digit: 0, from: 0)
        // Two ways for each rest, the better one first.
        var table: [[Way]] = []
        var before = [Float](repeating: -.infinity, count: 20)
        before[0] = 0
        for row in rows {
            var ways = [Way](repeating: none, count: 20)
            for slot in 0..<20 where before[slot] > -.infinity {
                for digit in 0..<10 {
                    let score = before[slot] + evidence[row.start + digit]
                    let target = 2 * ((slot / 2 + digit * row.weight) % 10)
                    let way = Way(score: score, digit: UInt8(digit), from: UInt8(slot))
                    if score > ways[target].score {
                        ways[target + 1] = ways[target]
                        ways[target] = way
                    } else if score > ways[target + 1].score {
                        ways[target + 1] = way
                    }
                }
            }
            table.append(ways)
            before = ways.map(\.score)
        }
        return (0..<2).compactMap { rank in
            var slot = 2 * rest + rank
            guard before[slot] > -.infinity else { return nil }
            let score = before[slot]
            var digits: [UInt8] = []
            for ways in table.reversed() {
                digits.append(ways[slot].digit)
                slot = Int(ways[slot].from)
            }
            return Candidate(score: score, digits: digits.reversed())
        }
    }
}
