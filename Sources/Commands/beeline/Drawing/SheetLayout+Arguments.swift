import BeelineDrawing

extension SheetLayout {
    /// The sheet that the options name: one of a maker, or columns and rows of one's own.
    ///
    /// - Throws: `UsageError`, `DrawingError`.
    init(_ arguments: Arguments) throws {
        let name = arguments[.drawSheet] ?? ""
        if let sheet = SheetLayout.named(name) {
            for option in [Option.drawPage, .drawLabel, .drawGap, .drawMargin] where arguments.has(option) {
                throw UsageError.drawing(.namedSheet(option, name))
            }
            self = sheet
            return
        }
        guard let (columns, rows) = Arguments.pair(name), let columns = Int(exactly: columns),
            let rows = Int(exactly: rows)
        else { throw UsageError.drawing(.unknownSheet(name)) }
        let page = try Self.page(arguments)
        let gap = try arguments.pair(.drawGap, like: "2.5x0") ?? (0, 0)
        let margin = try arguments.pair(.drawMargin, like: "7.2x15.1")
        // As large as there is room: beside margins as wide on the right as on the left, and as high below as above.
        let label =
            try arguments.pair(.drawLabel, like: "63.5x38.1")
            ?? (
                Self.length(page.0, count: columns, gap: gap.0, margin: margin?.0),
                Self.length(page.1, count: rows, gap: gap.1, margin: margin?.1)
            )
        try self.init(
            pageWidth: page.0, pageHeight: page.1, columns: columns, rows: rows, labelWidth: label.0,
            labelHeight: label.1, columnGap: gap.0, rowGap: gap.1, left: margin?.0, top: margin?.1)
    }

    /// How long a label is, of so many that fill a page.
    private static func length(_ page: Double, count: Int, gap: Double, margin: Double?) -> Double {
        (page - 2 * (margin ?? 0) - Double(max(count - 1, 0)) * gap) / Double(max(count, 1))
    }

    /// The width and height of the page.
    private static func page(_ arguments: Arguments) throws(UsageError) -> (Double, Double) {
        switch arguments[.drawPage] {
        case nil, "A4", "a4": (210, 297)
        case "letter", "Letter": (215.9, 279.4)
        default: try arguments.pair(.drawPage, like: "100x150") ?? (210, 297)
        }
    }
}
