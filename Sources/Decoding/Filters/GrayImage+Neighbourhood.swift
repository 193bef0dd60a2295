internal import CPixels
internal import Glibc

extension GrayImage {
    /// Black where a pixel is darker than the average of the square around it, by a share in 256ths of the average,
    /// else white. The radius, at most 64, is from the middle of the square to its sides.
    func thresholded(radius: Int, share: Int) -> GrayImage? {
        filtered(.threshold, radius: radius, parameter: 1 - Float(share) / 256)
    }

    /// The difference of each pixel from the average of the square around it, by a factor of 1 + `strength`.
    func sharpened(radius: Int, strength: Int) -> GrayImage? {
        filtered(.sharpen, radius: radius, parameter: Float(strength))
    }

    /// The average of the square around each pixel.
    func averaged(radius: Int) -> GrayImage? { filtered(.average, radius: radius, parameter: 0) }

    /// The darkest pixel of the square around each pixel, as far as it is in the picture.
    func darkest(radius: Int) -> GrayImage? {
        withPixels { source in
            Self.made(width: width, height: height) { made in
                withUnsafeTemporaryAllocation(of: UInt8.self, capacity: width) { line in
                    // A row has pixels, so the buffer has an address.
                    guard let line = line.baseAddress else { return }
                    beeline_darkest(source, width, height, min(max(radius, 1), 64), line, made)
                }
            }
        }
    }

    private func filtered(_ filter: BeelineSquareFilter, radius: Int, parameter: Float) -> GrayImage? {
        withPixels { source in
            Self.made(width: width, height: height) { made in
                withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * width) { columns in
                    // A row has pixels, so the buffer has an address.
                    guard let columns = columns.baseAddress else { return }
                    beeline_filter_squares(
                        source, width, height, min(max(radius, 1), 64), filter, parameter, columns, made)
                }
            }
        }
    }
}

extension GrayImage {
    /// Each gray replaced by that in a table of 256.
    func mapped(_ table: [UInt8]) -> GrayImage? {
        guard table.count == 256 else { return nil }
        return withPixels { source in
            Self.made(width: width, height: height) { beeline_map(source, pixels.count, table, $0) }
        }
    }

    /// Darker for an exponent above 1, which opens bars that bleed light; lighter below.
    func gamma(_ exponent: Double) -> GrayImage? {
        mapped((0..<256).map { UInt8(min(max((pow(Double($0) / 255, exponent) * 255).rounded(), 0), 255)) })
    }

    func inverted() -> GrayImage? { mapped((0..<256).map { UInt8(255 - $0) }) }

    /// The contrast stretched so that one pixel in a hundred is black, and one white. Nil where it is so already.
    func stretched() -> GrayImage? {
        var counts = [Int](repeating: 0, count: 256)
        beeline_count_grays(pixels, pixels.count, &counts)
        let share = pixels.count / 100
        func level(_ grays: some Sequence<Int>) -> Int? {
            var seen = 0
            return grays.first {
                seen += Int(counts[$0])
                return seen > share
            }
        }
        guard let dark = level(0..<256), let light = level((0..<256).reversed()), dark < light, light - dark < 230
        else { return nil }
        return mapped((0..<256).map { UInt8(min(max(($0 - dark) * 255 / (light - dark), 0), 255)) })
    }
}

extension GrayImage {
    /// The most pixels that an operation makes: a picture of which more would be made is left alone.
    static let mostMade = 64_000_000

    /// A picture whose pixels `fill` writes, all of them; nil where there would be none, or too many.
    static func made(width: Int, height: Int, _ fill: (UnsafeMutablePointer<UInt8>) -> Void) -> GrayImage? {
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
