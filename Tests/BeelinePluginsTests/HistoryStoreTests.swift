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

@Suite struct HistoryStoreTests {
    @Test(arguments: Store.installed)
    func `scans are listed, searched and deleted`(store: Store) async throws {
        let history = try await TestHistory(store)
        try await history.record(
            ["=9784873119045"], at: "2026-11-01T10:00:00.000Z", source: "Till 1", code: "9784873119045", rule: "book",
            fields: ["title": .text("The Cöde_Book 100%"), "pages": .number(DecimalNumber(120))])
        try await history.record(
            ["=T-117"], at: "2026-11-02T10:00:00.000Z", source: "door", code: "T-117\u{0}", rule: "ticket",
            fields: ["name": .text("Anna \"Ä\" \\ \u{0} x")])
        try await history.record(["=z"], at: "2026-11-03T10:00:00.000Z", rule: "other")
        let all = try history.entries()
        #expect(all.map(\.rule) == ["other", "ticket", "book"])
        #expect(all[2].kind == "isbn" && all[2].number == "9784873119045" && all[2].symbology == "qr_code")
        #expect(all[1].text == "T-117\u{0}" && all[1].source == "door" && all[0].text == nil)
        #expect(all[1].fields == [.init(name: "name", value: .string("Anna \"Ä\" \\ \u{0} x"))])
        #expect((all[0].desk != nil) == (store == .server))
        #expect(try history.entries(limit: 2).map(\.rule) == ["other", "ticket"])
        let searches: [(words: [String], rules: [String])] = [
            (["code"], []), (["cöde"], ["book"]), (["BOOK", "till 1"], ["book"]), (["100%"], ["book"]),
            (["1_0"], []), (["120"], ["book"]), (["title"], []), (["anna", "\\"], ["ticket"]), (["\"Ä\""], ["ticket"]),
            (["t-117"], ["ticket"]), (["' OR 1=1 --"], []), (["97848731"], ["book"]),
        ]
        for search in searches {
            #expect(try history.entries { $0.words = search.words }.map(\.rule) == search.rules, "\(search.words)")
        }
        let byKey = try history.entries { filter in
            filter.words = ["ISBN 4-87311-904-9"]
            filter.keys = [MemoryKey("=9784873119045")]
        }
        #expect(byKey.map(\.rule) == ["book"])
        #expect(try history.entries { $0.since = "2026-11-02" }.count == 2)
        #expect(try history.entries { $0.before = "2026-11-02" }.map(\.rule) == ["book"])
        #expect(try history.entries { $0.after = all[1].id }.map(\.rule) == ["other"])
        #expect(try history.entries { $0.kind = "isbn" }.count == 1)
        #expect(try history.entries { $0.doubles = true }.isEmpty)
        #expect(try history.history.values(of: .rule) == ["book", "other", "ticket"])
        #expect(try history.history.values(of: .kind).first == "isbn")
        var one = HistoryFilter()
        one.ids = [all[1].id]
        #expect(try history.history.delete(matching: one) == 1)
        #expect(history.seen("=T-117") == .never && history.seen("=z").count == 1)
        #expect(try history.history.count(matching: HistoryFilter()) == 2)
        #expect(try history.history.delete(matching: HistoryFilter()) == 2)
        #expect(history.seen("=z") == .never)
        #expect(try history.entries().isEmpty)
    }

    @Test(arguments: Store.installed)
    func `the scans of each source are counted, and those that were refused`(store: Store) async throws {
        let history = try await TestHistory(store)
        let refusal = Outcome(action: Action(name: "refuse", rule: "r", arguments: []), status: .done, message: "used")
        let opened = Outcome(action: Action(name: "refuse", rule: "r", arguments: []), status: .skipped)
        for (source, code, outcomes) in [
            ("west", "T1", [opened]), ("west", "T2", []), ("west", "T1", [refusal]), ("east", "T1", [refusal]),
            (nil, "T3", []),
        ] as [(String?, String, [Outcome])] {
            try await history.record(["=\(code)"], source: source, code: code, outcomes: outcomes)
        }
        func tallies(_ change: (inout HistoryFilter) -> Void) throws -> [String] {
            var filter = HistoryFilter()
            change(&filter)
            return try history.history.tallies(matching: filter).map {
                "\($0.source) \($0.scans) \($0.refused) \($0.codes)"
            }
        }
        #expect(try tallies { _ in } == [" 1 0 1", "east 1 1 0", "west 3 1 2"])
        #expect(try tallies { $0.source = "west" } == ["west 3 1 2"])
        #expect(try tallies { $0.refused = true } == ["east 1 1 0", "west 1 1 0"])
        #expect(try history.entries { $0.refused = false }.compactMap(\.text).sorted() == ["T1", "T2", "T3"])
        #expect(try history.entries { ($0.source, $0.refused) = ("west", true) }.map(\.text) == ["T1"])
    }

