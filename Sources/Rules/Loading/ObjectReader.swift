package import BeelineSupport

/// Reads the members of one object of a rule file, or of another file that people write; every wrong name and wrong type is logged with its place.
package struct ObjectReader {
    package let path: JSONPath
    package let log: IssueLog
    private let members: [JSONValue.Member]

    /// - Parameters:
    ///   - allowed: the names that the object may have, beside `note`; nil allows all.
    ///   - what: what the object is, for messages: "a rule".
    ///   - remedy: what to write in place of a name that other languages have. Default: that of rule files.
    package init?(
        _ value: JSONValue, at path: JSONPath, log: IssueLog, allowed: [String]?,
        what: @autoclosure () -> String,
        remedy: ((String) -> String?)? = nil
    ) {
        guard case .object(let members) = value else {
            log.error("\(what()) is an object, not \(value.typeName)", at: path)
            return nil
        }
        self.path = path
        self.log = log
        self.members = members.filter { $0.name != "note" }
        if let note = value["note"], note.string == nil {
            log.error("'note' is a string, not \(note.typeName)", at: path.member("note"))
        }
        guard let allowed else { return }
        for member in self.members where !allowed.contains(member.name) {
            let habit = (remedy ?? MistakeHints.remedy(forKey:))(member.name).map { ": \($0)" }
            let hint = habit ?? log.hint(for: member.name, in: allowed + ["note"])
            let known = hint.isEmpty ? "; it may have \(allowed.joined(separator: ", "))" : ""
            log.error("\(what()) has no '\(member.name)'\(hint)\(known)", at: path.member(member.name), .name)
        }
    }

    /// All members but `note`, in the order of the file. Of a name that is there twice, the last counts.
    package var all: [JSONValue.Member] { members }

    package subscript(name: String) -> JSONValue? { members.last { $0.name == name }?.value }

    /// A string; logged and nil when it is another value, nil when it is absent.
    package func text(_ name: String) -> String? {
        guard let value = self[name] else { return nil }
        if let text = value.string { return text }
        log.error("'\(name)' is a string, not \(value.typeName)", at: path.member(name))
        return nil
    }

    /// A string that must be there; logged and nil otherwise.
    package func requiredText(_ name: String, of what: String) -> String? {
        guard self[name] != nil else {
            log.error("\(what) needs '\(name)'", at: path)
            return nil
        }
        return text(name)
    }

    /// True or false; false when it is absent, logged when it is another value.
    package func flag(_ name: String) -> Bool {
        switch self[name] {
        case nil: return false
        case .boolean(let truth): return truth
        case .some(let value):
            log.error("'\(name)' is true or false, not \(value.typeName)", at: path.member(name))
            return false
        }
    }

    /// The elements of a list with their paths; empty when it is absent, logged when it is another value.
    package func list(_ name: String) -> [(value: JSONValue, path: JSONPath)] {
        guard let value = self[name] else { return [] }
        guard let elements = value.array else {
            log.error("'\(name)' is a list, not \(value.typeName)", at: path.member(name))
            return []
        }
        return elements.enumerated().map { ($1, path.member(name).element($0)) }
    }
}
