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
    /// and of an animation or of a PNM file with several images the first is read. Colour profiles and gamma are not
    /// applied. A file is read if no pixel of the picture is missing, even if something behind the pixels is.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - limits: what is refused before memory is taken for it.
    /// - Throws: ``ImageError``, which says what is wrong with the file.
    public init(decoding bytes: [UInt8], limits: ImageLimits = .default) throws(ImageError) {
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= limits.maxBytes else { throw .tooManyBytes(limit: limits.maxBytes) }
        guard let format = ImageFormat(recognising: bytes) else {
            throw .unknownFormat(ForeignFormat(recognising: bytes)?.name)
        }
        let picture: StoredPicture
        switch format {
        case .jpeg: picture = try JPEGReader.read(bytes, limits: limits)
        case .png: picture = try PNGReader.read(bytes, limits: limits)
        case .webp: picture = try WebPReader.read(bytes, limits: limits)
        case .pnm: picture = try PNMReader.read(bytes, limits: limits)
        }
        self = try picture.upright()
    }
}
