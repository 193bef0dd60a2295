internal import BeelineContent
internal import BeelineJSON

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
        var headers: [Service.Header] = []
        if let value = object["headers"] {
            let path = path.member("headers")
            guard let members = ObjectReader(value, at: path, log: log, allowed: nil, what: "'headers'") else {
                return nil
            }
            for member in members.all {
                let path = path.member(member.name)
                guard Self.isHeader(member.name) else {
                    log.error("'\(member.name)' is no name of a header", at: path, .name)
                    continue
                }
                guard let text = member.value.string else {
                    log.error("'\(member.name)' is a string, not \(member.value.typeName)", at: path)
                    continue
                }
                headers.append(Service.Header(name: member.name, template: text, path: path))
            }
        }
        var results: [Service.Result] = []
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
        return Service(name: name, url: url, urlPath: path.member("url"), headers: headers, results: results, log: log)
    }

    private func result(_ member: JSONValue.Member, at path: JSONPath, _ log: IssueLog) -> Service.Result? {
        guard Vocabulary.isName(member.name), member.name != ResultName.found else {
            let reason = member.name == ResultName.found ? "'found' is there anyway" : "letters, digits and '_'"
            log.error("the name of a result is no '\(member.name)': \(reason)", at: path, .name)
            return nil
        }
        guard let pointer = member.value.string, Self.isPointer(pointer) else {
            log.error("'\(member.name)' is a JSON Pointer (RFC 6901), such as /results/0/title", at: path)
            return nil
        }
        return Service.Result(name: member.name, pointer: pointer)
    }

    /// RFC 6901, section 3: empty, or parts that each begin with a slash; `~` only in `~0` and `~1`.
    private static func isPointer(_ text: String) -> Bool {
        guard text.isEmpty || text.hasPrefix("/") else { return false }
        let tails = text.utf8.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false).dropFirst()
        return tails.allSatisfy { $0.first == UInt8(ascii: "0") || $0.first == UInt8(ascii: "1") }
    }

    /// RFC 9110, section 5.1: a token.
    private static func isHeader(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (byte > 0x20 && byte < 0x7F) && !"()<>@,;:\\\"/[]?={}".utf8.contains(byte)
            }
    }

    /// Logs a warning for each service that nothing asked for.
    func reportUnused() {
        for (name, entry) in entries where !used.contains(name) {
            entry.log.warning("the service '\(name)' is not used", at: entry.path, .name)
        }
    }
}

/// A service that look-ups ask: where, with which headers, and what its answers hold.
struct Service {
    let name: String
    /// Its names are those of `with`, and constants.
    let url: URITemplate
    let urlPath: JSONPath
    let headers: [Header]
    let results: [Result]
    /// Of the file that has it.
    let log: IssueLog

    struct Header {
        let name: String
        let template: String
        let path: JSONPath
    }

    struct Result {
        let name: String
        /// A JSON Pointer into the answer.
        let pointer: String
    }

    /// The names of what it finds.
    var resultNames: [String] { [ResultName.found] + results.map(\.name) }
}
