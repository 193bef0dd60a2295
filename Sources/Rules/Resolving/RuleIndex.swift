internal import BeelineContent
internal import BeelineSymbols

/// Finds, among any number of rules, the few that a code may meet, without asking the others.
///
/// Rules whose conditions require a text, a prefix, a domain or a pattern are in tables by these; the rest is tried one
/// by one. A rule that is found may still not match: the index only leaves out those that cannot.
package final class RuleIndex: Sendable {
    /// A class, so that looking at it copies nothing.
    fileprivate final class KindRules: Sendable {
        /// All rules that may match codes of the kind, ascending.
        let all: [Int32]
        /// Those that no table has, ascending.
        let plain: [Int32]
        /// The tables that have the others.
        let names: UncountedReferences<NameIndex>

        init(all: [Int32], plain: [Int32], names: [NameIndex]) {
            (self.all, self.plain, self.names) = (all, plain, UncountedReferences(names))
        }
    }

    private let kinds: UncountedReferences<KindRules>

    /// Fewer rules of a kind than this are asked one by one as quickly.
    private static let few = 3

    /// - Parameters:
    ///   - rules: conditions in the order in which they are tried, and the kinds for which they may match; nil for one
    ///     that never does.
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

    /// Whether there is a rule that may match a code of a kind.
    func hasRules(for kind: RuleKind) -> Bool { kinds.withObject(at: kind.index) { !$0.all.isEmpty } }

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
        guard names.count > 0 else {
            for place in plain.indices where takes(Int(plain[place]), &subject) { return }
            return
        }
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: mostFound) { room in
            var found = FoundRules(room)
            find(for: subject, &found)
            guard !found.isOverflown else {
                for rule in all where takes(Int(rule), &subject) { return }
                return
            }
            found.sort()
            var next = 0
            var last: Int32 = -1
            for place in 0...plain.count {
                let isAtEnd = place == plain.count
                while next < found.count, isAtEnd || found[next] < plain[place] {
                    let rule = found[next]
                    next += 1
                    guard rule != last else { continue }
                    last = rule
                    if takes(Int(rule), &subject) { return }
                }
                if !isAtEnd, takes(Int(plain[place]), &subject) { return }
            }
        }
    }

    /// Finds the rules of all tables whose keys a code meets.
    private func find(for subject: borrowing EvaluationContext, _ found: inout FoundRules) {
        for place in 0..<names.count { names.withObject(at: place) { $0.find(for: subject, &found) } }
    }
}

/// As many as fit into what the stack lends.
private let mostFound = 256

/// Finds the rules whose keys a name's value meets. Built once, then only read.
final class NameIndex: Sendable {
    let name: Name
    private let exact: TextTable
    private let prefixes: TextTable
    private let domains: TextTable
    private let patterns: PatternIndex?
    /// For each pattern its rules.
    private let patternRules: [[Int32]]

    /// - Parameters:
    ///   - rules: for each key the rules that have it, in ascending order.
    ///   - memory: the most, in bytes, that a set of its patterns may take.
    init(_ name: Name, _ rules: [IndexKey: [Int32]], memory: Int64) {
        self.name = name
        var exact: [[UInt8]: [Int32]] = [:]
        var prefixes: [[UInt8]: [Int32]] = [:]
        var domains: [[UInt8]: [Int32]] = [:]
        var patterns: [(pattern: Pattern, rules: [Int32])] = []
        for (key, rules) in rules {
            switch key {
            case .exact(let text): exact[text] = rules
            case .prefix(let text): prefixes[text] = rules
            case .domain(let text): domains[text] = rules
            case .pattern(let pattern): patterns.append((pattern, rules))
            }
        }
        self.exact = TextTable(exact)
        self.prefixes = TextTable(prefixes)
        self.domains = TextTable(domains)
        self.patterns = patterns.isEmpty ? nil : PatternIndex(patterns.map(\.pattern), memory: memory)
        patternRules = patterns.map(\.rules)
    }

    /// Calls back with the rules whose keys a code meets; some of them more than once.
    func find(for subject: borrowing EvaluationContext, _ found: inout FoundRules) {
        switch subject.value(of: name) {
        case .text(let text)?: find(text, &found)
        case .list(let elements)?: for case .text(let text) in elements { find(text, &found) }
        case .number?, .boolean?, .date?, nil: return
        }
    }

    private func find(_ text: String, _ found: inout FoundRules) {
        Pattern.withUTF8(of: text) { utf8 in
            if !exact.isEmpty, utf8.count <= exact.longest { exact.find(TextHash(utf8), &found) }
            var hash = TextHash()
            var length = 0
            for wanted in prefixes.lengths where wanted <= utf8.count {
                while length < wanted {
                    hash.add(utf8[length])
                    length += 1
                }
                prefixes.find(hash, &found)
            }
            if !domains.isEmpty { findDomains(utf8, &found) }
            findPatterns(utf8, &found)
        }
    }

