internal import BeelineRules
internal import BeelineSupport

/// The box of a rule: its id, its title, and when it holds.
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
