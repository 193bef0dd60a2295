import BeelineActions
import BeelineContent
import BeelinePlugins
import BeelineRules
import BeelineSymbols
import Foundation
import Testing

@Suite("record keeps the code, where it came from, and what came of it")
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
        let dispatcher = Dispatcher(plugins: try PluginRegistry([RecordPlugin(path: path)]))
        for await outcome in dispatcher.perform(resolution) { #expect(outcome.status == .done, "\(outcome)") }
        let program = "print(db.execute('SELECT kind, symbology, text, bytes, number FROM scans').fetchone())"
        #expect(try await HistoryReader.run(program, on: path) == [example.kept])
        let bytes =
            try Data(contentsOf: URL(fileURLWithPath: path)) + Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
        #expect(bytes.range(of: Data("sesame".utf8)) == nil)
    }

    @Test("the source, the image and the page; what came of the rule's actions so far, and of no other rule's")
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
        for await _ in Dispatcher(plugins: plugins).perform(resolution, scan: scan, input: "shelf/a.jpg") {}
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
