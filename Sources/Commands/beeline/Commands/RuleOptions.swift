import Beeline
import BeelineRules
import BeelineSupport
import Glibc
import Synchronization

/// What the options say of the rules to use.
struct RuleOptions {
    let sources: RuleSources
    let constants: ConstantSettings
    let catalogs: [Catalog]
    /// Finds those that were imported.
    let finder: CatalogFinder
    /// The files and folders on which all of it depends, save for files that others include.
    let paths: [String]

    /// - Parameters:
    ///   - files: rule files that go before all others.
    ///   - read: what these files hold. Default: nil, they are read.
    ///   - note: called with the path of each imported catalogue that the rules name, whether it is there or not.
    init(
        _ arguments: Arguments, files: [String], read: RuleSources? = nil,
        noting note: @escaping @Sendable (String) -> Void = { _ in }
    ) throws {
        let failure = ReportOnce<SQLiteError> { error in
            StandardError.write("beeline: \(error); its rows count as absent\n")
        }
        finder = CatalogStore.finder(
            noting: note,
            remedy: {
                "'beeline catalog import \($0) FILE.csv' makes one, --catalog \($0)=FILE.csv gives one for once"
            },
            report: failure.take)
        var sources: RuleSources
        do throws(FileError) {
            if let read { sources = read } else { sources = try .files(files) }
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
        constants = .fromEnvironment(values: values, origin: "--set")

        var paths = files
        if !arguments.has(.noDefaults), let folder = RuleSources.configurationFolder { paths.append(folder) }
        var catalogs: [Catalog] = []
        for setting in arguments.all(.catalog) {
            let halves = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard halves.count == 2, Catalog.isName(halves[0]), !halves[1].isEmpty else {
                throw UsageError.badCatalog(setting)
            }
            do {
                catalogs.append(try Catalog.file(name: halves[0], path: halves[1]))
                paths.append(halves[1])
            } catch {
                throw ConfigurationError.catalog("\(error)")
            }
        }
        self.catalogs = catalogs
        self.paths = paths
    }

    func resolver(_ plugins: PluginRegistry, reader: RuleFileReader? = nil) throws -> Resolver {
        let parser: ContentParser
        do throws(InstalledTableError) {
            parser = try InstalledTables.parser()
        } catch {
            throw ConfigurationError.table(error)
        }
        do throws(RuleSetError) {
            let resolver = try Resolver(
                rules: sources, plugins: plugins, constants: constants, catalogs: catalogs, finder: finder,
                parser: parser, reader: reader)
            // A misspelt 'disable' should not go unnoticed; a program that reads our errors is not to be disturbed.
            if isatty(STDERR_FILENO) != 0 {
                for warning in resolver.rules.warnings { StandardError.write(warning.terminalText + "\n") }
            }
            return resolver
        } catch {
            throw ConfigurationError.rules(error)
        }
    }
}

/// The rules of a command: as they were when it began, or, with `--watch`, as their files are now.
enum RulesInUse: Sendable {
    case fixed(Resolver)
    case live(LiveRules)

    init(_ arguments: Arguments, plugins: PluginRegistry) throws {
        let files = arguments.all(.rules)
        guard arguments.has(.watchRules) else {
            self = .fixed(try RuleOptions(arguments, files: files).resolver(plugins))
            return
        }
        self = .live(
            try LiveRules {
                let included = Paths()
                let options = try RuleOptions(arguments, files: files, noting: included.add)
                do {
                    let resolver = try options.resolver(plugins, reader: options.sources.reader(noting: included.add))
                    return (resolver, options.paths + included.all)
                } catch {
                    throw LiveRules.LoadFailure(error, paths: options.paths + included.all)
                }
            })
    }

    /// The rules at this moment.
    var resolver: Resolver {
        switch self {
        case .fixed(let resolver): resolver
        case .live(let rules): rules.resolver
        }
    }

    /// Follows the files from now on, and says on standard error what comes of their changes; nil where nothing is to be
    /// followed.
    func follow() -> Task<Void, Never>? {
        guard case .live(let rules) = self else { return nil }
        return Task {
            for await event in rules.watch() {
                switch event {
                case .success: StandardError.write("beeline: the rules have been loaded again\n")
                case .failure(let error):
                    let problem = (error as? ConfigurationError)?.problem ?? "beeline: \(error)"
                    StandardError.write("\(problem)\nbeeline: the rules before stay in use\n")
                }
            }
        }
    }

    /// Paths that are noted while rules are loaded.
    private final class Paths: Sendable {
        private let noted = Mutex<[String]>([])

        var all: [String] { noted.withLock { $0 } }

        @Sendable func add(_ path: String) { noted.withLock { $0.append(path) } }
    }
}

/// The first of several things that may be reported, from whatever thread.
final class ReportOnce<Value: Sendable>: Sendable {
    private let stored = Mutex<Value?>(nil)
    private let heard: @Sendable (Value) -> Void

    /// - Parameter heard: called for the first one, as soon as it is there.
    init(_ heard: @escaping @Sendable (Value) -> Void = { _ in }) { self.heard = heard }

    var report: Value? { stored.withLock { $0 } }

    @Sendable func take(_ value: Value) {
        let isFirst = stored.withLock { stored in
            defer { stored = stored ?? value }
            return stored == nil
        }
        if isFirst { heard(value) }
    }
}
