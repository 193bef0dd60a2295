/// What an image file may ask for. Everything beyond is refused before memory is taken for it.
///
/// A reader holds one byte for each pixel beside the file, and while it decodes as many as twelve more (a progressive
/// JPEG of inks; a WebP without loss takes eight). `maxPixels` thereby bounds the memory that a hostile file occupies.
public struct ImageLimits: Sendable, Equatable {
    /// The most pixels, width × height. Default: 128 000 000, more than any camera in use takes.
    public var maxPixels: Int

    /// The greatest length of the file in bytes. Default: 256 MiB.
    public var maxBytes: Int

    /// The most pages or frames of one file. Default: 1000.
    public var maxPages: Int

    /// The limits that fit photographs and scans.
    public static let `default` = ImageLimits()

    /// - Parameters:
    ///   - maxPixels: the most pixels, width × height.
    ///   - maxBytes: the greatest length of the file in bytes.
    ///   - maxPages: the most pages or frames of one file.
    public init(maxPixels: Int = 128_000_000, maxBytes: Int = 256 << 20, maxPages: Int = 1000) {
        self.maxPixels = maxPixels
        self.maxBytes = maxBytes
        self.maxPages = maxPages
    }

    /// Refuses sides that no picture has or that make too many pixels.
    ///
    /// After it, the pixels can be counted in bytes without overflow, even with several samples of 16 bits in each.
    func check(width: Int, height: Int, of format: ImageFormat) throws(ImageError) {
        guard width > 0, height > 0 else { throw .noPixels(format) }
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, count <= min(maxPixels, 1 << 40) else {
            throw .tooManyPixels(width: width, height: height, limit: maxPixels)
        }
    }
}
