import BeelineRules
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

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

    @Test("it does not follow them to what is no public host", arguments: targets)
    func refuses(_ target: String, _ expected: RedirectProblem) async throws {
        #expect(try await problem("/redirect?to=\(target)") == expected)
    }

    @Test("what is refused is not asked")
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
