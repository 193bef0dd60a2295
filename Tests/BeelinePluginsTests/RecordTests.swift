import ActionsTestSupport
import BeelineContent
import BeelineRules
import BeelineSymbols
import Foundation
import TestPrograms
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

@Suite("record keeps rows in the history")
struct RecordTests {
    @Test("a thousand rows, in order, from many tasks")
    func keepsRows() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/new/beeline/history.db"
        let plugin = RecordPlugin(path: path)
        for n in 0..<500 { _ = try await plugin.perform(.record(n)) }
        await withTaskGroup(of: Void.self) { group in
            for n in 500..<1_000 { group.addTask { _ = try? await plugin.perform(.record(n)) } }
        }
        let (check, numbers) = try await HistoryReader.checkedNumbers(in: path)
        #expect(check == "ok")
        let expected = (0..<1_000).map { "\($0)" }
        #expect(numbers.prefix(500) == expected.prefix(500))
        #expect(numbers.sorted() == expected.sorted())
    }

    @Test("the password of a link is kept neither as text, nor in fields, nor in outcomes")
    func masksLinks() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/history.db"
        let link = "https://user:sesame@example.com/a?b=c:d@e"
        let action = Action(
            name: "record", rule: "r",
            arguments: [.init(name: "fields", value: .fields([.init(name: "link", value: .url(link))]))])
        let reading = ContentParser.reading(of: Symbol(.qr, link))
        let resolution = try RuleSet(files: [], actions: []).resolve(reading, scan: Scan(date: scanDate))
        let opened = Outcome(
            action: Action(name: "open-url", rule: "r", arguments: [.init(name: "url", value: .url(link))]),
            status: .failed, message: "no program opens \(link)")
        _ = try await RecordPlugin(path: path).perform(
            action, in: ActionContext(resolution: resolution, outcomes: [opened]))
        let row = try await HistoryReader.run(
            "print([list(row) for row in db.execute('SELECT text, fields, outcomes FROM scans')])", on: path
        ).joined()
        #expect(!row.contains("sesame"))
        #expect(row.components(separatedBy: "user:•••@example.com/a?b=c:d@e").count == 5)
    }

    @Test("the number of a deleted scan is never used again")
    func keepsNumbers() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/history.db"
        for n in 0..<3 { _ = try await RecordPlugin(path: path).perform(.record(n)) }
        var filter = HistoryFilter()
        filter.ids = [3]
        #expect(try History(path: path).delete(matching: filter) == 1)
        _ = try await RecordPlugin(path: path).perform(.record(3))
        let numbers = try await HistoryReader.run(
            "print([row[0] for row in db.execute('SELECT id FROM scans ORDER BY id')])", on: path)
        #expect(numbers == ["[1, 2, 4]"])
    }

    @Test("each value keeps its type, and a secret is not kept")
    func keepsTypes() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/history.db"
        let fields: [Action.Argument] = [
            .init(name: "text", value: .text("a\"\n\u{0}日本'); DROP TABLE scans; --")),
            .init(name: "url", value: .url("https://example.com/")),
            .init(name: "price", value: .number(try #require(DecimalNumber("24.95")))),
            .init(name: "taken", value: .boolean(true)), .init(name: "list", value: .list(["a", "b"])),
            .init(name: "password", value: .text("sesame"), isSecret: true),
            .init(name: "of", value: .fields([.init(name: "key", value: .text("sesame"), isSecret: true)])),
        ]
        let action = Action(name: "record", rule: "cd's", arguments: [.init(name: "fields", value: .fields(fields))])
        _ = try await RecordPlugin(path: path).perform(action)
        let program = """
            row = db.execute("SELECT rule, fields, symbology, text, bytes, kind, number, source, input, page FROM scans").fetchone()
            print(row[0], {value for value in row[2:]})
            print(json.dumps(json.loads(row[1]), sort_keys=True))
            print(db.execute("PRAGMA user_version").fetchone()[0], db.execute("PRAGMA journal_mode").fetchone()[0])
            """
        let fieldsAsJSON =
            #"{"list": ["a", "b"], "of": {"key": "\u2022\u2022\u2022"}, "password": "\u2022\u2022\u2022", "price": 24.95, "#
            + #""taken": true, "text": "a\"\n\u0000\u65e5\u672c'); DROP TABLE scans; --", "url": "https://example.com/"}"#
        #expect(
            try await HistoryReader.run(program, on: path) == ["cd's {None}", fieldsAsJSON, "5 wal"])
    }

    @Test("the time is now, in UTC")
    func keepsTheTime() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/history.db"
        let before = Date()
        _ = try await RecordPlugin(path: path).perform(.record(1))
        let text = try #require(
            try await HistoryReader.run("print(db.execute('SELECT time FROM scans').fetchone()[0])", on: path).first)
        let time = try Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        #expect((before.addingTimeInterval(-0.001)...Date()).contains(time))
    }

    @Test(
        "times are written as Foundation writes them",
        arguments: [0, 951_782_400, 1_709_164_799, 1_798_761_599, 4_102_444_800, 253_402_300_799])
    func writesTimes(_ seconds: Int) {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        #expect(
            Timestamp.text(seconds: seconds, nanoseconds: 7_000_000)
                == Date(timeIntervalSince1970: Double(seconds) + 0.0075).formatted(style))
    }

    @Test("only its owner can read it")
    func isPrivate() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/beeline/history.db"
        let plugin = RecordPlugin(path: path)
        _ = try await plugin.perform(.record(1))
        for (name, mode) in [
            ("", 0o700), ("/history.db", 0o600), ("/history.db-wal", 0o600), ("/history.db-shm", 0o600),
        ] {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/beeline\(name)")
            #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
        }
        // It keeps the database open, and with it these two files, until here.
        _ = try await plugin.perform(.record(2))
    }

    @Test(
        "a name that SQLite would understand differently is a file all the same",
        arguments: [":memory:", "file:a?mode=memory"])
    func isAlwaysAFile(_ name: String) async throws {
        let folder = try TemporaryFolder()
        _ = try await RecordPlugin(path: "\(folder.path)/\(name)").perform(.record(1))
        #expect(FileManager.default.fileExists(atPath: "\(folder.path)/\(name)"))
    }

    @Test("a file that is moved away is created again")
    func noticesMoves() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/history.db"
        let plugin = RecordPlugin(path: path)
        _ = try await plugin.perform(.record(1))
        for suffix in ["", "-wal", "-shm"] { rename(path + suffix, "\(folder.path)/old.sqlite\(suffix)") }
        _ = try await plugin.perform(.record(2))
        #expect(try await HistoryReader.checkedNumbers(in: path).numbers == ["2"])
        #expect(try await HistoryReader.checkedNumbers(in: "\(folder.path)/old.sqlite").numbers == ["1"])
    }

    @Test("two plugins of one program write one file")
    func sharesTheFile() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/history.db"
        let plugins = (0..<4).map { _ in RecordPlugin(path: path) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for n in 0..<200 { group.addTask { _ = try await plugins[n % 4].perform(.record(n)) } }
            try await group.waitForAll()
        }
        let (check, numbers) = try await HistoryReader.checkedNumbers(in: path)
        #expect(check == "ok")
        #expect(numbers.compactMap(Int.init).sorted() == Array(0..<200))
    }
}

