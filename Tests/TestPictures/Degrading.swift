package import BeelineDecoding

/// What happens to codes between the printer and the file, done on purpose.
extension GrayImage {
    /// The picture at a smaller scale, each pixel the average of what it covers, parts of pixels by their part.
    package func shrunk(by scale: Double) -> GrayImage {
        func spans(_ length: Int) -> [[(index: Int, part: Double)]] {
            (0..<Int(Double(length) * scale)).map { pixel in
                let from = Double(pixel) / scale
                let to = Double(pixel + 1) / scale
                return (Int(from)..<min(length, Int(to.rounded(.up)))).map { index in
                    (index, min(to, Double(index + 1)) - max(from, Double(index)))
                }
            }
        }
        let columns = spans(width)
        let rows = spans(height)
        var shrunk: [UInt8] = []
        for row in rows {
            for column in columns {
                var sum = 0.0
                for (y, partY) in row {
                    for (x, partX) in column { sum += Double(pixels[y * width + x]) * partX * partY }
                }
                shrunk.append(UInt8(min(255, (sum * scale * scale).rounded())))
            }
        }
        return GrayImage(width: columns.count, height: rows.count, pixels: shrunk)
    }

    /// Out of focus: averaged thrice over so many pixels each way, which is nearly a Gaussian.
    package func blurred(_ radius: Int) -> GrayImage {
        func blurred(_ line: [Double]) -> [Double] {
            var sums = [0.0]
            for value in line { sums.append(sums[sums.count - 1] + value) }
            return line.indices.map { index in
                let from = max(0, index - radius)
                let to = min(line.count, index + radius + 1)
                return (sums[to] - sums[from]) / Double(to - from)
            }
        }
        var rows = (0..<height).map { y in pixels[(y * width)..<((y + 1) * width)].map { Double($0) } }
        for _ in 0..<3 {
            rows = rows.map(blurred)
            let columns = (0..<width).map { x in blurred(rows.map { $0[x] }) }
            rows = (0..<height).map { y in columns.map { $0[y] } }
        }
        return GrayImage(width: width, height: height, pixels: rows.flatMap { $0.map { UInt8(max(0, $0.rounded())) } })
    }

    /// From black and white to two grays that far apart.
    package func faded(to contrast: Int) -> GrayImage {
        GrayImage(width: width, height: height, pixels: pixels.map { UInt8(110 + Int($0) * contrast / 255) })
    }

    /// Without the columns outside of a range.
    package func columns(_ columns: Range<Int>) -> GrayImage {
        var kept: [UInt8] = []
        for y in 0..<height {
            let start = y * width
            kept += pixels[(start + columns.lowerBound)..<(start + columns.upperBound)]
        }
        return GrayImage(width: columns.count, height: height, pixels: kept)
    }

    /// With a grain that is the same in every run, as cameras have.
    package func grained(_ amount: Int) -> GrayImage {
        var state: UInt64 = 7
        return GrayImage(
            width: width, height: height,
            pixels: pixels.map { gray in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let grain = Int(state >> 33) % (2 * amount + 1) - amount
                return UInt8(min(max(Int(gray) + grain, 0), 255))
            })
    }

    /// With bars and dots that are thinner by so many pixels at the left and all but one at the right.
    package func worn(_ reach: Int) -> GrayImage {
        var worn = pixels
        for row in 0..<height {
            let start = row * width
            for column in 0..<width {
                let near = max(0, column - reach)...min(width - 1, column + reach - 1)
                worn[start + column] = near.reduce(0) { max($0, pixels[start + $1]) }
            }
        }
        return GrayImage(width: width, height: height, pixels: worn)
    }
}

/// Sheets of paper, and what is put on them.
extension GrayImage {
    /// A sheet of white.
    package static func white(width: Int, height: Int) -> GrayImage {
        GrayImage(width: width, height: height, pixels: Array(repeating: 255, count: width * height))
    }

    /// The image with another one on top of it, whose top left corner is at x, y.
    package func with(_ other: GrayImage, x: Int, y: Int) -> GrayImage {
        var pixels = pixels
        for row in 0..<other.height {
            let start = (y + row) * width + x
            pixels.replaceSubrange(
                start..<(start + other.width), with: other.pixels[(row * other.width)..<((row + 1) * other.width)])
        }
        return GrayImage(width: width, height: height, pixels: pixels)
    }

    /// The image on white, with that many pixels more on each side.
    package func framed(_ margin: Int) -> GrayImage {
        .white(width: width + 2 * margin, height: height + 2 * margin).with(self, x: margin, y: margin)
    }

    /// The image turned clockwise by quarters.
    package func turned(_ quarters: Int) -> GrayImage {
        guard quarters > 0 else { return self }
        var turned: [UInt8] = []
        turned.reserveCapacity(pixels.count)
        for x in 0..<width { for y in (0..<height).reversed() { turned.append(pixels[y * width + x]) } }
        return GrayImage(width: height, height: width, pixels: turned).turned(quarters - 1)
    }

    /// The least and greatest column and row with a dark pixel.
    package var dark: (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
        let places = pixels.indices.filter { pixels[$0] < 128 }
        let columns = places.map { $0 % width }
        let rows = places.map { $0 / width }
        guard let left = columns.min(), let right = columns.max(), let top = rows.min(), let bottom = rows.max() else {
            return nil
        }
        return (left...right, top...bottom)
    }
}
