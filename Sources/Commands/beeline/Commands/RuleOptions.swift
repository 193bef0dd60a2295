import Beeline
import BeelineRules
import BeelineSupport
import Glibc
import Synchronization

/// What the options say of the rules to use.
struct RuleOptions {
    let sources: RuleSources
    let constants: ConstantSettings
    /// Finds the lists that are given for once, and those that were imported.
    let finder: CatalogFinder
    private let given: GivenLists
    /// The files and folders on which all of it depends, except for files that others include.
    let paths: [String]

    /// - Parameters:
    ///   - files: rule files that go before all others.
    ///   - read: what these files contain. Default: nil, they are read.
    ///   - kinds: of which kinds the codes are that are asked about. Default: nil, of any.
    ///   - note: called with the path of each imported catalogue that the rules name, whether it is there or not.
    init(
        _ arguments: Arguments, files: [String], read: RuleSources? = nil, kinds: Set<Kind>? = nil,
        noting note: @escaping @Sendable (String) -> Void = { _ in }
    ) throws {
        let failure = ReportOnce<SQLiteError> { error in
            StandardError.write("beeline: \(error); the rules find no rows in it\n")
        }
        let imported = CatalogStore.finder(
            noting: note,
            remedy: {
                "'beeline catalog import \($0) FILE.csv' imports it, --catalog \($0)=FILE.csv uses a file once"
            },
            report: failure.take)
        let own = try configured {
            let sources = try read ?? .files(files)
            return arguments.has(.noDefaults) ? sources : try sources + .configuration()
        }
        let settings = try arguments.pairs(.set, "NAME=VALUE") { !$0.name.isEmpty }
        constants = .fromEnvironment(
            values: Dictionary(settings.map { ($0.name, $0.value) }) { $1 }, origin: "--set")
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
        finder = imported.behind(given.readers)
        let folder = arguments.has(.noDefaults) ? nil : RuleSources.configurationFolder
        paths = files + [folder].compactMap(\.self) + lists.map(\.value)
    }

    /// The rules by themselves, with every error of theirs.
    func checked(
        _ plugins: PluginRegistry, parser: ContentParser = ContentParser(), reader: RuleFileReader? = nil
    ) throws(RuleSetError) -> Resolver {
        try Resolver(
            rules: sources, plugins: plugins, constants: constants, finder: finder, parser: parser, reader: reader)
    }

    /// - Parameter parser: Default: nil, one with the tables of the user.
    func resolver(
        _ plugins: PluginRegistry, parser: ContentParser? = nil, reader: RuleFileReader? = nil
    ) throws -> Resolver {
        let resolver = try configured {
            let resolver = try checked(plugins, parser: parser ?? InstalledTables.parser(), reader: reader)
            try given.checkRest()
            return resolver
        }
        // A misspelt 'disable' should not go unnoticed; a program that reads our errors is not to be disturbed.
        if isatty(STDERR_FILENO) != 0 {
            for warning in resolver.rules.warnings { StandardError.write(warning.terminalText + "\n") }
        }
        return resolver
    }
}

/// Lists in CSV that are given for once: each is read when a rule names it, and has said what form it has.
private final class GivenLists: Sendable {
    private struct List: Sendable {
        let name: String
        let path: String
        let bytes: [UInt8]

        func catalog(_ form: CatalogForm) throws(CatalogError) -> Catalog {
            try Catalog(name: name, csv: bytes, source: path, format: CSVFormat(), form: form)
        }
    }

    private let lists: [List]
    private let named = Mutex<Set<String>>([])

    init(_ files: [(name: String, value: String)]) throws(FileError) {
        var lists: [List] = []
        for (name, path) in files where !lists.contains(where: { $0.name == name }) {
            lists.append(List(name: name, path: path, bytes: try readFile(path, limit: Catalog.longestFile)))
        }
        self.lists = lists
    }

    var readers: [String: @Sendable (CatalogForm) throws -> Catalog] {
        var readers: [String: @Sendable (CatalogForm) throws -> Catalog] = [:]
        for list in lists {
            readers[list.name] = { [self] form in
                _ = named.withLock { $0.insert(list.name) }
                return try list.catalog(form)
            }
        }
        return readers
    }

    /// Reads those that no rule named, so that their errors are reported as well.
    func checkRest() throws(CatalogError) {
        for list in lists where !named.withLock({ $0.contains(list.name) }) { _ = try list.catalog(CatalogForm()) }
    }
}

extension Arguments {
    /// The values of an option that are of the form `NAME=VALUE`.
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

/// The rules of a command: as they were when it began, or, with `--watch`, as their files are now.
enum RulesInUse: Sendable {
    case fixed(Resolver)
    case live(LiveRules)

    /// - Parameters:
    ///   - parser: parses the codes. Default: nil, one with the tables of the user.
    ///   - kinds: of which kinds the codes are that are asked about. Default: nil, of any.
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

    /// Follows the files from now on, and says on standard error the result of their changes; nil where nothing is to
    /// be followed.
    ///
    /// - Parameter report: hears of each change too: nil, the files were loaded; else what is wrong with them.
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
