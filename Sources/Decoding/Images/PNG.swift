import CPixels
import CSPNG
import Glibc

/// Reads PNG files through libspng, a row at a time: only rows are ever in memory in their own samples.
enum PNGReader {
    static func read(_ file: UnsafeBufferPointer<UInt8>, limits: ImageLimits) throws(ImageError) -> StoredPicture {
        let decoder = try PNGDecoder()
        let header = try decoder.open(file)
        let (width, height) = (Int(header.width), Int(header.height))
        let isInterlaced = header.interlace_method != 0
        let reduction = try limits.reduction(width: width, height: height, of: .png, by: isInterlaced ? [1] : nil)
        let samples = try PNGSamples(header, decoder)
        // EXIF may be before the pixels or after them, where a truncation that loses nothing else can remove it.
        let orientation = decoder.orientation
        let image = try GrayImage(width: width / reduction, height: height / reduction) { pixels throws(ImageError) in
            guard let grays = pixels.baseAddress else { return }
            try decoder.start()
            if isInterlaced {
                try readInterlaced(decoder, samples, header, limits, to: grays)
            } else {
                let row = try Scratch(count: samples.rowLength(of: width))
                var rows = try ReducedRows(width: width, height: height, by: reduction, to: grays)
                for _ in 0..<height {
                    try limits.checkCancelled()
                    try decoder.readRow(into: row)
                    rows.add { samples.convert(row.start, count: width, to: $0) }
                }
            }
            try decoder.finish()
        }
        return StoredPicture(
            image: image, orientation: orientation ?? decoder.orientation ?? .upright, reduction: reduction)
    }

    /// Reads the seven passes of Adam7 (PNG specification, 8.2), each pixel of a pass to its place.
    private static func readInterlaced(
        _ decoder: borrowing PNGDecoder, _ samples: PNGSamples, _ header: spng_ihdr, _ limits: ImageLimits,
        to grays: UnsafeMutablePointer<UInt8>
    ) throws(ImageError) {
        let firstColumn = [0, 4, 0, 2, 0, 1, 0]
        let columnStep = [8, 8, 4, 4, 2, 2, 1]
        let width = Int(header.width)
        let row = try Scratch(count: samples.rowLength(of: width))
        let passGrays = try Scratch(count: width)
        while let (pass, y) = decoder.nextRow {
            try limits.checkCancelled()
            guard firstColumn.indices.contains(pass), (0..<Int(header.height)).contains(y) else {
                throw .damaged(.png, "a row outside of the picture")
            }
            let columns = stride(from: firstColumn[pass], to: width, by: columnStep[pass])
            try decoder.readRow(into: row)
            samples.convert(row.start, count: columns.underestimatedCount, to: passGrays.start)
            for (index, x) in columns.enumerated() {
                grays[y * width + x] = passGrays.start[index]
            }
        }
    }
}

/// A libspng decoder. It reads the caller's bytes, which must outlive it; the handle is freed with the value. The calls
/// come in the order in which they are here. An error ends them: libspng does not answer after it.
struct PNGDecoder: ~Copyable {
    private let handle: OpaquePointer

    init() throws(ImageError) {
        guard let handle = spng_ctx_new(0) else { throw .outOfMemory }
        self.handle = handle
    }

    deinit {
        spng_ctx_free(handle)
    }

    /// Takes the file and reads its header, nothing else. The checksums of the chunks need not be looked at.
    func open(_ file: UnsafeBufferPointer<UInt8>, hasChecksums: Bool = true) throws(ImageError) -> spng_ihdr {
        if !hasChecksums {
            try check(spng_set_crc_action(handle, Int32(SPNG_CRC_USE.rawValue), Int32(SPNG_CRC_USE.rawValue)))
        }
        // Rows are in memory three times in up to eight bytes a pixel, so their length has a limit of its own.
        try check(spng_set_image_limits(handle, 1 << 20, UInt32(Int32.max)))
        // Profiles and texts are inflated while the file is read, whether anyone wants them or not.
        try check(spng_set_chunk_limits(handle, 32 << 20, 64 << 20))
        try check(spng_set_png_buffer(handle, file.baseAddress, file.count))
        var header = spng_ihdr()
        try check(spng_get_ihdr(handle, &header))
        return header
    }

