import BeelineActions
import BeelineRules
import Testing

@Suite("The dispatcher asks before it acts")
struct DispatcherPermissionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let why: String
        var policy = Policy.allow
        var effects: Set<Effect> = [.network]
        var action = Action.fake()
        /// The user's answer; nil: nobody is there.
        var answer: Bool?
        let status: Outcome.Status
        var message = ""
        /// The question, if there was one, has these reasons.
        var asked: [LinkReason]?

        var testDescription: String { why }
    }

    static let cases = [
        Case(why: "allowed by the policy", status: .done, message: "did it"),
        Case(why: "allowed, and nobody asked", answer: false, status: .done),
        Case(
            why: "asked for, and nobody there", policy: .ask, status: .refused,
            message: "--allow fake, or --allow network, allows it beforehand"),
        Case(why: "asked for, and yes", policy: .ask, answer: true, status: .done, asked: []),
        Case(why: "asked for, and no", policy: .ask, answer: false, status: .refused, message: "no", asked: []),
        Case(
            why: "denied, and nobody asked", policy: Policy(effects: [.network: .deny]), answer: true, status: .refused,
            message: "the policy denies it"),
        Case(
            why: "the rule tightens", action: .fake(asks: true), status: .refused, message: "its rule wants it"),
        Case(why: "the rule tightens, and yes", action: .fake(asks: true), answer: true, status: .done, asked: []),
        Case(
            why: "a rule cannot loosen a denial", policy: Policy(effects: [.network: .deny]),
            action: .fake(asks: true), answer: true, status: .refused, message: "the policy denies it"),
        Case(why: "a plain link", action: .fake(url: "https://example.com/"), status: .done),
        Case(why: "an unencrypted link is only told", action: .fake(url: "http://example.com/"), status: .done),
        Case(
            why: "a doubtful link is asked for", action: .fake(url: "https://10.0.0.1/"), answer: true, status: .done,
            asked: [.localHost("10.0.0.1")]),
        Case(
            why: "a doubtful link, and nobody there", action: .fake(url: "https://10.0.0.1/"), status: .refused,
            message: "the host is of the local network: 10.0.0.1"),
        Case(
            why: "the question has every reason", action: .fake(url: "http://10.0.0.1:8080/"), answer: false,
            status: .refused, asked: [.notEncrypted, .localHost("10.0.0.1"), .unusualPort(8080)]),
        Case(
            why: "a dangerous link is never asked for", action: .fake(url: "https://a@b.example/"), answer: true,
            status: .refused, message: "a user name before the host"),
        Case(
            why: "a link is judged even where there are no effects", effects: [], action: .fake(url: "file:///x"),
            status: .refused, message: "'file:' runs code"),
        Case(
            why: "every link of an action is judged",
            action: Action(
                name: "fake", rule: "r",
                arguments: [
                    .init(name: "a", value: .url("https://example.com/")),
                    .init(name: "b", value: .url("javascript:x")),
                ]), answer: true, status: .refused, message: "'javascript:' runs code"),
        Case(
            why: "a problem of the template", action: .fake(problem: "why"), answer: true, status: .failed,
            message: "why"),
        Case(
            why: "an action that nothing performs", action: .fake("other"), answer: true, status: .failed,
            message: "no plugin has an action 'other'"),
    ]

    @Test(arguments: cases)
    func decides(_ example: Case) async throws {
        let questions = Questions()
        let performed = Diary()
        let plugin = FakePlugin(effects: example.effects) { action in
            await performed.note(action.name)
            return ActionResult(message: "did it")
        }
        let confirm = example.answer.map { answer in
            { @Sendable (question: Dispatcher.Question) -> Dispatcher.Reply in
                await questions.add(question)
                return answer ? .yes : .no
            }
        }
        let dispatcher = Dispatcher(plugins: try PluginRegistry([plugin]), policy: example.policy, confirm: confirm)
        let outcome = await dispatcher.perform(example.action)
        #expect(outcome.status == example.status)
        #expect(outcome.action == example.action)
        #expect(outcome.message.contains(example.message), "\(outcome.message)")
        #expect(await questions.all.map { $0.link?.reasons ?? [] } == (example.asked.map { [$0] } ?? []))
        #expect(await performed.entries.isEmpty == (example.status != .done))
    }

    @Test("to allow it beforehand is only advised where it helps")
    func advises() async throws {
        let dispatcher = Dispatcher(plugins: try PluginRegistry([FakePlugin(effects: [.network])]), policy: .ask)
        #expect(await dispatcher.perform(.fake()).message.contains("beforehand"))
        #expect(await !dispatcher.perform(.fake(asks: true)).message.contains("beforehand"))
        #expect(await !dispatcher.perform(.fake(url: "https://[::1]/")).message.contains("beforehand"))
    }
}

private actor Questions {
    private(set) var all: [Dispatcher.Question] = []

    func add(_ question: Dispatcher.Question) { all.append(question) }
}
