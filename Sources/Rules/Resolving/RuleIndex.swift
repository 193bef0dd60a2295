internal import BeelineContent
internal import BeelineSymbols

/// An index of rules that finds the few candidates for a code among any number of rules.
///
/// A cache: without it, the candidates are all rules of the code's kind. With it, a code takes about as long with ten
/// thousand rules as with ten; without it, the time grows with the number of rules.
///
/// Rules whose conditions require a text, a prefix, a domain or a pattern are in tables by these; all others are always
/// candidates. A candidate may still not match: the index only leaves out rules that cannot.
struct RuleIndex: Sendable {
    private struct KindRules: Sendable {
        /// All rules that may match codes of the kind, ascending.
        let all: [Int]
        /// The rules that are in no table, ascending.
        let plain: [Int]
        /// The tables with the other rules.
        let tables: [NameIndex]
    }

    private let kinds: [KindRules]
    /// For each rule, the kinds that it may match.
    private let kindsOfRules: [RuleKinds]

    /// So few rules of a kind are tried one by one as quickly.
    private static let few = 3

    /// The rules are conditions with their kinds, in the order in which they are tried; nil for one that never matches.
    init(_ rules: [(condition: Condition, kinds: RuleKinds)?], kinds: [RuleKind]) {
        let rulesByKind = kinds.map { kind in rules.indices.filter { rules[$0]?.kinds.contains(kind) ?? false } }
        let crowded = RuleKinds(zip(kinds, rulesByKind).filter { $1.count > Self.few }.map(\.0))
        var indexed: Set<Int> = []
        var rulesByKey: [Name: [IndexKey: [Int]]] = [:]
        var kindsByName: [Name: RuleKinds] = [:]
        for (number, rule) in rules.enumerated() {
            guard let rule, !rule.kinds.intersection(crowded).isEmpty, let keys = rule.condition.keys else { continue }
            indexed.insert(number)
            for (name, key) in keys {
                rulesByKey[name, default: [:]][key, default: []].append(number)
                kindsByName[name] = rule.kinds.union(kindsByName[name] ?? RuleKinds())
            }
        }
        let memory = PatternSet.memory / Int64(max(1, rulesByKey.count))
        let tables = rulesByKey.map { NameIndex($0, $1, memory: memory) }
        self.kinds = zip(kinds, rulesByKind).map { kind, rules in
            guard crowded.contains(kind) else { return KindRules(all: rules, plain: rules, tables: []) }
            return KindRules(
                all: rules, plain: rules.filter { !indexed.contains($0) },
                tables: tables.filter { kindsByName[$0.name]?.contains(kind) ?? false })
        }
        kindsOfRules = rules.map { $0?.kinds ?? RuleKinds() }
    }

    /// Whether a rule may match codes of a kind.
    func hasCandidates(of kind: RuleKind) -> Bool { !kinds[kind.index].all.isEmpty }

    /// The indices of the rules that may match a code, in their order.
    func candidates(for subject: borrowing EvaluationContext) -> [Int] {
        let kind = subject.kind
        // By index: threads that counted references to more than the result would wait for each other.
        if kinds[kind.index].tables.isEmpty { return kinds[kind.index].all }
        var found: [Int] = []
        for place in kinds[kind.index].tables.indices {
            guard kinds[kind.index].tables[place].find(for: subject, &found) else { return kinds[kind.index].all }
        }
        // The tables have rules of other kinds, too, and one may be in several.
        let own = found.filter { kindsOfRules[$0].contains(kind) }
        let plain = kinds[kind.index].plain
        return own.isEmpty ? plain : (plain + (own.count > 1 ? Array(Set(own)) : own)).sorted()
    }
}

/// The tables of one name: the rules by the keys that its value can meet.
private final class NameIndex: Sendable {
    let name: Name
    private let exact: [String: [Int]]
    private let prefixes: [String: [Int]]
    /// In bytes.
    private let prefixLengths: [Int]
    private let domains: [Substring: [Int]]
    private let patterns: PatternIndex
    /// For each pattern its rules.
    private let patternRules: [[Int]]

