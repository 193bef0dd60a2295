import BeelineDrawing
import BeelineSupport
import BeelineSymbols
import BeelineWorkers
import Glibc

/// Draws the labels of a table on sheets, reads them back, and writes them.
struct SheetWork {
    private let target: DrawTarget
    private let layout: SheetLayout
    private let options: DrawingOptions
    private let format: CodeFormat?
    private let reader: DecodingPool?
    /// The name of the table in messages.
    private let table: String
    private let labelTable: LabelTable
    /// The first label that is printed, from 1.
    private let start: Int

    /// The options for the user's own sheets.
    static let measures: [Option] = [.drawPage, .drawLabel, .drawGap, .drawMargin]
    /// The options for sheets only.
    static let options: [Option] = measures + [.drawStart, .drawColumns, .listCharset, .worksheet]
    /// The longest table, in bytes: a hundred thousand labels with long lines.
    private static let longestTable = 64 << 20
    /// The largest number of errors and warnings that are shown.
    private static let mostShown = 20

    init(_ arguments: Arguments) throws {
        for option in [Option.drawKind, .drawBytes, .drawScale, .drawSize] where arguments.has(option) {
            throw UsageError.exclude(option, .drawSheet)
        }
        target = try DrawTarget(arguments, usual: .pdf)
        guard target.file == .pdf else { throw UsageError.sheetsAre(.pdf) }
        layout = try SheetLayout(arguments)
        format = try arguments.codeFormat()
        options = try DrawingOptions(arguments)
        reader = try arguments.drawingReader(size: nil)
        start = try arguments.count(.drawStart) ?? 1
        let columns = try arguments.parsed(.drawColumns, as: ColumnChoice.form) { try? ColumnChoice($0) }
        let charset = try arguments.parsed(.listCharset, as: "a known character set", Conversion.Charset.init(name:))
        let operands = try arguments.operands(0...1)
        // A program that waits for a terminal without a message seems to hang.
        guard !operands.isEmpty || isatty(STDIN_FILENO) == 0 else { throw UsageError.noOperands(arguments.command) }
        let file = InputFile(operands.first ?? "-")
        table = file.name
        let bytes = try file.read(limit: Self.longestTable)
        do throws(DrawingError) {
            labelTable = try LabelTable(bytes, columns: columns, charset: charset, sheet: arguments[.worksheet])
        } catch {
            throw TableMistakes(table: table, mistakes: [error])
        }
    }

    func run() throws -> ExitStatus {
        let labels = try labels()
        let sheet = try sheet(labels)
        try verify(sheet, count: labels.count)
        try target.write(try sheet.pdf())
        warn(sheet)
        return .success
    }

    private func labels() throws(TableMistakes) -> [Label] {
        var labels: [Label] = []
        for row in labelTable.rows {
            guard case .success(var some) = row else { throw mistakes() }
            for index in some.indices where some[index].format == nil { some[index].format = format }
            labels += some
        }
        return labels
    }

    private func sheet(_ labels: [Label]) throws(TableMistakes) -> LabelSheet {
        let progress = ProgressLine(total: labels.count, noun: "labels drawn")
        defer { progress.end() }
        do throws(DrawingError) {
            return try LabelSheet(labels, on: layout, start: start, options: options) { progress.show(done: $0) }
        } catch {
            progress.end()
            // Without the program that draws, no row can be drawn.
            guard error.reason != .library else { throw TableMistakes(table: table, mistakes: [error]) }
            let all = mistakes()
            // An error that no row has is one of the table, such as no labels.
            throw all.mistakes.isEmpty ? TableMistakes(table: table, mistakes: [error]) : all
        }
    }

    /// The errors of the rows, up to a limit.
    private func mistakes() -> TableMistakes {
        var mistakes: [DrawingError] = []
        for row in labelTable.rows where mistakes.count < Self.mostShown {
            do throws(DrawingError) {
                // The others of a row are copies.
                guard var label = try row.get().first else { continue }
                label.format = label.format ?? format
                _ = try LabelSheet([label], on: layout, options: options)
            } catch {
                mistakes.append(error)
            }
        }
        return TableMistakes(table: table, mistakes: mistakes, isCut: mistakes.count == Self.mostShown)
    }

    private func verify(_ sheet: LabelSheet, count: Int) throws(TableMistakes) {
        guard let reader else { return }
        let progress = ProgressLine(total: count, noun: "labels read back")
        defer { progress.end() }
        do throws(DrawingError) {
            try runBlocking(closing: reader) { () async throws(DrawingError) in
                try await sheet.verify(by: reader) { progress.show(done: $0) }
            }
        } catch {
            throw TableMistakes(table: table, mistakes: [error])
        }
    }

    private func warn(_ sheet: LabelSheet) {
        if let remark = labelTable.remark { StandardError.warn("\(table): \(remark)") }
        var known: Set<String> = []
        let texts = sheet.warnings.map { "\(table): \($0.place): \($0.warning)" }.filter { known.insert($0).inserted }
        for text in texts.prefix(Self.mostShown) { StandardError.warn(text) }
        if texts.count > Self.mostShown { StandardError.warn("there are \(texts.count - Self.mostShown) more") }
    }
}

/// The errors in a table of labels, each with its line.
struct TableMistakes: Error {
    let table: String
    let mistakes: [DrawingError]
    /// Whether there may be more.
    var isCut = false

    var status: ExitStatus { mistakes.contains { $0.reason == .unreadable } ? .actionFailed : .unreadable }

    /// A line for each error, and a summary.
    var text: TerminalText {
        let lines = mistakes.map { mistake -> TerminalText in "\(table): \(mistake.words)\n" }.joined()
        let more = isCut ? ", and perhaps more" : ""
        return "\(lines)beeline: \(counted(mistakes.count, "error"))\(more); nothing was written\n"
    }
}

extension SheetLayout {
    /// The sheet in the options: one of a maker, or the user's own columns and rows.
    init(_ arguments: Arguments) throws {
        let name = arguments[.drawSheet] ?? "L7160"
        if let sheet = SheetLayout.named(name) {
            for option in SheetWork.measures where arguments.has(option) {
                throw UsageError.namedSheet(option, name)
            }
            self = sheet
            return
        }
        guard let (columns, rows) = Arguments.pair(name), let columns = Int(exactly: columns),
            let rows = Int(exactly: rows)
        else { throw UsageError.unknownSheet(name) }
        let page = try Self.page(arguments)
        let gap = try arguments.pair(.drawGap, like: "2.5x0") ?? (0, 0)
        let margin = try arguments.pair(.drawMargin, like: "7.2x15.1")
        // As large as the page allows, with equal margins on opposite sides.
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

    /// The length of a label, where a number of them fill a page.
    private static func length(_ page: Double, count: Int, gap: Double, margin: Double?) -> Double {
        (page - 2 * (margin ?? 0) - Double(max(count - 1, 0)) * gap) / Double(max(count, 1))
    }

    /// The width and height of the page.
    private static func page(_ arguments: Arguments) throws(UsageError) -> (Double, Double) {
        guard let name = arguments[.drawPage] else { return (210, 297) }
        guard let page = SheetLayout.pages.first(where: { $0.name.lowercased() == name.lowercased() }) else {
            return try arguments.pair(.drawPage, like: "100x150") ?? (210, 297)
        }
        return (page.width, page.height)
    }
}