    @Test(arguments: Store.installed)
    func `a guest who left is not inside, and one who came back is`(store: Store) async throws {
        let history = try await TestHistory(store)
        let refusal = Outcome(action: Action(name: "refuse", rule: "r", arguments: []), status: .done, message: "used")
        var inside: [Int] = []
        for (minute, (source, code, direction, outcomes))
            in ([
                ("west", "T1", nil, []), ("east", "T2", nil, []), ("exit", "t 1", "out", []), ("exit", "T1", "out", []),
                ("west", "T2", nil, [refusal]), ("exit", "T3", "out", [refusal]), ("west", "T1", "in", []),
                ("west", "T3", "outside", []),
            ] as [(String, String, String?, [Outcome])]).enumerated()
        {
            try await history.record(
                ["=\(code)"], at: "2026-11-25T10:0\(minute):00.000Z", source: source, code: code, outcomes: outcomes,
                fields: direction.map { ["direction": .text($0)] } ?? [:])
            inside.append(try history.history.inside(matching: HistoryFilter()))
        }
        #expect(inside == [1, 2, 1, 1, 1, 1, 2, 3])
        let left = try history.history.tallies(matching: HistoryFilter()).map { "\($0.source) \($0.left)" }
        #expect(left == ["east 0", "exit 2", "west 0"])
    }

    @Test func `the outbox beside a history on a server is that of the user`() {
        #expect(Outbox.beside(History(path: "/var/lib/till/history.db"))?.path == "/var/lib/till/outbox.db")
        #expect(Outbox.beside(History(path: "history.db"))?.path == "outbox.db")
        for address in ["postgresql://gate@db.example/festival", "service=festival"] {
            #expect(Outbox.beside(History(path: address))?.path == Outbox.ofUser?.path)
        }
    }

    /// NUL, what stands for it on a server, and what may come beside it.
    static let strange = [
        "\0", "\u{F0000}", "\u{F0001}", "\0\0", "\u{F0000}\u{F0000}", "\u{F0001}\u{F0000}", "\u{F0001}\u{F0001}",
        "\u{F0000}\u{F0001}\0", "\u{F0001}\u{F0002}", "\u{F0001}\u{F0003}", "\u{F0002}\u{F0003}", "a\0\u{301}b",
        "e\u{F0000}\u{301}", "\\u0000", "\\\0", "\\\\u0000", "\"\0\"", "\u{FFFFF}", "\u{10FFFF}\u{F0000}",
    ]

    @Test(arguments: Store.installed)
    func `each text comes back as it was`(store: Store) async throws {
        let history = try await TestHistory(store)
        for text in Self.strange {
            let key = "T-\(text)-"
            let outcome = Outcome(
                action: Action(name: "open-url", rule: "r", arguments: []), status: .done, message: text)
            #expect(history.seen("=\(key)") == .never, "another text was seen: \(text.debugDescription)")
            try await history.record(
                ["=\(key)"], source: text, code: key, outcomes: [outcome], fields: ["n": .text(text)])
            #expect(history.seen("=\(key)").count == 1)
            let entry = try #require(try history.entries { $0.words = [key] }.first { $0.source == text })
            func isAsItWas(_ stored: String?) -> Bool { stored.map { Array($0.utf8) } == Array(text.utf8) }
            #expect(entry.text.map { Array($0.utf8) } == Array(key.utf8), "\(text.debugDescription)")
            #expect(isAsItWas(entry.source) && isAsItWas(entry.outcomes.first?.message), "\(entry)")
            #expect(isAsItWas(entry.fields.first?.value.string), "\(entry)")
        }
        let copy = try await TestHistory(store)
        #expect(try copy.history.copy(from: history.history) == Self.strange.count)
        #expect(try copy.entries().map(\.fields) == history.entries().map(\.fields))
    }

