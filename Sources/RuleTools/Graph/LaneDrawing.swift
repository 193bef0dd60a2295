internal import BeelineRules
internal import BeelineSupport

/// Draws the lane of a kind: its name, the way down, and at each step a rule with what it does.
struct LaneDrawing {
    var xml = XMLWriter()
    /// Where the next thing goes.
    private(set) var y: Int
    /// Where the way down has come to.
    private var wayEnd: Int
    /// Whether codes still come this far.
    private var isOpen = true

    /// The middle of the way down.
    private static let way = GraphDrawing.margin + 36
    static let ruleX = way + 34
    static let ruleWidth = 500
    static let actionX = ruleX + ruleWidth + 52
    static let actionWidth = GraphDrawing.width - GraphDrawing.margin - 16 - actionX
    private static let gap = 14

    init(at y: Int) {
        self.y = y + 14
        wayEnd = y
    }

    mutating func header(_ lane: RuleGraph.Lane) {
        let name = plainText(lane.kind ?? "many kinds", limit: 200)
        var x = GraphDrawing.margin + 16
        if let origin = lane.origin { x = bases(origin, from: x) }
        let text = Typeface.name.line(of: name, width: 420)
        let width = Typeface.name.width(of: text) + 24
        xml.element("g") { group in
            group.element("title", text: name)
            group.element("rect", SVG.rect(x, y, width, 28, radius: 14, "kind"))
            group.element("text", SVG.text(x + 12, y + 19, "name onKind"), text: text)
        }
        let rest = GraphDrawing.width - GraphDrawing.margin - 16 - (x + width + 12)
        let title = Typeface.text.line(of: plainText(lane.title, limit: 300), width: rest)
        xml.element("text", SVG.text(x + width + 12, y + 19, "quiet"), text: title)
        y += 28
        wayEnd = y
        if let origin = lane.origin { remark(origin) }
        y += Self.gap
        if lane.origin != nil { wayEnd = y - 8 }
    }

    /// The kinds that a kind of a rule file is made of, and the arrow to it; where it then goes.
    private mutating func bases(_ origin: RuleGraph.Origin, from start: Int) -> Int {
        var x = start
        for name in origin.bases {
            let width = Typeface.code.width(of: name) + 20
            xml.element("rect", SVG.rect(x, y + 3, width, 22, radius: 11, "base"))
            xml.element("text", SVG.text(x + 10, y + 18, "code"), text: name)
            x += width + 6
        }
        xml.element("path", SVG.path("M\(x) \(y + 14) H\(x + 30)", arrow: true))
        return x + 36
    }

    /// How a kind of a rule file comes about.
    private mutating func remark(_ origin: RuleGraph.Origin) {
        let fields = origin.fields.isEmpty ? "" : "; gives " + origin.fields.joined(separator: ", ")
        let whole = plainText("made of them if \(origin.condition)\(fields) (\(origin.file))", limit: 1_000)
        let lines = Typeface.text.lines(of: whole, width: GraphDrawing.width - 2 * GraphDrawing.margin - 70, count: 3)
        let top = y + 6
        xml.element("g") { group in
            group.element("title", text: whole)
            for (index, line) in lines.enumerated() {
                group.element("text", SVG.text(Self.ruleX, top + 13 + 18 * index, "quiet"), text: line)
            }
        }
        y = top + 18 * lines.count
    }

    mutating func step(_ step: RuleGraph.Step) {
        switch step {
        case .rule(let node): rule(node)
        case .elsewhere(let reference):
            let last = reference.numbers.upperBound
            let numbers =
                reference.count == 1 ? "\(last.grouped)" : "\(reference.numbers.lowerBound.grouped)–\(last.grouped)"
            let more = reference.count > reference.ids.count ? ", …" : ""
            aside(
                "then \(numbers) \(reference.ids.map { plainText($0, limit: 100) }.joined(separator: ", "))\(more): see "
                    + "\u{201C}many kinds\u{201D}")
        case .more(let count): aside("… \(count.counted("more rule")); --all draws them")
        }
    }

    private mutating func rule(_ node: RuleGraph.Node) {
        if node.effect == .unreached { isOpen = false }
        let box = RuleBox(node)
        let leaves = LeafColumn(node.actions)
        let middle = y + 21
        let number = node.number.map { $0.grouped } ?? "–"
        let width = max(28, Typeface.code.width(of: number) + 16)
        descend(to: middle - 14)
        xml.element("g") { group in
            group.element("title", text: box.tooltip)
            group.element("path", SVG.path("M\(Self.way + width / 2) \(middle) H\(Self.ruleX)"))
            let style = node.effect.rawValue
            group.element("rect", SVG.rect(Self.way - width / 2, middle - 14, width, 28, radius: 14, style))
            group.element("text", SVG.text(Self.way, middle + 4, "code number"), text: number)
            box.draw(at: y, into: &group)
        }
        // What is not done is not to catch the eye.
        let style = [.disabled, .unreached].contains(node.effect) ? "faint" : "actions"
        if !node.actions.isEmpty {
            xml.element("g", ["class": style]) { leaves.draw(at: y, from: middle, into: &$0) }
        }
        wayEnd = middle + 14
        y += max(box.height, leaves.height) + Self.gap
    }

    /// A step that is no rule.
    private mutating func aside(_ text: String) {
        let line = Typeface.text.line(of: text, width: Self.ruleWidth - 28)
        descend(to: y + 9)
        xml.element("rect", SVG.rect(Self.way - 5, y + 9, 10, 10, radius: 5, "way"))
        xml.element("rect", SVG.rect(Self.ruleX, y, Self.ruleWidth, 28, radius: 14, "elsewhere"))
        xml.element("text", SVG.text(Self.ruleX + 14, y + 18, "quiet"), text: line)
        wayEnd = y + 19
        y += 28 + Self.gap
    }

    /// What becomes of the codes that come to the end.
    mutating func end(takesAll: Bool) {
        guard !takesAll else {
            y -= Self.gap
            return
        }
        descend(to: y + 2)
        xml.element("rect", SVG.rect(Self.way - 5, y + 2, 10, 10, radius: 5, "way"))
        xml.element("text", SVG.text(Self.ruleX, y + 12, "quiet"), text: "no rule takes it")
        y += 18
    }

    private mutating func descend(to end: Int) {
        guard isOpen else { return }
        xml.element("path", SVG.path("M\(Self.way) \(wayEnd) V\(end)", arrow: true))
    }
}
