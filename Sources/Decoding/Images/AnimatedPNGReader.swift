import CPixels
import CSPNG

/// Reads the pictures of animated PNG files (PNG, third edition, 4.9 and 11.3.6): the frames composed on each other,
/// and before them the picture for programs without support for animation, where it is not one of the frames.
///
/// libspng reads still files, so each frame is made one of its own: with the header and the colours of the file, and its own pixels.
struct AnimatedPNGReader: PictureReader, ~Copyable {
    private let file: UnsafeBufferPointer<UInt8>
    private let limits: ImageLimits
    private let chunks: PNGChunks
    private let orientation: Orientation
    /// The header's bytes without the sides: depth, colours and similar ones.
    private let format: [UInt8]
    private let pictures: [Picture]
    private var canvas: Canvas
    private var isEmpty = true
    private var index = 0

    private enum Picture {
        /// The one that is not a frame.
        case still
        /// Its pixels begin behind a chunk.
        case frame(PNGFrame, behind: Int)
        /// The file ends before it.
        case missing
    }

    init(_ file: UnsafeBufferPointer<UInt8>, limits: ImageLimits) throws(ImageError) {
        let (header, orientation) = try Self.header(of: file)
        try limits.check(width: Int(header.width), height: Int(header.height), of: .png)
        canvas = try Canvas(width: Int(header.width), height: Int(header.height))
        format = [
            header.bit_depth, header.color_type, header.compression_method, header.filter_method,
            header.interlace_method,
        ]
        chunks = PNGChunks(file)
        pictures = Self.pictures(chunks, most: limits.maxPages)
        self.orientation = orientation
        self.file = file
        self.limits = limits
    }

    /// EXIF may be anywhere, but who writes one beside an animation writes it before the pixels.
    private static func header(of file: UnsafeBufferPointer<UInt8>) throws(ImageError) -> (spng_ihdr, Orientation) {
        let decoder = try PNGDecoder()
        let header = try decoder.open(file)
        return (header, decoder.orientation ?? .upright)
    }

    /// What is in the file, as far as it is looked at; the still picture alone where there is no frame.
    private static func pictures(_ chunks: PNGChunks, most: Int) -> [Picture] {
        let count = chunks.frameCount ?? 0
        var pictures: [Picture] = []
        var frames = 0
        var place = PNGChunks.first
        while frames < count, pictures.count <= most {
            guard let chunk = chunks.chunk(at: place) else {
                // In a file that is truncated within a frame, that frame reports it.
                if frames > 0, !PNGChunks.ofPixels.contains(chunks.kind(at: place)) { pictures.append(.missing) }
                break
            }
            if chunk.kind == "IEND" { break }
            if chunk.kind == "fcTL", let frame = PNGFrame(chunk.bytes) {
                pictures.append(.frame(frame, behind: chunk.end))
                frames += 1
            }
            if chunk.kind == "IDAT", pictures.isEmpty { pictures.append(.still) }
            place = chunk.end
        }
        return frames == 0 ? [.still] : pictures
    }

    var hasMore: Bool { index < pictures.count }

    mutating func next() throws(ImageError) -> StoredPicture? {
        defer { index += 1 }
        switch pictures[index] {
        case .still: return try PNGReader.read(file, limits: limits)
        case .frame(let frame, let start):
            try draw(frame, behind: start)
            let orientation = orientation
            return try canvas.show().map { StoredPicture(image: $0, orientation: orientation) }
        case .missing: throw .truncated(.png)
        }
    }

    private mutating func draw(_ frame: PNGFrame, behind start: Int) throws(ImageError) {
        let (width, height) = (frame.place.width, frame.place.height)
        try limits.check(width: width, height: height, of: .png)
        guard frame.place.left + width <= canvas.width, frame.place.top + height <= canvas.height else {
            throw .damaged(.png, "a frame outside of the picture")
        }
        let (still, isCut) = stillFile(of: frame, behind: start)
        let colors = try Scratch(count: width * height * 4)
        do throws(ImageError) {
            try still.withUnsafeBufferPointer { (file) throws(ImageError) in
                let decoder = try PNGDecoder()
                _ = try decoder.open(file, hasChecksums: false)
                try decoder.readColors(into: colors)
            }
        } catch {
            throw isCut && error != .outOfMemory ? .truncated(.png) : error
        }
        // Before the first frame there was nothing.
        try canvas.begin(frame.place, isEmpty && frame.disposal == .restore ? .clear : frame.disposal)
        isEmpty = false
        let pixels = colors.start
        for y in 0..<height {
            canvas.withRow(y, of: frame.place) { row, _, count in
                if !frame.isBlended { row.update(repeating: 255, count: count) }
                beeline_blend_rgba(pixels + y * width * 4, count, row)
            }
        }
    }

