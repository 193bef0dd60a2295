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
                    .rounded(place, radius: 2),
                    .rounded(Bar(place.x + 1, place.y + 1, 5, 5), radius: 1.2),
                    .rounded(Bar(place.x + 2, place.y + 2, 3, 3), radius: 0.9),
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

/// A part of a drawing. It is dark, and light where it stands within another one (the even-odd rule). Units are modules; y
/// counts downwards.
enum Shape: Hashable, Sendable {
    case bar(Bar)
    case disc(x: Double, y: Double, radius: Double)
    case rounded(Bar, radius: Double)
}

/// A rectangle of whole modules.
struct Bar: Hashable, Sendable {
    var x, y, width, height: Int

    init(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    func moved(_ right: Int, _ down: Int) -> Bar { Bar(x + right, y + down, width, height) }

    func contains(_ column: Int, _ row: Int) -> Bool {
        (x..<(x + width)).contains(column) && (y..<(y + height)).contains(row)
    }
}

/// Characters that stand in a line at equal distances.
struct PlacedText: Hashable, Sendable {
    let characters: String
    /// The middle of the first character.
    let x: Double
    /// From the middle of one to the middle of the next.
    let pitch: Double
    /// The top of the capitals.
    let y: Int
    /// How high capitals and digits are.
    let height: Double

    /// How high digits of the usual size are; they are five wide.
    static let usual = 7

    /// A text in the middle between two places, in the usual size if it fits, else smaller; nil when it could not be read.
    init?(_ characters: String, within range: ClosedRange<Int>, y: Int) {
        let count = characters.unicodeScalars.count
        guard count > 0 else { return nil }
        let width = Double(range.upperBound - range.lowerBound)
        let pitch = min(6, width / Double(count))
        guard pitch >= 2 else { return nil }
        let middle = Double(range.lowerBound + range.upperBound) / 2
        self.init(
            characters, x: middle - pitch * Double(count - 1) / 2, pitch: pitch, y: y,
            height: pitch / 6 * Double(Self.usual))
    }

    init(_ characters: String, x: Double, pitch: Double, y: Int, height: Double = Double(usual)) {
        (self.characters, self.x, self.pitch, self.y, self.height) = (characters, x, pitch, y, height)
    }
}

/// Where everything stands in a drawing.
struct Layout: Hashable, Sendable {
    /// With the quiet zone.
    var width: Int
    var height: Int
    var shapes: [Shape]
    var texts: [PlacedText] = []
    /// Whether a text was too long to be read.
    var lacksText = false
    /// The symbol itself.
    var symbol: Bar
    /// Where the logo stands, in the midst of what was left light for it.
    var logo: Bar?
}

/// All that says where the parts of a drawing stand.
struct LayoutMaker {
    let format: CodeFormat
    let options: DrawingOptions
    let payload: Payload
    let symbol: EncodedSymbol
    let addOn: EncodedSymbol?
    let margins: Margins
    /// What is left light for a logo, in modules of the symbol.
    let clear: Bar?

    /// How large everything is; matrix codes are so without their modules, of which there are many.
    func frame(height: Int?, showsText: Bool) -> Layout {
        symbol.rows == 1
            ? layout(height: height, showsText: showsText)
            : MatrixLayout.frame(symbol, margins: margins, clear: clear)
    }

    /// - Parameter height: of bars, in modules; nil: the format's own.
    func layout(height: Int?, showsText: Bool) -> Layout {
        if format.isRetail {
            return RetailLayout(format).layout(
                symbol, payload, addOn: addOn, margins: margins, height: max(height ?? format.traits.rowHeight, 12),
                showsText: showsText)
        }
        guard symbol.rows == 1 else {
            if clear == nil, options.moduleShape == .square, options.finderShape == .square {
                return MatrixLayout.layout(symbol, margins: margins)
            }
            return MatrixLayout.layout(
                symbol, margins: margins, moduleShape: options.moduleShape, finderShape: options.finderShape,
                clear: clear)
        }
        // It is hard to keep a line within a symbol that is long: 15 % of its length are high enough (ISO/IEC 15417,
        // annex D).
        let usual = format.isLinear && format.traits.rowHeight == 50 ? symbol.width * 15 / 100 : 0
        return LinearLayout.layout(
            symbol, payload, margins: margins, height: height ?? max(format.traits.rowHeight, usual),
            showsText: showsText, hasBearers: format == .itf14)
    }
}

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

/// EAN and UPC: guard bars that reach between the digits, digits below their bars, an add-on beside them (GS1 General
/// Specifications, sections 5.2.3 and 5.2.6).
struct RetailLayout {
    /// The modules of the bars that reach down.
    private let guards: [Range<Int>]
    /// Which digits begin below which module; each has seven modules.
    private let groups: [(digits: Range<Int>, start: Int)]
    /// Whether the first digit stands left of the bars, and the last one right of them.
    private let hasOuter: (left: Bool, right: Bool)

