/// Pictures in fewer or more pixels.
enum Resampling {
    /// Each pixel is the mean of those that it covers, weighed by their alpha; of red, green, blue and alpha.
    static func mean(_ pixels: [UInt8], _ width: Int, _ height: Int, to columns: Int, _ rows: Int) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(columns * rows * 4)
        for row in 0..<rows {
            let top = row * height / rows
            let bottom = max(top + 1, (row + 1) * height / rows)
            for column in 0..<columns {
                let left = column * width / columns
                let right = max(left + 1, (column + 1) * width / columns)
                var sum = (red: 0, green: 0, blue: 0, alpha: 0)
                for y in top..<bottom {
                    for x in left..<right {
                        let place = (y * width + x) * 4
                        let alpha = Int(pixels[place + 3])
                        sum.red += Int(pixels[place]) * alpha
                        sum.green += Int(pixels[place + 1]) * alpha
                        sum.blue += Int(pixels[place + 2]) * alpha
                        sum.alpha += alpha
                    }
                }
                let alpha = max(sum.alpha, 1)
                let count = (bottom - top) * (right - left)
                result += [
                    UInt8(sum.red / alpha), UInt8(sum.green / alpha), UInt8(sum.blue / alpha), UInt8(sum.alpha / count),
                ]
            }
        }
        return result
    }
}