    /// The palette, which a file of indexed colours must have.
    func palette() throws(ImageError) -> spng_plte {
        var palette = spng_plte()
        try check(spng_get_plte(handle, &palette))
        return palette
    }

    /// The colour or the alphas of the palette that stand for transparency; `nil` if the file has none.
    func transparency() throws(ImageError) -> spng_trns? {
        var transparency = spng_trns()
        let status = spng_get_trns(handle, &transparency)
        if status == SPNG_ECHUNKAVAIL.rawValue { return nil }
        try check(status)
        return transparency
    }

    /// Reads all pixels as red, green, blue and alpha.
    func readColors(into colors: borrowing Scratch) throws(ImageError) {
        try check(
            spng_decode_image(
                handle, colors.start, colors.count, Int32(SPNG_FMT_RGBA8.rawValue), Int32(SPNG_DECODE_TRNS.rawValue)))
    }

    /// Begins with the pixels, in the samples of the file, of which those of 16 bits have the high byte first.
    func start() throws(ImageError) {
        try check(
            spng_decode_image(handle, nil, 0, Int32(SPNG_FMT_RAW.rawValue), Int32(SPNG_DECODE_PROGRESSIVE.rawValue)))
    }

    /// The pass of the row that comes next, 0...6, and where in the picture it is; `nil` after the last.
    var nextRow: (pass: Int, y: Int)? {
        var info = spng_row_info()
        return spng_get_row_info(handle, &info) == 0 ? (Int(info.pass), Int(info.row_num)) : nil
    }

    func readRow(into row: borrowing Scratch) throws(ImageError) {
        let status = spng_decode_scanline(handle, row.start, row.count)
        if status != SPNG_EOI.rawValue { try check(status) }
    }

    /// Reads on to the end, where the checksum of the last pixels is and EXIF may be. Whatever else is wrong there, or
    /// if the file is cut there, it has all its pixels and is as good as whole.
    func finish() throws(ImageError) {
        let status = spng_decode_chunks(handle)
        if status == SPNG_ECHUNK_CRC.rawValue { try check(status) }
    }

    /// The orientation in the EXIF that was read up to now; `nil` if there was none.
    var orientation: Orientation? {
        var exif = spng_exif()
        guard spng_get_exif(handle, &exif) == 0, let data = exif.data else { return nil }
        return Orientation(exif: Array(UnsafeRawBufferPointer(start: data, count: exif.length))[...])
    }

    private func check(_ status: Int32) throws(ImageError) {
        switch status {
        case SPNG_OK.rawValue: return
        case SPNG_IO_EOF.rawValue, SPNG_EOF.rawValue: throw .truncated(.png)
        case SPNG_EMEM.rawValue: throw .outOfMemory
        case SPNG_EUSER_WIDTH.rawValue, SPNG_EUSER_HEIGHT.rawValue, SPNG_ECHUNK_LIMITS.rawValue:
            throw .unsupported(.png, String(cString: spng_strerror(status)))
        default: throw .damaged(.png, String(cString: spng_strerror(status)))
        }
    }
}

/// The samples of a PNG file, by its colour type and bit depth (PNG specification, 11.2.2), and the way to gray.
struct PNGSamples {
    private enum Layout {
        /// Grays and indices of up to 8 bits.
        case packed(PackedSamples)
        case gray16
        case grayAlpha(step: Int)
        case rgb(step: Int)
        case rgba(step: Int)
    }

    private let layout: Layout
    private let bitsPerPixel: Int

    /// The bytes of the pixel that is transparent, if there is one: of gray with 16 bits and of red, green and blue.
    private var transparentPixel: [UInt8] = []

