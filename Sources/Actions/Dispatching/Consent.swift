internal import BeelineContent
internal import BeelineRules
package import BeelineSupport

/// A consent of the user that lasts: where the policy would ask, such an action is performed without a question.
///
/// It never covers what the verdict on a link refuses or asks about, what a rule wants asked, nor an action of a rule
/// file that other users can write.
public struct Consent: Hashable, Sendable {
    /// The name of the action: `open-url`.
    public let action: String
    /// The id of the rule; nil for all rules.
    public let rule: String?
    /// The host of its link, `www.example.com`, with the port if it is not the usual one; with the scheme if that is
    /// not https: `http://printer.example:8080`. Nil for any host.
    public let host: String?
    /// The program that it starts; nil for any.
    public let program: String?

    /// - Parameters:
    ///   - action: the name of the action.
    ///   - rule: the id of the rule. Default: all rules.
    ///   - host: the host of its link. Default: any.
    ///   - program: the program that it starts. Default: any.
    public init(action: String, rule: String? = nil, host: String? = nil, program: String? = nil) {
        (self.action, self.rule, self.host, self.program) = (action, rule, host, program)
    }

    /// Whether it is for an action.
    func covers(_ action: Action) -> Bool {
        guard self.action == action.name, rule.map({ $0 == action.rule }) ?? true, action.distrust == nil else {
            return false
        }
        if let host, action.hosts != [host] { return false }
        return program.map { $0 == action.program } ?? true
    }

    /// The consents that a user may be offered for an action: for its rule at the host of its link, and for its rule. The
    /// latter only where the code does not choose the host: the next code would choose another one.
    static func offers(for action: Action) -> [Consent] {
        guard action.distrust == nil else { return [] }
        let ofRule = Consent(action: action.name, rule: action.rule, program: action.program)
        var offers = action.hasHostOfCode ? [] : [ofRule]
        if action.hosts.count == 1, let host = action.hosts.first, !action.holdsSecret {
            offers.insert(Consent(action: action.name, rule: action.rule, host: host, program: action.program), at: 0)
        }
        return offers
    }

    /// The host of a link, in the form that a consent has; nil for a link without a host.
    package static func host(ofLink url: String) -> String? {
        guard let address = WebAddress(absoluteURL: url), !address.hostName.isEmpty else { return nil }
        let usual = ["http": 80, "https": 443][address.scheme.lowercased()]
        let port = address.port.flatMap { $0 == usual ? nil : ":\($0)" } ?? ""
        let scheme = address.scheme.lowercased()
        return (scheme == "https" ? "" : "\(scheme)://") + address.hostName + port
    }
}

extension Consent: CustomStringConvertible {
    /// `open-url of book.amazon at www.amazon.co.jp`.
    public var description: String {
        let parts = [rule.map { "of \($0)" }, program.map { "with \($0)" }, host.map { "at \($0)" }].compactMap { $0 }
        return ([action] + (rule == nil ? ["of any rule"] : []) + parts).joined(separator: " ")
    }
}

extension Action {
    /// The hosts of its links, each once; an unreadable one makes none of them count.
    fileprivate var hosts: Set<String> {
        var hosts: Set<String> = []
        for argument in arguments {
            guard case .url(let url) = argument.value else { continue }
            guard let host = Consent.host(ofLink: url) else { return [] }
            hosts.insert(host)
        }
        return hosts
    }

    /// The program of `run-program`.
    fileprivate var program: String? {
        if case .text(let program)? = self["program"] { program } else { nil }
    }
}

extension Consent {
    private static let list = "always"
    private static let members = ["action", "rule", "host", "program"]

    /// Reads a file of consents, `{"always": [{"action": "open-url", "rule": "book.amazon"}]}`.
    ///
    /// - Parameter name: the name of the file, for messages.
    /// - Throws: `PolicyError`, with everything that is wrong.
    package static func all(inFile name: String, _ bytes: [UInt8]) throws(PolicyError) -> [Consent] {
        let log = IssueLog(RuleFile(name: name, bytes: bytes))
        let consents = read(log)
        guard log.issues.isEmpty else { throw PolicyError(issues: log.issues) }
        return consents
    }

    private static func read(_ log: IssueLog) -> [Consent] {
        guard let root = log.parsedFile() else { return [] }
        guard case .object(let members) = root, let entries = root[list]?.array else {
            log.error(
                "the file must be an object with a list \"\(list)\", as 'beeline policy allow' writes it", at: .init())
            return []
        }
        for member in members where ![list, "version", "note"].contains(member.name) {
            log.error("the file has no '\(member.name)'; it has \(list)", at: JSONPath().member(member.name), .name)
        }
        return entries.enumerated().compactMap { index, entry in
            consent(entry, at: JSONPath().member(list).element(index), log)
        }
    }

    private static func consent(_ entry: JSONValue, at path: JSONPath, _ log: IssueLog) -> Consent? {
        guard case .object(let members) = entry else {
            log.error("must be an object such as {\"action\": \"open-url\", \"rule\": \"book.amazon\"}", at: path)
            return nil
        }
        var isRight = true
        var texts: [String: String] = [:]
        for member in members where member.name != "note" {
            let path = path.member(member.name)
            if !Self.members.contains(member.name) {
                let hint = log.hint(for: member.name, in: Self.members)
                log.error(
                    "a consent has no '\(member.name)'"
                        + (hint.isEmpty ? "; it has \(Self.members.joined(separator: ", "))" : hint), at: path, .name)
                isRight = false
            } else if let text = member.value.string, !text.isEmpty {
                texts[member.name] = text
            } else {
                log.error("'\(member.name)' must be a text", at: path)
                isRight = false
            }
        }
        guard isRight else { return nil }
        guard let action = texts["action"], ActionSignature.isPlainName(action) else {
            log.error("a consent needs 'action', the name of an action", at: path)
            return nil
        }
        // One for all rules and hosts is the decision "allow" of the policy, which says so openly.
        guard texts["rule"] != nil || texts["host"] != nil else {
            log.error(
                "a consent needs 'rule' or 'host'; \"allow\" in policy.json is for an action of all rules", at: path)
            return nil
        }
        return Consent(action: action, rule: texts["rule"], host: texts["host"], program: texts["program"])
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("action", action)
        json.member("rule", rule)
        json.member("host", host)
        json.member("program", program)
    }

    /// Why it may cover nothing, of the rules in use; nil where all is known.
    package func problem(rules: [String]) -> String? {
        guard let rule, !rules.contains(rule) else { return nil }
        return "no rule in use has the id '\(rule)'" + Spelling.hint(for: rule, in: rules)
    }

    /// A file with these consents, a line for each.
    package static func file(_ consents: [Consent]) -> [UInt8] {
        let lines = consents.map { consent in
            var json = JSONWriter()
            json.object { json in consent.writeMembers(to: &json) }
            return "    " + String(decoding: json.bytes, as: UTF8.self)
        }
        return Array("{\n  \"version\": 1,\n  \"\(list)\": [\n\(lines.joined(separator: ",\n"))\n  ]\n}\n".utf8)
    }
}
