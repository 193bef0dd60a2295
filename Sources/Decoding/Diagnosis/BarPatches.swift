/// A connected part of a picture in which all edges run the same way, before anyone has looked whether they are bars.
struct BarPatch {
    var middle: Vector
    /// Across the bars; of length 1.
    var along: Vector
    /// In pixels, across the bars.
    var length: Double
    /// In pixels, along the bars.
    var height: Double

    /// The same at so many times the scale.
    func scaled(by factor: Double) -> BarPatch {
        BarPatch(middle: middle * factor, along: along, length: length * factor, height: height * factor)
    }
}

extension BarPatch {
    /// The patches of a picture that are large enough for a code.
    static func find(in image: GrayImage) -> [BarPatch] {
        let cells = GradientCells(image)
        guard cells.columns > 0, cells.rows > 0 else { return [] }
        let tensors = cells.smoothed()
        let directions = tensors.indices.map { index -> SIMD2<Float>? in
            let tensor = tensors[index]
            guard tensor.energy >= leastEnergy, tensor.coherence >= leastCoherence,
                4 * cells.tensors[index].energy >= tensor.energy
            else { return nil }
            return tensor.doubledDirection
        }
        var isTaken = directions.map { $0 == nil }
        var patches: [BarPatch] = []
        for start in directions.indices where !isTaken[start] {
            isTaken[start] = true
            var members = [start]
            var next = 0
            while next < members.count {
                let index = members[next]
                next += 1
                guard let direction = directions[index] else { continue }
                let (row, column) = index.quotientAndRemainder(dividingBy: cells.columns)
                for y in max(0, row - 1)...min(cells.rows - 1, row + 1) {
                    for x in max(0, column - 1)...min(cells.columns - 1, column + 1) {
                        let neighbour = y * cells.columns + x
                        guard !isTaken[neighbour], let other = directions[neighbour] else { continue }
                        guard direction.x * other.x + direction.y * other.y >= leastAgreement else { continue }
                        isTaken[neighbour] = true
                        members.append(neighbour)
                    }
                }
            }
            if members.count >= leastCells { patches.append(patch(of: members, cells)) }
        }
        return patches
    }

    /// The turned rectangle round some cells.
    private static func patch(of members: [Int], _ cells: GradientCells) -> BarPatch {
        var sum = GradientCells.Tensor()
        for member in members { sum += cells.tensors[member] }
        let along = sum.direction
        let across = along.turned
        let side = Double(GradientCells.side)
        var low = Vector(repeating: .infinity)
        var high = -low
        for member in members {
            let (row, column) = member.quotientAndRemainder(dividingBy: cells.columns)
            let place = Vector((Double(column) + 0.5) * side, (Double(row) + 0.5) * side)
            let turned = Vector(place.dot(along), place.dot(across))
            low = Vector(min(low.x, turned.x), min(low.y, turned.y))
            high = Vector(max(high.x, turned.x), max(high.y, turned.y))
        }
        let middle = (low + high) / 2
        return BarPatch(
            middle: along * middle.x + across * middle.y, along: along, length: high.x - low.x + side,
            height: high.y - low.y + side)
    }

    /// Mean square gradient, in grays a pixel; the noise of a camera has about 8.
    private static let leastEnergy: Float = 14
    private static let leastCoherence: Float = 0.5
    /// The cosine of twice the angle between neighbours: 14°.
    private static let leastAgreement: Float = 0.88
    private static let leastCells = 6
}
