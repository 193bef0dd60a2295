/// A picture in shades of gray, held in memory.
///
///     let image = try GrayImage(decoding: bytes)
///     let corner = image.pixels[0]   // 0 is black, 255 is white
public struct GrayImage: Sendable, Equatable {
    /// Pixels in a row.
    public let width: Int

    /// Rows, from the top down.
    public let height: Int

    /// One byte for each pixel, row after row from the top left without padding: 0 is black, 255 is white.
    public let pixels: [UInt8]

    /// Makes a picture of pixels that the program itself has made.
    ///
    /// - Precondition: there are `width * height` pixels, and neither side is negative.
    public init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(width >= 0 && height >= 0, "an image's sides are not negative")
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        precondition(!overflow && pixels.count == count, "an image has width × height pixels")
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// Reads an image file.
    ///
    /// The format is recognised by the content, so a JPEG called `.png` is read as the JPEG it is. The picture comes
    /// upright (the EXIF orientation is applied), transparency lies over white, colours become their Rec. 601 luma,
    /// and of several pages, frames or images the first is read; ``ImagePage`` has the others. Colour profiles and gamma
    /// are not applied. A file is read if no pixel of the picture is missing, even if something behind the pixels is.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - limits: what is refused before memory is taken for it.
    /// - Throws: ``ImageError``, which says what is wrong with the file.
    public init(decoding bytes: [UInt8], limits: ImageLimits = .default) throws(ImageError) {
        var first = Result<GrayImage, ImageError>.failure(.empty)
        ImagePage.forEach(in: bytes, limits: limits) { page in
            first = page.picture
            return false
        }
        self = try first.get()
    }
}

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

/// Samples of 1, 2, 4 or 8 bits that stand for grays, several in a byte with the first in the highest bits: grays of
/// few levels, and indices into a palette.
struct PackedSamples {
    /// How many are in a byte.
    private let perByte: Int

    /// The grays of the samples in each of the 256 bytes, together.
    private let table: [UInt8]

    /// - Parameter grays: the gray of each sample; those that are not there are black.
    init(bitDepth: Int, grays: [UInt8]) {
        perByte = 8 / bitDepth
        let mask = 1 << bitDepth - 1
        table = (0..<256).flatMap { byte in
            stride(from: 8 - bitDepth, through: 0, by: -bitDepth).map { shift in
                let sample = byte >> shift & mask
                return sample < grays.count ? grays[sample] : 0
            }
        }
    }

    /// The grays of as many levels as the bits have, from black to white.
    static func levels(bitDepth: Int) -> [UInt8] {
        let white = 1 << bitDepth - 1
        return (0...white).map { UInt8($0 * 255 / white) }
    }

    /// The bytes that a row of so many samples takes.
    func rowLength(of width: Int) -> Int { (width + perByte - 1) / perByte }

    /// Converts `count` samples, for which there are bytes at `row` and room at `grays`.
    func convert(_ row: UnsafePointer<UInt8>, count: Int, to grays: UnsafeMutablePointer<UInt8>) {
        table.withUnsafeBufferPointer { table in
            guard perByte > 1 else {
                for index in 0..<count { grays[index] = table[Int(row[index])] }
                return
            }
            let whole = count / perByte
            for index in 0..<whole {
                let entry = Int(row[index]) &* perByte
                let place = index &* perByte
                for offset in 0..<perByte { grays[place &+ offset] = table[entry &+ offset] }
            }
            for index in (whole * perByte)..<count {
                grays[index] = table[Int(row[whole]) * perByte + index - whole * perByte]
            }
        }
    }
}
