internal import BeelineContent
internal import BeelineSupport

/// A service that look-ups ask: where, with which headers, and what its answers hold.
struct Service {
    let name: String
    /// Its names are those of `with`, and constants.
    let url: URITemplate
    let urlPath: JSONPath
    let headers: [Text]
    /// JSON Pointers into the answer.
    let results: [Text]
    /// What it says of how it may be asked.
    let limits: [(key: ServiceLimits.Key, text: String)]
    /// Of the file that has it.
    let log: IssueLog

    /// A text template under a name; its names are those of the URL.
    struct Text {
        let name: String
        let template: String
        let path: JSONPath
    }
}

extension Service {
    /// What it asks an action for.
    var wantedNames: (names: [String], isRequired: (String) -> Bool) {
        var names: [String] = []
        var known: Set<String> = []
        var optional: Set<String> = []
        func note(_ name: String, mayBeAbsent: Bool) {
            guard !name.contains(".") else { return }
            if known.insert(name).inserted {
                names.append(name)
                if mayBeAbsent { optional.insert(name) }
            } else if !mayBeAbsent {
                optional.remove(name)
            }
        }
        for case .expression(let kind, let variables) in url.parts {
            for variable in variables { note(variable.name, mayBeAbsent: kind.leavesAbsentOut) }
        }
        for text in headers + results {
            guard let template = try? TextTemplate(text.template) else { continue }
            for case .variable(let variable) in template.parts {
                note(variable.name, mayBeAbsent: variable.fallback != nil)
            }
        }
        return (names, { !optional.contains($0) })
    }

    /// A result's pointer; nil, and logged, when its name or the pointer is none.
    ///
    /// - Parameter existing: the names of results that there are anyway.
    static func pointer(
        _ member: JSONValue.Member, existing: [String], at path: JSONPath, _ log: IssueLog
    ) -> String? {
        let exists = existing.contains(member.name)
        guard Vocabulary.isName(member.name), !exists else {
            let reason = exists ? "'\(member.name)' is there anyway" : "letters, digits and '_'"
            log.error("the name of a result is no '\(member.name)': \(reason)", at: path, .name)
            return nil
        }
        guard let pointer = member.value.string, (try? JSONPointer(pointer)) != nil else {
            log.error("'\(member.name)' is a JSON Pointer (RFC 6901), such as /results/0/title", at: path)
            return nil
        }
        return pointer
    }
}
