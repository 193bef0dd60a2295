import ActionsTestSupport
import BeelineContent
import BeelineRules
import BeelineSupport
import BeelineSymbols
import TestPrograms
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

@Suite struct SessionTests {
    @discardableResult
    private func set(
        _ values: KeyValuePairs<String, ActionValue>, for length: String? = nil, source: String? = "till",
        in history: TestHistory
    ) async throws -> String {
        let fields = values.map { Action.Argument(name: $0.key, value: $0.value) }
        let action = Action(
            name: "set", rule: "r",
            arguments: [.init(name: "values", value: .fields(fields))]
                + (length.map { [.init(name: "for", value: .text($0))] } ?? []))
        let context = ActionContext(scan: Scan(date: scanDate, source: source))
        return try await SetPlugin(path: history.path).perform(action, in: context).message
    }

    private func count(
        _ by: String?, _ name: String = "boxes", source: String = "till", in history: TestHistory
    ) async throws -> ActionResult {
        let action = Action(
            name: "count", rule: "r",
            arguments: [.init(name: "name", value: .text(name))]
                + (by.map { [.init(name: "by", value: .text($0))] } ?? []))
        let context = ActionContext(scan: Scan(date: scanDate, source: source))
        return try await CountPlugin(path: history.path).perform(action, in: context)
    }