    /// How far the guard bars reach down.
    private static let descent = 5
    /// Modules between a symbol and its add-on: 7–12 are allowed beside an EAN-13, 9–12 beside a UPC.
    private static let gap = 9

    init(_ format: CodeFormat) {
        switch format {
        case .ean8:
            guards = [0..<3, 31..<36, 64..<67]
            groups = [(0..<4, 3), (4..<8, 36)]
            hasOuter = (false, false)
        case .upcA:
            guards = [0..<10, 45..<50, 85..<95]
            groups = [(1..<6, 10), (6..<11, 50)]
            hasOuter = (true, true)
        case .upcE:
            guards = [0..<3, 45..<51]
            groups = [(1..<7, 3)]
            hasOuter = (true, true)
        default:
            guards = [0..<3, 45..<50, 92..<95]
            groups = [(1..<7, 3), (7..<13, 50)]
            hasOuter = (true, false)
        }
    }

    func layout(
        _ symbol: EncodedSymbol, _ payload: Payload, addOn: EncodedSymbol?, margins: Margins, height: Int,
        showsText: Bool
    ) -> Layout {
        var margins = margins
        // The digits beside the bars need their place, also in a quiet zone that is too small.
        if showsText, hasOuter.left { margins.left = max(margins.left, 9) }
        if showsText, hasOuter.right, addOn == nil { margins.right = max(margins.right, 7) }
        var top = margins.vertical
        var layout = Layout(width: 0, height: 0, shapes: [], symbol: Bar(margins.left, top, symbol.width, height))
        let right = margins.left + symbol.width
        let end = right + (addOn.map { Self.gap + $0.width } ?? 0)
        layout.width = end + margins.right
        if showsText, let title = payload.title,
            let placed = PlacedText(title, within: 1...(layout.width - 1), y: top)
        {
            layout.texts.append(placed)
            top += PlacedText.usual + 2
            layout.symbol.y = top
        }
        for run in symbol.runs(0) {
            let isGuard = guards.contains { $0.contains(run.lowerBound) }
            let more = showsText && isGuard ? Self.descent : 0
            layout.shapes.append(.bar(Bar(margins.left + run.lowerBound, top, run.count, height + more)))
        }
        if let addOn, let digits = payload.addOn {
            place(addOn, digits, at: right + Self.gap, top: top, height: height, showsText: showsText, &layout)
        }
        layout.height = top + height + margins.vertical
        guard showsText, let digits = payload.text else { return layout }
        layout.texts += texts(Array(digits), left: margins.left, right: right, y: top + height + 1)
        layout.height += PlacedText.usual + 1
        return layout
    }

    private func texts(_ digits: [Character], left: Int, right: Int, y: Int) -> [PlacedText] {
        var texts = groups.map { group in
            PlacedText(
                String(digits[group.digits]), x: Double(left + group.start) + 3.5, pitch: 7, y: y)
        }
        if hasOuter.left { texts.append(PlacedText(String(digits[0]), x: Double(left) - 5, pitch: 7, y: y)) }
        if hasOuter.right, let last = digits.last {
            texts.append(PlacedText(String(last), x: Double(right) + 4, pitch: 7, y: y))
        }
        return texts
    }

    /// An add-on has its digits above, and ends where the guard bars end.
    private func place(
        _ addOn: EncodedSymbol, _ digits: String, at x: Int, top: Int, height: Int, showsText: Bool,
        _ layout: inout Layout
    ) {
        let above = showsText ? PlacedText.usual + 1 : 0
        let length = height - above + (showsText ? Self.descent : 0)
        for run in addOn.runs(0) {
            layout.shapes.append(.bar(Bar(x + run.lowerBound, top + above, run.count, length)))
        }
        guard showsText else { return }
        let pitch = Double(addOn.width) / Double(digits.utf8.count)
        layout.texts.append(PlacedText(digits, x: Double(x) + pitch / 2, pitch: pitch, y: top))
    }
}
