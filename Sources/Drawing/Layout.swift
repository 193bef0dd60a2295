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

    /// Its share of a square.
    fileprivate func share(of side: Int) -> Double { Double(width * height) / Double(side * side) }
}

/// The layout of a drawing, in modules; y counts downwards. Its shapes are sent to `beeline-draw`.
struct Layout: Sendable {
    /// With the quiet zone.
    var width: Int
    var height: Int
    /// Left, top, width and height of each.
    private(set) var bars: [Int32] = []
    /// The middle and the radius of each.
    private(set) var discs: [Double] = []
    /// Left, top, width, height and radius of each.
    private(set) var roundedBars: [Double] = []
    var texts: [PaintedText] = []
    /// Whether a text was too long to be read.
    var lacksText = false
    /// The place of the logo, in the middle of its light area.
    var logo: Bar?

    init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    @inline(__always)
    mutating func add(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
        bars.append(Int32(clamping: x))
        bars.append(Int32(clamping: y))
        bars.append(Int32(clamping: width))
        bars.append(Int32(clamping: height))
    }

    mutating func addDisc(_ column: Int, _ row: Int) { discs += [Double(column) + 0.5, Double(row) + 0.5, 0.45] }

    mutating func add(_ bar: Bar, radius: Double) {
        roundedBars += [bar.x, bar.y, bar.width, bar.height].map(Double.init) + [radius]
    }

    mutating func reserve(bars count: Int) { bars.reserveCapacity(count * 4) }

    var darkRows: [[Bool]] {
        var rows = Array(repeating: Array(repeating: false, count: width), count: height)
        for place in stride(from: 0, to: bars.count, by: 4) {
            let (x, y) = (Int(bars[place]), Int(bars[place + 1]))
            for row in y..<(y + Int(bars[place + 3])) {
                for column in x..<(x + Int(bars[place + 2])) { rows[row][column] = true }
            }
        }
        for place in stride(from: 0, to: discs.count, by: 3) { rows[Int(discs[place + 1])][Int(discs[place])] = true }
        for place in stride(from: 0, to: roundedBars.count, by: 5) {
            let bar = roundedBars[place..<(place + 4)].map { Int($0) }
            for row in bar[1]..<(bar[1] + bar[3]) {
                for column in bar[0]..<(bar[0] + bar[2]) { rows[row][column].toggle() }
            }
        }
        return rows
    }
}

extension PaintedText {
    /// How high digits of the usual size are, in modules; they are five wide.
    static let usual = 7

    /// A text in the middle between two places, with the top of its capitals at `y`, in the usual size if it fits, else
    /// smaller; nil when it could not be read.
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
        self.init()
        (self.characters, self.x, self.pitch) = (characters, x, pitch)
        (baseline, self.height) = (Double(y) + height, height)
    }
}

struct LayoutMaker {
    let format: CodeFormat
    let options: DrawingOptions
    let payload: Payload
    let symbol: EncodedSymbol
    let addOn: EncodedSymbol?
    let margins: Margins
    /// The light area for a logo, in modules of the symbol.
    let clear: Bar?

    /// How large everything is; matrix codes are so without their modules, of which there are many.
    func frame(height: Int?, showsText: Bool) -> Layout {
        symbol.rows == 1 ? layout(height: height, showsText: showsText) : matrixFrame
    }

    /// - Parameter height: of bars, in modules; nil: the format's own.
    func layout(height: Int?, showsText: Bool) -> Layout {
        let usual = format.traits.rowHeight
        if format.isRetail { return retail(height: max(height ?? usual, 12), showsText: showsText) }
        guard symbol.rows == 1 else { return matrix() }
        // It is hard to keep a line within a long symbol: 15 % of its length are high enough (ISO/IEC 15417, annex D).
        let least = format.isLinear && usual == 50 ? symbol.width * 15 / 100 : 0
        return linear(height: height ?? max(usual, least), showsText: showsText)
    }

    private var matrixFrame: Layout {
        var layout = Layout(
            width: margins.left + symbol.width + margins.right, height: symbol.height + 2 * margins.vertical)
        layout.logo = clear?.moved(margins.left, margins.vertical)
        return layout
    }

