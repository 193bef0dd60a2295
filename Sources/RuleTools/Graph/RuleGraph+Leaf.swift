internal import BeelineRules

extension RuleGraph.Leaf {
    init(_ template: ActionTemplate, _ kinds: KindTable) {
        var hosts: [String] = []
        var subjects: [String] = []
        var details: [String] = []
        var found: [String] = []
        for (name, argument) in zip(template.shape.parameters, template.arguments) {
            switch argument {
            case .url(let url):
                let (host, rest) = url.hostAndRest
                hosts.append(host)
                details.append(rest)
            case .text(let text): subjects.append(text.template)
            case .texts(let texts): subjects.append(texts.map(\.template).joined(separator: " "))
            // Nobody looks for the way by a secret.
            case .secret: continue
            // What is sent with a look-up may be secret, and is of no interest to people who look for the way.
            case .fields where name.hasPrefix("headers") || name.hasPrefix("limits"): continue
            case .fields(let fields) where name.hasPrefix("results"):
                for field in fields where !found.contains(field.name) { found.append(field.name) }
            case .fields(let fields): subjects.append(fields.map(\.name).joined(separator: ", "))
            }
        }
        if !found.isEmpty { details.append("finds " + found.joined(separator: ", ")) }
        action = template.shape.name
        host = hosts.joined(separator: ", ")
        subject = subjects.joined(separator: " · ")
        detail = details.filter { !$0.isEmpty }.joined(separator: " · ")
        var remarks: [String] = []
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
    /// As it might be written in a rule file, without the texts that stand in.
    fileprivate var template: String {
        parts.map { part in
            switch part {
            case .literal(let text): text
            case .variable(let name, _): "{\(name)}"
            case .secret(let name): "{secret.\(name)}"
            }
        }.joined()
    }
}
