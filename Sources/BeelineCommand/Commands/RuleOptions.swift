import Beeline
import BeelineFiles
import Glibc

/// What the options say of the rules to use.
struct RuleOptions {
    let sources: RuleSources
    let constants: ConstantSettings

    /// - Parameter files: rule files that go before all others.
    init(_ arguments: Arguments, files: [String]) throws {
        var sources: RuleSources
        do throws(FileError) {
            sources = try .files(files)
            if !arguments.has(.noDefaults) { sources = try sources + .configuration() + .bundled }
        } catch {
            throw ConfigurationError.file(error)
        }
        self.sources = sources

        var values: [String: String] = [:]
        for setting in arguments.all(.set) {
            let halves = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2, !halves[0].isEmpty else { throw UsageError.badSetting(setting) }
            values[String(halves[0])] = String(halves[1])
        }
        constants = .fromEnvironment(values: values)
    }

    func resolver(_ plugins: PluginRegistry) throws -> Resolver {
        let parser: ContentParser
        do throws(InstalledTableError) {
            parser = try InstalledTables.parser()
        } catch {
            throw ConfigurationError.table(error)
        }
        do throws(RuleSetError) {
            let resolver = try Resolver(rules: sources, plugins: plugins, constants: constants, parser: parser)
            // A misspelt 'disable' should not go unnoticed; a program that reads our errors is not to be disturbed.
            if isatty(STDERR_FILENO) != 0 {
                for warning in resolver.rules.warnings { StandardError.write("\(warning)\n") }
            }
            return resolver
        } catch {
            throw ConfigurationError.rules(error)
        }
    }
}
