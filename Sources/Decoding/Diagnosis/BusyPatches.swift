/// The connected parts of a picture in which light and dark change everywhere, and the rectangles round them.
struct BusyPatches {
    struct Patch {
        let middle: Vector
        /// The direction of one pair of sides; of length 1.
        let along: Vector
        let length: Double
        let height: Double
        /// The corners of the smallest figure without dents that holds it.
        let hull: [Vector]

        func contains(_ place: Vector) -> Bool {
            let offset = place - middle
            return abs(offset.dot(along)) <= length / 2 && abs(offset.dot(along.turned)) <= height / 2
        }
    }

    let patches: [Patch]

    init(_ picture: BinaryPicture) {
        var isTaken = picture.isBusy.map { !$0 }
        let columns = picture.cellColumns
        let rows = picture.cellRows
        var patches: [Patch] = []
        for start in isTaken.indices where !isTaken[start] {
            isTaken[start] = true
            var members = [start]
            var next = 0
            while next < members.count {
                let (row, column) = members[next].quotientAndRemainder(dividingBy: columns)
                next += 1
                for y in max(0, row - 1)...min(rows - 1, row + 1) {
                    for x in max(0, column - 1)...min(columns - 1, column + 1) where !isTaken[y * columns + x] {
                        isTaken[y * columns + x] = true
                        members.append(y * columns + x)
                    }
                }
            }
            if members.count >= 4, let patch = Self.patch(of: members, picture) { patches.append(patch) }
        }
        self.patches = patches
    }

    /// The smallest rectangle round the dark pixels of some cells: one of its sides is a side of their hull.
    private static func patch(of members: [Int], _ picture: BinaryPicture) -> Patch? {
        let hull = hull(of: outermost(of: members, picture))
        guard hull.count >= 3 else { return nil }
        var best: (area: Double, patch: Patch)?
        for index in hull.indices {
            let side = hull[(index + 1) % hull.count] - hull[index]
            guard side.length > 0 else { continue }
            let along = side / side.length
            let across = along.turned
            let xs = hull.map { $0.dot(along) }
            let ys = hull.map { $0.dot(across) }
            guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { continue }
            let area = (right - left) * (bottom - top)
            if let best, best.area <= area { continue }
            let middle = along * ((left + right) / 2) + across * ((top + bottom) / 2)
            best = (area, Patch(middle: middle, along: along, length: right - left, height: bottom - top, hull: hull))
        }
        return best?.patch
    }

    /// Of each row of pixels in the cells the corners of the first and the last dark one.
    private static func outermost(of members: [Int], _ picture: BinaryPicture) -> [Vector] {
        let side = BinaryPicture.side
        let columns = picture.cellColumns
        let first = (members.min() ?? 0) / columns * side
        let last = (members.max() ?? 0) / columns * side + side - 1
        var left = Array(repeating: Int.max, count: last - first + 1)
        var right = Array(repeating: -1, count: left.count)
        picture.isDark.withUnsafeBufferPointer { dark in
            for member in members {
                let (row, column) = member.quotientAndRemainder(dividingBy: columns)
                for y in (row * side)..<(row * side + side) {
                    let start = y * picture.width
                    for x in (column * side)..<(column * side + side) where dark[start + x] != 0 {
                        left[y - first] = min(left[y - first], x)
                        right[y - first] = max(right[y - first], x)
                    }
                }
            }
        }
        return left.indices.flatMap { row -> [Vector] in
            guard right[row] >= 0 else { return [] }
            let y = Double(first + row)
            return [Double(left[row]), Double(right[row] + 1)].flatMap { [Vector($0, y), Vector($0, y + 1)] }
        }
    }

    /// The corners of the convex hull, by Andrew's monotone chain.
    private static func hull(of places: [Vector]) -> [Vector] {
        let sorted = places.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        func chain(_ places: some Sequence<Vector>) -> [Vector] {
            var chain: [Vector] = []
            for place in places {
                while chain.count >= 2,
                    (chain[chain.count - 1] - chain[chain.count - 2]).cross(place - chain[chain.count - 1]) <= 0
                {
                    chain.removeLast()
                }
                chain.append(place)
            }
            return Array(chain.dropLast())
        }
        return chain(sorted) + chain(sorted.reversed())
    }

    /// The smallest patch round a place.
    func patch(around place: Vector) -> Patch? {
        patches.filter { $0.contains(place) }.min { $0.length * $0.height < $1.length * $1.height }
    }
}
