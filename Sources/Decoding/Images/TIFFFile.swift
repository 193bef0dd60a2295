import CTIFF

/// A file that libtiff reads. Its bytes are lent and must outlive it; the handle is freed with the value.
struct TIFFFile: ~Copyable {
    private let handle: OpaquePointer

    init(_ bytes: UnsafeBufferPointer<UInt8>, limits: ImageLimits) throws(ImageError) {
        guard let start = bytes.baseAddress,
            let handle = beeline_tiff_open(start, bytes.count, Self.mostMemory(limits))
        else { throw bytes.count < 8 ? .truncated(.tiff) : .damaged(.tiff, "libtiff does not take its header") }
        self.handle = handle
    }

    deinit { beeline_tiff_close(handle) }

    /// Goes to the page that the directory at that place describes.
    func page(at directory: Int) throws(ImageError) -> beeline_tiff_page {
        var page = beeline_tiff_page()
        guard beeline_tiff_go(handle, UInt64(directory), &page) else { throw failure }
        return page
    }

    /// Refuses strips and tiles that are far larger than the page could need, and what libtiff cannot unpack.
    func checkPieces(of page: beeline_tiff_page, _ limits: ImageLimits) throws(ImageError) {
        let most = Self.mostMemory(limits)
        guard page.piece_length > 0, page.piece_length <= most, page.row_length <= most else {
            throw .damaged(.tiff, "strips or tiles of \(max(page.piece_length, page.row_length)) bytes")
        }
        guard beeline_tiff_can_unpack(handle) else { throw .unsupported(.tiff, words) }
    }

    /// Refuses pages of which libtiff makes no colours.
    func checkColors() throws(ImageError) {
        guard beeline_tiff_can_color(handle) else { throw .unsupported(.tiff, words) }
    }

    /// Reads the row after the one that was read last.
    func readRow(_ y: Int, into row: borrowing Scratch) throws(ImageError) {
        guard beeline_tiff_read_row(handle, UInt32(y), row.start) else { throw failure }
    }

    /// Reads rows as red, green, blue and alpha; there is room for `rows` of the page's width.
    func readColors(from top: Int, rows: Int, into colors: UnsafeMutablePointer<UInt32>) throws(ImageError) {
        guard beeline_tiff_read_colors(handle, UInt32(top), UInt32(rows), colors) else { throw failure }
    }

    /// What the last call complained of.
    private var failure: ImageError {
        if beeline_tiff_was_cut(handle) { return .truncated(.tiff) }
        return .damaged(.tiff, words.isEmpty ? "libtiff gives no reason" : words)
    }

    private var words: String { String(cString: beeline_tiff_words(handle)) }

    /// For a strip or tile: the pixels that may be, in four samples of 16 bits, and in any case enough for a tile.
    private static func mostMemory(_ limits: ImageLimits) -> UInt64 {
        UInt64(max(64 << 20, min(limits.maxPixels, 1 << 40) * 8))
    }
}
