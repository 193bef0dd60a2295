/// Rows of modules: matrix codes, and bars in several rows.
enum MatrixLayout {
    /// Without the modules: how large everything is.
    static func frame(_ symbol: EncodedSymbol, margins: Margins, clear: Bar?) -> Layout {
        Layout(
            width: margins.left + symbol.width + margins.right, height: symbol.height + 2 * margins.vertical,
            shapes: [],
            symbol: Bar(margins.left, margins.vertical, symbol.width, symbol.height),
            logo: clear?.moved(margins.left, margins.vertical))
    }

    /// All modules square and none left out.
    static func layout(_ symbol: EncodedSymbol, margins: Margins) -> Layout {
        var layout = frame(symbol, margins: margins, clear: nil)
        layout.shapes.reserveCapacity(symbol.modules.count / 3)
        var y = margins.vertical
        for (row, height) in symbol.rowHeights.enumerated() {
            symbol.forEachRun(row) { run in
                layout.shapes.append(.bar(Bar(margins.left + run.lowerBound, y, run.count, height)))
            }
            y += height
        }
        return layout
    }

    /// - Parameter clear: what is left light, counted in the modules of the symbol.
    static func layout(
        _ symbol: EncodedSymbol, margins: Margins, moduleShape: ModuleShape, finderShape: ModuleShape, clear: Bar?
    ) -> Layout {
        var layout = frame(symbol, margins: margins, clear: clear)
        let finders = moduleShape == .round || finderShape == .round ? finders(symbol.width) : []
        var shapes: [Shape] = []
        var y = margins.vertical
        for row in 0..<symbol.rows {
            let height = symbol.rowHeights[row]
            for run in symbol.runs(row) {
                var start: Int?
                for column in run.lowerBound...run.upperBound {
                    let isLeft = column < run.upperBound && clear?.contains(column, row) != true
                    let isInFinder = finders.contains { $0.contains(column, row) }
                    let isBar = isLeft && (isInFinder ? finderShape == .square : moduleShape == .square)
                    if isBar, start == nil { start = column }
                    if !isBar, let begin = start {
                        shapes.append(.bar(Bar(margins.left + begin, y, column - begin, height)))
                        start = nil
                    }
                    if isLeft, !isBar, !isInFinder {
                        shapes.append(
                            .disc(x: Double(margins.left + column) + 0.5, y: Double(y) + 0.5, radius: 0.45))
                    }
                }
            }
            y += height
        }
        if finderShape == .round {
            for finder in finders {
                let place = finder.moved(margins.left, margins.vertical)
                shapes += [
                    .rounded(place, radius: 2, isHole: false),
                    .rounded(Bar(place.x + 1, place.y + 1, 5, 5), radius: 1.2, isHole: true),
                    .rounded(Bar(place.x + 2, place.y + 2, 3, 3), radius: 0.9, isHole: false),
                ]
            }
        }
        layout.shapes = shapes
        return layout
    }

    /// The finder patterns of a QR code (ISO/IEC 18004, section 6.3.3).
    private static func finders(_ side: Int) -> [Bar] {
        [Bar(0, 0, 7, 7), Bar(side - 7, 0, 7, 7), Bar(0, side - 7, 7, 7)]
    }
}
