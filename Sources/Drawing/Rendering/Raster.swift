/// A drawing in pixels, a whole number of them for each module: light, dark, or of the logo.
struct Raster: Sendable {
    let width: Int
    let height: Int
    /// 1 is dark, row after row.
    private(set) var pixels: [UInt8]
    /// Where the logo stands, in pixels, and its red, green, blue and alpha there.
    private(set) var logo: (x: Int, y: Int, width: Int, height: Int, colours: [UInt8])?

    /// More pixels are no drawing for a screen or a printer.
    private static let most = 100_000_000

    /// - Parameter scale: pixels for each module.
    init(_ layout: Layout, logo: Logo?, scale: Int) throws(DrawingError) {
        guard (1...1_000).contains(scale) else {
            throw DrawingError(
                .size, "the scale", "\(scale) pixels a module are asked for", remedy: "1…1000 are possible")
        }
        guard layout.width * scale * layout.height * scale <= Self.most else {
            throw DrawingError(
                .size, "the scale", "\(scale) pixels a module make \(layout.width * scale) × \(layout.height * scale)",
                remedy: "\(Self.most) pixels in all are possible: take a smaller scale, or draw SVG or PDF")
        }
        width = layout.width * scale
        height = layout.height * scale
        pixels = Array(repeating: 0, count: width * height)
        for shape in layout.shapes { fill(shape, scale) }
        for text in layout.texts { draw(text, scale) }
        if let logo, let place = layout.logo { self.logo = Self.picture(logo, logo.frame(in: place), scale) }
    }

    private mutating func fill(_ shape: Shape, _ scale: Int) {
        switch shape {
        case .bar(let bar): fill(bar.x * scale, bar.y * scale, bar.width * scale, bar.height * scale)
        case .disc(let x, let y, let radius):
            let size = Double(scale)
            let area = Bar(Int(x), Int(y), 1, 1)
            fill(area, scale, with: 1) { column, row in
                let (dx, dy) = (column - x * size, row - y * size)
                return dx * dx + dy * dy <= radius * radius * size * size
            }
        case .rounded(let bar, let radius, let isHole):
            let size = Double(scale)
            let (left, top) = (Double(bar.x) * size, Double(bar.y) * size)
            let (right, bottom) = (left + Double(bar.width) * size, top + Double(bar.height) * size)
            let r = radius * size
            fill(bar, scale, with: isHole ? 0 : 1) { column, row in
                // How far it is beyond the straight parts of the edges.
                let dx = max(left + r - column, column - (right - r), 0)
                let dy = max(top + r - row, row - (bottom - r), 0)
                return dx * dx + dy * dy <= r * r
            }
        }
    }

    /// Sets those pixels of an area whose middle is within something.
    private mutating func fill(_ area: Bar, _ scale: Int, with value: UInt8, where isWithin: (Double, Double) -> Bool) {
        for row in (area.y * scale)..<min((area.y + area.height) * scale, height) {
            for column in (area.x * scale)..<min((area.x + area.width) * scale, width)
            where isWithin(Double(column) + 0.5, Double(row) + 0.5) {
                pixels[row * width + column] = value
            }
        }
    }

    private mutating func fill(_ x: Int, _ y: Int, _ columns: Int, _ rows: Int) {
        let left = min(max(x, 0), width)
        let right = min(max(x + columns, left), width)
        for row in max(y, 0)..<max(min(y + rows, height), max(y, 0)) {
            for column in left..<right { pixels[row * width + column] = 1 }
        }
    }

    /// Characters in whole pixels; none where there are too few.
    private mutating func draw(_ text: PlacedText, _ scale: Int) {
        let dot = Int(text.height * Double(scale)) / BitmapFont.height
        guard dot >= 1, text.pitch * Double(scale) >= Double(BitmapFont.width * dot) else { return }
        for (index, scalar) in text.characters.unicodeScalars.enumerated() {
            let middle = (text.x + Double(index) * text.pitch) * Double(scale)
            let left = Int((middle - Double(BitmapFont.width * dot) / 2).rounded())
            for (row, bits) in BitmapFont.rows(of: scalar).enumerated() {
                for column in 0..<BitmapFont.width where bits >> UInt8(BitmapFont.width - 1 - column) & 1 == 1 {
                    fill(left + column * dot, text.y * scale + row * dot, dot, dot)
                }
            }
        }
    }

