import ActionsTestSupport
import Beeline
import BeelineDrawing
import BeelineSupport
import BeelineSymbols
import Foundation
import TestPrograms
import Testing

@testable import BeelineServer

/// The document, and what is answered to every route of the table, asked by a validator that knows nothing of Beeline.
@Suite struct OpenAPITests {
    /// A request that is to be answered with a status.
    struct Exchange: Sendable {
        let method: HTTPMethod
        /// As the table has it.
        let path: String
        let status: Int
        var target: String?
        var asker = ServerFixture.Asker.desk
        var type: String?
        var headers: [(String, String)] = []
        var body: [UInt8] = []
        /// Which application answers.
        var state = State.usual

        /// Behind which application things are as the status needs it.
        enum State: Hashable, Sendable { case usual, stopping, full, performing, withoutCatalogs }

        init(
            _ method: HTTPMethod, _ path: String, _ status: Int, to target: String? = nil,
            as asker: ServerFixture.Asker = .desk, type: String? = nil, headers: [(String, String)] = [],
            body: [UInt8] = [], _ state: State = .usual
        ) {
            (self.method, self.path, self.status, self.target) = (method, path, status, target)
            (self.asker, self.type, self.headers, self.body, self.state) = (asker, type, headers, body, state)
        }

        init(
            _ method: HTTPMethod, _ path: String, _ status: Int, to target: String? = nil,
            as asker: ServerFixture.Asker = .desk, json: String, headers: [(String, String)] = [],
            _ state: State = .usual
        ) {
            self.init(
                method, path, status, to: target, as: asker, type: "application/json", headers: headers,
                body: Array(json.utf8), state)
        }
    }

    private static let key = ("Idempotency-Key", "k1")

