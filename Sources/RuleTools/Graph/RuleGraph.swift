internal import BeelineRules

/// The graph of a set of rules: for each kind of code the rules that may match it, in the order in which they are
/// tried, and their actions.
///
///     let graph = RuleGraph(rules)
///     graph.svg   // a drawing for people
///
/// A rule for many kinds is once, in a lane of its own sort; the lanes of the kinds point to it.
package struct RuleGraph: Hashable, Sendable {
    package let files: [String]
    package let ruleCount: Int
    /// In the order in which their first rules are tried.
    package let lanes: [Lane]
    /// The kinds for which there are no rules but those for many kinds.
    package let otherKinds: [String]
    /// How to draw the rules that a limit leaves out, for the remark in their place.
    let remedy: String

    /// The rules for one kind, or those for many.
    package struct Lane: Hashable, Sendable {
        /// The name of the kind; nil for the lane of rules for many kinds.
        package let kind: String?
        /// What the kind is, in a few words.
        package let title: String
        /// The origin of a custom kind; nil for kinds of the program.
        package let origin: Origin?
        package let steps: [Step]
        /// Whether a rule matches every remaining code; if not, some codes match no rule.
        package let takesAll: Bool
    }

    package struct Origin: Hashable, Sendable {
        /// The kinds of the program that it is made of; where they are many, one text that says so.
        package let bases: [String]
        package let condition: String
        package let fields: [String]
        package let file: String
    }

    package enum Step: Hashable, Sendable {
        case rule(Node)
        /// Rules for many kinds, which are drawn in their own lane.
        case elsewhere(Reference)
        /// A number of further rules that are not drawn.
        case more(Int)
    }

    /// Rules that follow each other and are in another lane.
    package struct Reference: Hashable, Sendable {
        package internal(set) var numbers: ClosedRange<Int>
        package internal(set) var count: Int
        package internal(set) var ids: [String]
    }

    package struct Node: Hashable, Sendable {
        /// Its position in the order of the rules, from 1; nil for one that is switched off.
        package let number: Int?
        package let id: String
        package let title: String?
        package let file: String
        /// Its condition in words; empty for any code.
        package let condition: String
        /// The kinds that it may match, in words; nil in the lane of a kind.
        package let kinds: String?
        package let effect: Effect
        package let actions: [Leaf]
    }

    /// The effect of a rule on a matching code.
    package enum Effect: String, Hashable, Sendable, CaseIterable {
        /// It matches the code, and its actions are performed.
        case takes
        /// It adds its actions and continues with the next rule.
        case continues
        /// It matches the code and does nothing.
        case nothing
        /// It is not tried here, because an earlier rule always matches.
        case unreached
        /// A file switches it off.
        case disabled
    }

    package struct Leaf: Hashable, Sendable {
        /// `open-url`.
        package let action: String
        /// The host of the link; empty without a link.
        package let host: String
        /// The service, the names of the fields, or another subject; empty for none.
        package let subject: String
        /// The rest of the link, or the names of the results.
        package let detail: String
        /// Further remarks: its condition, whether it asks first.
        package let remarks: [String]
    }
}

extension RuleGraph.Leaf {
    /// - Parameter undone: the action whose alternative it is; nil for a regular action.
    init(_ template: ActionTemplate, insteadOf undone: ActionTemplate?, _ kinds: KindTable) {
        var hosts: [String] = []
        var subjects: [String] = []
        var details: [String] = []
        var found: [String] = []
        for (name, argument) in zip(template.parameters, template.arguments) {
            switch argument {
            case .url(let url):
                let (host, rest) = url.hostAndRest
                hosts.append(host)
                details.append(rest)
            case .text(let text): subjects.append(text.template)
            case .texts(let texts): subjects.append(texts.map(\.template).joined(separator: " "))
            // A secret decides no way.
            case .secret: continue
            // What is sent with a look-up may be secret, and is of no interest to people who look for the way.
            case .fields where name.hasPrefix("headers") || name.hasPrefix("limits"): continue
            case .fields(let fields) where name.hasPrefix("results"):
                for field in fields where !found.contains(field.name) { found.append(field.name) }
            case .fields(let fields): subjects.append(fields.map(\.name).joined(separator: ", "))
            case .json(let template): subjects.append(template.memberNames.joined(separator: ", "))
            }
        }
        if !found.isEmpty { details.append("finds " + found.joined(separator: ", ")) }
        action = template.shape.name
        host = hosts.joined(separator: ", ")
        subject = subjects.joined(separator: " · ")
        detail = details.filter { !$0.isEmpty }.joined(separator: " · ")
        var remarks: [String] = []
        if let undone { remarks.append("if \(undone.shape.name) was not done") }
        if template.shape.isAlways { remarks.append("always") }
        if let condition = template.condition { remarks.append("if " + condition.words(kinds)) }
        if template.shape.asks { remarks.append("asks first") }
        if template.shape.isOptional { remarks.append("may fail") }
        if let name = template.shape.resultName { remarks.append("found as " + name) }
        self.remarks = remarks
    }
}

extension BoundURL {
    /// Where it leads, and the template of the rest.
    fileprivate var hostAndRest: (host: String, rest: String) {
        guard case .literal(let bytes)? = parts.first else { return ("the link itself", template) }
        let text = String(decoding: bytes, as: UTF8.self)
        let slashes = text.utf8.firstIndex(of: UInt8(ascii: "/")).flatMap {
            text.utf8.index($0, offsetBy: 2, limitedBy: text.utf8.endIndex)
        }
        guard let start = slashes,
            text.utf8[..<start].elementsEqual("https://".utf8) || text.utf8[..<start].elementsEqual("http://".utf8)
        else { return (template, "") }
        let host = text[start...].prefix { !"/?#".contains($0) }
        return (String(host), String(template.dropFirst(text.distance(from: text.startIndex, to: host.endIndex))))
    }

    /// As it might be written in a rule file.
    private var template: String {
        parts.map { part in
            switch part {
            case .literal(let bytes): String(decoding: bytes, as: UTF8.self)
            case .expression(let kind, let variables):
                "{\(kind.rawValue)\(variables.map(\.source.name).joined(separator: ","))}"
            }
        }.joined()
    }
}

extension BoundText {
    /// As it might be written in a rule file, without the texts that are in.
    fileprivate var template: String {
        parts.map { part in
            switch part {
            case .literal(let text): text
            case .variable(let name, _): "{\(name)}"
            case .topicLevel: "{\(BoundText.source)}"
            case .secret(let name): "{secret.\(name)}"
            }
        }.joined()
    }
}
