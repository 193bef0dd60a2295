internal import BeelineSymbols
internal import CPixels
internal import Glibc

/// Where a derived picture's pixels are in the page: a projective map of the plane.
///
///     Mapping.scale(x: 0.5, y: 0.5)   // of a picture that is twice as large as the page
struct Mapping: Hashable, Sendable {
    /// Row after row of the 3 × 3 matrix that takes (x, y, 1) of the derived picture to the page.
    let matrix: [Double]

    static let identity = Mapping(matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1])

    static func scale(x: Double, y: Double) -> Mapping { Mapping(matrix: [x, 0, 0, 0, y, 0, 0, 0, 1]) }

    static func shift(x: Double, y: Double) -> Mapping { Mapping(matrix: [1, 0, x, 0, 1, y, 0, 0, 1]) }

    /// The point in the page for a point in the derived picture; points on the horizon stay.
    func callAsFunction(_ place: Vector) -> Vector {
        let depth = matrix[6] * place.x + matrix[7] * place.y + matrix[8]
        guard abs(depth) > 1e-12 else { return place }
        return Vector(
            (matrix[0] * place.x + matrix[1] * place.y + matrix[2]) / depth,
            (matrix[3] * place.x + matrix[4] * place.y + matrix[5]) / depth)
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

    /// The inverse map, by the adjugate: a factor of the matrix does not matter. Nil if there is none.
    var inverted: Mapping? {
        let m = matrix
        let adjugate = [
            m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
            m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
            m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3],
        ]
        let determinant = m[0] * adjugate[0] + m[1] * adjugate[3] + m[2] * adjugate[6]
        guard abs(determinant) > 1e-12, adjugate.allSatisfy(\.isFinite) else { return nil }
        return Mapping(matrix: adjugate)
    }

    /// An outline in the page, within its bounds.
    func outline(_ outline: Outline, width: Int, height: Int) -> Outline {
        func place(_ point: Point) -> Point {
            let place = self(Vector(point))
            func bounded(_ value: Double, _ side: Int) -> Int {
                value.isFinite ? Int(min(max(value.rounded(), 0), Double(max(side - 1, 0)))) : 0
            }
            return Point(x: bounded(place.x, width), y: bounded(place.y, height))
        }
        return Outline(
            topLeft: place(outline.topLeft), topRight: place(outline.topRight),
            bottomRight: place(outline.bottomRight), bottomLeft: place(outline.bottomLeft))
    }
}

extension Mapping {
    /// The map of an upright square, from its top left corner on, to a quadrilateral; nil if there is none. Paul S.
    /// Heckbert, Fundamentals of Texture Mapping and Image Warping, 1989, section 2.2.3.
    init?(square side: Double, to figure: Quadrilateral) { self.init(square: side, toCorners: figure.corners) }

    /// The same for corners that may be counterclockwise, as in a mirror.
    init?(square side: Double, toCorners c: [Vector]) {
        guard c.count == 4 else { return nil }
        let sum = c[0] - c[1] + c[2] - c[3]
        let (one, other) = (c[1] - c[2], c[3] - c[2])
        let determinant = one.cross(other)
        guard side > 0, abs(determinant) > 1e-9 else { return nil }
        let g = sum.cross(other) / determinant
        let h = one.cross(sum) / determinant
        let right = c[1] - c[0] + c[1] * g
        let down = c[3] - c[0] + c[3] * h
        self.init(matrix: [
            right.x / side, down.x / side, c[0].x, right.y / side, down.y / side, c[0].y, g / side, h / side, 1,
        ])
    }
}

/// A convex quadrilateral.
struct Quadrilateral {
    /// Clockwise, as y grows downwards.
    let corners: [Vector]

    /// Nil if the corners are not those of a convex quadrilateral.
    init?(_ corners: [Vector]) {
        guard corners.count == 4 else { return nil }
        let turns = corners.indices.map { index in
            (corners[(index + 1) % 4] - corners[index]).cross(corners[(index + 2) % 4] - corners[(index + 1) % 4])
        }
        if turns.allSatisfy({ $0 > 0 }) {
            self.corners = corners
        } else if turns.allSatisfy({ $0 < 0 }) {
            self.corners = corners.reversed()
        } else {
            return nil
        }
    }

    init?(_ outline: Outline) { self.init(outline.corners.map(Vector.init)) }

    var area: Double { Self.area(of: corners) }

    /// Whether a point is inside, or outside by at most `margin` pixels.
    func contains(_ place: Vector, within margin: Double = 0) -> Bool {
        corners.indices.allSatisfy {
            let side = corners[($0 + 1) % 4] - corners[$0]
            return side.cross(place - corners[$0]) >= -margin * side.length
        }
    }

    var sides: [Double] { corners.indices.map { (corners[($0 + 1) % 4] - corners[$0]).length } }

    /// By the shoelace formula; 0 for a line.
    static func area(of outline: Outline) -> Double { area(of: outline.corners.map(Vector.init)) }

    private static func area(of corners: [Vector]) -> Double {
        abs(corners.indices.reduce(0) { $0 + corners[$1].cross(corners[($1 + 1) % corners.count]) }) / 2
    }

