import ActionsTestSupport
import BeelineContent
import BeelineRules
import BeelineSymbols
import Foundation
import TestPrograms
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

@Suite("What a plugin, a tool or a service says again of a secret does not leave")
struct MaskedOutcomeTests {
    private static let secret = "hunter2!"

    private let action = Action(
        name: "fake", rule: "r",
        arguments: [.init(name: "token", value: .withSecrets([.text("Token "), .secret("tok")]), isSecret: true)])

    private func outcome(_ work: @escaping @Sendable (String) throws -> ActionResult) async throws -> Outcome {
        let plugin = FakePlugin { action in
            guard case .text(let token)? = action["token"] else { throw Failure("no token") }
            return try work(token)
        }
        let dispatcher = Dispatcher(plugins: try PluginRegistry([plugin]), policy: .allow, secret: { _ in Self.secret })
        return await dispatcher.perform(action)
    }

    @Test("a secret that a rule names, in messages and results of the plugin")
    func masksResults() async throws {
        let outcome = try await outcome { token in
            ActionResult(
                message: "sent \(token)",
                fields: [
                    .init(name: "echo", value: .text("<\(token)>")),
                    .init(name: "all", value: .list(["a", .text(token)])),
                    .init(name: "sound", value: .boolean(true)),
                ])
        }
        #expect(outcome.status == .done)
        #expect(outcome.message == "sent Token •••")
        #expect(
            outcome.results.map(\.value) == [.text("<Token •••>"), .list(["a", "Token •••"]), .boolean(true)])
    }

    @Test("a secret that a rule names, in why it failed")
    func masksFailure() async throws {
        let outcome = try await outcome { token in throw Failure("401 for \(token)") }
        #expect(outcome.status == .failed)
        #expect(outcome.message == "401 for Token •••")
    }

    // MARK: Secrets of codes

    private static let code = "WIFI:T:WPA;S:Guest;P:open sesame;;"

    /// A rule that hands a code's secret on, and what another action found.
    private func resolution(_ actions: String, code: String = code) throws -> Resolution {
        let file = #"{"version":1,"rules":[{"id":"r","when":{},"do":[\#(actions)]}]}"#
        let text = ActionSignature.Parameter("text", .text, summary: "")
        let signatures = ["fake", "next"].map {
            ActionSignature(name: $0, summary: "", parameters: [text], results: .named(["echo"]), effects: [])
        }
        let rules = try RuleSet(
            files: [RuleFile(name: "f", text: file)], actions: PluginRegistry.standard.signatures + signatures)
        let noon = try #require(Scan("2026-11-23T12:00"))
        return rules.resolve(ContentParser.reading(of: Symbol(.qr, code)), scan: noon)
    }

    private func outcomes(
        _ resolution: Resolution, showsSecrets: Bool = false, input: String? = nil,
        _ plugins: [any ActionPlugin]
    ) async throws -> [Outcome] {
        let dispatcher = Dispatcher(plugins: try PluginRegistry(plugins), policy: .allow, showsSecrets: showsSecrets)
        var outcomes: [Outcome] = []
        for await outcome in dispatcher.perform(resolution, input: input) { outcomes.append(outcome) }
        return outcomes
    }

    @Test("a secret of the code, in each spelling", arguments: EncodedText.all(of: "open sesame"), [false, true])
    func masksCodes(_ spelling: EncodedText, _ fails: Bool) async throws {
        let plugin = FakePlugin { _ in
            if fails { throw Failure("wrong: \(spelling.text)") }
            return ActionResult(
                message: "told \(spelling.text)",
                fields: [.init(name: "echo", value: .list([.text(spelling.text)]))])
        }
        let resolution = try resolution(#"{"action":"fake","text":"{password|}"}"#)
        let outcome = try #require(try await outcomes(resolution, [plugin]).first)
        #expect(outcome.status == (fails ? .failed : .done))
        var dumped = ""
        dump(outcome, to: &dumped)
        dump(resolution, to: &dumped)
        for text in [
            outcome.message, "\(outcome)", String(reflecting: outcome), "\(outcome.results)", "\(resolution)",
            String(reflecting: resolution), "\(outcome.action)", "\(outcome.action.arguments)", dumped,
        ] {
            #expect(!text.contains(spelling.text), "\(text)")
        }
        #expect(outcome.message.contains("•••"))
        let shown = try #require(try await outcomes(resolution, showsSecrets: true, [plugin]).first)
        #expect(shown.message.contains(spelling.text))
    }

    @Test("inside of the run, later actions get what earlier ones found as it is")
    func keepsValuesInside() async throws {
        let first = FakePlugin { action in
            ActionResult(fields: [.init(name: "echo", value: action["text"] ?? .text(""))])
        }
        let got = Diary()
        let second = FakePlugin("next") { action in
            await got.note(action["text"]?.description ?? "")
            return ActionResult(message: "got \(action["text"]?.description ?? "")")
        }
        let resolution = try resolution(
            #"{"action":"fake","text":"{password|}","as":"a"},{"action":"next","text":"{a.echo|}"}"#)
        let outcomes = try await outcomes(resolution, [first, second])
        #expect(await got.entries == ["open sesame"])
        #expect(outcomes.map(\.message) == ["", "got •••"])
        #expect(outcomes[0].results.map(\.value) == [.text("•••")])
        #expect(!"\(outcomes)".contains("sesame"))
    }

    @Test("a parameter that is secret for every code, also where the code is not known")
    func masksSecretParameters() async throws {
        let plugin = FakePlugin("connect-wifi") { action in
            throw Failure("no: \(action["password"]?.description ?? "")")
        }
        let signature = ConnectWiFiPlugin().signature
        let action = Action(
            name: "connect-wifi", rule: "r",
            arguments: [.init(name: "password", value: .text("open sesame"), isSecret: true)])
        // The blank before the word is a piece of the secret as well.
        #expect(SecretMask.none.hiding(action, signature).masked("no: sesame") == "no:•••")
        let outcome = await Dispatcher(plugins: try PluginRegistry([plugin]), policy: .allow).perform(action)
        #expect(outcome.message == "no: •••")
    }

    @Test("the password of a link, in outcomes, questions, refusals and descriptions")
    func masksLinks() async throws {
        let url = "https://user:hunter2x@host.example/"
        let plugin = FakePlugin { _ in ActionResult(message: "opened \(url)") }
        let resolution = try resolution(#"{"action":"fake","text":"{url|}"}"#, code: url)
        let outcome = try #require(try await outcomes(resolution, [plugin]).first)
        #expect(outcome.message == "opened https://user:•••@host.example/")
        for text in [
            "\(outcome)", "\(resolution)", "\(resolution.reading)", "\(resolution.content)", "\(resolution.actions)",
        ] {
            #expect(!text.contains("hunter2x") && text.contains("host.example"), "\(text)")
        }
    }

    @Test("a question shows neither the secret nor a file name that has it")
    func masksQuestions() async throws {
        let asked = Diary()
        let plugin = FakePlugin(effects: [.network]) { _ in ActionResult() }
        let dispatcher = Dispatcher(
            plugins: try PluginRegistry([plugin]), policy: .ask,
            confirm: { question in
                await asked.note("\(question) \(question.input ?? "") \(question.action["text"]?.description ?? "")")
                return .no
            })
        let resolution = try resolution(#"{"action":"fake","text":"{password|}"}"#)
        for await _ in dispatcher.perform(resolution, input: "/home/u/open sesame.png") {}
        let question = try #require(await asked.entries.first)
        #expect(question.contains("/home/u/•••.png") && !question.contains("sesame"), "\(question)")
    }

    @Test("the history has neither the secret nor messages with it")
    func masksHistory() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/history.db"
        let record = RecordPlugin(path: path)
        for spelling in EncodedText.all(of: "open sesame") {
            let plugin = FakePlugin { _ in
                ActionResult(
                    message: "told \(spelling.text)", fields: [.init(name: "echo", value: .text(spelling.text))])
            }
            let resolution = try resolution(
                #"{"action":"fake","text":"{password|}","as":"a"},{"action":"record","fields":{"said":"{a.echo|}","k":"{ssid|}"}}"#
            )
            for shows in [false, true] {
                let done = try await outcomes(
                    resolution, showsSecrets: shows, input: "\(spelling.text).png", [plugin, record])
                #expect(done.map(\.status) == [.done, .done])
            }
        }
        await record.end()
        var entries = ""
        try History(path: path).whileEntries(matching: HistoryFilter(), limit: nil) { entry in
            entries += "\(entry)\n"
            return true
        }
        #expect(entries.contains("Guest"))
        for spelling in EncodedText.all(of: "open sesame") {
            #expect(!entries.contains(spelling.text), "\(spelling)")
        }
    }

    @Test("the last line of a tool is cut after it was masked")
    func masksBeforeCutting() async throws {
        let tools = try FakeTools("nmcli", then: #"printf '%0291d open sesame, said nmcli\n' 0 >&2; exit 4"#)
        let json = #"{"action":"connect-wifi","ssid":"{ssid|}","password":"{password|}"}"#
        let resolution = try resolution(json)
        let plugin = ConnectWiFiPlugin(tools: tools.toolbox())
        let outcome = try #require(try await outcomes(resolution, [plugin]).first)
        #expect(outcome.status == .failed && outcome.message.contains("000 •••"))
        #expect(!outcome.message.contains("open") && outcome.message.utf8.count < 400, "\(outcome.message)")
    }

    @Test("standard error of a plugin", .timeLimit(.minutes(5)))
    func masksStandardError() async throws {
        let script = """
            for request in requests():
                text = request["parameters"]["text"]
                for line in json.loads(text): print(line, file=sys.stderr, flush=True)
                answer(request, "done")
            """
        let box = try PluginBox("python3", "\(PluginScript.python)\n\(script)", json: ", \"timeLimit\": 600")
        let plugin = try box.load()
        let spellings = EncodedText.all(of: "open sesame").map(\.text)
        let lines = spellings + [String(repeating: "x", count: 495) + spellings[0]]
        let text = String(decoding: try JSONEncoder().encode(lines), as: UTF8.self)
        let action = Action(
            name: "box", rule: "r", arguments: [.init(name: "text", value: .text(text))])
        let context = ActionContext(
            resolution: try resolution(#"{"action":"fake","text":""}"#))
        _ = try await plugin.actions[0].perform(action, in: context)
        await plugin.end()
        #expect(box.lines.count >= spellings.count)
        for line in box.lines { for text in spellings { #expect(!line.contains(text), "\(line)") } }
    }
}
