import CWebP

/// The chunks of a WebP file beside its pixels. They are read in place: the file's bytes must outlive the value.
struct WebPContainer: ~Copyable {
    /// `nil` if the chunks are such that none can be told.
    private let demuxer: OpaquePointer?

    init(_ file: UnsafeBufferPointer<UInt8>) {
        var data = WebPData(bytes: file.baseAddress, size: file.count)
        // The partial reader also takes a file that is cut behind the first frame, which is all that is wanted.
        demuxer = WebPDemuxPartial(&data, nil)
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

    /// Lends the first frame of an animation, a still file for itself, and its place on the canvas.
    func withFirstFrame<Result>(
        _ body: (_ frame: UnsafeBufferPointer<UInt8>, _ left: Int, _ top: Int) throws(ImageError) -> Result
    ) throws(ImageError) -> Result {
        var frame = WebPIterator()
        guard WebPDemuxGetFrame(demuxer, 1, &frame) != 0 else { throw .truncated(.webp) }
        defer { WebPDemuxReleaseIterator(&frame) }
        guard frame.complete != 0 else { throw .truncated(.webp) }
        let bytes = UnsafeBufferPointer(start: frame.fragment.bytes, count: frame.fragment.size)
        return try body(bytes, Int(frame.x_offset), Int(frame.y_offset))
    }
}
