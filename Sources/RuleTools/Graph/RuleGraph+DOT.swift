internal import BeelineRules
internal import BeelineSupport

extension RuleGraph {
    /// The graph in the DOT language, which Graphviz's `dot` draws. A lane is a cluster: the way of a code leads down
    /// from its kind through the rules, and beside each rule is a box with its actions. What does not fit is cut with
    /// `…` and is whole in the tooltip of its box, as far as a thousand characters.
    package var dot: String {
        var dot = DOTWriter()
        let kinds = otherKinds.prefix(100).joined(separator: ", ")
        let hasShared = lanes.contains { $0.kind == nil }
        let note = hasShared ? "Kinds with only rules for many kinds: " : "Kinds without rules: "
        dot.heading([
            "Rules by kind",
            ruleCount.counted("rule") + (files.isEmpty ? "" : " of " + plain(files.joined(separator: ", "))),
            lanes.isEmpty
                ? "There are no rules to draw."
                : "A code starts at its kind. The first matching rule wins; numbers are positions in the order.",
            kinds.isEmpty || lanes.isEmpty ? "" : note + kinds,
        ])
        for lane in lanes { dot.lane(lane, remedy) }
        return dot.text + "}\n"
    }
}

extension RuleGraph.Effect {
    /// What the box of a rule says about it; empty for the usual.
    var meaning: String {
        switch self {
        case .takes: ""
        case .continues: "adds its actions and continues"
        case .nothing: "matches, does nothing"
        case .unreached: "not tried here, because an earlier rule always matches"
        case .disabled: "switched off by \u{201C}disable\u{201D} or a constant"
        }
    }

    fileprivate var style: String {
        switch self {
        case .takes: ##"fillcolor="#e3f4e8", color="#1f8046""##
        case .continues: ##"fillcolor="#e4eefb", color="#2b66c4""##
        case .nothing: ##"fillcolor="#e9ebee""##
        case .unreached: ##"fillcolor="#fdf3dc", color="#a86a00", style="rounded,filled,dashed""##
        case .disabled: ##"color="#9aa4af", style="rounded,filled,dashed""##
        }
    }
}

/// Writes lanes, one below the other, as statements of the DOT language.
private struct DOTWriter {
    private(set) var text = ""
    private var laneCount = 0
    private var boxCount = 0
    /// The box that the next one is below.
    private var last: String?
    /// Whether codes still reach the next box.
    private var isOpen = true

    /// A rule with more actions has the last ones summed up.
    private static let mostActions = 8
    /// In pixels of the text.
    private static let width = 480

    /// - Parameter lines: the text above the lanes.
    mutating func heading(_ lines: [String]) {
        let label = lines.flatMap { Typeface.text.lines(of: $0, width: 2 * Self.width, count: 3) }
        text = """
            digraph rules {
              graph [label=\(quoted(label)), labelloc=t, labeljust=l, fontname="sans-serif", fontsize=12, nodesep=0.4, ranksep=0.25]
              node [shape=box, style="rounded,filled", fillcolor="#ffffff", color="#59636e", fontname="sans-serif", fontsize=11]
              edge [color="#7d8894", arrowsize=0.7]

            """
    }

