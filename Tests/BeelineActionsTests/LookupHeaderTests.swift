import BeelineRules
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

@Suite("the headers of a look-up")
struct LookupHeaderTests {
    /// What the server saw of a header.
    private func sent(
        _ name: String, headers: KeyValuePairs<String, String> = [:], plugin: LookupPlugin = LookupPlugin.patient(),
        path: String = "/request"
    ) async throws -> ActionValue? {
        let action = Action.lookup(
            try LookupServer.url(path), headers: headers, results: ["value": "/headers/\(name)", "path": "/path"])
        let result = try await plugin.perform(action)
        #expect(result.fields.contains { $0.name == "path" })
        return result.fields.first { $0.name == "value" }?.value
    }

    @Test("they arrive as they are")
    func sends() async throws {
        #expect(
            try await sent("authorization", headers: ["Authorization": "Discogs token=a=b;c"])
                == .text("Discogs token=a=b;c"))
        #expect(try await sent("x-empty", headers: ["X-Empty": ""]) == .text(""))
        #expect(try await sent("x-at", headers: ["X-At": "@/etc/passwd"]) == .text("@/etc/passwd"))
        #expect(try await sent("accept") == .text("application/json"))
        #expect(try await sent("accept", headers: ["ACCEPT": "application/ld+json"]) == .text("application/ld+json"))
        #expect(try await sent("cookie") == nil)
        #expect(try await sent("referer", path: "/redirect/1") == nil)
    }

    @Test("the user agent is Beeline, the program's, or the rule's")
    func saysWhoAsks() async throws {
        #expect(try await sent("user-agent") == .text(LookupPlugin.userAgent))
        #expect(LookupPlugin.userAgent.hasPrefix("Beeline/"))
        #expect(try await sent("user-agent", plugin: LookupPlugin.patient(userAgent: "Shop/1")) == .text("Shop/1"))
        #expect(try await sent("user-agent", headers: ["User-Agent": "Till/2"]) == .text("Till/2"))
    }

    @Test("they stay with a redirect to the same origin, and go to no other")
    func keepsSecrets() async throws {
        let headers: KeyValuePairs = ["Authorization": "secret"]
        #expect(try await sent("authorization", headers: headers, path: "/redirect/2") == .text("secret"))
        let elsewhere = try LookupServer.url("/request", origin: 1)
        let path = "/redirect?to=\(elsewhere)"
        #expect(try await sent("authorization", headers: headers, path: path) == nil)
        #expect(try await sent("accept", headers: headers, path: path) == .text("application/json"))
    }

    @Test(
        "one that could become another is refused, and its value is not told",
        arguments: [
            ("X-A", "sesame\r\nX-B: c"), ("X-A", "sesame\n"), ("X-A", "sesame\0"), ("X-A", "\u{7F}sesame"),
            ("X-A: b\r\nX", "sesame"), ("X A", "sesame"), ("", "sesame"), ("X-Ä", "sesame"), ("X:", "sesame"),
            ("Host", "sesame"), ("transfer-encoding", "sesame"), ("Content-Length", "sesame"),
        ])
    func refuses(_ name: String, _ value: String) async throws {
        let action = Action.lookup(try LookupServer.url("/request"), headers: [name: value])
        let error = await failure { try await LookupPlugin.patient().perform(action) } as? LookupError
        #expect(error?.reason == .badHeader(name))
        #expect(error?.description.contains("sesame") == false)
    }

    @Test(
        "no failure tells a header's value",
        arguments: [
            "/status/500", "/status/401", "/text?body=x", "/broken", "/loop", "/redirect?to=file:///", "/hang-up",
        ])
    func tellsNoSecrets(_ path: String) async throws {
        let action = Action.lookup(try LookupServer.url(path), headers: ["Authorization": "sesame"])
        let error = try #require(await failure { try await LookupPlugin.patient().perform(action) })
        #expect(!"\(error)".contains("sesame"))
        #expect(!String(reflecting: error).contains("sesame"))
    }
}
