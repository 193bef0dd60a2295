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