    /// What no row of the table leads to by itself.
    private static func exchanges() throws -> [Exchange] {
        let picture = try ServerFixture.picture("9784873119045", as: .isbn)
        let link = try ServerFixture.picture("https://example.com/")
        let noCode = Array("P5 8 8 255\n".utf8) + [UInt8](repeating: 255, count: 64)
        let picturePaths: [(path: String, query: String, header: [(String, String)])] = [
            ("/v1/scan", "?name=a.png", []), ("/v1/frames", "?session=c", []),
            ("/v1/scans", "", [("Idempotency-Key", "p1")]),
        ]
        var all: [Exchange] = []
        for (path, query, header) in picturePaths {
            func add(_ status: Int, _ body: [UInt8], _ state: Exchange.State = .usual) {
                all.append(
                    Exchange(
                        .post, path, status, to: path + query, as: .device, type: "image/png", headers: header,
                        body: body, state))
            }
            add(200, picture)
            add(422, Array("this is no picture".utf8))
            add(503, picture, .full)
        }
        all += [
            Exchange(.post, "/v1/scan", 200, type: "application/octet-stream", body: link),
            Exchange(
                .post, "/v1/scan", 200, to: "/v1/scan?perform=true&one=true", type: "image/png", body: link, .performing
            ),
            Exchange(.post, "/v1/scan", 200, type: "image/x-portable-graymap", body: noCode),
            Exchange(.post, "/v1/scan", 403, to: "/v1/scan?perform=true", type: "image/png", body: picture),
            Exchange(.post, "/v1/resolve", 403, to: "/v1/resolve?perform=true", json: #"{"text":"1"}"#),
            Exchange(.post, "/v1/scans", 200, json: #"{"text":"4006381333931"}"#, headers: [key]),
            Exchange(.post, "/v1/scans", 422, json: #"{"text":"other"}"#, headers: [key]),
            Exchange(.post, "/v1/scans", 400, json: #"{"text":"no key"}"#),
            Exchange(.get, "/v1/scans", 200, as: .device),
            Exchange(.get, "/v1/events", 200, as: .device, headers: [("Last-Event-ID", "0")]),
            Exchange(.get, "/v1/events", 503, as: .device, .full),
            Exchange(.get, "/v1/questions", 200),
            Exchange(.post, "/v1/questions/{id}", 404, to: "/v1/questions/77", json: #"{"reply":"yes"}"#),
            Exchange(.post, "/v1/questions/{id}", 204, to: "/v1/questions/1", json: #"{"reply":"no"}"#),
            Exchange(.get, "/v1/me", 200, as: .anonymous), Exchange(.get, "/v1/me", 200, as: .device),
            Exchange(.post, "/v1/session", 401, as: .anonymous, json: #"{"token":"wrong"}"#),
            Exchange(.delete, "/v1/session", 204, as: .anonymous),
            Exchange(.post, "/v1/pairing", 200),
            Exchange(.post, "/v1/devices", 403, as: .anonymous, json: #"{"token":"used","name":"Ben"}"#),
            Exchange(.get, "/v1/devices", 200),
            Exchange(.patch, "/v1/devices/{id}", 200, to: "/v1/devices/me", as: .device, json: #"{"name":"Änne"}"#),
            Exchange(.patch, "/v1/devices/{id}", 403, to: "/v1/devices/2", as: .device, json: #"{"name":"B"}"#),
            Exchange(.patch, "/v1/devices/{id}", 404, to: "/v1/devices/99", json: #"{"name":"B"}"#),
            Exchange(.patch, "/v1/devices/{id}", 409, to: "/v1/devices/me", as: .device, json: #"{"name":"desk"}"#),
            Exchange(.delete, "/v1/devices/{id}", 403, to: "/v1/devices/2", as: .device),
            Exchange(.delete, "/v1/devices/{id}", 404, to: "/v1/devices/me"),
            Exchange(.get, "/v1/openapi.json", 200, as: .anonymous),
            Exchange(.get, "/v1/kinds", 200, as: .device), Exchange(.get, "/v1/rules", 200, as: .device),
            Exchange(.get, "/v1/formats", 200, as: .device), Exchange(.get, "/v1/formats", 503, .full),
            Exchange(.get, "/v1/history", 200, to: "/v1/history?limit=1&q=example"),
            Exchange(.get, "/v1/history", 200, to: "/v1/history?format=csv"),
            Exchange(.delete, "/v1/history/{id}", 404, to: "/v1/history/99"),
            Exchange(.delete, "/v1/scans/{key}", 204, to: "/v1/scans/k1"),
            Exchange(.delete, "/v1/scans/{key}", 404, to: "/v1/scans/none", as: .device),
            Exchange(
                .put, "/v1/catalogs/{name}", 200, to: "/v1/catalogs/prices", type: "text/csv",
                body: Array("gtin,price\n4006381333931,1.50\n".utf8)),
            Exchange(
                .put, "/v1/catalogs/{name}", 422, to: "/v1/catalogs/prices", type: "text/csv; charset=utf-8",
                body: Array("gtin,price\n1\n".utf8)),
            Exchange(
                .put, "/v1/catalogs/{name}", 503, to: "/v1/catalogs/prices", type: "text/csv",
                body: Array("gtin,price\n".utf8), .withoutCatalogs),
            Exchange(.get, "/v1/catalogs", 200),
            Exchange(.get, "/v1/rows", 200, to: "/v1/rows?q=anna", as: .device),
            Exchange(.get, "/v1/rows", 400, to: "/v1/rows?q=a"),
            Exchange(.post, "/v1/draw", 422, json: #"{"text":"letters","as":"ean-13"}"#),
            Exchange(.post, "/v1/draw", 503, json: #"{"text":"x"}"#, .full),
            Exchange(.get, "/healthz", 200, as: .anonymous), Exchange(.get, "/healthz", 503, as: .anonymous, .stopping),
            Exchange(.get, "/metrics", 200),
        ]
        for form in ["svg", "png", "pdf"] {
            all.append(
                Exchange(
                    .post, "/v1/draw", 200, as: .device, json: #"{"text":"https://example.com/","format":"\#(form)"}"#))
        }
        // Every kind of content that there is: all examples of the tables, and one of each with its explanation.
        for (path, examples) in [
            ("/v1/resolve", KindReference.builtIn.flatMap(\.examples)),
            ("/v1/explain", KindReference.builtIn.compactMap(\.examples.first)),
        ] {
            let lines = examples.map { symbol in
                var json = JSONWriter()
                symbol.write(to: &json)
                return String(decoding: json.bytes, as: UTF8.self)
            }
            all += [
                Exchange(
                    .post, path, 200, as: .device, type: "application/x-ndjson",
                    body: Array((lines + ["no JSON"]).joined(separator: "\n").utf8)),
                Exchange(
                    .post, path, 200, as: .device, type: "text/plain;charset=UTF-8", body: Array("4006381333931".utf8)),
                Exchange(.post, path, 200, json: #"{"text":"WIFI:T:WPA;S:Guests;P:for guests only;;"}"#),
            ]
        }
        for file in PageFiles.routes {
            all += [
                Exchange(.get, file.path, 200, as: .anonymous),
                Exchange(.get, file.path, 304, as: .anonymous, headers: [("If-None-Match", "*")]),
            ]
        }
        // The last one: from then on the telephone is not known.
        all.append(Exchange(.delete, "/v1/devices/{id}", 204, to: "/v1/devices/1", as: .device))
        return all
    }

    private static let tooLong = [UInt8](repeating: 0x20, count: (32 << 20) + 1)

    /// What follows from every row.
    private static let common: [Exchange] = Route.all.flatMap { route -> [Exchange] in
        let target = route.path.replacing("{id}", with: "1").replacing("{name}", with: "prices")
        let type = route.bodies.first.map { $0.type.replacing("*", with: "png") }
        var all: [Exchange] = []
        if route.subject != .page {
            all.append(Exchange(route.method, route.path, 400, to: "\(target)?unknown=1", type: type))
        }
        if route.access != .open {
            all.append(Exchange(route.method, route.path, 401, to: target, as: .anonymous, type: type))
        }
        if route.access == .desk {
            all.append(Exchange(route.method, route.path, 403, to: target, as: .device, type: type))
        }
        if !route.bodies.isEmpty {
            let query = route.parameters.first { $0.isRequired }.map { "?\($0.name)=\($0.example)" } ?? ""
            all.append(Exchange(route.method, route.path, 415, to: target + query, type: "text/html"))
            all.append(
                Exchange(
                    route.method, route.path, 413, to: target + query, type: type,
                    body: tooLong))
        }
        return all
    }

    @Test func `every answer of every route is as the document says, and every status of the table was answered`()
        async throws
    {
        let held = HeldDecoder()
        let usual = try ServerFixture()
        try await usual.record(["https://example.com/", "https://example.com/2"])
        let stopping = try ServerFixture()
        stopping.application.beginStopping()
        _ = usual.questions.list()
        let question = Task {
            await usual.questions.ask(.init(action: Action(name: "open-url", rule: "r", arguments: []), causes: []))
        }
        while try JSONValue(parsing: usual.questions.list())["questions"]?.array?.isEmpty != false {
            await Task.yield()
        }
        let full = try ServerFixture(decoder: held) { services in
            (services.decodingPlaces, services.settings.waitingPictures) = (1, 0)
            services.settings.mostStreams = 0
        }
        let performing = try ServerFixture(
            dispatcher: Dispatcher(plugins: try PluginRegistry([FakePlugin("open-url")]), policy: .allow))
        let withoutCatalogs = try ServerFixture { $0.catalogs = nil }
        // Another client uses the only place.
        let first = Task {
            await full.send(.post, "/v1/scan", type: "image/png", body: [1])
        }
        await held.waitForPictures(1)

        var lines: [String] = []
        var answered: Set<String> = []
        let exchanges = try Self.common + Self.exchanges()
        let pairing = usual.services.pairing.begin().token
        let recorded = await usual.get("/v1/history?limit=1").json["scans"]?.array?.first?["id"]?.integer ?? 0
        for exchange in exchanges
            + [
                Exchange(.delete, "/v1/history/{id}", 204, to: "/v1/history/\(recorded)"),
                Exchange(.post, "/v1/devices", 409, as: .anonymous, json: #"{"token":"\#(pairing)","name":"desk"}"#),
                Exchange(.post, "/v1/devices", 200, as: .anonymous, json: #"{"token":"\#(pairing)","name":"Ben"}"#),
                Exchange(.post, "/v1/session", 200, as: .anonymous, json: #"{"token":"\#(usual.token)"}"#),
            ]
        {
            let fixture =
                switch exchange.state {
                case .usual: usual
                case .stopping: stopping
                case .full: full
                case .performing: performing
                case .withoutCatalogs: withoutCatalogs
                }
            let reply = await fixture.send(
                exchange.method, exchange.target ?? exchange.path, as: exchange.asker, type: exchange.type,
                headers: exchange.headers, body: exchange.body)
            #expect(
                reply.status == exchange.status,
                "\(exchange.method.rawValue) \(exchange.target ?? exchange.path): \(reply.text.prefix(300))")
            answered.insert("\(exchange.method.rawValue) \(exchange.path) \(reply.status)")
            var json = JSONWriter()
            json.object { json in
                json.member("path", exchange.path)
                json.member("method", exchange.method.rawValue.lowercased())
                json.member("status", reply.status)
                json.member("type", reply.type ?? "")
                let isText = reply.type?.contains("json") == true
                json.member("body", isText ? reply.text : reply.body.isEmpty ? "" : "…")
            }
            lines.append(String(decoding: json.bytes, as: UTF8.self))
        }
        #expect(await question.value == .no)
        await held.release()
        #expect(await first.value.status == 200)

        for route in Route.all {
            for answer in route.allAnswers {
                let name = "\(route.method.rawValue) \(route.path) \(answer.status)"
                #expect(answered.contains(name), "no test has led to \(name)")
            }
        }
        let document = try usual.folder.write("openapi.json", OpenAPI.document)
        let run = try await run(
            "python3", [Project.file("Scripts/validate-answers.py"), document],
            input: Array((lines.joined(separator: "\n") + "\n").utf8), folder: Project.folder)
        try #require(run.status == 0, "\(run.errors)")
        try #require(run.lines.count == lines.count)
        for (line, verdict) in zip(lines, run.lines) where verdict != "valid" {
            Issue.record("\(verdict)\n\(line.prefix(600))")
        }
    }

    @Test func `the schema of symbols has the members that output writes, and no others`() throws {
        let (near, far) = (Point(x: 1, y: 1), Point(x: 9, y: 9))
        let outline = Outline(topLeft: near, topRight: far, bottomRight: far, bottomLeft: near)
        var symbol = Symbol(
            .qr, bytes: [0xE4], aim: "]Q1", addOn: "12",
            sighting: Sighting(outline: outline, others: [outline], decoder: "zxing", quality: 3, page: 2)
        ) { _ in ("ä", "ISO-8859-1") }
        symbol.structuredAppend = StructuredAppend(index: 0, count: 2, id: "1")
        var json = JSONWriter()
        symbol.write(to: &json)
        let document = try JSONValue(parsing: OpenAPI.document)
        guard case .object(let written) = try JSONValue(parsing: json.bytes),
            case .object(let described)? = document["components"]?["schemas"]?["Symbol"]?["properties"]
        else {
            Issue.record("no objects")
            return
        }
        #expect(written.map(\.name).sorted() == described.map(\.name).sorted())
    }

    @Test func `the document has every route, and each has a name of its own`() throws {
        let document = try JSONValue(parsing: OpenAPI.document)
        guard case .object(let paths)? = document["paths"] else { Issue.record("no paths"); return }
        #expect(paths.map(\.name).sorted() == Set(Route.all.map(\.path)).sorted())
        #expect(Set(Route.all.map(\.name)).count == Route.all.count)
    }

    @Test func `the overview in Docs-Serving.md has every route, and who may ask for it`() throws {
        let page = try String(contentsOfFile: Project.file("Docs/Serving.md"), encoding: .utf8)
        var told: [String] = []
        for row in page.split(separator: "\n") {
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3, ["open", "device", "desk"].contains(cells[1]) else { continue }
            // Methods, then the paths that have them: "GET `/a`, `/b`; PATCH, DELETE `/a/{id}`".
            for part in cells[0].split(separator: ";") {
                let pieces = part.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
                let methods = pieces[0].matches(of: /[A-Z]+/).map { String($0.output) }
                let paths = pieces.indices.filter { $0 % 2 == 1 }.map { pieces[$0] }
                told += methods.flatMap { method in paths.map { "\(method) \($0) \(cells[1])" } }
            }
        }
        let routes = Route.all.filter { $0.subject != .page || $0.path == "/" }
        #expect(told.sorted() == routes.map { "\($0.method.rawValue) \($0.path) \($0.access)" }.sorted())
    }
}