    /// The four corners with the largest area, of those of a convex polygon, in order.
    init?(largestIn hull: [Vector]) {
        let hull = Self.thinned(hull)
        guard hull.count >= 4 else { return nil }
        var best: (area: Double, corners: [Vector])?
        for first in hull.indices {
            for third in hull.indices where third > first + 1 {
                // On each side of the diagonal the corner that is furthest from it.
                let diagonal = hull[third] - hull[first]
                var one: (away: Double, corner: Vector?) = (0, nil)
                var other = one
                for (index, corner) in hull.enumerated() where index != first && index != third {
                    let away = diagonal.cross(corner - hull[first])
                    if away > other.away { other = (away, corner) }
                    if -away > one.away { one = (-away, corner) }
                }
                guard let second = other.corner, let fourth = one.corner else { continue }
                let area = (other.away + one.away) / 2
                if let best, best.area >= area { continue }
                best = (area, [hull[first], fourth, hull[third], second])
            }
        }
        guard let best else { return nil }
        self.init(best.corners)
    }

    /// At most ``most`` of the corners: a hull of many is round, and each has others beside it.
    private static func thinned(_ hull: [Vector]) -> [Vector] {
        let step = max(1, (hull.count + most - 1) / most)
        return stride(from: 0, to: hull.count, by: step).map { hull[$0] }
    }

    private static let most = 64
}

extension GrayImage {
    /// The part of an image in a box; nil if there is none.
    func cropped(x: Int, y: Int, width wanted: Int, height rows: Int) -> GrayImage? {
        let left = min(max(x, 0), width)
        let top = min(max(y, 0), height)
        // The sums of a place and a side may be beyond 64 bits where a caller gives nonsense.
        let right = min(width, max(left, x.addingReportingOverflow(wanted).overflow ? width : x + wanted))
        let bottom = min(height, max(top, y.addingReportingOverflow(rows).overflow ? height : y + rows))
        return withPixels { source in
            Self.made(width: right - left, height: bottom - top) { made in
                for row in 0..<(bottom - top) {
                    memcpy(made + row * (right - left), source + (top + row) * width + left, right - left)
                }
            }
        }
    }

    /// The image with that many white pixels around it: the quiet zone that a close crop cuts off.
    func bordered(_ margin: Int) -> GrayImage? {
        guard (0...4096).contains(margin) else { return nil }
        let wide = width + 2 * margin
        let high = height + 2 * margin
        return withPixels { source in
            Self.made(width: wide, height: high) { made in
                memset(made, 255, wide * high)
                for row in 0..<height { memcpy(made + (row + margin) * wide + margin, source + row * width, width) }
            }
        }
    }

    /// The image turned clockwise by a quarter: what is on its left comes to the top.
    func quarterTurned() -> GrayImage? {
        withPixels { source in
            Self.made(width: height, height: width) {
                beeline_turn(source, (height - 1) * width, -width, 1, height, width, $0)
            }
        }
    }

    /// A picture of which `mapping` says where each pixel is in this one; what is outside is white. Between pixels it
    /// takes what lies between them.
    func resampled(width made: Int, height rows: Int, _ mapping: Mapping) -> GrayImage? {
        withPixels { source in
            Self.made(width: made, height: rows) {
                beeline_resample(source, width, height, mapping.matrix, made, rows, $0)
            }
        }
    }

    /// The image turned clockwise by some degrees, on white, whole; and where its pixels are in this one. Nil where that has many
    /// more pixels, as with a long strip.
    func turned(degrees: Double) -> (image: GrayImage, mapping: Mapping)? {
        let angle = degrees * .pi / 180
        let (sine, cosine) = (sin(angle), cos(angle))
        let wide = (Double(width) * abs(cosine) + Double(height) * abs(sine)).rounded(.up)
        let high = (Double(width) * abs(sine) + Double(height) * abs(cosine)).rounded(.up)
        let most = max(Self.fewPixels, Self.mostGrowth * pixels.count)
        guard wide * high <= Double(min(most, Self.mostMade)) else { return nil }
        // From the middle of the one to the middle of the other.
        let back = Mapping(matrix: [cosine, sine, 0, -sine, cosine, 0, 0, 0, 1])
        let mapping = Mapping.shift(x: Double(width - 1) / 2, y: Double(height - 1) / 2)
            .after(back)
            .after(.shift(x: -(wide - 1) / 2, y: -(high - 1) / 2))
        return resampled(width: Int(wide), height: Int(high), mapping).map { ($0, mapping) }
    }

    /// How many times the pixels a turned image may have: turned by 45°, a square has twice as many, a strip of 1 : 14 eight.
    private static let mostGrowth = 8
    /// So many pixels it may have in any case.
    private static let fewPixels = 4_000_000
}

/// A point or a direction in a picture, in pixels.
typealias Vector = SIMD2<Double>

extension Vector {
    init(_ point: Point) { self.init(Double(point.x), Double(point.y)) }

    var length: Double { (x * x + y * y).squareRoot() }

    func dot(_ other: Vector) -> Double { x * other.x + y * other.y }

    /// The cross product: positive if the other vector is clockwise from this one.
    func cross(_ other: Vector) -> Double { x * other.y - y * other.x }

    /// Turned clockwise by a quarter, as y grows downwards.
    var turned: Vector { Vector(-y, x) }
}

extension Point {
    init(_ place: Vector) { self.init(x: Int(place.x.rounded()), y: Int(place.y.rounded())) }
}