    init(_ header: spng_ihdr, _ decoder: borrowing PNGDecoder) throws(ImageError) {
        let bitDepth = Int(header.bit_depth)
        let step = bitDepth / 8
        let transparency = try decoder.transparency()
        switch UInt32(header.color_type) {
        case SPNG_COLOR_TYPE_GRAYSCALE.rawValue where bitDepth == 16:
            layout = .gray16
            bitsPerPixel = 16
            transparentPixel = transparency.map { Self.bytes(of: [$0.gray], step: step) } ?? []
        case SPNG_COLOR_TYPE_GRAYSCALE.rawValue:
            bitsPerPixel = bitDepth
            layout = .packed(PackedSamples(bitDepth: bitDepth, grays: Self.grays(transparency, bitDepth: bitDepth)))
        case SPNG_COLOR_TYPE_INDEXED.rawValue:
            bitsPerPixel = bitDepth
            layout = .packed(
                PackedSamples(bitDepth: bitDepth, grays: Self.grays(of: try decoder.palette(), transparency)))
        case SPNG_COLOR_TYPE_GRAYSCALE_ALPHA.rawValue:
            layout = .grayAlpha(step: step)
            bitsPerPixel = 2 * bitDepth
        case SPNG_COLOR_TYPE_TRUECOLOR.rawValue:
            layout = .rgb(step: step)
            bitsPerPixel = 3 * bitDepth
            transparentPixel = transparency.map { Self.bytes(of: [$0.red, $0.green, $0.blue], step: step) } ?? []
        default:
            layout = .rgba(step: step)
            bitsPerPixel = 4 * bitDepth
        }
    }

    /// The bytes that a row of so many pixels takes.
    func rowLength(of width: Int) -> Int { (width * bitsPerPixel + 7) / 8 }

    /// Converts `count` pixels, for which there are bytes at `row` and room at `grays`.
    func convert(_ row: UnsafePointer<UInt8>, count: Int, to grays: UnsafeMutablePointer<UInt8>) {
        switch layout {
        case .packed(let samples): samples.convert(row, count: count, to: grays)
        case .gray16: for index in 0..<count { grays[index] = row[2 &* index] }
        case .grayAlpha(let step): beeline_grays_of_gray_alpha(row, step, count, grays)
        case .rgb(let step): beeline_grays_of_rgb(row, step, count, grays)
        case .rgba(let step): beeline_grays_of_rgba(row, step, count, grays)
        }
        if !transparentPixel.isEmpty { whitenTransparent(row, count: count, grays) }
    }

    private func whitenTransparent(_ row: UnsafePointer<UInt8>, count: Int, _ grays: UnsafeMutablePointer<UInt8>) {
        transparentPixel.withUnsafeBufferPointer { transparent in
            for index in 0..<count {
                let pixel = UnsafeBufferPointer(start: row + index * transparent.count, count: transparent.count)
                if pixel.elementsEqual(transparent) { grays[index] = 255 }
            }
        }
    }
}

extension PNGSamples {
    /// Samples as they are in a row: one byte each, or two with the high one first.
    private static func bytes(of samples: [UInt16], step: Int) -> [UInt8] {
        samples.flatMap { sample in
            [UInt8(truncatingIfNeeded: sample >> 8), UInt8(truncatingIfNeeded: sample)].suffix(step)
        }
    }

    /// The gray of each sample of 1, 2, 4 or 8 bits.
    private static func grays(_ transparency: spng_trns?, bitDepth: Int) -> [UInt8] {
        var grays = PackedSamples.levels(bitDepth: bitDepth)
        if let transparency { grays[Int(transparency.gray) & (grays.count - 1)] = 255 }
        return grays
    }

    /// The gray over white of each of 256 indices. Those beyond the palette are errors of the file and become black,
    /// as with libpng; libspng does not check them.
    private static func grays(of palette: spng_plte, _ transparency: spng_trns?) -> [UInt8] {
        withUnsafeBytes(of: palette.entries) { entries in
            withUnsafeBytes(of: transparency?.type3_alpha) { alphas in
                (0..<256).map { index in
                    guard index < palette.n_entries else { return 0 }
                    let entry = entries.loadUnaligned(
                        fromByteOffset: index * MemoryLayout<spng_plte_entry>.stride, as: spng_plte_entry.self)
                    let alpha = index < transparency?.n_type3_entries ?? 0 ? alphas[index] : 255
                    return beeline_over_white(beeline_luma(entry.red, entry.green, entry.blue), alpha)
                }
            }
        }
    }
}

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
