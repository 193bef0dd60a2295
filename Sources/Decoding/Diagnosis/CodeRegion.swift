package import BeelineSymbols

/// A part of a picture that looks like a code.
package struct CodeRegion: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Bars side by side.
        case linear
        case qr
        case dataMatrix
        case aztec
        case pdf417
    }

    package var kind: Kind
    /// Without the quiet zone. Which way up a linear code is cannot be seen: its bars may run from right to left.
    package var outline: Outline
    /// The width of a module in pixels, as far as it is known.
    package var module: Double
    /// How much it looks like a code, up to 1: for linear codes how well its bars run straight through.
    package var certainty: Double
}

extension CodeRegion {
    /// How many pixels it is wide, along the bars or from the left corners to the right ones.
    package var width: Double { (Vector(outline.topRight) - Vector(outline.topLeft)).length }
    package var height: Double { (Vector(outline.bottomLeft) - Vector(outline.topLeft)).length }

    /// The same at so many times the scale.
    func scaled(by factor: Double) -> CodeRegion {
        let corners = outline.corners.map { Point(Vector($0) * factor) }
        var scaled = self
        scaled.outline = Outline(
            topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
        scaled.module *= factor
        return scaled
    }

    /// Whether most of the smaller one's box is within the other's.
    func overlaps(_ other: CodeRegion) -> Bool {
        let width =
            min(outline.columns.upperBound, other.outline.columns.upperBound)
            - max(outline.columns.lowerBound, other.outline.columns.lowerBound)
        let height =
            min(outline.rows.upperBound, other.outline.rows.upperBound)
            - max(outline.rows.lowerBound, other.outline.rows.lowerBound)
        guard width > 0, height > 0 else { return false }
        return 2 * width * height > min(outline.box, other.outline.box)
    }
}

extension Outline {
    /// The pixels of the upright rectangle round it.
    fileprivate var box: Int { columns.count * rows.count }

    /// The rectangle round a middle, from there so far along one direction and so far across it, both ways.
    init(around middle: Vector, along: Vector, _ length: Double, _ height: Double) {
        // Of the two ways to see it, the one that is less upside down.
        let right = along.x > 0.01 || (abs(along.x) <= 0.01 && along.y < 0) ? along : -along
        let down = Vector(-right.y, right.x)
        let across = right * (length / 2)
        let below = down * (height / 2)
        self.init(
            topLeft: Point(middle - across - below), topRight: Point(middle + across - below),
            bottomRight: Point(middle + across + below), bottomLeft: Point(middle - across + below))
    }
}
