package import BeelineContent

/// The kinds that rules know: those of the program, and those of the rule files.
package struct KindTable: Sendable {
    /// Those of the rule files, in their order.
    package private(set) var own: [OwnKind] = []
    /// All of them.
    package private(set) var all = RuleKinds(count: Kind.allCases.count)
    private var indices: [String: Int] = [:]
    /// What each kind of the rule files gives, by name.
    private var given: [String: OwnField] = [:]

    /// The kinds of the program alone.
    static let base = KindTable()

    mutating func append(_ kind: OwnKind) {
        indices[kind.name] = own.count
        all.insert(RuleKind(own: own.count))
        own.append(kind)
        for field in kind.fields {
            if case .own(let field) = field.name { given[field.name] = field }
        }
    }

    /// The kind of that name; nil when there is none.
    package func kind(_ name: String) -> RuleKind? {
        Kind(rawValue: name).map(RuleKind.init) ?? indices[name].map(RuleKind.init(own:))
    }

    package func name(of kind: RuleKind) -> String { kind.base?.rawValue ?? own[kind.own ?? 0].name }

    /// The names of all kinds, in their order.
    package var names: [String] { Kind.allCases.map(\.rawValue) + own.map(\.name) }

    /// The field that only kinds of rule files have, by name.
    package func ownField(_ name: String) -> OwnField? { given[name] }

    /// The names of the fields that only kinds of rule files have.
    package var ownFieldNames: [String] { given.keys.sorted() }

    /// The kinds whose codes always have a name.
    package func always(_ name: Name) -> RuleKinds {
        switch name {
        case .scan(let field): return field.isAlwaysThere ? all : RuleKinds()
        case .constant: return all
        // Whether they are there is a matter of the rule, not of the kind.
        case .capture, .cell, .result: return RuleKinds()
        case .field(.fixed(let field)): return withOwn(RuleKinds(field.definition.always)) { isCertain(name, $0) }
        case .field, .own: return withOwn(RuleKinds()) { isCertain(name, $0) }
        }
    }

    /// The kinds in which at least some codes have a name.
    func possible(_ name: Name) -> RuleKinds {
        switch name {
        case .scan, .constant, .capture, .cell, .result: return all
        case .field(.fixed(let field)):
            let definition = field.definition
            return withOwn(RuleKinds(definition.always.union(definition.sometimes))) { isPossible(name, $0) }
        case .field(let field):
            let base = Kind.allCases.filter { field.presence(in: $0) != nil }.map { RuleKind($0) }
            return withOwn(RuleKinds(base)) { isPossible(name, $0) }
        case .own: return withOwn(RuleKinds()) { isPossible(name, $0) }
        }
    }

    private func withOwn(_ base: RuleKinds, _ passes: (OwnKind) -> Bool) -> RuleKinds {
        var kinds = base
        for (index, kind) in own.enumerated() where passes(kind) { kinds.insert(RuleKind(own: index)) }
        return kinds
    }

    private func isCertain(_ name: Name, _ kind: OwnKind) -> Bool {
        kind.gives(name) || kind.condition.scope.isCertain(name, .base)
    }

    private func isPossible(_ name: Name, _ kind: OwnKind) -> Bool {
        kind.gives(name) || kind.condition.scope.isPossible(name, .base)
    }
}

extension OwnKind {
    fileprivate func gives(_ name: Name) -> Bool { fields.contains { $0.name == name } }
}

/// A kind of content that a rule file makes of codes: a condition, and the fields that it gives them.
package final class OwnKind: Sendable {
    package let name: String
    package let title: String?
    /// The name of the file that has it.
    package let file: String
    package let condition: CheckedCondition
    /// The same, as codes are evaluated against it.
    let compiled: CompiledCondition
    package let fields: [GivenField]

    package struct GivenField: Sendable {
        /// `.field(.fixed)` for a field that other kinds have too, else `.own`.
        package let name: Name
        package let template: BoundText
    }

    init(name: String, title: String?, file: String, condition: CheckedCondition, fields: [GivenField]) {
        self.name = name
        self.title = title
        self.file = file
        self.condition = condition
        compiled = CompiledCondition(condition.condition)
        self.fields = fields
    }
}

