internal import BeelineSymbols
internal import CZBar

extension Outline {
    /// The outline for the corners of a QR code, which ZBar reports counter-clockwise from the code's own top left one;
    /// nil when they are not four.
    init?(zbarCorners points: [Point]) {
        guard points.count == 4 else { return nil }
        self.init(topLeft: points[0], topRight: points[3], bottomRight: points[2], bottomLeft: points[1])
    }

    /// The outline for the points of a linear code: where scan lines, along rows or columns of the image, came to the
    /// ends of the code or of one of its halves. Nil when there is no point.
    init?(zbarEnds points: [Point], orientation: zbar_orientation_t) {
        // How far a point is along the reading direction, and how far below the code's upper edge.
        func along(_ point: Point) -> Int32 {
            switch orientation {
            case ZBAR_ORIENT_RIGHT: point.y
            case ZBAR_ORIENT_DOWN: -point.x
            case ZBAR_ORIENT_LEFT: -point.y
            default: point.x
            }
        }
        func below(_ point: Point) -> Int32 {
            switch orientation {
            case ZBAR_ORIENT_RIGHT: -point.x
            case ZBAR_ORIENT_DOWN: -point.y
            case ZBAR_ORIENT_LEFT: point.x
            default: point.y
            }
        }
        guard let start = points.map(along).min(), let end = points.map(along).max() else { return nil }
        let margin = (end - start) / 4
        let atStart = points.filter { along($0) <= start + margin }
        let atEnd = points.filter { along($0) >= end - margin }
        guard let topLeft = atStart.min(by: { below($0) < below($1) }),
            let bottomLeft = atStart.max(by: { below($0) < below($1) }),
            let topRight = atEnd.min(by: { below($0) < below($1) }),
            let bottomRight = atEnd.max(by: { below($0) < below($1) })
        else { return nil }
        // Where few scan lines came to one end, that end is taken to be as high as the other.
        let left = (top: topLeft, bottom: bottomLeft)
        let right = (top: topRight, bottom: bottomRight)
        let leftHeight = below(bottomLeft) - below(topLeft)
        let rightHeight = below(bottomRight) - below(topRight)
        let (wholeLeft, wholeRight) =
            if leftHeight * 2 < rightHeight {
                (Self.edge(right, around: left), right)
            } else if rightHeight * 2 < leftHeight {
                (left, Self.edge(left, around: right))
            } else {
                (left, right)
            }
        self.init(
            topLeft: wholeLeft.top, topRight: wholeRight.top, bottomRight: wholeRight.bottom,
            bottomLeft: wholeLeft.bottom)
    }

    /// An edge moved so that its middle is that of another one.
    private static func edge(
        _ edge: (top: Point, bottom: Point), around other: (top: Point, bottom: Point)
    ) -> (top: Point, bottom: Point) {
        let x = Int(other.top.x + other.bottom.x - edge.top.x - edge.bottom.x) / 2
        let y = Int(other.top.y + other.bottom.y - edge.top.y - edge.bottom.y) / 2
        return (
            Point(x: max(0, Int(edge.top.x) + x), y: max(0, Int(edge.top.y) + y)),
            Point(x: max(0, Int(edge.bottom.x) + x), y: max(0, Int(edge.bottom.y) + y))
        )
    }
}
