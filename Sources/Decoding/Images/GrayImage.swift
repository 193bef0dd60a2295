internal import CPixels

/// A picture in shades of gray, in memory.
///
///     let image = try GrayImage(decoding: bytes)
///     let corner = image.pixels[0]   // 0 is black, 255 is white
package struct GrayImage: Sendable, Equatable {
    /// Pixels in a row.
    package let width: Int

    /// Rows, from the top down.
    package let height: Int

    /// One byte for each pixel, row after row from the top left without padding: 0 is black, 255 is white.
    package let pixels: [UInt8]

    /// Makes a picture of `width * height` pixels that the program itself has made. Neither side is negative.
    package init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(width >= 0 && height >= 0, "an image's sides are not negative")
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        precondition(!overflow && pixels.count == count, "an image has width × height pixels")
        self.width = width
        self.height = height
        self.pixels = pixels
    }
}

extension GrayImage {
    /// The picture with half as many columns and rows, each pixel the average of four. An odd last one is left out.
    package func halved() -> GrayImage {
        let (columns, rows) = (width / 2, height / 2)
        let made = withPixels { source in
            Self.made(width: columns, height: rows) { beeline_halve(source, width, height, $0) }
        }
        return made ?? GrayImage(width: columns, height: rows, pixels: [])
    }

    /// The picture with its greater side at most so long, and its shape kept; itself where it is small enough.
    ///
    ///     let thumbnail = photo.shrunk(toSide: 256)
    ///
    /// Each pixel is the average of the whole pixels that it stands for, so that thin bars become gray and do not
    /// vanish. No side becomes shorter than one pixel.
    ///
    /// - Parameter side: in pixels; at least 1.
    package func shrunk(toSide side: Int) -> GrayImage {
        precondition(side > 0, "a picture has at least one pixel on a side")
        let greater = max(width, height)
        guard greater > side, width > 0, height > 0 else { return self }
        let columns = Self.bounds(of: width, count: max(1, (width * side + greater / 2) / greater))
        let rows = Self.bounds(of: height, count: max(1, (height * side + greater / 2) / greater))
        let made = withPixels { source in
            Self.made(width: columns.count - 1, height: rows.count - 1) {
                beeline_average_boxes(source, width, columns, columns.count - 1, rows, rows.count - 1, $0)
            }
        }
        return made ?? self
    }

    /// Where each of `count` parts of a side begins, and where the last ends.
    private static func bounds(of length: Int, count: Int) -> [Int] {
        (0...count).map { Int($0 * length / count) }
    }
}

/// Grays of values that are not pixels, such as those of a palette. `CPixels` has the loops over pixels.
enum Luma {
    /// The gray of a luma in video range, where black is 16 and white 235 (Rec. 601, 2.5.3).
    static func fullRange(_ luma: UInt8) -> UInt8 {
        let aboveBlack = Int(max(luma, 16)) - 16
        return UInt8(min((aboveBlack * 255 + 109) / 219, 255))
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
        beeline_unpack(row, perByte, table, count, grays)
    }
}
