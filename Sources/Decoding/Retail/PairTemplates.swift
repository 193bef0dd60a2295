internal import CPixels

/// The gray values from the middle of a digit of an EAN-13 to the middle of the next one, for one blur. A digit by itself
/// cannot be compared where the blur is as wide as a module: its neighbours show in all of it. Of a pair both are known.
struct PairTemplates: Sendable {
    /// The standard deviation of the blur, in modules.
    let deviation: Double
    /// As `beeline_pair_templates` makes them.
    private let values: [Float]

    private init(blur: Double, isDisk: Bool = false, spread: Double = 0) {
        deviation = isDisk ? blur / 2 : blur
        let digits = RetailPatterns.NumberSet.allCases.flatMap { set in
            (0..<10).map { RetailPatterns.modules($0, set).reduce(UInt8(0)) { 2 * $0 + ($1 ? 1 : 0) } }
        }
        values = [Float](unsafeUninitializedCapacity: beeline_pair_template_room()) { values, count in
            guard let start = values.baseAddress else { return }
            count = beeline_pair_template_room()
            beeline_pair_templates(digits, blur, isDisk, spread, start)
        }
    }

    /// Beyond a blur of 1.75 modules a wrong number fits as well as the right one.
    static let all: [PairTemplates] =
        [0.5, 0.65, 0.85, 1.05, 1.25, 1.45, 1.6, 1.75].map { PairTemplates(blur: $0) }
        + [1.3, 1.65, 2, 2.4, 2.9].map { PairTemplates(blur: $0, isDisk: true) }
        + [0.5, 0.9, 1.3].flatMap { blur in [0.3, -0.3].map { PairTemplates(blur: blur, spread: $0) } }

    /// Those with which places are searched for: others are near enough to one of them.
    static let scouts = [1, 4]

    /// How badly the best digits fit on a line; may be infinite above a limit. See `beeline_pair_misfit`.
    func misfit(_ line: [Float], _ places: [Float], below limit: Float) -> Float {
        beeline_pair_misfit(line, line.count, values, places, limit)
    }

    /// The same where all modules are of one width, for a code that begins that many modules after the first one.
    func misfit(_ samples: inout PairSamples, from module: Int, below limit: Float) -> Float {
        samples.values.withUnsafeBufferPointer { samples in
            let start = module * Int(BEELINE_PAIR_SAMPLES)
            guard let first = samples.baseAddress, start + Int(BEELINE_PAIR_ALL_SAMPLES) <= samples.count else {
                return .infinity
            }
            return beeline_pair_straight_misfit(first + start, values, limit)
        }
    }

    /// Moves the places of a code to where it fits better, and returns how well it does.
    func refine(_ places: inout [Float], on line: [Float], step: Float, rounds: Int) -> Float {
        beeline_pair_refine(line, line.count, values, step, rounds, &places)
    }

    func costs(_ line: [Float], _ places: [Float]) -> PairCosts {
        var energy: Float = 0
        let costs = [Float](unsafeUninitializedCapacity: beeline_pair_cost_room()) { costs, count in
            guard let start = costs.baseAddress else { return }
            count = beeline_pair_cost_room()
            energy = beeline_pair_costs(line, line.count, values, places, start)
        }
        return PairCosts(costs, energy: energy)
    }
}

/// A line, sampled for modules of one width.
struct PairSamples {
    private let line: [Float]
    private let module: Double
    /// Made when they are asked for.
    fileprivate private(set) lazy var values: [Float] = {
        let modules = Int(Double(line.count) / module) + 105
        return [Float](unsafeUninitializedCapacity: modules * Int(BEELINE_PAIR_SAMPLES)) { samples, count in
            guard let start = samples.baseAddress else { return }
            count = samples.count
            beeline_pair_samples(line, line.count, Float(ScanLine.padding), Float(module), count, start)
        }
    }()

    init(_ line: [Float], module: Double) { (self.line, self.module) = (line, module) }
}

/// What of one line or several ones each pair of digits leaves unexplained.
struct PairCosts {
    private var values: [Float]
    /// What the templates leave unexplained though nothing is wrong.
    private var noise: Float
    /// The best number.
    private(set) var digits: [UInt8]
    private var cost: Float
    /// How much worse the second best number is, by what the best one leaves unexplained.
    private(set) var margin: Float

    /// As a share of what there is to explain.
    private static let noise: Float = 0.03

    fileprivate init(_ values: [Float], energy: Float) {
        self.init(values, noise: energy * Self.noise)
    }

    private init(_ values: [Float], noise: Float) {
        (self.values, self.noise) = (values, noise)
        var best = [BeelinePairNumber](repeating: BeelinePairNumber(), count: 2)
        beeline_pair_numbers(values, RetailPatterns.firstDigits, &best)
        digits = withUnsafeBytes(of: best[0].digits) { Array($0) }
        cost = best[0].cost
        margin = (best[1].cost - cost) / max(cost, noise, .leastNormalMagnitude)
    }

    /// The costs of several lines, of which each counts by how little is left unexplained of it.
    init(sum lines: [PairCosts]) {
        var sum = [Float](repeating: 0, count: beeline_pair_cost_room())
        for line in lines {
            let scale = 1 / max(line.cost, line.noise, .leastNormalMagnitude)
            for index in sum.indices { sum[index] += line.values[index] * scale }
        }
        self.init(sum, noise: Float(lines.count))
    }

    /// Whether a number explains nearly as much as the best one.
    func agree(with digits: [UInt8]) -> Bool { parts(of: digits).reduce(0, +) < 1.3 * max(cost, noise) }

    /// How much better other digits fit that are not a number: their check digit is wrong, or the first digit has no such sets.
    var excess: Float { (cost - beeline_pair_least(values)) / max(cost, noise) }

    /// How many times as much is left unexplained where the best number fits worst as where it fits usually.
    var worstPart: Float {
        var parts = parts(of: digits)
        // In the middle it is longer, at both ends the quiet zones may have print in them.
        parts[6] *= 28.0 / 48
        let inner = parts[1..<12].sorted()
        return inner[10] / max(inner[5], .leastNormalMagnitude)
    }

    private func parts(of digits: [UInt8]) -> [Float] {
        var parts = [Float](repeating: 0, count: 13)
        beeline_pair_parts(values, RetailPatterns.firstDigits, digits, &parts)
        return parts
    }
}
