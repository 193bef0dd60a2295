/// The one place where colours become gray: Rec. 601 luma in integers, and transparency over white.
///
/// The loops run over millions of pixels. They take pointers, whose bounds the callers have checked, and use the
/// operators without overflow checks: no sum here exceeds 32 bits.
enum Luma {
    /// The gray of a colour: 0.299 red + 0.587 green + 0.114 blue, rounded.
    @inline(__always)
    static func gray(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
        // The weights in 65536ths, which add up to one.
        let sum = UInt32(red) &* 19_595 &+ UInt32(green) &* 38_470 &+ UInt32(blue) &* 7_471
        return UInt8(truncatingIfNeeded: (sum &+ 32_768) &>> 16)
    }

    /// A gray over white: `alpha` 0 is white, 255 is the gray itself.
    @inline(__always)
    static func overWhite(_ gray: UInt8, alpha: UInt8) -> UInt8 {
        let sum = UInt32(gray) &* UInt32(alpha) &+ 255 &* (255 &- UInt32(alpha)) &+ 128
        // (n + n / 256) / 256 is n / 255 for these n, without the division.
        return UInt8(truncatingIfNeeded: (sum &+ (sum &>> 8)) &>> 8)
    }

    /// The gray of a luma in video range, where black is 16 and white 235 (Rec. 601, 2.5.3).
    static func fullRange(_ luma: UInt8) -> UInt8 {
        let aboveBlack = Int(max(luma, 16)) - 16
        return UInt8(min((aboveBlack * 255 + 109) / 219, 255))
    }

    /// Grays of pixels of red, green and blue.
    ///
    /// - Parameters:
    ///   - step: bytes of a sample, 1 or 2; of two the first is the high one, and the low one is left out.
    ///   - count: how many pixels there are at `colors` and room for at `grays`.
    @inline(__always)
    static func convertRGB(
        _ colors: UnsafePointer<UInt8>, step: Int, count: Int, to grays: UnsafeMutablePointer<UInt8>
    ) {
        for index in 0..<count {
            let pixel = colors + index &* 3 &* step
            grays[index] = gray(pixel[0], pixel[step], pixel[2 &* step])
        }
    }

    /// Grays over white of pixels of red, green, blue and alpha; the parameters are those of `convertRGB`.
    @inline(__always)
    static func convertRGBA(
        _ colors: UnsafePointer<UInt8>, step: Int, count: Int, to grays: UnsafeMutablePointer<UInt8>
    ) {
        for index in 0..<count {
            let pixel = colors + index &* 4 &* step
            let luma = gray(pixel[0], pixel[step], pixel[2 &* step])
            grays[index] = overWhite(luma, alpha: pixel[3 &* step])
        }
    }

    /// Grays over white of pixels of gray and alpha; the parameters are those of `convertRGB`.
    @inline(__always)
    static func convertGrayAlpha(
        _ samples: UnsafePointer<UInt8>, step: Int, count: Int, to grays: UnsafeMutablePointer<UInt8>
    ) {
        for index in 0..<count {
            let pixel = samples + index &* 2 &* step
            grays[index] = overWhite(pixel[0], alpha: pixel[step])
        }
    }

    /// Grays over white of pixels whose colours are multiplied by their alpha already: red in the low byte, then green,
    /// blue and alpha.
    static func convertMultiplied(
        _ colors: UnsafePointer<UInt32>, count: Int, to grays: UnsafeMutablePointer<UInt8>
    ) {
        for index in 0..<count {
            let color = colors[index]
            let luma = gray(
                UInt8(truncatingIfNeeded: color), UInt8(truncatingIfNeeded: color &>> 8),
                UInt8(truncatingIfNeeded: color &>> 16))
            let transparency = 255 &- UInt8(truncatingIfNeeded: color &>> 24)
            // A colour that is more than its alpha allows is an error of the file, and white.
            grays[index] = luma > 255 &- transparency ? 255 : luma &+ transparency
        }
    }

    /// Lays pixels of red, green, blue and alpha upon grays.
    static func blend(_ colors: UnsafePointer<UInt8>, count: Int, onto grays: UnsafeMutablePointer<UInt8>) {
        for index in 0..<count {
            let pixel = colors + index &* 4
            let alpha = UInt32(pixel[3])
            let luma = UInt32(gray(pixel[0], pixel[1], pixel[2]))
            let sum = luma &* alpha &+ UInt32(grays[index]) &* (255 &- alpha) &+ 128
            grays[index] = UInt8(truncatingIfNeeded: (sum &+ (sum &>> 8)) &>> 8)
        }
    }

    /// Grays of inks as Adobe programs store them in a JPEG: 255 is no ink, 0 is full ink.
    static func convertInvertedCMYK(
        _ inks: UnsafePointer<UInt8>, count: Int, to grays: UnsafeMutablePointer<UInt8>
    ) {
        for index in 0..<count {
            let pixel = inks + index &* 4
            let luma = UInt32(gray(pixel[0], pixel[1], pixel[2]))
            // Black ink darkens each colour by the same factor, and so it does the luma.
            let sum = luma &* UInt32(pixel[3]) &+ 128
            grays[index] = UInt8(truncatingIfNeeded: (sum &+ (sum &>> 8)) &>> 8)
        }
    }
}
