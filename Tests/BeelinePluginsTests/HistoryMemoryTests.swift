import ActionsTestSupport
import BeelineContent
import BeelineRules
import BeelineSupport
import BeelineSymbols
import Foundation
import Synchronization
import TestPrograms
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

/// What a memory could not read.
final class Reports: Sendable {
    private let errors = Mutex<[SQLiteError]>([])

    var all: [SQLiteError] { errors.withLock { $0 } }

    @Sendable func take(_ error: SQLiteError) { errors.withLock { $0.append(error) } }
}

@Suite struct HistoryMemoryTests {
    private let folder: TemporaryFolder
    private let path: String
    private let reports = Reports()
    private let memory: HistoryMemory

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("history.db")
        memory = HistoryMemory(path: path, report: reports.take)
    }

    private static let day = CalendarDate(year: 2026, dayOfYear: 329)

    /// Records a code under keys.
    private func record(
        _ keys: [String], at time: String, source: String? = nil, scan key: String? = nil,
        by plugin: RecordPlugin? = nil
    ) async throws {
        let rows = HistoryRows(key: key ?? "scan \(UUID())", time: time)
        let context = ActionContext(
            resolution: nil, scan: Scan(date: Self.day, source: source), input: nil, outcomes: [], rows: rows)
        _ = try await (plugin ?? RecordPlugin(path: path)).perform(
            .record(1), in: context, keys: keys.map { MemoryKey($0) })
    }

    private func seen(_ key: String, on date: CalendarDate = day) -> Seen { memory.seen(MemoryKey(key), on: date) }

    /// A minute of the day in UTC, as this machine's time zone has it.
    private func moment(_ time: String) throws -> LocalMoment {
        Timestamp.localMoment(seconds: try #require(Timestamp.parsed(time)).seconds)
    }

    @Test func `without a history nothing is known, and no file is created`() throws {
        #expect(seen("=a") == .never)
        #expect(memory.session(of: "till").isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        #expect(HistoryMemory(path: nil) { _ in }.seen(MemoryKey("=a"), on: Self.day) == .never)
        #expect(reports.all.isEmpty)
    }

    @Test(arguments: Store.installed)
    func `each recording counts for each of its keys`(store: Store) async throws {
        let history = try await TestHistory(store)
        let noon = Timestamp.text(Self.day, try #require(TimeOfDay(hour: 12, minute: 0)))
        let times = ["2026-11-01T10:00:00.000Z", noon, noon]
        let odd = [#"odd={"x",\y}"#, "nul=\u{0}"]
        for (time, source) in zip(times, ["till", "door", nil]) {
            try await history.record(["=a", "isbn13=9784873119045"] + odd, at: time, source: source)
        }
        try await history.record(["=b", "isbn13=9784873119045", "isbn13=9784873119045"], at: noon, source: "door")
        let a = history.seen("=a")
        #expect((a.count, a.today, a.source) == (3, 2, nil))
        #expect(a.first == (try moment(times[0])))
        #expect(a.last?.description == "2026-11-25 12:00")
        for key in odd { #expect(history.seen(key).count == 3, "\(key)") }
        let isbn = history.seen("isbn13=9784873119045")
        #expect((isbn.count, isbn.today, isbn.source) == (4, 3, "door"))
        #expect(history.seen("=b").count == 1)
        #expect(history.seen("=B") == .never && history.seen("a") == .never && history.seen("=") == .never)
        #expect(history.seen("=a", on: Self.day.adding(days: 1)).today == 0)
        #expect(history.seen("=a", on: Self.day.adding(days: -1)).today == 0)
    }

    /// As long as those of QR codes can be, and of random characters.
    @Test(arguments: Store.installed)
    func `long codes are known again`(store: Store) async throws {
        let history = try await TestHistory(store)
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 $%*+-./:")
        let texts = [2_590, 4_296].map { length in String((0..<length).compactMap { _ in letters.randomElement() }) }
        for text in texts + [String(repeating: "\0", count: 2_000)] {
            let keys = [MemoryKey(identity: text), MemoryKey("serial=\(text)")].map(\.text)
            try await history.record(keys, code: text)
            for key in keys { #expect(history.seen(key).count == 1) }
            #expect(history.seen("=" + text.dropLast()) == .never)
            #expect(try history.entries(limit: 1).first?.text == text)
        }
    }

    /// The first and the last millisecond of the day count, their neighbours do not.
    @Test(arguments: Store.installed)
    func `a day is that of the local time zone`(store: Store) async throws {
        let history = try await TestHistory(store)
        let first = Timestamp.text(Self.day, .midnight)
        let behind = Timestamp.text(Self.day.adding(days: 1), .midnight)
        let seconds = try (#require(Timestamp.parsed(first)).seconds, #require(Timestamp.parsed(behind)).seconds)
        let before = Timestamp.text(seconds: seconds.0 - 1, nanoseconds: 999_000_000)
        let last = Timestamp.text(seconds: seconds.1 - 1, nanoseconds: 999_000_000)
        for time in [before, first, last, behind] { try await history.record(["=a"], at: time) }
        #expect(history.seen("=a").today == 2)
        #expect(history.seen("=a", on: Self.day.adding(days: -1)).today == 1)
        #expect(history.seen("=a", on: Self.day.adding(days: 1)).today == 1)
    }

    @Test(arguments: Store.installed)
    func `a late record has its place in the order of time`(store: Store) async throws {
        let history = try await TestHistory(store)
        for day in [5, 2, 9, 1, 7, 2, 2] {
            try await history.record(["=a"], at: "2026-11-0\(day)T10:00:00.000Z", source: "\(day)")
        }
        if store == .file {
            let places = try await HistoryReader.run(
                "for row in db.execute('SELECT source, place FROM marks ORDER BY time, scan'): print(*row)",
                on: history.path)
            #expect(places == ["1 1", "2 2", "2 3", "2 4", "5 5", "7 6", "9 7"])
        }
        let seen = history.seen("=a")
        #expect((seen.count, seen.source) == (7, "9"))
        #expect(seen.first == (try moment("2026-11-01T10:00:00.000Z")))
    }

    @Test(arguments: Store.installed)
    func `a scan that is recorded twice counts once, and not for itself`(store: Store) async throws {
        let history = try await TestHistory(store)
        try await history.record(["=a"], at: "2026-11-24T10:00:00.000Z", source: "till")
        for _ in 0..<2 {
            try await history.record(["=a"], at: "2026-11-25T10:00:00.000Z", source: "door", scan: "anna k#1")
        }
        try await history.record(["=a"], at: "2026-11-25T11:00:00.000Z", source: "bar", scan: "anna k#10")
        #expect(history.seen("=a").count == 3)
        let before = history.memory.before(HistoryRows(key: "anna k#1", time: "")).seen(MemoryKey("=a"), on: Self.day)
        #expect((before.count, before.source) == (2, "bar"), "the scan with the longer key is another one")
        let last = history.memory.before(HistoryRows(key: "anna k#10", time: "")).seen(MemoryKey("=a"), on: Self.day)
        #expect((last.count, last.source) == (2, "door"))
        #expect(last.first == (try moment("2026-11-24T10:00:00.000Z")))
        #expect(history.memory.before(HistoryRows(key: "new", time: "")).seen(MemoryKey("=a"), on: Self.day).count == 3)
        let only = history.memory.before(HistoryRows(key: "anna k#1", time: "")).seen(MemoryKey("=x"), on: Self.day)
        #expect(only == .never)
    }

    @Test(arguments: Store.installed)
    func `deleted scans were never seen, and the others are counted again`(store: Store) async throws {
        let history = try await TestHistory(store)
        for (text, time) in [("a", 1), ("a", 2), ("b", 3), ("a", 4)] {
            try await history.record(["=\(text)", "serial=7"], at: "2026-11-0\(time)T10:00:00.000Z")
        }
        var filter = HistoryFilter()
        filter.ids = [2]
        #expect(try history.history.delete(matching: filter) == 1)
        #expect((history.seen("=a").count, history.seen("=b").count, history.seen("serial=7").count) == (2, 1, 3))
        filter = HistoryFilter()
        filter.before = "2026-11-04"
        #expect(try history.history.delete(matching: filter) == 2)
        #expect((history.seen("=a").count, history.seen("=b"), history.seen("serial=7").count) == (1, .never, 1))
        #expect(history.seen("=a").first == (try moment("2026-11-04T10:00:00.000Z")))
        #expect(try history.history.delete(matching: HistoryFilter()) == 1)
        #expect(history.seen("=a") == .never)
        #expect(try await history.marks().isEmpty)
    }

    @Test func `a file that was replaced is opened again`() async throws {
        try await record(["=a"], at: "2026-11-01T10:00:00.000Z")
        #expect(seen("=a").count == 1)
        for name in ["history.db", "history.db-wal", "history.db-shm"] {
            try? FileManager.default.removeItem(atPath: folder.path(name))
        }
        #expect(seen("=a") == .never)
        try await record(["=b"], at: "2026-11-01T10:00:00.000Z")
        #expect((seen("=a"), seen("=b").count) == (.never, 1))
        #expect(reports.all.isEmpty)
    }

    @Test func `a history that cannot be read is reported, and counts as empty`() throws {
        try folder.write("history.db", "no database, but a text that is long enough to be looked at")
        #expect(seen("=a") == .never && memory.session(of: nil).isEmpty)
        #expect(reports.all.map(\.problem) == [.corrupt, .corrupt])
        let code = memory.before(nil)
        #expect(!code.hasFailed)
        #expect(code.session(of: nil).isEmpty && code.hasFailed)
    }

    /// Of a book, an article and a label; one contains a secret, and one is not text.
    private func oldHistory(_ form: Int) throws {
        let old = try SQLiteConnection(path: path, as: .history)
        try old.useWriteAheadLog()
        try old.migrate(through: Array(HistorySchema.steps.prefix(form)))
        try old.execute(
            """
            INSERT INTO scans (time, rule, fields, kind, text, number, source) VALUES
                ('2026-11-02T00:00:00.000Z', 'r', '{}', 'isbn', '4-87311-904-1', '9784873119045', 'till'),
                ('2026-11-01T00:00:00.000Z', 'r', '{}', 'isbn', '9784873119045', '9784873119045', NULL),
                ('2026-11-01T00:00:00.000Z', 'r', '{}', 'gs1', '(01)04006381333931(21)7', '04006381333931', NULL),
                ('2026-11-01T00:00:00.000Z', 'r', '{}', 'text', 'T-117', NULL, 'door'),
                ('2026-11-01T00:00:00.000Z', 'r', '{}', 'wifi', 'WIFI:S:x;P:•••;;', NULL, 'door'),
                ('2026-11-01T00:00:00.000Z', 'r', '{}', 'binary', NULL, NULL, 'door')
            """)
    }

    @Test(arguments: [3, 4]) func `an older history is migrated when a scan is recorded`(form: Int) async throws {
        try oldHistory(form)
        #expect(seen("=T-117") == .never)
        #expect(reports.all.last?.description.contains("an earlier version") ?? false)
        try await record(["=new"], at: "2026-11-03T10:00:00.000Z")
        let book = seen("=9784873119045")
        #expect((book.count, book.source) == (2, "till"))
        #expect(seen("=(01)04006381333931(21)7").count == 1 && seen("=04006381333931") == .never)
        #expect((seen("=T-117").count, seen("=T-117").source) == (1, "door"))
        let keys = try await HistoryReader.run(
            "print(db.execute('SELECT count(*) FROM marks').fetchone()[0])", on: path)
        #expect(keys == ["5"])
    }

    @Test func `those who perform bring an older history into the present form`() throws {
        try oldHistory(4)
        let memory = HistoryMemory(path: path, migrates: true) { error in Issue.record("\(error)") }
        #expect(memory.seen(MemoryKey("=T-117"), on: Self.day).count == 1)
    }

    @Test(arguments: Store.installed)
    func `many tasks ask while others record`(store: Store) async throws {
        let history = try await TestHistory(store)
        try await history.record(["=a"], at: "2026-11-01T10:00:00.000Z")
        let counts = try await withThrowingTaskGroup(of: Int?.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try await history.record(["=a"], at: "2026-11-02T10:00:00.000Z")
                    return nil
                }
                group.addTask { history.seen("=a").count }
            }
            return try await group.reduce(into: [Int]()) { counts, count in if let count { counts.append(count) } }
        }
        #expect(counts.allSatisfy { (1...51).contains($0) })
        #expect(history.seen("=a").count == 51)
    }

    @Test(arguments: Store.installed)
    func `rules see their own earlier records, by the code and by its fields`(store: Store) async throws {
        let history = try await TestHistory(store)
        let plugins = try PluginRegistry([RecordPlugin(path: history.path)])
        let file = RuleFile(
            name: "r.json",
            text: """
                {"version":1,"rules":[
                  {"id":"again","when":{"seen.isbn13.count":{">=":1}},"do":[]},
                  {"id":"first","when":{},"do":[{"action":"record"}]}]}
                """)
        let rules = try RuleSet(files: [file], actions: plugins.signatures)
        let dispatcher = Dispatcher(plugins: plugins, policy: .allow)
        func take(_ text: String) async -> String? {
            let scan = Scan(date: Self.day)
            let resolution = rules.resolve(
                ContentParser.reading(of: Symbol(.qr, text)), scan: scan, memory: history.memory)
            _ = await dispatcher.performAll(resolution, scan: scan, input: nil, rows: nil)
            return resolution.rule?.id
        }
        #expect(await take("9784873119045") == "first")
        #expect(await take("ISBN 4-87311-904-9") == "again")
        #expect(await take("WIFI:T:WPA;S:Guests;P:sesame;;") == "first")
        #expect(await take("WIFI:T:WPA;S:Guests;P:sesame;;") == "first", "of a secret nothing is remembered")
        #expect(try await history.marks() == ["=9784873119045", "isbn13=9784873119045"])
    }
}
