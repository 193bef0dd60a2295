extension Orientation {
    /// Reads the orientation out of an EXIF block, and nothing else.
    ///
    /// A library for EXIF would parse a hostile file's thumbnails and maker notes for this one number. The block is a
    /// TIFF file (EXIF 2.32, 4.5.2): a byte order, the offset of the first directory, and there entries of 12 bytes.
    /// Whatever is wrong with it means `upright`: a picture is not worth less for a broken note about it.
    ///
    /// - Parameter block: the block with or without the `Exif\0\0` before it that JPEG prescribes and some writers of
    ///   PNG and WebP add.
    init(exif block: ArraySlice<UInt8>) {
        let mark = Array("Exif\0\0".utf8)
        let fields = TIFFFields(block.starts(with: mark) ? block.dropFirst(mark.count) : block)
        self = fields?.orientation.flatMap(Orientation.init(rawValue:)) ?? .upright
    }
}

/// Numbers in a TIFF block by their offset; `nil` beyond its end.
private struct TIFFFields {
    private let block: ArraySlice<UInt8>
    private let isLittleEndian: Bool

    init?(_ block: ArraySlice<UInt8>) {
        switch Array(block.prefix(4)) {
        case [0x49, 0x49, 42, 0]: isLittleEndian = true
        case [0x4D, 0x4D, 0, 42]: isLittleEndian = false
        default: return nil
        }
        self.block = block
    }

    /// The value of tag 0x0112 in the first directory.
    var orientation: Int? {
        guard let directory = number(at: 4, length: 4), let count = number(at: directory, length: 2) else {
            return nil
        }
        for index in 0..<count {
            let entry = directory + 2 + index * 12
            guard let tag = number(at: entry, length: 2) else { return nil }
            guard tag == 0x0112 else { continue }
            let typeShort = 3
            guard number(at: entry + 2, length: 2) == typeShort, number(at: entry + 4, length: 4) == 1 else {
                return nil
            }
            return number(at: entry + 8, length: 2)
        }
        return nil
    }

    /// A number of 2 or 4 bytes. Offsets come from 32-bit fields, so that sums of a few fit `Int`.
    private func number(at offset: Int, length: Int) -> Int? {
        guard offset <= block.count - length else { return nil }
        let bytes = block.dropFirst(offset).prefix(length)
        return (isLittleEndian ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
    }
}