    /// Matrix codes, and bars in several rows.
    private func matrix() -> Layout {
        var layout = matrixFrame
        let (moduleShape, finderShape) = (options.moduleShape, options.finderShape)
        let isPlain = clear == nil && moduleShape == .square && finderShape == .square
        // The finder patterns of a QR code (ISO/IEC 18004, section 6.3.3).
        let end = symbol.width - 7
        let hasFinders = moduleShape == .round || finderShape == .round
        let finders = !hasFinders ? [] : [Bar(0, 0, 7, 7), Bar(end, 0, 7, 7), Bar(0, end, 7, 7)]
        layout.reserve(bars: symbol.modules.count / 3)
        var y = margins.vertical
        for (row, height) in symbol.rowHeights.enumerated() {
            symbol.forEachRun(row) { run in
                if isPlain { return layout.add(margins.left + run.lowerBound, y, run.count, height) }
                var start: Int?
                for column in run.lowerBound...run.upperBound {
                    let isLeft = column < run.upperBound && clear?.contains(column, row) != true
                    let isInFinder = finders.contains { $0.contains(column, row) }
                    let isBar = isLeft && (isInFinder ? finderShape == .square : moduleShape == .square)
                    if isBar, start == nil { start = column }
                    if !isBar, let begin = start {
                        layout.add(margins.left + begin, y, column - begin, height)
                        start = nil
                    }
                    if isLeft, !isBar, !isInFinder { layout.addDisc(margins.left + column, y) }
                }
            }
            y += height
        }
        if finderShape == .round {
            for finder in finders {
                let place = finder.moved(margins.left, margins.vertical)
                layout.add(place, radius: 2)
                layout.add(Bar(place.x + 1, place.y + 1, 5, 5), radius: 1.2)
                layout.add(Bar(place.x + 2, place.y + 2, 3, 3), radius: 0.9)
            }
        }
        return layout
    }

    /// Bars with a text below.
    private func linear(height: Int, showsText: Bool) -> Layout {
        // The frame of an ITF-14 is outside of the quiet zone (GS1 General Specifications, section 5.3.2.4).
        let bearer = format == .itf14 ? 4 : 0
        let left = margins.left + bearer
        let top = margins.vertical + bearer
        let width = left + symbol.width + margins.right + bearer
        var layout = Layout(width: width, height: top + height + bearer + margins.vertical)
        if bearer > 0 {
            layout.add(0, margins.vertical, width, bearer)
            layout.add(0, top + height, width, bearer)
            layout.add(0, top, bearer, height)
            layout.add(width - bearer, top, bearer, height)
        }
        symbol.forEachRun(0) { layout.add(left + $0.lowerBound, top, $0.count, height) }
        guard showsText, let text = payload.text else { return layout }
        let room = (margins.left > 2 ? 2 : margins.left)...(width - 2)
        if let placed = PaintedText(text, within: room, y: top + height + bearer + 1) {
            layout.texts = [placed]
            layout.height += PaintedText.usual + 1
        } else {
            layout.lacksText = true
        }
        return layout
    }

    /// EAN and UPC: guard bars that reach between the digits, digits below their bars, an add-on beside them (GS1
    /// General Specifications, sections 5.2.3 and 5.2.6).
    private func retail(height: Int, showsText: Bool) -> Layout {
        let places = RetailPlaces(format)
        var margins = margins
        // The digits beside the bars need their place, also in a quiet zone that is too small.
        if showsText, places.hasOuter.left { margins.left = max(margins.left, 9) }
        if showsText, places.hasOuter.right, addOn == nil { margins.right = max(margins.right, 7) }
        var top = margins.vertical
        let right = margins.left + symbol.width
        let end = right + (addOn.map { RetailPlaces.gap + $0.width } ?? 0)
        var layout = Layout(width: end + margins.right, height: 0)
        if showsText, let title = payload.title, let placed = PaintedText(title, within: 1...(layout.width - 1), y: top)
        {
            layout.texts.append(placed)
            top += PaintedText.usual + 2
        }
        symbol.forEachRun(0) { run in
            let isGuard = places.guards.contains { $0.contains(run.lowerBound) }
            let more = showsText && isGuard ? RetailPlaces.descent : 0
            layout.add(margins.left + run.lowerBound, top, run.count, height + more)
        }
        if let addOn, let digits = payload.addOn {
            // It has its digits above, and ends where the guard bars end.
            let x = right + RetailPlaces.gap
            let above = showsText ? PaintedText.usual + 1 : 0
            let length = height - above + (showsText ? RetailPlaces.descent : 0)
            addOn.forEachRun(0) { layout.add(x + $0.lowerBound, top + above, $0.count, length) }
            let pitch = Double(addOn.width) / Double(digits.utf8.count)
            if showsText { layout.texts.append(PaintedText(digits, x: Double(x) + pitch / 2, pitch: pitch, y: top)) }
        }
        layout.height = top + height + margins.vertical
        guard showsText, let digits = payload.text else { return layout }
        layout.texts += places.texts(Array(digits), left: margins.left, right: right, y: top + height + 1)
        layout.height += PaintedText.usual + 1
        return layout
    }
}

