internal import BeelineSymbols
internal import Glibc

/// Finds Aztec codes, at any tilt, and draws them again module by module.
///
/// The rings in the middle show how a code is turned and tilted, the mode message around them how large it is (ISO/IEC
/// 24778, sections 7 and 8): so no size is guessed. From there the grid is followed outwards, and in full codes the
/// reference grid, whose every sixteenth line alternates, says where it goes.
enum AztecGrids {
    /// Each code, drawn again. Codes of one picture are not more than ``BullsEyes`` finds.
    static func parts(of scales: PictureScales) -> [DerivedImage] {
        found(in: scales) { eye, image in
            guard let (layout, grid) = layout(of: eye, in: image),
                let whole = followed(grid, layout, in: image)
            else { return nil }
            return whole.drawn(in: image, known: layout.known(whole.columns), of: scales.picture)
        }
    }

    /// The runes: the middle of a code alone, whose mode message is a number (ISO/IEC 24778, annex A). ZXing 1.4 reads none.
    static func runes(in scales: PictureScales) -> [Symbol] {
        found(in: scales) { eye, image in
            guard let (grid, isDark) = middle(of: eye, isCompact: true, in: image) else { return nil }
            let readings = ways.compactMap { way -> (errors: Int, value: Int, grid: ModuleGrid)? in
                guard let rune = AztecLayout.rune({ isDark[way.index(of: $0, $1, grid.columns)] }),
                    let turned = way.turned(grid)
                else { return nil }
                return (rune.errors, rune.value, turned)
            }
            guard let best = readings.min(by: { $0.errors < $1.errors }) else { return nil }
            let digits = "00\(best.value)".suffix(3)
            let sighting = Sighting(outline: outline(of: best.grid, in: image), decoder: RetailReader.name)
            return Symbol(.aztec, String(digits), aim: AIMIdentifier("]zC"), sighting: sighting)
        }
    }

