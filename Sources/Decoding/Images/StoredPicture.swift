internal import CPixels

/// A picture as its file stores it, and which way up that is.
struct StoredPicture {
    let image: GrayImage
    let orientation: Orientation
    /// How many pixels of the file's sides are one of the picture's.
    var reduction = 1

    func upright() throws(ImageError) -> GrayImage {
        guard orientation != .upright else { return image }
        let width = orientation.swapsSides ? image.height : image.width
        let height = orientation.swapsSides ? image.width : image.height
        let (origin, right, down) = path
        return try GrayImage(width: width, height: height) { shown in
            guard let shown = shown.baseAddress else { return }
            beeline_turn(image.pixels, origin, right, down, width, height, shown)
        }
    }

    /// The way through the stored pixels: where the shown top left pixel is, and how far it is from a shown pixel to
    /// its right neighbour and to the one below.
    private var path: (origin: Int, right: Int, down: Int) {
        let row = image.width
        let lastInRow = row - 1
        let lastRow = (image.height - 1) * row
        return switch orientation {
        case .upright: (0, 1, row)
        case .mirrored: (lastInRow, -1, row)
        case .upsideDown: (lastRow + lastInRow, -1, -row)
        case .flipped: (lastRow, 1, -row)
        case .transposed: (0, row, 1)
        case .turnedLeft: (lastRow, -row, 1)
        case .transversed: (lastRow + lastInRow, -row, -1)
        case .turnedRight: (lastInRow, row, -1)
        }
    }
}

/// Reads the pictures of a file of a format that can have several. It begins with a file, whose bytes are lent and must
/// outlive it, without decoding a picture.
protocol PictureReader: ~Copyable {
    /// Whether there is another picture, even a broken one.
    var hasMore: Bool { get }

    /// Reads the next picture; `nil` for a frame that shows only what the one before shows. To be called while
    /// `hasMore` is true, also after an error.
    mutating func next() throws(ImageError) -> StoredPicture?
}

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
