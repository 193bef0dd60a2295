/// Bars with a text below.
enum LinearLayout {
    /// - Parameter height: of the bars.
    static func layout(
        _ symbol: EncodedSymbol, _ payload: Payload, margins: Margins, height: Int, showsText: Bool, hasBearers: Bool
    ) -> Layout {
        // The frame of an ITF-14 stands outside of the quiet zone (GS1 General Specifications, section 5.3.2.4).
        let bearer = hasBearers ? 4 : 0
        let left = margins.left + bearer
        let top = margins.vertical + bearer
        let width = left + symbol.width + margins.right + bearer
        var shapes: [Shape] = []
        if hasBearers {
            let outer = height + 2 * bearer
            shapes += [
                .bar(Bar(0, margins.vertical, width, bearer)),
                .bar(Bar(0, margins.vertical + bearer + height, width, bearer)),
                .bar(Bar(0, margins.vertical + bearer, bearer, outer - 2 * bearer)),
                .bar(Bar(width - bearer, margins.vertical + bearer, bearer, outer - 2 * bearer)),
            ]
        }
        for run in symbol.runs(0) { shapes.append(.bar(Bar(left + run.lowerBound, top, run.count, height))) }
        var layout = Layout(
            width: width, height: top + height + bearer + margins.vertical, shapes: shapes,
            symbol: Bar(left, top, symbol.width, height))
        guard showsText, let text = payload.text else { return layout }
        let room = (margins.left > 2 ? 2 : margins.left)...(width - 2)
        if let placed = PlacedText(text, within: room, y: top + height + bearer + 1) {
            layout.texts = [placed]
            layout.height += PlacedText.usual + 1
        } else {
            layout.lacksText = true
        }
        return layout
    }
}

extension EncodedSymbol {
    /// The ranges of dark modules in a row.
    func runs(_ row: Int) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        forEachRun(row) { runs.append($0) }
        return runs
    }

    /// Calls something with each range of dark modules in a row, without an array of them.
    @inline(__always)
    func forEachRun(_ row: Int, _ body: (Range<Int>) -> Void) {
        let first = row * width
        var start: Int?
        for (column, module) in modules[first..<(first + width)].enumerated() {
            if module != 0 {
                if start == nil { start = column }
            } else if let begin = start {
                body(begin..<column)
                start = nil
            }
        }
        if let start { body(start..<width) }
    }
}
