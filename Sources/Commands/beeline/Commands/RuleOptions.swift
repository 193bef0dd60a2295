import Beeline
import BeelineRules
import BeelineSupport
import BeelineSymbols
import Glibc
import Synchronization

struct RuleOptions {
    let sources: RuleSources
    let constants: ConstantSettings
    /// Finds the lists of `--catalog`, and the imported ones.
    let finder: CatalogFinder
    private let given: GivenLists
    private let arguments: Arguments
    /// The files and folders that are read, except for files that others include.
    let paths: [String]

    /// Reads rule files, which are tried before all others, unless their contents are given. `kinds` are those of the
    /// codes that will be resolved; nil: any. `note` gets the path of each imported catalogue that the rules name, even
    /// if it does not exist.
    init(
        _ arguments: Arguments, files: [String], read: RuleSources? = nil, kinds: Set<Kind>? = nil,
        noting note: @escaping @Sendable (String) -> Void = { _ in }
    ) throws {
        self.arguments = arguments
        let own = try configured {
            let sources = try read ?? .files(files)
            return arguments.has(.noDefaults) ? sources : try sources + .configuration()
        }
        let settings = try arguments.pairs(.set, "NAME=VALUE") { !$0.name.isEmpty }
        constants = .fromEnvironment(values: Dictionary(settings.map { ($0.name, $0.value) }) { $1 }, origin: "--set")
        if arguments.has(.noDefaults) {
            sources = own
        } else if let kinds, own.files.isEmpty, constants.values.isEmpty, constants.environment.isEmpty {
            sources = .bundled(for: kinds)
        } else {
            sources = own + .bundled
        }
        let lists = try arguments.pairs(.catalog, "NAME=FILE.csv; a name is letters, digits and '_'") {
            Catalog.isName($0.name) && !$0.value.isEmpty
        }
        given = try configured { try GivenLists(lists) }
        let failure = ReportOnce<SQLiteError> { error in
            StandardError.write("beeline: \(error); the rules find no rows in it\n")
        }
        finder = CatalogStore.finder(
            noting: note,
            remedy: {
                "'beeline catalog import \($0) FILE.csv' imports it, --catalog \($0)=FILE.csv uses a file once"
            },
            report: failure.take
        ).behind(given.readers)
        let folder = arguments.has(.noDefaults) ? nil : RuleSources.configurationFolder
        paths = files + [folder].compactMap(\.self) + lists.map(\.value)
    }

    /// A resolver with the rules, or all errors in them.
    func checked(
        _ plugins: PluginRegistry, parser: ContentParser = ContentParser(), reader: RuleFileReader? = nil
    ) throws(RuleSetError) -> Resolver {
        try Resolver(
            rules: sources, plugins: plugins, constants: constants, finder: finder, parser: parser, reader: reader)
    }

    /// A resolver with the rules, after the lists of `--catalog` were checked. Warnings go to a terminal. The default
    /// parser has the user's tables.
    func resolver(
        _ plugins: PluginRegistry, parser: ContentParser? = nil, reader: RuleFileReader? = nil
    ) throws -> Resolver {
        let resolver = try configured {
            let resolver = try checked(plugins, parser: parser ?? arguments.parser(), reader: reader)
            for remark in try given.checkRest() { StandardError.warn(remark) }
            return resolver
        }
        // A misspelt 'disable' should be noticed; a program that reads the errors should not be disturbed.
        if isatty(STDERR_FILENO) != 0 {
            for warning in resolver.rules.warnings { StandardError.write(warning.terminalText + "\n") }
        }
        return resolver
    }
}

extension Arguments {
    /// A parser with the user's tables, `--charset` and `--full-ascii`.
    func parser() throws -> ContentParser {
        var charset: Conversion.Charset?
        if let name = self[.charset] {
            guard let known = Conversion.Charset(name: name) else {
                throw UsageError.badChoice(.charset, name, choices: Option.charset.suggestions)
            }
            charset = known
        }
        return try configured { [charset] in
            try InstalledTables.parser(charset: charset, expandsCode39: has(.fullASCII))
        }
    }

    /// The values of an option with the form `NAME=VALUE`.
    fileprivate func pairs(
        _ option: Option, _ form: String, _ isRight: ((name: String, value: String)) -> Bool
    ) throws(UsageError) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        for text in all(option) {
            let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard halves.count == 2, isRight((halves[0], halves[1])) else {
                throw .bad(option, text, isNot: "of the form \(form)")
            }
            pairs.append((halves[0], halves[1]))
        }
        return pairs
    }
}

/// The rules of a command: fixed from its start or, with `--watch`, loaded again when their files change.
enum RulesInUse: Sendable {
    case fixed(Resolver)
    case live(LiveRules)

    /// The default parser has the user's tables. `kinds` are those of the codes that will be resolved; nil: any.
    init(
        _ arguments: Arguments, plugins: PluginRegistry, parser: ContentParser? = nil, kinds: Set<Kind>? = nil
    ) throws {
        let files = arguments.all(.rules)
        guard arguments.has(.watchRules) else {
            self = .fixed(try RuleOptions(arguments, files: files, kinds: kinds).resolver(plugins, parser: parser))
            return
        }
        self = .live(
            try LiveRules {
                let included = NotedPaths()
                let options = try RuleOptions(arguments, files: files, noting: included.add)
                do {
                    let resolver = try options.resolver(plugins, reader: options.sources.reader(noting: included.add))
                    return (resolver, options.paths + included.all)
                } catch {
                    throw LiveRules.LoadFailure(error, paths: options.paths + included.all)
                }
            })
    }

    var resolver: Resolver {
        switch self {
        case .fixed(let resolver): resolver
        case .live(let rules): rules.resolver
        }
    }

    /// Watches the files from now on, and writes the result of each change to standard error; nil for fixed rules. Each
    /// change is also reported, with nil or with what is wrong with the files.
    func follow(_ report: @escaping @Sendable (String?) -> Void = { _ in }) -> Task<Void, Never>? {
        guard case .live(let rules) = self else { return nil }
        return Task {
            for await event in rules.watch() {
                switch event {
                case .success:
                    StandardError.write("beeline: the rules were loaded again\n")
                    report(nil)
                case .failure(let error):
                    let problem = (error as? ConfigurationError)?.problem ?? "beeline: \(error)"
                    report(problem.string)
                    StandardError.write("\(problem)\nbeeline: the old rules are still in use\n")
                }
            }
        }
    }
}

/// Keeps the first of several reports, from any thread.
final class ReportOnce<Value: Sendable>: Sendable {
    private let stored = Mutex<Value?>(nil)
    private let heard: @Sendable (Value) -> Void

    /// - Parameter heard: called once, with the first report.
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
