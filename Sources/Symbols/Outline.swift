/// A place in an image, in pixels from its top left corner; x grows to the right, y downwards.
public struct Point: Hashable, Sendable {
    /// Pixels from the left edge.
    public let x: Int32
    /// Pixels from the top edge.
    public let y: Int32

    /// A point by its distances from the left and the top edge, in pixels.
    public init(x: Int, y: Int) {
        self.x = Int32(clamping: x)
        self.y = Int32(clamping: y)
    }
}

/// The four corners of a symbol in the image, upright as its EXIF orientation asks.
///
/// The order is that of the symbol, clockwise from its own top left corner; so the first two corners show how it is
/// turned. For linear codes the reading direction is from left to right.
public struct Outline: Hashable, Sendable {
    /// The symbol's own top left corner, however it is turned.
    public let topLeft: Point
    /// The symbol's own top right corner.
    public let topRight: Point
    /// The symbol's own bottom right corner.
    public let bottomRight: Point
    /// The symbol's own bottom left corner.
    public let bottomLeft: Point

    /// An outline by its corners.
    public init(topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    /// Clockwise from the top left corner of the symbol.
    public var corners: [Point] { [topLeft, topRight, bottomRight, bottomLeft] }

    /// The least and the greatest x of the corners.
    public var columns: ClosedRange<Int> {
        let all = corners.map { Int($0.x) }
        return (all.min() ?? 0)...(all.max() ?? 0)
    }

    /// The least and the greatest y of the corners.
    public var rows: ClosedRange<Int> {
        let all = corners.map { Int($0.y) }
        return (all.min() ?? 0)...(all.max() ?? 0)
    }

    /// The middle of the corners.
    public var center: Point {
        Point(x: corners.reduce(0) { $0 + Int($1.x) } / 4, y: corners.reduce(0) { $0 + Int($1.y) } / 4)
    }

    /// Whether the middle of another one lies within the upright box around this one.
    package func holdsCenter(of other: Outline) -> Bool {
        columns.contains(Int(other.center.x)) && rows.contains(Int(other.center.y))
    }
}
