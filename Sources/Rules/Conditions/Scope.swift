internal import BeelineContent

/// What is certain of every code for which a condition is true; the names in a rule are checked against it.
package struct Scope: Hashable, Sendable {
    /// The kinds that it may be of.
    package var kinds: RuleKinds
    /// Names that have a value, although they do not have one for every code of its kind.
    var present: Set<Name>
    /// Captures of patterns that every way leads through, whose groups need not take part: tests may ask for them.
    private(set) var optional: Set<Name> = []

    static func anything(_ kinds: KindTable) -> Scope { Scope(kinds: kinds.all, present: []) }

    init(_ condition: Condition, _ table: KindTable) {
        switch condition {
        case .all(let conditions): self.init(conditions, table)
        case .any(let conditions):
            guard let first = conditions.first else {
                self.init(kinds: RuleKinds(), present: [])
                return
            }
            self = conditions.dropFirst().reduce(Scope(first, table)) { $0.widened(by: Scope($1, table)) }
        case .not(.kind(let kinds)): self.init(kinds: table.all.subtracting(kinds), present: [])
        case .not(.test(let name, .exists(let wanted))):
            self.init(Condition.test(name, .exists(!wanted)), table)
        case .not(.all([])): self.init(kinds: RuleKinds(), present: [])
        case .not(.not(let condition)):
            // What it captures is forgotten, but what it says of the code is true.
            self.init(condition, table)
            present = present.filter { !$0.isFound }
            optional = []
        case .not: self = .anything(table)
        case .kind(let kinds): self.init(kinds: kinds, present: [])
        case .symbology: self = .anything(table)
        case .test(let name, .exists(false)):
            self.init(kinds: table.all.subtracting(table.always(name)), present: [])
        case .test(let name, let test):
            self.init(kinds: table.possible(name), present: [name])
            present.formUnion(test.found)
            // What was recorded by a field is known of codes that have it.
            if case .seen(let seen) = name, let field = seen.by { present.insert(field) }
            if case .matches(let pattern) = test { optional.formUnion(pattern.captures.map(Name.capture)) }
        }
    }

    /// What follows from conditions that all are true.
    init(_ conditions: [Condition], _ table: KindTable) {
        // In place: a set that is copied for each of many conditions takes quadratic time.
        self = conditions.reduce(into: .anything(table)) { $0.narrow(by: Scope($1, table)) }
    }

    init(kinds: RuleKinds, present: Set<Name>) {
        self.kinds = kinds
        self.present = present
    }

    /// Adds what the text of a code is split into.
    mutating func add(_ part: Name, isAlways: Bool) {
        if isAlways { present.insert(part) } else { optional.insert(part) }
    }

    func narrowed(by other: Scope) -> Scope {
        var narrowed = self
        narrowed.narrow(by: other)
        return narrowed
    }

    mutating func narrow(by other: Scope) {
        kinds = kinds.intersection(other.kinds)
        present.formUnion(other.present)
        optional.formUnion(other.optional)
    }

    private func widened(by other: Scope) -> Scope {
        var widened = Scope(kinds: kinds.union(other.kinds), present: present.intersection(other.present))
        widened.optional = optional.intersection(other.optional)
        return widened
    }

    /// Whether an earlier pattern or catalogue looked for it; it may be absent.
    func hasLooked(for name: Name) -> Bool { present.contains(name) || optional.contains(name) }

    /// Whether every code in scope has the name.
    func isCertain(_ name: Name, _ table: KindTable) -> Bool {
        if case .cell(let cell) = name, cell.isCount { return present.contains(cell.row) }
        if present.contains(name) || kinds.isSubset(of: table.always(name)) { return true }
        // How often a value was recorded is known whenever the code has the value.
        guard case .seen(let seen) = name, let field = seen.by, seen.field.isAlwaysThere else { return false }
        return isCertain(field, table)
    }

    /// Whether some code in scope may have the name.
    func isPossible(_ name: Name, _ table: KindTable) -> Bool {
        present.contains(name) || !kinds.intersection(table.possible(name)).isEmpty
    }
}

extension Predicate {
    /// What is known once it is true: captures that take part in every match, and the row of a catalogue.
    fileprivate var found: [Name] {
        switch self {
        case .matches(let test): test.captures.filter { test.isCertain($0) }.map(Name.capture)
        case .catalog(let test): [CatalogCell(list: test.catalog.name, column: "", slot: test.slot).row]
        case .exists, .oneOf, .affix, .domain, .compare: []
        }
    }
}

extension Name {
    /// Whether a test has found it, and not the code brought it along.
    var isFound: Bool {
        switch self {
        case .capture, .part, .cell: true
        case .field, .own, .scan, .seen, .session, .result, .constant: false
        }
    }
}

/// A condition, and what follows from it.
package struct CheckedCondition: Sendable {
    package let condition: Condition
    package let scope: Scope
    /// How many captures and rows it keeps.
    package let slotCount: Int
}
