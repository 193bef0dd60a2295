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
                // Some end behind the last pixel without saying so.
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
