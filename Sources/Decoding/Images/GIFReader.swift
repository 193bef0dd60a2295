/// Reads the frames of GIF files through giflib, a row at a time, each upon what the ones before it left.
struct GIFReader: PictureReader, ~Copyable {
    private let decoder: GIFDecoder
    private let limits: ImageLimits
    private var canvas: Canvas
    /// The frame that comes next; `nil` at the end.
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