    private static func outline(of grid: ModuleGrid, in image: GrayImage) -> Outline {
        let corners = grid.corners.map { corner in
            Point(x: min(max(Int(corner.x), 0), image.width - 1), y: min(max(Int(corner.y), 0), image.height - 1))
        }
        return Outline(
            topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
    }

    /// What is made of each bull's eye, its rings as a grid of nine modules, in an image where the rings are dark.
    private static func found<Result>(
        in scales: PictureScales, _ read: (ModuleGrid, GrayImage) -> Result?
    ) -> [Result] {
        let eyes = scales.keptEyes ?? eyes(in: scales)
        scales.keptEyes = eyes
        var found: [(middle: Vector, result: Result)] = []
        for eye in eyes {
            let middle = eye.rings.place(4.5, 4.5)
            guard !found.contains(where: { ($0.middle - middle).length < (eye.rings.place(8.5, 4.5) - middle).length }),
                // Light on dark is seen like all others, for decoders expect the rings to be dark.
                let image = eye.isDark ? scales.picture.image : scales.inverted(halved: 0),
                let result = read(eye.rings, image)
            else { continue }
            found.append((middle, result))
        }
        return found.map(\.result)
    }

    private static func eyes(in scales: PictureScales) -> [(rings: ModuleGrid, isDark: Bool)] {
        let picture = scales.picture.image
        var eyes: [(rings: ModuleGrid, isDark: Bool)] = []
        for scale in scales.forModules(least: 32) {
            guard let binary = scale.binary else { continue }
            for eye in BullsEyes.eyes(in: binary) {
                let factor = Double(picture.width) / Double(binary.width)
                guard let ring = ring(around: eye.middle, eye.module, in: binary),
                    let isDark = binary.isDark(at: eye.middle),
                    // In the picture itself a module has most pixels.
                    let image = isDark ? picture : scales.inverted(halved: 0),
                    let rings = grid(within: ring.map { $0 * factor }, in: image)
                else { continue }
                eyes.append((rings, isDark))
            }
        }
        return eyes
    }

    /// The grid of the rings, from the inner side of the outermost.
    private static func grid(within ring: [Vector], in image: GrayImage) -> ModuleGrid? {
        guard let inner = ModuleGrid(columns: 7, rows: 7, corners: ring),
            var eye = inner.part(left: -1, top: -1, columns: 9, rows: 9)
        else { return nil }
        let rings = AztecLayout.rings(9)
        guard eye.fit(in: image, known: rings) > leastFirstFit else { return nil }
        eye.refine(in: image, known: rings)
        return eye.fit(in: image, known: rings) > leastFit ? eye : nil
    }

    /// How well rings fit: below it they are not rings.
    private static let leastFit = 0.45
    /// The same before they are followed.
    private static let leastFirstFit = 0.2

    /// From the middle of the rings to the inner side of the fifth one, in modules: all sizes have it, and all that is within.
    private static let ringRadius = 3.5
    /// Where light and dark change between them.
    private static let changes = 4

    /// The inner side of the fifth ring.
    private static func ring(around middle: Vector, _ module: Double, in binary: BinaryPicture) -> [Vector]? {
        let directions = 64
        var places: [Vector] = []
        for step in 0..<directions {
            let angle = Double(step) * 2 * .pi / Double(directions)
            let direction = Vector(cos(angle), sin(angle))
            if let place = change(from: middle, along: direction, within: 8 * module, in: binary) {
                places.append(place)
            }
        }
        // A ring that is open somewhere lets a line through to what is beyond it.
        let lengths = places.map { ($0 - middle).length }.sorted()
        guard places.count >= directions * 3 / 4 else { return nil }
        let most = lengths[lengths.count / 2] * 2
        guard let ring = Quadrilateral(largestIn: places.filter { ($0 - middle).length < most }) else { return nil }
        let side = ring.area.squareRoot() / (2 * ringRadius)
        return (0.4...1.6).contains(side / module) ? ring.corners : nil
    }

    private static func change(
        from middle: Vector, along direction: Vector, within longest: Double, in binary: BinaryPicture
    ) -> Vector? {
        guard var color = binary.isDark(at: middle) else { return nil }
        var count = 0
        for step in 1...max(1, Int(longest * 2)) {
            let place = middle + direction * (Double(step) / 2)
            guard let next = binary.isDark(at: place) else { return nil }
            guard next != color else { continue }
            color = next
            count += 1
            if count == changes { return place }
        }
        return nil
    }

    /// What the mode message says, and the rings up to it the right way up.
    private static func layout(of eye: ModuleGrid, in image: GrayImage) -> (AztecLayout, ModuleGrid)? {
        var best: (errors: Int, layout: AztecLayout, grid: ModuleGrid)?
        for isCompact in [false, true] {
            guard let (grid, isDark) = middle(of: eye, isCompact: isCompact, in: image) else { continue }
            for way in ways {
                guard
                    let (errors, layout) = AztecLayout.read(
                        isCompact, { isDark[way.index(of: $0, $1, grid.columns)] }),
                    best.map({ errors < $0.errors }) ?? true, let turned = way.turned(grid)
                else { continue }
                best = (errors, layout, turned)
            }
        }
        return best.map { ($0.layout, $0.grid) }
    }

    /// Rings, marks and mode message, and which modules are dark.
    private static func middle(
        of eye: ModuleGrid, isCompact: Bool, in image: GrayImage
    ) -> (grid: ModuleGrid, isDark: [Bool])? {
        let side = AztecLayout.middleSide(isCompact)
        var grid = eye
        if !isCompact {
            // Two more rings give the mode message's place more exactly.
            guard var rings = eye.part(left: -2, top: -2, columns: 13, rows: 13) else { return nil }
            let known = AztecLayout.rings(13)
            rings.refine(in: image, known: known, reach: 0.7)
            guard rings.fit(in: image, known: known) > leastFit else { return nil }
            grid = rings
        }
        let out = Double(side - grid.columns) / 2
        guard let middle = grid.part(left: -out, top: -out, columns: side, rows: side) else { return nil }
        let grays = middle.grays(in: image)
        let thresholds = middle.levels(of: grays).thresholds
        return (middle, grays.indices.map { grays[$0] < thresholds[$0] })
    }

    private static let ways = (0..<8).map { Way(quarters: $0 % 4, isMirrored: $0 >= 4) }

    /// One of the eight ways in which a square may lie.
    private struct Way {
        let quarters: Int
        let isMirrored: Bool

        /// Where a module of the upright code is in the square as it lies, about its middle.
        private func turned(_ x: Double, _ y: Double) -> (Double, Double) {
            var (x, y) = isMirrored ? (y, x) : (x, y)
            for _ in 0..<quarters { (x, y) = (-y, x) }
            return (x, y)
        }

        func index(of x: Int, _ y: Int, _ side: Int) -> Int {
            let (column, row) = turned(Double(x), Double(y))
            return (Int(row) + side / 2) * side + Int(column) + side / 2
        }

        func turned(_ grid: ModuleGrid) -> ModuleGrid? {
            let half = Double(grid.columns) / 2
            let corners = [(-half, -half), (half, -half), (half, half), (-half, half)].map { corner in
                let (x, y) = turned(corner.0, corner.1)
                return grid.place(x + half, y + half)
            }
            return ModuleGrid(columns: grid.columns, rows: grid.rows, corners: corners)
        }
    }

    /// The grid of the whole code: what is known of its middle, a little larger from step to step.
    private static func followed(_ middle: ModuleGrid, _ layout: AztecLayout, in image: GrayImage) -> ModuleGrid? {
        var grid = middle
        var side = min(layout.side, middle.columns)
        while true {
            grid.refine(in: image, known: layout.known(side))
            guard side < layout.side else { return grid }
            let next = min(layout.side, side + max(4, side / 4 / 2 * 2))
            let out = Double(next - side) / 2
            guard let larger = grid.part(left: -out, top: -out, columns: next, rows: next) else { return nil }
            (grid, side) = (larger, next)
        }
    }
}

/// What is known of an Aztec code beside its data (ISO/IEC 24778, section 7). Places are from its middle.
struct AztecLayout: Equatable {
    let isCompact: Bool
    let layers: Int
    /// The modules of the mode message that are dark, as bits; the first one is the highest.
    let message: UInt64

