/// What a PNM file says before its pixels.
struct PNMHeader {
    let width: Int
    let height: Int

    /// The sample that is full brightness, 1...65535.
    let maximum: Int

    /// Samples of a pixel: 3 in a pixmap, else 1.
    let channels: Int

    /// Whether the pixels are words rather than bytes.
    let isPlain: Bool

    /// Whether a pixel is a bit, of which 1 is black.
    let isBitmap: Bool

    /// - Parameters:
    ///   - kind: the digit after the P, `1`...`6`.
    ///   - scanner: behind that digit; it is left behind the header's last number.
    init(kind: UInt8, _ scanner: inout PNMScanner, limits: ImageLimits) throws(ImageError) {
        let kind = kind &- UInt8(ascii: "0")
        isPlain = kind <= 3
        isBitmap = kind == 1 || kind == 4
        channels = kind == 3 || kind == 6 ? 3 : 1
        width = try scanner.number()
        height = try scanner.number()
        try limits.check(width: width, height: height, of: .pnm)
        maximum = isBitmap ? 1 : try scanner.number()
        guard (1...65535).contains(maximum) else {
            throw .damaged(.pnm, "a maximum of \(maximum), which is not 1 to 65535")
        }
    }

    /// Bytes of a sample in a binary file, 1 or 2.
    var sampleLength: Int { maximum < 256 ? 1 : 2 }

    /// Bytes of all pixels in a binary file.
    var rasterLength: Int {
        isBitmap ? (width + 7) / 8 * height : width * height * channels * sampleLength
    }

    /// A sample as a byte, rounded; what is beyond the maximum is as bright as it.
    @inline(__always)
    func scaled(_ sample: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: (min(sample, maximum) &* 255 &+ maximum / 2) / maximum)
    }
}
