internal import BeelineContent

/// The kinds that rules know: those of the program, and those of the rule files.
package struct KindTable: Sendable {
    package private(set) var own: [OwnKind] = []
    package private(set) var all = RuleKinds(count: Kind.allCases.count)
    private var indices: [String: Int] = [:]
    /// What each kind of the rule files gives, by name.
    private var given: [String: OwnField] = [:]
    /// The fields of the program that they give.
    private var givenFields: Set<Name> = []

    /// The kinds of the program alone.
    static let base = KindTable()

    mutating func append(_ kind: OwnKind) {
        indices[kind.name] = own.count
        all.insert(RuleKind(own: own.count))
        own.append(kind)
        for field in kind.fields {
            if case .own(let field) = field.name { given[field.name] = field } else { givenFields.insert(field.name) }
        }
    }

    package func kind(_ name: String) -> RuleKind? {
        Kind(rawValue: name).map(RuleKind.init) ?? indices[name].map(RuleKind.init(own:))
    }

    package func name(of kind: RuleKind) -> String { kind.base?.rawValue ?? own[kind.own ?? 0].name }

    package var names: [String] { Kind.allCases.map(\.rawValue) + own.map(\.name) }

    /// The field that only kinds of rule files have, by name.
    package func ownField(_ name: String) -> OwnField? { given[name] }

    /// Whether a kind of a rule file gives a field that the program has too.
    func isGiven(_ name: Name) -> Bool { givenFields.contains(name) }

    /// The names of the fields that only kinds of rule files have.
    package var ownFieldNames: [String] { given.keys.sorted() }

    /// The kinds whose codes always have a name.
    package func always(_ name: Name) -> RuleKinds {
        switch name {
        case .scan(let field): return field.isAlwaysThere ? all : RuleKinds()
        case .constant: return all
        // Whether they are there is a matter of the rule, not of the kind.
        case .capture, .part, .cell, .result: return RuleKinds()
        case .field(.fixed(let field)): return withOwn(RuleKinds(field.definition.always)) { $0.isCertain(name) }
        case .field, .own: return withOwn(RuleKinds()) { $0.isCertain(name) }
        }
    }

    /// The kinds in which at least some codes have a name.
    func possible(_ name: Name) -> RuleKinds {
        switch name {
        case .scan, .constant, .capture, .part, .cell, .result: return all
        case .field(.fixed(let field)):
            let definition = field.definition
            return withOwn(RuleKinds(definition.always.union(definition.sometimes))) { $0.isPossible(name) }
        case .field(let field):
            let base = Kind.allCases.filter { field.presence(in: $0) != nil }.map { RuleKind($0) }
            return withOwn(RuleKinds(base)) { $0.isPossible(name) }
        case .own: return withOwn(RuleKinds()) { $0.isPossible(name) }
        }
    }

    private func withOwn(_ base: RuleKinds, _ passes: (OwnKind) -> Bool) -> RuleKinds {
        var kinds = base
        for (index, kind) in own.enumerated() where passes(kind) { kinds.insert(RuleKind(own: index)) }
        return kinds
    }
}
