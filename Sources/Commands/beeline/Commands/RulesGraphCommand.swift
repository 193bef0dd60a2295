import Beeline
import BeelineSupport

/// `beeline rules graph`: draws what leads where.
struct RulesGraphCommand {
    private let options: RuleOptions
    private let plugins: PluginRegistry
    private let kind: String?
    private let drawsAll: Bool
    /// Nil: standard output.
    private let output: String?

    init(_ arguments: Arguments) throws {
        options = try RuleOptions(arguments, files: arguments.operands)
        plugins = try PluginOptions(arguments).registry
        kind = arguments[.onlyKind]
        drawsAll = arguments.has(.drawAll)
        output = arguments[.output]
    }

    /// - Throws: `UsageError`, `ConfigurationError`, `OutputError`.
    func run() throws -> ExitStatus {
        let rules: RuleSet
        do throws(RuleSetError) {
            rules = try Resolver(
                rules: options.sources, plugins: plugins, constants: options.constants, catalogs: options.catalogs,
                finder: options.finder
            ).rules
        } catch {
            throw ConfigurationError.rules(error)
        }
        let known = rules.kindNames
        if let kind, !known.contains(kind) { throw UsageError.unknownKindOfRules(kind, known: known) }
        let svg = Array(RuleGraph(rules, kind: kind, limit: drawsAll ? nil : 60).svg.utf8)
        guard let output else {
            try StandardOutput.write(data: svg)
            return .success
        }
        do throws(FileError) {
            try replaceFile(output, with: svg)
        } catch {
            StandardError.write("beeline: \(error)\n")
            return .unreadable
        }
        return .success
    }
}
