import Beeline
import BeelineActions
import BeelineLive
import BeelineRules
import BeelineSupport
import BeelineSymbols
import Synchronization
import TestPrograms
import Testing

@testable import BeelineServer

/// What a desk does depends on who scans.
@Suite struct CallerTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let why: String
        let caller: @Sendable (TestDesk) throws -> Caller
        /// What the policy file says of requests; nil: nothing.
        var programs: String?
        let source: String
        /// The outcome of the action; nil: it was not performed.
        let outcome: String?
        var testDescription: String { why }
    }

    private static let token = Token(id: 1, name: "till", made: "", lastUsed: nil)

    static let cases = [
        Case(why: "this machine", caller: { _ in .local }, source: "desk", outcome: "done"),
        Case(why: "a telephone", caller: { try $0.phone() }, source: "phone:Anna", outcome: "done"),
        Case(
            why: "the page that signed in", caller: { _ in .token(token, by: .cookie(session: 1)) }, source: "desk",
            outcome: "done"),
        Case(
            why: "a program, of which the policy says nothing", caller: { _ in .token(token, by: .header) },
            source: "http", outcome: nil),
        Case(
            why: "a program, to which the policy allows it", caller: { _ in .token(token, by: .header) },
            programs: #"{"allow":["work"]}"#, source: "http", outcome: "done"),
        Case(
            why: "a program, to which the policy allows something else", caller: { _ in .token(token, by: .header) },
            programs: #"{"allow":["emit"]}"#, source: "http", outcome: "refused"),
        Case(
            why: "the page, whatever programs may do", caller: { _ in .token(token, by: .cookie(session: 1)) },
            programs: #"{"deny":["work"]}"#, source: "desk", outcome: "done"),
    ]

    @Test(arguments: cases)
    func `a scan is performed for those who act for the desk, and for programs as the policy says`(
        _ example: Case
    ) async throws {
        let programs = try example.programs.map { text in
            try Policy.allow.changed(
                byFile: "policy.json", Array(#"{"sources":{"http":\#(text)}}"#.utf8), actions: ["work", "emit"]
            ).policy(for: .http)
        }
        let test = try TestDesk(programs: programs)
        let json = try await test.scan("a", "work", by: example.caller(test)).json
        let action = json["results"]?.array?.first?["resolution"]?["actions"]?.array?.first
        #expect(action?["outcome"]?["status"]?.string == example.outcome)
        #expect(json["source"]?.string == example.source)
        #expect(try test.history("text, source") == [["work", example.source]], "it is recorded all the same")
    }

    @Test func `the same scan of a token is one, whichever way it comes`() async throws {
        let test = try TestDesk()
        let first = try await test.scan("a", "work", by: .token(Self.token, by: .header))
        let again = try await test.scan("a", "work", by: .token(Self.token, by: .cookie(session: 1)))
        #expect(again == ScanAnswer(body: first.body, isReplayed: true))
    }

    @Test func `a telephone has so many scans at work, and does not keep others waiting`() async throws {
        // Those that wait; nil: it is open.
        let gate = Box(Mutex<[CheckedContinuation<Void, Never>]?>([]))
        let test = try TestDesk { _ in
            await withCheckedContinuation { waiter in
                let isOpen = gate.value.withLock { waiters in
                    waiters?.append(waiter)
                    return waiters == nil
                }
                if isOpen { waiter.resume() }
            }
            return ActionResult()
        }
        let (anna, ben) = (try test.phone("Anna"), try test.phone("Ben"))
        let tasks = (0..<16).map { number in Task { try await test.scan("\(number)", "work", by: anna) } }
        // Each of them is accepted, and all but one wait.
        _ = try await until {
            try TestDesk.rows("SELECT key FROM scans", "\(test.path)/serve.sqlite").count == 16 ? true : nil
        }
        let refused = await #expect(throws: Problem.self) { try await test.scan("more", "idle", by: anna) }
        #expect(refused?.code == "desk-busy")
        #expect(refused?.status == 503)
        #expect(refused?.retryAfter == 5)
        // One that is at work already may be sent again, and others may scan.
        let again = Task { try await test.scan("3", "work", by: anna) }
        let other = Task { try await test.scan("1", "work", by: ben) }
        let waiters = gate.value.withLock { waiters in
            defer { waiters = nil }
            return waiters ?? []
        }
        for waiter in waiters { waiter.resume() }
        for task in tasks { #expect(try await !task.value.isReplayed) }
        #expect(try await again.value.isReplayed)
        _ = try await other.value
        // There is room again.
        #expect(try await !test.scan("17", "idle", by: anna).isReplayed)
    }

    @Test func `scans of sources and their outcomes are events, and not scans of the desk`() throws {
        let test = try TestDesk()
        let desk = test.events.stream(after: nil, for: .local)
        let phone = test.events.stream(after: nil, for: try test.phone())
        _ = (desk.next(), phone.next())
        let at = Moment(millisecondsSince1970: 1_796_035_200_000)
        let resolver = try Resolver(rules: .bundled)
        let secret = "WIFI:T:WPA;S:shop;P:sesame-street;;"
        test.desk.take(.source(SourceStatus(source: "serial:/dev/ttyACM0", at: at, state: .connected)))
        test.desk.take(
            .gone(1))
        test.desk.take(
            .sighting(
                LiveSighting(
                    id: 1, source: "serial:/dev/ttyACM0", at: at, frames: nil, amends: false, image: nil,
                    result: CodeResult(resolver.resolve(Symbol(.qr, secret))))))
        let text = String(decoding: try #require(desk.next()), as: UTF8.self)
        let events = text.split(separator: "\n\n").map { $0.split(separator: "\n").dropFirst().map(String.init) }
        #expect(events.map(\.first) == ["event: source", "event: scan"])
        let documents = try events.map { try JSONValue(parsing: Array(($0.last ?? "").dropFirst(6).utf8)) }
        #expect(documents.map { $0["source"]?.string } == Array(repeating: "serial:/dev/ttyACM0", count: 2))
        #expect(documents[0]["event"]?.string == "connected")
        #expect(documents[1]["at"]?.string == "2026-11-30T10:40:00.000Z")
        #expect(documents[1]["results"]?.array?.first?["content"]?["kind"]?.string == "wifi")
        #expect(!text.contains("sesame"))
        // A telephone sees none of it, and the desk has not taken it: rules of the source do what is to be done.
        test.events.append("end", [], to: 1)
        #expect(String(decoding: try #require(phone.next()), as: UTF8.self).contains("event: end"))
        #expect(try String(decoding: test.desk.recent(limit: 9, for: .local), as: UTF8.self).hasSuffix(#""scans":[]}"#))
    }

    @Test func `answers are handed out as far as they fit into one`() async throws {
        let test = try TestDesk()
        for number in 0..<4 { _ = try await test.scan("\(number)", "x") }
        let file = try SQLiteConnection(path: "\(test.path)/serve.sqlite", as: SQLiteSubject("it", remedy: ""))
        // Three of 1.6 megabytes each, and a short one as the last.
        try file.execute("UPDATE scans SET answer = CAST('\"' || hex(zeroblob(800000)) || '\"' AS BLOB) WHERE id < 4")
        let answers = try JSONValue(parsing: test.desk.recent(limit: 9, for: .local))["scans"]?.array
        #expect(answers?.count == 3)
        #expect(answers?.first?["scan"]?.string == "3")
    }
}
