internal import BeelineContent

/// The kinds that rules can name: those of the program, and those of the rule files.
package struct KindTable: Sendable {
    package private(set) var own: [CustomKind] = []
    package private(set) var all = RuleKinds(count: Kind.allCases.count)
    private var indices: [String: Int] = [:]
    /// The fields that only kinds of rule files have, by name.
    private var given: [String: CustomField] = [:]
    /// The fields of the program that kinds of rule files also set.
    private var givenFields: Set<Name> = []
    /// For each name, the kinds of the rule files whose codes all have it.
    private var certain: [Name: RuleKinds] = [:]
    /// For each name, the kinds of the rule files with codes that may have it.
    private var possible: [Name: RuleKinds] = [:]
    /// For each kind of the rule files, the kinds of the program that its codes may have.
    private var sources: [RuleKinds] = []

    /// The kinds of the program alone.
    static let base = KindTable()

    mutating func append(_ kind: CustomKind) {
        let place = RuleKind(own: own.count)
        indices[kind.name] = own.count
        all.insert(place)
        own.append(kind)
        for field in kind.fields {
            if case .own(let field) = field.name { given[field.name] = field } else { givenFields.insert(field.name) }
        }
        sources.append(kind.sources)
        for name in Set(kind.fields.map(\.name)).union(kind.forms.flatMap(\.condition.scope.present)) {
            possible[name, default: RuleKinds()].insert(place)
            if kind.isCertain(name) { certain[name, default: RuleKinds()].insert(place) }
        }
    }

    package func kind(_ name: String) -> RuleKind? {
        Kind(rawValue: name).map(RuleKind.init) ?? indices[name].map(RuleKind.init(own:))
    }

    package func name(of kind: RuleKind) -> String { kind.base?.rawValue ?? own[kind.own ?? 0].name }

    package var names: [String] { Kind.allCases.map(\.rawValue) + own.map(\.name) }

    /// The field that only kinds of rule files have, by name.
    package func customField(_ name: String) -> CustomField? { given[name] }

    /// Whether a kind of a rule file gives a field that the program has too.
    func isGiven(_ name: Name) -> Bool { givenFields.contains(name) }

    /// The names of the fields that only kinds of rule files have.
    package var customFieldNames: [String] { given.keys.sorted() }

    /// The kinds whose codes always have a name.
    package func always(_ name: Name) -> RuleKinds {
        switch name {
        case .scan(let field): return field.isAlwaysThere ? all : RuleKinds()
        case .constant: return all
        case .seen(let seen):
            guard seen.field.isAlwaysThere else { return RuleKinds() }
            return seen.by.map(always) ?? all
        case .session: return RuleKinds()
        // Whether they are there is a matter of the rule, not of the kind.
        case .capture, .part, .cell, .result: return RuleKinds()
        case .sum(let sum):
            // A value of any type may be a text, which has no sum.
            let isNumber = sum.names.allSatisfy { $0.type == .number }
            return isNumber ? sum.names.reduce(all) { $0.intersection(always($1)) } : RuleKinds()
        case .field(.fixed(let field)): return certain(name, RuleKinds(field.definition.always))
        case .field, .own: return certain(name, RuleKinds())
        }
    }

    /// The kinds in which at least some codes have a name.
    func possible(_ name: Name) -> RuleKinds {
        switch name {
        case .seen(let seen): return seen.by.map(possible) ?? all
        case .scan, .session, .constant, .capture, .part, .cell, .result: return all
        case .field(.fixed(let field)):
            let definition = field.definition
            return possible(name, RuleKinds(definition.always.union(definition.sometimes)))
        case .field(let field):
            let base = Kind.allCases.filter { field.presence(in: $0) != nil }.map { RuleKind($0) }
            return possible(name, RuleKinds(base))
        case .own: return possible(name, RuleKinds())
        case .sum(let sum): return sum.names.reduce(all) { $0.intersection(possible($1)) }
        }
    }

    /// - Parameter base: the kinds of the program whose codes always have the name.
    private func certain(_ name: Name, _ base: RuleKinds) -> RuleKinds {
        withOwn(base, certain[name]) { $0.isSubset(of: base) }
    }

    /// - Parameter base: the kinds of the program whose codes may have the name.
    private func possible(_ name: Name, _ base: RuleKinds) -> RuleKinds {
        withOwn(base, possible[name]) { !$0.intersection(base).isEmpty }
    }

    /// `naming` are the kinds of the rule files that have the name by themselves; `passes` is whether kinds that are
    /// made of these have it because of what these have.
    private func withOwn(_ base: RuleKinds, _ naming: RuleKinds?, _ passes: (RuleKinds) -> Bool) -> RuleKinds {
        guard !own.isEmpty else { return base }
        var kinds = naming.map(base.union) ?? base
        for (index, sources) in sources.enumerated() where passes(sources) { kinds.insert(RuleKind(own: index)) }
        return kinds
    }
}
