import TestPrograms
import Testing

@testable import BeelineServer

@Suite struct PairingTests {
    let folder: TemporaryFolder
    let devices: DeviceStore
    let clock = TestClock()
    let pairing: Pairing

    init() throws {
        folder = try TemporaryFolder()
        devices = DeviceStore(try ServerDatabase(path: folder.path("serve.sqlite")))
        let clock = clock
        pairing = Pairing(devices, now: { clock.now })
    }

    private func outcome(_ token: String) -> String { outcome(token, from: "192.0.2.1") }

    private func outcome(_ token: String, from address: String) -> String {
        do throws(Problem) {
            return try pairing.redeem(token, name: "Anna", from: address).0.name
        } catch {
            return "\(error.status) \(error.code)"
        }
    }

    @Test func `a token makes one telephone known`() throws {
        let (token, expires) = pairing.begin()
        #expect(expires == .seconds(120))
        let (device, secret) = try pairing.redeem(token, name: "Anna")
        #expect(devices.device(secret)?.id == device.id)
        #expect(outcome(token) == "403 pairing-expired")
    }

    @Test func `of a hundred telephones that redeem a token at once, one is paired`() async throws {
        let token = pairing.begin().token
        let paired = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<100 {
                group.addTask { (try? pairing.redeem(token, name: "Phone \(number)")) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(paired == 1)
        #expect(try devices.all().count == 1)
    }

    @Test func `after two minutes a token is over`() {
        let (first, second) = (pairing.begin().token, pairing.begin().token)
        clock.advance(by: .seconds(119))
        #expect(outcome(first) == "Anna")
        clock.advance(by: .seconds(1))
        #expect(outcome(second) == "403 pairing-expired")
    }

    @Test func `five tokens are open at most, and the oldest end`() {
        let tokens = (0..<7).map { _ in pairing.begin().token }
        #expect(
            tokens.map(outcome)
                == ["403 pairing-expired", "403 pairing-expired", "Anna", "Anna 2", "Anna 3", "Anna 4", "Anna 5"])
    }

    @Test func `ten wrong tokens a minute are answered, and a right one always counts`() {
        let token = pairing.begin().token
        #expect((0..<10).allSatisfy { outcome("wrong \($0)") == "403 pairing-expired" })
        #expect(outcome("wrong") == "429 too-many-tries")
        #expect(outcome("wrong", from: "192.0.2.2") == "403 pairing-expired", "each address is counted by itself")
        #expect(outcome(token) == "Anna")
        clock.advance(by: .seconds(60))
        #expect(outcome("wrong") == "403 pairing-expired")
    }
}
