import CPixels
import CTurboJPEG

/// Reads JPEG files through libjpeg-turbo, straight to gray: the colours of a YCbCr file are not even decoded.
enum JPEGReader {
    static func read(_ bytes: [UInt8], limits: ImageLimits) throws(ImageError) -> StoredPicture {
        let segments = JPEGSegments(bytes)
        let decompressor = try Decompressor(segments)
        var reduction = 1
        let image = try bytes.withUnsafeBufferPointer { (file) throws(ImageError) -> GrayImage in
            let header = try decompressor.readHeader(of: file)
            // Of a picture in several scans libjpeg keeps all coefficients, whatever its scale.
            reduction = try limits.reduction(
                width: header.width, height: header.height, of: .jpeg,
                by: segments.hasSeveralScans ? [1] : [1, 2, 4, 8])
            let scaled = header.scaled(by: reduction)
            return try GrayImage(width: scaled.width, height: scaled.height) { pixels throws(ImageError) in
                guard let grays = pixels.baseAddress else { return }
                guard header.hasInks else { return try decompressor.decode(file, scaled, as: TJPF_GRAY, to: grays) }
                let inks = try Scratch(count: pixels.count * 4)
                try decompressor.decode(file, scaled, as: TJPF_CMYK, to: inks.start)
                // Programs that write CMYK into a JPEG follow Adobe and invert it; the files do not reliably say so.
                beeline_grays_of_inverted_cmyk(inks.start, pixels.count, grays)
            }
        }
        return StoredPicture(image: image, orientation: segments.orientation, reduction: reduction)
    }
}

/// What a JPEG file says of its picture.
private struct Header {
    let width: Int
    let height: Int

    /// Whether the pixels are of cyan, magenta, yellow and black, of which libjpeg makes no gray.
    let hasInks: Bool

    /// What libjpeg makes of it at a fraction of the scale.
    func scaled(by reduction: Int) -> Header {
        Header(
            width: (width + reduction - 1) / reduction, height: (height + reduction - 1) / reduction, hasInks: hasInks)
    }
}

/// A TurboJPEG decompressor. The bytes and the room for pixels are the caller's; the handle is freed with the value.
private struct Decompressor: ~Copyable {
    private let handle: tjhandle
    private let segments: JPEGSegments

    init(_ segments: JPEGSegments) throws(ImageError) {
        guard let handle = tjInitDecompress() else { throw .outOfMemory }
        self.handle = handle
        self.segments = segments
    }

    deinit {
        tjDestroy(handle)
    }

    func readHeader(of file: UnsafeBufferPointer<UInt8>) throws(ImageError) -> Header {
        var width: Int32 = 0
        var height: Int32 = 0
        var subsampling: Int32 = -1
        var colors: Int32 = -1
        let status = tjDecompressHeader3(
            handle, file.baseAddress, UInt(file.count), &width, &height, &subsampling, &colors)
        // An odd subsampling is reported as an error only because it has no name; decoding manages it.
        let isComplete = width > 0 && height > 0 && colors >= 0
        if status != 0, !(isComplete && subsampling < 0) { try check() }
        // A file that has only tables is not an error for libjpeg.
        if !isComplete { throw segments.hasEnd ? .noPixels(.jpeg) : .truncated(.jpeg) }
        let inks = [TJCS_CMYK.rawValue, TJCS_YCCK.rawValue]
        return Header(width: Int(width), height: Int(height), hasInks: inks.contains(UInt32(bitPattern: colors)))
    }

    /// Decodes into `pixels`, where there is room for the header's width × height pixels of the format.
    func decode(
        _ file: UnsafeBufferPointer<UInt8>, _ header: Header, as format: TJPF, to pixels: UnsafeMutablePointer<UInt8>
    ) throws(ImageError) {
        // A file of a few kilobytes can ask for thousands of passes over all pixels.
        let flags = TJFLAG_LIMITSCANS
        let status = tjDecompress2(
            handle, file.baseAddress, UInt(file.count), pixels, Int32(header.width), 0, Int32(header.height),
            format.rawValue, flags)
        if status != 0 { try check() }
    }

