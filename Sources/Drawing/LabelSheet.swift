internal import BeelineSupport
public import BeelineSymbols

/// Labels on sheets, as a PDF file.
///
///     let labels = try Label.labels(csv: file)
///     let sheet = try LabelSheet(labels, on: SheetLayout(named: "L7160"))
///     let pdf = try sheet.pdf()
public struct LabelSheet: Sendable {
    private let layout: SheetLayout
    /// The number of labels that are left empty on the first page.
    private let skipped: Int
    let labels: [Placed]
    /// The warnings, each with the place of its label.
    package let warnings: [(place: String, warning: DrawingWarning)]
    /// What may keep some readers from codes, for people, each with the place of its label.
    public var warningTexts: [String] { warnings.map { "\($0.place): \($0.warning)" } }

    struct Placed: Sendable {
        let drawing: Drawing
        let lines: [String]
        let moduleWidth: Double
        let place: String
    }

    /// The height of the typeface of the lines, and what is left empty at the edges, in millimetres.
    private static let lineHeight = 3.2
    private static let padding = 1.5
    /// A file has some six bytes for each module.
    private static let mostModules = 50_000_000

    /// Draws the codes, each as large as its label and its symbology allow.
    ///
    /// - Parameters:
    ///   - start: the label of the first page that is printed first, row after row from 1. Default: 1.
    ///   - options: how the codes are to look. Default: black on white.
    ///   - progress: called after each label with the number of labels.
    /// - Throws: what is wrong with the sheet or with a code, and the place of its label.
    public init(
        _ labels: [Label], on layout: SheetLayout, start: Int = 1, options: DrawingOptions = DrawingOptions(),
        progress: (Int) -> Void = { _ in }
    ) throws(DrawingError) {
        try require(!labels.isEmpty, .sheet, "the table", "it has no rows", remedy: "write a row for each label")
        try require(
            labels.count <= Label.most, .sheet, "the table", "these are more than \(Label.most) labels",
            remedy: "split the table")
        try require(
            (1...layout.labelCount).contains(start), .sheet, "the start",
            "there is no label \(start) on a sheet of \(layout.labelCount)",
            remedy: "1…\(layout.labelCount) are possible")
        (self.layout, skipped) = (layout, start - 1)
        var placed: [Placed] = []
        placed.reserveCapacity(labels.count)
        var modules = 0
        var warnings: [(place: String, warning: DrawingWarning)] = []
        for (index, label) in labels.enumerated() {
            // Copies are after each other.
            if index > 0, label == labels[index - 1], let last = placed.last {
                placed.append(last)
                progress(placed.count)
                continue
            }
            do throws(DrawingError) {
                let drawing = try Self.drawing(label, options)
                modules += drawing.modules
                try require(
                    modules <= Self.mostModules, .sheet, "the sheet",
                    "its codes have more than \(Self.mostModules) modules in all",
                    remedy: "split the table, or shorten the codes")
                let width = try Self.moduleWidth(drawing, lines: label.lines.count, layout, options)
                for warning in drawing.warnings { warnings.append((label.place, warning)) }
                let lines = label.lines.map(Self.shown)
                for warning in try Self.flaws(label.lines, shown: lines, layout) {
                    warnings.append((label.place, warning))
                }
                placed.append(Placed(drawing: drawing, lines: lines, moduleWidth: width, place: label.place))
            } catch {
                throw error.within(label.place)
            }
            progress(placed.count)
        }
        self.labels = placed
        self.warnings = warnings
    }

    private static func drawing(_ label: Label, _ options: DrawingOptions) throws(DrawingError) -> Drawing {
        var options = options
        if let addOn = label.addOn { options.addOn = addOn }
        let drawing = try Drawing(label.text, as: label.format, options: options)
        // On paper no one sees that it is not the number.
        for case .doubtfulNumber(let problem) in drawing.warnings {
            throw DrawingError(
                .content, "the number", problem,
                remedy: "correct it, or give the format: with qr it is drawn as a text")
        }
        return drawing
    }

    /// The module width at which a code fits on its label: the requested one, or the greatest of its symbology.
    private static func moduleWidth(
        _ drawing: Drawing, lines: Int, _ layout: SheetLayout, _ options: DrawingOptions
    ) throws(DrawingError) -> Double {
        let room = (
            width: layout.labelWidth - 2 * padding,
            height: layout.labelHeight - 2 * padding - Double(lines) * lineHeight
        )
        let size = drawing.size
        let greatest = min(room.width / Double(size.width), room.height / Double(size.height))
        let limits = drawing.format.traits.limits ?? .ordinary
        if let asked = options.moduleWidth {
            guard asked <= greatest + 0.000_1 else { throw tooSmall(drawing, needed: asked, layout) }
            return asked
        }
        guard greatest >= limits.allowed.lowerBound || options.allowsAnyModuleWidth, greatest > 0 else {
            throw tooSmall(drawing, needed: limits.allowed.lowerBound, layout)
        }
        // A matrix code without limits would fill a label of any size.
        return min(greatest, limits.allowed.upperBound, drawing.format.isLinear ? limits.allowed.upperBound : 1.5)
    }

    private static func tooSmall(_ drawing: Drawing, needed: Double, _ layout: SheetLayout) -> DrawingError {
        let width = shortNumber(Double(drawing.size.width) * needed)
        let height = shortNumber(Double(drawing.size.height) * needed)
        return DrawingError(
            .size, "the label", "\(drawing.format.title) needs \(width) × \(height) mm, and its lines below",
            remedy: "use larger labels, lower bars, fewer lines, or a Data Matrix")
    }

