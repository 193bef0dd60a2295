package import BeelineContent
internal import BeelineSupport
internal import BeelineSymbols

extension MemoryKey {
    /// The key of a code with this text or number.
    package init(identity text: String) { self.init("=" + text) }

    /// The key of the codes with a value in a field.
    package init(_ value: String, in field: Name) { self.init("\(field)=\(value)") }
}

extension EvaluationContext {
    /// The key of the code itself, independent of its spelling. Nil for a code with a secret, which is not remembered.
    ///
    /// This alone decides whether two scans are of the same code: for `seen` and `record`, for the locks, for repeated
    /// scans of live sources, and for the search in the history. A code of a kind of a rule file is what the kind's
    /// `identity` says; without that, of a plain text, the text as the kind has read it.
    package var identity: MemoryKey? {
        if let classification, let identity = classification.identity, !(reading.holdsSecret && identity.isSecret) {
            return MemoryKey("@\(classification.name)=\(identity.text)")
        }
        guard !reading.holdsSecret else { return nil }
        if reading.kind == .text, let classification, let text = classification.respelling ?? reading.symbol.text {
            return MemoryKey(identity: classification.ignoresBlanks ? text.withoutWhitespace : text)
        }
        return reading.identity.map(MemoryKey.init(identity:)) ?? MemoryKey("#" + Base64.encode(reading.symbol.bytes))
    }

    /// The keys of the code, or of its value in a field: a recording with one of them is one of the same code, or of
    /// the same value. Empty without such a field, and for secrets.
    ///
    /// Of a list each element has its key, because a test of a list is true when it is true for one element. A value
    /// that a catalogue of the rules finds in several spellings has the key of the spelling in the catalogue too.
    fileprivate func memoryKeys(by field: Name?, _ use: MemoryUse) -> [MemoryKey] {
        var keys: [MemoryKey] = []
        var known: Set<MemoryKey> = []
        func add(_ key: MemoryKey) { if known.insert(key).inserted { keys.append(key) } }
        guard let field else {
            guard let identity else { return [] }
            add(identity)
            guard !reading.holdsSecret else { return keys }
            for name in MemoryUse.wholeTexts {
                for form in use.keyForms[name] ?? [] {
                    if let text = value(of: name)?.description { add(MemoryKey(identity: form.key(text))) }
                }
            }
            return keys
        }
        guard let value = value(of: field), !(reading.holdsSecret && tellsSecret(field)) else { return [] }
        for element in value.elements {
            let text = element.identity
            add(MemoryKey(text, in: field))
            for form in use.keyForms[field] ?? [] { add(MemoryKey(form.key(text), in: field)) }
        }
        return keys
    }

    /// The keys under which earlier versions recorded: the text of a code as scanned, and a value as written.
    private func earlierKeys(by field: Name?) -> [MemoryKey] {
        guard let field else {
            guard !reading.holdsSecret, let text = reading.symbol.text else { return [] }
            return [MemoryKey(identity: Respelling.bare(reading.symbol)?.text ?? text)]
        }
        return value(of: field).map { [MemoryKey($0.description, in: field)] } ?? []
    }

    /// What was recorded of the code, or by a field of it: of several keys the highest. Nil for lacking or secret fields.
    package func seen(by field: Name?) -> Seen? {
        let keys = memoryKeys(by: field, memory?.use ?? .none)
        guard !keys.isEmpty else { return nil }
        guard let memory else { return .never }
        return (keys + earlierKeys(by: field)).reduce(.never) { $0.merged(with: memory.seen($1, on: scan.date)) }
    }

    /// What actions have set for the source of the scan, by name.
    package var session: [String: FieldValue] { memory?.session ?? [:] }

    /// What is known of earlier recordings; nil where the code lacks the field, or nothing is known.
    func value(of name: SeenName) -> FieldValue? {
        if let field = name.by, value(of: field) == nil { return nil }
        guard memory != nil else { return name.field.value(of: .never) }
        return name.field.value(of: seen(by: name.by) ?? .never)
    }

    /// Loads the values of names now, so that a waiting action sees them as they were when the code was resolved.
    func askMemory(for names: [Name]) {
        for name in names {
            switch name {
            case .seen(let seen): _ = value(of: seen)
            case .session: _ = session
            case .field, .own, .scan, .capture, .part, .cell, .result, .constant, .sum: break
            }
        }
    }

    /// The keys of the code and those by fields for which rules ask, where it has them.
    func memoryKeys(_ use: MemoryUse) -> [MemoryKey] {
        memoryKeys(by: nil, use) + use.fields.flatMap { memoryKeys(by: $0, use) }
    }
}

extension FieldValue {
    /// The elements of a list; else the value.
    fileprivate var elements: [FieldValue] { if case .list(let elements) = self { elements } else { [self] } }

    /// The value in one form: 119 is 119.0, and the text of these digits.
    fileprivate var identity: String {
        if case .number(let number) = self { number.normalized.description } else { description }
    }
}

extension Action {
    /// The keys under which a recording of a code is found again: those of the code, and those by which the rules of
    /// the set ask that the action is of.
    package func memoryKeys(of resolution: Resolution) -> [MemoryKey] {
        // No field depends on when a code was scanned, once the code was read.
        var subject = EvaluationContext(resolution.reading, scan: Scan(date: CalendarDate(year: 0, dayOfYear: 1)))
        subject.classification = resolution.classification
        return subject.memoryKeys(owner.set.memoryUse)
    }
}