    /// A still PNG file of one frame, without checksums; and whether the file ends within the frame, or right after it.
    private func stillFile(of frame: PNGFrame, behind start: Int) -> (bytes: [UInt8], isCut: Bool) {
        var still: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        func add(_ kind: String, _ bytes: some Collection<UInt8>) {
            still += Self.bigEndian(bytes.count)
            still += kind.utf8
            still += bytes
            still += [0, 0, 0, 0]
        }
        add("IHDR", Self.bigEndian(frame.place.width) + Self.bigEndian(frame.place.height) + format)
        var place = PNGChunks.first
        while let chunk = chunks.chunk(at: place), chunk.kind != "IDAT" {
            if ["PLTE", "tRNS"].contains(chunk.kind) { add(chunk.kind, chunk.bytes) }
            place = chunk.end
        }
        place = start
        while let chunk = chunks.chunk(at: place), !["fcTL", "IEND"].contains(chunk.kind) {
            if chunk.kind == "IDAT" { add("IDAT", chunk.bytes) }
            // Its number in the file comes before the pixels.
            if chunk.kind == "fdAT" { add("IDAT", chunk.bytes.dropFirst(4)) }
            place = chunk.end
        }
        add("IEND", [])
        return (still, chunks.chunk(at: place) == nil)
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}

/// A frame of an animated PNG, as its control chunk describes it.
struct PNGFrame {
    let place: Canvas.Place
    let disposal: Canvas.Disposal
    /// Whether what is under it shows through where it is transparent.
    let isBlended: Bool

    /// Nil where the chunk is too short. Numbers without a meaning count as 0.
    init?(_ chunk: UnsafeBufferPointer<UInt8>) {
        let fields = Bytes(file: chunk, isLittleEndian: false)
        guard let width = fields.number(at: 4, length: 4), let height = fields.number(at: 8, length: 4),
            let left = fields.number(at: 12, length: 4), let top = fields.number(at: 16, length: 4),
            let disposal = fields.number(at: 24, length: 1), let blending = fields.number(at: 25, length: 1)
        else { return nil }
        place = Canvas.Place(left: left, top: top, width: width, height: height)
        self.disposal = disposal == 1 ? .clear : disposal == 2 ? .restore : .keep
        isBlended = blending == 1
    }
}

/// The chunks of a PNG file, by where they begin. The bytes of the file are lent.
struct PNGChunks {
    private let file: UnsafeBufferPointer<UInt8>
    private let bytes: Bytes

    struct Chunk {
        let kind: String
        let bytes: UnsafeBufferPointer<UInt8>
        /// Where the next one begins.
        let end: Int
    }

    /// Where the first one begins: behind the signature.
    static let first = 8
    static let ofPixels: Set<String> = ["IDAT", "fdAT"]

    init(_ file: UnsafeBufferPointer<UInt8>) {
        self.file = file
        bytes = Bytes(file: file, isLittleEndian: false)
    }

    /// Nil where the file ends before the chunk does.
    func chunk(at start: Int) -> Chunk? {
        guard let length = bytes.number(at: start, length: 4), length <= file.count - start - 12 else { return nil }
        return Chunk(
            kind: kind(at: start), bytes: UnsafeBufferPointer(rebasing: file[(start + 8)..<(start + 8 + length)]),
            end: start + 12 + length)
    }

    /// The kind of a chunk, even of a truncated one; empty where there is none.
    func kind(at start: Int) -> String {
        guard start + 8 <= file.count else { return "" }
        return String(decoding: file[(start + 4)..<(start + 8)], as: UTF8.self)
    }

    /// How many frames the file says to have; nil when it is not animated: then its pixels begin before that is said.
    var frameCount: Int? {
        var place = Self.first
        while let chunk = chunk(at: place), !Self.ofPixels.contains(chunk.kind) {
            if chunk.kind == "acTL" { return Bytes(file: chunk.bytes, isLittleEndian: false).number(at: 0, length: 4) }
            place = chunk.end
        }
        return nil
    }
}
