/// The segments of a JPEG file before its pixels (ITU-T T.81, annex B), as far as libjpeg does not tell of them.
struct JPEGSegments {
    /// The orientation in the first EXIF block, `upright` if there is none.
    private(set) var orientation = Orientation.upright

    /// Where the pixels begin, or the segments cannot be followed any more.
    private var pixels: Int

    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        pixels = 2
        var hasOrientation = false
        while pixels + 4 <= bytes.count, bytes[pixels] == 0xFF {
            let marker = bytes[pixels + 1]
            switch marker {
            case 0xFF:  // A marker may be preceded by any number of these.
                pixels += 1
                continue
            case 0x01, 0xD0...0xD8:  // These have no length.
                pixels += 2
                continue
            case 0xD9, 0xDA:  // The end of the image; the start of the pixels.
                return
            default:
                break
            }
            let length = Int(bytes[pixels + 2]) << 8 | Int(bytes[pixels + 3])
            guard length >= 2, pixels + 2 + length <= bytes.count else { return }
            let content = bytes[(pixels + 4)..<(pixels + 2 + length)]
            if marker == 0xE1, !hasOrientation, content.starts(with: "Exif\0\0".utf8) {
                orientation = Orientation(exif: content)
                hasOrientation = true
            }
            pixels += 2 + length
        }
    }

    /// Whether a mark for the end of the image follows the pixels.
    ///
    /// The pixels themselves never contain it: T.81, B.1.1.5 puts a zero after each of their 0xFF bytes. The search
    /// begins behind the other segments, because a thumbnail in EXIF has an end of its own.
    var hasEnd: Bool {
        var index = pixels
        while index + 1 < bytes.count {
            if bytes[index] == 0xFF, bytes[index + 1] == 0xD9 { return true }
            index += 1
        }
        return false
    }
}