    var side: Int {
        guard !isCompact else { return 11 + 4 * layers }
        // The data lie beside the lines of the reference grid: one through the middle, and one for each 15 modules.
        let data = 14 + 4 * layers
        return data + 1 + 2 * ((data / 2 - 1) / 15)
    }

    /// The modules on a side of what all codes of a kind have: rings, orientation marks, mode message.
    static func middleSide(_ isCompact: Bool) -> Int { isCompact ? 11 : 15 }

    static func rings(_ side: Int) -> [Int8] {
        (0..<(side * side)).map { index in
            max(abs(index % side - side / 2), abs(index / side - side / 2)) % 2 == 0 ? 1 : -1
        }
    }

    /// The modules of a square in the middle: 1 is dark, -1 is light, 0 may be either.
    func known(_ side: Int) -> [Int8] {
        let radius = Self.middleSide(isCompact) / 2
        var known = (0..<(side * side)).map { index -> Int8 in
            let (x, y) = (index % side - side / 2, index / side - side / 2)
            let distance = max(abs(x), abs(y))
            if distance < radius { return distance % 2 == 0 ? 1 : -1 }
            guard !isCompact else { return 0 }
            if x % 16 == 0 { return y % 2 == 0 || y % 16 == 0 ? 1 : -1 }
            return y % 16 == 0 ? (x % 2 == 0 ? 1 : -1) : 0
        }
        func set(_ place: (x: Int, y: Int), _ isDark: Bool) {
            guard max(abs(place.x), abs(place.y)) <= side / 2 else { return }
            known[(place.y + side / 2) * side + place.x + side / 2] = isDark ? 1 : -1
        }
        for mark in Self.marks(radius) { set(mark.place, mark.isDark) }
        let places = Self.messagePlaces(isCompact)
        for (index, place) in places.enumerated() { set(place, message >> UInt64(places.count - 1 - index) & 1 == 1) }
        return known
    }

    /// Three modules in each corner of the ring of the mode message.
    private static func marks(_ radius: Int) -> [(place: (x: Int, y: Int), isDark: Bool)] {
        let r = radius
        return [
            ((-r, -r), true), ((-r + 1, -r), true), ((-r, -r + 1), true),
            ((r - 1, -r), false), ((r, -r), true), ((r, -r + 1), true),
            ((r, r - 1), true), ((r, r), false), ((r - 1, r), false),
            ((-r + 1, r), false), ((-r, r), false), ((-r, r - 1), false),
        ]
    }

    /// Clockwise from behind the mark at the top left; in full codes without the lines of the reference grid.
    private static func messagePlaces(_ isCompact: Bool) -> [(x: Int, y: Int)] {
        let radius = middleSide(isCompact) / 2
        let along = isCompact ? Array(-3...3) : Array(-5 ... -1) + Array(1...5)
        return along.map { ($0, -radius) } + along.map { (radius, $0) } + along.map { (-$0, radius) }
            + along.map { (-radius, -$0) }
    }

    /// What marks and message say, and how many modules are wrong; nil where they are not those of a code.
    static func read(_ isCompact: Bool, _ isDark: (_ x: Int, _ y: Int) -> Bool) -> (errors: Int, layout: AztecLayout)? {
        guard let (marks, bits) = ring(isCompact, isDark) else { return nil }
        let nearest = AztecModeMessage.nearest(to: bits, isCompact)
        guard nearest.errors <= (isCompact ? 3 : 4) else { return nil }
        let layers = nearest.value >> (isCompact ? 6 : 11) + 1
        let words = nearest.value & (isCompact ? 63 : 2047) + 1
        guard words + leastCheckWords <= capacity(isCompact, layers) else { return nil }
        return (
            marks + nearest.errors, AztecLayout(isCompact: isCompact, layers: layers, message: nearest.message)
        )
    }

