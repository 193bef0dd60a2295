import BeelineActions
import BeelineSupport
import BeelineSymbols
import Synchronization
import TestPrograms
import Testing

@testable import BeelineServer

@Suite struct RememberingDeskTests {
    private static let tickets = """
        {"version":1,"rules":[
          {"id":"again","when":{"seen.count":{">=":1}},"do":[]},
          {"id":"admitted","when":{},"do":[{"action":"record"},{"action":"work"}]}
        ]}
        """

    private func rule(_ answer: ScanAnswer) -> String? {
        answer.json["results"]?.array?.first?["resolution"]?["rule"]?.string
    }

    @Test func `a ticket is admitted once, however many telephones scan it at once`() async throws {
        let test = try TestDesk(rules: Self.tickets)
        let phones = try (0..<4).map { try test.phone("phone \($0)") }
        let rules = try await withThrowingTaskGroup(of: String?.self) { group in
            for number in 0..<40 {
                group.addTask { rule(try await test.scan("\(number)", "T-\(number % 5)", by: phones[number % 4])) }
            }
            return try await group.reduce(into: [String?]()) { $0.append($1) }
        }
        #expect(rules.count { $0 == "admitted" } == 5)
        #expect(rules.count { $0 == "again" } == 35)
    }

    @Test func `a code that was refused, and that no rule has recorded, was not seen`() async throws {
        let test = try TestDesk(
            rules: """
                {"version":1,"rules":[
                  {"id":"again","when":{"seen.count":{">":0}},"do":[]},
                  {"id":"unknown","when":{"text":{"prefix":"X"}},"do":[{"action":"refuse","message":"not sold"}]},
                  {"id":"shown","when":{},"do":[]}
                ]}
                """)
        #expect(rule(try await test.scan("a", "X-1")) == "unknown")
        #expect(rule(try await test.scan("b", "X-1")) == "unknown")
        #expect(rule(try await test.scan("c", "T-1")) == "shown")
        #expect(rule(try await test.scan("d", "T-1")) == "again")
        #expect(try test.history().count == 4)
    }

    @Test func `the second scan of a code sees the effects of the first`() async throws {
        let test = try TestDesk(rules: Self.tickets)
        let results = try await test.scan("a", "T-1", "T-1").json["results"]?.array ?? []
        #expect(results.map { $0["resolution"]?["rule"]?.string } == ["admitted", "again"])
    }

    /// As it is left by a program that is killed after it has recorded, and before it has answered.
    @Test func `a scan that is run again is answered as if it had been the first time`() async throws {
        let test = try TestDesk(rules: Self.tickets)
        #expect(rule(try await test.scan("a", "T-1")) == "admitted")
        let file = try SQLiteConnection(path: "\(test.path)/serve.sqlite", as: SQLiteSubject("it", remedy: ""))
        try file.execute("UPDATE scans SET answer = NULL")
        let again = try await TestDesk(in: test.path, rules: Self.tickets).scan("a", "T-1")
        #expect(!again.isReplayed && rule(again) == "admitted")
        #expect(rule(try await test.scan("b", "T-1")) == "again")
        #expect(try test.history().count == 2)
    }

    /// The one that is asked about has the ticket, and gives way to others; the second one waits for the ticket.
    @Test func `a scan that waits for its turn does not block the one that has the turn`() async throws {
        let test = try TestDesk(policy: .ask, rules: Self.tickets)
        async let first = test.scan("a", "T-1")
        func open() throws -> JSONValue? {
            try JSONValue(parsing: test.desk.questions())["questions"]?.array?.first
        }
        let id = try #require(try await until { try open() }["id"]?.integer)
        async let second = test.scan("b", "T-1")
        // Others have their turns meanwhile.
        async let other = test.scan("c", "T-2")
        let next = try await until { () -> Int? in
            let all = try JSONValue(parsing: test.desk.questions())["questions"]?.array ?? []
            return all.compactMap { $0["id"]?.integer }.first { $0 != id }
        }
        try test.desk.reply(to: next, .yes)
        #expect(rule(try await other) == "admitted")
        try test.desk.reply(to: id, .yes)
        #expect(rule(try await first) == "admitted")
        #expect(rule(try await second) == "again")
    }
}
