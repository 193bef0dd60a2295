internal import BeelineContent
internal import BeelineSupport
internal import BeelineSymbols

/// A service for look-ups: its URL, its headers, and the used parts of its answers.
struct Service {
    let name: String
    /// Its names are those of `with`, and constants.
    let url: URITemplate
    let urlPath: JSONPath
    let headers: [Text]
    /// JSON Pointers into the answer.
    let results: [Text]
    /// The limits of its requests.
    let limits: [(key: ServiceLimits.Key, text: String)]
    /// The log of its file.
    let log: IssueLog

    struct Text {
        let name: String
        let template: String
        let path: JSONPath
    }

    /// The names that it needs from an action.
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

    /// The pointer of a result; nil, and logged, when its name or the pointer is not valid.
    ///
    /// - Parameter existing: the names of results that always exist.
    static func pointer(_ member: ObjectReader.Member, existing: [String], _ log: IssueLog) -> String? {
        let exists = existing.contains(member.name)
        guard RuleName.isValid(member.name), !exists else {
            let reason = exists ? "every service has a result '\(member.name)'" : "letters, digits and '_'"
            return log.refuse("the name of a result cannot be '\(member.name)': \(reason)", at: member.path, .name)
        }
        guard let pointer = member.value.string, (try? JSONPointer(pointer)) != nil else {
            return log.refuse(
                "'\(member.name)' is a JSON Pointer (RFC 6901), such as /results/0/title", at: member.path)
        }
        return pointer
    }

    /// Reads a service; nil, and logged, without a valid URL.
    init?(_ member: ObjectReader.Member, _ log: IssueLog) {
        guard let object = ObjectReader(member.value, .service, at: member.path, log),
            let text = object.requiredText("url", of: "a service")
        else { return nil }
        let urlPath = member.path.member("url")
        do throws(TemplateError) {
            url = try URITemplate(text)
        } catch {
            log.error(error.message, at: urlPath, .character(error.offset))
            return nil
        }
        if object["results"] == nil {
            log.error(
                "a service needs 'results': a JSON Pointer for each name, such as {\"title\": \"/title\"}",
                at: member.path)
        }
        (name, self.urlPath, self.log) = (member.name, urlPath, log)
        headers = (object.object("headers")?.all ?? []).compactMap { header in
            guard HeaderName.isRight(header, log) else { return nil }
            return log.string(header.value, "'\(header.name)'", at: header.path).map {
                Text(name: header.name, template: $0, path: header.path)
            }
        }
        results = (object.object("results")?.all ?? []).compactMap { result in
            Self.pointer(result, existing: ResultName.ofEveryService, log).map {
                Text(name: result.name, template: $0, path: result.path)
            }
        }
        limits = ServiceLimits.Key.allCases.compactMap { key in
            guard let value = object[key.rawValue] else { return nil }
            var limits = ServiceLimits()
            if let text = key == .cache ? value.string : value.numberText, limits.set(key, to: text) {
                return (key, text)
            }
            return log.refuse("'\(key.rawValue)' \(key.accepted)", at: member.path.member(key.rawValue))
        }
    }
}

/// Names of the headers that a rule may set.
package enum HeaderName {
    /// Why a rule must not set a header; nil when it may: its name must be a token (RFC 9110, section 5.1), and must
    /// not be one that belongs to the connection.
    package static func problem(with name: String) -> String? {
        guard !name.isEmpty, name.utf8.allSatisfy(\.isHTTPToken) else {
            return "'\(name)' is not a valid name of a header"
        }
        guard !ofConnection.contains(name.lowercased()) else {
            return "rules cannot set the header '\(name)', which belongs to the connection"
        }
        return nil
    }

    /// Whether a rule may set the header that a member has as its name; logged when it must not.
    static func isRight(_ member: ObjectReader.Member, _ log: IssueLog) -> Bool {
        guard let problem = problem(with: member.name) else { return true }
        log.error(problem, at: member.path, .name)
        return false
    }

    /// The headers of the connection, which rules cannot set.
    private static let ofConnection: Set<String> = [
        "connection", "content-length", "expect", "host", "te", "trailer", "transfer-encoding", "upgrade",
    ]
}
