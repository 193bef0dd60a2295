internal import Glibc

/// The canvas for the frames of an animation: white where nothing was drawn.
struct Canvas: ~Copyable {
    /// Where a frame lies; it may reach beyond the canvas.
    struct Place {
        let left: Int
        let top: Int
        let width: Int
        let height: Int
    }

    /// What happens to a frame before the next one is drawn.
    enum Disposal {
        case keep
        case clear
        /// The previous content is restored.
        case restore
    }

    let width: Int
    let height: Int
    private let pixels: Scratch
    /// The pixels before the present frame; `nil` unless they will be restored.
    private var before: Scratch?
    private var pending: (disposal: Disposal, place: Place) = (.keep, Place(left: 0, top: 0, width: 0, height: 0))
    private var lastShown: GrayImage?

    /// A white canvas of sides that the limits allow.
    init(width: Int, height: Int) throws(ImageError) {
        (self.width, self.height) = (width, height)
        pixels = try Scratch(count: width * height)
        pixels.start.update(repeating: 255, count: width * height)
    }

    /// Disposes of the previous frame, and begins the next one.
    mutating func begin(_ place: Place, _ disposal: Disposal) throws(ImageError) {
        switch pending.disposal {
        case .keep: break
        case .clear: clear(pending.place)
        case .restore:
            if let before { pixels.start.update(from: before.start, count: pixels.count) }
        }
        before = nil
        pending = (disposal, place)
        if disposal == .restore {
            let copy = try Scratch(count: pixels.count)
            copy.start.update(from: pixels.start, count: pixels.count)
            before = consume copy
        }
    }

    func clear(_ place: Place) {
        for y in 0..<place.height {
            withRow(y, of: place) { row, _, count in row.update(repeating: 255, count: count) }
        }
    }

    /// Lends what of a frame's row is on the canvas: its pixels, how many columns of the frame are left of them, and
    /// how many they are. A row that is not on the canvas is not lent.
    func withRow(_ y: Int, of place: Place, _ body: (UnsafeMutablePointer<UInt8>, _ skipped: Int, _ count: Int) -> Void)
    {
        let row = place.top + y
        let left = max(place.left, 0)
        let right = min(place.left + place.width, width)
        guard (0..<height).contains(row), left < right else { return }
        body(pixels.start + row * width + left, left - place.left, right - left)
    }

    /// The canvas as it is now; `nil` if it was shown like that the last time.
    mutating func show() throws(ImageError) -> GrayImage? {
        let count = pixels.count
        let start = pixels.start
        if let lastShown, memcmp(lastShown.pixels, start, count) == 0 { return nil }
        let image = try GrayImage(width: width, height: height) { copy in
            copy.baseAddress?.update(from: start, count: count)
        }
        lastShown = image
        return image
    }
}

/// Numbers in a file by their offset; `nil` beyond its end.
struct Bytes {
    let file: UnsafeBufferPointer<UInt8>
    let isLittleEndian: Bool

    /// An unsigned number of 1 to 8 bytes; `nil` also if it does not fit into `Int`.
    func number(at offset: Int, length: Int) -> Int? {
        guard offset >= 0, offset <= file.count - length else { return nil }
        var number: UInt64 = 0
        for index in 0..<length {
            number = number << 8 | UInt64(file[offset + (isLittleEndian ? length - 1 - index : index)])
        }
        return Int(exactly: number)
    }

    /// A number of 4 bytes with a sign, as two's complement.
    func signedNumber(at offset: Int) -> Int? {
        number(at: offset, length: 4).map { Int(Int32(truncatingIfNeeded: $0)) }
    }
}