    /// The logo in the pixels of the drawing, each the mean of what it covers.
    private static func picture(
        _ logo: Logo, _ frame: (x: Double, y: Double, width: Double, height: Double), _ scale: Int
    ) -> (x: Int, y: Int, width: Int, height: Int, colours: [UInt8]) {
        let size = Double(scale)
        let (x, y) = (Int((frame.x * size).rounded()), Int((frame.y * size).rounded()))
        let columns = max(1, Int((frame.width * size).rounded()))
        let rows = max(1, Int((frame.height * size).rounded()))
        let colours = logo.pixels.map { Resampling.mean($0, logo.width, logo.height, to: columns, rows) }
        // Of a JPEG the pixels are not known here; for reading it back, gray is as bad as any picture.
        return (x, y, columns, rows, colours ?? Array(repeating: 128, count: columns * rows * 4))
    }
}

extension Raster {
    /// The picture in the shades of gray that a camera sees, transparency over white.
    func gray(_ colours: CodeColours) -> [UInt8] {
        let dark = Self.gray(colours.dark)
        let light = colours.light.map(Self.gray) ?? 255
        var gray = pixels.map { $0 == 0 ? light : dark }
        guard let logo else { return gray }
        for row in 0..<logo.height {
            for column in 0..<logo.width where logo.y + row < height && logo.x + column < width {
                let place = (row * logo.width + column) * 4
                let value = Self.gray(
                    Colour(red: logo.colours[place], green: logo.colours[place + 1], blue: logo.colours[place + 2]))
                let alpha = Int(logo.colours[place + 3])
                let index = (logo.y + row) * width + logo.x + column
                gray[index] = UInt8((Int(value) * alpha + Int(gray[index]) * (255 - alpha)) / 255)
            }
        }
        return gray
    }

    /// Rec. 601, as image readers have it.
    private static func gray(_ colour: Colour) -> UInt8 {
        UInt8((Int(colour.red) * 299 + Int(colour.green) * 587 + Int(colour.blue) * 114) / 1_000)
    }

    /// A bit for each pixel, eight to a byte, each row in bytes of its own.
    var bits: [UInt8] {
        let length = (width + 7) / 8
        var bits = [UInt8](repeating: 0, count: length * height)
        for row in 0..<height {
            let from = row * width
            // Most rows are the same as the one above: a module is several pixels high.
            if row > 0, pixels[from..<(from + width)] == pixels[(from - width)..<from] {
                for byte in (row * length)..<((row + 1) * length) { bits[byte] = bits[byte - length] }
                continue
            }
            for column in 0..<width where pixels[from + column] != 0 {
                bits[row * length + column >> 3] |= 0x80 >> UInt8(column & 7)
            }
        }
        return bits
    }

    /// Red, green, blue and alpha of each pixel, with the logo over them.
    func colours(_ colours: CodeColours) -> [UInt8] {
        let dark = colours.dark.bytes
        let light = colours.light?.bytes ?? [255, 255, 255, 0]
        var result: [UInt8] = []
        result.reserveCapacity(pixels.count * 4)
        for pixel in pixels { result += pixel == 0 ? light : dark }
        guard let logo else { return result }
        for row in 0..<logo.height {
            for column in 0..<logo.width where logo.y + row < height && logo.x + column < width {
                let from = (row * logo.width + column) * 4
                let to = ((logo.y + row) * width + logo.x + column) * 4
                let alpha = Int(logo.colours[from + 3])
                let below = Int(result[to + 3]) * (255 - alpha) / 255
                let sum = max(alpha + below, 1)
                for channel in 0..<3 {
                    let value = Int(logo.colours[from + channel]) * alpha + Int(result[to + channel]) * below
                    result[to + channel] = UInt8(value / sum)
                }
                result[to + 3] = UInt8(alpha + below)
            }
        }
        return result
    }
}

extension Colour {
    /// Red, green, blue and full alpha.
    var bytes: [UInt8] { [red, green, blue, 255] }
}
