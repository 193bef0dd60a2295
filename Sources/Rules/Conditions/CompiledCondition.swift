internal import BeelineContent
internal import BeelineSymbols

/// A condition in the form in which codes are evaluated against it: a list of steps, each group before its parts.
///
/// Conditions are evaluated here and nowhere else. A step has no reference, so no reference is counted when one is
/// read, and the tests that nearly all rules have (`exists`, true or false, one of some texts) are answered from the
/// code's content alone. A class for the same reason; it never changes.
package final class CompiledCondition: Sendable {
    fileprivate struct Step: Sendable {
        let form: Form
        /// How many steps it takes, its parts included.
        var length = 1
        /// Whether it keeps something in the slots of the code.
        var finds = false
        /// Its place among `tests`, `kinds` or `symbologies`.
        var place = 0
    }

    fileprivate enum Form: Sendable {
        case all, any, not
        case kind, symbology, test
        /// Whether the code has a field of its content, with the kinds whose codes always, and sometimes, have it.
        case has(Field, Bool, always: KindSet, sometimes: KindSet)
        /// Whether a field of its content is true, or false.
        case flag(Field, Bool)
        /// Whether a field of its content is one of some texts, by their place among `texts`.
        case text(Field, Int)
    }

    private let parts: Parts

    fileprivate struct Parts: Sendable {
        var steps: [Step] = []
        var tests: [(name: Name, predicate: Predicate)] = []
        var kinds: [RuleKinds] = []
        var symbologies: [Set<Symbology>] = []
        var texts: [[String]] = []
    }

    /// Tests of constants that are true are left out, unless they capture something.
    package init(_ condition: Condition) {
        var parts = Parts()
        for part in condition.conjuncts where !part.isSwitchedOn || !part.slots.isEmpty { parts.add(part) }
        self.parts = parts
    }

    /// Whether a code meets the condition. What patterns capture and catalogues find is kept in the code's slots; what an
    /// alternative that failed had found is forgotten.
    package func holds(for subject: inout EvaluationContext) -> Bool {
        allHold(in: 0..<parts.steps.count, for: &subject)
    }

    private func allHold(in range: Range<Int>, for subject: inout EvaluationContext) -> Bool {
        var index = range.lowerBound
        while index < range.upperBound {
            guard holds(at: index, for: &subject) else { return false }
            index += parts.steps[index].length
        }
        return true
    }

    private func anyHolds(in range: Range<Int>, for subject: inout EvaluationContext) -> Bool {
        var index = range.lowerBound
        while index < range.upperBound {
            let step = parts.steps[index]
            if step.finds {
                let slots = subject.slots
                if holds(at: index, for: &subject) { return true }
                subject.slots = slots
            } else if holds(at: index, for: &subject) {
                return true
            }
            index += step.length
        }
        return false
    }

    private func holds(at index: Int, for subject: inout EvaluationContext) -> Bool {
        let step = parts.steps[index]
        let inside = (index + 1)..<(index + step.length)
        switch step.form {
        case .all: return allHold(in: inside, for: &subject)
        case .any: return anyHolds(in: inside, for: &subject)
        case .not:
            guard step.finds else { return !allHold(in: inside, for: &subject) }
            let slots = subject.slots
            defer { subject.slots = slots }
            return !allHold(in: inside, for: &subject)
        case .kind: return parts.kinds[step.place].contains(subject.kind)
        case .symbology: return parts.symbologies[step.place].contains(subject.reading.symbol.symbology)
        case .test: break
        // A kind of a rule file may give fields that the code does not have by itself.
        case _ where subject.classification != nil: break
        case .has(let field, let wanted, let always, let sometimes):
            let kind = subject.reading.kind
            let has = always.contains(kind) || (sometimes.contains(kind) && subject.reading.content.has(field))
            return has == wanted
        case .flag(let field, let wanted): return subject.reading.content.value(of: field) == .boolean(wanted)
        case .text(let field, let place):
            guard case .text(let text)? = subject.reading.content.value(of: field) else { return false }
            // `==` takes the sign of the kelvin for a K, but not the same count of bytes.
            return parts.texts[place].contains { $0 == text && $0.utf8.count == text.utf8.count }
        }
        let (name, predicate) = parts.tests[step.place]
        return predicate.holds(for: name, &subject)
    }
}

extension CompiledCondition.Parts {
    fileprivate mutating func add(_ condition: Condition) {
        let start = steps.count
        let finds = !condition.slots.isEmpty
        switch condition {
        case .all(let conditions), .any(let conditions):
            let isAll = if case .all = condition { true } else { false }
            steps.append(.init(form: isAll ? .all : .any, finds: finds))
            for condition in conditions { add(condition) }
        case .not(let condition):
            steps.append(.init(form: .not, finds: finds))
            add(condition)
        case .kind(let kinds):
            steps.append(.init(form: .kind, place: self.kinds.count))
            self.kinds.append(kinds)
        case .symbology(let symbologies):
            steps.append(.init(form: .symbology, place: self.symbologies.count))
            self.symbologies.append(symbologies)
        case .test(let name, let predicate):
            steps.append(.init(form: form(name, predicate), finds: finds, place: tests.count))
            tests.append((name, predicate))
        }
        steps[start].length = steps.count - start
    }

    /// The form of a test of one field of the code's content; `.test` for any other.
    private mutating func form(_ name: Name, _ predicate: Predicate) -> CompiledCondition.Form {
        guard case .field(.fixed(let field)) = name, !field.definition.isCommon else { return .test }
        let definition = field.definition
        switch predicate {
        case .exists(let wanted):
            return .has(field, wanted, always: definition.always, sometimes: definition.sometimes)
        case .oneOf(let operands):
            if operands.count == 1, case .literal(.boolean(let truth)) = operands[0] { return .flag(field, truth) }
            guard definition.type == .text || definition.type == .url else { return .test }
            var texts: [String] = []
            for operand in operands {
                // Beyond ASCII one text has several spellings of the same length.
                guard case .literal(.text(let text)) = operand, text.utf8.allSatisfy({ $0 < 0x80 }) else {
                    return .test
                }
                texts.append(text)
            }
            self.texts.append(texts)
            return .text(field, self.texts.count - 1)
        case .affix, .matches, .domain, .compare, .catalog: return .test
        }
    }
}

extension Condition {
    /// Whether it is true for a code, as `CompiledCondition` decides it; compile a condition that is used for many
    /// codes.
    package func holds(for subject: inout EvaluationContext) -> Bool {
        CompiledCondition(self).holds(for: &subject)
    }
}
