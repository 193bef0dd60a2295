package import BeelineDecoding
import Foundation

/// What happens to codes between the printer and the reader.
extension GrayImage {
    private func mapped(_ value: (_ x: Int, _ y: Int, _ old: Double) -> Double) -> GrayImage {
        var changed = pixels
        for y in 0..<height {
            for x in 0..<width {
                let new = value(x, y, Double(pixels[y * width + x]))
                changed[y * width + x] = UInt8(min(max(new.rounded(), 0), 255))
            }
        }
        return GrayImage(width: width, height: height, pixels: changed)
    }

    private func at(_ x: Int, _ y: Int) -> Double {
        Double(pixels[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)])
    }

    /// Out of focus or moved along the line of reading: a Gaussian of that many pixels.
    package func blurredSideways(_ sigma: Double) -> GrayImage {
        let reach = Int((3 * sigma).rounded(.up))
        let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let total = weights.reduce(0, +)
        return mapped { x, y, _ in
            weights.indices.reduce(0) { $0 + weights[$1] * self.at(x + $1 - reach, y) } / total
        }
    }

    /// Made smaller, each new pixel the mean of the old ones below it.
    package func reduced(by factor: Double) -> GrayImage {
        let (w, h) = (Int(Double(width) / factor), Int(Double(height) / factor))
        var small = [UInt8]()
        for y in 0..<h {
            for x in 0..<w {
                var sum = 0.0
                for i in 0..<4 {
                    for j in 0..<4 {
                        sum += at(
                            Int((Double(x) + (Double(i) + 0.5) / 4) * factor),
                            Int((Double(y) + (Double(j) + 0.5) / 4) * factor))
                    }
                }
                small.append(UInt8((sum / 16).rounded()))
            }
        }
        return GrayImage(width: w, height: h, pixels: small)
    }

    /// With noise of about that many levels, always the same.
    package func noisy(_ level: Double) -> GrayImage {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func uniform() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 33) / Double(UInt64(1) << 31) - 0.5
        }
        return mapped { _, _, old in old + (uniform() + uniform() + uniform()) * 2 * level }
    }

    /// Dark at the left and light at the right.
    package var unevenlyLit: GrayImage {
        mapped { x, _, old in (30 + old * 0.5) * (0.3 + 1.2 * Double(x) / Double(self.width)) }
    }

    /// With a spot of glare over a quarter of the width and half of the height.
    package var glared: GrayImage {
        mapped { x, y, old in
            let dx = (Double(x) / Double(self.width) - 0.4) * 6
            let dy = (Double(y) / Double(self.height) - 0.7) * 3
            return old + 400 * exp(-dx * dx - dy * dy)
        }
    }

    /// Turned clockwise about its middle, on white.
    package func turned(degrees: Double) -> GrayImage {
        let (s, c) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
        let (mx, my) = (Double(width) / 2, Double(height) / 2)
        return mapped { x, y, _ in
            let (dx, dy) = (Double(x) - mx, Double(y) - my)
            let (u, v) = (mx + dx * c + dy * s, my - dx * s + dy * c)
            let (x0, y0) = (Int(u.rounded(.down)), Int(v.rounded(.down)))
            let (fx, fy) = (u - Double(x0), v - Double(y0))
            let top = self.at(x0, y0) * (1 - fx) + self.at(x0 + 1, y0) * fx
            let bottom = self.at(x0, y0 + 1) * (1 - fx) + self.at(x0 + 1, y0 + 1) * fx
            return top * (1 - fy) + bottom * fy
        }
    }

    /// Printed on something round: columns in the middle are moved by that many pixels, those at the sides stay.
    package func bent(by pixels: Double) -> GrayImage {
        mapped { x, y, _ in
            let part = 2 * Double(x) / Double(self.width) - 1
            let place = Double(x) - pixels * (1 - part * part)
            let left = Int(place.rounded(.down))
            let share = place - Double(left)
            return self.at(left, y) * (1 - share) + self.at(left + 1, y) * share
        }
    }

    /// With something printed over some columns.
    package func overwritten(_ columns: Range<Int>, gray: UInt8) -> GrayImage {
        mapped { x, _, old in columns.contains(x) ? Double(gray) : old }
    }

    /// The columns of that range.
    package func cut(_ columns: Range<Int>) -> GrayImage {
        let kept = (0..<height).flatMap { row in columns.map { pixels[row * width + $0] } }
        return GrayImage(width: columns.count, height: height, pixels: kept)
    }
}
