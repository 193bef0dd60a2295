internal import BeelineContent

/// A part of a condition in the form in which it is asked most quickly: what nearly all rules ask for.
enum QuickTest: Sendable {
    /// Whether the code has a field of its content, with the kinds whose codes always, and sometimes, have it.
    case has(Field, Bool, always: KindSet, sometimes: KindSet)
    /// Whether a field of its content is true, or false.
    case flag(Field, Bool)
    /// Whether a field of its content is one of some texts.
    case text(Field, [String])
    /// Whether one of some tests holds.
    case any([QuickTest])
    /// Any other condition.
    case other(Condition)

    /// Whether it holds for a code of which no kind of a rule file has made anything.
    func holds(for subject: inout Subject) -> Bool {
        switch self {
        case .has(let field, let wanted, let always, let sometimes):
            let kind = subject.reading.content.kind
            let has = always.contains(kind) || (sometimes.contains(kind) && subject.reading.content.hasOwn(field))
            return has == wanted
        case .flag(let field, let wanted):
            if case .boolean(wanted)? = subject.reading.content.ownValue(of: field) { return true }
            return false
        case .text(let field, let wanted):
            guard case .text(let text)? = subject.reading.content.ownValue(of: field) else { return false }
            // `==` takes the sign of the kelvin for a K, but not the same count of bytes.
            return wanted.contains { $0 == text && $0.utf8.count == text.utf8.count }
        case .any(let tests):
            for test in tests where test.holds(for: &subject) { return true }
            return false
        case .other(let condition): return condition.holds(for: &subject)
        }
    }
}

extension Condition {
    /// The condition as quick tests that must all hold. What the constants decide is left out.
    var quickTests: [QuickTest] {
        // One that captures something is asked all the same.
        conjuncts.filter { !$0.isSwitchedOn || !$0.slots.isEmpty }.map(\.quickTest)
    }

    private var quickTest: QuickTest {
        switch self {
        case .any(let conditions):
            // What an alternative captures must be forgotten when it fails, which only the condition itself does.
            let tests = conditions.map(\.quickTest)
            return tests.contains { if case .other = $0 { true } else { false } } ? .other(self) : .any(tests)
        case .test(.field(.fixed(let field)), let test) where !field.definition.isCommon:
            return test.quickTest(of: field) ?? .other(self)
        default: return .other(self)
        }
    }
}

extension FieldTest {
    fileprivate func quickTest(of field: Field) -> QuickTest? {
        let definition = field.definition
        switch self {
        case .exists(let wanted): return .has(field, wanted, always: definition.always, sometimes: definition.sometimes)
        case .oneOf(let operands):
            if operands.count == 1, case .literal(.boolean(let truth)) = operands[0] { return .flag(field, truth) }
            guard definition.type == .text || definition.type == .url else { return nil }
            var texts: [String] = []
            for operand in operands {
                // Beyond ASCII one text has several spellings of the same length.
                guard case .literal(.text(let text)) = operand, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
                texts.append(text)
            }
            return .text(field, texts)
        case .affix, .matches, .domain, .compare, .catalog: return nil
        }
    }
}
