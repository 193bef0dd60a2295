import Beeline
import BeelineFiles
import Glibc

/// `beeline rules check`: what is wrong with rule files, and where.
struct RulesCheckCommand {
    /// Nil when none of the files could be read.
    private let options: RuleOptions?
    private let isStrict: Bool
    private let style: Style
    /// Why some of the files could not be read; the others are checked all the same.
    private let unreadable: [FileError]

    init(_ arguments: Arguments) throws {
        isStrict = arguments.has(.strict)
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
            let resolver = try Resolver(rules: options.sources, constants: options.constants)
            issues = resolver.rules.warnings
            let rules = resolver.rules.rules.count
            summary = "\(counted(rules, "rule")) in \(counted(options.sources.files.count, "file")): "
        } catch {
            issues = error.issues
        }
        let errors = issues.count { $0.severity == .error }
        let warnings = issues.count - errors
        for issue in issues {
            try StandardOutput.write(
                style.paint(visibleLines(issue.description), issue.severity == .error ? .error : .warning) + "\n")
        }
        summary +=
            errors + warnings == 0 ? "nothing wrong" : "\(counted(errors, "error")), \(counted(warnings, "warning"))"
        try StandardOutput.write(summary + "\n")
        return errors > 0 || (isStrict && warnings > 0) ? .notTaken : .success
    }

    private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    /// A message of several lines, each made safe for a terminal.
    private func visibleLines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { visible(String($0)) }
            .joined(separator: "\n")
    }
}
