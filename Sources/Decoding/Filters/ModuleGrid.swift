internal import CPixels

/// The grid of a matrix code in a picture. A code that is sampled module by module, and drawn again in black and white
/// without perspective, is easy for a decoder to find.
struct ModuleGrid {
    let columns: Int
    let rows: Int
    /// The code's own top left, and on in the order of its top right: counterclockwise where it is mirrored. Whole numbers
    /// are the corners of pixels.
    private(set) var corners: [Vector]
    /// From modules to pixels, whole numbers being the corners of both.
    private(set) var mapping: Mapping

    /// Nil where the corners are those of no figure, or there would be no modules.
    init?(columns: Int, rows: Int, corners: [Vector]) {
        guard columns > 0, rows > 0, let mapping = Self.mapping(columns, rows, corners) else { return nil }
        (self.columns, self.rows, self.corners, self.mapping) = (columns, rows, corners, mapping)
    }

    private static func mapping(_ columns: Int, _ rows: Int, _ corners: [Vector]) -> Mapping? {
        Mapping(square: 1, toCorners: corners)?.after(.scale(x: 1 / Double(columns), y: 1 / Double(rows)))
    }

    func place(_ x: Double, _ y: Double) -> Vector { mapping(Vector(x, y)) }

    /// Another part of the same plane, in modules of this one.
    func part(left: Double, top: Double, columns: Int, rows: Int) -> ModuleGrid? {
        let (right, bottom) = (left + Double(columns), top + Double(rows))
        return ModuleGrid(
            columns: columns, rows: rows,
            corners: [place(left, top), place(right, top), place(right, bottom), place(left, bottom)])
    }

    /// The length of a side of a module in the middle: that of a square of its area.
    var module: Double {
        let (x, y) = (Double(columns) / 2, Double(rows) / 2)
        let right = place(x + 0.5, y) - place(x - 0.5, y)
        return abs(right.cross(place(x, y + 0.5) - place(x, y - 0.5))).squareRoot()
    }

    /// Of each module, row after row.
    func grays(in image: GrayImage) -> [Float] {
        var grays = [Float](repeating: 255, count: columns * rows)
        _ = image.withPixels {
            beeline_module_grays($0, image.width, image.height, mapping.matrix, columns, rows, &grays)
        }
        return grays
    }

    /// The levels of dark and light in a neighbourhood.
    struct Levels {
        let thresholds: [Float]
        let contrast: Float

        init(of grays: [Float], columns: Int, rows: Int) {
            var thresholds = grays
            contrast = withUnsafeTemporaryAllocation(of: Float.self, capacity: rows * (columns + 2 * Self.radius + 3)) {
                guard let framed = $0.baseAddress else { return 0 }
                return beeline_module_thresholds(grays, columns, rows, Self.radius, framed, &thresholds)
            }
            self.thresholds = thresholds
        }

        /// In modules: light changes from one part of a code to another.
        private static let radius = 4
    }

    func levels(of grays: [Float]) -> Levels { Levels(of: grays, columns: columns, rows: rows) }

    /// Moves the corners, which may be off by `reach` modules at first, to where the modules differ most from the gray
    /// between dark and light, and are what is known of them: above 0 dark, below light, 0 where a module may be
    /// either. No other modules may count.
    mutating func refine(in image: GrayImage, known: [Int8], onlyKnown: Bool = false, reach: Double = 0.5) {
        guard known.count == columns * rows else { return }
        let levels = levels(of: grays(in: image))
        // Not a divisor of the columns, so that all of them are looked at.
        let looked = onlyKnown ? known.count { $0 != 0 } : known.count
        var step = max(1, looked / Self.mostModules)
        while step > 1, columns % step == 0 { step += 1 }
        func fit(_ mapping: Mapping, _ step: Int) -> Double {
            image.withPixels {
                beeline_module_fit(
                    $0, image.width, image.height, mapping.matrix, columns, rows, step, levels.thresholds, known,
                    onlyKnown)
            } ?? 0
        }
        var best = fit(mapping, step)
        let module = module
        var length = reach
        while length > Self.leastMove {
            // A move that helps is made again; each helps, so that there is an end, but not all are worth the time.
            for _ in 0..<2 {
                let before = best
                for corner in 0..<4 {
                    for direction in Self.directions {
                        // Of two opposite moves the second one would lead back.
                        for move in [direction, -direction] {
                            var moved = corners
                            moved[corner] += move * (length * module)
                            guard let mapping = Self.mapping(columns, rows, moved) else { continue }
                            let next = fit(mapping, step)
                            guard next > best else { continue }
                            (best, corners, self.mapping) = (next, moved, mapping)
                            break
                        }
                    }
                }
                if best == before { break }
            }
            length /= 2
        }
    }

    /// How well the known modules match the picture: 1 if they are black and white.
    func fit(in image: GrayImage, known: [Int8]) -> Double {
        let count = known.count { $0 != 0 }
        let grays = grays(in: image)
        let levels = levels(of: grays)
        guard known.count == grays.count, count > 0, levels.contrast > 0 else { return 0 }
        let right = known.indices.reduce(0.0) { sum, index in
            let difference = Double(levels.thresholds[index] - grays[index]) * Double(known[index].signum())
            return sum + min(max(2 * difference / Double(levels.contrast), -1), 1)
        }
        return right / Double(count)
    }

    private static let mostModules = 300
    private static let leastMove = 0.04
    private static let directions = [Vector(1, 0), Vector(0, 1)]

    /// The code without perspective. What is known of a module is above 0 if it is dark, below if it is light, 0 where
    /// its gray decides. The grid lies in the picture.
    func drawn(in image: GrayImage, known: [Int8], of picture: DerivedImage) -> DerivedImage {
        let grays = grays(in: image)
        let thresholds = levels(of: grays).thresholds
        let isDark = grays.indices.map { known[$0] == 0 ? grays[$0] < thresholds[$0] : known[$0] > 0 }
        let (side, space) = (Self.side, Self.space)
        // Of pixels the middles count, of modules the corners.
        let scale = 1 / Double(side)
        let modules = Mapping(matrix: [
            scale, 0, scale / 2 - Double(space), 0, scale, scale / 2 - Double(space), 0, 0, 1,
        ])
        let place = Mapping.shift(x: -0.5, y: -0.5).after(mapping).after(modules)
        return DerivedImage(
            image: GrayImage(modules: isDark, columns: columns, side: side, space: space),
            mapping: picture.mapping.after(place))
    }

    private static let side = 4
    private static let space = 2
}

extension GrayImage {
    /// The modules of a code, dark or light row after row, as squares of `side` pixels, with white ones around them.
    init(modules isDark: [Bool], columns: Int, side: Int, space: Int) {
        let rows = isDark.count / columns
        let (width, height) = ((columns + 2 * space) * side, (rows + 2 * space) * side)
        var pixels = [UInt8](repeating: 255, count: width * height)
        for row in 0..<rows {
            let start = (row + space) * side * width
            for column in 0..<columns where isDark[row * columns + column] {
                let first = start + (column + space) * side
                for x in first..<(first + side) { pixels[x] = 0 }
            }
            for line in 1..<side {
                let next = start + line * width
                pixels.replaceSubrange(next..<(next + width), with: pixels[start..<(start + width)])
            }
        }
        self.init(width: width, height: height, pixels: pixels)
    }
}
