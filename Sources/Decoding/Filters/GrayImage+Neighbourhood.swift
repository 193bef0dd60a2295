internal import Glibc

// Sums here are of at most (2 · 64 + 1)² bytes: a `Float` holds them exactly, and of those every processor takes four at
// once, divisions by what is the same for all of them included.

extension GrayImage {
    /// Black where a pixel is darker than the average of the square around it, else white.
    ///
    /// - Parameters:
    ///   - radius: from the middle of the square to its sides, at most 64.
    ///   - share: how much darker, in 256ths of the average.
    func thresholded(radius: Int, share: Int) -> GrayImage? {
        let rest = 1 - Float(share) / 256
        return withSquares(radius: radius) { gray, square in gray * square.area < square.sum * rest ? 0 : 255 }
    }

    /// The difference of each pixel from the average of the square around it, by a factor of 1 + `strength`.
    func sharpened(radius: Int, strength: Int) -> GrayImage? {
        let strength = Float(strength)
        return withSquares(radius: radius) { gray, square in
            Square.byte(min(max(gray + strength * (gray - square.average), 0), 255))
        }
    }

    /// The average of the square around each pixel.
    func averaged(radius: Int) -> GrayImage? {
        withSquares(radius: radius) { _, square in Square.byte(square.average) }
    }

    /// Calls `pixel` with each gray and with the square around it, as far as it is in the picture. It takes memory for two
    /// rows, and the same time whatever the radius is.
    @inline(__always)
    private func withSquares(radius: Int, _ pixel: (Float, Square) -> UInt8) -> GrayImage? {
        let radius = min(max(radius, 1), 64)
        return withPixels { source in
            Self.made(width: width, height: height) { made in
                withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * width) { buffer in
                    // A row has pixels, so the buffer has an address.
                    guard let columns = buffer.baseAddress else { return }
                    let sums = columns + width
                    for x in 0..<width { columns[x] = 0 }
                    for y in 0..<min(radius, height) { Self.add(source + y &* width, to: columns, width) }
                    for y in 0..<height {
                        if y + radius < height { Self.add(source + (y + radius) &* width, to: columns, width) }
                        if y > radius { Self.subtract(source + (y - radius - 1) &* width, from: columns, width) }
                        let rows = min(y + radius, height - 1) - max(y - radius, 0) + 1
                        Self.sum(columns, width, radius, to: sums)
                        let from = source + y &* width
                        let to = made + y &* width
                        // Where the square is cut at a side, each has an area of its own.
                        let (left, right) = (min(radius, width), max(width - radius, min(radius, width)))
                        func edge(_ columns: Range<Int>) {
                            for x in columns {
                                let across = min(x + radius, width - 1) - max(x - radius, 0) + 1
                                to[x] = pixel(Float(from[x]), Square(sum: Float(sums[x]), area: Float(rows * across)))
                            }
                        }
                        edge(0..<left)
                        edge(right..<width)
                        let area = Float(rows * (2 * radius + 1))
                        let part = 1 / area
                        for x in left..<right {
                            to[x] = pixel(Float(from[x]), Square(sum: Float(sums[x]), area: area, part: part))
                        }
                    }
                }
            }
        }
    }

    /// The sums of neighbours up to the radius on both sides.
    @inline(__always)
    private static func sum(
        _ columns: UnsafePointer<Int32>, _ width: Int, _ radius: Int, to sums: UnsafeMutablePointer<Int32>
    ) {
        var sum: Int32 = 0
        for x in 0..<min(radius, width) { sum = sum &+ columns[x] }
        for x in 0..<width {
            if x &+ radius < width { sum = sum &+ columns[x &+ radius] }
            if x > radius { sum = sum &- columns[x &- radius &- 1] }
            sums[x] = sum
        }
    }

    @inline(__always)
    private static func add(_ row: UnsafePointer<UInt8>, to columns: UnsafeMutablePointer<Int32>, _ width: Int) {
        for x in 0..<width { columns[x] = columns[x] &+ Int32(row[x]) }
    }

    @inline(__always)
    private static func subtract(_ row: UnsafePointer<UInt8>, from columns: UnsafeMutablePointer<Int32>, _ width: Int) {
        for x in 0..<width { columns[x] = columns[x] &- Int32(row[x]) }
    }
}

