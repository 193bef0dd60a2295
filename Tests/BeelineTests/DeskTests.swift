import Beeline
import BeelineSupport
import Foundation
import TestPrograms
import Testing

/// The one way in, as a program uses it.
@Suite
struct DeskTests {
    private static let tickets = """
        {"version":1,"rules":[
          {"id":"again","when":{"seen.count":{">=":1}},"do":[{"action":"refuse","message":"seen at {seen.source|?}"}]},
          {"id":"visited","when":{"text":"visit"},"do":[{"action":"open-url","url":"https://example.com/"}]},
          {"id":"counted","when":{"text":{"prefix":"N"}},"do":[{"action":"count","name":"n","as":"n"},
            {"action":"emit","fields":{"n":"{n.total}"}}]},
          {"id":"admitted","when":{},"do":[{"action":"record"}]}]}
        """

    private static func desk(_ history: String?, policy: Policy = .allow) throws -> Desk {
        try Desk(
            rules: .text(tickets), history: history.map { History(path: $0) }, policy: policy,
            // Among many tests a write waits for its turn.
            timeLimit: .seconds(600))
    }

    @Test func `a ticket is admitted once, by desks that share a history`() async throws {
        let folder = try TemporaryFolder()
        let history = folder.path("gate.db")
        let (north, south) = (try Self.desk(history), try Self.desk(history))
        let first = await north.handle(Symbol(.qr, "T-1"), scan: .now(source: "north"))
        #expect(first.refusal == nil && first.outcomes?.map(\.status) == [.done])
        let second = await south.handle(Symbol(.qr, "T-1"), scan: .now(source: "south"))
        #expect(second.refusal == "seen at north")
        // To resolve is to ask, and changes nothing.
        #expect(north.resolve(Symbol(.qr, "T-1")).rule?.id == "again")
        #expect(north.resolve(Symbol(.qr, "T-2")).rule?.id == "admitted")
        #expect(try History(path: folder.path("gate.db")).count(matching: HistoryFilter()) == 1)
        await north.close()
        await south.close()
    }

    @Test func `desks with histories of their own share nothing, and the source of the scan is recorded`() async throws
    {
        let folder = try TemporaryFolder()
        let (a, b) = (try Self.desk(folder.path("a.db")), try Self.desk(folder.path("b.db")))
        for desk in [a, b] {
            let resolution = desk.resolve(Symbol(.qr, "T-1"), scan: .now(source: "till"))
            #expect(await desk.perform(resolution).outcomes?.map(\.status) == [.done])
            #expect(await desk.handle(Symbol(.qr, "N1")).outcomes?.last?.results.first?.shownValue == "1")
        }
        var sources: [String?] = []
        try History(path: folder.path("a.db")).whileEntries(matching: HistoryFilter()) {
            sources.append($0.source)
            return true
        }
        #expect(sources == ["till"])
    }

    @Test func `without a history each code is new, and recording fails`() async throws {
        let desk = try Self.desk(nil)
        for _ in 0..<2 {
            let result = await desk.handle(Symbol(.qr, "T-1"))
            #expect(result.resolution.rule?.id == "admitted" && result.outcomes?.map(\.status) == [.failed])
        }
    }

