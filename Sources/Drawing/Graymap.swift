/// A picture in shades of gray, row after row.
struct Graymap: Hashable, Sendable {
    let width: Int
    let height: Int
    let pixels: [UInt8]

    /// Half as wide and high: each pixel is the mean of four.
    var halved: Graymap {
        let (columns, rows) = (width / 2, height / 2)
        var result: [UInt8] = []
        result.reserveCapacity(columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                let place = row * 2 * width + column * 2
                let sum =
                    Int(pixels[place]) + Int(pixels[place + 1]) + Int(pixels[place + width])
                    + Int(pixels[place + width + 1])
                result.append(UInt8((sum + 2) / 4))
            }
        }
        return Graymap(width: columns, height: rows, pixels: result)
    }

    /// The image as a binary PGM file of Netpbm.
    var file: [UInt8] { Array("P5 \(width) \(height) 255\n".utf8) + pixels }
}
