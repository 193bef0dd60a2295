import ActionsTestSupport
import BeelineContent
import BeelineRules
import BeelineSupport
import BeelineSymbols
import Foundation
import Synchronization
import TestPrograms
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

@Suite("what could not be sent is kept, and sent once later")
struct OutboxTests {
    /// A server of a test: what it answers, and what it has got.
    private final class Server: Sendable {
        struct Got: Hashable {
            let text: String
            let key: String
            let time: Int
        }

        private let state = Mutex<(answer: Attempt, got: [Got], now: Int)>((Server.done, [], 1_000_000))
        static let done = Attempt(.done, "sent")
        static let down = Attempt(.failed, "connection refused", mayPass: true)
        static let no = Attempt(.failed, "status 400")

        var now: Int { state.withLock { $0.now } }
        var got: [Got] { state.withLock { $0.got } }

        func pass(seconds: Int) { state.withLock { $0.now += seconds * 1_000 } }
        func answer(_ answer: Attempt) { state.withLock { $0.answer = answer } }

        @Sendable func take(_ action: Action, _ key: String) -> Attempt {
            state.withLock { state in
                let text = action["text"]?.description ?? ""
                state.got.append(Got(text: text, key: key, time: state.now / 1_000 - 1_000))
                return state.answer
            }
        }
    }

    private let folder: TemporaryFolder
    private let server = Server()
    private let outbox: Outbox

    init() throws {
        folder = try TemporaryFolder()
        outbox = Outbox(path: folder.path("outbox.db")) { [server] in server.now }
    }

    private static func action(_ text: String, to url: String = "https://example.com/in") -> Action {
        Action(
            name: "http-request", rule: "r",
            arguments: [.init(name: "url", value: .url(url)), .init(name: "text", value: .text(text))])
    }

    private func send(_ text: String, to url: String = "https://example.com/in") async -> Attempt {
        await outbox.send(Self.action(text, to: url), for: .seconds(3_600), scan: nil, by: server.take)
    }