/// The places of parts in an EAN or UPC.
private struct RetailPlaces {
    /// The modules of the bars that reach down.
    let guards: [Range<Int>]
    /// The module at which each group of digits begins; a digit has seven modules.
    let groups: [(digits: Range<Int>, start: Int)]
    /// Whether the first digit is to the left of the bars, and the last one to the right.
    let hasOuter: (left: Bool, right: Bool)

    /// How far the guard bars reach down.
    static let descent = 5
    /// Modules between a symbol and its add-on: 7–12 are allowed beside an EAN-13, 9–12 beside a UPC.
    static let gap = 9

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

    func texts(_ digits: [Character], left: Int, right: Int, y: Int) -> [PaintedText] {
        var texts = groups.map { group in
            PaintedText(String(digits[group.digits]), x: Double(left + group.start) + 3.5, pitch: 7, y: y)
        }
        if hasOuter.left { texts.append(PaintedText(String(digits[0]), x: Double(left) - 5, pitch: 7, y: y)) }
        if hasOuter.right, let last = digits.last {
            texts.append(PaintedText(String(last), x: Double(right) + 4, pitch: 7, y: y))
        }
        return texts
    }
}

extension Logo {
    /// The light area for a logo: as near to the share as whole modules around the middle allow, in the proportions of
    /// the picture. `.logo` when the level of error correction cannot make up for it.
    func place(in side: Int, level: ErrorCorrection, isForced: Bool) throws(DrawingError) -> Bar {
        let place = area(in: side)
        // All of each codeword is lost of which a module is covered; the levels are said in shares of codewords.
        let taken = place.share(of: side)
        try require(
            taken <= level.share || isForced, .logo, "the logo",
            "it takes \(percent(taken)) % of the code, and level \(level.rawValue) corrects less than "
                + "\(percent(level.share)) %",
            remedy: level == .high ? "make it smaller" : "make it smaller, or use level H")
        return place
    }

    /// The same without a check of the level. A small code has little room between its finders.
    private func area(in side: Int) -> Bar {
        let proportion = Double(width) / Double(height)
        let most = Double(side) - 16
        func length(_ wanted: Double) -> Int {
            var length = Int(max(1, min(wanted, most)).rounded())
            // In the middle of an odd side is an odd number of modules.
            if length % 2 != side % 2 { length += wanted > Double(length) ? 1 : -1 }
            return max(length, 1)
        }
        let columns = length((Double(side * side) * share * proportion).squareRoot())
        let rows = length((Double(side * side) * share / proportion).squareRoot())
        return Bar((side - columns) / 2, (side - rows) / 2, columns, rows)
    }

    /// A warning when the code has no room for as much as was asked for.
    func warning(_ place: Bar, in side: Int) -> DrawingWarning? {
        let taken = percent(place.share(of: side))
        // Whole modules come no nearer.
        return taken < percent(share) * 3 / 4 ? .logoSmaller(taken, asked: percent(share)) : nil
    }

    private func percent(_ share: Double) -> Int { Int((share * 100).rounded()) }

    /// The place of the picture in its light area, in modules: a quarter module from its edges, in its proportions.
    func frame(in place: Bar) -> (x: Double, y: Double, width: Double, height: Double) {
        let room = (width: Double(place.width) - 0.5, height: Double(place.height) - 0.5)
        let scale = min(room.width / Double(width), room.height / Double(height))
        let size = (width: Double(width) * scale, height: Double(height) * scale)
        return (
            Double(place.x) + (Double(place.width) - size.width) / 2,
            Double(place.y) + (Double(place.height) - size.height) / 2, size.width, size.height
        )
    }
}