    /// The index of the rules of each key. The memory, in bytes, is the most of a set of its patterns.
    init(_ name: Name, _ rulesByKey: [IndexKey: [Int]], memory: Int64) {
        self.name = name
        var exact: [String: [Int]] = [:]
        var prefixes: [String: [Int]] = [:]
        var domains: [Substring: [Int]] = [:]
        var patterns: [(pattern: Pattern, rules: [Int])] = []
        for (key, rules) in rulesByKey {
            switch key {
            case .exact(let text): exact[text] = rules
            case .prefix(let text): prefixes[text] = rules
            case .domain(let text): domains[text[...]] = rules
            case .pattern(let pattern): patterns.append((pattern, rules))
            }
        }
        (self.exact, self.prefixes, self.domains) = (exact, prefixes, domains)
        prefixLengths = Set(prefixes.keys.map(\.utf8.count)).sorted()
        self.patterns = PatternIndex(patterns.map(\.pattern), memory: memory)
        patternRules = patterns.map(\.rules)
    }

    /// Adds the rules with a key that a code meets. Returns false if they are incomplete, for want of memory to decide.
    func find(for subject: borrowing EvaluationContext, _ found: inout [Int]) -> Bool {
        switch subject.value(of: name) {
        case .text(let text)?: return find(text, &found)
        case .list(let elements)?:
            for case .text(let text) in elements { guard find(text, &found) else { return false } }
            return true
        case .number?, .boolean?, .date?, nil: return true
        }
    }

    private func find(_ text: String, _ found: inout [Int]) -> Bool {
        if let rules = exact[text] { found += rules }
        for length in prefixLengths {
            if length > text.utf8.count { break }
            if let rules = prefixes[text.beginning(length)] { found += rules }
        }
        if !domains.isEmpty {
            for domain in HostName.withParents(HostName.withoutRoot(text)) {
                if let rules = domains[domain] { found += rules }
            }
        }
        guard let hits = patterns.matches(text) else { return false }
        for hit in hits { found += patternRules[hit] }
        return true
    }
}

extension String {
    /// Its first bytes; they may end within a character.
    func beginning(_ count: Int) -> String { String(decoding: utf8.prefix(count), as: UTF8.self) }
}

/// A test of a text that a table can evaluate for many conditions at once.
enum IndexKey: Hashable, Sendable {
    case exact(String)
    case prefix(String)
    case domain(String)
    case pattern(Pattern)

    /// The rank of a key by the number of codes that meet it, from few to many.
    fileprivate var rank: Int {
        switch self {
        case .exact: 0
        case .domain: 1
        case .prefix: 2
        case .pattern: 3
        }
    }
}

extension Condition {
    /// Keys with their names, at least one of which a code must meet for the condition to be true; nil for none.
    var keys: [(name: Name, key: IndexKey)]? {
        switch self {
        case .all(let conditions):
            return conditions.compactMap(\.keys).min { left, right in
                (left.map(\.key.rank).max() ?? 0, left.count) < (right.map(\.key.rank).max() ?? 0, right.count)
            }
        case .any(let conditions):
            var all: [(name: Name, key: IndexKey)] = []
            for condition in conditions {
                guard let keys = condition.keys else { return nil }
                all += keys
            }
            return all
        case .not, .kind, .symbology: return nil
        case .test(let name, let test):
            guard name.isOfCode else { return nil }
            return test.keys?.map { (name, $0) }
        }
    }
}

extension Name {
    /// Whether it is known of a code before any rule is tried.
    fileprivate var isOfCode: Bool {
        switch self {
        case .field(.fixed(.kind)), .field(.fixed(.symbology)): false
        case .field, .own: true
        case .scan, .seen, .session, .capture, .part, .cell, .result, .constant, .sum: false
        }
    }
}

extension Predicate {
    fileprivate var keys: [IndexKey]? {
        switch self {
        case .oneOf(let operands): Self.texts(operands)?.map(IndexKey.exact)
        case .affix(.prefix, let parts): Self.texts(parts)?.map(IndexKey.prefix)
        case .domain(let domains): domains.map(IndexKey.domain)
        case .matches(let test): [.pattern(test.pattern)]
        case .exists, .affix, .compare, .catalog: nil
        }
    }

    private static func texts(_ operands: [Operand]) -> [String]? {
        var texts: [String] = []
        for operand in operands {
            guard case .literal(.text(let text)) = operand else { return nil }
            texts.append(text)
        }
        return texts
    }
}
