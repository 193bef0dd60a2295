import Beeline
import BeelineSupport
import Testing

@testable import BeelineServer

/// From the bytes of a target to a route, and what is refused on the way.
@Suite struct RoutingTests {
    struct Path: Sendable, CustomTestStringConvertible {
        let raw: String
        let status: Int
        var testDescription: String { raw.count < 60 ? raw : "\(raw.prefix(20))… of \(raw.count)" }
    }

    static let paths: [Path] = [
        Path(raw: "/v1/me", status: 200), Path(raw: "/v1/%6De", status: 200), Path(raw: "/%76%31/me", status: 200),
        Path(raw: "/", status: 200), Path(raw: "/pair", status: 200), Path(raw: "/index.html", status: 200),
        Path(raw: "/v1%2Fme", status: 404), Path(raw: "/v1/me/", status: 404), Path(raw: "/V1/me", status: 404),
        Path(raw: "/v1/me%20", status: 404), Path(raw: "/v1", status: 404), Path(raw: "/v1/devices/", status: 404),
        Path(raw: "//v1/me", status: 400), Path(raw: "/v1//me", status: 400), Path(raw: "/v1/./me", status: 400),
        Path(raw: "/v1/../v1/me", status: 400), Path(raw: "/%2e%2e/etc/passwd", status: 400),
        Path(raw: "/..%2f..%2fetc/passwd", status: 404), Path(raw: "/v1/me%00", status: 400),
        Path(raw: "/v1/me%0d%0aX:1", status: 400), Path(raw: "/v1/%zz", status: 400), Path(raw: "/v1/%", status: 400),
        Path(raw: "/v1/%4", status: 400), Path(raw: "/v1/%ff", status: 400), Path(raw: "/v1/%c0%ae", status: 400),
        Path(raw: "/v1/%ed%a0%80", status: 400), Path(raw: "", status: 400), Path(raw: "v1/me", status: 400),
        Path(raw: "*", status: 400), Path(raw: "/" + String(repeating: "a", count: 5_000), status: 414),
        Path(raw: "/%E2%82%AC", status: 404), Path(raw: "/app.js%00.html", status: 400),
    ]