    mutating func lane(_ lane: RuleGraph.Lane, _ remedy: String) {
        laneCount += 1
        // Outside of the cluster, in which a box would be that it names.
        if let last { statement("\(last) -> box\(boxCount + 1) [style=invis]") }
        last = nil
        isOpen = true
        statement("subgraph cluster_\(laneCount) {")
        statement(##"  graph [style="rounded,filled", color="#f5f6f8", label=""]"##)
        let name = plain(lane.kind ?? "many kinds")
        let origin = lane.origin.map(Self.words) ?? ""
        box(
            lines: [name] + wrapped(lane.title, 2) + wrapped(origin, 3), tooltip: [name, lane.title, origin],
            ##"fillcolor="#24292f", fontcolor="#ffffff""##)
        for step in lane.steps { self.step(step, remedy) }
        if !lane.takesAll { box(lines: ["no rule matches it"], tooltip: [], "shape=plaintext, style=\"\"") }
        statement("}")
    }

    /// The origin of a custom kind in words.
    private static func words(_ origin: RuleGraph.Origin) -> String {
        let fields = origin.fields.isEmpty ? "" : "; gives " + origin.fields.joined(separator: ", ")
        return "made of \(origin.bases.joined(separator: ", ")) if \(origin.condition)\(fields) (\(origin.file))"
    }

    private mutating func step(_ step: RuleGraph.Step, _ remedy: String) {
        switch step {
        case .rule(let node): rule(node)
        case .elsewhere(let reference):
            let (first, last) = (reference.numbers.lowerBound.grouped, reference.numbers.upperBound.grouped)
            let ids = reference.ids.joined(separator: ", ") + (reference.count > reference.ids.count ? ", …" : "")
            aside("then \(reference.count == 1 ? last : "\(first)–\(last)") \(ids): see \u{201C}many kinds\u{201D}")
        case .more(let count): aside("… \(count.counted("more rule")); \(remedy)")
        }
    }

    /// A step that is not a rule.
    private mutating func aside(_ words: String) {
        box(lines: wrapped(words, 2), tooltip: [words], #"style="rounded,dotted""#)
    }

    private mutating func rule(_ node: RuleGraph.Node) {
        if node.effect == .unreached { isOpen = false }
        let heading = "\(node.number.map { $0.grouped } ?? "–")  \(node.id)"
        let when = [node.kinds ?? "", node.condition.isEmpty ? "" : "if " + node.condition]
            .filter { !$0.isEmpty }.joined(separator: ", ")
        let title = node.title ?? ""
        box(
            lines: wrapped(heading, 1) + wrapped(node.effect.meaning, 1) + wrapped(title, 2) + wrapped(when, 3),
            tooltip: [node.id, title, when, "in " + node.file], node.effect.style)
        if !node.actions.isEmpty { actions(node.actions) }
    }

    /// The box of a rule's actions, at the right of the rule.
    private mutating func actions(_ leaves: [RuleGraph.Leaf]) {
        let shown = leaves.count > Self.mostActions ? Self.mostActions - 1 : leaves.count
        var lines: [String] = []
        var tooltip: [String] = []
        for leaf in leaves.prefix(shown) {
            let remarks = leaf.remarks.joined(separator: " · ")
            let heading = [leaf.action, leaf.host, leaf.subject].filter { !$0.isEmpty }.joined(separator: "  ")
            lines += wrapped(heading, 1) + (wrapped(leaf.detail, 2) + wrapped(remarks, 2)).map { "    " + $0 }
            tooltip += [heading, leaf.detail, remarks]
        }
        if shown < leaves.count {
            let rest = leaves.dropFirst(shown)
            lines.append("… \(rest.count.counted("more action"))")
            tooltip += rest.prefix(100).map(\.action)
        }
        guard let rule = last else { return }
        boxCount += 1
        statement("  box\(boxCount) [label=\(quoted(lines)), tooltip=\(Self.tooltip(tooltip))]")
        statement("  { rank=same; \(rule) -> box\(boxCount) }")
    }

    /// A box below the last one.
    private mutating func box(lines: [String], tooltip: [String], _ style: String) {
        boxCount += 1
        let name = "box\(boxCount)"
        statement("  \(name) [label=\(quoted(lines)), tooltip=\(Self.tooltip(tooltip)), \(style)]")
        if let last { statement("  \(last) -> \(name)\(isOpen ? "" : " [style=invis]")") }
        last = name
    }

    private mutating func statement(_ words: String) { text += "  \(words)\n" }

    private func wrapped(_ text: String, _ count: Int) -> [String] {
        Typeface.text.lines(of: plain(text), width: Self.width, count: count)
    }

    private static func tooltip(_ lines: [String]) -> String {
        // Versions of Graphviz differ in how often they undo escapes here, so there are none: U+29F5 looks the same.
        let texts = lines.map { line in String(plain(line).map { $0 == "\\" ? "\u{29F5}" : $0 }) }
        return quoted(texts.filter { !$0.isEmpty }, separator: "\\n")
    }
}

/// On one line, and not endless.
private func plain(_ text: String) -> String { plainText(text, limit: 1_000) }

/// A text as DOT has it between quotes: nothing in it is an escape of `dot` or an entity of HTML. The default end of a
/// line, `\l`, aligns it at the left.
private func quoted(_ lines: [String], separator: String = "\\l") -> String {
    var text = "\""
    for line in lines {
        for character in line.unicodeScalars {
            switch character {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "&": text += "&amp;"
            default: text.unicodeScalars.append(character)
            }
        }
        text += separator
    }
    return text + "\""
}

extension Int {
    /// `1 rule`, `10,000 rules`.
    fileprivate func counted(_ noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }

    /// With commas between thousands.
    fileprivate var grouped: String {
        self < 1_000 ? "\(self)" : "\((self / 1_000).grouped),\("\(1_000 + self % 1_000)".dropFirst())"
    }
}
