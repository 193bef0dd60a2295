internal import BeelineSupport

/// Looks for kinds of rule files that no code is ever of, and for rules that ask for kinds that no code keeps: an earlier
/// kind takes all of their codes.
struct UnreachableKinds {
    /// A kind that could be read, and its place.
    struct ReadKind {
        let kind: OwnKind
        let path: JSONPath
        let log: IssueLog
    }

    private let table: KindTable
    /// Those of which no code is left.
    private var emptied = RuleKinds()
    /// Who has taken the codes of a kind of the program.
    private var takers: [RuleKind: String] = [:]

    private static let patience = 100_000

    /// Logs a warning for each. The rules that come with the program are left to be taken over by others.
    static func report(_ kinds: [ReadKind], _ rules: [RuleSet.ReadRule], _ table: KindTable) {
        guard !kinds.isEmpty else { return }
        var search = UnreachableKinds(table: table)
        search.go(through: kinds)
        for rule in rules where !rule.rule.rule.file.hasPrefix("bundled:") { search.look(at: rule) }
    }

    private init(table: KindTable) { self.table = table }

    private mutating func go(through kinds: [ReadKind]) {
        // While kinds are made of a code, it has none but the program's.
        let logic = Logic(.base, patience: Self.patience)
        for (index, read) in kinds.enumerated() {
            let sources = read.kind.condition.scope.kinds
            let left = sources.subtracting(emptied)
            if left.isEmpty, !sources.isEmpty {
                read.log.warning(
                    "no code is ever of the kind '\(read.kind.name)': \(reason(sources))", at: read.path)
                emptied.insert(RuleKind(own: index))
                continue
            }
            for kind in left.kinds
            where logic.implies([.kind(RuleKinds([kind]))], read.kind.condition.condition) {
                emptied.insert(kind)
                takers[kind] = read.kind.name
            }
        }
    }

    private func look(at rule: RuleSet.ReadRule) {
        let kinds = rule.rule.kinds
        guard !kinds.isEmpty, !rule.rule.condition.isSwitchedOff, kinds.subtracting(emptied).isEmpty else { return }
        rule.log.warning("'\(rule.rule.rule.id)' is never asked: \(reason(kinds))", at: rule.path)
    }

    private func reason(_ kinds: RuleKinds) -> String {
        kinds.kinds.map { kind in
            takers[kind].map { "the kind '\($0)' takes all codes of kind '\(table.name(of: kind))'" }
                ?? "no code is of kind '\(table.name(of: kind))'"
        }.joined(separator: ", ")
    }
}
