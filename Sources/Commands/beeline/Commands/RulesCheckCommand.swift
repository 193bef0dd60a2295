import Beeline
import BeelineSupport

/// `beeline rules check`: the errors in rule files, and their places.
struct RulesCheckCommand {
    private let plugins: PluginRegistry
    /// Whether the user names files. Then the tests of bundled files are not checked: they are known to be right.
    private let hasFiles: Bool
    /// The files that the user names.
    private let named: [String]
    /// Whether the policy of the user is checked, too: it belongs to the rules of the configuration.
    private let checksPolicy: Bool
    private let isStrict: Bool
    private let isJSON: Bool
    private let style: Style

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let command = RulesCheckCommand(
            plugins: try PluginOptions(arguments).registry, hasFiles: !arguments.operands.isEmpty,
            named: arguments.operands, checksPolicy: !arguments.has(.noDefaults),
            isStrict: arguments.has(.strict), isJSON: arguments.isJSON, style: arguments.style)
        var files: [String] = []
        var sources = RuleSources([])
        // Files that cannot be read do not keep the others from being checked.
        var unreadable: [FileError] = []
        for file in arguments.operands {
            do throws(FileError) {
                sources = try sources + .files([file])
                files.append(file)
            } catch {
                unreadable.append(error)
            }
        }
        let options =
            files.isEmpty && !unreadable.isEmpty ? nil : try RuleOptions(arguments, files: files, read: sources)
        for error in unreadable { StandardError.write("beeline: \(error)\n") }
        let status = try options.map(command.check) ?? .success
        return unreadable.isEmpty ? status : .unreadable
    }

    private func check(_ options: RuleOptions) throws -> ExitStatus {
        var issues: [RuleIssue]
        var summary = ""
        var ids: [String] = []
        // Shared by the rules and the tests, so that each included file is read once.
        let reader = options.sources.reader
        do throws(RuleSetError) {
            let resolver = try options.checked(plugins, reader: reader)
            issues = resolver.rules.warnings + distrust(resolver)
            ids = resolver.rules.rules.map(\.id)
            summary = counts(of: resolver.rules.rules, options.sources.files) + ": "
        } catch {
            issues = error.issues
        }
        if checksPolicy { issues += Policy.issuesOfUser(plugins: plugins, rules: ids) }
        issues += testIssues(options.sources, reader, known: issues)
        let errors = issues.count { $0.severity == .error }
        let warnings = issues.count - errors
        if isJSON {
            try StandardOutput.write(data: IssueJSON.lines(issues))
        } else {
            for issue in issues { try StandardOutput.write(style.lines(of: issue)) }
            let found = "\(counted(errors, "error")), \(counted(warnings, "warning"))"
            try StandardOutput.write("\(summary)\(issues.isEmpty ? "nothing wrong" : found)\n")
        }
        return errors > 0 || (isStrict && warnings > 0) ? .notTaken : .success
    }

    /// How many rules there are, in how many files; of named files, with those that they include, apart from the others.
    private func counts(of rules: [Rule], _ sources: [RuleFile]) -> String {
        let others = Set(sources.map(\.name)).subtracting(hasFiles ? named : sources.map(\.name))
        let own = rules.filter { !others.contains($0.file) }
        let files = Set(own.map(\.file) + (hasFiles ? named : sources.map(\.name)))
        let counts = "\(counted(own.count, "rule")) in \(counted(files.count, "file"))"
        return own.count == rules.count
            ? counts : counts + ", beside \(counted(rules.count - own.count, "rule")) in use"
    }

    /// Warnings for rules without programs and secrets, because other users can write them, by file and reason.
    private func distrust(_ resolver: Resolver) -> [RuleIssue] {
        let programs = Set(plugins.signatures.filter { $0.effects.contains(.process) }.map(\.name))
        return Self.warnings(
            on: resolver.rules.rules(whoseActions: programs.contains), "start no programs", resolver.rules)
            + Self.warnings(on: resolver.rules.rulesWithSecrets, "get no secrets", resolver.rules)
    }

    private static func warnings(on rules: [Rule], _ consequence: String, _ set: RuleSet) -> [RuleIssue] {
        let distrusted = set.distrusted
        var known: Set<[String]> = []
        return rules.compactMap { rule in
            guard let writers = distrusted[rule.id], known.insert([rule.file, writers]).inserted else { return nil }
            return RuleIssue(
                severity: .warning, file: rule.file, position: nil, path: JSONPath(),
                message: "rules such as '\(rule.id)' \(consequence), because other users can write them: \(writers)",
                sourceLine: nil)
        }
    }

    /// The errors in the tests of the files. Each file is tested alone.
    private func testIssues(_ sources: RuleSources, _ reader: RuleFileReader, known: [RuleIssue]) -> [RuleIssue] {
        let files = hasFiles ? sources.files.filter { !$0.isBundled } : sources.files
        return files.flatMap { file -> [RuleIssue] in
            let suite = RuleTestSuite(file: file, actions: plugins.signatures, reader: reader)
            guard suite.count > 0 else { return [] }
            // A missing name may be in another file, which a test does not use.
            return suite.fileErrors.prefix(known.contains(where: \.isError) ? 0 : 1).map(onlyAlone) + suite.issues
        }
    }

    private func onlyAlone(_ issue: RuleIssue) -> RuleIssue {
        RuleIssue(
            severity: issue.severity, file: issue.file, position: issue.position, path: issue.path,
            message: "the tests of a file use only this file and what it includes: \(issue.message)",
            sourceLine: issue.sourceLine)
    }
}

/// Issues of rule files as JSON for editors: an object on a line for each.
enum IssueJSON {
    static func lines(_ issues: [RuleIssue]) -> [UInt8] {
        issues.flatMap { issue in
            JSONWriter.line { json in
                json.member("version", 1)
                json.member("file", issue.file)
                json.members(issue.position)
                json.member("severity", issue.severity.rawValue)
                json.member("path", issue.path.description)
                json.member("message", issue.message)
            }
        }
    }
}
