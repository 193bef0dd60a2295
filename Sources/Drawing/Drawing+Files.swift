internal import BeelineSymbols

extension Drawing {
    /// The drawing as an SVG file, as large as the module width says.
    ///
    /// - Throws: `DrawingError` when the program that draws is missing or fails.
    public func svg() throws(DrawingError) -> String { String(decoding: try vectors(.svg), as: UTF8.self) }

    /// The drawing as a PDF file of one page, as large as the module width says. Fonts are embedded.
    ///
    /// - Throws: as `svg()`.
    public func pdf() throws(DrawingError) -> [UInt8] { try vectors(.pdf) }

    private func vectors(_ form: DocumentForm) throws(DrawingError) -> [UInt8] {
        let layout = layout
        return try DrawingProgram.shared.paint { _ in
            page(form, [painted(layout, x: 0, y: 0, moduleWidth: moduleWidth)])
        }
    }

    /// A page as large as the drawing.
    private func page(_ form: DocumentForm, _ codes: [PaintedCode]) -> PaintedPage {
        var page = PaintedPage()
        (page.form, page.codes) = (form, codes)
        let moduleWidth = codes.first?.moduleWidth ?? 0
        (page.width, page.height) = (Double(size.width) * moduleWidth, Double(size.height) * moduleWidth)
        return page
    }

    /// The drawing as a PNG file with whole pixels for each module.
    ///
    /// - Parameter scale: pixels for each module. Default: 8.
    /// - Throws: as `svg()`, and when that makes more than 100,000,000 pixels, or more than 32,767 a side.
    public func png(scale: Int = 8) throws(DrawingError) -> [UInt8] { try pixels(.png, scale) }

    /// The drawing as the largest PNG file with whole pixels for each module that is at most as wide and as high.
    ///
    ///     let file = try Drawing("https://example.com/").png(fitting: 600)   // 594 × 594: a module has 18 pixels
    ///
    /// - Parameter side: in pixels. A drawing with more modules than that has one pixel for each.
    /// - Throws: as `png(scale:)`.
    public func png(fitting side: Int) throws(DrawingError) -> [UInt8] {
        try png(scale: max(1, min(side, Self.mostSide) / max(size.width, size.height)))
    }

    /// The drawing as a PNG file of exactly that size. Modules have whole pixels, as many as fit; what remains widens the
    /// quiet zone.
    ///
    ///     let file = try Drawing("https://example.com/").png(width: 300)   // 300 × 300
    ///
    /// - Parameters:
    ///   - width: in pixels.
    ///   - height: in pixels. Default: the width for a square code, else what its modules need.
    /// - Throws: as `png(scale:)`, and when a side has fewer pixels than modules.
    public func png(width: Int, height: Int? = nil) throws(DrawingError) -> [UInt8] {
        let frame = try PixelFrame(width: width, height: height, of: self)
        return try pixels(.png, frame.scale, in: frame)
    }

    /// The drawing in the shades of gray that a camera sees, on white where it is transparent.
    func gray(scale: Int) throws(DrawingError) -> Graymap {
        Graymap(width: size.width * scale, height: size.height * scale, pixels: try pixels(.gray, scale))
    }

    func pixels(_ form: DocumentForm, _ scale: Int, in frame: PixelFrame? = nil) throws(DrawingError) -> [UInt8] {
        try require(
            (1...1_000).contains(scale), .size, "the scale",
            "\(scale) pixels a module are too \(scale < 1 ? "few" : "many")",
            remedy: "1…1000 are possible")
        let layout = layout
        let (width, height) = (frame?.width ?? layout.width * scale, frame?.height ?? layout.height * scale)
        try require(
            max(width, height) <= Self.mostSide && width * height <= Self.mostPixels,
            .size, "the scale", "\(scale) pixels a module make \(width) × \(height)",
            remedy: "\(Self.mostPixels) pixels in all and \(Self.mostSide) a side are possible: use a smaller "
                + "scale, or draw SVG or PDF")
        return try DrawingProgram.shared.paint { _ in
            let corner = (x: (width - layout.width * scale) / 2, y: (height - layout.height * scale) / 2)
            let code = painted(layout, x: Double(corner.x), y: Double(corner.y), moduleWidth: Double(scale))
            var background = PaintedCode()
            (background.moduleWidth, background.width, background.height) = (1, width, height)
            background.colours = options.colours
            var page = page(form, frame == nil ? [code] : [background, code])
            (page.width, page.height) = (Double(width), Double(height))
            // As many pixels as make the module width, where one was given.
            page.pixelsPerMetre = options.moduleWidth.map { Int((Double(scale) * 1_000 / $0).rounded()) } ?? 0
            return page
        }
    }

