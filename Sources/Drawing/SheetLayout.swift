/// A page of labels in rows and columns. All measures are millimetres.
///
///     SheetLayout.named("L7160")?.labels   // 21
package struct SheetLayout: Hashable, Sendable {
    package var pageWidth: Double
    package var pageHeight: Double
    package var columns: Int
    package var rows: Int
    package var labelWidth: Double
    package var labelHeight: Double
    /// Between two columns.
    package var columnGap: Double
    /// Between two rows.
    package var rowGap: Double
    /// From the left edge of the page to the first label; nil: the labels are in the middle.
    package var left: Double?
    /// From the top edge of the page to the first label; nil: the labels are in the middle.
    package var top: Double?

    /// - Throws: `.sheet` when the labels do not fit on the page.
    package init(
        pageWidth: Double = 210, pageHeight: Double = 297, columns: Int, rows: Int, labelWidth: Double,
        labelHeight: Double, columnGap: Double = 0, rowGap: Double = 0, left: Double? = nil, top: Double? = nil
    ) throws(DrawingError) {
        (self.pageWidth, self.pageHeight) = (pageWidth, pageHeight)
        (self.columns, self.rows) = (columns, rows)
        (self.labelWidth, self.labelHeight) = (labelWidth, labelHeight)
        (self.columnGap, self.rowGap) = (columnGap, rowGap)
        (self.left, self.top) = (left, top)
        try check()
    }

    private func check() throws(DrawingError) {
        let measures = [pageWidth, pageHeight, labelWidth, labelHeight]
        guard measures.allSatisfy({ $0.isFinite && (1...5_000).contains($0) }),
            [columnGap, rowGap, left ?? 0, top ?? 0].allSatisfy({ $0.isFinite && (0...5_000).contains($0) }),
            (1...100).contains(columns), (1...100).contains(rows)
        else {
            throw DrawingError(
                .sheet, "the sheet", "a length or a count is too small or too large",
                remedy: "pages and labels have 1…5000 mm, and 1…100 columns and rows")
        }
        // A tenth of a millimetre is what sheets are cut to.
        guard (left ?? 0) + blockWidth <= pageWidth + 0.1 else {
            throw DrawingError(
                .sheet, "the columns",
                "they are \(shortNumber(blockWidth)) mm wide, the page is \(shortNumber(pageWidth))",
                remedy: "take fewer columns or narrower labels")
        }
        guard (top ?? 0) + blockHeight <= pageHeight + 0.1 else {
            throw DrawingError(
                .sheet, "the rows",
                "they are \(shortNumber(blockHeight)) mm high, the page is \(shortNumber(pageHeight))",
                remedy: "take fewer rows or lower labels")
        }
    }

    /// Labels on a page.
    package var labels: Int { columns * rows }

    private var blockWidth: Double { Double(columns) * labelWidth + Double(columns - 1) * columnGap }
    private var blockHeight: Double { Double(rows) * labelHeight + Double(rows - 1) * rowGap }

    /// The top left corner of a label of a page, row after row from 0.
    func corner(_ index: Int) -> (x: Double, y: Double) {
        let left = left ?? max(0, (pageWidth - blockWidth) / 2)
        let top = top ?? max(0, (pageHeight - blockHeight) / 2)
        return (
            left + Double(index % columns) * (labelWidth + columnGap),
            top + Double(index / columns) * (labelHeight + rowGap)
        )
    }
}

extension SheetLayout {
    /// The sheet of that name of a maker; nil when the table has none. Avery's numbers stand with or without `Avery`.
    package static func named(_ name: String) -> SheetLayout? {
        let key = name.uppercased().filter { $0 != " " && $0 != "-" }
        let number = key.hasPrefix("AVERY") ? String(key.dropFirst(5)) : key
        return presets.first { $0.name == number }.flatMap { try? $0.layout() }
    }

    /// The names of all sheets, with what they are.
    package static var names: [(name: String, summary: String)] {
        presets.map { preset in
            (
                preset.name,
                "\(preset.columns) × \(preset.rows) labels of \(shortNumber(preset.label.0)) × "
                    + "\(shortNumber(preset.label.1)) mm on \(preset.page.name)"
            )
        }
    }

    private struct Preset {
        let name: String
        let columns: Int
        let rows: Int
        /// Width and height.
        let label: (Double, Double)
        /// Between columns and between rows.
        var gaps = (0.0, 0.0)
        var page = Page.a4

        func layout() throws(DrawingError) -> SheetLayout {
            try SheetLayout(
                pageWidth: page.width, pageHeight: page.height, columns: columns, rows: rows, labelWidth: label.0,
                labelHeight: label.1, columnGap: gaps.0, rowGap: gaps.1)
        }
    }

    private struct Page {
        let name: String
        let width: Double
        let height: Double

        static let a4 = Page(name: "A4", width: 210, height: 297)
        static let letter = Page(name: "Letter", width: 215.9, height: 279.4)
    }

    /// As their makers publish them; all stand in the middle of the page.
    private static let presets: [Preset] = [
        Preset(name: "L7159", columns: 3, rows: 8, label: (63.5, 33.9), gaps: (2.5, 0)),
        Preset(name: "L7160", columns: 3, rows: 7, label: (63.5, 38.1), gaps: (2.5, 0)),
        Preset(name: "L7161", columns: 3, rows: 6, label: (63.5, 46.6), gaps: (2.5, 0)),
        Preset(name: "L7162", columns: 2, rows: 8, label: (99.1, 33.9), gaps: (2.5, 0)),
        Preset(name: "L7163", columns: 2, rows: 7, label: (99.1, 38.1), gaps: (2.5, 0)),
        Preset(name: "L7164", columns: 3, rows: 4, label: (63.5, 72), gaps: (2.5, 0)),
        Preset(name: "L7165", columns: 2, rows: 4, label: (99.1, 67.7), gaps: (2.5, 0)),
        Preset(name: "L7173", columns: 2, rows: 5, label: (99.1, 57), gaps: (2.5, 0)),
        Preset(name: "L7651", columns: 5, rows: 13, label: (38.1, 21.2), gaps: (2.5, 0)),
        Preset(name: "3474", columns: 3, rows: 8, label: (70, 37)),
        Preset(name: "3475", columns: 3, rows: 8, label: (70, 36)),
        Preset(name: "5160", columns: 3, rows: 10, label: (66.675, 25.4), gaps: (3.175, 0), page: .letter),
        Preset(name: "5163", columns: 2, rows: 5, label: (101.6, 50.8), gaps: (4.7625, 0), page: .letter),
    ]
}
