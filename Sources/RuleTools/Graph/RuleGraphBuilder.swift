internal import BeelineContent
package import BeelineRules

extension RuleGraph {
    /// The graph of one kind, with the rules for many kinds in its lane, or of all. `limit` is the most rules of a
    /// lane; `remedy` says how to draw the others, for the remark in their place.
    package init(
        _ rules: RuleSet, kind: String? = nil, limit: Int? = 60, remedy: String = "a higher limit draws them"
    ) {
        self.remedy = remedy
        let builder = RuleGraphBuilder(rules, limit: limit, expandsShared: kind != nil)
        var lanes: [(first: Int, lane: Lane)] = []
        var otherKinds: [String] = []
        for each in rules.kinds.all.kinds {
            let name = rules.kinds.name(of: each)
            if let kind, kind != name { continue }
            if let lane = builder.lane(of: each) { lanes.append(lane) } else { otherKinds.append(name) }
        }
        if kind == nil, let shared = builder.sharedLane() { lanes.append(shared) }
        self.lanes = lanes.enumerated()
            .sorted { ($0.element.first, $0.offset) < ($1.element.first, $1.offset) }.map(\.element.lane)
        self.otherKinds = otherKinds
        ruleCount = rules.rules.count
        var files: [String] = []
        var known: Set<String> = []
        for file in rules.rules.map(\.file) + rules.kinds.own.map(\.file) where known.insert(file).inserted {
            files.append(file)
        }
        self.files = files
    }
}

/// Builds the lanes of a set of rules.
package struct RuleGraphBuilder {
    private let kinds: KindTable
    private let limit: Int
    private let expandsShared: Bool
    private let entries: [Entry]

    /// A rule with this many kinds is drawn with each of them; one with more is in a lane for many kinds.
    private static let mostKinds = 6

    private struct Entry {
        let rule: CompiledRule
        /// Its position among the rules that are tried, from 1; nil when it is switched off.
        let number: Int?
        let isShared: Bool
    }

    init(_ rules: RuleSet, limit: Int?, expandsShared: Bool) {
        kinds = rules.kinds
        self.limit = limit ?? .max
        self.expandsShared = expandsShared
        var number = 0
        entries = rules.inOrder.map { rule, isDisabled in
            if !isDisabled { number += 1 }
            let isAsked = !isDisabled && !rule.rule.isSwitchedOff
            return Entry(rule: rule, number: isAsked ? number : nil, isShared: rule.kinds.kinds.count > Self.mostKinds)
        }
    }

    /// The lane of a kind, and the place of its first rule; nil when it has no rules of its own.
    func lane(of kind: RuleKind) -> (first: Int, lane: RuleGraph.Lane)? {
        var lane = LaneBuilder(limit: limit)
        for (place, entry) in entries.enumerated() where entry.rule.kinds.contains(kind) {
            if entry.isShared, !expandsShared {
                if let number = entry.number { lane.append(number, entry.rule.rule.id) }
            } else if !entry.isShared || !lane.takesAll {
                let isTaken = lane.takesAll
                lane.append(at: place) { node(entry, isTaken: isTaken, kinds: nil) }
            }
            if entry.number != nil, takesAll(entry.rule, of: kind) { lane.takesAll = true }
        }
        guard let first = lane.first else { return nil }
        let own = kind.own.map { kinds.own[$0] }
        let result = RuleGraph.Lane(
            kind: kinds.name(of: kind), title: own.map { $0.title ?? "" } ?? kind.base?.definition.title ?? "",
            origin: own.map(origin), steps: lane.allSteps, takesAll: lane.takesAll)
        return (first, result)
    }

    /// The lane of the rules for many kinds, and the place of its first rule; nil when there are none.
    func sharedLane() -> (first: Int, lane: RuleGraph.Lane)? {
        var lane = LaneBuilder(limit: limit)
        for (place, entry) in entries.enumerated() where entry.isShared {
            let isTaken = lane.takesAll
            lane.append(at: place) { node(entry, isTaken: isTaken, kinds: inWords(entry.rule.kinds)) }
            if entry.number != nil, kinds.all.kinds.allSatisfy({ takesAll(entry.rule, of: $0) }) {
                lane.takesAll = true
            }
        }
        guard let first = lane.first else { return nil }
        let result = RuleGraph.Lane(
            kind: nil, title: "tried for the kinds that point here, and for all other kinds", origin: nil,
            steps: lane.allSteps, takesAll: lane.takesAll)
        return (first, result)
    }

    private func takesAll(_ rule: CompiledRule, of kind: RuleKind) -> Bool {
        guard !rule.rule.continues, rule.kinds.contains(kind) else { return false }
        return rule.condition.conjuncts.allSatisfy { condition in
            guard case .test(let name, .exists(true)) = condition else {
                return condition == .all([]) || condition.isSwitchedOn
            }
            return kinds.always(name).contains(kind)
        }
    }

    private func node(_ entry: Entry, isTaken: Bool, kinds: String?) -> RuleGraph.Node {
        let rule = entry.rule
        let effect: RuleGraph.Effect =
            entry.number == nil
            ? .disabled
            : isTaken
                ? .unreached : rule.rule.continues ? .continues : rule.actions.isEmpty ? .nothing : .takes
        return RuleGraph.Node(
            number: entry.number, id: rule.rule.id, title: rule.rule.title, file: rule.rule.file,
            condition: rule.condition == .all([]) ? "" : rule.condition.words(self.kinds), kinds: kinds,
            effect: effect, actions: leaves(rule.actions))
    }

    private func leaves(_ actions: [ActionTemplate]) -> [RuleGraph.Leaf] {
        var leading: ActionTemplate?
        return actions.map { action in
            if !action.shape.isOtherwise { leading = action }
            return RuleGraph.Leaf(action, insteadOf: action.shape.isOtherwise ? leading : nil, self.kinds)
        }
    }

    private func origin(_ own: CustomKind) -> RuleGraph.Origin {
        let bases = own.sources.kinds.compactMap(\.base)
        let missing = Kind.allCases.filter { !bases.contains($0) }.map(\.rawValue)
        return RuleGraph.Origin(
            bases: bases.count > Self.mostKinds ? [Self.allBut(missing)] : bases.map(\.rawValue),
            condition: own.forms.count > 1
                ? own.forms.map { $0.title ?? $0.condition.condition.words(kinds) }.joined(separator: ", or ")
                : own.forms.map { $0.condition.condition.words(kinds) }.joined(),
            fields: own.fields.map(\.name.description),
            file: own.file)
    }

    /// Kinds in a few words; where they are many, by those that are missing.
    private func inWords(_ some: RuleKinds) -> String {
        let missing = kinds.all.subtracting(some).kinds.map { kinds.name(of: $0) }
        if missing.count <= 4 { return Self.allBut(missing) }
        return "codes of " + some.kinds.map { kinds.name(of: $0) }.joined(separator: ", ")
    }

    private static func allBut(_ missing: [String]) -> String {
        switch missing.count {
        case 0: "any code"
        case 1...4: "any code but \(missing.joined(separator: ", "))"
        default: "\(Kind.allCases.count - missing.count) kinds"
        }
    }
}

