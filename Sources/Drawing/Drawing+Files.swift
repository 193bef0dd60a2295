internal import BeelineSymbols

extension Drawing {
    /// The drawing as an SVG file, as large as the module width says.
    ///
    /// - Throws: `DrawingError` with the reason `.library` when the program that draws is missing or fails.
    public func svg() throws(DrawingError) -> String { String(decoding: try vectors(.svg), as: UTF8.self) }

    /// The drawing as a PDF file of one page, as large as the module width says. Fonts are embedded.
    ///
    /// - Throws: as `svg()`.
    public func pdf() throws(DrawingError) -> [UInt8] { try vectors(.pdf) }

    private func vectors(_ form: DocumentForm) throws(DrawingError) -> [UInt8] {
        let layout = layout
        return try DrawingProgram.shared.paint(form) { _ in
            PaintedPage(
                width: Double(layout.width) * moduleWidth, height: Double(layout.height) * moduleWidth,
                codes: [painted(layout, x: 0, y: 0, moduleWidth: moduleWidth)])
        }
    }

    /// The drawing as a PNG file with whole pixels for each module.
    ///
    /// - Parameter scale: pixels for each module. Default: 8.
    /// - Throws: as `svg()`, and with the reason `.size` when that makes too many pixels.
    public func png(scale: Int = 8) throws(DrawingError) -> [UInt8] {
        // As many pixels as make the module width, where one was given.
        let density = options.moduleWidth.map { Int((Double(scale) * 1_000 / $0).rounded()) } ?? 0
        return try pixels(.png(pixelsPerMetre: density), scale)
    }

    /// The drawing in the shades of gray that a camera sees, on white where it is transparent.
    func gray(scale: Int) throws(DrawingError) -> Graymap {
        Graymap(width: size.width * scale, height: size.height * scale, pixels: try pixels(.gray, scale))
    }

    private func pixels(_ form: DocumentForm, _ scale: Int) throws(DrawingError) -> [UInt8] {
        guard (1...1_000).contains(scale) else {
            throw DrawingError(
                .size, "the scale", "\(scale) pixels a module are asked for", remedy: "1…1000 are possible")
        }
        let layout = layout
        let (width, height) = (layout.width * scale, layout.height * scale)
        guard max(width, height) <= Self.mostSide, width * height <= Self.mostPixels else {
            throw DrawingError(
                .size, "the scale", "\(scale) pixels a module make \(width) × \(height)",
                remedy: "\(Self.mostPixels) pixels in all and \(Self.mostSide) a side are possible: take a smaller "
                    + "scale, or draw SVG or PDF")
        }
        return try DrawingProgram.shared.paint(form) { _ in
            PaintedPage(
                width: Double(width), height: Double(height),
                codes: [painted(layout, x: 0, y: 0, moduleWidth: Double(scale))])
        }
    }

    /// More pixels are no drawing for a screen or a printer; cairo has no longer sides.
    private static let mostPixels = 100_000_000
    private static let mostSide = 32_767

    /// The drawing at a place of a page.
    func painted(_ layout: Layout, x: Double, y: Double, moduleWidth: Double) -> PaintedCode {
        let logo = options.logo.flatMap { logo in
            layout.logo.map { place in
                let frame = logo.frame(in: place)
                return PaintedLogo(
                    file: logo.file, x: frame.x, y: frame.y, width: frame.width, height: frame.height)
            }
        }
        return PaintedCode(
            x: x, y: y, moduleWidth: moduleWidth, width: layout.width, height: layout.height, colours: options.colours,
            shapes: layout.shapes, texts: layout.texts, logo: logo)
    }

    /// The drawing for a terminal: two modules above each other in each character, black on white whatever the terminal's
    /// own colours are, and the text in a line below.
    ///
    /// A logo and the shapes of modules are left out; linear symbols have low bars.
    public func terminalText() -> String {
        let layout = lowLayout
        let rows = darkRows(of: layout)
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

    /// Which modules are dark.
    private func darkRows(of layout: Layout) -> [[Bool]] {
        var rows = Array(repeating: Array(repeating: false, count: layout.width), count: layout.height)
        for shape in layout.shapes {
            switch shape {
            case .bar(let bar):
                for row in bar.y..<(bar.y + bar.height) {
                    for column in bar.x..<(bar.x + bar.width) { rows[row][column] = true }
                }
            case .disc(let x, let y, _): rows[Int(y)][Int(x)] = true
            case .rounded(let bar, _):
                for row in bar.y..<(bar.y + bar.height) {
                    for column in bar.x..<(bar.x + bar.width) { rows[row][column].toggle() }
                }
            }
        }
        return rows
    }
}
