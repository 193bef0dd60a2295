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
        #expect(try await sent("user-agent") == .text(WebClient.userAgent))
        #expect(WebClient.userAgent.hasPrefix("Beeline/"))
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

@Suite("a look-up follows redirects only as far as it should")
struct LookupRedirectTests {
    private func problem(_ path: String) async throws -> RedirectProblem? {
        let url = try LookupServer.url(path)
        let error = await failure { try await LookupPlugin.patient().perform(.lookup(url)) } as? LookupError
        guard case .redirect(let problem)? = error?.reason else { return nil }
        return problem
    }

    @Test(arguments: ["/redirect/4", "/loop"])
    func givesUp(_ path: String) async throws {
        #expect(try await problem(path) == .tooMany(limit: 3))
    }

    static let targets: [(String, RedirectProblem)] = [
        ("file:///etc/passwd", .scheme("file")),
        ("ftp://127.0.0.1/", .scheme("ftp")),
        ("https://user@example.com/", .notALink),
        ("http://localhost/", .notPublic(host: "localhost")),
        ("http://127.0.0.2/", .notPublic(host: "127.0.0.2")),
        // libcurl writes addresses out before anyone judges them.
        ("http://2130706434/", .notPublic(host: "127.0.0.2")),
        ("http://0x7f.2/", .notPublic(host: "127.0.0.2")),
        ("http://%5B::1%5D/", .notPublic(host: "[::1]")),
        ("http://192.168.1.1/admin", .notPublic(host: "192.168.1.1")),
        ("http://169.254.169.254/latest/meta-data/", .notPublic(host: "169.254.169.254")),
        ("http://8.8.8.8/", .notPublic(host: "8.8.8.8")),
        ("http://printer/", .notPublic(host: "printer")),
        ("http://nas.local/", .notPublic(host: "nas.local")),
    ]

    @Test("redirects to a host that is not public are not followed", arguments: targets)
    func refuses(_ target: String, _ expected: RedirectProblem) async throws {
        #expect(try await problem("/redirect?to=\(target)") == expected)
    }

    @Test("a refused request is not sent")
    func asksNobodyElse() async throws {
        let port = try LookupServer.url("", origin: 1).split(separator: ":").last ?? ""
        let target = "http://localhost:\(port)/request?mark=refused"
        #expect(try await problem("/redirect?to=\(target)") == .notPublic(host: "localhost"))
        #expect(try await !LookupServer.hasSeen("refused"))
    }

    @Test(
        "a public host may be led to, with whatever port",
        arguments: [
            "https://example.com/", "http://www.example.org/a?b", "https://api.example.com:8443/",
            "https://xn--mller-kva.de/",
        ])
    func accepts(_ target: String) throws {
        try RedirectGuard(first: "https://service.example.com/").check(target)
        #expect(try !RedirectGuard(first: "https://service.example.com/").isSameOrigin(target))
    }

    @Test("an origin is scheme, host and port")
    func comparesOrigins() throws {
        let redirects = try RedirectGuard(first: "https://a.example/x")
        #expect(redirects.isSameOrigin("https://A.example:443/y"))
        #expect(!redirects.isSameOrigin("http://a.example/x"))
        #expect(!redirects.isSameOrigin("https://a.example:8443/x"))
        #expect(!redirects.isSameOrigin("https://b.a.example/x"))
    }
}

@Suite("a look-up takes no longer than it may")
struct LookupTimeTests {
    @Test("a slow service is given up", .timeLimit(.minutes(15)), arguments: ["/drip", "/silent?mark=slow"])
    func givesUp(_ path: String) async throws {
        let plugin = LookupPlugin.patient(time: .milliseconds(300))
        let action = Action.lookup(try LookupServer.url(path))
        // Neither service ends by itself before a minute, and then with another error.
        let error = await failure { try await plugin.perform(action) } as? LookupError
        #expect(error?.reason == .http(.tooSlow))
    }

    @Test("cancelling ends it at once, and the connection too", .timeLimit(.minutes(15)))
    func cancels() async throws {
        let action = Action.lookup(try LookupServer.url("/silent?mark=cancelled"))
        let task = Task { try await LookupPlugin.patient(time: .seconds(600)).perform(action) }
        while try await !LookupServer.hasSeen("cancelled") { try await Task.sleep(for: .milliseconds(20)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        while try await !LookupServer.hasSeen("cancelled-gone") { try await Task.sleep(for: .milliseconds(20)) }
    }

    @Test("a look-up that was cancelled before it started sends no request")
    func isNotStarted() async throws {
        let action = Action.lookup(try LookupServer.url("/request?mark=never"))
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await LookupPlugin.patient().perform(action)
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await !LookupServer.hasSeen("never"))
    }

    @Test("many at once do not wait for each other", .timeLimit(.minutes(15)))
    func runsSideBySide() async throws {
        // More than there are threads in the concurrency runtime; none is answered until all have been asked.
        let plugin = LookupPlugin.patient()
        let url = try LookupServer.url("/silent?mark=many")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask { _ = await failure { try await plugin.perform(.lookup(url + "\(number)")) } }
            }
            for number in 0..<40 {
                while try await !LookupServer.hasSeen("many\(number)") { try await Task.sleep(for: .milliseconds(20)) }
            }
            group.cancelAll()
        }
        for number in 0..<40 { #expect(try await LookupServer.hasSeen("many\(number)")) }
    }
}
