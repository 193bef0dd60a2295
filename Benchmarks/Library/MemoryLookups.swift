import Beeline
import BeelineSupport
import Glibc

/// What memory.py asks for: a history to begin with, the times of look-ups, and how many scans a second are recorded.
///
///     beeline-bench memory begin PATH       makes a history with one scan
///     beeline-bench memory ask PATH         asks for each code of standard input: recordings, median and 99 of 100 in µs
///     beeline-bench memory record PATH      thousands of scans a second
struct MemoryLookups {
    static let option = "memory"

    private static let rules = """
        { "version": 1, "rules": [ { "id": "new", "when": { "seen.count": 0 },
          "do": [ { "action": "record", "fields": { "code": "{text|}" } } ] }, { "id": "old", "when": {}, "do": [] } ] }
        """

    let path: String

    func run(_ word: String) async throws {
        switch word {
        case "begin": try await begin()
        case "ask": try ask()
        default: print(try await thousandsPerSecond())
        }
    }

    private func begin() async throws {
        let context = ActionContext(scan: .now())
        let plugin = RecordPlugin(path: path)
        _ = try await plugin.perform(Action(name: "record", rule: "begin", arguments: []), in: context)
        await plugin.end()
    }

    private func ask() throws {
        let memory = HistoryMemory(path: path) { error in fatalError("\(error)") }
        let day = CalendarDate.today
        let codes = try readFile("/dev/stdin", limit: 1 << 26).split(separator: UInt8(ascii: "\n"))
            .map { MemoryKey("=" + String(decoding: $0, as: UTF8.self)) }
        var count = 0
        var times: [Double] = []
        let clock = ContinuousClock()
        for key in codes {
            let time = clock.measure { count += memory.seen(key, on: day).count }
            times.append(Double(time.components.attoseconds) / 1e12)
        }
        times.sort()
        print(count, times[times.count / 2], times[times.count * 99 / 100])
    }

    /// Of codes that are anywhere in the order of keys.
    private func thousandsPerSecond() async throws -> Double {
        let plugins = try PluginRegistry([RecordPlugin(path: path)])
        let resolver = try Resolver(
            rules: RuleSources([RuleFile(name: "bench.json", text: Self.rules)]), plugins: plugins)
        let dispatcher = Dispatcher(plugins: plugins, policy: .allow)
        let scan = Scan.now()
        let rate = await Crowd(callers: 500, each: 100).thousandsPerSecond {
            let resolution = resolver.resolve(Symbol(.qr, "T-\(UInt32.random(in: .min ... .max))"), scan: scan)
            let outcomes = await dispatcher.performAll(resolution, scan: scan, input: nil, rows: nil)
            return outcomes.first?.status == .done
        }
        await plugins.end()
        return rate
    }
}
