internal import Glibc

/// Darkness along a straight line through an image, averaged a little along the bars.
struct ScanLine {
    /// Samples that are added at both ends, for templates that reach beyond.
    static let padding = 64

    /// 0 is white, 255 black.
    private(set) var samples: [Float]
    /// Sums of all samples before each, and of their squares about the mean of the line.
    private(set) var sums: [Float]
    private(set) var squares: [Float]
    /// The difference between the dark and the light parts of it.
    private(set) var contrast: Float

    var count: Int { samples.count }

    /// - Parameters:
    ///   - x: where the line starts, in pixels; likewise `y`.
    ///   - along: one sample further, in pixels.
    ///   - count: samples to take.
    ///   - across: one pixel along the bars.
    ///   - rows: parallel lines to average, a pixel apart.
    init(
        _ image: GrayImage, x: Double, y: Double, along: (x: Double, y: Double), count: Int,
        across: (x: Double, y: Double), rows: Int
    ) {
        let step = (along.x * along.x + along.y * along.y).squareRoot()
        let parts = max(1, Int(step.rounded(.up)))
        let total = count + 2 * Self.padding
        var samples = [Float](repeating: 0, count: total)
        let (width, height) = (image.width, image.height)
        image.pixels.withUnsafeBufferPointer { pixels in
            for row in 0..<rows {
                let shift = Double(row) - Double(rows - 1) / 2
                for part in 0..<parts {
                    let offset = (Double(part) + 0.5) / Double(parts) - 0.5
                    var px = Float(x + across.x * shift + along.x * offset)
                    var py = Float(y + across.y * shift + along.y * offset)
                    let (dx, dy) = (Float(along.x), Float(along.y))
                    for index in Self.padding..<(Self.padding + count) {
                        let cx = min(max(px, 0), Float(width - 1))
                        let cy = min(max(py, 0), Float(height - 1))
                        let x0 = min(Int(cx), max(width - 2, 0))
                        let y0 = min(Int(cy), max(height - 2, 0))
                        let (fx, fy) = (cx - Float(x0), cy - Float(y0))
                        let here = y0 * width + x0
                        let right = width > 1 ? 1 : 0
                        let down = height > 1 ? width : 0
                        let top = Float(pixels[here]) * (1 - fx) + Float(pixels[here + right]) * fx
                        let bottom =
                            Float(pixels[here + down]) * (1 - fx) + Float(pixels[here + down + right]) * fx
                        samples[index] += top * (1 - fy) + bottom * fy
                        px += dx
                        py += dy
                    }
                }
            }
        }
        let scale = 1 / Float(rows * parts)
        for index in Self.padding..<(Self.padding + count) { samples[index] = 255 - samples[index] * scale }
        for index in 0..<Self.padding {
            samples[index] = samples[Self.padding]
            samples[total - 1 - index] = samples[total - 1 - Self.padding]
        }
        self.samples = samples
        (sums, squares, contrast) = ([], [], 0)
        finish()
    }

    /// The line read from its other end.
    var reversed: ScanLine {
        var line = self
        line.samples.reverse()
        line.finish()
        return line
    }

    private mutating func finish() {
        let mean = samples.reduce(0, +) / Float(samples.count)
        for index in samples.indices { samples[index] -= mean }
        var (sum, square): (Double, Double) = (0, 0)
        sums = [0]
        squares = [0]
        sums.reserveCapacity(samples.count + 1)
        squares.reserveCapacity(samples.count + 1)
        for value in samples {
            sum += Double(value)
            square += Double(value) * Double(value)
            sums.append(Float(sum))
            squares.append(Float(square))
        }
        let sorted = samples[Self.padding..<(samples.count - Self.padding)].sorted()
        guard let first = sorted.first else { return }
        contrast = sorted[sorted.count * 95 / 100] - (sorted.count > 20 ? sorted[sorted.count * 5 / 100] : first)
    }
}