extension Action {
    /// Records a number as `n`.
    static func record(_ n: Int) -> Action {
        Action(
            name: "record", rule: "r",
            arguments: [.init(name: "fields", value: .fields([.init(name: "n", value: .text("\(n)"))]))])
    }
}

@Suite("record keeps the code, its source, and the outcomes")
struct RecordContextTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let symbol: Symbol
        /// Kind, symbology, text, bytes and number as Python prints them.
        let kept: String
        let testDescription: String

        init(_ symbol: Symbol, _ kept: String, _ why: String) {
            self.symbol = symbol
            self.kept = kept
            testDescription = why
        }
    }

    static let examples = [
        Example(
            Symbol(.ean13, "9784873119045"), "('isbn', 'ean_13', '9784873119045', None, '9784873119045')", "a book"),
        Example(
            Symbol(.upcA, "036000291452"), "('product', 'upc_a', '036000291452', None, '00036000291452')", "a product"),
        Example(Symbol(.qr, "日本\u{0}'"), #"('text', 'qr_code', "日本\x00'", None, None)"#, "any text"),
        Example(
            Symbol(.qr, bytes: [0xFF, 0x00, 0xD8]), #"('binary', 'qr_code', None, b'\xff\x00\xd8', None)"#, "no text"),
        Example(
            Symbol(.qr, "WIFI:T:WPA;S:Guests;P:sesame;;"),
            "('wifi', 'qr_code', 'WIFI:T:WPA;S:Guests;P:•••;;', None, None)",
            "a password"),
        Example(
            Symbol(.qr, bytes: Array("WIFI:P:sesame".utf8) + [0xFF]), "('binary', 'qr_code', 'WIFI:•••', None, None)",
            "a password among bytes"),
    ]

    @Test("the code itself, without its secrets", arguments: examples)
    func keepsTheCode(_ example: Example) async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/history.db"
        let resolution = Resolution(
            reading: ContentParser.reading(of: example.symbol), rule: nil, actions: [.record(1)])
        let dispatcher = Dispatcher(plugins: try PluginRegistry([RecordPlugin(path: path)]), timeLimit: .seconds(600))
        for await outcome in dispatcher.perform(resolution) { #expect(outcome.status == .done, "\(outcome)") }
        let program = "print(db.execute('SELECT kind, symbology, text, bytes, number FROM scans').fetchone())"
        #expect(try await HistoryReader.run(program, on: path) == [example.kept])
        let bytes =
            try Data(contentsOf: URL(fileURLWithPath: path)) + Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
        #expect(bytes.range(of: Data("sesame".utf8)) == nil)
    }

    @Test("the source, the image and the page; the outcomes of the rule's actions so far, and of no other rule")
    func keepsWhatHappened() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/history.db"
        let symbol = Symbol(.qr, "x", sighting: Sighting(outline: nil, decoder: "zbar", page: 3))
        let actions: [Action] = [
            .fake("good", rule: "other"), .fake("good", rule: "r", url: "https://a.example/?q=日"),
            .fake("bad", rule: "r", optional: true), .record(1), .fake("good", rule: "r"),
        ]
        let plugins = try PluginRegistry([
            FakePlugin("good"), FakePlugin("bad") { _ in throw Failure("out of paper") }, RecordPlugin(path: path),
        ])
        let resolution = Resolution(reading: ContentParser.reading(of: symbol), rule: nil, actions: actions)
        let scan = Scan(date: scanDate, source: "till 1")
        for await _ in Dispatcher(plugins: plugins, timeLimit: .seconds(600)).perform(
            resolution, scan: scan, input: "shelf/a.jpg")
        {}
        let program = """
            row = db.execute("SELECT source, input, page, rule, outcomes FROM scans").fetchone()
            print(row[:-1])
            for outcome in json.loads(row[-1]): print(outcome)
            """
        #expect(
            try await HistoryReader.run(program, on: path) == [
                "('till 1', 'shelf/a.jpg', 3, 'r')",
                "{'action': 'good', 'url': 'https://a.example/?q=日', 'status': 'done', 'message': 'did it'}",
                "{'action': 'bad', 'status': 'failed', 'message': 'out of paper'}",
            ])
    }

    @Test("without fields as well")
    func needsNoFields() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/history.db"
        _ = try await RecordPlugin(path: path).perform(Action(name: "record", rule: "r", arguments: []))
        #expect(
            try await HistoryReader.run("print(db.execute('SELECT fields FROM scans').fetchone())", on: path) == [
                "('{}',)"
            ])
    }

    @Test("a row that cannot be kept costs those that come with it nothing")
    func keepsTheOthers() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/history.db"
        let plugin = RecordPlugin(path: path)
        _ = try await plugin.perform(.record(0))
        let trigger = #"""
            db.execute("""CREATE TRIGGER no BEFORE INSERT ON scans WHEN json_extract(new.fields, '$.n') = '13'
                BEGIN SELECT RAISE(ABORT, 'unlucky'); END""")
            """#
        _ = try await HistoryReader.run(trigger, on: path)
        let failures = await withTaskGroup(of: String?.self) { group in
            for n in 1..<40 {
                group.addTask { await failure { try await plugin.perform(.record(n)) }.map { "\($0)" } }
            }
            return await group.reduce(into: [String]()) { if let message = $1 { $0.append(message) } }
        }
        #expect(failures.count == 1)
        #expect(failures.first?.contains("unlucky") == true)
        #expect(
            try await HistoryReader.checkedNumbers(in: path).numbers.compactMap(Int.init).sorted()
                == (0..<40).filter { $0 != 13 })
    }
}