    @Test(arguments: paths) func `a path has one reading or is refused`(path: Path) async throws {
        let reply = try await ServerFixture.shared.get(path.raw)
        #expect(reply.status == path.status, "\(reply.text.prefix(200))")
        if path.status >= 400 { #expect(reply.type == "application/problem+json") }
    }

    struct Bad: Sendable, CustomTestStringConvertible {
        let query: String
        /// What the detail says.
        let says: String
        var testDescription: String { query }
    }

    static let queries: [Bad] = [
        Bad(query: "efort=fast", says: "did you mean 'effort'"),
        Bad(query: "x=1", says: "there are name, effort, only, roi, one, diagnose, charset, perform"),
        Bad(query: "effort=slow", says: "fast, normal, max"), Bad(query: "one=yes", says: "true or false"),
        Bad(query: "one", says: "true or false"), Bad(query: "one=true&one=true", says: "twice"),
        Bad(query: "name=%ff", says: "UTF-8"), Bad(query: "name=%00", says: "control"),
        Bad(query: "name=%zz", says: "%XX"), Bad(query: "symbologies=qr_cod", says: "did you mean"),
        Bad(query: "symbologies=ean_5", says: "an add-on of another symbol"),
        Bad(query: "region=1,2", says: "four numbers"), Bad(query: "roi=1,2", says: "four numbers"),
        Bad(query: "only=qr_cod", says: "did you mean"), Bad(query: "only=qr&symbologies=qr", says: "twice"),
        Bad(query: "diagnose=1", says: "true or false"), Bad(query: "charset=cp1", says: "these are: ISO-8859-1"),
        Bad(query: "%00=1", says: "control"), Bad(query: "=1", says: "has no ''"),
        Bad(query: "name=" + String(repeating: "a", count: 201), says: "at most 200 bytes"),
    ]

    @Test(arguments: queries) func `a query that is not as it must be says how it should`(bad: Bad) async throws {
        let reply = try await ServerFixture.shared.send(
            .post, "/v1/scan?\(bad.query)", type: "image/png", body: [1])
        #expect(reply.status == 400)
        #expect(reply.json["detail"]?.string?.contains(bad.says) == true, "\(reply.text)")
    }

    @Test func `a query may be longer than any parameter, but not without end`() async throws {
        let reply = try await ServerFixture.shared.get("/v1/me?" + String(repeating: "&", count: 10_000))
        #expect(reply.status == 414)
    }

    @Test func `blanks are written as plus or as percent 20, and an empty piece is nothing`() async throws {
        let fixture = try ServerFixture.shared
        for query in ["q=a+b", "q=a%20b", "&&q=a+b&"] {
            #expect(await fixture.get("/v1/history?\(query)").status == 200)
        }
    }

    // MARK: Methods

    @Test func `a method that a path has not is named with those that it has`() async throws {
        let fixture = try ServerFixture.shared
        let reply = await fixture.send(.delete, "/v1/scans")
        #expect(reply.status == 405)
        #expect(reply["Allow"] == "GET, HEAD, POST, OPTIONS")
        #expect(reply.code == "method-not-allowed")
        let options = await fixture.send(.options, "/v1/devices/7", as: .anonymous)
        #expect(options.status == 204)
        #expect(options["Allow"] == "PATCH, DELETE, OPTIONS")
        #expect(await fixture.send(.options, "/nothing").status == 404)
    }

    @Test func `HEAD is answered as GET is, and opens no stream`() async throws {
        let fixture = try ServerFixture.shared
        let (head, get) = (await fixture.send(.head, "/v1/me"), await fixture.get("/v1/me"))
        #expect(head.status == 200)
        #expect(head["Content-Type"] == get["Content-Type"])
        #expect(await fixture.send(.head, "/v1/events").body.isEmpty)
        #expect(await fixture.send(.head, "/v1/scan").status == 405)
    }

    // MARK: Hosts, pages, types

    @Test(arguments: ["/v1/me", "/", "/healthz", "/nothing", "/v1/scan"])
    func `another host is answered nothing, whatever the path`(path: String) async throws {
        #expect(try await ServerFixture.shared.send(.get, path, host: "evil.example").status == 421)
    }

    @Test func `a page of another host may change nothing`() async throws {
        let fixture = try ServerFixture.shared
        func reply(_ origin: String) async -> ServerFixture.Reply {
            await fixture.send(
                .post, "/v1/resolve", type: "application/json", headers: [("Origin", origin)],
                body: Array(#"{"text":"1"}"#.utf8))
        }
        #expect(await reply("https://evil.example").status == 403)
        #expect(await reply("https://\(ServerFixture.host)").status == 200)
    }

    /// What a page of another site gets in the browser of a user, in every spelling of a path.
    static let pathsOfOthers: [(path: String, status: Int)] = [
        ("/", 200), ("/app.js", 200), ("/pair", 200), ("/healthz", 200), ("/%61pp.js", 200),
        ("/v1/me", 403), ("/v1/history", 403), ("/%761/history", 403), ("/%76%31/history", 403), ("/v1/%68istory", 403),
        ("/v1/%65vents", 403), ("/%761/events", 403), ("/metrics", 403), ("/%6Detrics", 403), ("/v1", 403),
        ("/V1/history", 403), ("/v1%2Fhistory", 403), ("/v1/history/", 403), ("/%2576%31/history", 403),
        ("/nothing", 403), ("//v1/history", 400), ("/v1/./history", 400), ("/x/../v1/history", 400),
        ("/v1//history", 400),
    ]

    @Test(arguments: pathsOfOthers)
    func `a page of another site reads only the page, however a path is spelled`(
        path: String, status: Int
    ) async throws {
        let fixture = try ServerFixture.shared
        for method in [HTTPMethod.get, .head] {
            let reply = await fixture.send(method, path, headers: [("Sec-Fetch-Site", "cross-site")])
            #expect(reply.status == status, "\(method) \(reply.text.prefix(200))")
        }
        let origin = await fixture.send(.get, path, headers: [("Origin", "https://evil.example")])
        #expect(origin.status == status)
    }

    static let types: [(String?, Int)] = [
        ("application/json", 200), ("Application/JSON; charset=\"UTF-8\"", 200), ("application/json;charset=utf8", 200),
        ("application/json; charset=utf-16", 415), ("text/html", 415), ("application/jsonx", 415), ("", 415),
        ("json", 415), ("a/b/c", 415), ("text/plain; charset=iso-8859-1", 415), (nil, 415),
    ]

    @Test(arguments: types) func `only what a route takes is read`(type: String?, status: Int) async throws {
        let reply = try await ServerFixture.shared.send(
            .post, "/v1/resolve", type: type, body: Array(#"{"text":"1"}"#.utf8))
        #expect(reply.status == status)
        if status == 415 {
            #expect(
                reply.json["detail"]?.string?.contains("application/json, text/plain, application/x-ndjson") == true)
        }
    }

    // MARK: Who asks

    @Test func `an unknown caller gets instructions`() async throws {
        let reply = try await ServerFixture.shared.get("/v1/kinds", as: .anonymous)
        #expect(reply.status == 401)
        #expect(reply["WWW-Authenticate"] == "Bearer realm=\"beeline\"")
    }

    @Test func `an old cookie keeps no browser from the page`() async throws {
        let fixture = try ServerFixture.shared
        let cookie = [("Cookie", "beeline=revoked-long-ago")]
        #expect(await fixture.send(.get, "/", as: .anonymous, headers: cookie).status == 200)
        let me = await fixture.send(.get, "/v1/me", as: .anonymous, headers: cookie)
        #expect(me.json["role"] == .null)
        #expect(await fixture.send(.get, "/v1/kinds", as: .anonymous, headers: cookie).status == 401)
    }

    // MARK: Headers

    @Test func `every answer has the headers that keep browsers in bounds`() async throws {
        let fixture = try ServerFixture.shared
        let replies = [
            await fixture.get("/v1/me"), await fixture.get("/nothing"), await fixture.get("/"),
            await fixture.send(.options, "/v1/me"), await fixture.send(.delete, "/v1/me"),
            await fixture.get("/v1/kinds", as: .anonymous), await fixture.get("/metrics"),
        ]
        for reply in replies {
            #expect(reply["X-Content-Type-Options"] == "nosniff")
            #expect(reply["Referrer-Policy"] == "no-referrer")
            #expect(reply["Cross-Origin-Resource-Policy"] == "same-origin")
            #expect(reply["Content-Security-Policy"]?.hasPrefix("default-src 'none'") == true)
            #expect(reply["Cache-Control"] == (reply.type == "text/html" ? "no-cache" : "no-store"))
            for name in Set(reply.headers.map(\.name)) where name != "Set-Cookie" {
                #expect(reply.headers.count { $0.name == name } == 1, "\(name) is there twice")
            }
        }
    }

    @Test func `a script, a style or a picture has no policy, and is taken as what it is`() async throws {
        let fixture = try ServerFixture.shared
        for path in ["/app.js", "/style.css", "/language-de.json", "/icon-192.png", "/icon.svg", "/worker.js"] {
            let reply = await fixture.get(path, as: .anonymous)
            let isDocument = ["/icon.svg", "/worker.js"].contains(path)
            #expect(reply["X-Content-Type-Options"] == "nosniff", "\(path)")
            #expect(reply["Cross-Origin-Resource-Policy"] == "same-origin", "\(path)")
            #expect((reply["Content-Security-Policy"] != nil) == isDocument, "\(path)")
        }
    }

    @Test func `an invalid request is a problem as any other, and ends the connection`() throws {
        let response = try ServerFixture.shared.application.refusal(
            status: 400, code: "bad-request", detail: "two Hosts")
        #expect(response.status == 400)
        #expect(response.closes)
        #expect(response.headers.contains { $0 == ("X-Content-Type-Options", "nosniff") })
    }

    @Test func `no request causes an internal error`() async throws {
        let fixture = try ServerFixture.shared
        var random = Seeded(state: 23)
        let paths = Route.all.map(\.path) + ["/", "//", "/v1/%00", "*"]
        let types = ["application/json", "text/plain", "application/x-ndjson", "text/csv", "a", ""]
        let pieces: [[UInt8]] = [
            Array("{\"text\":\"".utf8), Array("\"}".utf8), Array("{".utf8), Array("[".utf8), [0], [0xFF],
            Array("\n".utf8),
            Array("token".utf8), Array(":".utf8), Array("9784873119045".utf8), Array("\"".utf8), Array("%41%".utf8),
            Array("=&?".utf8), Array("\\u0000".utf8), Array("gtin,price\n1,2\n".utf8), Array("WIFI:S:a;;".utf8),
        ]
        func bytes(_ count: Int) -> [UInt8] {
            (0..<Int.random(in: 0...count, using: &random)).flatMap { _ in pieces.randomElement(using: &random) ?? [] }
        }
        for _ in 0..<1_000 {
            let method = HTTPMethod.allCases.randomElement(using: &random) ?? .get
            // What costs seconds is tried elsewhere.
            guard let path = paths.randomElement(using: &random), !path.hasPrefix("/v1/scan"), path != "/v1/frames"
            else { continue }
            var target = path.replacing("{id}", with: String(decoding: bytes(2), as: UTF8.self))
            if Bool.random(using: &random) { target += "?" + String(decoding: bytes(4), as: UTF8.self) }
            let asker = [ServerFixture.Asker.desk, .device, .anonymous].randomElement(using: &random) ?? .desk
            let reply = await fixture.send(
                method, target, as: asker, type: types.randomElement(using: &random), body: bytes(8))
            #expect(reply.status < 500, "\(method) \(target): \(reply.text)")
            if reply.status >= 400 { #expect(method == .head || reply.code != nil) }
        }
    }

    // MARK: The page

    @Test func `a file of the page comes once, and then only when it has changed`() async throws {
        let fixture = try ServerFixture.shared
        let first = await fixture.get("/", as: .anonymous)
        let tag = try #require(first["ETag"])
        #expect(first["Cache-Control"] == "no-cache")
        #expect(first["Permissions-Policy"]?.contains("camera=(self)") == true)
        for field in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
            let again = await fixture.send(.get, "/", as: .anonymous, headers: [("If-None-Match", field)])
            #expect(again.status == 304)
            #expect(again.body.isEmpty)
            #expect(again["ETag"] == tag)
            #expect(again["Content-Security-Policy"] != nil)
        }
        let other = await fixture.send(.get, "/", as: .anonymous, headers: [("If-None-Match", "\"other\"")])
        #expect(other.status == 200)
        #expect(other.body == first.body)
        #expect(await fixture.get("/?from=a+link", as: .anonymous).body == first.body)
    }

    /// What a client says that it takes, and whether it gets gzip.
    private static let codings: [(field: String, isPacked: Bool)] = [
        ("gzip", true), ("br, GZIP;q=0.5", true), ("*", true), ("gzip;q=0", false), ("*, gzip;q=0.000", false),
        ("br", false),
        ("", false), ("gzip;q=x", false),
    ]

    @Test(arguments: codings)
    func `files of the page are compressed for clients that take it`(field: String, isPacked: Bool) async throws {
        let fixture = try ServerFixture.shared
        let plain = await fixture.get("/style.css", as: .anonymous)
        #expect(plain["Vary"] == "Accept-Encoding" && plain["Content-Encoding"] == nil)
        let reply = await fixture.send(.get, "/style.css", as: .anonymous, headers: [("Accept-Encoding", field)])
        #expect(reply["Content-Encoding"] == (isPacked ? "gzip" : nil))
        #expect((reply.body == plain.body) != isPacked)
        #expect((reply["ETag"] == plain["ETag"]) != isPacked)
        if isPacked { #expect(reply.body.starts(with: [0x1F, 0x8B]) && reply.body.count < plain.body.count / 2) }
        let tag = try #require(reply["ETag"])
        let again = await fixture.send(
            .get, "/style.css", as: .anonymous, headers: [("Accept-Encoding", field), ("If-None-Match", tag)])
        #expect(again.status == 304 && again["ETag"] == tag)
    }
}

extension ServerFixture {
    /// One that many tests read, and none changes.
    static var shared: ServerFixture {
        get throws { try made.get() }
    }

    private static let made = Result { try ServerFixture() }
}

/// Numbers that are the same in each run.
private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
