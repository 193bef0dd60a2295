internal import BeelineContent

/// What nearly all rules ask for, in the form in which it is asked most quickly: one behind the other, and without a
/// reference in any of them, so that looking at one costs nothing. A class for the same reason.
package final class QuickTests: Sendable {
    private enum Test: Sendable {
        /// Whether the code has a field of its content, with the kinds whose codes always, and sometimes, have it.
        case has(Field, Bool, always: KindSet, sometimes: KindSet)
        /// Whether a field of its content is true, or false.
        case flag(Field, Bool)
        /// Whether a field of its content is one of some texts, by their place among `texts`.
        case text(Field, Int)
        /// Whether one of so many tests after it holds.
        case any(Int)
        /// Any other condition, by its place among `conditions`.
        case other(Int)
    }

    private let tests: [Test]
    private let texts: [[String]]
    private let conditions: [Condition]
    /// What they ask of a product, where that is nothing but its traits.
    private let ofProducts: [TraitTest]?

    /// What is asked of the traits of a product: that some are there and others are not, or that one of some is.
    private struct TraitTest: Sendable {
        var asked: Product.Traits
        var wanted: Product.Traits
        var isAny = false

        func holds(for traits: Product.Traits) -> Bool {
            isAny ? !traits.isDisjoint(with: asked) : traits.intersection(asked) == wanted
        }
    }

    /// What a condition asks for. What the constants decide is left out.
    init(_ condition: Condition) {
        var parts = Parts()
        // One that captures something is asked all the same.
        for part in condition.conjuncts where !part.isSwitchedOn || !part.slots.isEmpty { parts.add(part) }
        (tests, texts, conditions) = (parts.tests, parts.texts, parts.conditions)
        ofProducts = Self.traitTests(parts.tests)
    }

    /// What tests ask of the traits of a product; nil where they ask something else.
    private static func traitTests(_ tests: [Test]) -> [TraitTest]? {
        var found: [TraitTest] = []
        var index = 0
        while index < tests.count {
            if case .any(let count) = tests[index] {
                var any = TraitTest(asked: [], wanted: [], isAny: true)
                for test in tests[(index + 1)...].prefix(count) {
                    guard case (let trait, true)? = trait(test) else { return nil }
                    any.asked.insert(trait)
                }
                found.append(any)
                index += count
            } else {
                guard let (trait, isWanted) = trait(tests[index]) else { return nil }
                found.append(TraitTest(asked: trait, wanted: isWanted ? trait : []))
            }
            index += 1
        }
        return found
    }

    /// The one trait that a test asks for; with whether it is to be there.
    private static func trait(_ test: Test) -> (Product.Traits, Bool)? {
        switch test {
        case .has(let field, let isWanted, always: _, sometimes: let kinds) where kinds.contains(.product):
            Product.Traits(field).map { ($0, isWanted) }
        case .flag(let field, let isWanted): Product.Traits(field).map { ($0, isWanted) }
        case .has, .text, .any, .other: nil
        }
    }

    private struct Parts {
        var tests: [Test] = []
        var texts: [[String]] = []
        var conditions: [Condition] = []

        mutating func add(_ condition: Condition) {
            if let test = simple(condition) {
                tests.append(test)
            } else if case .any(let conditions) = condition {
                // What an alternative captures must be forgotten when it fails, which only the condition itself does.
                let alternatives = conditions.compactMap { simple($0) }
                guard alternatives.count == conditions.count else { return addOther(condition) }
                tests.append(.any(alternatives.count))
                tests += alternatives
            } else {
                addOther(condition)
            }
        }

        private mutating func addOther(_ condition: Condition) {
            tests.append(.other(conditions.count))
            conditions.append(condition)
        }

        /// A test of one field of the code's content; nil for any other condition.
        private mutating func simple(_ condition: Condition) -> Test? {
            guard case .test(.field(.fixed(let field)), let test) = condition, !field.definition.isCommon else {
                return nil
            }
            let definition = field.definition
            switch test {
            case .exists(let wanted):
                return .has(field, wanted, always: definition.always, sometimes: definition.sometimes)
            case .oneOf(let operands):
                if operands.count == 1, case .literal(.boolean(let truth)) = operands[0] { return .flag(field, truth) }
                guard definition.type == .text || definition.type == .url else { return nil }
                var texts: [String] = []
                for operand in operands {
                    // Beyond ASCII one text has several spellings of the same length.
                    guard case .literal(.text(let text)) = operand, text.utf8.allSatisfy({ $0 < 0x80 }) else {
                        return nil
                    }
                    texts.append(text)
                }
                self.texts.append(texts)
                return .text(field, self.texts.count - 1)
            case .affix, .matches, .domain, .compare, .catalog: return nil
            }
        }
    }

    /// Whether all hold for a code of which no kind of a rule file has made anything.
    func hold(for subject: inout EvaluationContext) -> Bool {
        if let ofProducts, let traits = subject.productTraits {
            for index in ofProducts.indices where !ofProducts[index].holds(for: traits) { return false }
            return true
        }
        var index = 0
        while index < tests.count {
            switch tests[index] {
            case .any(let count):
                let end = index + 1 + count
                index += 1
                while index < end, !holds(tests[index], for: &subject) { index += 1 }
                guard index < end else { return false }
                index = end
            case let test:
                guard holds(test, for: &subject) else { return false }
                index += 1
            }
        }
        return true
    }

    private func holds(_ test: Test, for subject: inout EvaluationContext) -> Bool {
        switch test {
        case .has(let field, let wanted, let always, let sometimes):
            let kind = subject.reading.kind
            let has = always.contains(kind) || (sometimes.contains(kind) && subject.reading.content.hasOwn(field))
            return has == wanted
        case .flag(let field, let wanted):
            return subject.reading.content.truth(of: field) == wanted
        case .text(let field, let place):
            guard case .text(let text)? = subject.reading.content.ownValue(of: field) else { return false }
            // `==` takes the sign of the kelvin for a K, but not the same count of bytes.
            return texts[place].contains { $0 == text && $0.utf8.count == text.utf8.count }
        // These stand in no other.
        case .any: return false
        case .other(let place): return conditions[place].holds(for: &subject)
        }
    }
}
