internal import BeelineContent
internal import BeelineSymbols

/// What must hold for a rule to take a code; checked when it was made, so that evaluating it cannot fail.
indirect enum Condition: Hashable, Sendable {
    /// Every one of them holds; with none, it always holds.
    case all([Condition])
    /// One of them holds; with none, it never does.
    case any([Condition])
    case not(Condition)
    case kind(KindSet)
    case symbology(Set<Symbology>)
    case field(FieldName, FieldTest)

    func holds(for reading: Reading) -> Bool {
        switch self {
        case .all(let conditions): conditions.allSatisfy { $0.holds(for: reading) }
        case .any(let conditions): conditions.contains { $0.holds(for: reading) }
        case .not(let condition): !condition.holds(for: reading)
        case .kind(let kinds): kinds.contains(reading.content.kind)
        case .symbology(let symbologies): symbologies.contains(reading.symbol.symbology)
        case .field(let name, let test): test.holds(for: reading.value(of: name))
        }
    }
}

extension Condition {
    /// The condition without the tests of the kind that every code must pass; for codes whose kind is known to.
    var withoutKind: Condition {
        switch self {
        case .kind: .all([])
        case .all(let conditions): .all(conditions.map(\.withoutKind).filter { $0 != .all([]) })
        default: self
        }
    }
}

/// A test of one field. Of an absent field it is false, save for `exists(false)`.
enum FieldTest: Hashable, Sendable {
    case oneOf([FieldValue])
    /// One of these texts begins it.
    case prefix([String])
    case exists(Bool)

    func holds(for value: FieldValue?) -> Bool {
        switch (self, value) {
        case (.exists(let wanted), _): return (value != nil) == wanted
        case (_, nil): return false
        case (.oneOf(let values), let value?): return values.contains { $0.isSame(as: value) }
        case (.prefix(let prefixes), .text(let text)): return prefixes.contains { text.utf8.starts(with: $0.utf8) }
        case (.prefix(let prefixes), .list(let texts)):
            return texts.contains { text in prefixes.contains { text.utf8.starts(with: $0.utf8) } }
        case (.prefix, .boolean), (.prefix, .number), (.prefix, .date): return false
        }
    }
}

extension FieldValue {
    /// Equality by Unicode scalars: unlike that of `String`, it does not take composed and decomposed letters as one.
    /// Of a list one element suffices.
    fileprivate func isSame(as other: FieldValue) -> Bool {
        switch (self, other) {
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        case (.text(let operand), .list(let texts)): texts.contains { $0.utf8.elementsEqual(operand.utf8) }
        case (.boolean(let left), .boolean(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.date(let left), .date(let right)): left == right
        default: false
        }
    }
}
