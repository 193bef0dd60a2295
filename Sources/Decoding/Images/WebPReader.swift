import CPixels
import CWebP

/// Reads WebP files through libwebp: still ones, and the frames of animated ones composed on each other.
struct WebPReader: PictureReader, ~Copyable {
    private let file: UnsafeBufferPointer<UInt8>
    private let limits: ImageLimits
    private let container: WebPContainer
    private let features: WebPBitstreamFeatures
    /// How many pixels of the file's sides are one of the picture's; 1 for an animation.
    private let reduction: Int
    /// What frames are drawn on; `nil` for a still picture.
    private var canvas: Canvas?
    private var index = 0

    init(_ file: UnsafeBufferPointer<UInt8>, limits: ImageLimits) throws(ImageError) {
        let features = try Self.features(of: file)
        let (width, height) = (Int(features.width), Int(features.height))
        let isStill = features.has_animation == 0
        let reduction = try limits.reduction(width: width, height: height, of: .webp, by: isStill ? nil : [1])
        canvas = isStill ? nil : try Canvas(width: width, height: height)
        self.reduction = reduction
        container = WebPContainer(file)
        self.features = features
        self.file = file
        self.limits = limits
    }

    /// After the last frame of a truncated file libwebp reports one more, which is not there.
    var hasMore: Bool {
        guard features.has_animation != 0 else { return index < 1 }
        let count = container.frameCount
        return index < max(count, 1) || (index == count && !container.isWhole)
    }

    mutating func next() throws(ImageError) -> StoredPicture? {
        defer { index += 1 }
        let image: GrayImage?
        if features.has_animation == 0 {
            image = try Self.decode(file, features, reducedBy: reduction)
        } else {
            image = try nextFrame()
        }
        let orientation = container.orientation
        return image.map { StoredPicture(image: $0, orientation: orientation, reduction: reduction) }
    }

    private mutating func nextFrame() throws(ImageError) -> GrayImage? {
        guard var canvas = self.canvas.take() else { return nil }
        let number = index + 1
        let shown: Result<GrayImage?, ImageError>
        do throws(ImageError) {
            try container.withFrame(number) { (frame) throws(ImageError) in
                try Self.draw(frame, on: &canvas, limits: limits)
            }
            shown = .success(try canvas.show())
        } catch {
            shown = .failure(error)
        }
        self.canvas = consume canvas
        return try shown.get()
    }

    private static func draw(_ frame: WebPFrame, on canvas: inout Canvas, limits: ImageLimits) throws(ImageError) {
        let features = try features(of: frame.bytes)
        let (width, height) = (Int(features.width), Int(features.height))
        try limits.check(width: width, height: height, of: .webp)
        guard frame.left >= 0, frame.top >= 0, frame.left + width <= canvas.width, frame.top + height <= canvas.height
        else { throw .damaged(.webp, "a frame outside of the picture") }
        let place = Canvas.Place(left: frame.left, top: frame.top, width: width, height: height)
        try canvas.begin(place, frame.disposal)
        if features.has_alpha == 0 || !frame.isBlended {
            let image = try decode(frame.bytes, features)
            image.pixels.withUnsafeBufferPointer { pixels in
                guard let start = pixels.baseAddress else { return }
                for y in 0..<height {
                    canvas.withRow(y, of: place) { row, _, count in row.update(from: start + y * width, count: count) }
                }
            }
        } else {
            let colors = try colors(of: frame.bytes, features)
            let start = colors.start
            for y in 0..<height {
                canvas.withRow(y, of: place) { row, _, count in
                    beeline_blend_rgba(start + y * width * 4, count, row)
                }
            }
        }
    }

    private static func features(of file: UnsafeBufferPointer<UInt8>) throws(ImageError) -> WebPBitstreamFeatures {
        var features = WebPBitstreamFeatures()
        try check(WebPGetFeatures(file.baseAddress, file.count, &features))
        return features
    }

    private static func decode(
        _ file: UnsafeBufferPointer<UInt8>, _ features: WebPBitstreamFeatures, reducedBy reduction: Int = 1
    ) throws(ImageError) -> GrayImage {
        var features = features
        // From here on they are those of the picture that libwebp makes.
        features.width /= Int32(reduction)
        features.height /= Int32(reduction)
        return try GrayImage(width: Int(features.width), height: Int(features.height)) { pixels throws(ImageError) in
            guard let grays = pixels.baseAddress else { return }
            let lossy: Int32 = 1
            if features.format == lossy, features.has_alpha == 0 {
                try decodeLuma(file, features, to: grays)
            } else {
                let colors = try colors(of: file, features)
                beeline_grays_of_rgba(colors.start, 1, pixels.count, grays)
            }
        }
    }

