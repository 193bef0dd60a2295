import ActionsTestSupport
import BeelineContent
import BeelineRules
import BeelineSupport
import BeelineSymbols
import Foundation
import TestPrograms
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

@Suite("The history is looked through, and deleted from")
struct HistoryTests {
    /// Scans with times of their own, the oldest first: time, kind, rule, text, fields, source.
    private static let scans: [(String, String, String, String, String, String?)] = [
        ("2026-01-01T10:00:00.000Z", "isbn", "book", "9784873119045", #"{"title": "Linux の本"}"#, "till"),
        ("2026-01-02T10:00:00.000Z", "isbn", "book", "9780306406157", #"{"title": "100% sure_thing"}"#, nil),
        ("2026-01-03T10:00:00.000Z", "product", "shop", "036000291452", #"{"price": 12.5}"#, nil),
        ("2026-01-03T10:00:00.000Z", "text", "shop", #"back\\slash"#, #"{"a": {"b": ["deep \"quote\""]}}"#, nil),
        ("2026-01-04T10:00:00.000Z", "text", "note", "a%b", "{}", nil),
    ]

    /// A history of these scans, with the numbers from 1.
    private func history(_ store: Store) async throws -> TestHistory {
        let history = try await TestHistory(store)
        try await history.append(
            Self.scans.map { time, kind, rule, text, fields, source in
                let values: [SQLiteValue] = [
                    .text(time), .text(rule), .null, .text(text), .null, .text(kind), .null, SQLiteValue(source), .null,
                    .null, .text("[]"), .text(fields), .null,
                ]
                return HistoryRow(values: values, marks: [], milliseconds: 0)
            })
        return history
    }

    @Test("a history in its first form becomes one of the present form, with all that it has")
    func takesFirstForm() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/history.db"
        let program = """
            for step in [
                "CREATE TABLE scans (id INTEGER PRIMARY KEY, time TEXT NOT NULL, rule TEXT NOT NULL, fields TEXT NOT NULL,"
                " symbology TEXT, text TEXT, kind TEXT, source TEXT) STRICT",
                "CREATE INDEX scans_by_time ON scans (time)",
                "INSERT INTO scans (time, rule, fields) VALUES ('2026-01-01T10:00:00.000Z', 'old', '{\\"n\\": \\"0\\"}')",
                "PRAGMA user_version = 1",
            ]:
                db.execute(step)
            db.commit()
            """
        _ = try await HistoryReader.run(program, on: path)
        _ = try await RecordPlugin(path: path).perform(.record(1))
        #expect(try await HistoryReader.checkedNumbers(in: path) == ("ok", ["0", "1"]))
        var rules: [String] = []
        try History(path: path).whileEntries(matching: HistoryFilter()) { entry in
            rules.append(entry.rule)
            return true
        }
        #expect(rules.count == 2 && rules.contains("old"))
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let filter: HistoryFilter
        let ids: [Int]
        let testDescription: String

        init(_ what: String, _ ids: [Int], _ set: (inout HistoryFilter) -> Void) {
            var filter = HistoryFilter()
            set(&filter)
            (self.filter, self.ids, testDescription) = (filter, ids, what)
        }
    }

    static let cases = [
        Case("everything, the newest first", [5, 4, 3, 2, 1]) { _ in },
        Case("by number", [4, 2]) { $0.ids = [2, 4, 77] },
        Case("since", [5, 4, 3]) { $0.since = "2026-01-03T10:00:00.000Z" },
        Case("before", [2, 1]) { $0.before = "2026-01-03T10:00:00.000Z" },
        Case("of a kind", [2, 1]) { $0.kind = "isbn" },
        Case("of a rule", [4, 3]) { $0.rule = "shop" },
        Case("all of it together", [3]) { ($0.rule, $0.kind, $0.since) = ("shop", "product", "2026-01-02") },
        Case("a part of a code", [1]) { $0.words = ["487311"] },
        Case("a word of a field, whatever its case", [1]) { $0.words = ["LINUX"] },
        Case("other alphabets", [1]) { $0.words = ["の"] },
        Case("each word, wherever", [1]) { $0.words = ["linux", "978"] },
        Case("each word must be there", []) { $0.words = ["linux", "sure"] },
        Case("a number of a field", [3]) { $0.words = ["12.5"] },
        Case("deep in a field, not as JSON spells it", [4]) { $0.words = ["deep \"quote\""] },
        Case("the source", [1]) { $0.words = ["till"] },
        Case("the name of a field is none of its text", []) { $0.words = ["title"] },
        Case("what would be a pattern stands for itself: %", [5, 2]) { $0.words = ["%"] },
        Case("what would be a pattern stands for itself: _", [2]) { $0.words = ["e_t"] },
        Case("what would be a pattern stands for itself: \\", [4]) { $0.words = ["k\\\\s"] },
        Case("SQL is text", []) { $0.words = ["' OR 1=1 --"] },
        Case("SQL is text in other places as well", []) { ($0.kind, $0.rule) = ("' OR 1 --", "\"") },
    ]

    @Test("by each search condition", arguments: cases, Store.installed)
    func filters(_ example: Case, store: Store) async throws {
        let history = try await history(store)
        #expect(try history.entries { $0 = example.filter }.map(\.id) == example.ids)
        #expect(try history.history.count(matching: example.filter) == example.ids.count)
        // Just these are deleted.
        #expect(try history.history.delete(matching: example.filter) == example.ids.count)
        #expect(try history.entries().map(\.id) == [5, 4, 3, 2, 1].filter { !example.ids.contains($0) })
    }

    @Test("at most as many scans as requested", arguments: Store.installed)
    func limits(store: Store) async throws {
        let history = try await history(store)
        for (limit, count) in [(1, 1), (3, 3), (9, 5)] {
            #expect(try history.entries(limit: limit).map(\.id) == Array([5, 4, 3, 2, 1].prefix(count)))
        }
        var first: [Int] = []
        try history.history.whileEntries(matching: HistoryFilter()) { entry in
            first.append(entry.id)
            return first.count < 2
        }
        #expect(first == [5, 4])
    }

    @Test("nothing of a deleted scan is left in the files")
    func forgets() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/history.db"
        do {
            let plugin = RecordPlugin(path: path)
            for n in 0..<300 { _ = try await plugin.perform(.record(7_700_000 + n)) }
        }
        let files = { try FileManager.default.contentsOfDirectory(atPath: folder.path).map { "\(folder.path)/\($0)" } }
        let holds = {
            try files().contains { FileManager.default.contents(atPath: $0)?.range(of: Data("77001".utf8)) != nil }
        }
        #expect(try holds())
        #expect(try History(path: path).delete(matching: HistoryFilter()) == 300)
        #expect(try !holds())
    }

    @Test("a record comes back complete", arguments: Store.installed)
    func readsBack(store: Store) async throws {
        let history = try await TestHistory(store)
        let resolution = Resolution(
            reading: ContentParser.reading(
                of: Symbol(.ean13, "9784873119045", sighting: Sighting(outline: nil, decoder: "zbar", page: 2))),
            rule: nil,
            actions: [.fake("good", url: "https://a.example/"), .record(7)])
        let plugins = try PluginRegistry([FakePlugin("good"), history.record])
        let scan = Scan(date: scanDate, source: "till")
        for await _ in Dispatcher(plugins: plugins, timeLimit: .seconds(600)).perform(
            resolution, scan: scan, input: "a.jpg")
        {}
        let entries = try history.entries()
        let entry = try #require(entries.first)
        #expect(entries.count == 1)
        #expect(entry.kind == "isbn" && entry.number == "9784873119045" && entry.symbology == "ean_13")
        #expect(entry.text == "9784873119045" && entry.bytes == nil && entry.rule == "r")
        #expect(entry.source == "till" && entry.input == "a.jpg" && entry.page == 2)
        #expect(
            entry.outcomes == [.init(action: "good", status: "done", url: "https://a.example/", message: "did it")])
        #expect(entry.fields == [.init(name: "n", value: .string("7"))])
    }

    @Test("a history that is not there is not made; another database is left alone")
    func otherFiles() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/history.db"
        #expect(throws: SQLiteError.self) { try History(path: path).count(matching: HistoryFilter()) }
        #expect(throws: SQLiteError.self) { try History(path: path).delete(matching: HistoryFilter()) }
        #expect(!FileManager.default.fileExists(atPath: path))
        _ = try await HistoryReader.run(
            "db.execute('CREATE TABLE scans (a)'); db.execute('INSERT INTO scans VALUES (1)'); db.commit()", on: path)
        #expect(throws: SQLiteError.self) { try History(path: path).delete(matching: HistoryFilter()) }
        #expect(
            try await HistoryReader.run("print(db.execute('SELECT count(*) FROM scans').fetchone()[0])", on: path) == [
                "1"
            ])
    }

    @Test(
        "moments of the local time zone become UTC and back",
        arguments: ["UTC", "Asia/Tokyo", "America/New_York", "Asia/Kathmandu"])
    func localTimes(_ zone: String) async throws {
        await #expect(processExitsWith: .success) { [zone = zone as String] in
            setenv("TZ", zone, 1)
            tzset()
            for (date, time) in [
                ("2026-01-31", "13:34"), ("2026-07-01", "00:00"), ("1999-12-31", "23:59"), ("2024-02-29", "12:00"),
            ] {
                let text = Timestamp.text(try #require(CalendarDate(date)), try #require(TimeOfDay(time)))
                let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
                let formatter = DateFormatter()
                formatter.locale = Locale(identifier: "en_US_POSIX")
                formatter.timeZone = TimeZone(identifier: zone)
                formatter.dateFormat = "yyyy-MM-dd HH:mm"
                #expect(try Date(text, strategy: style) == formatter.date(from: "\(date) \(time)"))
                #expect(Timestamp.local(text) == "\(date) \(time):00")
            }
            #expect(Timestamp.local("yesterday") == "yesterday")
        }
    }
}

