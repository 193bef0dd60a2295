import CSPNG
import Glibc

/// Writes pictures as PNG files, through libspng: gray, eight bits, not interlaced.
package enum PNGWriter {
    /// The bytes of a PNG file with the picture in it.
    ///
    ///     let file = try PNGWriter.png(of: image.shrunk(toSide: 512))
    ///
    /// - Throws: ``ImageError/noPixels(_:)`` for a picture without pixels, ``ImageError/tooManyPixels(width:height:limit:)``
    ///   for one whose side no PNG file can say, and ``ImageError/outOfMemory``.
    package static func png(of image: GrayImage) throws(ImageError) -> [UInt8] {
        guard image.width > 0, image.height > 0 else { throw .noPixels(.png) }
        let longest = Int(Int32.max)
        guard image.width <= longest, image.height <= longest else {
            throw .tooManyPixels(width: image.width, height: image.height, limit: longest)
        }
        let encoder = try PNGEncoder()
        return try encoder.file(of: image)
    }
}

/// A libspng encoder, which is freed with the value, as is whatever it has written until then.
private struct PNGEncoder: ~Copyable {
    private let handle: OpaquePointer

    init() throws(ImageError) {
        guard let handle = spng_ctx_new(Int32(SPNG_CTX_ENCODER.rawValue)) else { throw .outOfMemory }
        self.handle = handle
    }

    deinit {
        spng_ctx_free(handle)
    }

    func file(of image: GrayImage) throws(ImageError) -> [UInt8] {
        try check(spng_set_option(handle, SPNG_ENCODE_TO_BUFFER, 1))
        var header = spng_ihdr()
        header.width = UInt32(image.width)
        header.height = UInt32(image.height)
        header.bit_depth = 8
        header.color_type = UInt8(SPNG_COLOR_TYPE_GRAYSCALE.rawValue)
        try check(spng_set_ihdr(handle, &header))
        // The pixels are only read, and only during the call.
        let status = image.pixels.withUnsafeBytes { pixels in
            spng_encode_image(
                handle, pixels.baseAddress, pixels.count, Int32(SPNG_FMT_PNG.rawValue),
                Int32(SPNG_ENCODE_FINALIZE.rawValue))
        }
        try check(status)
        var length = 0
        var failure: Int32 = 0
        // The file is ours from here on, made by malloc.
        guard let file = spng_get_png_buffer(handle, &length, &failure) else { throw .outOfMemory }
        defer { free(file) }
        return Array(UnsafeRawBufferPointer(start: file, count: length))
    }

    /// The parameters of the encoder are right, so it can fail for want of memory only.
    private func check(_ status: Int32) throws(ImageError) {
        guard status == SPNG_OK.rawValue else { throw .outOfMemory }
    }
}
