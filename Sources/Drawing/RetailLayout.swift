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
