internal import BeelineSymbols

/// Where a derived picture's pixels are in the page: a projective map of the plane.
///
///     Mapping.scale(x: 0.5, y: 0.5)   // of a picture that is twice as large as the page
struct Mapping: Hashable, Sendable {
    /// Row after row of the 3 × 3 matrix that takes (x, y, 1) of the derived picture to the page.
    let matrix: [Double]

    static let identity = Mapping(matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1])

    static func scale(x: Double, y: Double) -> Mapping { Mapping(matrix: [x, 0, 0, 0, y, 0, 0, 0, 1]) }

    static func shift(x: Double, y: Double) -> Mapping { Mapping(matrix: [1, 0, x, 0, 1, y, 0, 0, 1]) }

    /// The place in the page of a place in the derived picture; places that are nowhere (on the horizon) stay.
    func callAsFunction(x: Double, y: Double) -> (x: Double, y: Double) {
        let depth = matrix[6] * x + matrix[7] * y + matrix[8]
        guard abs(depth) > 1e-12 else { return (x, y) }
        return (
            (matrix[0] * x + matrix[1] * y + matrix[2]) / depth,
            (matrix[3] * x + matrix[4] * y + matrix[5]) / depth
        )
    }

    /// The map of a picture derived from this one, whose map to this one is `inner`.
    func after(_ inner: Mapping) -> Mapping {
        var product = [Double](repeating: 0, count: 9)
        for row in 0..<3 {
            for column in 0..<3 {
                product[row * 3 + column] = (0..<3).reduce(0) {
                    $0 + matrix[row * 3 + $1] * inner.matrix[$1 * 3 + column]
                }
            }
        }
        return Mapping(matrix: product)
    }

    /// An outline in the page, within its bounds.
    func outline(_ outline: Outline, width: Int, height: Int) -> Outline {
        func place(_ point: Point) -> Point {
            let (x, y) = self(x: Double(point.x), y: Double(point.y))
            func bounded(_ value: Double, _ side: Int) -> Int {
                value.isFinite ? Int(min(max(value.rounded(), 0), Double(max(side - 1, 0)))) : 0
            }
            return Point(x: bounded(x, width), y: bounded(y, height))
        }
        return Outline(
            topLeft: place(outline.topLeft), topRight: place(outline.topRight),
            bottomRight: place(outline.bottomRight), bottomLeft: place(outline.bottomLeft))
    }
}
