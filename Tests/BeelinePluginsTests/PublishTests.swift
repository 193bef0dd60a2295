import ActionsTestSupport
import BeelineContent
import BeelineRules
import BeelineSymbols
import TestPrograms
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

@Suite("publish sends what its rule says", .timeLimit(.minutes(5)))
struct PublishTests {
    private static let plugin = PublishPlugin(timeLimit: .seconds(600))

    /// The action that a rule with these parameters has for a code.
    private static func action(_ parameters: String, code: String = "a\"b", source: String? = nil) throws -> Action {
        let json = """
            {"version": 1, "rules": [{"id": "r", "when": {"text": {"exists": true}}, "do": [
              {"action": "publish", \(parameters)}]}]}
            """
        let rules = try RuleSet(files: [RuleFile(name: "f", text: json)], actions: [plugin.signature])
        let scan = Scan(date: scanDate, source: source)
        let action = rules.resolve(ContentParser.reading(of: Symbol(.qr, code)), scan: scan).actions.first
        return try #require(action)
    }

    struct Sent: Sendable, CustomTestStringConvertible {
        let parameters: String
        /// Topic, QoS, and message, as `mosquitto_sub` prints them.
        let line: String
        var testDescription: String { parameters }
    }

    static let sent = [
        Sent(parameters: #""topic": "shop/till", "text": "was {text}""#, line: #"shop/till 1 was a"b"#),
        Sent(parameters: #""topic": "shop/till", "text": """#, line: "shop/till 1 "),
        Sent(
            parameters: #""topic": "a/b", "json": {"code": "{text}", "n": "2"}"#,
            line: #"a/b 1 {"code":"a\"b","n":"2"}"#),
        Sent(
            parameters: #""topic": "a/b", "json": {"of": {"code": ["{text}"]}, "n": 2}"#,
            line: #"a/b 1 {"of":{"code":["a\"b"]},"n":2}"#),
        Sent(parameters: #""topic": "t", "text": "x", "qos": "0""#, line: "t 0 x"),
        Sent(parameters: #""topic": "t", "text": "x", "qos": "2""#, line: "t 2 x"),
        Sent(parameters: #""topic": "t", "text": "é\n", "retain": "false""#, line: "t 1 é"),
    ]

    @Test("a message arrives", arguments: sent)
    func sends(_ sent: Sent) async throws {
        let broker = try await Mosquitto()
        let listener = try await broker.listener(to: "#", format: "%t %q %p")
        let result = try await Self.plugin.perform(
            try Self.action(#""broker": "\#(broker.url)", \#(sent.parameters)"#))
        #expect(try await listener.lines.first() == [sent.line])
        #expect(result.message.hasPrefix("published to "))
        await Self.plugin.end()
    }

    @Test("the connection is kept between actions, and made again when the broker has gone meanwhile")
    func keepsConnection()
        async throws
    {
        let plugin = PublishPlugin(timeLimit: .seconds(600))
        let broker = try await Mosquitto()
        let listener = try await broker.listener(to: "t")
        let action = try Self.action(#""broker": "\#(broker.url)", "topic": "t", "text": "x", "user": "till""#)
        for _ in 0..<3 { _ = try await plugin.perform(action) }
        _ = try await listener.lines.first(3)
        #expect(broker.log.all.count { $0.contains("New client connected") && $0.contains("'till'") } == 1)
        broker.kill()
        let second = try await Mosquitto(port: broker.port)
        let other = try await second.listener(to: "t")
        _ = try await plugin.perform(action)
        #expect(try await other.lines.first() == ["x"])
        await plugin.end()
        // It says farewell.
        _ = try await second.log.first { $0.contains("Received DISCONNECT") }
    }

    @Test("Home Assistant gets the configuration of a topic once for each connection, before the first message")
    func announces() async throws {
        let plugin = PublishPlugin(timeLimit: .seconds(600))
        let broker = try await Mosquitto()
        let listener = try await broker.listener(to: "#", format: "%t %p")
        let action = try Self.action(
            #""broker": "\#(broker.url)", "topic": "shop/till", "json": {"text": "{text}", "kind": "{kind}"}, "discovery": "till""#,
            code: "42")
        for _ in 0..<2 { _ = try await plugin.perform(action) }
        let lines = try await listener.lines.first(3)
        #expect(lines[0].hasPrefix(#"homeassistant/sensor/till/config {"name":"till","unique_id":"beeline_till","#))
        #expect(lines[0].contains(#""state_topic":"shop/till""#) && lines[0].contains("value_json['text']"))
        #expect(lines[1] == #"shop/till {"text":"42","kind":"text"}"#)
        #expect(lines[2] == lines[1])
        // The broker keeps it.
        let later = try await broker.listener(to: "#", format: "%t %r")
        #expect(try await later.lines.first() == ["homeassistant/sensor/till/config 1"])
        await plugin.end()
    }

    @Test("a right password connects, and a wrong one is reported without citing it")
    func hidesPassword() async throws {
        let broker = try await Mosquitto(user: ("till", "hunter2"))
        let right = try Self.action(
            #""broker": "\#(broker.url)", "topic": "t", "text": "x", "user": "till", "password": "hunter2""#)
        let wrong = try Self.action(
            #""broker": "\#(broker.url)", "topic": "t", "text": "x", "user": "till", "password": "hunter3""#)
        _ = try await Self.plugin.perform(right)
        await #expect(
            throws: ActionProblem(
                "\(broker.url): the broker refuses the user or the password; check both")
        ) { try await Self.plugin.perform(wrong) }
        await Self.plugin.end()
    }

    @Test("a missing broker is reported")
    func saysUnreachable() async throws {
        let broker = try await Mosquitto()
        broker.kill()
        let action = try Self.action(#""broker": "\#(broker.url)", "topic": "t", "text": "x""#)
        let error = await #expect(throws: ActionProblem.self) { try await Self.plugin.perform(action) }
        #expect(error?.description == "\(broker.url): no connection to the broker: Connection refused")
    }

    @Test(
        "the source of the scan is one level of the topic, whatever it is called",
        arguments: [
            ("gate/{scan.source|}", "north", "gate/north"), ("{scan.source|}/in", "till 1", "till 1/in"),
            ("{scan.source|}", "a/b", "a%2Fb"), ("gate/{scan.source|}", "+", "gate/%2B"),
            ("gate/{scan.source|}", "#", "gate/%23"), ("{scan.source|}", "$SYS", "%24SYS"),
            ("gate/{scan.source|}", "a%2Fb", "gate/a%252Fb"), ("gate/{scan.source|}", "a\u{0}b", "gate/a%00b"),
            ("gate/{scan.source|}", "東門", "gate/東門"), ("gate/{scan.source|none}", nil, "gate/none"),
            ("serial/{scan.source|}", "serial:/dev/ttyACM0", "serial/serial:%2Fdev%2FttyACM0"),
        ])
    func namesSource(topic: String, source: String?, sent: String) throws {
        let action = try Self.action(#""broker": "mqtt://b", "topic": "\#(topic)", "text": "x""#, source: source)
        #expect(action["topic"] == .text(sent))
    }

    struct Wrong: Sendable, CustomTestStringConvertible {
        let parameters: String
        let message: String
        var testDescription: String { parameters }
    }

    static let wrong = [
        Wrong(parameters: #""broker": "b.example", "topic": "t", "text": "x""#, message: "mqtt://HOST or mqtts://HOST"),
        Wrong(
            parameters: #""broker": "mqtt://b/t", "topic": "t", "text": "x""#, message: "give the topic separately"),
        Wrong(
            parameters: #""broker": "mqtt://u:p@b", "topic": "t", "text": "x""#,
            message: "give user and password separately"),
        Wrong(parameters: #""broker": "mqtt://b:0", "topic": "t", "text": "x""#, message: "'0' is not a port number"),
        Wrong(parameters: #""broker": "mqtt://b", "topic": "a/+", "text": "x""#, message: "must not have + or #"),
        Wrong(
            parameters: #""broker": "mqtt://b", "topic": "{text}", "text": "x""#,
            message: "a code cannot choose 'topic'"),
        Wrong(
            parameters: #""broker": "mqtt://b", "topic": "a/{scan.source|}/{text}", "text": "x""#,
            message: "except {const.NAME} and {scan.source}"),
        Wrong(
            parameters: #""broker": "mqtt://{text}", "topic": "t", "text": "x""#,
            message: "a code cannot choose 'broker'"),
        Wrong(parameters: #""broker": "mqtt://b", "topic": "t""#, message: "give it in 'json' or 'text'"),
        Wrong(
            parameters: #""broker": "mqtt://b", "topic": "t", "text": "x", "json": {}"#,
            message: "both 'json' and 'text'"),
        Wrong(parameters: #""broker": "mqtt://b", "topic": "t", "text": "x", "qos": "3""#, message: "'qos' is one of"),
        Wrong(
            parameters: #""broker": "mqtt://b", "topic": "t", "text": "x", "discovery": "a/b""#,
            message: "letters, digits, '_' and '-': 'a/b'"),
        Wrong(
            parameters: #""broker": "mqtt://b", "topic": "t", "text": "x", "password": "{secret.p}""#,
            message: "a password needs a user"),
    ]

    @Test("an error in a rule is reported when it is loaded", arguments: wrong)
    func refuses(_ wrong: Wrong) {
        let error = #expect(throws: RuleSetError.self) { try Self.action(wrong.parameters) }
        #expect(error?.issues.count == 1)
        #expect(error?.issues.first?.message.contains(wrong.message) == true, "\(error?.description ?? "")")
    }
}
