internal import BeelineContent
internal import BeelineSymbols

/// Decides which conditions exclude or imply others, whatever the code.
///
/// It is incomplete but never wrong: where it cannot decide, it assumes neither. So it may also give up: nested
/// alternatives would take exponential time, and long conditions quadratic time.
///
/// A class, because all questions share one limit of steps; it lives while a set is loaded.
final class Logic {
    private let table: KindTable
    private var patience: Int

    init(_ table: KindTable, patience: Int) {
        self.table = table
        self.patience = patience
    }

    var isExhausted: Bool { patience <= 0 }

    /// Counts some steps; false when the limit is reached.
    func spend(_ steps: Int) -> Bool {
        patience -= steps
        return patience > 0
    }

    /// The earlier condition, none of them `all`, that excludes a later one, in words; nil when none is known to.
    func contradiction(of condition: Condition, with conjuncts: [Condition]) -> String? {
        for later in condition.conjuncts {
            if case .not(let negated) = later, implies(conjuncts, negated) {
                let one = conjuncts.first { implies([$0], negated) }
                return (one ?? .all(conjuncts)).title(table)
            }
            guard case .test(let name, let test) = later else { continue }
            guard spend(conjuncts.count) else { return nil }
            for case .test(name, let other) in conjuncts where excludes(test, other, name.type) {
                return "\(name) \(other.title)"
            }
            for case .not(let negated) in conjuncts where implies([later], negated) {
                return "not: \(negated.title(table))"
            }
        }
        return nil
    }

    private func excludes(_ test: Predicate, _ other: Predicate, _ type: FieldType) -> Bool {
        guard spend(test.size * other.size) else { return false }
        return switch (test, other) {
        case (.exists(let wanted), .exists(let unwanted)): wanted != unwanted
        case (.exists(false), _), (_, .exists(false)): true
        // Of a list one element suffices, and another one may pass the other test.
        case _ where type == .list || type == .any: false
        case (.oneOf(let operands), let other), (let other, .oneOf(let operands)):
            !operands.isEmpty && operands.allSatisfy { operand in passes(operand, other) == false }
        case (.compare(let left, .literal(let limit)), .compare(let right, .literal(let other))):
            excludes(left, limit, right, other)
        case (.affix(.prefix, let parts), .affix(.prefix, let others)):
            allTexts(parts) && allTexts(others)
                && texts(parts).allSatisfy { part in
                    texts(others).allSatisfy { !fits(part, .prefix, $0) && !fits($0, .prefix, part) }
                }
        case (.domain(let domains), .domain(let others)):
            domains.allSatisfy { domain in
                others.allSatisfy {
                    !Predicate.isHost(domain, of: $0) && !Predicate.isHost($0, of: domain)
                }
            }
        default: false
        }
    }

    /// Whether a code that meets all of some conditions also meets another one.
    func implies(_ conjuncts: [Condition], _ condition: Condition) -> Bool {
        guard spend(1 + conjuncts.count) else { return false }
        switch condition {
        case .all(let conditions): return conditions.allSatisfy { implies(conjuncts, $0) }
        case .any(let conditions):
            if conditions.contains(where: { implies(conjuncts, $0) }) { return true }
            return alternatives(conjuncts).contains { $0.allSatisfy { implies($0.conjuncts, condition) } }
        case .kind(let kinds): return scope(of: conjuncts).map { $0.kinds.isSubset(of: kinds) } ?? false
        case .symbology(let symbologies):
            return conjuncts.contains {
                if case .symbology(let some) = $0 { some.isSubset(of: symbologies) } else { false }
            }
        case .not(let negated):
            if conjuncts.contains(condition) { return true }
            if case .kind(let kinds) = negated {
                return scope(of: conjuncts).map { $0.kinds.intersection(kinds).isEmpty } ?? false
            }
            return false
        case .test(let name, let wanted):
            // What was found depends on which alternative found it.
            guard !name.isFound else { return false }
            for case .test(name, let test) in conjuncts where implies(test, wanted) { return true }
            if wanted == .exists(true) {
                return scope(of: conjuncts).map { $0.isCertain(name, table) } ?? false
            }
            return alternatives(conjuncts).contains { $0.allSatisfy { implies($0.conjuncts, condition) } }
        }
    }

    /// Nil when the limit of steps is reached.
    private func scope(of conjuncts: [Condition]) -> Scope? {
        guard spend(conjuncts.reduce(0) { $0 + $1.size }) else { return nil }
        return Scope(conjuncts, table)
    }

    private func alternatives(_ conjuncts: [Condition]) -> [[Condition]] {
        conjuncts.compactMap { if case .any(let conditions) = $0 { conditions } else { nil } }
    }

