internal import BeelineRules
internal import BeelineSupport

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