    /// The number of pages.
    public var pageCount: Int { (skipped + labels.count + layout.labelCount - 1) / layout.labelCount }

    /// The sheets as a PDF file.
    ///
    /// - Throws: `DrawingError` when the program that draws is missing or fails.
    public func pdf() throws(DrawingError) -> [UInt8] {
        try DrawingProgram.shared.paint(pages: pageCount) { number in
            var page = PaintedPage()
            (page.form, page.width, page.height) = (.pdf, layout.pageWidth, layout.pageHeight)
            let first = number * layout.labelCount
            for place in max(first, skipped)..<min(first + layout.labelCount, skipped + labels.count) {
                paint(labels[place - skipped], at: layout.corner(place - first), on: &page)
            }
            return page
        }
    }

    /// A code in the middle of its label, and the lines below it.
    private func paint(_ label: Placed, at corner: (x: Double, y: Double), on page: inout PaintedPage) {
        let size = label.drawing.size
        let width = Double(size.width) * label.moduleWidth
        let height = Double(size.height) * label.moduleWidth
        let whole = height + Double(label.lines.count) * Self.lineHeight
        let top = corner.y + (layout.labelHeight - whole) / 2
        page.codes.append(
            label.drawing.painted(
                label.drawing.layout, x: corner.x + (layout.labelWidth - width) / 2, y: top,
                moduleWidth: label.moduleWidth))
        for (index, line) in label.lines.enumerated() {
            var text = PaintedLine()
            (text.text, text.x, text.width) = (line, corner.x + Self.padding, Self.lineWidth(layout))
            text.baseline = top + height + Double(index + 1) * Self.lineHeight - 0.7
            text.size = Self.lineSize
            page.lines.append(text)
        }
    }

    /// A line as it is drawn: without hidden characters and changes of direction, and no longer than the label.
    private static func shown(_ line: String) -> String { plainText(line, limit: 500) }

    private static let lineSize = lineHeight * 0.85

    private static func lineWidth(_ layout: SheetLayout) -> Double { layout.labelWidth - 2 * padding }

    /// What is wrong with the lines: characters are replaced, or the end is cut off.
    private static func flaws(
        _ lines: [String], shown: [String], _ layout: SheetLayout
    ) throws(DrawingError) -> [DrawingWarning] {
        let width = lineWidth(layout)
        // Every font has ASCII, and its widest letter is hardly wider than high.
        let isPlain = shown.allSatisfy {
            $0.utf8.allSatisfy { $0 < 0x80 } && Double($0.utf8.count) * lineSize * 1.2 < width
        }
        let fits =
            isPlain
            ? lines.map { _ in LineFit() } : try DrawingProgram.shared.fits(of: shown, size: lineSize, width: width)
        var warnings: [DrawingWarning] = []
        for (line, (text, fit)) in zip(lines, zip(shown, fits)) {
            if fit.lacksCharacters || text.unicodeScalars.contains("\u{FFFD}") {
                warnings.append(.replacedCharacters(line))
            }
            if fit.isCut { warnings.append(.cutLine(line)) }
        }
        return warnings
    }
}

extension LabelSheet {
    /// Checks that every code can be read, each different one once, as `Drawing.verify` does.
    ///
    /// - Parameters:
    ///   - decoder: what reads them.
    ///   - progress: called with the number of labels that were read, whenever it has grown.
    /// - Throws: `DrawingError` with the place of the label.
    public func verify(by decoder: some BarcodeDecoder, progress: (Int) -> Void = { _ in }) async throws(DrawingError) {
        let trials = trials
        let failure = await withTaskGroup(of: (labels: Int, error: DrawingError?).self) { group in
            var waiting = trials.makeIterator()
            for _ in 0..<Self.mostAtOnce {
                if let trial = waiting.next() { group.addTask { await trial.result(decoder) } }
            }
            var count = 0
            while let result = await group.next() {
                if let error = result.error {
                    group.cancelAll()
                    return DrawingError?.some(error)
                }
                count += result.labels
                progress(count)
                if let trial = waiting.next() { group.addTask { await trial.result(decoder) } }
            }
            return nil
        }
        if let failure { throw failure }
    }

    /// The number of codes that are read at once: enough for all processes, with few pictures in memory.
    private static let mostAtOnce = 8

    /// A code to be read back.
    private struct Trial: Sendable {
        let drawing: Drawing
        let place: String
        /// The number of labels with it.
        var labels = 1

        func result(_ decoder: some BarcodeDecoder) async -> (labels: Int, error: DrawingError?) {
            do throws(DrawingError) {
                // At 300 dots an inch a module of 0.33 mm has four.
                try await drawing.verify(by: decoder, scale: 4)
                return (labels, nil)
            } catch {
                return (labels, error.within(place))
            }
        }
    }

    private struct Key: Hashable {
        let format: CodeFormat
        let content: [UInt8]
        let addOn: String?
    }

    /// Each different code once, with its first label.
    private var trials: [Trial] {
        var places: [Key: Int] = [:]
        var trials: [Trial] = []
        for label in labels {
            let key = Key(format: label.drawing.format, content: label.drawing.content, addOn: label.drawing.addOn)
            if let place = places[key] {
                trials[place].labels += 1
            } else {
                places[key] = trials.count
                trials.append(Trial(drawing: label.drawing, place: label.place))
            }
        }
        return trials
    }
}
