internal import Glibc

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
