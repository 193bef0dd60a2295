internal import BeelineRules
internal import BeelineSupport

extension RuleGraph {
    /// The graph as an SVG picture, 1,120 pixels wide, whose texts are texts.
    ///
    /// It follows the light or dark look of the viewer. What does not fit is cut with `…` and is whole in the
    /// tooltip of its box, as far as a thousand characters.
    package var svg: String {
        var drawing = GraphDrawing()
        drawing.heading(self)
        drawing.legend(self)
        for lane in lanes { drawing.lane(lane, remedy) }
        drawing.footing(self)
        return drawing.document(title: "Rules of \(files.joined(separator: ", "))", description: summary)
    }

    /// What there is, in a sentence.
    var summary: String {
        let names = lanes.compactMap(\.kind)
        let kinds = names.isEmpty ? "" : ", for the kinds \(names.joined(separator: ", "))"
        return "\(ruleCount.counted("rule")) in \(files.count.counted("file"))\(kinds); "
            + "each kind has its rules in the order in which they are tried."
    }
}

extension Int {
    /// `1 rule`, `10,000 rules`.
    func counted(_ noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }

    /// With commas between thousands.
    var grouped: String {
        self < 1_000 ? "\(self)" : "\((self / 1_000).grouped),\("\(1_000 + self % 1_000)".dropFirst())"
    }
}

extension RuleGraph.Effect {
    /// The text in the box of a rule; empty where it would say nothing.
    var tag: String {
        switch self {
        case .takes: ""
        case .continues: "and continues"
        case .nothing: "does nothing"
        case .unreached: "not tried here"
        case .disabled: "switched off"
        }
    }

    var meaning: String {
        switch self {
        case .takes: "matches"
        case .continues: "adds its actions and continues"
        case .nothing: "matches, does nothing"
        case .unreached: "not tried here, because an earlier rule always matches"
        case .disabled: "switched off by \u{201C}disable\u{201D} or a constant"
        }
    }
}

/// Lays a graph out from top to bottom, and writes it as SVG. Units are pixels.
struct GraphDrawing {
    private static let width = GraphStyle.width
    private static let margin = GraphStyle.margin

    private var xml = XMLWriter()
    private var y = GraphDrawing.margin

    private static var inner: Int { width - 2 * margin }

    mutating func heading(_ graph: RuleGraph) {
        xml.element("text", SVG.text(Self.margin, y + 20, "heading"), text: "Rules by kind")
        y += 44
        let files = plainText(graph.files.joined(separator: ", "), limit: 1_000)
        let text = graph.ruleCount.counted("rule") + (files.isEmpty ? "" : " of \(files)")
        for line in Typeface.text.lines(of: text, width: Self.inner, count: 2) { paragraph(line) }
        paragraph("A code starts at its kind. The first matching rule wins; numbers are positions in the order.")
        y += 10
    }

    private mutating func paragraph(_ text: String) {
        xml.element("text", SVG.text(Self.margin, y + 13, "quiet"), text: text)
        y += 20
    }

    /// The colours that the graph has, and what they mean.
    mutating func legend(_ graph: RuleGraph) {
        let effects = Set(
            graph.lanes.flatMap(\.steps).compactMap { step in
                if case .rule(let node) = step { node.effect } else { nil }
            })
        guard !effects.isEmpty else { return }
        var x = Self.margin
        for effect in RuleGraph.Effect.allCases where effects.contains(effect) {
            let width = 36 + Typeface.text.width(of: effect.meaning)
            if x + width > Self.width - Self.margin {
                x = Self.margin
                y += 24
            }
            xml.element("rect", SVG.rect(x, y, 26, 16, radius: 5, effect.rawValue))
            xml.element("text", SVG.text(x + 34, y + 13, ""), text: effect.meaning)
            x += width + 22
        }
        y += 34
    }

    mutating func lane(_ lane: RuleGraph.Lane, _ remedy: String) {
        var drawing = LaneDrawing(at: y)
        drawing.header(lane)
        for step in lane.steps { drawing.step(step, remedy) }
        drawing.end(takesAll: lane.takesAll)
        let height = drawing.y + 14 - y
        xml.element("rect", SVG.rect(Self.margin, y, Self.inner, height, radius: 10, "lane"))
        xml.append(written: drawing.xml.text)
        y += height + 18
    }

    mutating func footing(_ graph: RuleGraph) {
        if graph.lanes.isEmpty { paragraph("There are no rules to draw.") }
        guard !graph.otherKinds.isEmpty, !graph.lanes.isEmpty else { return }
        let kinds = graph.otherKinds.prefix(100).joined(separator: ", ")
        let hasShared = graph.lanes.contains { $0.kind == nil }
        let text =
            (hasShared ? "Kinds with only rules for many kinds: " : "Kinds without rules: ")
            + plainText(kinds, limit: 1_000)
        for line in Typeface.text.lines(of: text, width: Self.inner, count: 3) { paragraph(line) }
    }

    func document(title: String, description: String) -> String {
        var document = XMLWriter()
        let height = y + Self.margin - 8
        document.append(written: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        document.element(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "width": "\(Self.width)", "height": "\(height)",
                "viewBox": "0 0 \(Self.width) \(height)", "role": "img",
            ]
        ) { svg in
            svg.element("title", text: plainText(title, limit: 300))
            svg.element("desc", text: plainText(description, limit: 1_000))
            svg.element("style") { $0.append(written: GraphStyle.sheet) }
            svg.element("defs") { defs in
                defs.element(
                    "marker",
                    [
                        "id": "arrow", "viewBox": "0 0 8 8", "refX": "7", "refY": "4", "markerWidth": "7",
                        "markerHeight": "7", "orient": "auto",
                    ]
                ) { $0.element("path", ["d": "M0 0 L8 4 L0 8 z", "class": "arrow"]) }
            }
            svg.element("rect", ["width": "\(Self.width)", "height": "\(height)", "class": "page"])
            svg.append(written: xml.text)
        }
        return document.text
    }
}