    /// Red, green, blue and alpha.
    private static func colors(
        of file: UnsafeBufferPointer<UInt8>, _ features: WebPBitstreamFeatures
    ) throws(ImageError) -> Scratch {
        let colors = try Scratch(count: Int(features.width) * Int(features.height) * 4)
        try decode(file, features, MODE_RGBA) { output in
            output.u.RGBA.rgba = colors.start
            output.u.RGBA.stride = features.width * 4
            output.u.RGBA.size = colors.count
        }
        return colors
    }

    /// Takes the luma as the file has it, without making colours. It is in video range.
    private static func decodeLuma(
        _ file: UnsafeBufferPointer<UInt8>, _ features: WebPBitstreamFeatures, to grays: UnsafeMutablePointer<UInt8>
    ) throws(ImageError) {
        let count = Int(features.width) * Int(features.height)
        let halfWidth = (features.width + 1) / 2
        let planeSize = Int(halfWidth) * Int((features.height + 1) / 2)
        // libwebp always writes the chroma, even if it is not used.
        let chroma = try Scratch(count: planeSize * 2)
        try decode(file, features, MODE_YUV) { output in
            output.u.YUVA.y = grays
            output.u.YUVA.y_stride = features.width
            output.u.YUVA.y_size = count
            output.u.YUVA.u = chroma.start
            output.u.YUVA.u_stride = halfWidth
            output.u.YUVA.u_size = planeSize
            output.u.YUVA.v = chroma.start + planeSize
            output.u.YUVA.v_stride = halfWidth
            output.u.YUVA.v_size = planeSize
        }
        beeline_map(grays, count, (0...255).map(Luma.fullRange), grays)
    }

    /// Decodes into memory that `describe` enters into the output; it must have room for all rows.
    private static func decode(
        _ file: UnsafeBufferPointer<UInt8>, _ features: WebPBitstreamFeatures, _ mode: WEBP_CSP_MODE,
        into describe: (inout WebPDecBuffer) -> Void
    ) throws(ImageError) {
        var config = WebPDecoderConfig()
        guard WebPInitDecoderConfig(&config) != 0 else {
            throw .unsupported(.webp, "libwebp is of another version than the program")
        }
        try check(WebPGetFeatures(file.baseAddress, file.count, &config.input))
        config.output.colorspace = mode
        config.output.is_external_memory = 1
        config.output.width = features.width
        config.output.height = features.height
        if config.input.width != features.width || config.input.height != features.height {
            // Scaling to the same size takes time and changes grays.
            config.options.use_scaling = 1
            config.options.scaled_width = features.width
            config.options.scaled_height = features.height
        }
        describe(&config.output)
        try check(WebPDecode(file.baseAddress, file.count, &config))
    }

    private static func check(_ status: VP8StatusCode) throws(ImageError) {
        switch status {
        case VP8_STATUS_OK: return
        case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: throw .truncated(.webp)
        case VP8_STATUS_OUT_OF_MEMORY: throw .outOfMemory
        case VP8_STATUS_UNSUPPORTED_FEATURE: throw .unsupported(.webp, "unsupported feature")
        case VP8_STATUS_BITSTREAM_ERROR: throw .damaged(.webp, "bitstream error")
        default: throw .damaged(.webp, "libwebp status \(status.rawValue)")
        }
    }
}

/// The chunks of a WebP file beside its pixels. They are read in place: the file's bytes must outlive the value.
struct WebPContainer: ~Copyable {
    /// `nil` if the chunks do not determine it.
    private let demuxer: OpaquePointer?

    /// Whether all chunks are there that the file says to have.
    let isWhole: Bool

    init(_ file: UnsafeBufferPointer<UInt8>) {
        var data = WebPData(bytes: file.baseAddress, size: file.count)
        var state = WEBP_DEMUX_PARSE_ERROR
        // The partial reader also accepts a truncated file; the frames before that are complete.
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
    var frameCount: Int { demuxer == nil ? 0 : Int(WebPDemuxGetI(demuxer, WEBP_FF_FRAME_COUNT)) }

    /// Lends a frame of an animation by its number, from 1.
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
