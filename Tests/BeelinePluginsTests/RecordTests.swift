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

@Suite("record keeps rows in the history")
struct RecordTests {
    @Test("a thousand rows, in order, from many tasks", arguments: Store.installed)
    func keepsRows(store: Store) async throws {
        let history = try await TestHistory(store)
        let plugin = history.record
        for n in 0..<500 { _ = try await plugin.perform(.record(n)) }
        await withTaskGroup(of: Void.self) { group in
            for n in 500..<1_000 { group.addTask { _ = try? await plugin.perform(.record(n)) } }
        }
        let numbers = try history.numbers()
        #expect(Array(numbers.prefix(500)) == Array(0..<500))
        #expect(numbers.sorted() == Array(0..<1_000))
        guard store == .file else { return }
        #expect(try await HistoryReader.checkedNumbers(in: history.path).check == "ok")
    }

    @Test("the password of a link is kept neither as text, nor in fields, nor in outcomes", arguments: Store.installed)
    func masksLinks(store: Store) async throws {
        let history = try await TestHistory(store)
        let link = "https://user:sesame@example.com/a?b=c:d@e"
        let action = Action(
            name: "record", rule: "r",
            arguments: [.init(name: "fields", value: .fields([.init(name: "link", value: .url(link))]))])
        let reading = ContentParser.reading(of: Symbol(.qr, link))
        let resolution = try RuleSet(files: [], actions: []).resolve(reading, scan: Scan(date: scanDate))
        let opened = Outcome(
            action: Action(name: "open-url", rule: "r", arguments: [.init(name: "url", value: .url(link))]),
            status: .failed, message: "no program opens \(link)")
        _ = try await RecordPlugin(path: history.path).perform(
            action, in: ActionContext(resolution: resolution, outcomes: [opened]))
        #expect(!(try await history.content().contains("sesame")))
        let row = try await history.sql("SELECT text, fields, outcomes FROM scans").joined()
        #expect(row.components(separatedBy: "user:•••@example.com/a?b=c:d@e").count == 5)
    }

    @Test("the number of a deleted scan is never used again", arguments: Store.installed)
    func keepsNumbers(store: Store) async throws {
        let history = try await TestHistory(store)
        for n in 0..<3 { _ = try await RecordPlugin(path: history.path).perform(.record(n)) }
        var filter = HistoryFilter()
        filter.ids = [3]
        #expect(try history.history.delete(matching: filter) == 1)
        _ = try await RecordPlugin(path: history.path).perform(.record(3))
        #expect(try history.entries().map(\.id).sorted() == [1, 2, 4])
    }

