internal import CPixels

extension GrayImage {
    /// The image with other sides: cubic where it grows, the average of what comes together where it shrinks. Nil where
    /// a side would be none, or there would be too many pixels.
    func scaled(x: Double, y: Double) -> GrayImage? {
        let sides = ((Double(width) * x).rounded(), (Double(height) * y).rounded())
        guard (1...Double(Self.mostMade)).contains(sides.0), (1...Double(Self.mostMade)).contains(sides.1) else {
            return nil
        }
        // The side that shrinks goes first: there is less to do for the other one.
        if y < 1 {
            return scaled(rows: Int(sides.1))?.scaled(columns: Int(sides.0))
        }
        return scaled(columns: Int(sides.0))?.scaled(rows: Int(sides.1))
    }

    private func scaled(columns: Int) -> GrayImage? {
        guard columns != width else { return self }
        let taps = Taps(from: width, to: columns)
        return withPixels { source in
            Self.made(width: columns, height: height) { made in
                // Weights of nothing may reach beyond the row.
                withUnsafeTemporaryAllocation(of: Float.self, capacity: width + Taps.group) { line in
                    guard let line = line.baseAddress else { return }
                    beeline_scale_columns(
                        source, width, height, taps.first, taps.weights, taps.count, columns, line, made)
                }
            }
        }
    }

    private func scaled(rows: Int) -> GrayImage? {
        guard rows != height else { return self }
        let taps = Taps(from: height, to: rows)
        return withPixels { source in
            Self.made(width: width, height: rows) { made in
                withUnsafeTemporaryAllocation(of: Float.self, capacity: width) { sums in
                    guard let sums = sums.baseAddress else { return }
                    beeline_scale_rows(source, width, height, taps.first, taps.weights, taps.count, rows, sums, made)
                }
            }
        }
    }
}

/// Which samples of a line go into each sample of a longer or shorter one, and by what weight.
private struct Taps {
    /// The first of them, for each sample that is made. All of them are within the line, but those without weight.
    let first: [Int32]
    /// `count` for each sample, in 4096ths.
    let weights: [Float]
    /// In whole groups.
    let count: Int

    static let group = 4

    init(from length: Int, to made: Int) {
        let step = Double(length) / Double(made)
        // As many as a cubic has, or come together; a line may be shorter. Beyond 62 times, samples are left out.
        let reach = step > 1 ? min(Int(step.rounded(.up)) + 1, 64) : 4
        let used = min(reach, length)
        let count = (used + Self.group - 1) / Self.group * Self.group
        self.count = count
        var first: [Int32] = []
        first.reserveCapacity(made)
        var weights = [Float](repeating: 0, count: made * count)
        var factors = [Double](repeating: 0, count: used)
        for index in 0..<made {
            let center = (Double(index) + 0.5) * step - 0.5
            let begin: Int
            for tap in factors.indices { factors[tap] = 0 }
            if step > 1 {
                begin = min(max(Int((center + 0.5 - step / 2).rounded(.down)), 0), length - used)
                for tap in factors.indices {
                    let low = max(Double(begin + tap), center + 0.5 - step / 2)
                    let high = min(Double(begin + tap + 1), center + 0.5 + step / 2)
                    factors[tap] = max(high - low, 0)
                }
            } else {
                let floor = Int(center.rounded(.down))
                begin = min(max(floor - 1, 0), length - used)
                for place in (floor - 1)...(floor + 2) {
                    // Beyond the ends the line continues as it ends.
                    let tap = min(max(place, 0), length - 1) - begin
                    if factors.indices.contains(tap) { factors[tap] += Self.cubic(abs(center - Double(place))) }
                }
            }
            var sum = 0.0
            for factor in factors { sum += factor }
            first.append(Int32(begin))
            for tap in factors.indices {
                let share = sum > 0 ? factors[tap] / sum : 1 / Double(used)
                weights[index * count + tap] = Float((share * 4096).rounded(.towardZero))
            }
        }
        self.first = first
        self.weights = weights
    }

    /// Catmull and Rom's.
    private static func cubic(_ distance: Double) -> Double {
        let d = distance
        if d < 1 { return (1.5 * d - 2.5) * d * d + 1 }
        return d < 2 ? ((-0.5 * d + 2.5) * d - 4) * d + 2 : 0
    }
}
