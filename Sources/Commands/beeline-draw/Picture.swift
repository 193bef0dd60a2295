internal import BeelineDrawing
internal import CCairo
internal import CSPNG
internal import CTurboJPEG
internal import Glibc

/// A logo: the pixels of a PNG or JPEG file, for cairo, and the file itself, which SVG and PDF embed where they can.
final class Picture {
    let width: Int
    let height: Int
    /// Belongs to this object.
    let surface: OpaquePointer

    private static let mostSide = 8_192
    private static let mostPixels = 16 << 20

    /// - Throws: `.logo` when the file is neither PNG nor JPEG, is damaged or too large.
    init(_ file: [UInt8]) throws(DrawingError) {
        let isPNG = file.starts(with: [0x89] + "PNG".utf8)
        guard isPNG || file.starts(with: [0xFF, 0xD8, 0xFF]) else {
            throw DrawingError(
                .logo, "the logo", "it is neither a PNG nor a JPEG file", remedy: "save the picture as PNG")
        }
        let pixels: Pixels
        do throws(Damage) {
            pixels = try isPNG ? Self.png(file) : Self.jpeg(file)
        } catch {
            throw DrawingError(
                .logo, "the logo", "the \(isPNG ? "PNG" : "JPEG") cannot be read: \(error.words)",
                remedy: "save the picture again, as a PNG of at most \(Self.mostSide) pixels a side")
        }
        (width, height) = (pixels.width, pixels.height)
        surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
        try check(cairo_surface_status(surface))
        Self.copy(pixels, to: surface)
        embed(file, isPNG ? CAIRO_MIME_TYPE_PNG : CAIRO_MIME_TYPE_JPEG)
    }

    deinit { cairo_surface_destroy(surface) }

    /// Red, green, blue and alpha, a byte each.
    private struct Pixels {
        let width: Int
        let height: Int
        let bytes: [UInt8]
    }

    private struct Damage: Error { let words: String }

    private static func png(_ file: [UInt8]) throws(Damage) -> Pixels {
        guard let context = spng_ctx_new(0) else { throw Damage(words: "there is no memory for it") }
        defer { spng_ctx_free(context) }
        func check(_ status: Int32) throws(Damage) {
            guard status == 0 else { throw Damage(words: String(cString: spng_strerror(status))) }
        }
        let side = UInt32(mostSide)
        try check(spng_set_image_limits(context, side, side))
        try check(spng_set_chunk_limits(context, 32 << 20, 64 << 20))
        var header = spng_ihdr()
        var size = 0
        var bytes: [UInt8] = []
        // The file must stay in memory until the last call.
        let status = file.withUnsafeBytes { buffer -> Int32 in
            var status = spng_set_png_buffer(context, buffer.baseAddress, buffer.count)
            if status == 0 { status = spng_get_ihdr(context, &header) }
            if status == 0 {
                status = spng_decoded_image_size(context, Int32(SPNG_FMT_RGBA8.rawValue), &size)
            }
            guard status == 0, size / 4 <= mostPixels else { return status }
            bytes = Array(repeating: 0, count: size)
            return spng_decode_image(
                context, &bytes, size, Int32(SPNG_FMT_RGBA8.rawValue), Int32(SPNG_DECODE_TRNS.rawValue))
        }
        try check(status)
        guard !bytes.isEmpty else { throw Damage(words: "it has too many pixels") }
        return Pixels(width: Int(header.width), height: Int(header.height), bytes: bytes)
    }

    private static func jpeg(_ file: [UInt8]) throws(Damage) -> Pixels {
        guard let handle = tjInitDecompress() else { throw Damage(words: "there is no memory for it") }
        defer { tjDestroy(handle) }
        var (width, height, sampling, space): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard tjDecompressHeader3(handle, file, UInt(file.count), &width, &height, &sampling, &space) == 0 else {
            throw Damage(words: String(cString: tjGetErrorStr2(handle)))
        }
        guard width > 0, height > 0, max(width, height) <= mostSide, Int(width) * Int(height) <= mostPixels else {
            throw Damage(words: "it has \(width) × \(height) pixels")
        }
        var bytes = [UInt8](repeating: 255, count: Int(width) * Int(height) * 4)
        // For libjpeg-turbo a truncated file is a warning, which is an error here.
        guard
            tjDecompress2(
                handle, file, UInt(file.count), &bytes, width, 0, height, TJPF_RGBA.rawValue, TJFLAG_STOPONWARNING) == 0
        else { throw Damage(words: String(cString: tjGetErrorStr2(handle))) }
        return Pixels(width: Int(width), height: Int(height), bytes: bytes)
    }

    /// Copies pixels to cairo's form: words of alpha, red, green and blue, multiplied by alpha.
    private static func copy(_ pixels: Pixels, to surface: OpaquePointer) {
        cairo_surface_flush(surface)
        guard let data = cairo_image_surface_get_data(surface) else { return }
        let stride = Int(cairo_image_surface_get_stride(surface))
        for row in 0..<pixels.height {
            for column in 0..<pixels.width {
                let place = (row * pixels.width + column) * 4
                let alpha = UInt32(pixels.bytes[place + 3])
                func scaled(_ offset: Int) -> UInt32 { (UInt32(pixels.bytes[place + offset]) * alpha + 127) / 255 }
                let word = alpha << 24 | scaled(0) << 16 | scaled(1) << 8 | scaled(2)
                UnsafeMutableRawPointer(data).storeBytes(
                    of: word, toByteOffset: row * stride + column * 4, as: UInt32.self)
            }
        }
        cairo_surface_mark_dirty(surface)
    }

    /// Makes SVG and PDF embed the file unchanged. cairo frees the copy when it needs it no longer.
    private func embed(_ file: [UInt8], _ kind: String) {
        guard let copy = malloc(file.count) else { return }
        file.withUnsafeBytes { copy.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(copy), byteCount: file.count) }
        let bytes = copy.assumingMemoryBound(to: UInt8.self)
        if cairo_surface_set_mime_data(surface, kind, bytes, UInt(file.count), { free($0) }, copy)
            != CAIRO_STATUS_SUCCESS
        {
            free(copy)
        }
    }
}

/// - Throws: `.library`, with cairo's words.
func check(_ status: cairo_status_t) throws(DrawingError) {
    guard status != CAIRO_STATUS_SUCCESS else { return }
    throw DrawingError(
        .library, "the drawing", "cairo cannot make it: \(String(cString: cairo_status_to_string(status)))",
        remedy: "use a smaller one")
}
