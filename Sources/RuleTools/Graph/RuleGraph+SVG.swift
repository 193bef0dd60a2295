internal import BeelineRules

extension RuleGraph {
    /// The graph as an SVG picture, 1,120 pixels wide, whose texts are texts.
    ///
    /// It follows the light or dark look of whoever shows it. What does not fit is cut with `…` and stands whole in the
    /// tooltip of its box, as far as a thousand characters.
    public var svg: String {
        var drawing = GraphDrawing()
        drawing.heading(self)
        drawing.legend(self)
        for lane in lanes { drawing.lane(lane) }
        drawing.footing(self)
        return drawing.document(title: "Rules of \(files.joined(separator: ", "))", description: summary)
    }

    /// What there is, in a sentence.
    var summary: String {
        let names = lanes.compactMap(\.kind)
        let kinds = names.isEmpty ? "" : ", for the kinds \(names.joined(separator: ", "))"
        return "\(ruleCount.counted("rule")) in \(files.count.counted("file"))\(kinds); "
            + "each kind has its rules in the order in which they are asked."
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
    /// What is said in the box of a rule; empty where it goes without saying.
    var tag: String {
        switch self {
        case .takes: ""
        case .continues: "and goes on"
        case .nothing: "does nothing"
        case .unreached: "not asked here"
        case .disabled: "switched off"
        }
    }

    /// What the legend says.
    var meaning: String {
        switch self {
        case .takes: "takes the code"
        case .continues: "adds its actions and goes on"
        case .nothing: "takes the code, does nothing"
        case .unreached: "not asked here, for all is taken before"
        case .disabled: "switched off by \u{201C}disable\u{201D} or a constant"
        }
    }
}
