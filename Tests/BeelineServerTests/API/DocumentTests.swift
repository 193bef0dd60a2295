import Beeline
import BeelineDrawing
import BeelineSupport
import BeelineWorkers
import Foundation
import TestPrograms
import Testing

@testable import BeelineServer

/// Histories, catalogues, drawings, telephones, metrics and the access log.
@Suite struct DocumentTests {
    // MARK: History

    @Test func `a history is searched, paged and exported`() async throws {
        let fixture = try ServerFixture()
        #expect(await fixture.get("/v1/history").json["scans"] == .array([]))
        try await fixture.record(["https://example.com/apples", "https://example.com/pears", "=1+1"])
        func texts(_ query: String) async -> [String?] {
            let reply = await fixture.get("/v1/history?\(query)")
            return reply.json["scans"]?.array?.map { $0["text"]?.string } ?? []
        }
        #expect(await texts("") == ["=1+1", "https://example.com/pears", "https://example.com/apples"])
        #expect(await texts("q=example+pear") == ["https://example.com/pears"])
        #expect(await texts("kind=text") == ["=1+1"])
        for (query, hint) in [("kind=isbm", "isbn"), ("rule=kep", "keep"), ("rule=link.opn", "link.open")] {
            let reply = await fixture.get("/v1/history?\(query)")
            #expect(reply.status == 400 && reply.code == "bad-query")
            #expect(reply.text.contains("did you mean '\(hint)'?"), "\(reply.text)")
        }
        #expect(await texts("kind=isbn").isEmpty)
        #expect(await texts("rule=keep&kind=text") == ["=1+1"])
        #expect(await texts("since=2001-01-01&before=2001-01-02").isEmpty)
        let page = await fixture.get("/v1/history?limit=1")
        #expect(page.json["more"] == .boolean(true))
        let last = try #require(page.json["scans"]?.array?.last?["time"]?.string)
        #expect(await texts("before=\(last)&limit=2").contains("https://example.com/apples"))
        #expect(await fixture.get("/v1/history?before=yesterday").status == 400)
        #expect(await fixture.get("/v1/history?limit=0").status == 400)
        let all = await fixture.get("/v1/history?limit=100000")
        #expect(all.json["total"] == .integer(3) && all.json["scans"]?.array?.count == 3)
        let source = try #require(all.json["sources"]?.array?.first)
        #expect(source["scans"] == .integer(3) && source["refused"] == .integer(0) && source["codes"] == .integer(3))
        #expect(source["left"] == .integer(0) && all.json["inside"] == nil)
        #expect(all.json["scans"]?.array?.allSatisfy { $0["state"] == .string("info") } == true)
        #expect(await texts("refused=true").isEmpty)
        #expect(await texts("refused=false").count == 3)
        #expect(await texts("source=nobody").isEmpty)

        let csv = await fixture.get("/v1/history?format=csv")
        #expect(csv.type == "text/csv")
        #expect(csv["Content-Disposition"] == "attachment; filename=\"beeline-history.csv\"")
        #expect(csv.text.split(separator: "\n").count == 4)
        #expect(csv.text.contains(",'=1+1,"), "a formula stays none")
        for (name, separator) in [("%3B", ";"), ("tab", "\t"), ("%7C", "|"), (",", ",")] {
            let csv = await fixture.get("/v1/history?format=csv&separator=\(name)")
            #expect(
                csv.body.starts(with: [0xEF, 0xBB, 0xBF] + "id\(separator)time\(separator)kind".utf8), "\(csv.text)")
        }
        #expect(await fixture.get("/v1/history?format=csv&separator=x").status == 400)
    }

    // MARK: Catalogues

    @Test func `a catalogue is accepted, listed and replaced, and one with errors changes nothing`() async throws {
        let fixture = try ServerFixture()
        func put(_ csv: String, _ target: String = "/v1/catalogs/prices") async -> ServerFixture.Reply {
            await fixture.send(.put, target, type: "text/csv", body: Array(csv.utf8))
        }
        #expect(await put("gtin;price\n1;2\n2;3\n").json["catalog"]?["rows"] == .integer(2))
        let bad = await put("gtin,price\n1\n1,2,3\n")
        #expect(bad.status == 422)
        #expect(bad.json["errors"]?.array?.count == 2)
        let list = await fixture.get("/v1/catalogs")
        #expect(list.json["catalogs"]?.array?.first?["columns"] == .array([.string("price")]))
        #expect(
            await put("a\tb\n1\t2\n", "/v1/catalogs/prices?key=b&separator=tab").json["catalog"]?["key"] == .string("b")
        )
        for name in ["..%2Fx", "a.b", "%20"] {
            #expect(await put("a,b\n1,2\n", "/v1/catalogs/\(name)").status == 400)
        }
        let typed = await put(
            "isbn;Preis (€)\n4-87311-904-9;4,50\nx;5\n",
            "/v1/catalogs/prices?keyType=isbn&types=Preis%20(%E2%82%AC)%3Dmoney&many=true")
        let catalog = typed.json["catalog"]
        #expect(catalog?["keyType"] == .string("isbn") && catalog?["many"] == .boolean(true))
        #expect(catalog?["types"]?["Preis (€)"] == .string("money"))
        #expect(typed.json["warnings"]?.array?.count == 1)
        // What is not said is as it was, and a list does not become empty by accident.
        #expect(await put("isbn;Preis (€)\n4873119049;1\n").json["catalog"]?["keyType"] == .string("isbn"))
        #expect(await put("isbn;Preis (€)\n").status == 422)
        #expect(await put("isbn;Preis (€)\n", "/v1/catalogs/prices?allowEmpty=true").status == 200)
        for query in ["keyType=isbn13", "types=price", "decimal=x", "many=perhaps"] {
            #expect(await put("a,b\n1,2\n", "/v1/catalogs/prices?\(query)").status == 400)
        }
    }

    @Test func `rows of the lists of the rules are found by words, and never the whole list`() async throws {
        let names = (1...30).map { "G\($0),Guest \($0),seat \($0),x,y" }
        let csv =
            "number,name,seat,a,b\nT1,Anna Müller,B12,,\nT2,Ben Okafor,,,\n" + names.joined(separator: "\n") + "\n"
        let guests = try Catalog(name: "guests", csv: Array(csv.utf8))
        let rules = RuleSources.text(
            #"{"version":1,"rules":[{"id":"guest","when":{"text":{"catalog":"guests"}},"do":[]}]}"#)
        let resolver = try Resolver(rules: rules, catalogs: [guests])
        let fixture = try ServerFixture { setup in
            setup.desk = Desk({ resolver }, nil, memory: setup.desk.memory)
        }
        func keys(_ words: String) async -> [String?] {
            let reply = await fixture.get("/v1/rows?q=\(words)", as: .device)
            return reply.json["rows"]?.array?.map { $0["key"]?.string } ?? []
        }
        for (words, found) in [
            ("muller", ["T1"]), ("M%C3%9CLLER+anna", ["T1"]), ("b12", ["T1"]), ("t2", ["T2"]), ("anna+okafor", []),
            ("title", []), ("%25%25", []), ("guest+30", ["G30"]),
        ] {
            #expect(await keys(words) == found, "\(words)")
        }
        let many = await fixture.get("/v1/rows?q=guest", as: .device)
        #expect(many.json["rows"]?.array?.count == 20 && many.json["more"] == .boolean(true))
        let row = many.json["rows"]?.array?.first
        #expect(row?["list"] == .string("guests") && row?["cells"]?.array?.count == 3)
        #expect(row?["cells"]?.array?.first?["value"] == .string("Guest 1"))
        for words in ["", "a", "+", "+a+"] {
            #expect(await fixture.get("/v1/rows?q=\(words)", as: .device).code == "bad-query", "\(words)")
        }
        #expect(await fixture.get("/v1/rows?q=anna", as: .anonymous).status == 401)
        #expect(await fixture.get("/v1/me", as: .device).json["searches"] == .boolean(true))
        #expect(await fixture.get("/v1/me", as: .anonymous).json["searches"] == nil)
        let without = try ServerFixture.shared
        #expect(await without.get("/v1/me").json["searches"] == .boolean(false))
        #expect(await without.get("/v1/rows?q=anna").json["rows"] == .array([]))
    }

    // MARK: Drawings

    @Test func `a drawing is read again`() async throws {
        let fixture = try ServerFixture.shared
        let request = #"{"kind":"wifi","fields":{"ssid":"Guests","password":"a;b"},"format":"png","scale":4}"#
        let reply = await fixture.post("/v1/draw", json: request, as: .device)
        #expect(reply.type == "image/png", "\(reply.text)")
        let pool = try DecodingPool(program: Project.program("beeline-decode"), size: 1)
        let symbols = try await pool.symbols(in: .bytes(reply.body))
        await pool.close()
        #expect(symbols.first?.text == #"WIFI:T:WPA;S:Guests;P:a\;b;;"#)
        let svg = await fixture.post("/v1/draw", json: #"{"text":"4006381333931","as":"ean-13"}"#)
        #expect(svg.type == "image/svg+xml")
        #expect(svg.text.contains("<svg"))
        // Its colours, its shapes and a logo are as the body says.
        let logo = Base64.encode(reply.body)
        let looks = await fixture.post(
            "/v1/draw",
            json: """
                {"text":"https://example.com/","dark":"#1a5fb4","light":"#fff4e0","moduleShape":"round","finderShape":"round",
                 "level":"H","logo":"\(logo)","logoShare":8,"moduleWidth":0.5}
                """)
        #expect(looks.status == 200 && looks.text.contains("<image"), "\(looks.text.prefix(200))")
    }

    @Test func `the formats are those that workers can read`() async throws {
        let document = await (try ServerFixture.shared).get("/v1/formats", as: .device).json
        let names = document["symbologies"]?.array?.compactMap { $0["symbology"]?.string } ?? []
        #expect(Set(names).isSuperset(of: ["ean_13", "qr_code"]) && document["images"]?.array?.isEmpty == false)
    }

    static let badDrawings: [(String, says: String)] = [
        ("{}", "'text' is missing"), (#"{"text":"a","kind":"wifi"}"#, "'text' and 'kind' cannot be combined"),
        (#"{"text":"a","as":"qrr"}"#, "did you mean 'qr'"), (#"{"text":"a","format":"gif"}"#, "svg, png, pdf"),
        (#"{"kind":"wfi","fields":{}}"#, "did you mean 'wifi'"),
        (#"{"kind":"wifi","fields":{"sid":"x"}}"#, "did you mean 'ssid'"),
        (#"{"kind":"wifi"}"#, "'fields' must be an object"),
        (#"{"text":"a","scale":8}"#, "for png"), (#"{"text":"a","format":"png","scale":41}"#, "1 to 40"),
        (#"{"text":"a","colour":"red"}"#, "there are text"), (#"{"text":"a","dark":"redish"}"#, "#1a5fb4"),
        (#"{"text":"a","logo":"&"}"#, "Base64"), (#"{"text":"a","logoShare":9}"#, "needs 'logo'"),
        (#"{"text":"a","moduleWidth":"1"}"#, "a number, not a string"),
        (#"{"text":"a","light":"white","transparent":true}"#, "cannot be combined"),
        (#"{"text":7}"#, "a string, not a number"),
        (#"{"kind":"wifi","fields":{"ssid":{}}}"#, "not an object"), ("[1]", "not a list"), ("{", "not JSON"),
    ]

    @Test(arguments: badDrawings)
    func `a wrong drawing is refused with a reason`(body: String, says: String) async throws {
        let reply = try await ServerFixture.shared.post("/v1/draw", json: body)
        #expect(reply.status == 400)
        #expect(reply.json["detail"]?.string?.contains(says) == true, "\(reply.text)")
    }

    // MARK: Kinds and rules

    @Test func `kinds and rules are those of the rules in use`() async throws {
        let fixture = try ServerFixture.shared
        let kinds = await fixture.get("/v1/kinds", as: .device).json["kinds"]?.array ?? []
        let names = kinds.compactMap { $0["kind"]?.string }
        #expect(names == fixture.services.setup.desk.resolver.rules.kindNames)
        // Labels of a shop are of a kind where a constant says how they are made.
        let unshown = kinds.filter { $0["examples"]?.array?.isEmpty != false }
        #expect(unshown.compactMap { $0["kind"]?.string } == ["shopLabel"])
        let rules = await fixture.get("/v1/rules", as: .device).json["rules"]?.array ?? []
        #expect(rules.count == fixture.services.setup.desk.resolver.rules.kindsOfRules.count)
    }

    // MARK: Sessions and telephones

    @Test func `a token becomes a cookie that only its server sees`() async throws {
        let fixture = try ServerFixture()
        let reply = await fixture.send(
            .post, "/v1/session", as: .anonymous, type: "application/json",
            body: Array(#"{"token":"\#(fixture.token)"}"#.utf8))
        let cookie = try #require(reply["Set-Cookie"])
        #expect(cookie.hasPrefix("beeline=bee_") && cookie.contains("; Path=/; Max-Age=34560000;"))
        #expect(cookie.contains("; HttpOnly; SameSite=Strict; Secure"))
        #expect(reply.json["role"] == .string("desk"))
        let me = await fixture.send(
            .get, "/v1/me", as: .anonymous, headers: [("Cookie", String(cookie.prefix { $0 != ";" }))])
        #expect(me.json["name"] == .string("till"))
        let own = [("Cookie", String(cookie.prefix { $0 != ";" }))]
        let end = await fixture.send(.delete, "/v1/session", as: .anonymous, headers: own)
        #expect(end["Set-Cookie"]?.hasPrefix("beeline=; Path=/; Max-Age=0;") == true)
        #expect(await fixture.send(.get, "/v1/me", as: .anonymous, headers: own).json["role"] == .null)
        #expect(await fixture.send(.get, "/v1/kinds", as: .anonymous, headers: own).status == 401)
    }

    @Test func `a stranger learns only that it has no role`() async throws {
        let fixture = try ServerFixture.shared
        func members(_ asker: ServerFixture.Asker) async -> Set<String> {
            guard case .object(let members) = await fixture.get("/v1/me", as: asker).json else { return [] }
            return Set(members.map(\.name))
        }
        #expect(await members(.anonymous) == ["version", "role", "name", "device", "secure"])
        #expect(await members(.device).isSuperset(of: ["program", "performs", "limits"]))
        #expect(await !members(.device).contains("sources"))
        #expect(await members(.desk).contains("sources"))
        let text = await fixture.get("/v1/me", as: .anonymous).text
        #expect(!text.contains("ttyACM0") && !text.contains("1.0"))
    }

    @Test func `a telephone is paired once, renames itself, and is an event of the desk`() async throws {
        let fixture = try ServerFixture()
        let pairing = await fixture.send(.post, "/v1/pairing")
        let url = try #require(pairing.json["url"]?.string)
        #expect(url.hasPrefix("https://\(ServerFixture.host)/pair#"))
        #expect(pairing.json["svg"]?.string?.contains("<svg") == true)
        let token = String(url.drop { $0 != "#" }.dropFirst())
        let body = #"{"token":"\#(token)","name":"  Ben "}"#
        let paired = await fixture.post("/v1/devices", json: body, as: .anonymous)
        let cookie = try #require(paired["Set-Cookie"]).prefix { $0 != ";" }
        #expect(paired.json["device"]?["name"] == .string("Ben"))
        #expect(await fixture.post("/v1/devices", json: body, as: .anonymous).code == "pairing-expired")
        let renamed = await fixture.send(
            .patch, "/v1/devices/me", as: .anonymous, type: "application/json", headers: [("Cookie", String(cookie))],
            body: Array(#"{"name":"Benny"}"#.utf8))
        #expect(renamed.json["device"]?["name"] == .string("Benny"))
        for name in ["", " ", "a\\u0000", "\\u202eevil", String(repeating: "x", count: 61)] {
            #expect(
                await fixture.send(
                    .patch, "/v1/devices/2", type: "application/json", body: Array(#"{"name":"\#(name)"}"#.utf8)
                ).status == 400)
        }
        #expect(await fixture.send(.delete, "/v1/devices/2").status == 204)
        #expect(
            await fixture.send(.get, "/v1/kinds", as: .anonymous, headers: [("Cookie", String(cookie))]).status == 401)
        let events = await fixture.get("/v1/events?after=0").text
        #expect(events.contains(#""change":"paired""#) && events.contains(#""change":"renamed""#))
        #expect(events.contains(#""change":"revoked""#))
    }

    /// Names beside a telephone `Anna`, a token `till` and a source `serial:/dev/ttyACM0`, and whether they are taken.
    private static let names: [(name: String, isTaken: Bool)] = [
        ("desk", true), ("HTTP", true), ("d e s k", true), ("Desk.", true), ("dеsk", true), ("ｄｅｓｋ", true),
        ("𝐝𝐞𝐬𝐤", true),
        ("till", true), ("Till", true), ("ti11", true), ("serial:/dev/ttyACM0", true), ("anna", true), ("Аnna", true),
        ("Änna", true), ("An na", true), ("ⓐnna", true), ("αnna", true), ("Anne", false), ("Desk of Ben", false),
        ("Till 2", false), ("日本", false), ("Groß", false), ("😀", false),
    ]

    @Test(arguments: names)
    func `a telephone has no name that reads like another's`(name: String, isTaken: Bool) async throws {
        let fixture = try ServerFixture(decoder: HeldDecoder())
        let token = fixture.services.pairing.begin().token
        let body = #"{"token":"\#(token)","name":"Ben"}"#
        let ben = try #require(await fixture.post("/v1/devices", json: body, as: .anonymous)["Set-Cookie"])
        let reply = await fixture.send(
            .patch, "/v1/devices/me", as: .anonymous, type: "application/json",
            headers: [("Cookie", String(ben.prefix { $0 != ";" }))], body: Array(#"{"name":"\#(name)"}"#.utf8))
        #expect(reply.status == (isTaken ? 409 : 200), "\(reply.text)")
        let other = fixture.services.pairing.begin().token
        let paired = await fixture.post(
            "/v1/devices", json: #"{"token":"\#(other)","name":"\#(name)"}"#, as: .anonymous)
        #expect(paired.status == (isTaken ? 409 : 200))
        // Who has no code learns nothing of names.
        let stranger = await fixture.post("/v1/devices", json: #"{"token":"x","name":"\#(name)"}"#, as: .anonymous)
        #expect(stranger.code == "pairing-expired")
        // The code is not used up by a name that is taken.
        if isTaken {
            #expect(
                await fixture.post("/v1/devices", json: #"{"token":"\#(other)","name":"Cleo"}"#, as: .anonymous).status
                    == 200)
        }
    }

    // MARK: Scans of the desk

    static let badScans: [(key: String?, body: String, code: String)] = [
        (nil, #"{"text":"a"}"#, "bad-key"), ("", #"{"text":"a"}"#, "bad-key"), ("a b", #"{"text":"a"}"#, "bad-key"),
        (String(repeating: "k", count: 129), #"{"text":"a"}"#, "bad-key"), ("k", "", "empty-body"),
        ("k", "{", "bad-json"), ("k", "{}", "bad-input"), ("k", #"{"text":"a","at":"yesterday"}"#, "bad-body"),
        ("k", #"{"text":"a","at":"2026-01-31T12:34"}"#, "bad-body"), ("k", #"{"text":"a","input":7}"#, "bad-body"),
    ]

    @Test(arguments: badScans) func `a scan that the desk cannot take is a problem`(
        key: String?, body: String, code: String
    ) async throws {
        let reply = try await ServerFixture.shared.send(
            .post, "/v1/scans", as: .device, type: "application/json",
            headers: key.map { [("Idempotency-Key", $0)] } ?? [], body: Array(body.utf8))
        #expect(reply.status == 400)
        #expect(reply.code == code, "\(reply.text)")
        #expect(reply.text.contains("'Idempotency-Key' is missing") == (key ?? "").isEmpty, "\(reply.text)")
    }

    @Test func `the same scan gets the same answer, marked as a repetition`() async throws {
        let fixture = try ServerFixture()
        func send() async -> ServerFixture.Reply {
            await fixture.send(
                .post, "/v1/scans", as: .device, type: "application/json", headers: [("Idempotency-Key", "k")],
                body: Array(#"{"text":"4006381333931","at":"2026-01-31T12:34:56.789Z"}"#.utf8))
        }
        let (first, second) = (await send(), await send())
        #expect(first["Idempotency-Replayed"] == nil)
        #expect(second["Idempotency-Replayed"] == "true")
        #expect(first.body == second.body)
    }

    // MARK: Metrics and the log

    @Test func `metrics are in the format of Prometheus, and count answers`() async throws {
        let fixture = try ServerFixture(connections: 7)
        _ = await fixture.post("/v1/resolve", json: #"{"text":"1"}"#)
        _ = await fixture.post("/v1/resolve", json: "{")
        _ = await fixture.get("/nothing/\"at\nall")
        _ = await fixture.send(.post, "/v1/scan", type: "image/png", body: try ServerFixture.picture("x"))
        _ = await fixture.send(.post, "/v1/scan", type: "image/png", body: [1, 2, 3])
        _ = await fixture.get("/v1/events")
        let reply = await fixture.get("/metrics")
        #expect(reply["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
        let expected = [
            #"beeline_http_requests_total{route="/v1/resolve",method="POST",status="200"} 1"#,
            #"beeline_http_requests_total{route="/v1/resolve",method="POST",status="400"} 1"#,
            #"beeline_http_request_duration_seconds_bucket{route="/v1/resolve",method="POST",le="0.005"} 2"#,
            #"beeline_http_request_duration_seconds_bucket{route="/v1/resolve",method="POST",le="+Inf"} 2"#,
            #"beeline_http_requests_total{route="other",method="",status="400"} 1"#,
            #"beeline_symbols_total{symbology="qr_code"} 1"#, #"beeline_pictures_total{result="unreadable"} 1"#,
            "beeline_connections 7", "beeline_event_streams 0", #"beeline_build_info{version="1.0"} 1"#,
        ]
        let lines = reply.text.split(separator: "\n").map(String.init)
        for line in expected { #expect(lines.contains(line), "\(line) is missing") }
        #expect(!reply.text.contains(#"duration_seconds_count{route="/v1/events""#))
        let sample = try Regex(#"^[a-z_]+(\{[a-z]+="[^"\\\n]*"(,[a-z]+="[^"\\\n]*")*\})? [0-9.e+-]+$"#)
        for line in lines where !line.hasPrefix("#") {
            #expect(line.wholeMatch(of: sample) != nil, "\(line)")
        }
        // A name is described once, before its samples.
        let types = lines.filter { $0.hasPrefix("# TYPE ") }
        #expect(Set(types).count == types.count)
    }

    @Test(arguments: [AccessLog.Format.text, .json])
    func `the access log says who requested what, and no secret`(format: AccessLog.Format) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("log", "")
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        defer { close(descriptor) }
        let fixture = try ServerFixture(log: AccessLog(descriptor: descriptor, format: format))
        _ = await fixture.get("/v1/history?q=my+secret+word", as: .device)
        _ = await fixture.post("/v1/resolve", json: #"{"text":"WIFI:S:a;P:open sesame;;"}"#)
        _ = await fixture.send(.get, "/a%0Ab\u{1B}[2J\nx#fragment?token=1", as: .anonymous)
        _ = await fixture.post("/v1/session", json: #"{"token":"\#(fixture.token)"}"#, as: .anonymous)
        let text = try folder.text(of: "log")
        let lines = text.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines[0].contains("Anna") && lines[0].contains("403") && lines[0].contains("/v1/history"))
        #expect(lines[1].contains("till") && lines[1].contains("192.0.2.7"))
        for secret in ["secret", "sesame", "fragment", "token=1", fixture.token, fixture.device, "\u{1B}"] {
            #expect(!text.contains(secret), "\(secret) is in the log")
        }
        if format == .json {
            for line in lines { #expect((try? JSONValue(parsing: line.utf8)) != nil) }
        }
    }
}