    /// How many modules of the marks are wrong, and the bits of the message; nil where the marks are none.
    private static func ring(_ isCompact: Bool, _ isDark: (_ x: Int, _ y: Int) -> Bool) -> (marks: Int, bits: UInt64)? {
        let marks = marks(middleSide(isCompact) / 2).count { isDark($0.place.x, $0.place.y) != $0.isDark }
        guard marks <= mostMarkErrors else { return nil }
        return (marks, messagePlaces(isCompact).reduce(0) { $0 << 1 | (isDark($1.x, $1.y) ? 1 : 0) })
    }

    private static let mostMarkErrors = 2

    /// The number of a rune, from 0 to 255, and how many modules are wrong; nil where it is none.
    static func rune(_ isDark: (_ x: Int, _ y: Int) -> Bool) -> (errors: Int, value: Int)? {
        guard let (marks, bits) = ring(true, isDark) else { return nil }
        let nearest = AztecModeMessage.nearest(to: bits ^ runeMask, true)
        let errors = marks + nearest.errors
        return errors <= mostRuneErrors ? (errors, nearest.value) : nil
    }

    /// Every other bit of a rune's message is inverted, so that it differs from that of each compact code in five modules.
    private static let runeMask: UInt64 = 0xAAA_AAAA
    /// Nothing else checks the number. With two wrong modules it is nearer to this rune than to another or to a code.
    private static let mostRuneErrors = 2
    /// With fewer, all modules make sense, whatever they are.
    private static let leastCheckWords = 3

    /// The number of codewords for a number of layers.
    private static func capacity(_ isCompact: Bool, _ layers: Int) -> Int {
        let bits = ((isCompact ? 88 : 112) + 16 * layers) * layers
        return bits / (layers <= 2 ? 6 : layers <= 8 ? 8 : layers <= 22 ? 10 : 12)
    }
}

/// The words of Reed and Solomon's code over GF(16) that mode messages are (ISO/IEC 24778, section 8): 2 words of four bits
/// and 5 to check them, or 4 and 6.
enum AztecModeMessage {
    /// The message that differs from some bits in the fewest places.
    static func nearest(to bits: UInt64, _ isCompact: Bool) -> (errors: Int, value: Int, message: UInt64) {
        var best = (errors: Int.max, value: 0, message: UInt64(0))
        // The sum of two messages is a message: so a full one is put together from its halves.
        let (high, low) = isCompact ? ([0], compact) : (fullHigh, fullLow)
        for (first, upper) in high.enumerated() {
            for (second, lower) in low.enumerated() {
                let errors = ((upper ^ lower) ^ bits).nonzeroBitCount
                if errors < best.errors { best = (errors, first << 8 | second, upper ^ lower) }
            }
        }
        return best
    }

    private static let compact = (0..<256).map { message($0, true) }
    private static let fullHigh = (0..<256).map { message($0 << 8, false) }
    private static let fullLow = (0..<256).map { message($0, false) }

    /// The words of a value and those that check them.
    static func message(_ value: Int, _ isCompact: Bool) -> UInt64 {
        let (words, checks) = isCompact ? (2, 5) : (4, 6)
        var remainder = [Int](repeating: 0, count: checks)
        let generator = generator(checks)
        for index in (0..<words).reversed() {
            let factor = value >> (4 * index) & 15 ^ remainder[0]
            remainder = (0..<checks).map { product(factor, generator[$0]) ^ ($0 + 1 < checks ? remainder[$0 + 1] : 0) }
        }
        return remainder.reduce(UInt64(value)) { $0 << 4 | UInt64($1) }
    }

    /// The coefficients of (x - 2)(x - 4)(x - 8)… after the first, which is 1.
    private static func generator(_ checks: Int) -> [Int] {
        var coefficients = [1]
        var root = 1
        for _ in 0..<checks {
            root = product(root, 2)
            let shifted = coefficients + [0]
            coefficients = shifted.indices.map { shifted[$0] ^ ($0 > 0 ? product(coefficients[$0 - 1], root) : 0) }
        }
        return Array(coefficients.dropFirst())
    }

    /// Modulo x⁴ + x + 1.
    private static func product(_ one: Int, _ other: Int) -> Int {
        var (one, sum) = (one, 0)
        for bit in 0..<4 {
            if other >> bit & 1 == 1 { sum ^= one }
            one = one << 1 ^ (one & 8 != 0 ? 0b10011 : 0)
        }
        return sum
    }
}
