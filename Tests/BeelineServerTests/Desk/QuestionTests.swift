import BeelineActions
import BeelineRules
import BeelineSupport
import TestPrograms
import Testing

@testable import BeelineServer

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
        try test.desk.reply(to: id, try #require(ActionReply(name: name)))
        #expect(throws: Problem.self) { try test.desk.reply(to: id, .yes) }
        let action = try await answer.json["results"]?.array?.first?["resolution"]?["actions"]?.array?.first
        #expect(action?["outcome"]?["status"]?.string == status)
        #expect(try open(test).isEmpty)
        // A question that was answered permanently is not repeated.
        if name == "always" { _ = try await test.scan("b", "work") }
    }

    @Test(arguments: ["keep-rule", "keep-host"])
    func `a lasting answer counts where the question offers it, and no question follows`(name: String) async throws {
        let test = try TestDesk(policy: .ask)
        async let answer = test.scan("a", "work")
        let question = try await until { try open(test).first }
        // The action has no link, so that there is no host to consent to.
        let offered = question["consents"]?.array?.compactMap { $0["reply"]?.string }
        #expect(offered == ["keep-rule"])
        let id = try #require(question["id"]?.integer)
        let reply = ActionReply(name: name, offered: test.desk.consents(of: id))
        #expect((reply != nil) == (name == "keep-rule"))
        #expect(ActionReply(name: name) == nil, "nothing is kept that was not offered")
        try test.desk.reply(to: id, reply ?? .no)
        let action = try await answer.json["results"]?.array?.first?["resolution"]?["actions"]?.array?.first
        #expect(action?["outcome"]?["status"]?.string == (reply == nil ? "refused" : "done"))
        guard reply != nil else { return }
        let later = try await test.scan("b", "work")
        let again = later.json["results"]?.array?.first?["resolution"]?["actions"]?.array?.first
        #expect(again?["outcome"]?["status"]?.string == "done")
        #expect(try open(test).isEmpty)
    }

    @Test func `a scan with an open question delays no other one`() async throws {
        let test = try TestDesk(policy: .ask)
        let phone = try test.phone()
        let early = try await test.scan("a", "work", by: phone)
        let question = try #require(try open(test).first)
        #expect(early.json["waits"] == .boolean(true) && early.json["history"] == .array([]))
        #expect(early.json["results"]?.array?.first?["resolution"]?["rule"]?.string == "works")
        #expect(question["source"]?.string == "phone:Anna")
        let id = try #require(question["id"]?.integer)
        let other = try await test.scan("b", "record")
        #expect(other.json["history"]?.array?.count == 1)
        // The question is still there, and its scan continues where it was.
        #expect(try await test.scan("a", "work", by: phone).body == early.body)
        try test.desk.reply(to: id, .yes)
        // The same scan sent again gets the outcome.
        let answer = try await until {
            let again = try await test.scan("a", "work", by: phone)
            return again.json["waits"] == nil ? again : nil
        }
        let action = answer.json["results"]?.array?.first?["resolution"]?["actions"]?.array?.first
        #expect(action?["outcome"]?["status"]?.string == "done")
        #expect(try test.history().filter { $0.first == "work" }.count == 1)
    }

    @Test func `a scan that is taken back was never seen, and only by who has scanned it`() async throws {
        let test = try TestDesk(policy: .allow)
        let (phone, other) = (try test.phone(), try test.phone("Ben"))
        _ = try await test.scan("a", "record", by: phone)
        await #expect(throws: Problem.self) { try await test.desk.undo("a", by: other) }
        #expect(try test.history().count == 1)
        try await test.desk.undo("a", by: phone)
        #expect(try test.history().isEmpty)
        await #expect(throws: Problem.self) { try await test.desk.undo("a", by: phone) }
    }

    static let links: [(link: LinkVerdict, asks: Bool, opensHere: Bool)] = [
        (LinkVerdict(reasons: []), false, true), (LinkVerdict(reasons: [.shortener("bit.ly")]), false, false),
        (LinkVerdict(reasons: []), true, false),
    ]

    @Test(arguments: links)
    func `a telephone opens by itself what nothing speaks against`(
        link: LinkVerdict, asks: Bool, opensHere: Bool
    ) async throws {
        let board = QuestionBoard(EventLog())
        let action = Action(
            name: "open-url", rule: "r", arguments: [.init(name: "url", value: .url("https://example.com/"))],
            requiresConfirmation: asks)
        let device = Device(id: 1, name: "Anna", paired: "", lastSeen: nil, scans: 0)
        let reply = await QuestionBoard.$asker.withValue(.device(device)) {
            await board.ask(ActionQuestion(action: action, link: link))
        }
        let here = ActionReply.unanswered(because: "it can be opened on the telephone that scanned it")
        #expect(reply == (opensHere ? here : Self.unattended))
    }

    fileprivate func open(_ test: TestDesk) throws -> [JSONValue] {
        try JSONValue(parsing: test.desk.questions())["questions"]?.array ?? []
    }

    @Test func `the page must not stop the desk`() {
        #expect(ActionReply(name: "stop") == nil)
    }

    @Test func `a question says where its link leads, and hides its secrets`() async throws {
        let board = attended()
        let action = Action(
            name: "open-url", rule: "r",
            arguments: [
                .init(name: "url", value: .url("http://example.com@evil.example/a")),
                .init(name: "key", value: .text("sesame"), isSecret: true),
            ])
        let asked = Task {
            await board.ask(
                ActionQuestion(action: action, link: LinkVerdict(reasons: [.userInfo, .notEncrypted]), causes: []))
        }
        let list = try await until {
            let list = board.list()
            return try JSONValue(parsing: list)["questions"]?.array?.first
        }
        #expect(list["host"]?.string == "evil.example")
        #expect(list["link"]?["reasons"]?.array?.contains(.string("user-info")) ?? false)
        #expect(!String(decoding: board.list(), as: UTF8.self).contains("sesame"))
        board.close()
        let stopping = ActionReply.unanswered(because: "the server stops, and asks nothing more")
        #expect(await asked.value == stopping)
        #expect(await board.ask(ActionQuestion(action: action, causes: [])) == stopping)
        #expect(board.list() == Array(#"{"version":1,"questions":[]}"#.utf8))
    }

    private static let question = ActionQuestion(action: Action(name: "work", rule: "r", arguments: []))
    private static let unattended = ActionReply.unanswered(
        because: "it needs confirmation, and no one is at the desk to ask")

    /// A board at whose desk someone is.
    private func attended(patience: Duration = .seconds(60)) -> QuestionBoard {
        let board = QuestionBoard(EventLog(), patience: patience, absence: .seconds(86_400))
        _ = board.list()
        return board
    }

    @Test func `a question without an answer says so`() async {
        let reply = await attended(patience: .milliseconds(1)).ask(Self.question)
        #expect(reply == .unanswered(because: "no one answered in 1 s"))
    }

    @Test(arguments: [false, true])
    func `without a page of the desk there is no question`(othersFollow: Bool) async throws {
        let events = EventLog()
        let device = Device(id: 1, name: "Anna", paired: "", lastSeen: nil, scans: 0)
        let others =
            othersFollow
            ? [events.stream(after: nil, for: .local), events.stream(after: nil, for: .device(device), answers: true)]
            : []
        let reply = await QuestionBoard(events).ask(Self.question)
        #expect(reply == Self.unattended)
        for other in others { other.cancel() }
    }

    @Test func `a question ends soon after the last page of the desk has gone, and not when one is loaded again`()
        async throws
    {
        let events = EventLog()
        let board = QuestionBoard(events, absence: .milliseconds(300))
        let first = events.stream(after: nil, for: .local, answers: true)
        async let reply = board.ask(Self.question)
        _ = try await until { board.numbers.isEmpty ? nil : true }
        first.cancel()
        let second = events.stream(after: nil, for: .local, answers: true)
        try await Task.sleep(for: .milliseconds(600))
        #expect(board.numbers == [1])
        second.cancel()
        #expect(await reply == Self.unattended)
        #expect(board.numbers == [])
    }

    @Test func `telephones leave places to the desk, and one telephone leaves some to others`() async throws {
        let board = attended()
        func ask(_ caller: Caller) -> Task<ActionReply, Never> {
            Task { await QuestionBoard.$asker.withValue(caller) { await board.ask(Self.question) } }
        }
        func phone(_ id: Int) -> Caller {
            .device(Device(id: id, name: "Phone \(id)", paired: "", lastSeen: nil, scans: 0))
        }
        var asked: [Task<ActionReply, Never>] = []
        let tooMany = ActionReply.unanswered(
            because: "too many questions are open at the desk; answer them, and scan again")
        for id in 1...3 {
            for _ in 0..<QuestionBoard.mostOfOne { asked.append(ask(phone(id))) }
            _ = try await until { board.numbers.count == asked.count ? true : nil }
            #expect(await ask(phone(id)).value == tooMany)
        }
        #expect(await ask(phone(4)).value == tooMany)
        asked.append(ask(.local))
        _ = try await until { board.numbers.count == 25 ? true : nil }
        board.close()
        for task in asked { _ = await task.value }
    }

    @Test func `a document asks once for all its links, and an answer counts for those that it has shown`() async throws
    {
        for (reply, status) in [("yes", "done"), ("no", "refused")] {
            let test = try TestDesk(policy: .ask)
            async let answer = test.scan("a", "work 1", "work 2", "record", "work 3")
            let question = try await until { try open(test).first }
            #expect(question["count"]?.integer == 3)
            #expect(question["items"]?.array?.map { $0["code"]?.string } == ["work 1", "work 2", "work 3"])
            #expect(question["code"]?.string == "work 1", "as a page that knows no items shows it")
            try test.desk.reply(to: 1, try #require(ActionReply(name: reply)))
            let results = try await answer.json["results"]?.array ?? []
            let statuses = results.map { $0["resolution"]?["actions"]?.array?.first?["outcome"]?["status"]?.string }
            #expect(statuses == [status, status, "done", status])
            #expect(!String(decoding: test.questions.list(), as: UTF8.self).contains(#""id":2"#))
        }
    }

    @Test func `there are no questions beyond the limit, and the refusal says so`() async throws {
        let board = attended()
        let question = Self.question
        let asked = (0..<QuestionBoard.most).map { _ in Task { await board.ask(question) } }
        _ = try await until {
            try JSONValue(parsing: board.list())["questions"]?.array?.count == QuestionBoard.most ? true : nil
        }
        #expect(
            await board.ask(question)
                == .unanswered(because: "too many questions are open at the desk; answer them, and scan again"))
        try board.reply(to: 1, .yes)
        #expect(try JSONValue(parsing: board.list())["questions"]?.array?.count == QuestionBoard.most - 1)
        board.close()
        var replies: [ActionReply] = []
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