    private func implies(_ test: Predicate, _ wanted: Predicate) -> Bool {
        guard spend(test.size * wanted.size) else { return false }
        if test == wanted { return true }
        switch (test, wanted) {
        case (.exists, _): return false
        case (_, .exists(let isThere)): return isThere
        case (.oneOf(let operands), _):
            return !operands.isEmpty
                && operands.allSatisfy { operand in
                    if case .oneOf(let others) = wanted, others.contains(operand) { return true }
                    return passes(operand, wanted) == true
                }
        case (.affix(let affix, let parts), .affix(let other, let others)):
            guard allTexts(parts), allTexts(others), affix == other || other == .contains else { return false }
            return texts(parts).allSatisfy { part in
                texts(others).contains { other == .contains ? contains(part, $0) : fits(part, affix, $0) }
            }
        case (.domain(let domains), .domain(let others)):
            return domains.allSatisfy { domain in others.contains { Predicate.isHost(domain, of: $0) } }
        case (.compare(let left, .literal(let limit)), .compare(let right, .literal(let other))):
            return implies(left, limit, right, other)
        case (.matches(let left), .matches(let right)):
            // A capture that is not a number fails the test that wants one.
            return left.pattern == right.pattern
                && zip(left.captures, right.captures).allSatisfy { $1.decimals == nil || $0.decimals != nil }
        default: return false
        }
    }

    /// Whether a literal passes a test; nil when that cannot be decided.
    private func passes(_ operand: Operand, _ test: Predicate) -> Bool? {
        guard case .literal(let value) = operand else { return nil }
        switch test {
        case .exists(let wanted): return wanted
        case .oneOf(let others):
            var isOpen = false
            for other in others {
                guard case .literal(let other) = other else {
                    isOpen = true
                    continue
                }
                if other.isSame(as: value) { return true }
            }
            return isOpen ? nil : false
        case .affix(let affix, let parts):
            guard case .text(let text) = value, allTexts(parts) else { return nil }
            return texts(parts).contains { part in affix == .contains ? contains(text, part) : fits(text, affix, part) }
        case .domain(let domains):
            guard case .text(let host) = value else { return nil }
            return domains.contains { Predicate.isHost(host, of: $0) }
        case .matches(let test):
            guard case .text(let text) = value, test.captures.allSatisfy({ $0.decimals == nil }) else { return nil }
            return test.pattern.matches(text)
        case .compare(let comparison, .literal(let limit)): return value.isComparable(with: limit, by: comparison)
        case .compare, .catalog: return nil
        }
    }

    private func allTexts(_ operands: [Operand]) -> Bool { texts(operands).count == operands.count }

    private func texts(_ operands: [Operand]) -> [String] {
        operands.compactMap { if case .literal(.text(let text)) = $0 { text } else { nil } }
    }

    private func contains(_ text: String, _ part: String) -> Bool {
        ByteSearch.contains(Array(text.utf8), Array(part.utf8))
    }

    private func fits(_ text: String, _ affix: Predicate.Affix, _ part: String) -> Bool {
        affix == .prefix
            ? text.utf8.starts(with: part.utf8) : text.utf8.reversed().starts(with: part.utf8.reversed())
    }

    private func excludes(
        _ left: Predicate.Comparison, _ limit: FieldValue, _ right: Predicate.Comparison, _ other: FieldValue
    ) -> Bool {
        // Below this and above that, where that is not below this.
        switch (left.isUpper, right.isUpper) {
        case (true, false): isEmpty(below: limit, left, above: other, right)
        case (false, true): isEmpty(below: other, right, above: limit, left)
        default: false
        }
    }

    private func isEmpty(
        below upper: FieldValue, _ left: Predicate.Comparison, above lower: FieldValue, _ right: Predicate.Comparison
    ) -> Bool {
        if lower.isComparable(with: upper, by: .greater) == true { return true }
        return lower.isSame(as: upper) && (left == .less || right == .greater)
    }

    private func implies(
        _ left: Predicate.Comparison, _ limit: FieldValue, _ right: Predicate.Comparison, _ other: FieldValue
    ) -> Bool {
        guard left.isUpper == right.isUpper else { return false }
        let strict: Predicate.Comparison = left.isUpper ? .less : .greater
        if limit.isComparable(with: other, by: strict) == true { return true }
        return limit.isSame(as: other) && (left == right || left == strict)
    }
}

extension Condition {
    fileprivate var size: Int {
        switch self {
        case .all(let conditions), .any(let conditions): conditions.reduce(1) { $0 + $1.size }
        case .not(let condition): 1 + condition.size
        case .kind, .symbology, .test: 1
        }
    }
}

extension Predicate {
    /// The number of operands to compare.
    fileprivate var size: Int {
        switch self {
        case .oneOf(let operands), .affix(_, let operands): max(1, operands.count)
        case .domain(let domains): max(1, domains.count)
        case .exists, .matches, .compare, .catalog: 1
        }
    }
}

extension Predicate.Comparison {
    fileprivate var isUpper: Bool { self == .less || self == .lessOrEqual }
}

extension FieldValue {
    /// The comparison with a value of the same type; nil for values of two types.
    fileprivate func isComparable(with other: FieldValue, by comparison: Predicate.Comparison) -> Bool? {
        switch (self, other) {
        case (.number, .number), (.date, .date), (.text, .text): compared(by: comparison, with: other)
        default: nil
        }
    }
}
