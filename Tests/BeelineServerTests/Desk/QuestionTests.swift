import BeelineActions
import BeelineRules
import BeelineServer
import BeelineSupport
import TestPrograms
import Testing

@Suite struct QuestionTests {
    static let replies: [(name: String, status: String)] = [
        ("yes", "done"), ("no", "refused"), ("always", "done"),
    ]

    @Test(arguments: replies)
    func `a question goes to the desk, and its answer counts`(name: String, status: String) async throws {
        let test = try TestDesk(policy: .ask)
        async let answer = test.scan("a", "work")
        let question = try await until { try open(test).first }
        #expect(question["action"]?.string == "work")
        #expect(question["rule"]?.string == "works")
        #expect(question["code"]?.string == "work")
        #expect(question["causes"]?.array == [.string("the policy asks for network")])
        let id = try #require(question["id"]?.integer)
        try test.desk.reply(to: id, try #require(Dispatcher.Reply(name: name)))
        #expect(throws: Problem.self) { try test.desk.reply(to: id, .yes) }
        let action = try await answer.json["results"]?.array?.first?["resolution"]?["actions"]?.array?.first
        #expect(action?["outcome"]?["status"]?.string == status)
        #expect(try open(test).isEmpty)
        // A question that was answered permanently is not repeated.
        if name == "always" { _ = try await test.scan("b", "work") }
    }

    @Test func `a scan with an open question delays no other one`() async throws {
        let test = try TestDesk(policy: .ask)
        let phone = try test.phone()
        async let answer = test.scan("a", "work", by: phone)
        let id = try #require(try await until { try open(test).first }["id"]?.integer)
        let other = try await test.scan("b", "record")
        #expect(other.json["history"]?.array?.count == 1)
        // The question is still there, and its scan continues where it was.
        try test.desk.reply(to: id, .yes)
        let action = try await answer.json["results"]?.array?.first?["resolution"]?["actions"]?.array?.first
        #expect(action?["outcome"]?["status"]?.string == "done")
    }

    private func open(_ test: TestDesk) throws -> [JSONValue] {
        try JSONValue(parsing: test.desk.questions())["questions"]?.array ?? []
    }

    @Test func `the page must not stop the desk`() {
        #expect(Dispatcher.Reply(name: "stop") == nil)
    }

    @Test func `a question says where its link leads, and hides its secrets`() async throws {
        let events = EventLog()
        let board = QuestionBoard(events)
        let action = Action(
            name: "open-url", rule: "r",
            arguments: [
                .init(name: "url", value: .url("http://example.com@evil.example/a")),
                .init(name: "key", value: .text("sesame"), isSecret: true),
            ])
        let asked = Task {
            await board.ask(
                Dispatcher.Question(action: action, link: LinkVerdict(reasons: [.userInfo, .notEncrypted]), causes: []))
        }
        let list = try await until {
            let list = board.list()
            return try JSONValue(parsing: list)["questions"]?.array?.first
        }
        #expect(list["host"]?.string == "evil.example")
        #expect(list["link"]?["reasons"]?.array?.contains(.string("user-info")) ?? false)
        #expect(!String(decoding: board.list(), as: UTF8.self).contains("sesame"))
        board.close()
        #expect(await asked.value == .no)
        #expect(await board.ask(Dispatcher.Question(action: action, causes: [])) == .no)
        #expect(board.list() == Array(#"{"version":1,"questions":[]}"#.utf8))
    }

    @Test func `a question without an answer is a no`() async {
        let board = QuestionBoard(EventLog(), patience: .milliseconds(1))
        let action = Action(name: "work", rule: "r", arguments: [])
        #expect(await board.ask(Dispatcher.Question(action: action, causes: [])) == .no)
    }

    @Test func `questions beyond the limit are answered with no`() async throws {
        let board = QuestionBoard(EventLog())
        let question = Dispatcher.Question(action: Action(name: "work", rule: "r", arguments: []), causes: [])
        let asked = (0..<QuestionBoard.most).map { _ in Task { await board.ask(question) } }
        _ = try await until {
            try JSONValue(parsing: board.list())["questions"]?.array?.count == QuestionBoard.most ? true : nil
        }
        #expect(await board.ask(question) == .no)
        try board.reply(to: 1, .yes)
        #expect(try JSONValue(parsing: board.list())["questions"]?.array?.count == QuestionBoard.most - 1)
        board.close()
        var replies: [Dispatcher.Reply] = []
        for task in asked { replies.append(await task.value) }
        #expect(replies.filter { $0 == .yes }.count == 1)
    }

    @Test func `questions and answers are events of the desk`() async throws {
        let test = try TestDesk(policy: .ask)
        let stream = test.events.stream(after: nil, for: .local)
        async let answer = test.scan("a", "work")
        let id = try #require(try await until { try open(test).first }["id"]?.integer)
        try test.desk.reply(to: id, .yes)
        _ = try await answer
        var text = ""
        while !text.contains("event: scan"), let piece = stream.next() {
            text += String(decoding: piece, as: UTF8.self)
        }
        let types = text.split(separator: "\n").filter { $0.hasPrefix("event") }
        #expect(types == ["event: question", "event: answered", "event: scan"])
        #expect(text.contains(#"data: {"id":1,"reply":"yes"}"#))
    }
}