    @Test(arguments: Store.installed)
    func `values apply to their source, and an empty one clears`(store: Store) async throws {
        let history = try await TestHistory(store)
        #expect(
            try await set(["mode": .text("inventory"), "shelf": .text("A 7")], in: history)
                == "mode = inventory, shelf = A 7")
        try await set(["mode": .text("sale")], source: "door", in: history)
        try await set(["mode": .text("return")], source: nil, in: history)
        #expect(history.memory.session(of: "till") == ["mode": .text("inventory"), "shelf": .text("A 7")])
        #expect(history.memory.session(of: "door") == ["mode": .text("sale")])
        #expect(history.memory.session(of: nil) == ["mode": .text("return")])
        #expect(history.memory.session(of: "Till").isEmpty)
        #expect(
            try await set(["shelf": .text(""), "mode": .text("sale")], in: history) == "shelf cleared, mode = sale")
        #expect(history.memory.session(of: "till") == ["mode": .text("sale")])
    }

    static let values: [(written: ActionValue, value: FieldValue)] = [
        (.text("3"), .number(DecimalNumber(3))), (.text("-2"), .number(DecimalNumber(-2))),
        (.text("007"), .text("007")),
        (.text("+5"), .text("+5")), (.text("4,5"), .text("4,5")), (.text("ÄÖ•"), .text("ÄÖ•")),
        (.number(DecimalNumber(12)), .number(DecimalNumber(12))), (.boolean(true), .text("true")),
        (.list([.text("a"), .number(DecimalNumber(1))]), .text("a,1")),
        (.text("a\u{0}b\n"), .text("a\u{0}b\n")),
    ]

    @Test(arguments: Store.installed)
    func `a value is kept as it was`(store: Store) async throws {
        let history = try await TestHistory(store)
        for (written, value) in Self.values {
            try await set(["it": written], in: history)
            #expect(history.memory.session(of: "till") == ["it": value])
        }
    }

    @Test(arguments: Store.installed)
    func `expired values are gone from the history`(store: Store) async throws {
        let history = try await TestHistory(store)
        try await set(["mode": .text("inventory")], for: "today", in: history)
        try await set(["shelf": .text("A")], for: "30 min", in: history)
        try await history.sql("UPDATE session SET until = '2026-01-01T00:00:00.000Z' WHERE name = 'shelf'")
        #expect(history.memory.session(of: "till") == ["mode": .text("inventory")])
        try await set(["other": .text("B")], source: "door", in: history)
        #expect(try await history.sql("SELECT name FROM session ORDER BY name") == ["mode", "other"])
    }

    static let lengths: [(text: String, seconds: Int?)] = [
        ("90 s", 90), ("90s", 90), ("30 min", 1_800), ("8 h", 28_800), ("744 h", 2_678_400), ("745 h", nil),
        ("0 s", nil),
        ("1.5 h", 5_400), ("5 m", 300), ("5 days", 432_000), ("32 days", nil), ("1 h 5 min", 3_900), (" 5 s", 5),
        ("", nil), ("s", nil), ("-5 s", nil), ("5", nil), ("５ h", nil), ("99999999999999999999 h", nil), ("Today", nil),
    ]

    @Test(arguments: lengths) func `the lifetime of a value has few forms`(text: String, seconds: Int?) {
        #expect(SessionLength(text) == seconds.map(SessionLength.seconds))
    }

    @Test func `a length is counted from now, and today ends at midnight`() throws {
        let now = Timestamp.Clock(seconds: 1_796_035_200, nanoseconds: 5_000_000)
        #expect(SessionLength("90 s")?.end(from: now) == "2026-11-30T10:41:30.005Z")
        let midnight = try #require(SessionLength("today")?.end(from: now))
        let end = Timestamp.localMoment(seconds: try #require(Timestamp.parsed(midnight)).seconds)
        let today = Timestamp.localMoment(seconds: now.seconds)
        #expect(end == LocalMoment(date: today.date.adding(days: 1), time: .midnight))
    }

    @Test(arguments: Store.installed)
    func `secrets of codes are not kept here`(store: Store) async throws {
        let history = try await TestHistory(store)
        let symbol = Symbol(.qr, "WIFI:T:WPA;S:Guests;P:open-sesame;;")
        let context = ActionContext(
            resolution: try RuleSet(files: [], actions: []).resolve(
                ContentParser.reading(of: symbol), scan: Scan(date: scanDate)))
        let action = Action(
            name: "set", rule: "r",
            arguments: [.init(name: "values", value: .fields([.init(name: "net", value: .text("key open-sesame"))]))])
        let problem = await #expect(throws: ActionProblem.self) {
            try await SetPlugin(path: history.path).perform(action, in: context)
        }
        #expect(problem?.description == "session.net would contain a secret of the code; use another value")
        await #expect(throws: ActionProblem.self) {
            try await set(["it": .text(String(repeating: "x", count: 5_000))], in: history)
        }
        #expect(history.memory.session(of: nil).isEmpty && history.memory.session(of: "till").isEmpty)
    }

    @Test(arguments: Store.installed)
    func `counting adds, and finds the total`(store: Store) async throws {
        let history = try await TestHistory(store)
        let first = try await count(nil, in: history)
        #expect(first.message == "boxes = 1")
        #expect(first.fields == [.init(name: "total", value: .number(DecimalNumber(1)))])
        #expect(try await count("2", in: history).message == "boxes = 3")
        #expect(try await count("-0.5", in: history).message == "boxes = 2.5")
        #expect(try await count("1.50", in: history).message == "boxes = 4.00")
        #expect(history.memory.session(of: "till") == ["boxes": .number(DecimalNumber(4))])
        #expect(try await count("10", source: "door", in: history).message == "boxes = 10")
        try await set(["boxes": .text("0012")], in: history)
        #expect(try await count("1", in: history).message == "boxes = 13")
        try await history.sql("UPDATE session SET until = '2026-01-01T00:00:00.000Z'")
        #expect(try await count("1", in: history).message == "boxes = 1", "what has expired is not added to")
    }

    static let mistakes: [(before: String, by: String, message: String)] = [
        ("", "three", "'by' must be a number: 'three'"), ("", "", "'by' must be a number: ''"),
        ("", "1,5", "'by' must be a number: '1,5'"),
        ("full", "1", "session.boxes is 'full', which is not a number; 'set' it to a number, or clear it"),
        ("999999999999999999", "1", "session.boxes would have more than 18 digits"),
        ("10", "0.00000000000000001", "session.boxes would have more than 18 digits"),
    ]

    @Test(arguments: Store.installed)
    func `a value that is not a number is not counted`(store: Store) async throws {
        let history = try await TestHistory(store)
        for (before, by, message) in Self.mistakes {
            try await set(["boxes": .text(before)], in: history)
            let problem = await #expect(throws: ActionProblem.self) { _ = try await count(by, in: history) }
            #expect(problem?.description == message)
            #expect(history.memory.session(of: "till")["boxes"]?.description ?? "" == before)
        }
    }

    @Test(arguments: Store.installed)
    func `concurrent counts are all kept`(store: Store) async throws {
        let history = try await TestHistory(store)
        let plugins = (0..<4).map { CountPlugin(path: history.program($0)) }
        let action = Action(name: "count", rule: "r", arguments: [.init(name: "name", value: .text("boxes"))])
        let context = ActionContext(scan: Scan(date: scanDate, source: "till"))
        let totals = try await withThrowingTaskGroup(of: ActionValue?.self) { group in
            for task in 0..<200 {
                group.addTask { try await plugins[task % 4].perform(action, in: context).fields.first?.value }
            }
            return try await group.reduce(into: Set<ActionValue>()) { $0.insert($1 ?? .text("")) }
        }
        #expect(totals == Set((1...200).map { ActionValue.number(DecimalNumber($0)) }))
        #expect(history.memory.session(of: "till") == ["boxes": .number(DecimalNumber(200))])
    }

    static let wrongRules: [(action: String, message: String)] = [
        (#"{"action":"set","values":{"a b":"x"}}"#, "a name of a session must be letters, digits and '_': 'a b'"),
        (
            #"{"action":"set","values":{"a":"x"},"for":"32 days"}"#,
            "'for' must be a duration such as 90 s, 30 min, 8 h or 2 days, or today"
        ),
        (#"{"action":"set","values":{"a":"x"},"for":"{text}"}"#, "a code cannot choose 'for'"),
        (#"{"action":"count","name":"a-b"}"#, "a name of a session must be letters, digits and '_': 'a-b'"),
        (#"{"action":"count","name":"{text}"}"#, "a code cannot choose 'name'"),
        (#"{"action":"count","name":"a","by":"two"}"#, "'by' must be a number: 'two'"),
        (#"{"action":"count"}"#, "'count' needs 'name'"),
    ]

    @Test(arguments: wrongRules) func `errors are reported when rules are loaded`(action: String, message: String) {
        let file = RuleFile(
            name: "r.json", text: #"{"version":1,"rules":[{"id":"a","when":{"kind":"text"},"do":[\#(action)]}]}"#)
        let signatures = [SetPlugin().signature, CountPlugin().signature]
        let error = #expect(throws: RuleSetError.self) { try RuleSet(files: [file], actions: signatures) }
        #expect(error?.description.contains(message) ?? false, "\(error?.description ?? "")")
    }
}
