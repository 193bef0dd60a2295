/// A page of labels in rows and columns. All measures are millimetres.
///
///     try SheetLayout(named: "L7160").labelCount   // 21
public struct SheetLayout: Hashable, Sendable {
    /// The page.
    public var pageWidth: Double
    /// The page.
    public var pageHeight: Double
    /// The number of labels beside each other.
    public var columns: Int
    /// The number of labels below each other.
    public var rows: Int
    /// One label.
    public var labelWidth: Double
    /// One label.
    public var labelHeight: Double
    /// What is between two labels beside each other.
    public var columnGap: Double
    /// What is between two labels below each other.
    public var rowGap: Double
    /// From the left edge of the page to the first label; nil: the labels are in the middle.
    public var left: Double?
    /// From the top edge of the page to the first label; nil: the labels are in the middle.
    public var top: Double?

    /// - Throws: `DrawingError` when the labels do not fit on the page.
    public init(
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
        try require(
            measures.allSatisfy({ $0.isFinite && (1...5_000).contains($0) })
                && [columnGap, rowGap, left ?? 0, top ?? 0].allSatisfy({ $0.isFinite && (0...5_000).contains($0) })
                && (1...100).contains(columns) && (1...100).contains(rows),
            .sheet, "the sheet", "a length or a count is too small or too large",
            remedy: "sizes must be 1…5000 mm, with 1…100 columns and rows")
        // A tenth of a millimetre is what sheets are cut to.
        try require(
            (left ?? 0) + blockWidth <= pageWidth + 0.1, .sheet, "the columns",
            "they are \(shortNumber(blockWidth)) mm wide, but the page is \(shortNumber(pageWidth))",
            remedy: "use fewer columns or narrower labels")
        try require(
            (top ?? 0) + blockHeight <= pageHeight + 0.1, .sheet, "the rows",
            "they are \(shortNumber(blockHeight)) mm high, but the page is \(shortNumber(pageHeight))",
            remedy: "use fewer rows or lower labels")
    }

    /// The number of labels on a page.
    public var labelCount: Int { columns * rows }

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
    /// A sheet of a maker by its name: `L7160`, `Avery 5160`.
    ///
    /// - Throws: `DrawingError` where the table has no such sheet.
    public init(named name: String) throws(DrawingError) {
        self = try require(
            Self.named(name), .sheet, "the sheet", "there is no '\(name)'",
            remedy: "use one of \(Self.names.map(\.name).joined(separator: ", ")), or give its measures")
    }

    /// The sheet of that name of a maker; nil when the table has none. Avery's numbers stand with or without `Avery`.
    package static func named(_ name: String) -> SheetLayout? {
        let key = name.uppercased().filter { $0 != " " && $0 != "-" }
        let number = key.hasPrefix("AVERY") ? String(key.dropFirst(5)) : key
        guard let preset = presets.first(where: { $0.name == number }) else { return nil }
        let page = preset.isLetter ? (215.9, 279.4) : (210, 297)
        return try? SheetLayout(
            pageWidth: page.0, pageHeight: page.1, columns: preset.columns, rows: preset.rows,
            labelWidth: preset.width, labelHeight: preset.height, columnGap: preset.gap)
    }

    /// The names of all sheets, with what they are.
    package static var names: [(name: String, summary: String)] {
        presets.map { preset in
            let size = "\(shortNumber(preset.width)) × \(shortNumber(preset.height)) mm"
            let page = preset.isLetter ? "Letter" : "A4"
            return (preset.name, "\(preset.columns) × \(preset.rows) labels of \(size) on \(page)")
        }
    }

    /// The pages that have a name (ISO 216, ANSI Y14.1), upright, in millimetres.
    package static let pages: [(name: String, width: Double, height: Double)] = [
        ("A3", 297, 420), ("A4", 210, 297), ("A5", 148, 210), ("A6", 105, 148), ("A7", 74, 105),
        ("letter", 215.9, 279.4), ("legal", 215.9, 355.6),
    ]

    private typealias Preset = (
        name: String, columns: Int, rows: Int, width: Double, height: Double, gap: Double, isLetter: Bool
    )

    /// As their makers publish them, with the gap between columns; all are in the middle of the page.
    private static let presets: [Preset] = [
        ("L7159", 3, 8, 63.5, 33.9, 2.5, false), ("L7160", 3, 7, 63.5, 38.1, 2.5, false),
        ("L7161", 3, 6, 63.5, 46.6, 2.5, false), ("L7162", 2, 8, 99.1, 33.9, 2.5, false),
        ("L7163", 2, 7, 99.1, 38.1, 2.5, false), ("L7164", 3, 4, 63.5, 72, 2.5, false),
        ("L7165", 2, 4, 99.1, 67.7, 2.5, false), ("L7173", 2, 5, 99.1, 57, 2.5, false),
        ("L7651", 5, 13, 38.1, 21.2, 2.5, false), ("3474", 3, 8, 70, 37, 0, false), ("3475", 3, 8, 70, 36, 0, false),
        ("5160", 3, 10, 66.675, 25.4, 3.175, true), ("5163", 2, 5, 101.6, 50.8, 4.7625, true),
    ]
}
