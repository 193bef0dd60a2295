import Beeline
import BeelineActions
import BeelinePlugins
import BeelineSupport
import Testing

@testable import BeelineServer

@Suite struct RememberingRoutesTests {
    private static let tickets = """
        {"version":1,"rules":[
          {"id":"again","when":{"seen.count":{">=":1}},"do":[]},
          {"id":"admitted","when":{},"do":[{"action":"record"}]}
        ]}
        """

    private func rule(_ reply: ServerFixture.Reply) -> String? {
        reply.json["results"]?.array?.first?["resolution"]?["rule"]?.string
    }

    @Test func `a ticket that requests perform at once is admitted once, and then known to all`() async throws {
        let fixture = try ServerFixture(rules: .text(Self.tickets)) { setup in
            let desk = setup.desk
            guard let path = desk.memory.path, let plugins = try? PluginRegistry([RecordPlugin(path: path)]) else {
                return
            }
            setup.requestDesk = Desk(
                { desk.resolver }, Dispatcher(plugins: plugins, policy: .allow), memory: desk.memory)
        }
        let ticket = #"{"text":"T-1"}"#
        #expect(rule(await fixture.post("/v1/resolve", json: ticket)) == "admitted")
        let rules = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<16 { group.addTask { rule(await fixture.post("/v1/resolve?perform=true", json: ticket)) } }
            return await group.reduce(into: [String?]()) { $0.append($1) }
        }
        #expect(rules.count { $0 == "admitted" } == 1)
        #expect(rules.count { $0 == "again" } == 15)
        #expect(rule(await fixture.post("/v1/resolve", json: ticket)) == "again")
        #expect(rule(await fixture.post("/v1/explain", json: ticket)) == "again")
        let picture = try ServerFixture.picture("T-1")
        #expect(rule(await fixture.send(.post, "/v1/scan?perform=true", type: "image/png", body: picture)) == "again")
    }
}
