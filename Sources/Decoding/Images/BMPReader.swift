import CPixels

enum BMPReader {
    static func read(_ file: UnsafeBufferPointer<UInt8>, limits: ImageLimits) throws(ImageError) -> StoredPicture {
        let header = try BMPHeader(Bytes(file: file, isLittleEndian: true))
        try limits.check(width: header.width, height: header.height, of: .bmp)
        guard header.pixels < file.count else { throw .truncated(.bmp) }
        let stored = UnsafeBufferPointer(rebasing: file[header.pixels...])
        let image: GrayImage
        if case .runs = header.packing {
            image = try GrayImage(width: header.width, height: header.height) { pixels throws(ImageError) in
                // What no run covers has the first colour.
                pixels.initialize(repeating: header.grays.first ?? 0)
                var runs = BMPRuns(header, stored)
                try runs.draw(on: pixels)
            }
        } else {
            image = try readRows(header, stored)
        }
        return StoredPicture(image: image, orientation: header.isTopDown ? .upright : .flipped)
    }

    private static func readRows(
        _ header: BMPHeader, _ stored: UnsafeBufferPointer<UInt8>
    ) throws(ImageError) -> GrayImage {
        let (width, height) = (header.width, header.height)
        // Rows are padded to 4 bytes; the padding of the last one may be missing.
        let rowLength = (width * header.bitsPerPixel + 31) / 32 * 4
        let needed = rowLength * (height - 1) + (width * header.bitsPerPixel + 7) / 8
        guard stored.count >= needed else { throw .truncated(.bmp) }
        let convert = converter(header, stored, rowLength: rowLength)
        return try GrayImage(width: width, height: height) { pixels in
            guard let start = stored.baseAddress, let grays = pixels.baseAddress else { return }
            for y in 0..<height { convert(start + y * rowLength, grays + y * width) }
        }
    }

    private static func converter(
        _ header: BMPHeader, _ stored: UnsafeBufferPointer<UInt8>, rowLength: Int
    ) -> (UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>) -> Void {
        let width = header.width
        switch header.packing {
        case .indices, .runs:
            let samples = PackedSamples(bitDepth: header.bitsPerPixel, grays: header.grays)
            return { row, grays in samples.convert(row, count: width, to: grays) }
        case .blueGreenRed: return { row, grays in beeline_grays_of_bgr(row, width, grays) }
        case .masks(let declared):
            let length = header.bitsPerPixel / 8
            var masks = declared
            // Many write 0 for "opaque" into the alpha of every pixel.
            if masks.alpha != 0, let start = stored.baseAddress {
                let isSeen = (0..<header.height).contains {
                    beeline_any_bits(start + $0 * rowLength, length, width, masks.alpha)
                }
                if !isSeen { masks.alpha = 0 }
            }
            return { [masks] row, grays in beeline_grays_of_masked(row, length, masks, width, grays) }
        }
    }
}

/// The header of a BMP file: of OS/2 (12 bytes, 16 to 64) and Windows (40, 52, 56, 108, 124).
struct BMPHeader {
    enum Packing {
        /// Indices of 1, 2, 4 or 8 bits.
        case indices
        /// Blue, green and red, a byte each.
        case blueGreenRed
        /// 16 or 32 bits, of which each colour has some.
        case masks(BeelineMasks)
        /// Runs of indices of 4 or 8 bits.
        case runs
    }

    let width: Int
    let height: Int
    /// Whether the first row is the top one; it is the bottom one in most files.
    let isTopDown: Bool
    let bitsPerPixel: Int
    let packing: Packing
    let grays: [UInt8]
    let pixels: Int

    /// Whether a file begins like a BMP. Two letters alone would be too little to go by.
    static func begins(_ bytes: [UInt8]) -> Bool {
        guard bytes.starts(with: "BM".utf8), bytes.count >= 18 else { return false }
        let length = bytes[14..<18].reversed().reduce(0) { $0 << 8 | Int($1) }
        return length == 12 || (16...124).contains(length)
    }

