import Beeline
import BeelineSupport
import Glibc

/// How many scans a second the history keeps, when five hundred callers record through the dispatcher at once.
struct RecordDispatches {
    private let folder = "/tmp/beeline-bench-history-\(getpid())"

    private static let rules = """
        { "version": 1, "rules": [ { "id": "all", "when": { "text": { "exists": true } },
          "do": [ { "action": "record", "fields": { "code": "{text}" } } ] } ] }
        """

    /// In thousands, with the code and all that is known of it.
    func thousandsPerSecond() async throws -> Double {
        let path = "\(folder)/history.db"
        defer {
            for name in ["", "-wal", "-shm"] { unlink(path + name) }
            rmdir(folder)
        }
        let plugins = try PluginRegistry([RecordPlugin(path: path)])
        let resolver = try Resolver(
            rules: RuleSources([RuleFile(name: "bench.json", text: Self.rules)]), plugins: plugins)
        let dispatcher = Dispatcher(plugins: plugins, policy: .allow)
        let scan = Scan.now()
        let resolution = resolver.resolve(Symbol(.ean13, "9784873119045"), scan: scan)
        return await Crowd(callers: 500, each: 100).thousandsPerSecond {
            for await outcome in dispatcher.perform(resolution, scan: scan) where outcome.status != .done {
                return false
            }
            return true
        }
    }
}
