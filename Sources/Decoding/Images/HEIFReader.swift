import CHEIF
import CPixels

/// Reads the pictures of HEIF files (ISO/IEC 23008-12) through libheif, which also turns them upright.
struct HEIFReader: PictureReader, ~Copyable {
    private let handle: OpaquePointer
    private let format: ImageFormat
    private let limits: ImageLimits
    private var index: UInt32 = 0

    init(_ file: UnsafeBufferPointer<UInt8>, _ format: ImageFormat, limits: ImageLimits) throws(ImageError) {
        let length = try HEIFBoxes.length(of: file, format)
        guard let start = file.baseAddress else { throw .truncated(format) }
        var status = BeelineHEIFStatus.done
        var words = [CChar](repeating: 0, count: 256)
        guard let handle = beeline_heif_open(start, length, UInt64(limits.maxPixels), &status, &words) else {
            let text = words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw Self.error(status, String(decoding: text, as: UTF8.self), format)
        }
        self.handle = handle
        self.format = format
        self.limits = limits
    }

    deinit { beeline_heif_close(handle) }

    var hasMore: Bool { index < beeline_heif_count(handle) }

    mutating func next() throws(ImageError) -> StoredPicture? {
        defer { index += 1 }
        var (width, height) = (UInt32(0), UInt32(0))
        try check(beeline_heif_go(handle, index, &width, &height))
        try limits.check(width: Int(width), height: Int(height), of: format)
        var pixels = beeline_heif_pixels()
        try check(beeline_heif_decode(handle, &pixels))
        // What was decoded need not be what the file claimed before.
        try limits.check(width: Int(pixels.width), height: Int(pixels.height), of: format)
        let rowLength = UInt64(pixels.width) * (pixels.is_colors ? 4 : 1)
        guard let start = pixels.start, pixels.stride >= rowLength else {
            throw .damaged(format, "libheif gives no pixels")
        }
        return StoredPicture(image: try Self.gray(pixels, start), orientation: .upright)
    }

    private static func gray(
        _ pixels: beeline_heif_pixels, _ start: UnsafePointer<UInt8>
    ) throws(ImageError) -> GrayImage {
        let width = Int(pixels.width)
        return try GrayImage(width: width, height: Int(pixels.height)) { grays in
            guard let first = grays.baseAddress else { return }
            let stretched = pixels.is_video_range ? (0...255).map(Luma.fullRange) : []
            for y in 0..<Int(pixels.height) {
                let row = start + y * Int(pixels.stride)
                let place = first + y * width
                if pixels.is_colors {
                    beeline_grays_of_rgba(row, 1, width, place)
                } else if pixels.is_video_range {
                    beeline_map(row, width, stretched, place)
                } else {
                    place.update(from: row, count: width)
                }
            }
        }
    }

    private func check(_ status: BeelineHEIFStatus) throws(ImageError) {
        guard status == .done else { throw Self.error(status, String(cString: beeline_heif_words(handle)), format) }
    }

    private static func error(_ status: BeelineHEIFStatus, _ words: String, _ format: ImageFormat) -> ImageError {
        switch status {
        case .cut: return .truncated(format)
        case .noMemory: return .outOfMemory
        case .noDecoder:
            let (packing, package) =
                format == .avif ? ("AV1", "libheif-plugin-dav1d") : ("HEVC", "libheif-plugin-libde265")
            return .unsupported(
                format,
                "libheif finds no decoder for it; for \(packing) one may be in a package of its own (\(package))")
        case .unsupported: return .unsupported(format, words)
        case .damaged, .done: return .damaged(format, words.isEmpty ? "libheif gives no reason" : words)
        }
    }
}

/// The boxes that a HEIF file is made of (ISO/IEC 14496-12, 4.2), as far as it takes to see where the file ends.
enum HEIFBoxes {
    /// How long the file is without the data after its last box, which libheif would read as a broken box.
    ///
    /// - Throws: ``ImageError/truncated(_:)`` if a box ends behind the file, or the file before there is one
    ///   that says what is in it; `.unsupported` for a sequence of frames alone, which has a movie and no still picture.
    static func length(of file: UnsafeBufferPointer<UInt8>, _ format: ImageFormat) throws(ImageError) -> Int {
        let bytes = Bytes(file: file, isLittleEndian: false)
        var position = 0
        var kinds: Set<String> = []
        while let short = bytes.number(at: position, length: 4), position + 8 <= file.count {
            let kind = String(decoding: file[(position + 4)..<(position + 8)], as: UTF8.self)
            guard known.contains(kind) else { break }
            kinds.insert(kind)
            // 0 reaches to the end, 1 says that a longer number follows.
            guard short != 0 else {
                position = file.count
                break
            }
            guard let length = short == 1 ? bytes.number(at: position + 8, length: 8) : short else {
                throw .truncated(format)
            }
            guard length >= 8 else { throw .damaged(format, "a box of \(length) bytes") }
            guard length <= file.count - position else { throw .truncated(format) }
            position += length
        }
        if kinds.isDisjoint(with: ["meta", "moov"]) { throw .truncated(format) }
        if kinds.contains("moov"), !kinds.contains("meta") {
            throw .unsupported(format, "it is a sequence of frames without a still picture")
        }
        return position
    }

    /// The boxes that are found on the top level.
    private static let known: Set<String> = [
        "ftyp", "styp", "meta", "mdat", "moov", "moof", "idat", "free", "skip", "uuid", "mfra", "sidx", "pdin", "meco",
        "mpvd", "wide", "jumb",
    ]
}
