internal import BeelineContent
internal import BeelineSupport

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
            guard Vocabulary.isName(member.name) else {
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
