package import BeelineContent
internal import BeelineSupport
internal import BeelineSymbols

extension MemoryKey {
    /// The key of a code itself; nil for one that contains a secret, of which nothing is remembered.
    package init?(of reading: Reading) {
        guard !reading.holdsSecret else { return nil }
        if let field = reading.kind.definition.identity, let number = reading.text(of: field) {
            self.init(identity: number)
        } else if let text = reading.symbol.text {
            // Scanners write a line end after it, or STX and ETX around it.
            self.init(identity: Respelling.bare(reading.symbol)?.text ?? text)
        } else {
            self.init("#" + Base64.encode(reading.symbol.bytes))
        }
    }

    /// The key of a code that is this text, or has this number.
    package init(identity text: String) { self.init("=" + text) }

    /// The key of the codes that have a value in a field.
    package init(_ value: FieldValue, in field: Name) { self.init("\(field)=\(value)") }
}

extension EvaluationContext {
    /// The key of the code, or of its value in a field; nil where it has no such field, and for what is secret.
    func memoryKey(by field: Name?) -> MemoryKey? {
        guard let field else { return MemoryKey(of: reading) }
        guard let value = value(of: field), !(reading.holdsSecret && tellsSecret(field)) else { return nil }
        return MemoryKey(value, in: field)
    }

    /// What was recorded of the code, or by a field of it; nil where it lacks the field, or the field is secret.
    package func seen(by field: Name?) -> Seen? {
        memoryKey(by: field).map { memory?.seen($0, on: scan.date) ?? .never }
    }

    /// What actions have set for the source of the scan, by name.
    package var session: [String: FieldValue] { memory?.session ?? [:] }

    /// What is known of earlier recordings; nil where the code lacks the field, or nothing is known.
    func value(of name: SeenName) -> FieldValue? {
        if let field = name.by, !has(field) { return nil }
        guard memory != nil else { return name.field.value(of: .never) }
        return name.field.value(of: seen(by: name.by) ?? .never)
    }

    /// Asks now for what names stand for: an action that waits sees it as it was when the code was resolved.
    func askMemory(for names: [Name]) {
        for name in names {
            switch name {
            case .seen(let seen): _ = value(of: seen)
            case .session: _ = session
            case .field, .own, .scan, .capture, .part, .cell, .result, .constant: break
            }
        }
    }

    /// The key of the code and those by fields, where it has them.
    func memoryKeys(by fields: [Name]) -> [MemoryKey] {
        var keys: [MemoryKey] = []
        if let key = memoryKey(by: nil) { keys.append(key) }
        for field in fields { if let key = memoryKey(by: field) { keys.append(key) } }
        return keys
    }
}

extension Action {
    /// The keys under which a recording of a code is found again: that of the code, and those by which the rules of the
    /// set ask that the action is of.
    package func memoryKeys(of resolution: Resolution) -> [MemoryKey] {
        // No field depends on when a code was scanned, once the code was read.
        var subject = EvaluationContext(resolution.reading, scan: Scan(date: CalendarDate(year: 0, dayOfYear: 1)))
        subject.classification = resolution.classification
        return subject.memoryKeys(by: owner.trust.memoryFields)
    }
}
