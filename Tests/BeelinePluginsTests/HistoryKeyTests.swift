import ActionsTestSupport
import BeelineContent
import BeelineRules
import BeelineSupport
import BeelineSymbols
import TestPrograms
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

@Suite struct HistoryKeyTests {
    private func record(_ key: String?, _ plugin: RecordPlugin, _ count: Int = 1) async throws -> [Int] {
        let rows = key.map { HistoryRows(key: $0, time: "2026-01-31T12:34:56.789Z") }
        let context = ActionContext(resolution: nil, scan: nil, input: nil, outcomes: [], rows: rows)
        for n in 0..<count { _ = try await plugin.perform(.record(n), in: context) }
        return rows?.ids ?? []
    }

    @Test(arguments: Store.installed)
    func `a scan that is run again has its rows once`(store: Store) async throws {
        let history = try await TestHistory(store)
        let plugin = history.record
        #expect(try await record("a#0", plugin, 2) == [1, 2])
        #expect(try await record("a#1", plugin) == [3])
        // Killed after its first row, and run again by another program.
        let again = try await record("a#0", RecordPlugin(path: history.program(1)), 3)
        #expect(again.count == 3 && again.prefix(2) == [1, 2])
        for _ in 0..<2 { _ = try await record(nil, plugin) }
        let rows = try history.entries().sorted { $0.id < $1.id }.map(\.time)
        #expect(rows.count == 6 && rows.prefix(4).allSatisfy { $0 == "2026-01-31T12:34:56.789Z" })
        guard store == .file else { return }
        let keys = try await HistoryReader.run(
            "for row in db.execute('SELECT scan FROM scans ORDER BY id'): print(*row)", on: history.path)
        #expect(keys == ["a#0", "a#0.1", "a#1", "a#0.2", "None", "None"])
    }

    @Test(arguments: Store.installed)
    func `of many tasks that record one scan, one does`(store: Store) async throws {
        let history = try await TestHistory(store)
        let plugins = (0..<2).map { RecordPlugin(path: history.program($0)) }
        let ids = try await withThrowingTaskGroup(of: [Int].self) { group in
            for task in 0..<64 { group.addTask { try await record("a#0", plugins[task % 2]) } }
            return try await group.reduce(into: Set<Int>()) { $0.formUnion($1) }
        }
        #expect(ids.count == 1 && (store == .server || ids == [1]))
    }

    /// What each form of the history has that was released.
    @Test(arguments: 1...3)
    func `an older history is read, and becomes the present one`(form: Int) async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/history.db"
        let old = try SQLiteConnection(path: path, as: .history)
        try old.useWriteAheadLog()
        try old.migrate(through: Array(HistorySchema.steps.prefix(form)))
        try old.execute(
            """
            INSERT INTO scans (time, rule, fields, text) VALUES
                ('2025-01-01T00:00:00.000Z', 'r', '{"n":"old"}', 'one'), ('2025-01-02T00:00:00.000Z', 'r', '{"n":"new"}', 'two')
            """)
        func texts() throws -> [String?] {
            var texts: [String?] = []
            try History(path: path).whileEntries(matching: HistoryFilter()) { entry in
                texts.append(entry.text)
                return true
            }
            return texts
        }
        // Who only looks does not change it.
        if form == 3 {
            #expect(try texts() == ["two", "one"])
            #expect(try old.number("PRAGMA user_version") == 3)
            var filter = HistoryFilter()
            filter.ids = [1]
            #expect(try History(path: path).delete(matching: filter) == 1)
        }
        #expect(try await record("a#0", RecordPlugin(path: path)) == [3])
        #expect(try await record("a#0", RecordPlugin(path: path)) == [3])
        #expect(try texts() == (form == 3 ? [nil, "two"] : [nil, "two", "one"]))
        let checked = try await HistoryReader.run(
            "print(db.execute('PRAGMA integrity_check').fetchone()[0], db.execute('PRAGMA user_version').fetchone()[0])",
            on: path)
        #expect(checked == ["ok \(HistorySchema.steps.count)"])
    }

    static let times: [(text: String, seconds: Int?, nanoseconds: Int)] = [
        ("1970-01-01T00:00:00Z", 0, 0), ("2026-11-30T10:40:00.005Z", 1_796_035_200, 5_000_000),
        ("2026-11-30T11:40:00+01:00", 1_796_035_200, 0), ("2026-11-30T06:10:00-04:30", 1_796_035_200, 0),
        ("2026-11-30T10:40:00.1Z", 1_796_035_200, 100_000_000),
        ("2026-11-30T10:40:00.123456789Z", 1_796_035_200, 123_000_000),
        ("2028-02-29T00:00:00Z", 1_835_395_200, 0), ("2026-02-29T00:00:00Z", nil, 0),
        ("2026-13-01T00:00:00Z", nil, 0), ("2026-11-31T00:00:00Z", nil, 0), ("2026-11-30T24:00:00Z", nil, 0),
        ("2026-11-30T10:60:00Z", nil, 0), ("2026-11-30T10:40:60Z", nil, 0), ("2026-11-30T10:40:00", nil, 0),
        ("2026-11-30T10:40Z", nil, 0), ("2026-11-30", nil, 0), ("2026-11-30T10:40:00.Z", nil, 0),
        ("2026-11-30T10:40:00Zx", nil, 0), ("2026-11-30T10:40:00+1:00", nil, 0), ("2026-11-30T10:40:00..5Z", nil, 0),
        ("", nil, 0), ("-026-11-30T10:40:00Z", nil, 0), ("２026-11-30T10:40:00Z", nil, 0),
    ]

    @Test(arguments: times)
    func `a point in time is read as other programs write it`(text: String, seconds: Int?, nanoseconds: Int) {
        let time = Timestamp.parsed(text)
        #expect(time?.seconds == seconds)
        #expect(time?.nanoseconds ?? 0 == nanoseconds)
    }
}
