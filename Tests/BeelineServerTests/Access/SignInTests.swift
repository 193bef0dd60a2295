import BeelineSupport
import Foundation
import TestPrograms
import Testing

@testable import BeelineServer

@Suite struct SignInTests {
    private func signIn(_ secret: String, _ fixture: ServerFixture) async -> ServerFixture.Reply {
        await fixture.post("/v1/session", json: #"{"token":"\#(secret)"}"#, as: .anonymous)
    }

    private func ask(_ path: String, _ secret: String, _ fixture: ServerFixture) async -> ServerFixture.Reply {
        await fixture.send(.get, path, as: .anonymous, headers: [("Authorization", "Bearer \(secret)")])
    }

    @Test func `wrong tokens at the sign-in are limited, and the right token still signs in`() async throws {
        let fixture = try ServerFixture(decoder: HeldDecoder())
        var replies: [ServerFixture.Reply] = []
        // A token that cannot be in a cookie is a guess like any other.
        for guess in ["bee_wrong", "", "bee_a;b", "x"].cycled(to: 12) { replies.append(await signIn(guess, fixture)) }
        // An empty one is an error in the body.
        #expect(replies.map(\.status) == [401, 400, 401, 401].cycled(to: 12))
        // On a busy machine another guess is allowed meanwhile.
        var refused: ServerFixture.Reply?
        for _ in 0..<100 where refused?.code != "too-many-tries" { refused = await signIn("bee_wrong", fixture) }
        #expect(refused?.code == "too-many-tries")
        #expect(refused?["Retry-After"] == "60")
        let right = await signIn(fixture.token, fixture)
        #expect(right.status == 200)
        #expect(right.json["role"] == .string("desk"))
        #expect(right["Set-Cookie"]?.hasPrefix("beeline=bee_") == true)
        #expect(right["Set-Cookie"]?.contains(fixture.token) == false)
    }

    @Test func `a wrong token is one guess, also where requests are logged`() async throws {
        let pipe = Pipe()
        let log = AccessLog(descriptor: pipe.fileHandleForWriting.fileDescriptor, format: .text)
        let fixture = try ServerFixture(decoder: HeldDecoder(), log: log)
        // An anonymous caller is not an error there, and not a guess.
        for _ in 0..<12 { #expect(await ask("/v1/me", "bee_old", fixture).status == 200) }
        var statuses: [Int] = []
        for _ in 0..<100 where statuses.last != 429 {
            statuses.append(await ask("/v1/kinds", "bee_wrong", fixture).status)
        }
        #expect(statuses.count > 10)
        #expect(statuses.last == 429 && statuses.dropLast().allSatisfy { $0 == 401 })
    }

    @Test func `the answer says that nothing is performed for a program, and that it is for the page that signed in`()
        async throws
    {
        let fixture = try ServerFixture(decoder: HeldDecoder())
        #expect(await ask("/v1/me", fixture.token, fixture).json["performs"] == .boolean(false))
        let cookie = try #require(await signIn(fixture.token, fixture)["Set-Cookie"]).prefix { $0 != ";" }
        let page = await fixture.send(.get, "/v1/me", as: .anonymous, headers: [("Cookie", String(cookie))])
        #expect(page.json["performs"] == .boolean(true))
        #expect(page.json["role"] == .string("desk"))
    }
}

extension [String] {
    fileprivate func cycled(to count: Int) -> [String] { (0..<count).map { self[$0 % self.count] } }
}

extension [Int] {
    fileprivate func cycled(to count: Int) -> [Int] { (0..<count).map { self[$0 % self.count] } }
}
