import CGIF
import CPixels

/// Reads the frames of GIF files through giflib, a row at a time, each composed on the result of the ones before it.
struct GIFReader: PictureReader, ~Copyable {
    private let decoder: GIFDecoder
    private let limits: ImageLimits
    private var canvas: Canvas
    /// The next frame; `nil` at the end.
    private var coming: Result<GIFFrame, ImageError>?

    init(_ file: UnsafeBufferPointer<UInt8>, limits: ImageLimits) throws(ImageError) {
        let decoder = try GIFDecoder(file)
        guard let first = try decoder.nextFrame(isFirst: true) else { throw .damaged(.gif, "it has no picture") }
        // Some files give no size, or one that is too small for the picture; browsers go by the first frame, too.
        let width = max(decoder.screen.width, first.place.left + first.place.width)
        let height = max(decoder.screen.height, first.place.top + first.place.height)
        try limits.check(width: width, height: height, of: .gif)
        canvas = try Canvas(width: width, height: height)
        coming = .success(first)
        self.decoder = decoder
        self.limits = limits
    }

    var hasMore: Bool { coming != nil }

    mutating func next() throws(ImageError) -> StoredPicture? {
        guard let coming else { return nil }
        self.coming = nil
        let frame = try coming.get()
        try draw(frame)
        do throws(ImageError) {
            self.coming = try decoder.nextFrame(isFirst: false).map { .success($0) }
        } catch {
            self.coming = .failure(error)
        }
        return try canvas.show().map { StoredPicture(image: $0, orientation: .upright) }
    }

    private mutating func draw(_ frame: GIFFrame) throws(ImageError) {
        let (width, height) = (frame.place.width, frame.place.height)
        try limits.check(width: width, height: height, of: .gif)
        try canvas.begin(frame.place, frame.disposal)
        let row = try Scratch(count: width)
        let start = row.start
        // Interlaced rows come in four passes (GIF 89a, appendix E).
        let passes = frame.isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
        for (first, step) in passes {
            for y in stride(from: first, to: height, by: step) {
                try limits.checkCancelled()
                try decoder.readRow(into: row)
                canvas.withRow(y, of: frame.place) { pixels, skipped, count in
                    for x in 0..<count {
                        let index = Int(start[skipped + x])
                        if index != frame.transparent { pixels[x] = frame.grays[index] }
                    }
                }
            }
        }
    }
}

struct GIFFrame {
    let place: Canvas.Place
    let disposal: Canvas.Disposal
    let isInterlaced: Bool
    let grays: [UInt8]
    /// The index that leaves the canvas as it is.
    let transparent: Int?
}

/// A giflib decoder. The bytes of the file are lent and must outlive it; the handle is freed with the value. Frames
/// come in their order, each followed by its rows. An error ends them: giflib has lost its place after it.
struct GIFDecoder: ~Copyable {
    private let handle: UnsafeMutablePointer<GifFileType>
    private let source: UnsafeMutablePointer<Source>

    /// The bytes for giflib, and how many it has read.
    private struct Source {
        let file: UnsafeBufferPointer<UInt8>
        var position = 0
    }

    init(_ file: UnsafeBufferPointer<UInt8>) throws(ImageError) {
        let source = UnsafeMutablePointer<Source>.allocate(capacity: 1)
        source.initialize(to: Source(file: file))
        var code: Int32 = 0
        let handle = DGifOpen(
            source,
            { gif, buffer, count in
                guard let gif, let buffer, let data = gif.pointee.UserData else { return 0 }
                let source = data.assumingMemoryBound(to: Source.self)
                let file = source.pointee.file
                let length = min(max(Int(count), 0), file.count - source.pointee.position)
                guard let start = file.baseAddress, length > 0 else { return 0 }
                buffer.update(from: start + source.pointee.position, count: length)
                source.pointee.position += length
                return Int32(length)
            }, &code)
        guard let handle else {
            source.deallocate()
            throw Self.error(code)
        }
        self.handle = handle
        self.source = source
    }