    @Test func `a desk says that its history cannot be read, until it can`() async throws {
        let folder = try TemporaryFolder()
        let history = try folder.write(
            "gate.db", Array("no database, but a text that is long enough to be looked at".utf8))
        let desk = try Self.desk(history)
        #expect(desk.historyProblem == nil)
        #expect(desk.resolve(Symbol(.qr, "T-1")).rule?.id == "admitted")
        #expect(desk.historyProblem?.contains("gate.db") == true)
        #expect(await desk.handle(Symbol(.qr, "T-1")).outcomes?.map(\.status) == [.failed])
        try FileManager.default.removeItem(atPath: history)
        #expect(await desk.handle(Symbol(.qr, "T-1")).outcomes?.map(\.status) == [.done])
        #expect(desk.historyProblem == nil)
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"), (-1_000, "1969-12-31T23:59:59.000Z"),
        (1_769_862_896_789, "2026-01-31T12:34:56.789Z"),
    ])
    func `a moment is written in UTC`(_ milliseconds: Int, _ text: String) {
        #expect(Moment(millisecondsSince1970: milliseconds).description == text)
    }

    @Test func `what the policy does not allow is not a refusal of the code`() async throws {
        let result = await (try Self.desk(nil, policy: .ask)).handle(Symbol(.qr, "visit"))
        #expect(result.refusal == nil && result.outcomes?.map(\.status) == [.notAllowed])
        #expect("\(result)".hasPrefix("visited: refused open-url https://example.com/"))
    }

    @Test(arguments: [
        (Policy.ask, "ask", "ask", "allow"), (.deny, "deny", "deny", "deny"), (.allow, "allow", "allow", "allow"),
        (.ask.allowing("open-url", "lookup"), "allow", "allow", "allow"),
        (.deny.allowing("open-url"), "allow", "deny", "deny"),
    ])
    func `a policy decides`(_ policy: Policy, opening: String, looking: String, recording: String) throws {
        let decisions = ["open-url", "lookup", "record"].compactMap { PluginRegistry.standard[$0]?.signature }
            .map { policy.decision(for: $0).rawValue }
        #expect(decisions == [opening, looking, recording])
    }

    @Test func `each code of an image is handled, and asked for once`() async throws {
        let asked = Asked()
        let desk = try Desk(rules: .text(Self.tickets), history: nil) { question in
            await asked.add(question)
            return .yes
        }
        let results = await desk.handle([Symbol(.qr, "visit"), Symbol(.qr, "N1"), Symbol(.qr, "visit")])
        #expect(results.map { $0.resolution.rule?.id } == ["visited", "counted", "visited"])
        #expect(await asked.count == 1)
    }

    private actor Asked {
        var count = 0
        func add(_ question: ActionQuestion) { count += 1 }
    }

    @Test func `a missing argument is an error, and a link or a number counts as its text`() throws {
        let action = Action(
            name: "shelve", rule: "r",
            arguments: [
                .init(name: "isbn", value: .text("978")), .init(name: "at", value: .url("https://example.com/")),
                .init(name: "copies", value: .number(DecimalNumber(3))), .init(name: "all", value: .array([])),
            ])
        #expect(try ["isbn", "at", "copies"].map(action.text) == ["978", "https://example.com/", "3"])
        for (name, message) in [("shelf", "'shelve' has no 'shelf'"), ("all", "'all' of 'shelve' is not a text")] {
            let error = #expect(throws: (any Error).self) { try action.text(name) }
            #expect(error.map { "\($0)" } == message)
        }
    }

    @Test func `lists are rules' lists, in the form that the file declares`() async throws {
        let folder = try TemporaryFolder()
        try replaceFile(
            folder.path("shelves.csv"), with: Array("isbn,shelf\n978-4-87311-904-5,B\n978-4-87311-904-5,C\n".utf8))
        let rules = """
            {"version":1,"catalogs":{"shelves":{"key":"isbn","many":true}},
             "rules":[{"id":"here","when":{"isbn13":{"catalog":"shelves"}},"do":[]}]}
            """
        let sources = try RuleSources.text(rules) + .list("shelves", at: folder.path("shelves.csv"))
        let desk = try Desk(rules: sources, history: nil)
        #expect(desk.resolve(Symbol(.ean13, "9784873119045")).rule?.id == "here")
        let error = #expect(throws: RuleSetError.self) { try Desk(rules: .text(rules)) }
        #expect(error?.description.contains(#"add .list("shelves", at: path)"#) == true)
        #expect(throws: FileError.self) { try RuleSources.list("shelves", at: folder.path("none.csv")) }
    }

    private static let tested = """
        {"version":1,
         "kinds":[{"kind":"locker","when":{"text":{"matches":"L(?P<floor>[0-9])"}},"fields":{"floor":"{match.floor}"}}],
         "rules":[{"id":"locker","when":{"kind":"locker"},"do":[]}],
         "tests":[{"title":"a locker","scan":{"text":"L2"},"expect":{"rule":"locker","fields":{"floor":"2"}}},
                  {"title":"a mistake","scan":{"text":"L3"},"expect":{"rule":"locker","fields":{"floor":"4"}}}]}
        """

    @Test func `the tests of rule files have results, of which those that failed say why`() throws {
        let results = try RuleTests(.text(Self.tested, name: "lockers.json")).results
        #expect(results.map(\.hasPassed) == [true, false])
        #expect("\(results[1])".hasPrefix(#"lockers.json: a mistake: fields.floor is "3", expected "4""#))
        #expect(throws: RuleSetError.self) { try RuleTests(.text(#"{"version":1,"tests":[{"scan":1}]}"#)) }
        #expect(throws: RuleSetError.self) {
            try RuleTests(.text(#"{"version":1,"rules":[{"id":"a","do":[{"action":"x"}]}]}"#))
        }
    }

    @Test func `values of a kind of a rule file are reached as those of built-in kinds`() throws {
        let desk = try Desk(rules: .text(Self.tested) + .bundled, history: nil)
        let locker = desk.resolve(Symbol(.qr, "L2"))
        #expect(locker.customKind == "locker" && locker.value(named: "floor") == .text("2"))
        let book = desk.resolve(Symbol(.ean13, "9784873119045"))
        #expect(book.customKind == nil && book.value(named: "isbn10") == .text("4873119049"))
        #expect(book.value(named: "floor") == nil && book.reading.text(of: .isbn13) == "9784873119045")
        guard case .product(let product) = desk.resolve(Symbol(.ean13, "5901234123457")).content else {
            Issue.record("no product")
            return
        }
        #expect(product.gtin.gtin14 == "05901234123457")
    }
}
