extension GrayImage {
    /// The picture with half as many columns and rows, each pixel the average of four. An odd last one is left out.
    package func halved() -> GrayImage {
        let columns = width / 2
        let rows = height / 2
        let halved = [UInt8](unsafeUninitializedCapacity: columns * rows) { halves, count in
            pixels.withUnsafeBufferPointer { all in
                for y in 0..<rows {
                    let upper = 2 * y * width
                    let lower = upper + width
                    for x in 0..<columns {
                        let above = UInt16(all[upper + 2 * x]) + UInt16(all[upper + 2 * x + 1])
                        let below = UInt16(all[lower + 2 * x]) + UInt16(all[lower + 2 * x + 1])
                        halves[y * columns + x] = UInt8(truncatingIfNeeded: (above + below + 2) / 4)
                    }
                }
            }
            count = columns * rows
        }
        return GrayImage(width: columns, height: rows, pixels: halved)
    }

    /// The picture with its greater side at most so long, and its shape kept; itself where it is small enough.
    ///
    ///     let thumbnail = photo.shrunk(toSide: 256)
    ///
    /// Each pixel is the average of the whole pixels that it stands for, so that thin bars become gray and do not
    /// vanish. No side becomes shorter than one pixel.
    ///
    /// - Parameter side: in pixels; at least 1.
    public func shrunk(toSide side: Int) -> GrayImage {
        precondition(side > 0, "a picture has at least one pixel on a side")
        let greater = max(width, height)
        guard greater > side, width > 0, height > 0 else { return self }
        let columns = Self.bounds(of: width, count: max(1, (width * side + greater / 2) / greater))
        let rows = Self.bounds(of: height, count: max(1, (height * side + greater / 2) / greater))
        var shrunk: [UInt8] = []
        shrunk.reserveCapacity((columns.count - 1) * (rows.count - 1))
        pixels.withUnsafeBufferPointer { pixels in
            for row in rows.indices.dropLast() {
                for column in columns.indices.dropLast() {
                    var sum = 0
                    for y in rows[row]..<rows[row + 1] {
                        for x in columns[column]..<columns[column + 1] { sum += Int(pixels[y * width + x]) }
                    }
                    let count = (rows[row + 1] - rows[row]) * (columns[column + 1] - columns[column])
                    shrunk.append(UInt8((sum + count / 2) / count))
                }
            }
        }
        return GrayImage(width: columns.count - 1, height: rows.count - 1, pixels: shrunk)
    }

    /// Where each of `count` parts of a side begins, and where the last ends.
    private static func bounds(of length: Int, count: Int) -> [Int] {
        (0...count).map { $0 * length / count }
    }
}
