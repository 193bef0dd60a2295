package import BeelineContent
internal import BeelineSupport
internal import BeelineSymbols

/// A code during the evaluation of rules: its reading, its scan, and the values that the rule has set so far.
package struct EvaluationContext: ~Copyable, Sendable {
    package private(set) var reading: Reading
    private let builtInKind: RuleKind
    let scan: Scan
    /// The earlier scans and session values; nil if the rules do not use them.
    let memory: AskedMemory?
    /// The result of a custom kind; nil without one.
    package var classification: Classification?
    /// The captures and rows of the current rule.
    package var slots: [Slot] = []
    /// The text in another spelling, while custom kinds are tested; nil for most codes.
    package var respelling: String?
    /// The results of earlier actions, while an action is completed.
    package var results: ActionResults?

    package init(_ reading: consuming Reading, scan: Scan, memory: AskedMemory? = nil) {
        builtInKind = RuleKind(reading.kind)
        self.reading = reading
        self.scan = scan
        self.memory = memory
    }

    /// Adds warnings to the code, except those that it has already.
    mutating func warn(_ warnings: [ContentWarning]) {
        let new = warnings.filter { !reading.warnings.contains($0) }
        if !new.isEmpty { reading = reading.adding(warnings: new) }
    }

    /// Keeps texts secret that the code itself does not mark as secret.
    mutating func keepSecret(_ texts: [[UInt8]]) {
        if !texts.isEmpty { reading = reading.keepingSecret(texts) }
    }

    package func copy() -> EvaluationContext {
        var copy = EvaluationContext(reading, scan: scan, memory: memory)
        copy.classification = classification
        copy.slots = slots
        copy.results = results
        return copy
    }

    /// The code and its kind, at the end of the evaluation.
    consuming func result() -> (reading: Reading, classification: Classification?) { (reading, classification) }

    package enum Slot: Sendable {
        case empty
        case value(FieldValue)
        case row(Catalog.Row)
    }

    package var kind: RuleKind { classification?.kind ?? builtInKind }

    package func value(of name: borrowing Name) -> FieldValue? {
        switch name {
        case .field(let field):
            if let classification {
                if field == .fixed(.kind) { return .text(classification.name) }
                if let value = classification.value(of: copy name) { return value }
            }
            if let respelling {
                if field == .fixed(.text) { return .text(respelling) }
                if field == .fixed(.compact) { return .text(respelling.withoutWhitespace) }
            }
            return reading.value(of: field)
        case .own: return classification?.value(of: copy name)
        case .scan(let field): return scan.value(of: field)
        case .seen(let name): return value(of: name)
        case .session(let name): return session[name]
        case .capture(let capture):
            if case .value(let value) = slots[capture.slot] { return value }
            return nil
        case .part(let part):
            if case .value(let value) = slots[part.slot] { return value }
            return nil
        case .cell(let cell):
            guard case .row(let row) = slots[cell.slot] else { return nil }
            if cell.isCount { return DecimalNumber(Int64(row.count)).map(FieldValue.number) }
            return cell.type == .text ? row[cell.column].map(FieldValue.text) : row.value(of: cell.column)
        case .result(let name): return results?[name.of]?[name.name]
        case .constant(let constant): return .text(constant.value)
        case .sum(let sum): return value(of: sum)
        }
    }

    /// The value of a sum; nil without the number of one of its names.
    private func value(of sum: SumName) -> FieldValue? {
        var total = DecimalNumber(Int32(0))
        for term in sum.terms {
            var number: DecimalNumber
            switch term.value {
            case .number(let known): number = known
            case .name(let name):
                guard case .number(let found)? = value(of: name) else { return nil }
                number = found
            }
            if term.isSubtracted { number = number.negated }
            guard let next = total.adding(number) else { return nil }
            total = next
        }
        return .number(total)
    }

    /// The value of a name in a template: a cell of a catalogue as it is written, regardless of its type.
    package func shownValue(of name: borrowing Name) -> FieldValue? {
        switch name {
        case .cell(let cell):
            guard !cell.isCount, case .row(let row) = slots[cell.slot] else { return value(of: name) }
            return row[cell.column].map(FieldValue.text)
        default: return value(of: name)
        }
    }

    /// The object or list that a member of a JSON code is; nil for null and other names. It is not a field.
    func json(of name: Name) -> JSONValue? {
        guard case .field(.json(let path)) = name, classification?.value(of: name) == nil,
            case .json(let document) = reading.content
        else { return nil }
        return document.json(at: path).flatMap { $0 == .null ? nil : $0 }
    }

    package func isSecret(_ name: Name) -> Bool { reading.spreadsSecret && tellsSecret(name) }

    /// Whether a name reveals the secret of a code that contains one.
    func tellsSecret(_ name: Name) -> Bool { classification?.isSecret(name) ?? name.mayTellSecret }
}

extension Name {
    /// Whether it reveals the secret of a code that contains one, also by what was captured from such a text.
    var mayTellSecret: Bool {
        switch self {
        case .field(let field): field.mayTellSecret
        // A value's source is not kept, lists and services may repeat their request, and hiding too much does no harm.
        case .own, .capture, .part, .cell, .result: true
        // The history keeps no secret, and what a session has comes from other codes.
        case .scan, .seen, .session, .constant: false
        case .sum(let sum): sum.names.contains(where: \.mayTellSecret)
        }
    }
}

/// The results of the actions of a rule, by their `as` names.
package typealias ActionResults = [String: [String: FieldValue]]

extension DecimalNumber {
    fileprivate var negated: DecimalNumber { DecimalNumber(-digits, decimals: decimals) ?? self }
}
