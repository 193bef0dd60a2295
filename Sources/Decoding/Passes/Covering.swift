internal import BeelineSymbols

/// A picture in which codes are covered after they were read, so that the same query finds the next one. Each is
/// covered with the colour around it: on a dark page, the edge of a white patch would look like a code. The cover is
/// the quadrilateral of the corners: the box around a turned code would hide its neighbours.
struct CoveredPicture {
    private let width: Int
    private let height: Int
    private let mapping: Mapping
    /// The map from the page to the picture.
    private let back: Mapping?
    private var pixels: [UInt8]

    /// - Parameter outlines: in the page's pixels.
    init(_ picture: DerivedImage, covering outlines: [Outline] = []) {
        (width, height, mapping) = (picture.image.width, picture.image.height, picture.mapping)
        pixels = picture.image.pixels
        back = mapping.inverted
        for outline in outlines { cover(outline) }
    }

    var picture: DerivedImage {
        DerivedImage(image: GrayImage(width: width, height: height, pixels: pixels), mapping: mapping)
    }

    mutating func cover(_ outline: Outline) {
        guard let back else { return }
        let corners = outline.corners.map { back(Vector($0)) }
        // Far away is as good as outside, and so are places that are nowhere.
        let room = 4.0 * Double(max(width, height, 1))
        guard corners.allSatisfy({ abs($0.x) < room && abs($0.y) < room }) else { return }
        let figure = Self.figure(around: corners)
        let (left, right) = (figure.map(\.x).min() ?? 0, figure.map(\.x).max() ?? 0)
        guard left < Double(width), right >= 0 else { return }
        let top = figure.map(\.y).min() ?? 0
        let bottom = figure.map(\.y).max() ?? 0
        let (first, end) = (max(0, Int(top.rounded())), min(height, Int(bottom.rounded()) + 1))
        guard first < end else { return }
        let color = surroundings(of: figure)
        for row in first..<end {
            guard let columns = Self.columns(of: figure, in: row, below: width) else { continue }
            for place in (row * width + columns.lowerBound)..<(row * width + columns.upperBound) {
                pixels[place] = color
            }
        }
    }

    /// The corners, a little further out: an outline may run through the middles of the outermost modules. Of a line, or where
    /// lines between the corners cross, those of the box around them.
    private static func figure(around corners: [Vector]) -> [Vector] {
        let whole: [Vector]
        if let figure = Quadrilateral(corners) {
            whole = figure.corners
        } else {
            let (xs, ys) = (corners.map(\.x), corners.map(\.y))
            let (left, right) = (xs.min() ?? 0, xs.max() ?? 0)
            let (top, bottom) = (ys.min() ?? 0, ys.max() ?? 0)
            whole = [Vector(left, top), Vector(right, top), Vector(right, bottom), Vector(left, bottom)]
        }
        let middle = whole.reduce(Vector(), +) / Double(whole.count)
        return whole.map { corner in
            let away = corner - middle
            return away.length > 0 ? corner + away / away.length * (1.5 + away.length / 30) : corner
        }
    }

    /// The columns of a row that are within a figure without dents; nil where none is.
    private static func columns(of figure: [Vector], in row: Int, below width: Int) -> Range<Int>? {
        let (above, below) = (Double(row) - 0.5, Double(row) + 0.5)
        var (left, right) = (Double.infinity, -Double.infinity)
        for (index, from) in figure.enumerated() {
            let to = figure[(index + 1) % figure.count]
            if from.y >= above, from.y <= below { (left, right) = (min(left, from.x), max(right, from.x)) }
            for line in [above, below] where (from.y < line) != (to.y < line) {
                let x = from.x + (to.x - from.x) * (line - from.y) / (to.y - from.y)
                (left, right) = (min(left, x), max(right, x))
            }
        }
        guard left <= right, right >= 0, left < Double(width) else { return nil }
        let start = Int(max(left.rounded(), 0))
        let end = Int(min(right.rounded() + 1, Double(width)))
        return start < end ? start..<end : nil
    }

    /// The median of the grays a little outside of a figure.
    private func surroundings(of figure: [Vector]) -> UInt8 {
        var grays: [UInt8] = []
        let middle = figure.reduce(Vector(), +) / Double(figure.count)
        let steps = 12
        for (index, from) in figure.enumerated() {
            let to = figure[(index + 1) % figure.count]
            for step in 0..<steps {
                let place = from + (to - from) * ((Double(step) + 0.5) / Double(steps))
                let away = place - middle
                guard away.length > 0 else { continue }
                let outside = place + away / away.length * 1.5
                guard outside.x >= 0, outside.y >= 0, outside.x < Double(width), outside.y < Double(height) else {
                    continue
                }
                grays.append(pixels[Int(outside.y) * width + Int(outside.x)])
            }
        }
        grays.sort()
        return grays.isEmpty ? 255 : grays[grays.count / 2]
    }
}
