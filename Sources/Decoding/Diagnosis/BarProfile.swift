/// The grays along a line through a picture, a pixel apart, each the mean over a few pixels across the line.
struct BarProfile {
    let start: Vector
    /// The direction, as a unit vector.
    let along: Vector
    let grays: [Double]

    /// As many pixels across the line as `thickness` says are averaged.
    init(_ image: GrayImage, middle: Vector, along: Vector, length: Double, thickness: Int) {
        let count = max(2, Int(length.rounded()))
        let across = along.turned
        self.along = along
        start = middle - along * (Double(count - 1) / 2)
        var grays = Array(repeating: 0.0, count: count)
        for line in 0..<thickness {
            let origin = start + across * (Double(line) - Double(thickness - 1) / 2)
            for index in 0..<count { grays[index] += image.gray(at: origin + along * Double(index)) }
        }
        self.grays = grays.map { $0 / Double(thickness) }
    }

    /// The places of edges, in pixels from the start: where the gray crosses the middle between an extreme and the
    /// next one. Changes of less than `least` grays are none.
    func edges(least: Double) -> [Double] {
        var edges: [Double] = []
        var extreme = 0
        // Rising, falling, or not known yet.
        var trend = 0
        var (lowest, highest) = (0, 0)
        for index in grays.indices {
            let gray = grays[index]
            switch trend {
            case 0:
                if gray < grays[lowest] { lowest = index }
                if gray > grays[highest] { highest = index }
                guard grays[highest] - grays[lowest] >= least else { continue }
                trend = highest > lowest ? 1 : -1
                edges.append(crossing(from: min(lowest, highest), to: max(lowest, highest)))
                extreme = index
            case 1:
                if gray > grays[extreme] {
                    // The rise continues, so its edge lies between a deeper bottom and a higher top.
                    edges[edges.count - 1] = crossing(from: lowest, to: index)
                    extreme = index
                } else if grays[extreme] - gray >= least {
                    (highest, lowest) = (extreme, index)
                    edges.append(crossing(from: extreme, to: index))
                    trend = -1
                    extreme = index
                }
            default:
                if gray < grays[extreme] {
                    edges[edges.count - 1] = crossing(from: highest, to: index)
                    extreme = index
                } else if gray - grays[extreme] >= least {
                    (lowest, highest) = (extreme, index)
                    edges.append(crossing(from: extreme, to: index))
                    trend = 1
                    extreme = index
                }
            }
        }
        return edges
    }

    /// Where between two extremes the gray is half way.
    private func crossing(from first: Int, to last: Int) -> Double {
        let middle = (grays[first] + grays[last]) / 2
        let isRising = grays[last] > grays[first]
        for index in first..<last where (grays[index + 1] >= middle) == isRising || grays[index + 1] == middle {
            let step = grays[index + 1] - grays[index]
            return Double(index) + (step == 0 ? 0.5 : min(1, max(0, (middle - grays[index]) / step)))
        }
        return Double(first + last) / 2
    }

    /// The gray that so large a part of the line is below.
    static func percentile(_ part: Double, of values: [Double]) -> Double {
        guard !values.isEmpty else { return 0 }
        let sorted = values.sorted()
        return sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]
    }

    /// How alike two lines are that lie side by side, 1 if in proportion, whatever light falls on them; the best of a
    /// few shifts, as the bars' direction is not known exactly.
    func likeness(to other: BarProfile, shift: Int) -> Double {
        (-shift...shift).map { likeness(to: other, shiftedBy: $0) }.max() ?? 0
    }

    /// By how many pixels another line's bars are further along it; nil where they are not the same bars.
    func shift(to other: BarProfile, most: Int) -> Double? {
        let likenesses = (-most...most).map { likeness(to: other, shiftedBy: $0) }
        guard let best = likenesses.indices.max(by: { likenesses[$0] < likenesses[$1] }), likenesses[best] > 0.5 else {
            return nil
        }
        guard best > 0, best < likenesses.count - 1 else { return Double(best - most) }
        // The top of the parabola through the best and its neighbours.
        let (before, behind) = (likenesses[best - 1], likenesses[best + 1])
        let bend = before - 2 * likenesses[best] + behind
        return Double(best - most) + (bend < 0 ? (before - behind) / (2 * bend) : 0)
    }

    private func likeness(to other: BarProfile, shiftedBy shift: Int) -> Double {
        let from = max(0, -shift)
        let to = min(grays.count, other.grays.count - shift)
        guard to - from > 2 else { return 0 }
        let count = Double(to - from)
        var (sumA, sumB, sumAA, sumBB, sumAB) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for index in from..<to {
            let a = grays[index]
            let b = other.grays[index + shift]
            sumA += a
            sumB += b
            sumAA += a * a
            sumBB += b * b
            sumAB += a * b
        }
        let varianceA = sumAA - sumA * sumA / count
        let varianceB = sumBB - sumB * sumB / count
        guard varianceA > 0, varianceB > 0 else { return 0 }
        return (sumAB - sumA * sumB / count) / (varianceA * varianceB).squareRoot()
    }
}

extension GrayImage {
    /// The gray at a place between pixels; the nearest for one outside of the picture, 0 for a place that is nowhere.
    func gray(at place: Vector) -> Double {
        guard place.x.isFinite, place.y.isFinite else { return 0 }
        let x = min(max(place.x, 0), Double(width - 1))
        let y = min(max(place.y, 0), Double(height - 1))
        let left = min(Int(x), max(0, width - 2))
        let top = min(Int(y), max(0, height - 2))
        let right = min(left + 1, width - 1)
        let bottom = min(top + 1, height - 1)
        let partX = x - Double(left)
        let partY = y - Double(top)
        return pixels.withUnsafeBufferPointer { pixels in
            let upper = Double(pixels[top * width + left]) * (1 - partX) + Double(pixels[top * width + right]) * partX
            let lower =
                Double(pixels[bottom * width + left]) * (1 - partX) + Double(pixels[bottom * width + right]) * partX
            return upper * (1 - partY) + lower * partY
        }
    }
}
