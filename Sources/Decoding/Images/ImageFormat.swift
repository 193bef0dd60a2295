/// A file format that can be read.
public enum ImageFormat: String, CaseIterable, Sendable {
    case jpeg, png, webp, tiff, gif, bmp, heic, avif, pnm

    /// Recognises a format by the first bytes of a file; `nil` if it is none of these.
    ///
    ///     ImageFormat(recognising: Array("P5 2 2 255 ....".utf8))   // .pnm
    public init?(recognising bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89] + "PNG".utf8) {
            // Half of the signature: the rest tells of damage by a text transfer, which is libspng's to report.
            self = .png
        } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
            self = .webp
        } else if Self.tiffMarks.contains(Array(bytes.prefix(4))) {
            self = .tiff
        } else if bytes.starts(with: "GIF8".utf8) {
            self = .gif
        } else if BMPHeader.begins(bytes) {
            self = .bmp
        } else if let format = Self.format(ofBrandsIn: bytes) {
            self = format
        } else if bytes.count > 2, bytes[0] == UInt8(ascii: "P"),
            (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(bytes[1]),
            PNMScanner.isSpace(bytes[2]) || bytes[2] == UInt8(ascii: "#")
        {
            self = .pnm
        } else {
            return nil
        }
    }

    /// The format's name as people write it, such as `WebP`.
    public var name: String {
        switch self {
        case .jpeg: "JPEG"
        case .png: "PNG"
        case .webp: "WebP"
        case .tiff: "TIFF"
        case .gif: "GIF"
        case .bmp: "BMP"
        case .heic: "HEIC"
        case .avif: "AVIF"
        case .pnm: "PNM"
        }
    }

    /// Both byte orders, with offsets of 4 and of 8 bytes (BigTIFF).
    private static let tiffMarks = ["II*\0", "MM\0*", "II+\0", "MM\0+"].map { Array($0.utf8) }

    /// Tells HEIC and AVIF by the brands in the box that either begins with (ISO/IEC 14496-12, 4.3): the one that the
    /// file is best read as, then those that it is also like.
    private static func format(ofBrandsIn bytes: [UInt8]) -> ImageFormat? {
        guard bytes.count >= 12, bytes[4..<8].elementsEqual("ftyp".utf8) else { return nil }
        let length = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
        let brands = stride(from: 8, through: min(length, bytes.count, 256) - 4, by: 4)
            .map { String(decoding: bytes[$0..<($0 + 4)], as: UTF8.self) }
        let major = String(decoding: bytes[8..<12], as: UTF8.self)
        if ["avif", "avis"].contains(major) { return .avif }
        if ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"].contains(major) { return .heic }
        guard ["mif1", "mif2", "msf1", "miaf"].contains(major) else { return nil }
        return brands.contains { $0 == "avif" || $0 == "avis" } ? .avif : .heic
    }
}

/// A common file format that cannot be read, recognised only so that the error can name it.
struct ForeignFormat {
    /// The name with its article, such as `a PDF`.
    let name: String

    /// Where the mark stands in the file.
    private let offset: Int

    /// The bytes that tell the format.
    private let mark: [UInt8]

    private init(_ name: String, at offset: Int = 0, _ mark: String) {
        self.name = name
        self.offset = offset
        self.mark = Array(mark.utf8)
    }

    /// The name of the one format for which there is another way.
    static let pdf = "a PDF"

    private static let table = [
        ForeignFormat("a JPEG XL", at: 4, "JXL "),
        ForeignFormat("a JPEG 2000", at: 4, "jP  "),
        ForeignFormat("a PAM", "P7\n"),
        ForeignFormat(pdf, "%PDF-"),
        ForeignFormat("a PostScript file", "%!PS"),
        ForeignFormat("a ZIP archive", "PK\u{3}\u{4}"),
    ]

    /// Recognises a format by the first bytes of a file; `nil` if it is not in the table.
    init?(recognising bytes: [UInt8]) {
        if let found = Self.table.first(where: { bytes.dropFirst($0.offset).starts(with: $0.mark) }) {
            self = found
        } else if Self.isSVG(bytes) {
            self.init("an SVG", "<svg")
        } else {
            return nil
        }
    }

    /// An SVG may begin with a declaration and with comments; a kilobyte is enough to see past them.
    private static func isSVG(_ bytes: [UInt8]) -> Bool {
        let start = bytes.prefix(1024).drop { PNMScanner.isSpace($0) || [0xEF, 0xBB, 0xBF].contains($0) }
        guard start.first == UInt8(ascii: "<") else { return false }
        return start.indices.contains { start[$0...].starts(with: "<svg".utf8) }
    }
}

/// Reads the pictures of a file of a format that can have several.
///
/// The bytes are lent: they must outlive the reader.
protocol PictureReader: ~Copyable {
    /// Begins with a file, without decoding a picture.
    init(_ file: UnsafeBufferPointer<UInt8>, limits: ImageLimits) throws(ImageError)

    /// Whether there is another picture, be it a broken one.
    var hasMore: Bool { get }

    /// Reads the next picture; `nil` for a frame that shows nothing but what the one before shows.
    ///
    /// To be called while `hasMore` is true, also after an error.
    mutating func next() throws(ImageError) -> StoredPicture?
}