    deinit {
        // Errors that it reports from now on do not matter.
        var code: Int32 = 0
        DGifCloseFile(handle, &code)
        source.deallocate()
    }

    /// The sides that the file gives its canvas; either may be 0.
    var screen: (width: Int, height: Int) { (Int(handle.pointee.SWidth), Int(handle.pointee.SHeight)) }

    /// Reads on to the next frame, or `nil`. After the first, unknown data is the end: some files lack the end marker.
    func nextFrame(isFirst: Bool) throws(ImageError) -> GIFFrame? {
        var control = GraphicsControlBlock(
            DisposalMode: DISPOSAL_UNSPECIFIED, UserInputFlag: false, DelayTime: 0,
            TransparentColor: NO_TRANSPARENT_COLOR)
        while true {
            var kind = UNDEFINED_RECORD_TYPE
            if DGifGetRecordType(handle, &kind) != GIF_OK {
                if isFirst { throw failure }
                return nil
            }
            switch kind {
            case IMAGE_DESC_RECORD_TYPE: return try frame(control)
            case EXTENSION_RECORD_TYPE: try readExtension(&control)
            case TERMINATE_RECORD_TYPE: return nil
            default: break
            }
        }
    }

    /// Reads the next row of the frame, from the left.
    func readRow(into row: borrowing Scratch) throws(ImageError) {
        guard DGifGetLine(handle, row.start, Int32(row.count)) == GIF_OK else { throw failure }
    }

    private func readExtension(_ control: inout GraphicsControlBlock) throws(ImageError) {
        var code: Int32 = 0
        var block: UnsafeMutablePointer<GifByteType>?
        guard DGifGetExtension(handle, &code, &block) == GIF_OK else { throw failure }
        if code == GRAPHICS_EXT_FUNC_CODE, let block {
            // The first byte counts the others. One of another length is ignored.
            _ = DGifExtensionToGCB(Int(block[0]), block + 1, &control)
        }
        while block != nil {
            guard DGifGetExtensionNext(handle, &block) == GIF_OK else { throw failure }
        }
    }

    private func frame(_ control: GraphicsControlBlock) throws(ImageError) -> GIFFrame {
        guard DGifGetImageDesc(handle) == GIF_OK else { throw failure }
        let image = handle.pointee.Image
        guard let colors = image.ColorMap ?? handle.pointee.SColorMap else {
            throw .damaged(.gif, "a frame without colors")
        }
        // Indices beyond the colours are errors of the file and become black, as in other formats.
        let grays = (0..<256).map { index -> UInt8 in
            guard index < colors.pointee.ColorCount else { return 0 }
            let color = colors.pointee.Colors[index]
            return beeline_luma(color.Red, color.Green, color.Blue)
        }
        let disposal: Canvas.Disposal =
            switch control.DisposalMode {
            case DISPOSE_BACKGROUND: .clear
            case DISPOSE_PREVIOUS: .restore
            default: .keep
            }
        return GIFFrame(
            place: Canvas.Place(
                left: Int(image.Left), top: Int(image.Top), width: Int(image.Width), height: Int(image.Height)),
            disposal: disposal, isInterlaced: image.Interlace, grays: grays,
            transparent: control.TransparentColor >= 0 ? Int(control.TransparentColor) : nil)
    }

    private var failure: ImageError { Self.error(handle.pointee.Error) }

    private static func error(_ code: Int32) -> ImageError {
        switch code {
        case D_GIF_ERR_READ_FAILED, D_GIF_ERR_EOF_TOO_SOON, D_GIF_ERR_NO_SCRN_DSCR: .truncated(.gif)
        case D_GIF_ERR_NOT_ENOUGH_MEM: .outOfMemory
        default: .damaged(.gif, GifErrorString(code).map { String(cString: $0) } ?? "giflib error \(code)")
        }
    }
}
