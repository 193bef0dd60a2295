public import BeelineJSON

extension Outline {
    /// Writes the corners as output has them, clockwise from the symbol's top left: `[[9,9],[90,9],[90,50],[9,50]]`.
    public func write(to json: inout JSONWriter) {
        json.array { json in
            for corner in corners {
                json.array { json in
                    json.value(Int(corner.x))
                    json.value(Int(corner.y))
                }
            }
        }
    }

    /// Reads what `write(to:)` writes; nil for an empty list, which is no outline.
    ///
    /// - Throws: `SymbolFormatError`.
    init?(json: JSONValue) throws(SymbolFormatError) {
        guard let list = json.array else {
            throw .badMember("outline", "a list of four corners is expected, not \(json.typeName)")
        }
        var corners: [Point] = []
        for corner in list {
            guard let pair = corner.array, pair.count == 2, let x = pair[0].integer, let y = pair[1].integer else {
                throw .badMember("outline", "a corner is a list of two whole numbers")
            }
            corners.append(Point(x: x, y: y))
        }
        if corners.isEmpty { return nil }
        guard corners.count == 4 else { throw .badMember("outline", "four corners are expected") }
        self.init(topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
    }
}
