internal import BeelineContent
internal import BeelineRules
internal import BeelineSupport

/// The earlier recordings and session values that a test gives.
struct GivenMemory: ScanMemory {
    /// Recordings of the code itself.
    var code = Seen.never
    /// Recordings of codes that had the same value in a field, by the field.
    var fields: [String: Seen] = [:]
    var values: [String: FieldValue] = [:]

    func seen(_ key: MemoryKey, on date: CalendarDate) -> Seen {
        if key.isOfCode { return code }
        // One field may have the name of another one at its beginning.
        let field = fields.keys.filter(key.isOf).max { $0.utf8.count < $1.utf8.count }
        return field.flatMap { fields[$0] } ?? .never
    }

    func session(of source: String?) -> [String: FieldValue] { values }
}

/// Reads `"seen"` and `"session"` of what a test gives.
struct GivenMemoryReader {
    /// Nil where the names are unknown.
    let vocabulary: RuleTestVocabulary?
    let log: IssueLog

    /// `{"count": 2, "last": "2026-01-01T09:30", "isbn13": {"count": 3}}`: of the code itself, and by fields.
    func readSeen(_ member: ObjectReader.Member, into memory: inout GivenMemory) {
        guard let object = ObjectReader(member.value, at: member.path, log: log, what: "'\(member.name)'") else {
            return
        }
        var ofCode: [ObjectReader.Member] = []
        for member in object.all {
            if case .object = member.value {
                guard isAsked(member) else { continue }
                let what = "what was recorded by '\(member.name)'"
                let names = SeenField.allCases.map(\.rawValue)
                guard let object = ObjectReader(member.value, at: member.path, log: log, allowed: names, what: what)
                else { continue }
                memory.fields[member.name] = seen(object.all, at: member.path)
            } else if SeenField(rawValue: member.name) != nil {
                ofCode.append(member)
            } else {
                let fields = vocabulary?.seenFields.sorted() ?? []
                let hint = log.suggestion(for: member.name, in: SeenField.allCases.map(\.rawValue) + fields)
                log.error("'\(SeenField.owner)' has no '\(member.name)'\(hint)", at: member.path, .name)
            }
        }
        guard let first = ofCode.first else { return }
        if let vocabulary, !vocabulary.asksSeenOfCode {
            log.error("no rule uses '\(SeenField.owner).\(first.name)' or a similar name", at: first.path, .name)
        }
        memory.code = seen(ofCode, at: member.path)
    }

    /// Whether a rule uses `seen` with a field; logged if none does.
    private func isAsked(_ member: ObjectReader.Member) -> Bool {
        guard let vocabulary, !vocabulary.seenFields.contains(member.name) else { return true }
        let hint = log.suggestion(for: member.name, in: vocabulary.seenFields.sorted())
        log.error(
            "no rule uses '\(SeenField.owner).\(member.name).count' or a similar name\(hint)", at: member.path, .name)
        return false
    }

    /// Reads recordings; a missing first or last time is the other one.
    private func seen(_ members: [ObjectReader.Member], at path: JSONPath) -> Seen {
        var count: Int?
        var seen = Seen.never
        for member in members {
            switch SeenField(rawValue: member.name) {
            case .count?: count = number(member)
            case .today?: seen.today = number(member) ?? 0
            case .first?: seen.first = moment(member)
            case .last?: seen.last = moment(member)
            case .source?: seen.source = log.string(member.value, "'\(member.name)'", at: member.path)
            // Logged already.
            case nil: continue
            }
        }
        let isRecorded = seen != .never
        seen.count = count ?? max(seen.today, isRecorded ? 1 : 0)
        (seen.first, seen.last) = (seen.first ?? seen.last, seen.last ?? seen.first)
        if seen.count == 0, isRecorded {
            log.error("with a 'count' of 0, times and source must be left out", at: path)
        }
        if seen.today > seen.count {
            log.error("'today' is \(seen.today), which is more than 'count' (\(seen.count))", at: path)
        }
        if let first = seen.first, let last = seen.last, last < first {
            log.error("'last' (\(last)) is before 'first' (\(first))", at: path)
        }
        return seen
    }

    private func number(_ member: ObjectReader.Member) -> Int? {
        if let number = member.value.integer, 0...Int(Int32.max) ~= number { return number }
        return log.refuse("'\(member.name)' must be a whole number, 0 or more", at: member.path)
    }

    private func moment(_ member: ObjectReader.Member) -> LocalMoment? {
        guard let text = log.string(member.value, "'\(member.name)'", at: member.path) else { return nil }
        if let moment = LocalMoment(text) { return moment }
        if let date = CalendarDate(text) { return LocalMoment(date: date, time: .midnight) }
        return log.refuse(
            "'\(member.name)' must be a time such as 2026-12-24T21:30 or 2026-12-24, not '\(text)'", at: member.path)
    }

    /// `{"mode": "inventory", "quantity": 3}`.
    func readSession(_ member: ObjectReader.Member, into memory: inout GivenMemory) {
        guard let object = ObjectReader(member.value, at: member.path, log: log, what: "'\(member.name)'") else {
            return
        }
        for value in object.all {
            if let vocabulary, !vocabulary.sessionNames.contains(value.name) {
                let hint = log.suggestion(for: value.name, in: vocabulary.sessionNames.sorted())
                log.error("no rule asks for '\(SessionName.owner).\(value.name)'\(hint)", at: value.path, .name)
                continue
            }
            switch value.value {
            case .null: continue
            // An action sets texts alone.
            case .string(let text): memory.values[value.name] = SessionName.value(writtenAs: text)
            case .integer, .real: memory.values[value.name] = value.value.fieldValue
            case .boolean, .array, .object:
                log.error("'\(value.name)' must be a string or a number, not \(value.value.typeName)", at: value.path)
            }
        }
    }
}

extension MemoryKey {
    /// Whether it is the key of a code itself.
    fileprivate var isOfCode: Bool { text.utf8.first.map("=#@".utf8.contains) ?? false }

    /// Whether it is the key of a value in a field.
    fileprivate func isOf(_ field: String) -> Bool { text.hasPrefix(field + "=") }
}
