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
package enum Shape: Hashable, Sendable {
    case bar(Bar)
    case disc(x: Double, y: Double, radius: Double)
    case rounded(Bar, radius: Double)
}

/// A rectangle of whole modules.
package struct Bar: Hashable, Sendable {
    package var x, y, width, height: Int

    init(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    func moved(_ right: Int, _ down: Int) -> Bar { Bar(x + right, y + down, width, height) }

    func contains(_ column: Int, _ row: Int) -> Bool {
        (x..<(x + width)).contains(column) && (y..<(y + height)).contains(row)
    }
}

/// Characters that stand in a line at equal distances.
package struct PlacedText: Hashable, Sendable {
    package let characters: String
    /// The middle of the first character.
    package let x: Double
    /// From the middle of one to the middle of the next.
    package let pitch: Double
    /// The top of the capitals.
    package let y: Int
    /// How high capitals and digits are.
    package let height: Double

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
