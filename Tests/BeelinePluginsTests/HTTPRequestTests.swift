import ActionsTestSupport
import BeelineContent
import BeelineRules
import BeelineSymbols
import Foundation
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

@Suite("http-request sends what its rule says")
struct HTTPRequestTests {
    private static let plugin = HTTPRequestPlugin(limits: .patient(), client: .hasty)

    /// The action that a rule with these parameters has for a code.
    private func action(_ parameters: String, path: String = "/request", code: String = "a\"b") throws -> Action {
        let json = """
            {"version": 1, "rules": [{"id": "r", "when": {"text": {"exists": true}}, "do": [
              {"action": "http-request", "url": "\(try LookupServer.url(path))", \(parameters)}]}]}
            """
        let rules = try RuleSet(
            files: [RuleFile(name: "f", text: json)], actions: [Self.plugin.signature])
        return try #require(
            rules.resolve(ContentParser.reading(of: Symbol(.qr, code)), scan: Scan(date: scanDate)).actions.first)
    }

    private static let seen = #""results": {"method": "/method", "body": "/body", "type": "/headers/content-type"}"#

    struct Sent: Sendable, CustomTestStringConvertible {
        let parameters: String
        let fields: KeyValuePairs<String, String>
        var testDescription: String { parameters }

        init(_ parameters: String, _ fields: KeyValuePairs<String, String>) {
            (self.parameters, self.fields) = (parameters, fields)
        }
    }

    static let sent = [
        Sent(#""method": "GET""#, ["method": "GET", "body": ""]),
        Sent(#""method": "DELETE""#, ["method": "DELETE", "body": ""]),
        Sent(#""method": "POST""#, ["method": "POST", "body": "", "type": "application/octet-stream"]),
        Sent(
            #""method": "POST", "json": {"code": "{text}", "bytes": "{length}", "all": "{text}!"}"#,
            ["method": "POST", "body": #"{"code":"a\"b","bytes":3,"all":"a\"b!"}"#, "type": "application/json"]),
        Sent(
            #""method": "POST", "json": {"of": {"code": "{text}", "n": 1, "x": "{isbn13}"}, "all": [true, null, "{isbn13}"]}"#,
            [
                "method": "POST", "body": #"{"of":{"code":"a\"b","n":1},"all":[true,null,null]}"#,
                "type": "application/json",
            ]),
        Sent(
            #""method": "POST", "form": {"code": "{text}&x=1 +", "a b": ""}"#,
            ["method": "POST", "body": "code=a%22b%26x%3D1%20%2B&a%20b=", "type": "application/x-www-form-urlencoded"]),
        Sent(#""method": "PUT", "json": {}"#, ["method": "PUT", "body": "{}", "type": "application/json"]),
        Sent(
            #""method": "PATCH", "text": "was {text}""#,
            ["method": "PATCH", "body": #"was a"b"#, "type": "text/plain; charset=utf-8"]),
        Sent(
            #""method": "DELETE", "text": "x", "headers": {"content-type": "text/x"}"#,
            ["method": "DELETE", "body": "x", "type": "text/x"]),
    ]

    @Test(arguments: sent)
    func sends(_ sent: Sent) async throws {
        let parameters = sent.parameters.replacing(#", "bytes": "{length}""#, with: "")
        let result = try await Self.plugin.perform(try action("\(parameters), \(Self.seen)"))
        let expected = sent.fields.map {
            Action.Argument(name: $0.key, value: .text($0.value.replacing(#","bytes":3"#, with: "")))
        }
        #expect(result.fields == [.init(name: "status", value: .number(DecimalNumber(200)))] + expected)
        #expect(result.message == "answered with status 200")
    }

    struct Whole: Sendable, CustomTestStringConvertible {
        let code: String
        let members: Set<String>
        let verdict: String?
        var testDescription: String { code }
    }

    static let whole = [
        Whole(code: "a", members: ["symbol", "content", "resolution"], verdict: nil),
        Whole(
            code: "https://example.com/a", members: ["symbol", "content", "link", "resolution"], verdict: "allow"),
        Whole(
            code: "https://paypal.com@evil.example/", members: ["symbol", "content", "link", "resolution"],
            verdict: "deny"),
        Whole(
            code: "9784873119046", members: ["symbol", "content", "warnings", "resolution"], verdict: nil),
    ]

    @Test("{scan} is the result as it is before the first action", arguments: whole)
    func sendsTheScan(_ example: Whole) throws {
        let action = try action(#""method": "POST", "json": "{scan}""#, code: example.code)
        let bytes = try #require(action["json"]).jsonBytes
        let scan = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: NSObject])
        #expect(Set(scan.keys) == example.members)
        #expect(scan["resolution"] == ["rule": "r"] as NSDictionary)
        #expect((scan["link"] as? [String: Any])?["verdict"] as? String == example.verdict)
        #expect((scan["symbol"] as? [String: Any])?["text"] as? String == example.code)
    }

    @Test("a long text arrives whole", .timeLimit(.minutes(15)))
    func sendsMuch() async throws {
        let text = String(repeating: "0123456789", count: 200_000)
        let action = try action(#""method": "POST", "text": "{text}", "results": {"body": "/body"}"#, code: text)
        var limits = ServiceLimits.patient()
        limits.longestAnswer = 4 << 20
        let result = try await HTTPRequestPlugin(limits: limits, client: .hasty).perform(action)
        #expect(result.fields.last?.value == .text(text))
    }

    struct Answer: Sendable, CustomTestStringConvertible {
        let path: String
        let parameters: String
        /// What is found; nil where it fails.
        let status: Int32?
        let message: String
        var testDescription: String { "\(path) \(parameters)" }

        init(_ path: String, _ parameters: String, _ status: Int32?, _ message: String) {
            (self.path, self.parameters, self.status, self.message) = (path, parameters, status, message)
        }
    }

    static let answers = [
        Answer("/status/201", #""method": "POST""#, 201, "answered with status 201"),
        Answer("/status/204", #""method": "PUT""#, 204, "answered with status 204"),
        Answer("/status/404", #""method": "GET""#, nil, "HOST: it answers with status 404"),
        Answer("/status/404", #""method": "GET", "statuses": "2xx 404""#, 404, "answered with status 404"),
        Answer("/status/500", #""method": "GET", "statuses": "5xx""#, 500, "answered with status 500"),
        Answer("/status/500", #""method": "POST""#, nil, "HOST: it has an internal error (status 500)"),
        Answer("/status/200", #""method": "GET", "statuses": "404""#, nil, "HOST: it answers with status 200"),
        Answer("/redirect/2", #""method": "GET""#, 200, "answered with status 200"),
        Answer(
            "/redirect/2", #""method": "POST""#, nil,
            "it redirects elsewhere, and only GET follows redirects: use the target URL"),
        Answer("/redirect/1?status=307", #""method": "PUT", "text": "x""#, nil, "it redirects elsewhere"),
        Answer("/text?body=x", #""method": "GET""#, 200, "answered with status 200"),
        Answer("/text?body=x", #""method": "GET", "results": {"a": "/a"}"#, nil, "its answer is not JSON"),
        Answer("/hang-up", #""method": "POST""#, nil, "HOST: the answer broke off"),
    ]

    @Test("an answer is good or not", arguments: answers)
    func judges(_ answer: Answer) async throws {
        let action = try action(answer.parameters, path: answer.path)
        guard let status = answer.status else {
            let error = await failure { try await Self.plugin.perform(action) } as? ActionProblem
            let message = error?.description.replacing(/127\.0\.0\.1:[0-9]+/, with: "HOST")
            #expect(message?.hasPrefix(answer.message) == true, "\(String(describing: error))")
            return
        }
        let result = try await Self.plugin.perform(action)
        #expect(result.fields == [.init(name: "status", value: .number(DecimalNumber(status)))])
        #expect(result.message == answer.message)
    }

    @Test("a failed request names the host with its port, and why; neither path nor query")
    func namesTheHost() async throws {
        // The port of the discard protocol, on which no server listens.
        let url = "http://127.0.0.1:9/secret?key=secret"
        let arguments: [Action.Argument] = [
            .init(name: "method", value: .text("POST")), .init(name: "url", value: .url(url)),
        ]
        let action = Action(name: "http-request", rule: "r", arguments: arguments)
        let error = await failure { try await Self.plugin.perform(action) } as? ActionProblem
        #expect(error?.description == "127.0.0.1:9: connection refused")
    }

    @Test(
        "what no rule file may write is refused all the same",
        arguments: [
            (["text": ActionValue.text("x"), "json": .fields([])], "POST", "it has more than one of"),
            (["text": .text("x")], "GET", "GET has no body"),
            (["statuses": .text("ok")], "GET", "'ok' is not a list of statuses"),
        ])
    func refuses(_ values: [String: ActionValue], _ method: String, _ message: String) async throws {
        let always: [String: ActionValue] = ["method": .text(method), "url": .url("https://example.com/")]
        let arguments = always.merging(values) { $1 }.map { Action.Argument(name: $0.key, value: $0.value) }
        let action = Action(name: "http-request", rule: "r", arguments: arguments)
        let error = await failure { try await Self.plugin.perform(action) } as? ActionProblem
        #expect(error?.description.hasPrefix(message) == true, "\(String(describing: error))")
    }

    @Test(
        "it is made again only if that comes to the same",
        arguments: [("GET", 2), ("PUT", 2), ("DELETE", 2), ("POST", 1), ("PATCH", 1)])
    func repeats(_ method: String, _ count: Int) async throws {
        let path = "/flaky?times=1&status=503&mark=request-\(method)"
        let error = await failure { try await Self.plugin.perform(try action(#""method": "\#(method)""#, path: path)) }
        #expect((error == nil) == (count > 1))
        #expect(try await LookupServer.count("request-\(method)") == count)
    }

    @Test("each is made, even when another is the same")
    func isNotShared() async throws {
        let action = try action(#""method": "GET""#, path: "/request?mark=each")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<5 { group.addTask { _ = try await Self.plugin.perform(action) } }
            try await group.waitForAll()
        }
        #expect(try await LookupServer.count("each") == 5)
    }

    @Test("an error in a rule is reported when it is loaded")
    func isChecked() throws {
        for (parameters, message) in [
            (#""method": "get""#, "'method' is one of 'GET'"), (#""method": "{text}""#, "'method' is one of 'GET'"),
            (#""results": {}"#, "'http-request' needs 'method'"),
            (#""method": "GET", "statuses": "{text}""#, "a code cannot choose 'statuses'"),
            (#""method": "GET", "url": "https://{text}/""#, "'url' is used twice"),
            (#""method": "GET", "body": "x""#, "'http-request' has no 'body'"),
            (#""method": "GET", "json": {"a": "{secret.k}"}"#, "a secret is only allowed in the headers"),
        ] {
            let error = #expect(throws: RuleSetError.self) { _ = try action(parameters) }
            #expect(error?.issues.contains { $0.message.contains(message) } == true, "\(String(describing: error))")
        }
    }
}
