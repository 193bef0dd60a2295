import ActionsTestSupport
import BeelineRules
import Testing

@testable import BeelineActions

@Suite("Consent that lasts")
struct ConsentTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let why: String
        var consent = Consent(action: "fake", rule: "r")
        var policy = Policy.ask
        var action = Action.fake()
        let isDone: Bool
        var testDescription: String { why }
    }

    private static let atHost = Consent(action: "fake", host: "example.com")

    private static func policy(_ decision: Policy.Decision) -> Policy {
        var policy = Policy.ask
        policy.set(action: "fake", to: decision)
        return policy
    }

    static let cases = [
        Case(why: "the action of the rule", isDone: true),
        Case(why: "another rule", action: .fake(rule: "s"), isDone: false),
        Case(why: "another action", consent: Consent(action: "other", rule: "r"), isDone: false),
        Case(why: "the host", consent: atHost, action: .fake(url: "https://example.com/x"), isDone: true),
        Case(
            why: "the host with its usual port", consent: atHost, action: .fake(url: "https://EXAMPLE.com:443/"),
            isDone: true),
        Case(why: "another host", consent: atHost, action: .fake(url: "https://example.org/"), isDone: false),
        Case(why: "a host below it", consent: atHost, action: .fake(url: "https://a.example.com/"), isDone: false),
        Case(
            why: "a host that ends like it", consent: atHost, action: .fake(url: "https://badexample.com/"),
            isDone: false),
        Case(
            why: "the host without encryption", consent: atHost, action: .fake(url: "http://example.com/"),
            isDone: false),
        Case(why: "another port", consent: atHost, action: .fake(url: "https://example.com:8443/"), isDone: false),
        Case(why: "the host, and no link", consent: atHost, isDone: false),
        Case(
            why: "rule and host, and another rule", consent: Consent(action: "fake", rule: "r", host: "example.com"),
            action: .fake(rule: "s", url: "https://example.com/"), isDone: false),
        Case(why: "asked by name in the policy", policy: policy(.ask), isDone: true),
        Case(why: "denied by name in the policy", policy: policy(.deny), isDone: false),
        Case(why: "a denied effect", policy: Policy(effects: [.network: .deny]), isDone: false),
        Case(why: "the rule asks itself", action: .fake(asks: true), isDone: false),
        Case(why: "a doubtful link", action: .fake(url: "https://10.0.0.1/"), isDone: false),
        Case(
            why: "a doubtful host", consent: Consent(action: "fake", host: "10.0.0.1"),
            action: .fake(url: "https://10.0.0.1/"), isDone: false),
        Case(why: "a dangerous link", action: .fake(url: "https://a@example.com/"), isDone: false),
    ]

    @Test("counts where the policy asks, and nowhere else", arguments: cases)
    func counts(_ example: Case) async throws {
        let dispatcher = Dispatcher(
            plugins: try PluginRegistry([FakePlugin(effects: [.network])]),
            policy: example.policy.consenting(to: [example.consent]))
        #expect(await (dispatcher.perform(example.action).status == .done) == example.isDone)
    }

    @Test("is not for the codes of other programs")
    func isNotForOthers() async throws {
        let policy = Policy.ask.consenting(to: [Consent(action: "fake", rule: "r")]).policy(for: .http)
        let dispatcher = Dispatcher(plugins: try PluginRegistry([FakePlugin(effects: [.network])]), policy: policy)
        #expect(await dispatcher.perform(.fake()).status == .notAllowed)
    }

    @Test("is read from its file as it was written")
    func isKept() throws {
        let consents = [
            Consent(action: "open-url", rule: "book.amazon"), Consent(action: "open-url", host: "example.com"),
            Consent(action: "run-program", rule: "a", program: "/bin/\u{22}x"),
        ]
        for consents in [consents, []] { #expect(try Consent.all(inFile: "f", Consent.file(consents)) == consents) }
    }

    @Test(
        "with errors in its file is not used",
        arguments: [
            ("", "not JSON"), ("[]", "must be an object with a list"), ("{}", "must be an object with a list"),
            (#"{"always":[1]}"#, "must be an object such as"), (#"{"always":[{}]}"#, "needs 'action'"),
            (#"{"always":[{"action":"open-url"}]}"#, "needs 'rule' or 'host'"),
            (#"{"always":[{"action":"open-url","rule":""}]}"#, "'rule' must be a text"),
            (#"{"always":[{"action":"open-url","rule":7}]}"#, "'rule' must be a text"),
            (#"{"always":[{"action":"open-url","hots":"a"}]}"#, "(did you mean 'host'?)"),
            (#"{"always":[],"never":[]}"#, "the file has no 'never'"),
            (#"{"always":[{"action":"open-url","rule":"a","rule":"b"}]}"#, "'rule' is used twice"),
        ])
    func refuses(text: String, message: String) {
        let error = #expect(throws: PolicyError.self) { try Consent.all(inFile: "always.json", Array(text.utf8)) }
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }
}
