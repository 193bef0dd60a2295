internal import BeelineContent
import BeelineRules
import Testing

@testable import BeelineActions

@Suite("A secret that a plugin says again is shown nowhere")
struct SecretMaskTests {
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

    @Test("in what it says and finds")
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

    @Test("also where it is a number, or a part of one")
    func masksNumbers() {
        let mask = SecretMask(["8675309"])
        let field = Action.Argument(
            name: "pins", value: .list([.number(DecimalNumber(8_675_309)), .number(DecimalNumber(7)), "8675309"]))
        #expect(mask.masked(field).value == .list(["•••", .number(DecimalNumber(7)), "•••"]))
        let one = Action.Argument(name: "pin", value: .number(DecimalNumber(186_753_090)))
        #expect(mask.masked(one).value == .text("1•••0"))
        let other = Action.Argument(name: "pin", value: .number(DecimalNumber(8_675_310)))
        #expect(mask.masked(other) == other)
    }

    @Test("in why it failed")
    func masksFailure() async throws {
        let outcome = try await outcome { token in throw Failure("401 for \(token)") }
        #expect(outcome.status == .failed)
        #expect(outcome.message == "401 for Token •••")
    }

    @Test("longer secrets go before those that are a part of them, and short ones are words")
    func masksParts() {
        #expect(SecretMask(["abcd", "abcdef", "xy", ""]).masked("abcdef abcd xy") == "••• ••• xy")
    }
}
