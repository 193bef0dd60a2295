import Beeline
import BeelineFiles
import Glibc

/// `beeline rules check`: what is wrong with rule files, and where.
struct RulesCheckCommand {
    /// Nil when none of the files could be read.
    private let options: RuleOptions?
    private let plugins: PluginRegistry
    private let isStrict: Bool
    private let isJSON: Bool
    private let style: Style
    /// Why some of the files could not be read; the others are checked all the same.
    private let unreadable: [FileError]

    init(_ arguments: Arguments) throws {
        plugins = try PluginOptions(arguments).registry
        isStrict = arguments.has(.strict)
        isJSON = arguments[.checkFormat] == "json"
        style = Style(arguments[.color], for: STDOUT_FILENO)
        var files: [String] = []
        var unreadable: [FileError] = []
        for file in arguments.operands {
            do throws(FileError) {
                _ = try RuleSources.files([file])
                files.append(file)
            } catch {
                unreadable.append(error)
            }
        }
        self.unreadable = unreadable
        options = files.isEmpty && !unreadable.isEmpty ? nil : try RuleOptions(arguments, files: files)
    }

    /// - Throws: `OutputError`.
    func run() throws -> ExitStatus {
        for error in unreadable { StandardError.write("beeline: \(visible(error.description))\n") }
        let status = try options.map(check) ?? .success
        return unreadable.isEmpty ? status : .unreadable
    }

    private func check(_ options: RuleOptions) throws -> ExitStatus {
        var issues: [RuleIssue]
        var summary = ""
        do throws(RuleSetError) {
            let resolver = try Resolver(
                rules: options.sources, plugins: plugins, constants: options.constants, catalogs: options.catalogs,
                finder: options.finder)
            issues = resolver.rules.warnings + Self.distrust(resolver)
            let rules = resolver.rules.rules.count
            summary = "\(counted(rules, "rule")) in \(counted(options.sources.files.count, "file")): "
        } catch {
            issues = error.issues
        }
        issues += testIssues(options.sources.files, known: Set(issues))
        let errors = issues.count { $0.severity == .error }
        let warnings = issues.count - errors
        if isJSON {
            try StandardOutput.write(IssueJSON.lines(issues))
            return errors > 0 || (isStrict && warnings > 0) ? .notTaken : .success
        }
        for issue in issues { try StandardOutput.write(style.lines(of: issue)) }
        summary +=
            errors + warnings == 0 ? "nothing wrong" : "\(counted(errors, "error")), \(counted(warnings, "warning"))"
        try StandardOutput.write(summary + "\n")
        return errors > 0 || (isStrict && warnings > 0) ? .notTaken : .success
    }

    /// A warning for each file whose rules would start programs if only nobody else could write it.
    private static func distrust(_ resolver: Resolver) -> [RuleIssue] {
        let programs = Set(
            PluginRegistry.standard.signatures.filter { $0.effects.contains(.process) }.map(\.name))
        var files: Set<String> = []
        return resolver.rules.rules(whoseActions: programs.contains).compactMap { rule in
            guard let writers = resolver.trust.distrusted[rule.id], files.insert(rule.file).inserted else { return nil }
            return RuleIssue(
                severity: .warning, file: rule.file, position: nil, path: JSONPath(),
                message: "its rules start no programs, as others may have written them: \(writers)", sourceLine: nil)
        }
    }

    /// What is wrong with the tests of the files, each of which is tested alone.
    private func testIssues(_ files: [RuleFile], known: Set<RuleIssue>) -> [RuleIssue] {
        files.flatMap { file -> [RuleIssue] in
            let suite = RuleTestSuite(
                file: file, actions: plugins.signatures, reader: RuleSources.reader)
            guard suite.count > 0 else { return [] }
            // What is missing may be in another file, but a test does not see that one.
            let alone = suite.fileErrors.filter { !known.contains($0) }
            return alone.prefix(known.contains { $0.severity == .error } ? 0 : 1).map(onlyAlone) + suite.issues
        }
    }

    private func onlyAlone(_ issue: RuleIssue) -> RuleIssue {
        RuleIssue(
            severity: issue.severity, file: issue.file, position: issue.position, path: issue.path,
            message: "the tests of the file see only it and what it includes: \(issue.message)",
            sourceLine: issue.sourceLine)
    }
}
