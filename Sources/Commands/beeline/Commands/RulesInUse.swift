import Beeline
import Synchronization

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
                case .reloaded: StandardError.write("beeline: the rules have been loaded again\n")
                case .kept(let error):
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
