package import BeelineContent

/// The kinds that rules know: those of the program, and those of the rule files.
package struct KindTable: Sendable {
    package private(set) var own: [OwnKind] = []
    package private(set) var all = RuleKinds(count: Kind.allCases.count)
    private var indices: [String: Int] = [:]
    /// What each kind of the rule files gives, by name.
    private var given: [String: OwnField] = [:]
    /// The kinds of the rule files that give a name, or whose conditions say that it is there.
    private var naming: [Name: RuleKinds] = [:]

    /// The kinds of the program alone.
    static let base = KindTable()

    mutating func append(_ kind: OwnKind) {
        let place = RuleKind(own: own.count)
        indices[kind.name] = own.count
        all.insert(place)
        own.append(kind)
        for field in kind.fields {
            naming[field.name, default: RuleKinds()].insert(place)
            if case .own(let field) = field.name { given[field.name] = field }
        }
        for name in kind.condition.scope.present { naming[name, default: RuleKinds()].insert(place) }
    }

    package func kind(_ name: String) -> RuleKind? {
        Kind(rawValue: name).map(RuleKind.init) ?? indices[name].map(RuleKind.init(own:))
    }

    package func name(of kind: RuleKind) -> String { kind.base?.rawValue ?? own[kind.own ?? 0].name }

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
        case .field(.fixed(let field)): return certain(name, RuleKinds(field.definition.always))
        case .field, .own: return certain(name, RuleKinds())
        }
    }

    /// The kinds in which at least some codes have a name.
    func possible(_ name: Name) -> RuleKinds {
        switch name {
        case .scan, .constant, .capture, .cell, .result: return all
        case .field(.fixed(let field)):
            let definition = field.definition
            return possible(name, RuleKinds(definition.always.union(definition.sometimes)))
        case .field(let field):
            let base = Kind.allCases.filter { field.presence(in: $0) != nil }.map { RuleKind($0) }
            return possible(name, RuleKinds(base))
        case .own: return possible(name, RuleKinds())
        }
    }

    /// - Parameter base: the kinds of the program whose codes always have the name.
    private func certain(_ name: Name, _ base: RuleKinds) -> RuleKinds {
        withOwn(base, name) { $0.isSubset(of: base) }
    }

    /// - Parameter base: the kinds of the program whose codes may have the name.
    private func possible(_ name: Name, _ base: RuleKinds) -> RuleKinds {
        withOwn(base, name) { !$0.intersection(base).isEmpty }
    }

    /// - Parameter passes: whether kinds that are made of these have the name because of what these have.
    private func withOwn(_ base: RuleKinds, _ name: Name, _ passes: (RuleKinds) -> Bool) -> RuleKinds {
        guard !own.isEmpty else { return base }
        var kinds = naming[name].map(base.union) ?? base
        for (index, kind) in own.enumerated() where passes(kind.condition.scope.kinds) {
            kinds.insert(RuleKind(own: index))
        }
        return kinds
    }
}

/// A kind of content that a rule file makes of codes: a condition, and the fields that it gives them.
package final class OwnKind: Sendable {
    package let name: String
    package let title: String?
    package let file: String
    package let condition: CheckedCondition
    /// The same, as codes are evaluated against it.
    let compiled: CompiledCondition
    /// What must be right beside the condition, in this order.
    package let checks: [KindCheck]
    package let fields: [GivenField]

    package struct GivenField: Sendable {
        /// `.field(.fixed)` for a field that other kinds have too, else `.own`.
        package let name: Name
        package let template: BoundText
    }

    init(
        name: String, title: String?, file: String, condition: CheckedCondition, checks: [KindCheck],
        fields: [GivenField]
    ) {
        (self.name, self.title, self.file, self.condition) = (name, title, file, condition)
        compiled = CompiledCondition(condition.condition)
        (self.checks, self.fields) = (checks, fields)
    }
}

/// Check characters that the codes of a kind have right.
package struct KindCheck: Sendable {
    let scheme: CheckScheme
    /// Those of `mod11`; empty for all other schemes.
    let weights: [Int]
    /// What is checked, as the file writes it: `{match.number}`.
    package let source: String
    let template: BoundText

    /// What it is, in a few words for people.
    package var title: String { "check \(scheme.rawValue) of \(source)" }

    /// The text that is checked.
    package func text(for subject: borrowing EvaluationContext) -> String { template.text(for: subject) }

    package func result(for subject: borrowing EvaluationContext) -> CheckScheme.Result {
        scheme.result(of: text(for: subject), weights: weights)
    }

    /// Whether the text tells a secret of the code.
    package func isSecret(_ subject: borrowing EvaluationContext) -> Bool {
        subject.reading.spreadsSecret && template.tellsSecret(of: subject)
    }
}

extension OwnKind {
    /// What it makes of a code for which its condition holds.
    ///
    /// - Parameter index: its place among the kinds of rule files.
    func classification(index: Int, of subject: borrowing EvaluationContext) -> Classification {
        var given: [(name: Name, value: FieldValue)] = []
        for field in fields { given.append((field.name, field.template.fieldValue(for: subject))) }
        return Classification(name: name, kind: RuleKind(own: index), fields: given)
    }
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
