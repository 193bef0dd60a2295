/// How a picture is stored, by the numbers of EXIF 2.32, tag 0x0112: where its first row and first column are shown.
enum Orientation: Int, CaseIterable {
    case upright = 1
    case mirrored = 2
    case upsideDown = 3
    case flipped = 4
    case transposed = 5
    case turnedLeft = 6
    case transversed = 7
    case turnedRight = 8

    /// Whether rows are shown as columns, so that width and height change places.
    var swapsSides: Bool { rawValue >= 5 }
}

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
        let fields = block.starts(with: mark) ? block.dropFirst(mark.count) : block
        let number = fields.withUnsafeBufferPointer { Bytes(tiff: $0)?.orientation }
        self = number.flatMap(Orientation.init(rawValue:)) ?? .upright
    }
}

extension Bytes {
    /// The fields of a TIFF block by the byte order that it begins with; `nil` if it is none.
    fileprivate init?(tiff block: UnsafeBufferPointer<UInt8>) {
        switch Array(block.prefix(4)) {
        case [0x49, 0x49, 42, 0]: self.init(file: block, isLittleEndian: true)
        case [0x4D, 0x4D, 0, 42]: self.init(file: block, isLittleEndian: false)
        default: return nil
        }
    }

    /// The value of tag 0x0112 in the first directory. Offsets come from 32-bit fields, so that sums of a few fit `Int`.
    fileprivate var orientation: Int? {
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
}
