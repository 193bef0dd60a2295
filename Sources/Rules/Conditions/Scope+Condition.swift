internal import BeelineContent

extension Scope {
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
        case .not(.test(let name, .exists(let wanted))): self.init(Condition.test(name, .exists(!wanted)), table)
        // A count that is not 0 is more.
        case .not(.test(.seen(let seen), .oneOf([Self.zero]))) where seen.field.isAlwaysThere:
            self.init(Condition.test(.seen(seen), .compare(.greater, Self.zero)), table)
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
            if case .seen(let seen) = name {
                if let field = seen.by { present.insert(field) }
                if test.isRecorded(seen.field) { present.formUnion(Self.recordings(seen)) }
            }
            // A sum has a value only if all of its names have one.
            if case .sum(let sum) = name {
                for name in sum.names { narrow(by: Scope(.test(name, .exists(true)), table)) }
            }
            if case .matches(let pattern) = test { optional.formUnion(pattern.captures.map(Name.capture)) }
        }
    }

    private static let zero = Operand.literal(.number(DecimalNumber(Int32(0))))

    /// The times that are known of what was recorded at all. Its source may have no name.
    private static func recordings(_ seen: SeenName) -> [Name] {
        [.seen(SeenName(by: seen.by, .first)), .seen(SeenName(by: seen.by, .last))]
    }

    /// What follows from conditions that all are true.
    init(_ conditions: [Condition], _ table: KindTable) {
        // In place: a set that is copied for each of many conditions takes quadratic time.
        self = conditions.reduce(into: .anything(table)) { $0.narrow(by: Scope($1, table)) }
    }

    func isCertain(_ name: Name, _ table: KindTable) -> Bool {
        if case .cell(let cell) = name, cell.isCount { return present.contains(cell.row) }
        if present.contains(name) || kinds.isSubset(of: table.always(name)) { return true }
        if case .sum(let sum) = name {
            return sum.names.allSatisfy { $0.type == .number && isCertain($0, table) }
        }
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
    /// Whether a count that passes is of something that was recorded; so is what has a time or a source.
    fileprivate func isRecorded(_ field: SeenField) -> Bool {
        guard field.isAlwaysThere else { return self != .exists(false) }
        let zero = DecimalNumber(Int32(0))
        switch self {
        case .compare(.greater, .literal(.number(let limit))): return limit >= zero
        case .compare(.greaterOrEqual, .literal(.number(let limit))): return limit > zero
        case .oneOf(let operands):
            return operands.allSatisfy { if case .literal(.number(let number)) = $0 { number > zero } else { false } }
        default: return false
        }
    }

    /// The names that have a value once it is true: captures in every match, and the row of a catalogue.
    fileprivate var found: [Name] {
        switch self {
        case .matches(let test): test.captures.filter { test.isCertain($0) }.map(Name.capture)
        case .catalog(let test): [CatalogCell(list: test.catalog.name, column: "", slot: test.slot).row]
        case .exists, .oneOf, .affix, .domain, .compare: []
        }
    }
}

extension Name {
    /// Whether a test sets it, and not the code itself.
    var isFound: Bool {
        switch self {
        case .capture, .part, .cell: true
        case .field, .own, .scan, .seen, .session, .result, .constant: false
        case .sum(let sum): sum.names.contains(where: \.isFound)
        }
    }
}
