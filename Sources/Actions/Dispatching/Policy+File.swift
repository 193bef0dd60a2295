public import BeelineRules
internal import BeelineSupport

extension Policy {
    /// The policy that a file makes of another one.
    ///
    ///     let text = #"{ "allow": ["open-url"], "deny": ["process"] }"#
    ///     let policy = try Policy.ask.changed(byFile: "policy.json", Array(text.utf8), actions: ["open-url"])
    ///
    /// The file is a JSON object with lists of effects and actions: `allow`, `ask`, `deny`. A `note` may stand beside them.
    ///
    /// - Parameters:
    ///   - name: of the file, for messages.
    ///   - actions: the names of the actions that there are.
    /// - Throws: `PolicyError`, with everything that is wrong.
    public func changed(
        byFile name: String, _ bytes: [UInt8], actions: [String]
    ) throws(PolicyError) -> Policy {
        var reader = PolicyReader(name, bytes, actions: actions)
        let policy = reader.read(self)
        guard reader.issues.isEmpty else { throw PolicyError(issues: reader.issues) }
        return policy
    }
}

/// Why a policy cannot be used: everything that is wrong with its file.
public struct PolicyError: Error, Hashable, Sendable, CustomStringConvertible {
    public let issues: [RuleIssue]

    public init(issues: [RuleIssue]) { self.issues = issues }

    public var description: String { issues.map(\.description).joined(separator: "\n") }
}

/// Reads a policy from JSON, and notes all that is wrong.
private struct PolicyReader {
    private let name: String
    private let bytes: [UInt8]
    private let locator: JSONLocator
    /// What the lists may hold.
    private let known: [String]
    private(set) var issues: [RuleIssue] = []
    /// Where each name stands that was read.
    private var seen: [String: JSONPath] = [:]

    private static let keys = Policy.Decision.allCases.map(\.rawValue)
    /// A file with more is none that someone mends by hand.
    private static let mostIssues = 100

    init(_ name: String, _ bytes: [UInt8], actions: [String]) {
        self.name = name
        self.bytes = bytes
        locator = JSONLocator(bytes)
        known = Effect.allCases.map(\.rawValue) + actions
    }

    mutating func read(_ start: Policy) -> Policy {
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONValue(parsing: bytes)
        } catch {
            let isTwice = error.isDuplicateName
            note(
                isTwice ? "a name is here for the second time" : "not JSON: \(error.message)", at: JSONPath(),
                error.position)
            return start
        }
        guard case .object(let members) = root else {
            note("a policy is an object such as {\"allow\": [\"open-url\"]}, not \(root.typeName)", at: JSONPath())
            return start
        }
        var policy = start
        for member in members where member.name != "note" && member.name != "$schema" {
            let path = JSONPath().member(member.name)
            guard let decision = Policy.Decision(rawValue: member.name) else {
                let hint = Spelling.hint(for: member.name, in: Self.keys + ["note"])
                note(
                    "a policy has no '\(member.name)'" + (hint.isEmpty ? "; it has allow, ask, deny" : hint), at: path,
                    locator.positionOfName(at: path))
                continue
            }
            guard let elements = member.value.array else {
                note("'\(member.name)' is a list of names, not \(member.value.typeName)", at: path)
                continue
            }
            for (index, element) in elements.enumerated() {
                set(element, to: decision, at: path.element(index), in: &policy)
            }
        }
        return policy
    }

    private mutating func set(
        _ element: JSONValue, to decision: Policy.Decision, at path: JSONPath, in policy: inout Policy
    ) {
        guard let name = element.string else {
            note("the name of an effect or an action is expected, not \(element.typeName)", at: path)
            return
        }
        guard known.contains(name) else {
            let hint = Spelling.hint(for: name, in: known)
            // One that is like none of these may be that of a plugin that is not used this time.
            guard hint.isEmpty, ActionSignature.isPlainName(name) else {
                note(
                    "no action or effect is called '\(name)'"
                        + (hint.isEmpty ? "; there are \(known.joined(separator: ", "))" : hint), at: path)
                return
            }
            policy.set(action: name, to: decision)
            return
        }
        if let first = seen.updateValue(path, forKey: name) {
            note("'\(name)' is here for the second time; it stands in \(first) as well", at: path)
            return
        }
        if let effect = Effect(rawValue: name) {
            policy.set(effect, to: decision)
        } else {
            policy.set(action: name, to: decision)
        }
    }

    private mutating func note(_ message: String, at path: JSONPath, _ place: TextPosition? = nil) {
        guard issues.count < Self.mostIssues else { return }
        let position = place ?? locator.positionOfValue(at: path)
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let line = position.flatMap { position in
            position.line <= lines.count ? String(decoding: lines[position.line - 1], as: UTF8.self) : nil
        }
        issues.append(
            RuleIssue(
                severity: .error, file: name, position: position, path: path, message: message, sourceLine: line))
    }
}