/// The steps of a lane while they are collected.
private struct LaneBuilder {
    let limit: Int
    var takesAll = false
    private(set) var first: Int?
    private var steps: [RuleGraph.Step] = []
    private var ruleCount = 0
    private var hiddenCount = 0

    init(limit: Int) { self.limit = limit }

    mutating func append(at place: Int, _ node: () -> RuleGraph.Node) {
        first = first ?? place
        guard ruleCount < limit else {
            hiddenCount += 1
            return
        }
        ruleCount += 1
        steps.append(.rule(node()))
    }

    /// Points to a rule that is drawn elsewhere, unless it is never asked here.
    mutating func append(_ number: Int, _ id: String) {
        guard !takesAll, hiddenCount == 0 else { return }
        if case .elsewhere(var reference)? = steps.last {
            reference.numbers = reference.numbers.lowerBound...number
            reference.count += 1
            if reference.ids.count < 3 { reference.ids.append(id) }
            steps[steps.count - 1] = .elsewhere(reference)
        } else {
            steps.append(.elsewhere(RuleGraph.Reference(numbers: number...number, count: 1, ids: [id])))
        }
    }

    /// The steps, and how many rules were left out.
    var allSteps: [RuleGraph.Step] { hiddenCount > 0 ? steps + [.more(hiddenCount)] : steps }
}

extension Condition {
    /// The whole condition on one line for people, cut if long: `isbn10 is there and (price < 10 or restricted is
    /// false)`.
    func words(_ table: KindTable) -> String {
        var text = ""
        append(to: &text, table)
        return text
    }

    private static let longest = 2_000

    private func append(to text: inout String, _ table: KindTable) {
        guard text.utf8.count < Self.longest else { return }
        switch self {
        case .all(let conditions) where conditions.count != 1: join(conditions, "and", to: &text, table)
        case .any(let conditions) where conditions.count != 1: join(conditions, "or", to: &text, table)
        case .all(let conditions), .any(let conditions): conditions[0].append(to: &text, table)
        case .not(let condition):
            text += "not ("
            condition.append(to: &text, table)
            text += ")"
        case .kind, .symbology, .test: text += title(table)
        }
    }

    private func join(_ conditions: [Condition], _ word: String, to text: inout String, _ table: KindTable) {
        guard !conditions.isEmpty else {
            text += word == "and" ? "always" : "never"
            return
        }
        for (index, condition) in conditions.enumerated() {
            guard text.utf8.count < Self.longest else { return }
            if index > 0 { text += " \(word) " }
            // `and` within `or`, and the other way around, would be doubtful without.
            guard condition.isList(of: word == "and" ? "or" : "and") else {
                condition.append(to: &text, table)
                continue
            }
            text += "("
            condition.append(to: &text, table)
            text += ")"
        }
    }

    /// Whether it is written as several conditions with that word between them.
    private func isList(of word: String) -> Bool {
        switch self {
        case .all(let conditions):
            conditions.count > 1 && word == "and" || conditions.count == 1 && conditions[0].isList(of: word)
        case .any(let conditions):
            conditions.count > 1 && word == "or" || conditions.count == 1 && conditions[0].isList(of: word)
        case .not, .kind, .symbology, .test: false
        }
    }
}
