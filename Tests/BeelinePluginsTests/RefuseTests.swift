import ActionsTestSupport
import BeelineRules
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

@Suite("refuse refuses a code, and says why")
struct RefuseTests {
    /// A plugin instead of `sound`, which records what it plays.
    private struct Speaker: ActionPlugin {
        let signature = SoundPlugin().signature
        let diary: Diary
        var work: @Sendable () async throws -> Void = {}

        func perform(_ action: Action) async throws -> ActionResult {
            await diary.note(action["sound"]?.description ?? "")
            try await work()
            return ActionResult()
        }
    }

    private static let loud = #"{"action":"refuse","message":"No {text}","sound":"not-taken"}"#

    private func outcome(
        of json: String, _ speaker: Speaker, policy: Policy = .ask, patience: Duration = .seconds(600)
    ) async throws -> Outcome? {
        let plugin = RefusePlugin(sounds: speaker, patience: patience)
        let dispatcher = Dispatcher(plugins: try PluginRegistry([speaker, plugin]), policy: policy)
        return await dispatcher.performAll(Resolution([try action(json, text: "x")])).first
    }

    @Test("the message is that of the rule, and the sound is played")
    func plays() async throws {
        let diary = Diary()
        let outcome = try #require(await outcome(of: Self.loud, Speaker(diary: diary)))
        #expect(outcome.status == .done && outcome.message == "No x")
        #expect(await diary.entries == ["not-taken"])
    }

    @Test("without a sound parameter no sound is played")
    func isSilent() async throws {
        let diary = Diary()
        let outcome = try await outcome(of: #"{"action":"refuse","message":"No"}"#, Speaker(diary: diary))
        #expect(outcome?.status == .done && outcome?.message == "No")
        #expect(await diary.entries == [])
    }

    @Test(
        "a policy that does not allow sounds keeps it silent, and refuses no less",
        arguments: [Policy(effects: [.local: .deny]), Policy(effects: [.local: .ask]), Policy.allow.policy(for: .http)])
    func obeys(_ policy: Policy) async throws {
        let diary = Diary()
        let outcome = try await outcome(of: Self.loud, Speaker(diary: diary), policy: policy)
        #expect(outcome?.status == .done && outcome?.message == "No x")
        #expect(await diary.entries == [])
    }

    @Test("a sound that cannot be played, or does not end, changes nothing", .timeLimit(.minutes(5)))
    func survives() async throws {
        let diary = Diary()
        let broken = Speaker(diary: diary) { throw Failure("no loudspeaker") }
        let endless = Speaker(diary: diary) { try await Task.sleep(for: .seconds(100_000)) }
        let outcomes = [
            try await outcome(of: Self.loud, broken),
            try await outcome(of: Self.loud, endless, patience: .milliseconds(200)),
        ]
        #expect(outcomes.allSatisfy { $0?.status == .done && $0?.message == "No x" })
    }

    @Test("it has the sounds of sound, no effect, and a message that is not empty")
    func signature() throws {
        let plugin = RefusePlugin()
        #expect(plugin.signature.effects == [])
        let sounds = try #require(plugin.signature.parameters.first { $0.name == "sound" })
        #expect(sounds.freedom == SoundPlugin().signature.parameters[0].freedom && !sounds.isRequired)
        let file = RuleFile(
            name: "f",
            text: #"{"version":1,"rules":[{"id":"r","when":{},"do":[{"action":"refuse","message":""}]}]}"#)
        let error = #expect(throws: RuleSetError.self) {
            try RuleSet(files: [file], actions: [plugin.signature])
        }
        #expect(error?.issues.map(\.message) == ["'message' is empty; give the reason for the refusal"])
    }

    @Test("it keeps the contract of plugins")
    func conforms() async {
        #expect(await RefusePlugin(sounds: Speaker(diary: Diary())).conformanceProblems() == [])
    }
}
