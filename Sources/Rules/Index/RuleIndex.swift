internal import BeelineContent
internal import BeelineSymbols

/// Finds, among any number of rules, the few that a code may meet, without asking the others.
///
/// Rules whose conditions ask for a text, a prefix, a domain or a pattern stand in tables by these; the rest is asked one
/// by one. What is found may still not hold: the index only leaves out what cannot.
package final class RuleIndex: Sendable {
    /// A class, so that looking at it copies nothing.
    fileprivate final class KindRules: Sendable {
        /// All rules that may hold for the kind, ascending.
        let all: [Int32]
        /// Those that no table has, ascending.
        let plain: [Int32]
        /// The tables that have the others.
        let names: [NameIndex]

        init(all: [Int32], plain: [Int32], names: [NameIndex]) {
            self.all = all
            self.plain = plain
            self.names = names
        }
    }

    private let kinds: UncountedReferences<KindRules>

    /// Fewer rules of a kind than this are asked one by one as quickly.
    private static let few = 8

    /// - Parameters:
    ///   - rules: conditions in the order in which they are asked, and the kinds for which they may hold; nil for one that
    ///     never does.
    ///   - kinds: all kinds that there are.
    init(_ rules: [(condition: Condition, kinds: RuleKinds)?], kinds: [RuleKind]) {
        let rulesByKind = kinds.map { kind in
            rules.indices.filter { rules[$0]?.kinds.contains(kind) ?? false }.map(Int32.init)
        }
        var isCrowded = RuleKinds()
        for (kind, rules) in zip(kinds, rulesByKind) where rules.count > Self.few { isCrowded.insert(kind) }
        var indexed: Set<Int32> = []
        var rulesByKey: [Name: [IndexKey: [Int32]]] = [:]
        var kindsByName: [Name: RuleKinds] = [:]
        for (number, rule) in rules.enumerated() {
            guard let rule, !rule.kinds.intersection(isCrowded).isEmpty, let keys = rule.condition.keys else {
                continue
            }
            indexed.insert(Int32(number))
            for (name, key) in keys {
                rulesByKey[name, default: [:]][key, default: []].append(Int32(number))
                kindsByName[name] = rule.kinds.union(kindsByName[name] ?? RuleKinds())
            }
        }
        let memory = PatternSet.memory / Int64(max(1, rulesByKey.count))
        let names = rulesByKey.map { NameIndex($0, $1, memory: memory) }
        let found = zip(kinds, rulesByKind).map { kind, rules in
            guard isCrowded.contains(kind) else { return KindRules(all: rules, plain: rules, names: []) }
            return KindRules(
                all: rules, plain: rules.filter { !indexed.contains($0) },
                names: names.filter { kindsByName[$0.name]?.contains(kind) ?? false })
        }
        self.kinds = UncountedReferences(found)
    }

    /// Asks the rules that a code may meet, in their order, until one takes it.
    ///
    /// - Parameter takes: asks a rule, which may be one of another kind; true ends the search.
    func search(for subject: inout EvaluationContext, _ takes: (Int, inout EvaluationContext) -> Bool) {
        kinds.withObject(at: subject.kind.index) { $0.search(for: &subject, takes) }
    }
}

extension RuleIndex.KindRules {
    /// Asks those of the rules that a code may meet, in their order, until one takes it.
    fileprivate func search(for subject: inout EvaluationContext, _ takes: (Int, inout EvaluationContext) -> Bool) {
        guard !names.isEmpty else {
            for place in plain.indices where takes(Int(plain[place]), &subject) { return }
            return
        }
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: mostFound) { room in
            var found = FoundRules(room)
            for name in names { name.find(for: subject, &found) }
            guard !found.isOverflown else {
                for rule in all where takes(Int(rule), &subject) { return }
                return
            }
            found.sort()
            var next = 0
            var last: Int32 = -1
            for plain in plain {
                while next < found.count, found[next] < plain {
                    let rule = found[next]
                    next += 1
                    guard rule != last else { continue }
                    last = rule
                    if takes(Int(rule), &subject) { return }
                }
                if takes(Int(plain), &subject) { return }
            }
            while next < found.count {
                let rule = found[next]
                next += 1
                guard rule != last else { continue }
                last = rule
                if takes(Int(rule), &subject) { return }
            }
        }
    }
}

/// As many as fit into what the stack lends.
private let mostFound = 256
