internal import BeelineContent
internal import BeelineSupport

/// Finds rules that never match a code, because an earlier rule matches all of their codes. Rules are only compared
/// with those that test the same text, or a part of it, and with those that test none.
struct UnreachableRules {
    private let rules: [RuleSet.ReadRule]
    /// The rules that test a text, by name and key.
    private var keyed: [Name: [IndexKey: [Int]]] = [:]
    private var plain: [Int] = []
    private var prefixLengths: Set<Int> = []
    /// A set that needs more steps is not checked to its end.
    private let logic: Logic
    private static let patience = 1_000_000

    /// Logs a warning for each. Bundled rules may be overridden by others without a warning.
    static func report(_ rules: [RuleSet.ReadRule], kinds: KindTable) {
        var shadows = UnreachableRules(rules: rules, kinds: kinds)
        let last = rules.lastIndex { !$0.log.file.isBundled } ?? -1
        for index in 0..<(last + 1) where !shadows.logic.isExhausted { shadows.add(index) }
    }

    private init(rules: [RuleSet.ReadRule], kinds: KindTable) {
        self.rules = rules
        logic = Logic(kinds, patience: Self.patience)
    }

    private mutating func add(_ index: Int) {
        let later = rules[index]
        guard !later.rule.condition.isSwitchedOff else { return }
        let keys = later.rule.condition.keys
        if let earlier = shadow(of: later, keys?.first) {
            let id = earlier.rule.rule.id
            if !later.log.file.isBundled {
                later.log.warning(
                    "'\(later.rule.rule.id)' is never tried: '\(id)' before it matches all of its codes", at: later.path
                )
            }
            return
        }
        // One that leaves codes to others hides none of them, nor does one that a constant switches on and off.
        guard !later.rule.rule.continues, !later.rule.asksConstants else { return }
        guard let keys else {
            plain.append(index)
            return
        }
        for (name, key) in keys {
            keyed[name, default: [:]][key, default: []].append(index)
            if case .prefix(let text) = key { prefixLengths.insert(text.utf8.count) }
        }
    }

    /// The rule that matches all codes of a later one; nil when none is known to.
    private func shadow(of later: RuleSet.ReadRule, _ key: (name: Name, key: IndexKey)?) -> RuleSet.ReadRule? {
        let conjuncts = later.rule.checked.condition.conjuncts
        let candidates = candidates(key)
        guard logic.spend(candidates.count) else { return nil }
        for index in candidates {
            let earlier = rules[index]
            if later.rule.kinds.isSubset(of: earlier.rule.kinds), logic.implies(conjuncts, earlier.rule.condition) {
                return earlier
            }
        }
        return nil
    }

    /// The earlier rules that may match all codes with a key.
    private func candidates(_ key: (name: Name, key: IndexKey)?) -> [Int] {
        guard let (name, key) = key else { return plain }
        guard let keyed = keyed[name] else { return plain }
        var found = plain
        func add(_ key: IndexKey) { if let rules = keyed[key] { found += rules } }
        func addPrefixes(of text: String) {
            for length in prefixLengths where length <= text.utf8.count { add(.prefix(text.beginning(length))) }
        }
        func addDomains(_ host: String) {
            for domain in HostName.withParents(HostName.withoutRoot(host)) { add(.domain(String(domain))) }
        }
        switch key {
        case .exact(let text):
            add(key)
            addPrefixes(of: text)
            if name.form == .host { addDomains(text) }
        case .prefix(let text): addPrefixes(of: text)
        case .domain(let domain): addDomains(domain)
        case .pattern: add(key)
        }
        return found.sorted()
    }
}

extension CompiledRule {
    fileprivate var asksConstants: Bool {
        checked.condition.names.contains { if case .constant = $0 { true } else { false } }
    }
}

/// Finds custom kinds without codes, and rules for kinds without codes, because an earlier kind takes all of them.
struct UnreachableKinds {
    /// A kind that could be read, and its place.
    struct ReadKind {
        let kind: CustomKind
        let path: JSONPath
        let log: IssueLog
    }

    private let table: KindTable
    /// The kinds without codes.
    private var emptied = RuleKinds()
    /// The custom kind that takes all codes of a kind of the program.
    private var takers: [RuleKind: String] = [:]

    private static let patience = 100_000

    /// Logs a warning for each. Bundled rules may be overridden by others without a warning.
    static func report(_ kinds: [ReadKind], _ rules: [RuleSet.ReadRule], _ table: KindTable) {
        guard !kinds.isEmpty else { return }
        var search = UnreachableKinds(table: table)
        search.go(through: kinds)
        for rule in rules where !rule.log.file.isBundled { search.look(at: rule) }
    }

    private init(table: KindTable) { self.table = table }

    private mutating func go(through kinds: [ReadKind]) {
        // While kinds are made of a code, it has none but the program's.
        let logic = Logic(.base, patience: Self.patience)
        var taking: [(form: CustomKindForm, name: String)] = []
        for (index, read) in kinds.enumerated() {
            let reasons = read.kind.forms.map { form -> String? in
                if let reason = reason(form, logic, taking) { return reason }
                // One that asks more leaves those that have the rest wrong.
                guard !form.asksMore else { return nil }
                taking.append((form, read.kind.name))
                for kind in form.condition.scope.kinds.subtracting(emptied).kinds
                where logic.implies([.kind(RuleKinds([kind]))], form.condition.condition) {
                    emptied.insert(kind)
                    takers[kind] = read.kind.name
                }
                return nil
            }
            let found = reasons.compactMap(\.self)
            if found.count == reasons.count, let reason = found.first {
                read.log.warning("no code is ever of the kind '\(read.kind.name)': \(reason)", at: read.path)
                emptied.insert(RuleKind(own: index))
            } else {
                for case (let place, let reason?) in reasons.enumerated() {
                    read.log.warning(
                        "no code ever has this form of '\(read.kind.name)': \(reason)",
                        at: read.path.member("forms").element(place))
                }
            }
        }
    }

    /// Why no code ever has a form; nil if some code may.
    private func reason(_ form: CustomKindForm, _ logic: Logic, _ taking: [(form: CustomKindForm, name: String)])
        -> String?
    {
        let sources = form.condition.scope.kinds
        guard !sources.isEmpty else { return nil }
        if sources.subtracting(emptied).isEmpty { return reason(sources) }
        guard logic.spend(taking.count) else { return nil }
        let conjuncts = form.condition.condition.conjuncts
        return taking.first { earlier in
            sources.isSubset(of: earlier.form.condition.scope.kinds)
                && logic.implies(conjuncts, earlier.form.condition.condition)
        }.map { "the kind '\($0.name)' before it matches all of them" }
    }

    private func look(at rule: RuleSet.ReadRule) {
        let kinds = rule.rule.kinds
        guard !kinds.isEmpty, !rule.rule.condition.isSwitchedOff, kinds.subtracting(emptied).isEmpty else { return }
        rule.log.warning("'\(rule.rule.rule.id)' is never tried: \(reason(kinds))", at: rule.path)
    }

    private func reason(_ kinds: RuleKinds) -> String {
        kinds.kinds.map { kind in
            takers[kind].map { "the kind '\($0)' matches all codes of kind '\(table.name(of: kind))'" }
                ?? "no code is of kind '\(table.name(of: kind))'"
        }.joined(separator: ", ")
    }
}
