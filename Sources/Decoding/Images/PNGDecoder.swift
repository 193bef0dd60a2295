import CSPNG

/// A libspng decoder. It reads the caller's bytes, which must outlive it; the handle is freed with the value.
///
/// The calls come in the order in which they stand here. An error ends them: libspng answers no more after it.
struct PNGDecoder: ~Copyable {
    private let handle: OpaquePointer

    /// - Throws: ``ImageError/outOfMemory``.
    init() throws(ImageError) {
        guard let handle = spng_ctx_new(0) else { throw .outOfMemory }
        self.handle = handle
    }

    deinit {
        spng_ctx_free(handle)
    }

    /// Takes the file and reads its header, nothing else.
    func open(_ file: UnsafeBufferPointer<UInt8>) throws(ImageError) -> spng_ihdr {
        // Rows are held thrice in up to eight bytes a pixel, so their length has a limit apart from that of the pixels.
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

    /// Begins with the pixels, in the samples of the file, of which those of 16 bits have the high byte first.
    func start() throws(ImageError) {
        try check(
            spng_decode_image(
                handle, nil, 0, Int32(SPNG_FMT_RAW.rawValue), Int32(SPNG_DECODE_PROGRESSIVE.rawValue)))
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

    /// Reads on to the end, where the checksum of the last pixels is and EXIF may be.
    ///
    /// Whatever else is wrong there, or if the file is cut there, it has all its pixels and is as good as whole.
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
        case SPNG_OK.rawValue:
            return
        case SPNG_IO_EOF.rawValue, SPNG_EOF.rawValue:
            throw .truncated(.png)
        case SPNG_EMEM.rawValue:
            throw .outOfMemory
        case SPNG_EUSER_WIDTH.rawValue, SPNG_EUSER_HEIGHT.rawValue, SPNG_ECHUNK_LIMITS.rawValue:
            throw .unsupported(.png, String(cString: spng_strerror(status)))
        default:
            throw .damaged(.png, String(cString: spng_strerror(status)))
        }
    }
}
