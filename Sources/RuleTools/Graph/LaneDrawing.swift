internal import BeelineRules
internal import BeelineSupport

/// Draws the lane of a kind: its name, the way down, and at each step a rule with what it does.
struct LaneDrawing {
    var xml = XMLWriter()
    private(set) var y: Int
    /// Where the way down has come to.
    private var wayEnd: Int
    /// Whether codes still come this far.
    private var isOpen = true

    /// The middle of the way down.
    private static let way = GraphStyle.margin + 36
    static let ruleX = way + 34
    static let ruleWidth = 500
    static let actionX = ruleX + ruleWidth + 52
    static let actionWidth = GraphStyle.width - GraphStyle.margin - 16 - actionX
    private static let gap = 14

    init(at y: Int) {
        self.y = y + 14
        wayEnd = y
    }

    mutating func header(_ lane: RuleGraph.Lane) {
        let name = plainText(lane.kind ?? "many kinds", limit: 200)
        var x = GraphStyle.margin + 16
        if let origin = lane.origin { x = bases(origin, from: x) }
        let text = Typeface.name.line(of: name, width: 420)
        let width = Typeface.name.width(of: text) + 24
        xml.element("g") { group in
            group.element("title", text: name)
            group.element("rect", SVG.rect(x, y, width, 28, radius: 14, "kind"))
            group.element("text", SVG.text(x + 12, y + 19, "name onKind"), text: text)
        }
        let rest = GraphStyle.width - GraphStyle.margin - 16 - (x + width + 12)
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

    private mutating func remark(_ origin: RuleGraph.Origin) {
        let fields = origin.fields.isEmpty ? "" : "; gives " + origin.fields.joined(separator: ", ")
        let whole = plainText("made of them if \(origin.condition)\(fields) (\(origin.file))", limit: 1_000)
        let lines = Typeface.text.lines(of: whole, width: GraphStyle.width - 2 * GraphStyle.margin - 70, count: 3)
        let top = y + 6
        xml.element("g") { group in
            group.element("title", text: whole)
            for (index, line) in lines.enumerated() {
                group.element("text", SVG.text(Self.ruleX, top + 13 + 18 * index, "quiet"), text: line)
            }
        }
        y = top + 18 * lines.count
    }

    mutating func step(_ step: RuleGraph.Step, _ remedy: String) {
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
        case .more(let count): aside("… \(count.counted("more rule")); \(remedy)")
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

    /// A step that is not a rule.
    private mutating func aside(_ text: String) {
        let line = Typeface.text.line(of: text, width: Self.ruleWidth - 28)
        descend(to: y + 9)
        xml.element("rect", SVG.rect(Self.way - 5, y + 9, 10, 10, radius: 5, "way"))
        xml.element("rect", SVG.rect(Self.ruleX, y, Self.ruleWidth, 28, radius: 14, "elsewhere"))
        xml.element("text", SVG.text(Self.ruleX + 14, y + 18, "quiet"), text: line)
        wayEnd = y + 19
        y += 28 + Self.gap
    }

    /// The result of the codes that come to the end.
    mutating func end(takesAll: Bool) {
        guard !takesAll else {
            y -= Self.gap
            return
        }
        descend(to: y + 2)
        xml.element("rect", SVG.rect(Self.way - 5, y + 2, 10, 10, radius: 5, "way"))
        xml.element("text", SVG.text(Self.ruleX, y + 12, "quiet"), text: "no rule matches it")
        y += 18
    }

    private mutating func descend(to end: Int) {
        guard isOpen else { return }
        xml.element("path", SVG.path("M\(Self.way) \(wayEnd) V\(end)", arrow: true))
    }
}

/// The boxes of a rule's actions, one below the other, with arrows to them.
struct LeafColumn {
    private var boxes: [Box] = []
    /// Of all of them.
    private(set) var height = 0

    private static let gap = 8
    /// A rule with more actions has the last ones summed up.
    private static let mostActions = 8

    private struct Box {
        let name: String
        let host: String
        let subject: String
        let details: [(text: String, style: String)]
        let tooltip: String
        var height: Int { 24 + 18 * (1 + details.count) }
    }

    init(_ leaves: [RuleGraph.Leaf]) {
        let shown = leaves.count > Self.mostActions ? Self.mostActions - 1 : leaves.count
        boxes = leaves.prefix(shown).map(Self.box)
        if shown < leaves.count {
            let rest = leaves.dropFirst(shown)
            boxes.append(
                Box(
                    name: "… \(rest.count.counted("more action"))", host: "", subject: "", details: [],
                    tooltip: rest.prefix(100).map { plainText($0.action, limit: 100) }.joined(separator: "\n")))
        }
        height = boxes.reduce(0) { $0 + $1.height + Self.gap } - (boxes.isEmpty ? 0 : Self.gap)
    }

    private static func box(_ leaf: RuleGraph.Leaf) -> Box {
        let width = LaneDrawing.actionWidth - 24
        let name = Typeface.code.line(of: plainText(leaf.action, limit: 200), width: width / 2)
        let host = plainText(leaf.host, limit: 1_000)
        let subject = plainText(leaf.subject, limit: 1_000)
        let detail = plainText(leaf.detail, limit: 1_000)
        let remarks = plainText(leaf.remarks.joined(separator: " · "), limit: 1_000)
        let details =
            Typeface.code.lines(of: detail, width: width, count: 2).map { ($0, "code") }
            + Typeface.text.lines(of: remarks, width: width, count: 2).map { ($0, "quiet") }
        let room = width - Typeface.code.width(of: name) - 20
        // A host is set in bold, which is wider.
        let shownHost = Typeface.text.line(of: host, width: room * 9 / 10)
        let rest = room - Typeface.text.width(of: shownHost) * 10 / 9
        return Box(
            name: name, host: shownHost, subject: rest < 30 ? "" : Typeface.text.line(of: subject, width: rest),
            details: details,
            tooltip: [plainText(leaf.action, limit: 200), subject, host, detail, remarks].filter { !$0.isEmpty }
                .joined(separator: "\n"))
    }

    /// - Parameter start: where the arrows begin, at the right of the rule's box.
    func draw(at top: Int, from start: Int, into xml: inout XMLWriter) {
        let (left, x) = (LaneDrawing.ruleX + LaneDrawing.ruleWidth, LaneDrawing.actionX)
        var y = top
        for box in boxes {
            let middle = y + 21
            let bend = middle == start ? "" : "H\(left + 20) V\(middle) "
            xml.element("path", SVG.path("M\(left) \(start) \(bend)H\(x)", arrow: true))
            xml.element("g") { group in
                group.element("title", text: box.tooltip)
                group.element("rect", SVG.rect(x, y, LaneDrawing.actionWidth, box.height, radius: 7, "action"))
                var baseline = y + 25
                group.element("text", SVG.text(x + 12, baseline, "")) { text in
                    text.element("tspan", ["class": "code quiet"], text: box.name)
                    for (part, style) in [(box.subject, "subject"), (box.host, "target")] where !part.isEmpty {
                        text.element("tspan", ["dx": "10", "class": style], text: part)
                    }
                }
                for detail in box.details {
                    baseline += 18
                    group.element("text", SVG.text(x + 12, baseline, detail.style), text: detail.text)
                }
            }
            y += box.height + Self.gap
        }
    }
}

/// The box of a rule: its id, its title, and when it is true.
struct RuleBox {
    private let node: RuleGraph.Node
    private let id: String
    private let title: [String]
    private let condition: [String]
    /// Everything that there is to say, whole.
    let tooltip: String
    let height: Int

    private static let padding = 12
    private static let lineHeight = 18

    init(_ node: RuleGraph.Node) {
        self.node = node
        let width = LaneDrawing.ruleWidth - 2 * Self.padding
        id = Typeface.name.line(
            of: plainText(node.id, limit: 300), width: width - Typeface.text.width(of: node.effect.tag) - 12)
        let whole = plainText(node.title ?? "", limit: 1_000)
        title = Typeface.text.lines(of: whole, width: width, count: 2)
        let parts = [node.kinds ?? "", node.condition.isEmpty ? "" : "if " + node.condition]
        let when = plainText(parts.filter { !$0.isEmpty }.joined(separator: ", "), limit: 1_000)
        condition = Typeface.text.lines(of: when, width: width, count: 3)
        tooltip = [plainText(node.id, limit: 1_000), whole, when, "in " + plainText(node.file, limit: 300)]
            .filter { !$0.isEmpty }.joined(separator: "\n")
        height = 2 * 12 + Self.lineHeight * (1 + title.count + condition.count)
    }

    func draw(at y: Int, into xml: inout XMLWriter) {
        let x = LaneDrawing.ruleX
        xml.element("rect", SVG.rect(x, y, LaneDrawing.ruleWidth, height, radius: 7, "rule \(node.effect.rawValue)"))
        var baseline = y + 25
        xml.element("text", SVG.text(x + Self.padding, baseline, "name"), text: id)
        if !node.effect.tag.isEmpty {
            let right = x + LaneDrawing.ruleWidth - Self.padding
            xml.element("text", SVG.text(right, baseline, "tag"), text: node.effect.tag)
        }
        for line in title {
            baseline += Self.lineHeight
            xml.element("text", SVG.text(x + Self.padding, baseline, ""), text: line)
        }
        for line in condition {
            baseline += Self.lineHeight
            xml.element("text", SVG.text(x + Self.padding, baseline, "quiet"), text: line)
        }
    }
}
