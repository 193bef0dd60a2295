/// A file format that can be read.
public enum ImageFormat: String, CaseIterable, Sendable {
    case jpeg, png, webp, pnm

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
        case .pnm: "PNM"
        }
    }
}
