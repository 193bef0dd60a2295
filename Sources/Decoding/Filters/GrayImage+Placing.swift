internal import Glibc

extension GrayImage {
    /// The part of an image that lies in a box; nil where none does.
    func cropped(x: Int, y: Int, width wanted: Int, height rows: Int) -> GrayImage? {
        let left = min(max(x, 0), width)
        let top = min(max(y, 0), height)
        // The sums of a place and a side may be beyond 64 bits where a caller gives nonsense.
        let right = min(width, max(left, x.addingReportingOverflow(wanted).overflow ? width : x + wanted))
        let bottom = min(height, max(top, y.addingReportingOverflow(rows).overflow ? height : y + rows))
        return withPixels { source in
            Self.made(width: right - left, height: bottom - top) { made in
                for row in 0..<(bottom - top) {
                    memcpy(made + row * (right - left), source + (top + row) * width + left, right - left)
                }
            }
        }
    }

    /// The image with that many white pixels around it: the quiet zone that a close crop cuts off.
    func bordered(_ margin: Int) -> GrayImage? {
        guard (0...4096).contains(margin) else { return nil }
        let wide = width + 2 * margin
        let high = height + 2 * margin
        return withPixels { source in
            Self.made(width: wide, height: high) { made in
                memset(made, 255, wide * high)
                for row in 0..<height { memcpy(made + (row + margin) * wide + margin, source + row * width, width) }
            }
        }
    }

    /// The image turned clockwise by a quarter: what is on its left comes to the top.
    func quarterTurned() -> GrayImage? {
        withPixels { source in
            Self.made(width: height, height: width) { made in
                // In squares, because a column read to its end would leave the cache before its neighbour comes.
                let side = 32
                for top in stride(from: 0, to: width, by: side) {
                    for left in stride(from: 0, to: height, by: side) {
                        for y in top..<min(top + side, width) {
                            for x in left..<min(left + side, height) {
                                made[y &* height &+ x] = source[(height &- 1 &- x) &* width &+ y]
                            }
                        }
                    }
                }
            }
        }
    }

    /// A picture of which `mapping` says where each pixel is in this one; what is outside is white. Between pixels it
    /// takes what lies between them.
    func resampled(width made: Int, height rows: Int, _ mapping: Mapping) -> GrayImage? {
        let m = mapping.matrix
        let isAffine = m[6] == 0 && m[7] == 0 && m[8] == 1
        return withPixels { source in
            Self.made(width: made, height: rows) { target in
                for y in 0..<rows {
                    for x in 0..<made {
                        let (column, row) = (Double(x), Double(y))
                        var u = m[0] * column + m[1] * row + m[2]
                        var v = m[3] * column + m[4] * row + m[5]
                        if !isAffine {
                            let depth = m[6] * column + m[7] * row + m[8]
                            (u, v) = (u / depth, v / depth)
                        }
                        target[y &* made &+ x] = Self.between(source, width, height, u, v)
                    }
                }
            }
        }
    }

    /// The gray at a place between pixels; white outside, which also holds for places that are no number.
    @inline(__always)
    private static func between(
        _ source: UnsafePointer<UInt8>, _ width: Int, _ height: Int, _ u: Double, _ v: Double
    ) -> UInt8 {
        guard u > -0.5, v > -0.5, u < Double(width) - 0.5, v < Double(height) - 0.5 else { return 255 }
        // Within the picture, by the guard: so the conversions and the indices are safe.
        let left = max(Int(u), 0)
        let top = max(Int(v), 0)
        let right = min(left &+ 1, width &- 1)
        let bottom = min(top &+ 1, height &- 1)
        // In 256ths: the sum of four weights of 65536ths by bytes stays below 2^31.
        let across = Int32((max(u, 0) - Double(left)) * 256)
        let down = Int32((max(v, 0) - Double(top)) * 256)
        let upper =
            Int32(source[top &* width &+ left]) &* (256 &- across) &+ Int32(source[top &* width &+ right]) &* across
        let lower =
            Int32(source[bottom &* width &+ left]) &* (256 &- across) &+ Int32(source[bottom &* width &+ right])
            &* across
        return UInt8(truncatingIfNeeded: (upper &* (256 &- down) &+ lower &* down) &>> 16)
    }

    /// The image turned clockwise by some degrees, on white, whole; and where its pixels are in this one.
    func turned(degrees: Double) -> (image: GrayImage, mapping: Mapping)? {
        let angle = degrees * .pi / 180
        let (sine, cosine) = (sin(angle), cos(angle))
        let wide = (Double(width) * abs(cosine) + Double(height) * abs(sine)).rounded(.up)
        let high = (Double(width) * abs(sine) + Double(height) * abs(cosine)).rounded(.up)
        guard wide <= Double(Self.mostMade), high <= Double(Self.mostMade) else { return nil }
        // From the middle of the one to the middle of the other.
        let back = Mapping(matrix: [cosine, sine, 0, -sine, cosine, 0, 0, 0, 1])
        let mapping = Mapping.shift(x: Double(width - 1) / 2, y: Double(height - 1) / 2)
            .after(back)
            .after(.shift(x: -(wide - 1) / 2, y: -(high - 1) / 2))
        return resampled(width: Int(wide), height: Int(high), mapping).map { ($0, mapping) }
    }
}