/// Reads a history with Python's SQLite, the other side of what was written.
enum HistoryReader {
    /// Runs a program of Python that has the open database as `db`, and gives the lines that it prints.
    static func run(_ program: String, on path: String) async throws -> [String] {
        let start = "import json, sqlite3, sys\ndb = sqlite3.connect(sys.argv[1], timeout=30)\n"
        let result = try await TestPrograms.run(
            "python3", ["-c", start + program, path], environment: ["PYTHONIOENCODING": "utf-8"])
        guard result.status == 0 else { throw Failure("python3 ended with \(result.status): \(result.errors)") }
        return result.output.split(separator: "\n").map(String.init)
    }

    /// The result of `PRAGMA integrity_check`, then the field `n` of each row, in the order in which they were written;
    /// no rows where the process that began the history was killed before there was a file or a table.
    static func checkedNumbers(in path: String) async throws -> (check: String, numbers: [String]) {
        guard FileManager.default.fileExists(atPath: path) else { return ("ok", []) }
        let program = """
            print(db.execute("PRAGMA integrity_check").fetchone()[0])
            if db.execute("SELECT name FROM sqlite_master WHERE name = 'scans'").fetchone():
                for row in db.execute("SELECT fields FROM scans ORDER BY id"): print(json.loads(row[0])["n"])
            """
        let lines = try await run(program, on: path)
        return (lines.first ?? "", Array(lines.dropFirst()))
    }
}
