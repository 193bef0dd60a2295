internal import Glibc

/// In which direction a picture changes, and how much, in each of its squares of eight pixels.
///
/// Where all edges in a square run the same way, as the bars of a linear code do, its structure tensor (the sums of the
/// products of the gradient's parts) has one large eigenvalue; where they run in all directions it has two.
struct GradientCells {
    /// The pixels on the side of a cell.
    static let side = 8

    let columns: Int
    let rows: Int
    private(set) var tensors: [Tensor]

    struct Tensor {
        var xx: Float = 0
        var yy: Float = 0
        var xy: Float = 0

        static func += (sum: inout Tensor, other: Tensor) {
            sum.xx += other.xx
            sum.yy += other.yy
            sum.xy += other.xy
        }

        /// The mean square of the gradient, in grays a pixel.
        var energy: Float { xx + yy }

        /// From 0, edges in all directions, to 1, all edges parallel.
        var coherence: Float {
            let difference = xx - yy
            return energy > 0 ? (difference * difference + 4 * xy * xy).squareRoot() / energy : 0
        }

        /// Twice the angle of the gradient, as a unit vector: directions half a turn apart are the same.
        var doubledDirection: SIMD2<Float> {
            let vector = SIMD2(xx - yy, 2 * xy)
            let length = (vector.x * vector.x + vector.y * vector.y).squareRoot()
            return length > 0 ? vector / length : .zero
        }

        /// The direction of the gradient: across the bars.
        var direction: Vector {
            let angle = atan2(Double(2 * xy), Double(xx - yy)) / 2
            return Vector(cos(angle), sin(angle))
        }
    }

    init(_ image: GrayImage) {
        let side = Self.side
        let columns = max(0, (image.width - 1) / side)
        let rows = max(0, (image.height - 1) / side)
        self.columns = columns
        self.rows = rows
        tensors = Array(repeating: Tensor(), count: columns * rows)
        let width = image.width
        // Each difference is the sum of two, and each cell has 64 of them.
        let scale = 1 / Float(4 * side * side)
        image.pixels.withUnsafeBufferPointer { pixels in
            for row in 0..<rows {
                for column in 0..<columns {
                    var (xx, yy, xy): (Int32, Int32, Int32) = (0, 0, 0)
                    for y in 0..<side {
                        let upper = (row &* side &+ y) &* width &+ column &* side
                        let lower = upper &+ width
                        for x in 0..<side {
                            let a = Int32(pixels[upper &+ x])
                            let b = Int32(pixels[upper &+ x &+ 1])
                            let c = Int32(pixels[lower &+ x])
                            let d = Int32(pixels[lower &+ x &+ 1])
                            // Differences of neighbours: those of every other pixel are blind to bars of one pixel.
                            let gx = b &+ d &- a &- c
                            let gy = c &+ d &- a &- b
                            xx &+= gx &* gx
                            yy &+= gy &* gy
                            xy &+= gx &* gy
                        }
                    }
                    tensors[row * columns + column] = Tensor(
                        xx: Float(xx) * scale, yy: Float(yy) * scale, xy: Float(xy) * scale)
                }
            }
        }
    }

    /// The mean over a cell and its eight neighbours.
    func smoothed() -> [Tensor] {
        var smooth = tensors
        for row in 0..<rows {
            for column in 0..<columns {
                var sum = Tensor()
                var count: Float = 0
                for y in max(0, row - 1)...min(rows - 1, row + 1) {
                    for x in max(0, column - 1)...min(columns - 1, column + 1) {
                        sum += tensors[y * columns + x]
                        count += 1
                    }
                }
                smooth[row * columns + column] = Tensor(xx: sum.xx / count, yy: sum.yy / count, xy: sum.xy / count)
            }
        }
        return smooth
    }
}
