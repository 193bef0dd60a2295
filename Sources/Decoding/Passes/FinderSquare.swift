internal import CPixels
internal import Glibc

/// A finder pattern of a QR code with its four corners, to parts of a pixel.
struct FinderSquare {
    /// Clockwise, with the middles of pixels at whole numbers; which one is the first says nothing.
    let corners: [Vector]
    let isDark: Bool
    /// From its modules to pixels, for each corner as the first.
    let frames: [Mapping]
    let middle: Vector
    /// How well light and dark are where they belong, up to 1.
    let fit: Double
    /// How many times the picture was halved in which it was found.
    let level: Int

    /// Modules on its side.
    static let side = 7.0

    /// The side of a module in pixels.
    let module: Double
    /// The side of a module that goes right, and the one that goes down, if the first corner is the first, in pixels.
    private let across: Vector
    private let down: Vector

    /// How many modules a place is away to the right, and downwards, if the first corner is the first.
    func modules(to offset: Vector) -> Vector? {
        let area = across.cross(down)
        guard abs(area) > 1e-6 else { return nil }
        return Vector(offset.cross(down) / area, across.cross(offset) / area)
    }

    init?(_ finder: BeelineFinder, level: Int) {
        let c = finder.corners
        let corners = [(c.0, c.1), (c.2, c.3), (c.4, c.5), (c.6, c.7)].map { Vector(Double($0), Double($1)) }
        self.init(corners, level: level, isDark: finder.sign > 0, fit: Double(finder.fit))
    }

    /// - Parameter corners: in a picture that was halved so many times.
    init?(_ places: [Vector], level: Int, isDark: Bool, fit: Double) {
        let corners = places.map { PictureScales.place($0, doubled: level) }
        let frames = (0..<4).compactMap { first in
            Mapping(corners: (0..<4).map { corners[($0 + first) % 4] })
        }
        guard frames.count == 4 else { return nil }
        (self.corners, self.isDark, self.frames, self.level, self.fit) = (corners, isDark, frames, level, fit)
        middle = frames[0](Vector(3.5, 3.5))
        across = (corners[1] - corners[0] + corners[2] - corners[3]) / (2 * Self.side)
        down = (corners[2] - corners[1] + corners[3] - corners[0]) / (2 * Self.side)
        module = abs(across.cross(down)).squareRoot()
        guard module > 0.5 else { return nil }
    }

    /// Whether it is the same pattern, seen another time.
    func isSame(as other: FinderSquare) -> Bool {
        let ratio = module / other.module
        return isDark == other.isDark && ratio > 0.6 && ratio < 1.7
            && (middle - other.middle).length < 1.5 * min(module, other.module)
    }
}

/// Patterns of dark squares around each other with one light ring between them.
enum SquareRings {
    /// By rows, -1 for dark and 1 for light. The light ring is at a distance from the middle.
    static func modules(side: Int, lightRing: Int) -> [Double] {
        let middle = side / 2
        return (0..<(side * side)).map { (index: Int) -> Double in
            let ring = max(abs(index % side - middle), abs(index / side - middle))
            return ring == lightRing ? 1 : -1
        }
    }
}

extension Mapping {
    fileprivate init?(corners: [Vector]) {
        // Not by `Quadrilateral`, which might begin with another corner.
        guard let figure = Quadrilateral(corners), figure.corners[0] == corners[0] else { return nil }
        self.init(square: FinderSquare.side, to: figure)
    }
}