    @Test("each value keeps its type, and a secret is not kept", arguments: Store.installed)
    func keepsTypes(store: Store) async throws {
        let history = try await TestHistory(store)
        let fields: [Action.Argument] = [
            .init(name: "text", value: .text("a\"\n\u{0}日本'); DROP TABLE scans; --")),
            .init(name: "url", value: .url("https://example.com/")),
            .init(name: "price", value: .number(try #require(DecimalNumber("24.95")))),
            .init(name: "taken", value: .boolean(true)), .init(name: "list", value: .list(["a", "b"])),
            .init(name: "password", value: .text("sesame"), isSecret: true),
            .init(name: "of", value: .fields([.init(name: "key", value: .text("sesame"), isSecret: true)])),
        ]
        let action = Action(name: "record", rule: "cd's", arguments: [.init(name: "fields", value: .fields(fields))])
        _ = try await RecordPlugin(path: history.path).perform(action)
        let entry = try #require(try history.entries().first)
        #expect(entry.rule == "cd's" && entry.symbology == nil && entry.text == nil && entry.bytes == nil)
        #expect(
            entry.kind == nil && entry.number == nil && entry.source == nil && entry.input == nil && entry.page == nil)
        #expect(
            JSONWriter.text(.object(entry.fields))
                == #"{"text":"a\"\n\u0000日本'); DROP TABLE scans; --","url":"https://example.com/","price":24.95,"taken":true,"#
                + #""list":["a","b"],"password":"•••","of":{"key":"•••"}}"#)
    }

    @Test("the time is now, in UTC", arguments: Store.installed)
    func keepsTheTime(store: Store) async throws {
        let history = try await TestHistory(store)
        let before = Date()
        _ = try await RecordPlugin(path: history.path).perform(.record(1))
        let text = try #require(try history.entries().first).time
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

    @Test("several plugins of one program write one history", arguments: Store.installed)
    func sharesTheFile(store: Store) async throws {
        let history = try await TestHistory(store)
        let plugins = (0..<4).map { RecordPlugin(path: history.program($0)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for n in 0..<200 { group.addTask { _ = try await plugins[n % 4].perform(.record(n)) } }
            try await group.waitForAll()
        }
        #expect(try history.numbers().sorted() == Array(0..<200))
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
        let kind: String
        let text: String?
        let number: String?
        let testDescription: String

        init(_ symbol: Symbol, _ kind: String, _ text: String?, number: String? = nil, _ why: String) {
            (self.symbol, self.kind, self.text, self.number) = (symbol, kind, text, number)
            testDescription = why
        }
    }

    static let examples = [
        Example(Symbol(.ean13, "9784873119045"), "isbn", "9784873119045", number: "9784873119045", "a book"),
        Example(Symbol(.upcA, "036000291452"), "product", "036000291452", number: "00036000291452", "a product"),
        Example(Symbol(.qr, "日本\u{0}'"), "text", "日本\u{0}'", "any text"),
        Example(Symbol(.qr, bytes: [0xFF, 0x00, 0xD8]), "binary", nil, "no text"),
        Example(Symbol(.qr, "WIFI:T:WPA;S:Guests;P:sesame;;"), "wifi", "WIFI:T:WPA;S:Guests;P:•••;;", "a password"),
        Example(
            Symbol(.qr, bytes: Array("WIFI:P:sesame".utf8) + [0xFF]), "binary", "WIFI:•••", "a password among bytes"),
    ]

    @Test("the code itself, without its secrets", arguments: Store.installed)
    func keepsTheCode(store: Store) async throws {
        let history = try await TestHistory(store)
        let dispatcher = Dispatcher(plugins: try PluginRegistry([history.record]), timeLimit: .seconds(600))
        for example in Self.examples {
            let resolution = Resolution(
                reading: ContentParser.reading(of: example.symbol), rule: nil, actions: [.record(1)])
            for await outcome in dispatcher.perform(resolution) { #expect(outcome.status == .done, "\(outcome)") }
            let entry = try #require(try history.entries().max { $0.id < $1.id })
            #expect(
                entry.kind == example.kind && entry.text == example.text && entry.number == example.number, "\(example)"
            )
            #expect(entry.symbology == example.symbol.symbology.name)
            #expect(entry.bytes == (example.text == nil ? example.symbol.bytes : nil))
        }
        #expect(!(try await history.content().contains("sesame")))
    }

    @Test(
        "the source, the image and the page; the outcomes of the rule's actions so far, and of no other rule",
        arguments: Store.installed)
    func keepsWhatHappened(store: Store) async throws {
        let history = try await TestHistory(store)
        let symbol = Symbol(.qr, "x", sighting: Sighting(outline: nil, decoder: "zbar", page: 3))
        let actions: [Action] = [
            .fake("good", rule: "other"), .fake("good", rule: "r", url: "https://a.example/?q=日"),
            .fake("bad", rule: "r", optional: true), .record(1), .fake("good", rule: "r"),
        ]
        let plugins = try PluginRegistry([
            FakePlugin("good"), FakePlugin("bad") { _ in throw Failure("out of paper") },
            RecordPlugin(path: history.path),
        ])
        let resolution = Resolution(reading: ContentParser.reading(of: symbol), rule: nil, actions: actions)
        let scan = Scan(date: scanDate, source: "till 1")
        for await _ in Dispatcher(plugins: plugins, timeLimit: .seconds(600)).perform(
            resolution, scan: scan, input: "shelf/a.jpg")
        {}
        let entry = try #require(try history.entries().first)
        #expect(entry.source == "till 1" && entry.input == "shelf/a.jpg" && entry.page == 3 && entry.rule == "r")
        #expect(
            entry.outcomes == [
                .init(action: "good", status: "done", url: "https://a.example/?q=日", message: "did it"),
                .init(action: "bad", status: "failed", url: nil, message: "out of paper"),
            ])
    }

    @Test("without fields as well", arguments: Store.installed)
    func needsNoFields(store: Store) async throws {
        let history = try await TestHistory(store)
        _ = try await RecordPlugin(path: history.path).perform(Action(name: "record", rule: "r", arguments: []))
        #expect(try await history.sql("SELECT fields FROM scans") == ["{}"])
    }

    @Test("a row that cannot be kept costs those that come with it nothing", arguments: Store.installed)
    func keepsTheOthers(store: Store) async throws {
        let history = try await TestHistory(store)
        let plugin = RecordPlugin(path: history.path)
        _ = try await plugin.perform(.record(0))
        let refusal =
            switch store {
            case .file: "WHEN new.fields ->> 'n' = '13' BEGIN SELECT RAISE(ABORT, 'unlucky'); END"
            case .server: "FOR EACH ROW WHEN (new.fields ->> 'n' = '13') EXECUTE FUNCTION unlucky()"
            }
        if store == .server {
            try await history.sql(
                "CREATE FUNCTION unlucky() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''unlucky''; END'")
        }
        try await history.sql("CREATE TRIGGER no BEFORE INSERT ON scans \(refusal)")
        let failures = await withTaskGroup(of: String?.self) { group in
            for n in 1..<40 {
                group.addTask { await failure { try await plugin.perform(.record(n)) }.map { "\($0)" } }
            }
            return await group.reduce(into: [String]()) { if let message = $1 { $0.append(message) } }
        }
        #expect(failures.count == 1)
        #expect(failures.first?.contains("unlucky") == true)
        #expect(try history.numbers().sorted() == (0..<40).filter { $0 != 13 })
    }
}