/// What a kind of a rule file made of a code.
package final class Classification: Sendable {
    /// The kind's name.
    let name: String
    let kind: RuleKind
    /// The fields that it gives, with their values.
    let fields: [(name: Name, value: FieldValue)]

    /// - Parameter subject: a code for which the kind's condition holds.
    init(_ definition: OwnKind, index: Int, subject: borrowing EvaluationContext) {
        name = definition.name
        kind = RuleKind(own: index)
        var fields: [(name: Name, value: FieldValue)] = []
        for field in definition.fields {
            fields.append((field.name, field.template.fieldValue(for: subject)))
        }
        self.fields = fields
    }

    /// The value of a field that it gives; nil for any other.
    func value(of name: Name) -> FieldValue? {
        fields.first { $0.name == name }?.value
    }
}

extension Classification: Hashable {
    package static func == (left: Classification, right: Classification) -> Bool {
        left.name == right.name
            && left.fields.elementsEqual(right.fields) { $0.name == $1.name && $0.value == $1.value }
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension BoundText {
    /// The value for a code: of the type of the name when the template is a lone `{name}` without a default, else a text.
    fileprivate func fieldValue(for subject: borrowing EvaluationContext) -> FieldValue {
        if parts.count == 1, case .variable(let name, nil) = parts[0] {
            return subject.value(of: name) ?? .text("")
        }
        return .text(text(for: subject))
    }
}

/// A kind of content as rules know it: one that codes have by themselves, or one that a rule file makes of them.
package struct RuleKind: Hashable, Sendable {
    /// The place of the kind: those of the program first, then those of the files, in their order.
    let index: Int

    init(_ kind: Kind) { index = kind.index }

    init(own: Int) { index = Kind.allCases.count + own }

    /// Its place among the kinds of rule files; nil for one of the program's.
    package var own: Int? { index >= Kind.allCases.count ? index - Kind.allCases.count : nil }

    /// The program's kind; nil for one of a rule file.
    package var base: Kind? { index < Kind.allCases.count ? Kind.allCases[index] : nil }
}

/// A set of kinds.
package struct RuleKinds: Hashable, Sendable {
    /// One bit for each kind; the first word is apart, for it is nearly always all that there is.
    private var first: UInt64
    private var others: [UInt64]

    init() { (first, others) = (0, []) }

    /// Kinds of the program.
    init(_ kinds: KindSet) { (first, others) = (kinds.mask, []) }

    init(_ kinds: some Sequence<RuleKind>) {
        self.init()
        for kind in kinds { insert(kind) }
    }

    /// The first so many kinds.
    init(count: Int) {
        self.init((0..<count).map { RuleKind(index: $0) })
    }

    mutating func insert(_ kind: RuleKind) {
        let bit: UInt64 = 1 << UInt64(kind.index % 64)
        guard kind.index >= 64 else {
            first |= bit
            return
        }
        let word = kind.index / 64 - 1
        while others.count <= word { others.append(0) }
        others[word] |= bit
    }

    package func contains(_ kind: RuleKind) -> Bool {
        let bit: UInt64 = 1 << UInt64(kind.index % 64)
        if kind.index < 64 { return first & bit != 0 }
        let word = kind.index / 64 - 1
        return word < others.count && others[word] & bit != 0
    }

    var isEmpty: Bool { first == 0 && others.isEmpty }

    func intersection(_ other: RuleKinds) -> RuleKinds { combined(other, &) }

    func union(_ other: RuleKinds) -> RuleKinds { combined(other, |) }

    package func subtracting(_ other: RuleKinds) -> RuleKinds { combined(other) { $0 & ~$1 } }

    func isSubset(of other: RuleKinds) -> Bool {
        others.isEmpty ? first & ~other.first == 0 : subtracting(other).isEmpty
    }

    /// The members, in their order.
    package var kinds: [RuleKind] {
        (0..<64 * (others.count + 1)).map { RuleKind(index: $0) }.filter(contains)
    }

    private func combined(_ other: RuleKinds, _ combine: (UInt64, UInt64) -> UInt64) -> RuleKinds {
        var result = RuleKinds()
        result.first = combine(first, other.first)
        guard !others.isEmpty || !other.others.isEmpty else { return result }
        let count = max(others.count, other.others.count)
        func word(_ words: [UInt64], _ index: Int) -> UInt64 { index < words.count ? words[index] : 0 }
        result.others = (0..<count).map { combine(word(others, $0), word(other.others, $0)) }
        // Two sets with the same members are equal.
        while result.others.last == 0 { result.others.removeLast() }
        return result
    }
}

extension RuleKind {
    fileprivate init(index: Int) { self.index = index }
}