    init(_ bytes: Bytes) throws(ImageError) {
        func number(_ offset: Int, _ length: Int) throws(ImageError) -> Int {
            guard let number = bytes.number(at: offset, length: length) else { throw .truncated(.bmp) }
            return number
        }
        let length = try number(14, 4)
        let isCore = length == 12
        guard let high = isCore ? try number(20, 2) : bytes.signedNumber(at: 22),
            let wide = isCore ? try number(18, 2) : bytes.signedNumber(at: 18)
        else { throw .truncated(.bmp) }
        (width, height, isTopDown) = (wide, abs(high), high < 0)
        bitsPerPixel = try number(isCore ? 24 : 28, 2)
        let compression = length >= 20 ? try number(30, 4) : 0
        let isOS2 = length < 40 || length == 64

        // Behind a header that has no room for the masks they follow it.
        var end = 14 + length
        if length == 40 { end += compression == 3 ? 12 : compression == 6 ? 16 : 0 }
        let offset = try number(10, 4)
        if bitsPerPixel <= 8 {
            let used = length >= 36 ? try number(46, 4) : 0
            let most = 1 << bitsPerPixel
            let count = used > 0 ? min(used, most) : most
            grays = try Self.palette(bytes, at: end, count: count, entryLength: isCore ? 3 : 4, before: offset)
            end += grays.count * (isCore ? 3 : 4)
        } else {
            grays = []
        }
        // An offset into the header is an error that others make good as well.
        pixels = offset >= 14 + length ? offset : end

        switch (compression, bitsPerPixel) {
        case (0, 1), (0, 2), (0, 4), (0, 8): packing = .indices
        case (0, 24): packing = .blueGreenRed
        case (0, 16): packing = .masks(BeelineMasks(red: 0x7C00, green: 0x03E0, blue: 0x001F, alpha: 0))
        case (0, 32): packing = .masks(BeelineMasks(red: 0xFF_0000, green: 0xFF00, blue: 0xFF, alpha: 0))
        case (1, 8), (2, 4): packing = .runs
        case (3, 16) where !isOS2, (3, 32) where !isOS2, (6, 16) where !isOS2, (6, 32) where !isOS2:
            let hasAlpha = length >= 56 || compression == 6
            packing = .masks(
                BeelineMasks(
                    red: UInt32(try number(54, 4)), green: UInt32(try number(58, 4)), blue: UInt32(try number(62, 4)),
                    alpha: hasAlpha ? UInt32(try number(66, 4)) : 0))
        default: throw .unsupported(.bmp, "compression \(compression) with \(bitsPerPixel) bits a pixel")
        }
    }

    /// The grays of a palette of blue, green and red. Its end is where the pixels begin, if that is earlier.
    private static func palette(
        _ bytes: Bytes, at start: Int, count: Int, entryLength: Int, before pixels: Int
    ) throws(ImageError) -> [UInt8] {
        let room = pixels > start ? (pixels - start) / entryLength : count
        var grays: [UInt8] = []
        for index in 0..<min(count, room) {
            guard let color = bytes.number(at: start + index * entryLength, length: 3) else { throw .truncated(.bmp) }
            grays.append(
                beeline_luma(
                    UInt8(truncatingIfNeeded: color >> 16), UInt8(truncatingIfNeeded: color >> 8),
                    UInt8(truncatingIfNeeded: color)))
        }
        return grays
    }
}

/// The runs of a BMP whose indices of 4 or 8 bits are packed (RLE4, RLE8). A pair of bytes is a count and the indices
/// that alternate so often; the count 0 begins an escape.
struct BMPRuns {
    private let header: BMPHeader
    private let stored: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var x = 0
    /// From the row that is stored first.
    private var y = 0

    init(_ header: BMPHeader, _ stored: UnsafeBufferPointer<UInt8>) {
        (self.header, self.stored) = (header, stored)
    }

    /// Draws the runs; what of them is beyond a row or the picture is left out.
    mutating func draw(on pixels: UnsafeMutableBufferPointer<UInt8>) throws(ImageError) {
        while y < header.height {
            guard let count = next(), let value = next() else {
                // Some end after the last pixel without an end marker.
                if y == header.height - 1, x >= header.width { return }
                throw .truncated(.bmp)
            }
            switch (count, value) {
            case (0, 0): (x, y) = (0, y + 1)
            case (0, 1): return
            case (0, 2):
                guard let right = next(), let down = next() else { throw .truncated(.bmp) }
                (x, y) = (x + right, y + down)
            case (0, _): try drawSingle(value, on: pixels)
            default:
                for index in 0..<count { put(self.index(index, in: value), on: pixels) }
            }
        }
    }

    /// Indices that do not repeat, padded to an even number of bytes.
    private mutating func drawSingle(_ count: Int, on pixels: UnsafeMutableBufferPointer<UInt8>) throws(ImageError) {
        let length = header.bitsPerPixel == 4 ? (count + 1) / 2 : count
        guard stored.count - position >= length else { throw .truncated(.bmp) }
        for index in 0..<count {
            let byte = stored[position + (header.bitsPerPixel == 4 ? index / 2 : index)]
            put(self.index(index, in: Int(byte)), on: pixels)
        }
        position = min(position + length + length % 2, stored.count)
    }

    /// Of the two indices of 4 bits in a byte the one whose turn it is.
    private func index(_ turn: Int, in byte: Int) -> Int {
        guard header.bitsPerPixel == 4 else { return byte }
        return turn % 2 == 0 ? byte >> 4 : byte & 15
    }

    private mutating func put(_ index: Int, on pixels: UnsafeMutableBufferPointer<UInt8>) {
        if x < header.width, y < header.height {
            pixels[y * header.width + x] = index < header.grays.count ? header.grays[index] : 0
        }
        x += 1
    }

    private mutating func next() -> Int? {
        guard position < stored.count else { return nil }
        defer { position += 1 }
        return Int(stored[position])
    }
}