/// The square around a pixel.
private struct Square {
    /// Of the grays.
    let sum: Float
    let area: Float
    /// 1 / `area`.
    let part: Float

    @inline(__always)
    init(sum: Float, area: Float, part: Float) {
        (self.sum, self.area, self.part) = (sum, area, part)
    }

    @inline(__always)
    init(sum: Float, area: Float) {
        self.init(sum: sum, area: area, part: 1 / area)
    }

    /// The whole part of the average. A half more and a half less keep it from falling between two whole numbers, where
    /// rounding is anybody's guess.
    @inline(__always)
    var average: Float { ((sum + 0.5) * part - 0.5 + Self.whole) - Self.whole }

    /// The byte of a whole number.
    @inline(__always)
    static func byte(_ number: Float) -> UInt8 { UInt8(truncatingIfNeeded: (number + whole).bitPattern) }

    /// Half as much again as 2^23: around it a `Float` has no digits behind the point, and the last bits are the number.
    private static let whole: Float = 12_582_912
}

extension GrayImage {
    /// Each gray replaced by that in a table of 256.
    func mapped(_ table: [UInt8]) -> GrayImage? {
        guard table.count == 256 else { return nil }
        return withPixels { source in
            table.withUnsafeBufferPointer { table in
                Self.made(width: width, height: height) { made in
                    // A byte is always within the table.
                    for index in 0..<(width * height) { made[index] = table[Int(source[index])] }
                }
            }
        }
    }

    /// Darker for an exponent above 1, which opens bars that bleed light; lighter below.
    func gamma(_ exponent: Double) -> GrayImage? {
        mapped((0..<256).map { UInt8(min(max((pow(Double($0) / 255, exponent) * 255).rounded(), 0), 255)) })
    }

    /// Black for white.
    func inverted() -> GrayImage? { mapped((0..<256).map { UInt8(255 - $0) }) }

    /// The contrast stretched so that one pixel in a hundred is black, and one white. Nil where it is so already.
    func stretched() -> GrayImage? {
        var counts = [Int](repeating: 0, count: 256)
        for gray in pixels { counts[Int(gray)] += 1 }
        let share = pixels.count / 100
        func level(_ grays: some Sequence<Int>) -> Int? {
            var seen = 0
            return grays.first {
                seen += counts[$0]
                return seen > share
            }
        }
        guard let dark = level(0..<256), let light = level((0..<256).reversed()), dark < light,
            light - dark < 230
        else { return nil }
        return mapped((0..<256).map { UInt8(min(max(($0 - dark) * 255 / (light - dark), 0), 255)) })
    }
}

extension GrayImage {
    /// The most pixels that an operation makes: a picture of which more would be made is left alone.
    static let mostMade = 64_000_000

    /// A picture whose pixels `fill` writes, all of them; nil where there would be none, or too many.
    static func made(
        width: Int, height: Int, _ fill: (UnsafeMutablePointer<UInt8>) -> Void
    ) -> GrayImage? {
        guard width > 0, height > 0, width <= mostMade, height <= mostMade / width else { return nil }
        let count = width * height
        let pixels = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            // A buffer of at least one byte has an address.
            guard let start = buffer.baseAddress else { return }
            fill(start)
            initialized = count
        }
        return pixels.count == count ? GrayImage(width: width, height: height, pixels: pixels) : nil
    }

    /// Lends the pixels; nil for a picture without any.
    func withPixels<Result>(_ body: (UnsafePointer<UInt8>) -> Result?) -> Result? {
        pixels.withUnsafeBufferPointer { buffer in buffer.baseAddress.flatMap(body) }
    }
}
