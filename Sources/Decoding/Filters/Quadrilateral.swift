internal import BeelineSymbols

/// Four corners, in order, without a dent.
struct Quadrilateral {
    /// Clockwise, as y grows downwards.
    let corners: [Vector]

    /// Nil where the corners are not those of such a figure.
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

    /// In square pixels.
    var area: Double { Self.area(of: corners) }

    func contains(_ place: Vector) -> Bool {
        corners.indices.allSatisfy { (corners[($0 + 1) % 4] - corners[$0]).cross(place - corners[$0]) >= 0 }
    }

    /// By the shoelace formula; 0 for a line.
    static func area(of outline: Outline) -> Double { area(of: outline.corners.map(Vector.init)) }

    private static func area(of corners: [Vector]) -> Double {
        abs(corners.indices.reduce(0) { $0 + corners[$1].cross(corners[($1 + 1) % corners.count]) }) / 2
    }

    /// The four of some corners that take in the most.
    ///
    /// - Parameter hull: the corners of a figure without dents, in order.
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
