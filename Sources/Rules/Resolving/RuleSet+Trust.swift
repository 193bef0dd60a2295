internal import BeelineContent

extension RuleSet {
    /// The hosts that the rules lead to, in lower case and A-labels, sorted: those that stand in their URLs and in the URLs
    /// of the services they ask, and those for which they open the link of a code, by `domain` or by name. Of the latter,
    /// as of all, each stands for the hosts below it as well.
    ///
    /// What a rule takes without opening anything is not among them, nor what it opens only when `ask` is set. Rules that
    /// others could have written trust no host: one of theirs would excuse another that looks like it.
    package var trustedHosts: [String] { Self.trustedHosts(compiled) }

    static func trustedHosts(_ compiled: [CompiledRule]) -> [String] {
        var hosts: Set<String> = []
        for rule in compiled where rule.distrust == nil {
            for action in rule.actions {
                for case .url(let template) in action.arguments {
                    if let host = template.literalHost {
                        hosts.insert(host)
                    } else if template.isLinkOfCode, !action.shape.asks {
                        hosts.formUnion(rule.checked.condition.wantedHosts)
                    }
                }
            }
        }
        return hosts.sorted()
    }

    /// How others could have written rules, by their ids: a rule's own file, or a service or a constant that it uses. Rules
    /// that nobody else could have written are left out.
    package var distrusted: [String: String] {
        var distrusted: [String: String] = [:]
        for rule in compiled { distrusted[rule.rule.id] = rule.distrust }
        return distrusted
    }

    /// The rules that have an action whose name passes a test, in order.
    public func rules(whoseActions isMeant: (String) -> Bool) -> [Rule] {
        compiled.filter { $0.actions.contains { isMeant($0.shape.name) } }.map(\.rule)
    }

    /// The rules that have an action that gets a secret, in order.
    package var rulesWithSecrets: [Rule] {
        compiled.filter { $0.actions.contains { $0.arguments.contains(where: \.namesSecret) } }.map(\.rule)
    }
}

extension BoundURL {
    /// Whether it is a link that the code holds, whole.
    fileprivate var isLinkOfCode: Bool {
        guard parts.count == 1, case .expression(.reserved, _) = parts[0] else { return false }
        return true
    }

    /// The host that the template names; nil where it is that of a link of the code.
    fileprivate var literalHost: String? {
        guard case .literal(let bytes)? = parts.first else { return nil }
        // What follows the host may be of the code, and cannot change it.
        let head = String(decoding: bytes, as: UTF8.self)
        guard let address = WebAddress(absoluteURL: head), !address.hostName.isEmpty else { return nil }
        return address.hostName
    }
}

extension Condition {
    /// The hosts of which one must be that of the code's link, by name or with those below them.
    fileprivate var wantedHosts: Set<String> {
        switch self {
        case .all(let conditions): return conditions.reduce(into: []) { $0.formUnion($1.wantedHosts) }
        case .any(let conditions): return conditions.reduce(into: []) { $0.formUnion($1.wantedHosts) }
        case .test(.field(.fixed(.host)), .domain(let domains)):
            return Set(domains.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 })
        case .test(.field(.fixed(.host)), .oneOf(let operands)):
            return Set(
                operands.compactMap { if case .literal(.text(let host)) = $0 { host } else { nil } })
        case .not, .kind, .symbology, .test: return []
        }
    }
}
