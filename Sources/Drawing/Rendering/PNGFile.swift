import CPNG

/// PNG files, by way of libspng, which is loaded when the first one is written or read.
///
/// `PNGWriter` of `BeelineDecoding` writes gray ones of eight bits for the worker, which links libspng and all other image
/// libraries. A program that draws must start without them, and writes two colours in a bit each.
enum PNGFile {
    /// Logos of more pixels are no better.
    static let mostSide: UInt32 = 8_192
    private static let mostPixels = 16 << 20

    /// Reads red, green, blue and alpha.
    static func read(_ file: [UInt8]) throws(DrawingError) -> (width: Int, height: Int, pixels: [UInt8]) {
        try load()
        var result = beeline_png_result()
        file.withUnsafeBufferPointer { buffer in
            // A file that begins like a PNG has a first byte.
            guard let start = buffer.baseAddress else { return }
            result = beeline_png_read(start, buffer.count, mostSide, mostPixels)
        }
        defer { beeline_png_free(&result) }
        let (width, height) = (Int(result.width), Int(result.height))
        guard let bytes = result.bytes, width > 0, height > 0, result.length == width * height * 4 else {
            let words = result.problem.map { String(cString: $0) } ?? "it has no pixels"
            throw DrawingError(.logo, "the logo", "the PNG cannot be read: \(words)", remedy: "save it anew")
        }
        return (width, height, Array(UnsafeBufferPointer(start: bytes, count: result.length)))
    }

    /// Writes a picture of two colours, whose pixels are bits, or one of red, green, blue and alpha.
    static func write(
        width: Int, height: Int, pixels: [UInt8], colours: [UInt8]?, pixelsPerMetre: UInt32
    ) throws(DrawingError) -> [UInt8] {
        try load()
        var result = beeline_png_result()
        pixels.withUnsafeBufferPointer { buffer in
            // A drawing has pixels.
            guard let start = buffer.baseAddress else { return }
            (colours ?? []).withUnsafeBufferPointer { palette in
                var picture = beeline_png_picture(
                    width: UInt32(clamping: width), height: UInt32(clamping: height), pixels: start,
                    length: buffer.count, colours: palette.isEmpty ? nil : palette.baseAddress,
                    pixels_per_metre: pixelsPerMetre)
                result = beeline_png_write(&picture)
            }
        }
        defer { beeline_png_free(&result) }
        guard let bytes = result.bytes else {
            let words = result.problem.map { String(cString: $0) } ?? "it has no pixels"
            throw DrawingError(.size, "the PNG", "it cannot be written: \(words)", remedy: "take a smaller scale")
        }
        return Array(UnsafeBufferPointer(start: bytes, count: result.length))
    }

    private static func load() throws(DrawingError) {
        guard let problem = beeline_png_load() else { return }
        throw DrawingError(
            .library, "libspng", String(cString: problem),
            remedy: "or draw SVG or PDF without a logo, which need it not")
    }
}