    @Test("what was sent leaves nothing behind, in a file for its owner only")
    func sendsAtOnce() async throws {
        #expect(await send("a").status == .done)
        #expect(try outbox.parcels().isEmpty)
        let mode = try FileManager.default.attributesOfItem(atPath: outbox.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("in order for each destination, each once, with its key")
    func keepsOrder() async throws {
        server.answer(Server.down)
        let first = await send("a")
        #expect(first.status == .kept && first.message.hasPrefix("connection refused; it is sent later, until "))
        server.answer(Server.done)
        #expect(await send("b").status == .kept, "one is before it")
        #expect(await send("c", to: "https://other.example/in").status == .done)
        #expect(server.got.map(\.text) == ["a", "c"])
        await outbox.sendWaiting(by: server.take)
        #expect(server.got.count == 2, "it pauses")
        server.pass(seconds: 10)
        #expect(await send("d").status == .done, "those before it are sent first")
        #expect(server.got.map(\.text) == ["a", "c", "a", "b", "d"])
        #expect(server.got[0].key == server.got[2].key)
        #expect(Set(server.got.map(\.key)).count == 4)
        #expect(try outbox.parcels().isEmpty)
    }

    @Test("pauses grow, and at the end it is given up and stays in the list")
    func givesUp() async throws {
        server.answer(Server.down)
        _ = await send("a")
        for _ in 0..<800 {
            server.pass(seconds: 5)
            await outbox.sendWaiting(by: server.take)
        }
        #expect(server.got.map(\.time) == [0, 10, 30, 70, 150, 310, 630, 1270, 2550])
        let parcel = try #require(try outbox.parcels().first)
        #expect(parcel.isGivenUp && parcel.reason == "its time is over: connection refused")
        #expect(try outbox.drop([parcel.id]) == 1)
        #expect(try outbox.parcels().isEmpty)
    }

    @Test("a server's own pause counts", arguments: [(60, 60), (5, 10), (100_000, 3_600)])
    func waitsAsAsked(asked: Int, pause: Int) async throws {
        server.answer(Attempt(.failed, "status 503", mayPass: true, pause: asked))
        _ = await send("a")
        #expect(try outbox.parcels().map { ($0.next - server.now) / 1_000 } == [pause])
    }

    @Test("what a server refuses is not kept; later it is given up, and the next one sent")
    func isRefused() async throws {
        server.answer(Server.no)
        #expect(await send("a").status == .failed)
        #expect(try outbox.parcels().isEmpty)
        server.answer(Server.down)
        for text in ["b", "c"] { _ = await send(text) }
        server.answer(Server.no)
        let count = await outbox.sendWaiting(isForced: true, by: server.take)
        #expect(count == Outbox.Count(sent: 0, givenUp: 2))
        #expect(try outbox.parcels().map(\.reason) == ["status 400", "status 400"])
    }

    @Test("a program that ends while it sends loses nothing")
    func survivesAnEnd() async throws {
        let task = Task { [outbox] in
            await outbox.send(Self.action("a"), for: .seconds(60), scan: nil) { _, _ in
                try? await Task.sleep(for: .seconds(600))
                return Attempt(.failed, "it was cancelled", mayPass: true)
            }
        }
        while try outbox.parcels().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        // Another program sees it, before it has ended and after.
        let other = Outbox(path: outbox.path) { [server] in server.now }
        #expect(try other.parcels().count == 1)
        task.cancel()
        #expect(await task.value.status == .kept)
        #expect(await other.sendWaiting(by: server.take).sent == 1)
        #expect(server.got.map(\.text) == ["a"])
    }

    @Test("a scan that is run again has the same key")
    func knowsAScan() async throws {
        for scan in ["s1", "s1", "s2", nil, nil] {
            _ = await outbox.send(Self.action("a"), for: .seconds(60), scan: scan, by: server.take)
        }
        let keys = server.got.map(\.key)
        #expect(keys[0] == keys[1] && Set(keys).count == 4)
    }

    @Test("every value comes back as it was, and a secret by its name")
    func keepsValues() async throws {
        let arguments: [Action.Argument] = [
            .init(name: "url", value: .url("mqtt://example.com")),
            .init(
                name: "json",
                value: .fields([
                    .init(name: "n", value: .number(try #require(DecimalNumber("1.50")))),
                    .init(name: "n", value: .array([.null, .boolean(true), .text("\u{0}\"ü")])),
                    .init(name: "l", value: .list([.text("a"), .number(DecimalNumber(2)), .boolean(false)])),
                    .init(name: "e", value: .list([])), .init(name: "o", value: .fields([])),
                ])),
            .init(
                name: "headers",
                value: .fields([.init(name: "X", value: .withSecrets([.text("B "), .secret("key")]))]),
                isSecret: true),
        ]
        server.answer(Server.down)
        _ = await outbox.send(
            Action(name: "x", rule: "r", arguments: arguments), for: .seconds(60), scan: nil, by: server.take)
        #expect(try outbox.parcels().map(\.action.arguments) == [arguments])
    }

    @Test("where nothing can be kept it is sent once, and says so")
    func hasNoPlace() async throws {
        let outbox = Outbox(path: "/dev/null/outbox.db")
        server.answer(Server.down)
        let attempt = await outbox.send(Self.action("a"), for: .seconds(60), scan: nil, by: server.take)
        #expect(attempt.status == .failed && attempt.message.contains("it could not be kept: "))
        server.answer(Server.done)
        #expect(await outbox.send(Self.action("a"), for: .seconds(60), scan: nil, by: server.take).status == .done)
    }

    // MARK: - With a dispatcher

    private func outcomes(
        _ action: String, of symbol: Symbol = Symbol(.qr, "a"), secret: @escaping Dispatcher.Secret = { _ in nil }
    ) async throws -> [Outcome] {
        let file = RuleFile(
            name: "f",
            text: """
                {"version":1,"rules":[{"id":"r","when":{"text":{"exists":true}},
                 "do":[\(action),{"action":"emit","fields":{}}]}]}
                """)
        let rules = try RuleSet(files: [file], actions: PluginRegistry.standard.signatures)
        var dispatcher = Dispatcher(policy: .allow, secret: secret)
        dispatcher.outbox = outbox
        return await dispatcher.performAll(
            rules.resolve(ContentParser.reading(of: symbol), scan: Scan(date: scanDate)))
    }

    struct Unsent: Sendable, CustomTestStringConvertible {
        let path: String
        let status: Outcome.Status
        var testDescription: String { path }
    }

    static let unsent = [
        Unsent(path: "/status/500", status: .kept), Unsent(path: "/status/503?retry=30", status: .kept),
        Unsent(path: "/status/429", status: .kept), Unsent(path: "/status/400", status: .failed),
        Unsent(path: "/status/404", status: .failed), Unsent(path: "/status/201", status: .done),
    ]

    @Test("a busy server is asked again, one that refuses is not", arguments: unsent)
    func keepsByStatus(_ example: Unsent) async throws {
        let url = try LookupServer.url(example.path)
        let outcomes = try await outcomes(
            #"{"action":"http-request","method":"POST","url":"\#(url)","json":"{scan}","retry":"1 d"}"#)
        #expect(outcomes.map(\.status) == [example.status, example.status == .failed ? .skipped : .done])
        #expect(try outbox.parcels().count == (example.status == .kept ? 1 : 0))
    }

    @Test("the key is a header, unless the rule has its own", arguments: [nil, "mine"] as [String?])
    func sendsKey(_ own: String?) async throws {
        let header = own.map { #""headers":{"Idempotency-key":"\#($0)"},"# } ?? ""
        let url = try LookupServer.url("/request")
        let outcome = try await outcomes(
            """
            {"action":"http-request","method":"POST","url":"\(url)","text":"x",\(header)"retry":"1 d",
             "results":{"key":"/headers/idempotency-key"}}
            """
        )[0]
        let key = outcome.results.first { $0.name == "key" }?.value.description
        #expect(own.map { $0 == key } ?? (key?.utf8.count == 32))
    }

    @Test("no secret is written: those of the user by name, and a code with one is not kept")
    func keepsNoSecret() async throws {
        let dead = #""method":"POST","url":"http://127.0.0.1:1/","retry":"1 d""#
        let kept = try await outcomes(
            #"{"action":"http-request",\#(dead),"text":"x","headers":{"Authorization":"Bearer {secret.key}"}}"#
        ) { _ in "Wm8Jt2Lp" }
        #expect(kept[0].status == .kept)
        #expect(try Data(contentsOf: URL(fileURLWithPath: outbox.path)).range(of: Data("Wm8Jt2Lp".utf8)) == nil)
        let network = Symbol(.qr, "WIFI:T:WPA;S:Guest;P:Qx7Rv3Ns;;")
        for body in [#""text":"{text}""#, #""json":"{scan}""#, #""json":{"a":[{"b":"{password}"}]}"#] {
            let outcome = try await outcomes(#"{"action":"http-request",\#(dead),\#(body)}"#, of: network)[0]
            #expect(outcome.status == .failed, "\(body)")
            #expect(outcome.message.contains("because it has a secret of the code"), "\(outcome.message)")
        }
        // The name of a user at a broker is not a secret of the code.
        let publish =
            #"{"action":"publish","broker":"mqtt://127.0.0.1:1","user":"till","password":"{secret.key}","topic":"t","#
            + #""text":"x","retry":"1 d"}"#
        let published = try await outcomes("\(publish),\(publish)") { _ in "Wm8Jt2Lp" }
        #expect(published.map(\.status) == [.kept, .kept, .done])
        #expect(try outbox.parcels().count == 3)
    }

    @Test(
        "'retry' is for what sends, and a time",
        arguments: [
            (#""http-request","method":"GET","url":"https://example.com/","retry":"1 d""#, nil),
            (#""publish","broker":"mqtt://example.com","topic":"t","text":"x","retry":"90 s""#, nil),
            (#""http-request","method":"GET","url":"https://example.com/","retry":"soon""#, "must be a duration"),
            (#""http-request","method":"GET","url":"https://example.com/","retry":"40 d""#, "at most 31 days"),
            (#""http-request","method":"GET","url":"https://example.com/","retry":5"#, "'retry'"),
            (#""copy","text":"x","retry":"1 d""#, "'retry'"),
            (#""open-url","url":"https://example.com/","retry":"1 d""#, "'retry'"),
        ] as [(String, String?)])
    func isChecked(_ action: String, _ problem: String?) throws {
        let text = #"{"version":1,"rules":[{"id":"r","when":{},"do":[{"action":\#(action)}]}]}"#
        let file = RuleFile(name: "f", text: text)
        let load = { try RuleSet(files: [file], actions: PluginRegistry.standard.signatures) }
        guard let problem else {
            _ = try load()
            return
        }
        let error = #expect(throws: RuleSetError.self) { try load() }
        #expect(error.map { "\($0)".contains(problem) } == true, "\(String(describing: error))")
    }
}