    /// A host and all that it is below, label by label from the last one.
    private func findDomains(_ whole: UnsafeBufferPointer<UInt8>, _ found: inout FoundRules) {
        let host = whole.last == UInt8(ascii: ".") ? whole.dropLast() : whole[...]
        var hash = TextHash()
        for (length, byte) in host.reversed().prefix(domains.longest + 1).enumerated() {
            if byte == UInt8(ascii: "."), length > 0 { domains.find(hash, &found) }
            hash.add(byte)
        }
        if host.count <= domains.longest { domains.find(hash, &found) }
    }

    private func findPatterns(_ text: UnsafeBufferPointer<UInt8>, _ found: inout FoundRules) {
        guard let patterns else { return }
        let isDecided = patterns.matches(text) { hit in
            for rule in patternRules[hit] { found.add(rule) }
        }
        if !isDecided { found.giveUp() }
    }
}

/// Something that a condition asks of a text and that a table can answer for many conditions at once.
enum IndexKey: Hashable, Sendable {
    case exact([UInt8])
    case prefix([UInt8])
    /// In reverse: from the last label to the first.
    case domain([UInt8])
    case pattern(Pattern)

    /// How much a key leaves over, from little to much.
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
    /// Keys, one of which a code must meet for the condition to be true, each with its name; nil when there are none.
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
        case .scan, .seen, .session, .capture, .part, .cell, .result, .constant: false
        }
    }
}

extension Predicate {
    fileprivate var keys: [IndexKey]? {
        switch self {
        case .oneOf(let operands): Self.texts(operands)?.map { .exact(Array($0.utf8)) }
        case .affix(.prefix, let parts): Self.texts(parts)?.map { .prefix(Array($0.utf8)) }
        case .domain(let domains): domains.map { .domain(Array($0.utf8.reversed())) }
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

/// Rules by texts, by the hashes of these. Texts that share a hash share their rules, which an index may do.
private struct TextTable: Sendable {
    /// Where the rules of each hash stand. A range and no list, because a lookup would count a reference to that.
    private var places: [UInt64: Range<Int>] = [:]
    private var rules: [Int32] = []
    /// The lengths of all texts, in ascending order.
    let lengths: [Int]
    var longest: Int { lengths.last ?? 0 }

    /// - Parameter rulesByText: the rules of each text.
    init(_ rulesByText: [[UInt8]: [Int32]]) {
        lengths = Set(rulesByText.keys.map(\.count)).sorted()
        var rulesByHash: [UInt64: [Int32]] = [:]
        for (text, rules) in rulesByText { rulesByHash[TextHash(text).value, default: []] += rules }
        for (hash, rules) in rulesByHash {
            places[hash] = self.rules.count..<(self.rules.count + rules.count)
            self.rules += rules
        }
    }

    var isEmpty: Bool { lengths.isEmpty }

    /// Calls back with the rules of a text with this hash.
    func find(_ hash: TextHash, _ found: inout FoundRules) {
        guard let place = places[hash.value] else { return }
        for index in place { found.add(rules[index]) }
    }
}

/// A hash that grows byte by byte (FNV-1a, 64 bits), so that all beginnings of a text are hashed in one pass.
private struct TextHash {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    init() {}

    init(_ text: some Sequence<UInt8>) { for byte in text { add(byte) } }

    mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
}

/// The rules that an index has found for a code, in no order. Room for more than any code meets in practice.
struct FoundRules: ~Copyable {
    private let room: UnsafeMutableBufferPointer<Int32>
    private(set) var count = 0
    /// Whether there were more than fit; then what is here is not all.
    private(set) var isOverflown = false

    /// - Parameter room: memory that outlives this.
    init(_ room: UnsafeMutableBufferPointer<Int32>) { self.room = room }

    mutating func add(_ rule: Int32) {
        guard count < room.count else {
            isOverflown = true
            return
        }
        room[count] = rule
        count += 1
    }

    /// Says that what is here is not all.
    mutating func giveUp() { isOverflown = true }

    /// Puts them in ascending order; they are few.
    mutating func sort() {
        var index = 1
        while index < count {
            let rule = room[index]
            var place = index
            while place > 0, room[place - 1] > rule {
                room[place] = room[place - 1]
                place -= 1
            }
            room[place] = rule
            index += 1
        }
    }

    subscript(index: Int) -> Int32 { room[index] }
}
