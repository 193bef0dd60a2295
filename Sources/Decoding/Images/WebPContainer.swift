import CWebP

/// The chunks of a WebP file beside its pixels. They are read in place: the file's bytes must outlive the value.
struct WebPContainer: ~Copyable {
    /// `nil` if the chunks are such that none can be told.
    private let demuxer: OpaquePointer?

    /// Whether all chunks are there that the file says to have.
    let isWhole: Bool

    init(_ file: UnsafeBufferPointer<UInt8>) {
        var data = WebPData(bytes: file.baseAddress, size: file.count)
        var state = WEBP_DEMUX_PARSE_ERROR
        // The partial reader also takes a file that is cut; the frames before that are as good as ever.
        demuxer = WebPDemuxPartial(&data, &state)
        isWhole = state == WEBP_DEMUX_DONE
    }

    deinit {
        WebPDemuxDelete(demuxer)
    }

    /// The orientation in the file's EXIF, `upright` if it has none.
    var orientation: Orientation {
        var chunk = WebPChunkIterator()
        guard WebPDemuxGetChunk(demuxer, "EXIF", 1, &chunk) != 0 else { return .upright }
        defer { WebPDemuxReleaseChunkIterator(&chunk) }
        return Orientation(exif: Array(UnsafeBufferPointer(start: chunk.chunk.bytes, count: chunk.chunk.size))[...])
    }

    /// How many frames there are, among them one that is cut.
    var frameCount: Int {
        demuxer == nil ? 0 : Int(WebPDemuxGetI(demuxer, WEBP_FF_FRAME_COUNT))
    }

    /// Lends a frame of an animation.
    ///
    /// - Parameter number: counted from 1.
    func withFrame<Result>(
        _ number: Int, _ body: (WebPFrame) throws(ImageError) -> Result
    ) throws(ImageError) -> Result {
        var frame = WebPIterator()
        guard WebPDemuxGetFrame(demuxer, Int32(number), &frame) != 0 else { throw .truncated(.webp) }
        defer { WebPDemuxReleaseIterator(&frame) }
        guard frame.complete != 0 else { throw .truncated(.webp) }
        return try body(
            WebPFrame(
                bytes: UnsafeBufferPointer(start: frame.fragment.bytes, count: frame.fragment.size),
                left: Int(frame.x_offset), top: Int(frame.y_offset),
                disposal: frame.dispose_method == WEBP_MUX_DISPOSE_BACKGROUND ? .clear : .keep,
                isBlended: frame.blend_method == WEBP_MUX_BLEND))
    }
}

/// A frame of an animation. Its bytes are lent.
struct WebPFrame {
    /// A still WebP file without its header.
    let bytes: UnsafeBufferPointer<UInt8>
    let left: Int
    let top: Int
    let disposal: Canvas.Disposal
    /// Whether what is under it shows through where it is transparent.
    let isBlended: Bool
}
