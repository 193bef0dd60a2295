internal import Glibc

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
                withUnsafeTemporaryAllocation(of: Float.self, capacity: width + Taps.group) { buffer in
                    guard let line = buffer.baseAddress else { return }
                    for x in width..<(width + Taps.group) { line[x] = 0 }
                    taps.withTaps { first, weights, count in
                        for row in 0..<height {
                            let from = source + row &* width
                            let to = made + row &* columns
                            for x in 0..<width { line[x] = Float(from[x]) }
                            if count == Taps.group {
                                for column in 0..<columns {
                                    let products = four(line + Int(first[column])) * four(weights + column &* 4)
                                    to[column] = Taps.gray(of: sum(products))
                                }
                            } else {
                                for column in 0..<columns {
                                    let start = line + Int(first[column])
                                    let weight = weights + column &* count
                                    var products = SIMD4<Float>()
                                    for tap in Swift.stride(from: 0, to: count, by: 4) {
                                        products += four(start + tap) * four(weight + tap)
                                    }
                                    to[column] = Taps.gray(of: sum(products))
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    private func scaled(rows: Int) -> GrayImage? {
        guard rows != height else { return self }
        let taps = Taps(from: height, to: rows)
        return withPixels { source in
            Self.made(width: width, height: rows) { made in
                withUnsafeTemporaryAllocation(of: Float.self, capacity: width) { buffer in
                    // A row has pixels, so the buffer has an address.
                    guard let sums = buffer.baseAddress else { return }
                    taps.withTaps { first, weights, count in
                        for row in 0..<rows {
                            let weight = weights + row &* count
                            // Those without weight may be beyond the last row.
                            func line(_ tap: Int) -> UnsafePointer<UInt8> {
                                source + min(Int(first[row]) &+ tap, height &- 1) &* width
                            }
                            let (a, b, c, d) = (line(0), line(1), line(2), line(3))
                            let (wa, wb, wc, wd) = (weight[0], weight[1], weight[2], weight[3])
                            for x in 0..<width {
                                sums[x] = Float(a[x]) * wa + Float(b[x]) * wb + Float(c[x]) * wc + Float(d[x]) * wd
                            }
                            for tap in 4..<max(count, 4) where weight[tap] != 0 {
                                let (e, we) = (line(tap), weight[tap])
                                for x in 0..<width { sums[x] += Float(e[x]) * we }
                            }
                            let to = made + row &* width
                            for x in 0..<width { to[x] = Taps.gray(of: sums[x]) }
                        }
                    }
                }
            }
        }
    }
}

@inline(__always)
private func four(_ numbers: UnsafePointer<Float>) -> SIMD4<Float> {
    UnsafeRawPointer(numbers).loadUnaligned(as: SIMD4<Float>.self)
}

@inline(__always)
private func sum(_ numbers: SIMD4<Float>) -> Float {
    let two = numbers.lowHalf + numbers.highHalf
    return two.x + two.y
}

/// Which samples of a line go into each sample of a longer or shorter one, and by what weight.
///
/// Weights are whole numbers of 4096ths, and sums of them with bytes stay below 2^24: so a `Float` holds them exactly,
/// and of those every processor takes four at once.
private struct Taps {
    /// The first of them, for each sample that is made. All of them are within the line, but those without weight.
    private let first: [Int32]
    /// `count` for each sample, in 4096ths.
    private let weights: [Float]
    /// In whole groups.
    private let count: Int

    static let group = 4

    /// A sum by such weights as a gray, rounded.
    @inline(__always)
    static func gray(of sum: Float) -> UInt8 {
        // Never between two whole numbers: so that is how it rounds at 2^23, and the last byte is the gray.
        let gray = min(max((sum + 0.5) * (1 / 4096), 0), 255)
        return UInt8(truncatingIfNeeded: (gray + 8_388_608).bitPattern)
    }

    init(from length: Int, to made: Int) {
        let step = Double(length) / Double(made)
        // As many as a cubic has, or as many as come together; a line may be shorter. A shrinking by more than 62 times
        // leaves samples out.
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
                    // Beyond the ends the line goes on as it ends.
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

    func withTaps(_ body: (UnsafePointer<Int32>, UnsafePointer<Float>, Int) -> Void) {
        first.withUnsafeBufferPointer { first in
            weights.withUnsafeBufferPointer { weights in
                if let first = first.baseAddress, let weights = weights.baseAddress { body(first, weights, count) }
            }
        }
    }
}
