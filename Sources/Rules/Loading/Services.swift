internal import BeelineContent
internal import BeelineSupport
internal import BeelineSymbols

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
        guard RuleName.isValid(member.name), !exists else {
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

/// The services of a set of rule files, and which of them were asked for.
///
/// A class, because asking for a service marks it as used; it lives while a set is loaded.
final class Services {
    private struct Entry {
        let service: Service
        let path: JSONPath
        let log: IssueLog
    }

    private var entries: [String: Entry] = [:]
    private var used: Set<String> = []
    private static let keys = RuleObject.service.keyNames

    var names: [String] { entries.keys.sorted() }

    /// The service of that name, which is used from now on; nil when there is none.
    ///
    /// `Vocabulary.service(_:)` is what readers of rules ask.
    func use(_ name: String) -> Service? {
        guard let entry = entries[name] else { return nil }
        used.insert(name)
        return entry.service
    }

    /// Takes the services of a file; those that an earlier file has stay.
    func declare(_ value: JSONValue, at path: JSONPath, constants: Constants, log: IssueLog) {
        guard let object = ObjectReader(value, at: path, log: log, allowed: nil, what: "'services'") else { return }
        for member in object.all {
            let path = path.member(member.name)
            guard RuleName.isValid(member.name) else {
                log.error("the name of a service is letters, digits and '_': '\(member.name)'", at: path, .name)
                continue
            }
            guard let service = service(member.name, member.value, at: path, constants, log) else { continue }
            if entries[member.name] == nil { entries[member.name] = Entry(service: service, path: path, log: log) }
        }
    }

    private func service(
        _ name: String, _ value: JSONValue, at path: JSONPath, _ constants: Constants, _ log: IssueLog
    ) -> Service? {
        guard
            let object = ObjectReader(value, at: path, log: log, allowed: Self.keys, what: "a service"),
            let text = object.requiredText("url", of: "a service")
        else { return nil }
        let url: URITemplate
        do throws(TemplateError) {
            url = try URITemplate(text)
        } catch {
            log.error(error.message, at: path.member("url"), .character(error.offset))
            return nil
        }
        var headers: [Service.Text] = []
        if let value = object["headers"] {
            let path = path.member("headers")
            guard let members = ObjectReader(value, at: path, log: log, allowed: nil, what: "'headers'") else {
                return nil
            }
            for member in members.all {
                let path = path.member(member.name)
                if let problem = HeaderName.problem(with: member.name) {
                    log.error(problem, at: path, .name)
                    continue
                }
                guard let text = member.value.string else {
                    log.error("'\(member.name)' is a string, not \(member.value.typeName)", at: path)
                    continue
                }
                headers.append(Service.Text(name: member.name, template: text, path: path))
            }
        }
        var results: [Service.Text] = []
        if let value = object["results"] {
            let path = path.member("results")
            guard let members = ObjectReader(value, at: path, log: log, allowed: nil, what: "'results'") else {
                return nil
            }
            for member in members.all {
                if let result = result(member, at: path.member(member.name), log) { results.append(result) }
            }
        } else {
            log.error(
                "a service needs 'results': a JSON Pointer for each name, such as {\"title\": \"/title\"}", at: path)
        }
        return Service(
            name: name, url: url, urlPath: path.member("url"), headers: headers, results: results,
            limits: limits(object), log: log)
    }

    private func result(_ member: JSONValue.Member, at path: JSONPath, _ log: IssueLog) -> Service.Text? {
        guard
            let pointer = Service.pointer(member, existing: ResultName.ofEveryService, at: path, log)
        else { return nil }
        return Service.Text(name: member.name, template: pointer, path: path)
    }

    /// What the service says of how it may be asked, each as a text.
    private func limits(_ object: ObjectReader) -> [(key: ServiceLimits.Key, text: String)] {
        ServiceLimits.Key.allCases.compactMap { key in
            guard let value = object[key.rawValue] else { return nil }
            var limits = ServiceLimits()
            let text = key == .cache ? value.string : value.numberText
            guard let text, limits.set(key, to: text) else {
                object.log.error("'\(key.rawValue)' \(key.accepted)", at: object.path.member(key.rawValue))
                return nil
            }
            return (key, text)
        }
    }

    /// Logs a warning for each service that nothing asked for.
    func reportUnused() {
        for (name, entry) in entries where !used.contains(name) {
            entry.log.warning("the service '\(name)' is not used", at: entry.path, .name)
        }
    }
}

/// Names of the headers that a rule may set.
package enum HeaderName {
    /// Why a rule may not set a header; nil when it may: its name must be a token (RFC 9110, section 5.1), and must not be
    /// one that belongs to the connection.
    package static func problem(with name: String) -> String? {
        guard !name.isEmpty, name.utf8.allSatisfy(isOfToken) else { return "'\(name)' is no name of a header" }
        guard !ofConnection.contains(name.lowercased()) else {
            return "the header '\(name)' belongs to the connection, and no rule sets it"
        }
        return nil
    }

    /// Those that say how the request is to be read, which is not the rule's business.
    private static let ofConnection: Set<String> = [
        "connection", "content-length", "expect", "host", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    private static func isOfToken(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}

extension [Service] {
    /// The names of what they find, each once.
    var resultNames: [String] {
        var names = ResultName.ofEveryService
        for name in flatMap(\.results).map(\.name) where !names.contains(name) { names.append(name) }
        return names
    }
}