    @Test func `each text of a server is read as it was written, and one of before as well`() {
        let parts = ["\0", "\u{F0000}", "\u{F0001}", "\u{F0002}", "\u{F0003}", "a", "\u{301}"]
        var texts = [""]
        for _ in 0..<4 { texts += texts.flatMap { text in parts.map { text + $0 } } }
        for text in Set(texts.map { Array($0.utf8) }) {
            let written = ServerText.written(String(decoding: text, as: UTF8.self))
            #expect(!written.utf8.contains(0) && Array(ServerText.read(written).utf8) == text, "\(text)")
        }
        // A NUL was the one character that was written as another one.
        for text in ["\0", "a\0", "\0\0\u{301}", "T-117", "\u{F0001}", "\u{F0001}a", "\u{F0002}\u{F0001}"] {
            let written = String(text.unicodeScalars.map { $0 == "\0" ? "\u{F0000}" : Character($0) })
            #expect(Array(ServerText.read(written).utf8) == Array(text.utf8))
        }
    }

    @Test(arguments: Store.installed)
    func `what was recorded under a lock is seen under it`(store: Store) async throws {
        let history = try await TestHistory(store)
        let keys = [MemoryKey("=a"), MemoryKey("serial=7")]
        for before in 0..<3 {
            try await KeyLocks(history: history.path).with(keys) {
                #expect(history.seen("=a").count == before && history.seen("serial=7").count == before)
                await #expect(throws: Never.self) { try await history.record(["=a", "serial=7"]) }
                #expect(history.seen("=a").count == before + 1 && history.seen("serial=7").count == before + 1)
            }
        }
    }

    @Test(arguments: Store.installed)
    func `of one key there is one at a time`(store: Store) async throws {
        let history = try await TestHistory(store)
        let room = KeyLocksTests.Room()
        let programs = (0..<3).map { KeyLocks(history: history.program($0)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<24 {
                let keys = (task.isMultiple(of: 2) ? ["=a", "serial=7"] : ["serial=7", "=b", "=a"]).map {
                    MemoryKey($0)
                }
                group.addTask { try await programs[task % 3].with(keys) { await room.visit() } }
            }
            try await group.waitForAll()
        }
        #expect(room.most == 1)
        let (locks, hasty) = (KeyLocks(history: history.path), KeyLocks(history: history.path, patience: .zero))
        try await locks.with([MemoryKey("=a")]) {
            await #expect(throws: KeyLockError.busy) { try await hasty.with([MemoryKey("=a")]) {} }
            await #expect(throws: Never.self) { try await hasty.with([MemoryKey("=c")]) {} }
        }
        try await locks.with([MemoryKey("=a")]) {}
    }

    @Test(.enabled(if: PostgreSQL.isInstalled, "PostgreSQL is not installed"))
    func `a history moves to a server and back`() async throws {
        let file = try await TestHistory(.file)
        let server = try await TestHistory(.server)
        let back = try await TestHistory(.file)
        for number in 0..<250 {
            try await file.record(
                ["=\(number % 10)"], at: "2026-11-01T10:00:00.\(100 + number)Z", code: "T-\(number)\u{0}",
                fields: ["n": .text("\(number)\u{0}")])
        }
        // Without a key, as the command records.
        _ = try await RecordPlugin(path: file.path).perform(.record(1), in: .none, keys: [MemoryKey("=1")])
        #expect(try server.history.copy(from: file.history) == 251)
        #expect(try server.history.copy(from: file.history) == 0)
        #expect(try back.history.copy(from: server.history) == 251)
        #expect(try back.history.copy(from: server.history) == 0)
        func texts(_ history: TestHistory) throws -> [String] {
            try history.entries().map { "\($0.time) \($0.text ?? "-") \($0.kind ?? "-") \($0.fields)" }
        }
        let expected = try texts(file)
        #expect(try texts(server) == expected)
        #expect(try texts(back) == expected)
        for history in [file, server, back] {
            #expect((history.seen("=1").count, history.seen("=2").count) == (26, 25))
        }
    }
}