    /// Throws what the last call complained of, unless it was a mere warning, after which the pixels are there. libjpeg
    /// fills what a truncated file lacks with gray, warns, and lets no later warning through. So the end is looked for
    /// whenever there is any warning.
    private func check() throws(ImageError) {
        let words = String(cString: tjGetErrorStr2(handle))
        let isUnsupported = ["Unsupported", "Maximum supported", "Requested feature"].contains { words.hasPrefix($0) }
        if words.hasPrefix("Insufficient memory") { throw .outOfMemory }
        if words.hasPrefix("Empty JPEG image") { throw .noPixels(.jpeg) }
        if isUnsupported { throw .unsupported(.jpeg, words) }
        if words.hasPrefix("Premature end of JPEG file") || !segments.hasEnd { throw .truncated(.jpeg) }
        if !Self.warnings.contains(where: { words.hasPrefix($0) }) { throw .damaged(.jpeg, words) }
    }

    /// How the warnings of libjpeg begin (jerror.h, `JWRN_`). `tjGetErrorCode` does not do: once there was a warning it
    /// calls an error a warning, too, and then no pixel may be written.
    private static let warnings = [
        "Corrupt JPEG data", "Inconsistent progression sequence", "Invalid SOS parameters",
        "Unknown Adobe color transform",
        "Warning:",
    ]
}

/// The segments of a JPEG file before its pixels (ITU-T T.81, annex B), as far as libjpeg does not report them.
struct JPEGSegments {
    /// The orientation in the first EXIF block, `upright` if there is none.
    private(set) var orientation = Orientation.upright

    /// Whether more than one pass leads over the pixels.
    private(set) var hasSeveralScans = false

    /// Where the pixels begin, or the segments cannot be followed any more.
    private var pixels: Int

    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        pixels = 2
        var hasOrientation = false
        var components: UInt8?
        while pixels + 4 <= bytes.count, bytes[pixels] == 0xFF {
            let marker = bytes[pixels + 1]
            switch marker {
            case 0xFF:  // A marker may be preceded by any number of these.
                pixels += 1
                continue
            case 0x01, 0xD0...0xD8:  // These have no length.
                pixels += 2
                continue
            case 0xD9, 0xDA:  // The end of the image; the start of the pixels, which says of how many components.
                let isScan = marker == 0xDA && pixels + 4 < bytes.count
                if isScan, let components, bytes[pixels + 4] != components { hasSeveralScans = true }
                return
            default: break
            }
            let length = Int(bytes[pixels + 2]) << 8 | Int(bytes[pixels + 3])
            guard length >= 2, pixels + 2 + length <= bytes.count else { return }
            let content = bytes[(pixels + 4)..<(pixels + 2 + length)]
            // The frame: its kind, and after five bytes how many components it has (T.81, B.2.2).
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker), content.count > 5 {
                components = content[content.startIndex + 5]
                // C2, C6, CA and CE are progressive.
                if marker & 3 == 2 { hasSeveralScans = true }
            }
            if marker == 0xE1, !hasOrientation, content.starts(with: "Exif\0\0".utf8) {
                orientation = Orientation(exif: content)
                hasOrientation = true
            }
            pixels += 2 + length
        }
    }

    /// Whether a mark for the end of the image follows the pixels. The pixels themselves never contain it: T.81,
    /// B.1.1.5 puts a zero after each of their 0xFF bytes. The search begins behind the other segments, because a
    /// thumbnail in EXIF has an end of its own.
    var hasEnd: Bool {
        var index = pixels
        while index + 1 < bytes.count {
            if bytes[index] == 0xFF, bytes[index + 1] == 0xD9 { return true }
            index += 1
        }
        return false
    }
}