    /// The most pixels of a file, and the longest side that cairo allows.
    private static let mostPixels = 100_000_000
    private static let mostSide = 32_767

    func painted(_ layout: Layout, x: Double, y: Double, moduleWidth: Double) -> PaintedCode {
        var code = PaintedCode()
        (code.x, code.y, code.moduleWidth) = (x, y, moduleWidth)
        (code.width, code.height, code.colours) = (layout.width, layout.height, options.colours)
        (code.bars, code.discs, code.roundedBars) = (layout.bars, layout.discs, layout.roundedBars)
        code.texts = layout.texts
        if let picture = options.logo, let place = layout.logo {
            let frame = picture.frame(in: place)
            var logo = PaintedLogo()
            logo.file = picture.file
            (logo.x, logo.y, logo.width, logo.height) = frame
            code.logo = logo
        }
        return code
    }

    /// The drawing for a terminal: two modules above each other in each character, black on white whatever the
    /// terminal's own colours are, and the text in a line below.
    ///
    /// A logo and the shapes of modules are left out; linear symbols have low bars.
    public func terminalText() -> String {
        let layout = lowLayout
        let rows = layout.darkRows
        var text = ""
        for row in stride(from: 0, to: rows.count, by: 2) {
            // Black on bright white; each line ends its colours, so that none runs on.
            text += "\u{1B}[30;107m"
            for column in 0..<layout.width {
                let lower = row + 1 < rows.count && rows[row + 1][column]
                switch (rows[row][column], lower) {
                case (true, true): text += "█"
                case (true, false): text += "▀"
                case (false, true): text += "▄"
                case (false, false): text += " "
                }
            }
            text += "\u{1B}[0m\n"
        }
        if options.showsText, let line = self.text { text += line.withHiddenSpelledOut + "\n" }
        return text
    }
}

/// The size of a picture in pixels, and that of a module in it.
package struct PixelFrame: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// Pixels for each module.
    package let scale: Int

    /// - Parameter height: nil: the width for a square drawing, else what its modules need.
    /// - Throws: when a side has fewer pixels than modules.
    package init(width: Int, height: Int?, of drawing: Drawing) throws(DrawingError) {
        let size = drawing.size
        let square = size.width == size.height ? width : nil
        scale = min(width / size.width, (height ?? square ?? .max) / size.height, 1_000)
        try require(
            scale >= 1, .size, "the size",
            "the code is \(size.width) × \(size.height) modules, which need a pixel each",
            remedy: "use at least \(size.width * 4) pixels")
        (self.width, self.height) = (width, height ?? square ?? size.height * scale)
    }
}

/// A picture in shades of gray, row after row.
struct Graymap: Hashable, Sendable {
    let width: Int
    let height: Int
    let pixels: [UInt8]

    /// Half as wide and high: each pixel is the mean of four.
    var halved: Graymap {
        let (columns, rows) = (width / 2, height / 2)
        var result: [UInt8] = []
        result.reserveCapacity(columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                let place = row * 2 * width + column * 2
                let sum =
                    Int(pixels[place]) + Int(pixels[place + 1]) + Int(pixels[place + width])
                    + Int(pixels[place + width + 1])
                result.append(UInt8((sum + 2) / 4))
            }
        }
        return Graymap(width: columns, height: rows, pixels: result)
    }

    /// The image as a binary PGM file of Netpbm.
    var file: [UInt8] { Array("P5 \(width) \(height) 255\n".utf8) + pixels }
}
