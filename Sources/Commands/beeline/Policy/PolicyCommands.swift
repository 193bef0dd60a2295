import Beeline
import BeelineRules
import BeelineSupport

/// `beeline policy`: what the user's policy decides, and what the user has consented to permanently.
enum PolicyCommands {
    static func list(_ arguments: Arguments) throws -> ExitStatus {
        _ = try arguments.operands(0...0)
        let plugins = try PluginOptions(arguments).registry
        let policy = try configured { try Policy.ofUser(plugins: plugins) }
        let consents = try configured { try Consent.ofUser() }
        try arguments.isJSON
            ? StandardOutput.write(data: json(policy, consents, plugins))
            : StandardOutput.write(text(policy, consents, arguments.style))
        return .success
    }

    private static func text(_ policy: Policy, _ consents: [Consent], _ style: Style) -> TerminalText {
        var text: TerminalText = "\(style.paint("policy", .label))  \(policy)\n"
        guard !consents.isEmpty else { return text + "Nothing is kept as always allowed.\n" }
        text += style.table(
            consents.enumerated().map { index, consent in [String(index + 1), "always", consent.description] },
            [.label, .kind, nil])
        return text
    }

    private static func json(_ policy: Policy, _ consents: [Consent], _ plugins: PluginRegistry) -> [UInt8] {
        JSONWriter.line { json in
            json.member("version", 1)
            json.member("actions", plugins.signatures) { json, signature in
                json.member("action", signature.name)
                json.member("decision", policy.decision(for: signature).rawValue)
            }
            json.member("always", consents) { json, consent in consent.writeMembers(to: &json) }
        }
    }

    static func allow(_ arguments: Arguments) throws -> ExitStatus {
        let name = try arguments.operands(1...1)[0]
        let plugins = try PluginOptions(arguments).registry
        guard let signature = plugins.signatures.first(where: { $0.name == name }) else {
            throw UsageError.unknownPolicyAction(name, known: plugins.names)
        }
        let host = try arguments.parsed(
            .consentHost, as: "a host such as www.example.com or http://printer.example:8080"
        ) {
            Consent.host(ofLink: $0.contains("://") ? $0 : "https://\($0)")
        }
        guard arguments.has(.consentRule) || host != nil else { throw UsageError.needsRuleOrHost }
        let consent = Consent(action: name, rule: arguments[.consentRule], host: host)
        let policy = try configured { try Policy.ofUser(plugins: plugins) }
        if policy.decision(for: signature) == .deny {
            StandardError.warn("the policy denies \(name), which this does not change")
        }
        warn(about: consent)
        let path = try configured { try Consent.keep(consent) }
        try StandardOutput.write("kept in \(path): \(consent)\n")
        return .success
    }

    private static func warn(about consent: Consent) {
        guard let rules = try? Resolver.ofUser().rules.rules.map(\.id), let problem = consent.problem(rules: rules)
        else {
            return
        }
        StandardError.warn(problem)
    }

    static func forget(_ arguments: Arguments) throws -> ExitStatus {
        let consents = try configured { try Consent.ofUser() }
        let words = arguments.operands
        guard words.isEmpty == arguments.has(.allConsents) else { throw UsageError.noOperands(arguments.command) }
        let numbers = try words.map { word throws(UsageError) in
            guard let number = Int(word), number > 0 else { throw UsageError.badConsentNumber(word) }
            return number
        }
        for number in numbers where number > consents.count {
            StandardError.write("beeline: nothing that is kept has the number \(number)\n")
        }
        let kept = consents.enumerated().filter { !numbers.contains($0.offset + 1) && !words.isEmpty }.map(\.element)
        if kept.count < consents.count { _ = try configured { try Consent.replaceOfUser(by: kept) } }
        try StandardOutput.write("\(counted(consents.count - kept.count, "consent")) forgotten\n")
        return numbers.contains { $0 > consents.count } ? .notTaken : .success
    }

    static func check(_ arguments: Arguments) throws -> ExitStatus {
        _ = try arguments.operands(0...0)
        let plugins = try PluginOptions(arguments).registry
        let rules = (try? Resolver.ofUser().rules.rules.map(\.id)) ?? []
        let issues = Policy.issuesOfUser(plugins: plugins, rules: rules)
        if arguments.isJSON {
            try StandardOutput.write(data: IssueJSON.lines(issues))
        } else {
            for issue in issues { try StandardOutput.write(arguments.style.lines(of: issue)) }
            if issues.isEmpty { try StandardOutput.write("nothing wrong\n") }
        }
        return issues.contains(where: \.isError) ? .notTaken : .success
    }
}
