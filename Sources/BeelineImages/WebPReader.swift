import CWebP

/// Reads WebP files through libwebp: still ones, and the first frame of animated ones.
enum WebPReader {
    static func read(_ bytes: [UInt8], limits: ImageLimits) throws(ImageError) -> StoredPicture {
        try bytes.withUnsafeBufferPointer { (file) throws(ImageError) -> StoredPicture in
            let features = try features(of: file)
            try limits.check(width: Int(features.width), height: Int(features.height), of: .webp)
            let container = WebPContainer(file)
            let image =
                features.has_animation == 0
                ? try decode(file, features) : try firstFrame(of: container, features, limits: limits)
            return StoredPicture(image: image, orientation: container.orientation)
        }
    }

    private static func firstFrame(
        of container: borrowing WebPContainer, _ canvas: WebPBitstreamFeatures, limits: ImageLimits
    ) throws(ImageError) -> GrayImage {
        try container.withFirstFrame { (frame, left, top) throws(ImageError) -> GrayImage in
            let features = try features(of: frame)
            try limits.check(width: Int(features.width), height: Int(features.height), of: .webp)
            let image = try decode(frame, features)
            return try place(image, left: left, top: top, width: Int(canvas.width), height: Int(canvas.height))
        }
    }

    /// Lays a frame on a white canvas, if it does not cover it.
    private static func place(
        _ frame: GrayImage, left: Int, top: Int, width: Int, height: Int
    ) throws(ImageError) -> GrayImage {
        guard left >= 0, top >= 0, left + frame.width <= width, top + frame.height <= height else {
            throw .damaged(.webp, "a frame outside of the picture")
        }
        if frame.width == width, frame.height == height { return frame }
        return try GrayImage(width: width, height: height) { canvas in
            canvas.initialize(repeating: 255)
            frame.pixels.withUnsafeBufferPointer { pixels in
                for y in 0..<frame.height {
                    let place = (top + y) * width + left
                    let row = UnsafeBufferPointer(rebasing: pixels[(y * frame.width)..<((y + 1) * frame.width)])
                    _ = UnsafeMutableBufferPointer(rebasing: canvas[place..<(place + frame.width)]).update(from: row)
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
        _ file: UnsafeBufferPointer<UInt8>, _ features: WebPBitstreamFeatures
    ) throws(ImageError) -> GrayImage {
        try GrayImage(width: Int(features.width), height: Int(features.height)) { pixels throws(ImageError) in
            guard let grays = pixels.baseAddress else { return }
            let lossy: Int32 = 1
            if features.format == lossy, features.has_alpha == 0 {
                try decodeLuma(file, features, to: grays)
            } else {
                let colors = try Scratch(count: pixels.count * 4)
                try decode(file, features, MODE_RGBA) { output in
                    output.u.RGBA.rgba = colors.start
                    output.u.RGBA.stride = features.width * 4
                    output.u.RGBA.size = colors.count
                }
                Luma.convertRGBA(colors.start, step: 1, count: pixels.count, to: grays)
            }
        }
    }

    /// Takes the luma as the file has it, without making colours. It is in video range.
    private static func decodeLuma(
        _ file: UnsafeBufferPointer<UInt8>, _ features: WebPBitstreamFeatures, to grays: UnsafeMutablePointer<UInt8>
    ) throws(ImageError) {
        let count = Int(features.width) * Int(features.height)
        let halfWidth = (features.width + 1) / 2
        let planeSize = Int(halfWidth) * Int((features.height + 1) / 2)
        // libwebp does not do without the chroma, and writes it even if no one looks at it.
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
        let stretched = (0...255).map(Luma.fullRange)
        stretched.withUnsafeBufferPointer { stretched in
            for index in 0..<count { grays[index] = stretched[Int(grays[index])] }
        }
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
        config.output.colorspace = mode
        config.output.is_external_memory = 1
        config.output.width = features.width
        config.output.height = features.height
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
