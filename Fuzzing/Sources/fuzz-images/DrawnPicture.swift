import BeelineDecoding

/// A picture that an input of the fuzzer describes in few bytes: cells of black and white, or of gray, enlarged and leaned.
///
///     choices… columns shape lean cells…
struct DrawnPicture {
    /// The bytes before the picture: the decoding options.
    let choices: [UInt8]
    let image: GrayImage

    /// How an input says what becomes of the cells: bits of the byte after the number of columns.
    struct Shape: OptionSet {
        let rawValue: UInt8

        /// Each cell is a byte of brightness, instead of a bit, 1 for black.
        static let isGray = Shape(rawValue: 1 << 5)
        static let hasQuietZone = Shape(rawValue: 1 << 6)
        static let isInverted = Shape(rawValue: 1 << 7)

        /// From 1 to 4 pixels.
        var cellWidth: Int { Int(rawValue & 3) + 1 }

        /// Up to 64 pixels: one row of cells is a linear code.
        var cellHeight: Int { max(1, (1 << Int(rawValue >> 2 & 7)) / 2) }
    }

    /// Enough for the codes that are tried, few enough for a thousand pictures a second.
    private static let mostPixels = 1 << 15
    private static let quietZone = 10

    /// - Returns: nil for an input that is too short.
    init?(_ input: [UInt8], choices count: Int, mostPixels: Int = Self.mostPixels) {
        guard input.count > count + 3 else { return nil }
        choices = Array(input[..<count])
        let columns = Int(input[count]) + 1
        let shape = Shape(rawValue: input[count + 1])
        let lean = Int(Int8(bitPattern: input[count + 2]))
        let cells = Self.cells(input[(count + 3)...], shape)

        let margin = shape.contains(.hasQuietZone) ? Self.quietZone : 0
        let width = columns * shape.cellWidth + 2 * margin
        let rows = (cells.count + columns - 1) / columns
        let height = max(1, min(rows * shape.cellHeight + 2 * margin, mostPixels / width))
        let white: UInt8 = shape.contains(.isInverted) ? 0 : 255
        var pixels = [UInt8](repeating: white, count: width * height)
        for y in 0..<height {
            for x in 0..<width {
                // 64 is half a right angle one way, and an eighth of it the other.
                let column = x - margin + (y - height / 2) * lean / 64
                let row = y - margin + (x - width / 2) * lean / 512
                guard column >= 0, row >= 0, column < columns * shape.cellWidth else { continue }
                let cell = row / shape.cellHeight * columns + column / shape.cellWidth
                if cell < cells.count { pixels[y * width + x] = cells[cell] ^ ~white }
            }
        }
        image = GrayImage(width: width, height: height, pixels: pixels)
    }

    private static func cells(_ bytes: ArraySlice<UInt8>, _ shape: Shape) -> [UInt8] {
        if shape.contains(.isGray) { return Array(bytes) }
        return bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 == 1 ? 0 : 255 } }
    }

    /// The input that stands for a picture whose pixels are the modules of a code; nil where it has too many.
    static func input(for modules: GrayImage, choices: [UInt8], shape: Shape, lean: Int8) -> [UInt8]? {
        guard modules.width <= 256, modules.pixels.count <= mostPixels else { return nil }
        let rows = stride(from: 0, to: modules.pixels.count, by: modules.width).map {
            modules.pixels[$0..<($0 + modules.width)]
        }
        // The bars of a linear code are one row, as high as can be.
        let isLinear = rows.allSatisfy { $0.elementsEqual(rows[0]) }
        let cells = isLinear ? Array(rows[0]) : modules.pixels
        let height: UInt8 = isLinear ? 6 << 2 : shape.rawValue & 0b11100
        let all = choices + [UInt8(modules.width - 1), shape.rawValue & 0b1110_0011 | height, UInt8(bitPattern: lean)]
        if shape.contains(.isGray) { return all + cells }
        return all
            + stride(from: 0, to: cells.count, by: 8).map { start in
                cells[start..<min(start + 8, cells.count)].enumerated().reduce(0) { byte, cell in
                    byte | (cell.element < 128 ? 0x80 >> UInt8(cell.offset) : 0)
                }
            }
    }
}
