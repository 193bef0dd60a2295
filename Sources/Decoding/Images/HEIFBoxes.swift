/// The boxes that a HEIF file is made of (ISO/IEC 14496-12, 4.2), as far as it takes to see where the file ends.
enum HEIFBoxes {
    /// How long the file is without what follows its last box, which libheif would take for a broken one.
    ///
    /// - Throws: ``ImageError/truncated(_:)`` if a box ends behind the file.
    static func length(of file: UnsafeBufferPointer<UInt8>, _ format: ImageFormat) throws(ImageError) -> Int {
        let bytes = Bytes(file: file, isLittleEndian: false)
        var position = 0
        while let short = bytes.number(at: position, length: 4), position + 8 <= file.count {
            let kind = String(decoding: file[(position + 4)..<(position + 8)], as: UTF8.self)
            guard known.contains(kind) else { return position }
            // 0 reaches to the end, 1 says that a longer number follows.
            guard short != 0 else { return file.count }
            guard let length = short == 1 ? bytes.number(at: position + 8, length: 8) : short else {
                throw .truncated(format)
            }
            guard length >= 8 else { throw .damaged(format, "a box of \(length) bytes") }
            guard length <= file.count - position else { throw .truncated(format) }
            position += length
        }
        return position
    }

    /// The boxes that are found on the top level.
    private static let known: Set<String> = [
        "ftyp", "styp", "meta", "mdat", "moov", "moof", "idat", "free", "skip", "uuid", "mfra", "sidx", "pdin", "meco",
        "mpvd", "wide", "jumb",
    ]
}
