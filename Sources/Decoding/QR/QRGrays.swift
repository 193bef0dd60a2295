internal import CPixels

/// What a mesh shows of a code, and its modules by that: several opinions, as what helps against blur may harm.
struct QRGrays {
    let layout: QRLayout
    private let known: [Int8]
    /// By rows, a gray for each module.
    private let grays: [Float]

    /// The picture has a pixel for each module of the layout.
    init(_ layout: QRLayout, known: [Int8], modules: GrayImage) {
        (self.layout, self.known) = (layout, known)
        grays = modules.pixels.map { Float($0) }
    }

    /// - Parameter samples: for each module, a square whose sides are ``QRLayout/moduleSide`` pixels.
    init(_ layout: QRLayout, known: [Int8], samples: GrayImage) {
        (self.layout, self.known) = (layout, known)
        let side = QRLayout.moduleSide
        grays = (0..<(layout.size * layout.size)).map { index in
            let start = index / layout.size * side * samples.width + index % layout.size * side
            let sum = (1..<4).reduce(0) { sum, row in
                (1..<4).reduce(sum) { $0 + Int(samples.pixels[start + row * samples.width + $1]) }
            }
            return Float(sum) / 9
        }
    }

    /// How modules become dark or light.
    enum View {
        /// By what is dark and light around them.
        case plain
        /// The same after what neighbours blur is taken away.
        case sharp
        /// By the darker places in each.
        case dark
        /// By what makes the known modules what they are.
        case equalized
    }

    /// Whether each module is dark. The samples, a square whose sides are ``QRLayout/moduleSide`` pixels for each
    /// module, are made if the view needs them.
    func modules(_ view: View, samples: @autoclosure () -> GrayImage?) -> [Bool] {
        switch view {
        case .plain: Self.darker(grays, size: layout.size)
        case .sharp: Self.darker(sharpened, size: layout.size)
        case .dark: Self.darker(samples().map { percentile(of: $0) } ?? grays, size: layout.size)
        case .equalized: equalized(samples(), rounds: Self.rounds).values.map { $0 > 0 }
        }
    }

    private static func darker(_ grays: [Float], size: Int) -> [Bool] {
        let levels = ModuleGrid.Levels(of: grays, columns: size, rows: size)
        return grays.indices.map { grays[$0] < levels.thresholds[$0] }
    }

    private var sharpened: [Float] {
        let size = layout.size
        return grays.indices.map { index in
            let (row, column) = index.quotientAndRemainder(dividingBy: size)
            var (sum, count): (Float, Float) = (0, 0)
            for y in max(0, row - 1)...min(size - 1, row + 1) {
                for x in max(0, column - 1)...min(size - 1, column + 1) {
                    sum += grays[y * size + x]
                    count += 1
                }
            }
            return max(0, grays[index] + Self.sharpness * (grays[index] - sum / count))
        }
    }

    private static let sharpness: Float = 1.5

    /// The part of the timing and alignment patterns that is as it must be.
    func guideFit(_ modules: [Bool]) -> Double {
        var (right, all) = (0, 0)
        let size = layout.size
        for index in known.indices where known[index] != 0 {
            guard layout.isDarkGuide(column: index % size, row: index / size) != nil else { continue }
            all += 1
            if modules[index] == (known[index] > 0) { right += 1 }
        }
        return Double(right) / Double(max(all, 1))
    }

    /// Of the places of each module the gray that a fifth do not reach: glare and scratches are lighter than modules.
    private func percentile(of samples: GrayImage) -> [Float] {
        let side = QRLayout.moduleSide
        var places = [UInt8](repeating: 0, count: side * side)
        return grays.indices.map { index in
            let start = index / layout.size * side * samples.width + index % layout.size * side
            for place in places.indices {
                places[place] = samples.pixels[start + place / side * samples.width + place % side]
            }
            places.sort()
            return Float(places[places.count / 5])
        }
    }

    /// The darkness of each module by an equalizer, and how badly it fits what is known.
    func equalized(_ samples: GrayImage?, rounds: Int) -> (values: [Float], misfit: Float) {
        var values = [Float](repeating: 0, count: grays.count)
        guard let samples else { return (values, .infinity) }
        let misfit = beeline_equalize(darkness(of: samples), layout.size, known, rounds, &values)
        return (values, misfit)
    }

    private static let rounds = 3

    /// At four places of each module, about 1 where it is dark and -1 where it is light.
    private func darkness(of samples: GrayImage) -> [Float] {
        let (size, side) = (layout.size, QRLayout.moduleSide)
        let levels = ModuleGrid.Levels(of: grays, columns: size, rows: size)
        let scale = 2 / max(levels.contrast, 4)
        var darkness = [Float](repeating: 0, count: 4 * size * size)
        for index in grays.indices {
            let start = index / size * side * samples.width + index % size * side
            for quarter in 0..<4 {
                let first = start + (quarter & 1) * 3 + (quarter >> 1) * 3 * samples.width
                let sum =
                    Int(samples.pixels[first]) + Int(samples.pixels[first + 1])
                    + Int(samples.pixels[first + samples.width]) + Int(samples.pixels[first + samples.width + 1])
                let value = (levels.thresholds[index] - Float(sum) / 4) * scale
                darkness[4 * index + quarter] = min(max(value, -Self.mostDarkness), Self.mostDarkness)
            }
        }
        return darkness
    }

    /// What differs more is glare, or something else.
    private static let mostDarkness: Float = 2.5

    /// The code in black and white, with all that is known of it as it must be.
    func drawn(_ modules: [Bool], corners: [Vector]) -> DerivedImage? {
        let (size, scale) = (layout.size, Self.scale)
        guard let figure = Quadrilateral(corners), let inner = Mapping(square: Double(size * scale), to: figure) else {
            return nil
        }
        let isDark = modules.indices.map { known[$0] == 0 ? modules[$0] : known[$0] > 0 }
        // A corner of a module is half a pixel before the middle of its first one.
        let space = 0.5 - Double(Self.quietZone * scale)
        return DerivedImage(
            image: GrayImage(modules: isDark, columns: size, side: scale, space: Self.quietZone),
            mapping: inner.after(.shift(x: space, y: space)))
    }

    /// In modules (ISO/IEC 18004, 6.3.8).
    private static let quietZone = 4
    /// Pixels a module.
    private static let scale = 4
}
