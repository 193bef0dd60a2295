import ActionsTestSupport
import Beeline
import BeelineDrawing
import BeelineSupport
import BeelineWorkers
import TestPrograms
import Testing

@testable import BeelineServer

/// Pictures and codes that are sent.
@Suite struct ReadingTests {
    @Test func `asking only for what nothing here reads is an error of the request`() async throws {
        let fixture = try ServerFixture.shared
        let reply = await fixture.send(
            .post, "/v1/scan?symbologies=dot_code", type: "image/png", body: try ServerFixture.picture("x"))
        #expect(reply.status == 400 && reply.code == "nothing-reads")
        #expect(reply.json["detail"]?.string?.contains("/v1/formats lists what can be read") == true, "\(reply.text)")
    }

    @Test(arguments: [
        #"{"text":"9784873119045","symbology":"ean_13"}"#, #"{"symbology":"EAN-13","text":"4006381333931"}"#,
        #"{"text":"https://example.com/?a=1","symbology":"qr","aim":"]Q1"}"#, #"{"bytes":"/w==","symbology":"qr"}"#,
        #"{ "text" : "\u00e4" }"#,
    ])
    func `a code is answered as the library answers it`(line: String) async throws {
        let fixture = try ServerFixture.shared
        let symbol = try Symbol(parsingJSON: line.utf8.span).guessingText
        let expected = fixture.services.setup.desk.resolver.resolve(symbol, scan: .now(source: "http")).json()
        let reply = await fixture.post("/v1/resolve", json: line, as: .device)
        #expect(reply.status == 200)
        #expect(reply.text.hasSuffix("}\n"))
        #expect(reply.json["results"] == (try JSONValue(parsing: expected.utf8))["results"])
        #expect(reply.json["input"] == (try JSONValue(parsing: line.utf8)))
    }

    @Test func `a request names the character set of codes that are not UTF-8`() async throws {
        let fixture = try ServerFixture.shared
        // Of a code that names its own it says nothing.
        for (json, text) in [(#"{"bytes":"suI="}"#, "测"), (#"{"bytes":"suI=","charset":"windows-1251"}"#, "Ів")] {
            for path in ["/v1/resolve", "/v1/explain"] {
                let reply = await fixture.post("\(path)?charset=gbk", json: json)
                #expect(reply.json["results"]?.array?.first?["symbol"]?["text"]?.string == text, "\(reply.text)")
            }
        }
    }

    @Test(arguments: [("4006381333931", "4006381333931"), ("4006381333931\r\n", "4006381333931"), ("a\nb\n", "a\nb")])
    func `a typed code is the body, without the line end that programs append`(body: String, input: String)
        async throws
    {
        let reply = try await ServerFixture.shared.send(
            .post, "/v1/resolve", type: "text/plain", body: Array(body.utf8))
        #expect(reply.json["input"]?.string == input)
    }

    static let bad: [(String, code: String)] = [
        ("", "empty-body"), ("{", "bad-input"), ("[]", "bad-input"), ("{}", "bad-input"), (#"{"text":7}"#, "bad-input"),
        (#"{"text":"a","text":"b"}"#, "bad-input"), (#"{"text":"\#u{0}"}"#, "bad-input"),
        (String(repeating: "[", count: 100_000), "bad-input"),
    ]

    @Test(arguments: bad) func `a body that is not a code is a problem`(body: String, code: String) async throws {
        let reply = try await ServerFixture.shared.post("/v1/resolve", json: body)
        #expect(reply.status == 400)
        #expect(reply.code == code)
    }

    @Test func `a code of many nested lists is answered on the stack that a connection has`() async throws {
        // As deep as the parser goes.
        let text = String(repeating: "[", count: 2_000) + String(repeating: "]", count: 2_000)
        for path in ["/v1/resolve", "/v1/explain"] {
            let reply = try await ServerFixture.shared.post(path, json: #"{"text":"\#(text)"}"#)
            #expect(reply.status == 200)
            #expect(reply.json["results"]?.array?.first?["content"]?["kind"] == .string("json"))
        }
    }

    @Test func `many lines get as many answers, and a wrong one delays no other`() async throws {
        let long = String(repeating: "x", count: InputFormat.longestLine + 1)
        let lines = [#"{"text":"1"}"#, "nothing", "", #"{"text":"\#(long)"}"#, "{\"text\":\"2\"}\r"]
        for (path, count) in [("/v1/resolve", 500), ("/v1/explain", 20)] {
            // More than is made at a time.
            let many = (1...count).map { #"{"text":"number \#($0)"}"# }
            let lines = path == "/v1/resolve" ? lines : lines.filter { $0 != lines[3] }
            let body = "\u{FEFF}" + (lines + many).joined(separator: "\n") + "\n"
            let reply = try await ServerFixture.shared.send(
                .post, path, as: .device, type: "application/x-ndjson", body: Array(body.utf8))
            #expect(reply.type == "application/x-ndjson")
            let answers = try reply.body.split(separator: 0x0A).map { try JSONValue(parsing: $0) }
            try #require(answers.count == lines.count + many.count)
            let codes = answers.prefix(lines.count).map { $0["error"]?["code"]?.string }
            #expect(codes.filter { $0 != "line-too-long" } == [nil, "bad-input", "bad-input", nil])
            #expect(codes.contains("line-too-long") == (path == "/v1/resolve"))
            #expect(answers.last?["input"]?["text"]?.string == "number \(count)")
            #expect((answers.last?["results"]?.array?.first?["explanation"] != nil) == (path == "/v1/explain"))
        }
    }

    @Test func `the secret of a code is in no answer`() async throws {
        let fixture = try ServerFixture.shared
        let code = #"{"text":"WIFI:T:WPA;S:Guests;P:open sesame 7;;","symbology":"qr"}"#
        let picture = try ServerFixture.picture("WIFI:T:WPA;S:Guests;P:open sesame 7;;")
        let replies = [
            await fixture.post("/v1/resolve", json: code), await fixture.post("/v1/explain", json: code),
            await fixture.send(.post, "/v1/resolve", type: "application/x-ndjson", body: Array(code.utf8)),
            await fixture.send(.post, "/v1/scan", type: "image/png", body: picture),
            await fixture.post("/v1/resolve", json: #"{"text":"WIFI:T:WPA;S:G;P:open sesame 7;;" oops"#),
        ]
        for reply in replies {
            #expect(!reply.text.contains("open sesame"), "\(reply.text)")
            #expect(!reply.body.isEmpty)
        }
    }

    // MARK: Pictures

    @Test(arguments: ["symbologies=ean_13,qr&region=0,0,1.0,1.0", "only=ean_13,qr&roi=0,0,1.0,1.0"])
    func `a picture is answered as a scan is`(selection: String) async throws {
        let fixture = try ServerFixture.shared
        let picture = try ServerFixture.picture("9784873119045", as: .isbn)
        let reply = await fixture.send(
            .post, "/v1/scan?name=book.png&effort=fast&\(selection)", as: .device,
            type: "image/png", body: picture)
        let pool = try DecodingPool(program: Project.program("beeline-decode"), size: 1)
        var options = DecodeOptions()
        options.effort = .fast
        let symbols = try await pool.symbols(in: .bytes(picture), options: options)
        await pool.close()
        let expected = fixture.services.setup.desk.resolver.resolve(symbols, scan: .now(source: "http")).json(
            input: "book.png")
        #expect(reply.text == expected + "\n")
        #expect(reply.json["results"]?.array?.count == 1)
    }

    @Test func `diagnose reports the passes as the command does`() async throws {
        let picture = try ServerFixture.picture("x")
        for (query, isDiagnosed) in [("diagnose=true", true), ("diagnose=false", false), ("one=false", false)] {
            let reply = try await ServerFixture.shared.send(
                .post, "/v1/scan?\(query)", type: "image/png", body: picture)
            #expect(reply.status == 200, "\(reply.text)")
            #expect((reply.json["diagnosis"] != nil) == isDiagnosed, "\(reply.text)")
        }
    }

    @Test(arguments: ["symbologies", "only"])
    func `a symbology that is not wanted is not found`(name: String) async throws {
        let reply = try await ServerFixture.shared.send(
            .post, "/v1/scan?\(name)=aztec", type: "image/png", body: try ServerFixture.picture("x"))
        #expect(reply.status == 200)
        #expect(reply.json["results"] == .array([]))
    }

    @Test(arguments: [[], Array("no picture".utf8), [0xFF, 0xD8, 0xFF, 0xE0], Array("%PDF-1.7\n".utf8)] as [[UInt8]])
    func `a body that is not a picture is a problem of the request, not of the server`(body: [UInt8]) async throws {
        let reply = try await ServerFixture.shared.send(.post, "/v1/scan", type: "image/jpeg", body: body)
        #expect(reply.status == (body.isEmpty ? 400 : 422), "\(reply.text)")
    }

    @Test func `the highest effort is for the desk`() async throws {
        let fixture = try ServerFixture.shared
        let picture = try ServerFixture.picture("x")
        let target = "/v1/scan?effort=max"
        #expect(await fixture.send(.post, target, as: .device, type: "image/png", body: picture).status == 403)
        // The queue may be full of the pictures of other tests.
        let reply = try await until {
            let reply = await fixture.send(.post, target, as: .desk, type: "image/png", body: picture)
            return reply.status == 503 ? nil : reply
        }
        #expect(reply.status == 200, "\(reply.text)")
    }

    @Test func `when the queue is full, pictures are refused, and taken again later`() async throws {
        let held = HeldDecoder()
        let fixture = try ServerFixture(decoder: held) { services in
            (services.decodingPlaces, services.settings.waitingPictures) = (1, 1)
        }
        @Sendable func scan() async -> ServerFixture.Reply {
            await fixture.send(.post, "/v1/scan", type: "image/png", body: [1])
        }
        async let first = scan()
        await held.waitForPictures(1)
        async let second = scan()
        _ = try await until { fixture.application.state.queue.counts.inside == 2 ? true : nil }
        let third = await scan()
        #expect(third.status == 503)
        #expect(third.code == "queue-full")
        #expect(third["Retry-After"] == "1")
        let metrics = await fixture.get("/metrics").text
        #expect(metrics.contains("beeline_decoding_running 1\n"))
        #expect(metrics.contains("beeline_decoding_waiting 1\n"))
        #expect(metrics.contains("beeline_decoding_refused_total 1\n"))
        await held.release()
        #expect(await first.status == 200)
        #expect(await second.status == 200)
        #expect(await scan().status == 200)
    }

    @Test func `a picture that takes too long is given up, and keeps its place until it ends`() async throws {
        let held = HeldDecoder()
        let fixture = try ServerFixture(decoder: held) { services in
            (services.decodingPlaces, services.settings.waitingPictures) = (1, 0)
            services.settings.decodingTimeLimit = .milliseconds(1)
        }
        let late = await fixture.send(.post, "/v1/scan", type: "image/png", body: [1])
        // No client sends it again: the next time it would take as long.
        #expect(late.status == 422 && late.code == "picture-too-slow")
        #expect(await fixture.send(.post, "/v1/scan", type: "image/png", body: [1]).code == "queue-full")
        await held.release()
    }

    // MARK: Performing

    @Test func `a request performs nothing unless the policy names it, and then reports the outcomes`() async throws {
        let diary = Diary()
        let plugin = FakePlugin("note") { action in
            await diary.note(action.rule)
            return ActionResult(message: "did it")
        }
        let registry = try PluginRegistry([plugin])
        let resolver = try Resolver(
            rules: .text(
                #"{"version":1,"rules":[{"id":"r","when":{"scan.source":"http"},"do":[{"action":"note"}]}]}"#),
            plugins: registry)
        let dispatcher = Dispatcher(plugins: registry, policy: .allow)
        let fixture = try ServerFixture(dispatcher: dispatcher) { setup in
            setup.desk = Desk({ resolver }, nil, memory: setup.desk.memory)
        }
        let code = #"{"text":"a"}"#
        _ = await fixture.post("/v1/resolve", json: code)
        #expect(await diary.entries.isEmpty)
        let one = await fixture.post("/v1/resolve?perform=true", json: code)
        let lines = await fixture.send(
            .post, "/v1/resolve?perform=true", type: "application/x-ndjson", body: Array("\(code)\n\(code)".utf8))
        let picture = await fixture.send(
            .post, "/v1/scan?perform=true", type: "image/png", body: try ServerFixture.picture("x"))
        for reply in [one, picture] {
            let action = reply.json["results"]?.array?.first?["resolution"]?["actions"]?.array?.first
            #expect(action?["outcome"]?["status"]?.string == "done", "\(reply.text)")
        }
        #expect(lines.text.split(separator: "\n").count { $0.contains(#""status":"done""#) } == 2)
        #expect(await diary.entries == ["r", "r", "r", "r"])

        let without = try ServerFixture.shared
        let refused = await without.post("/v1/resolve?perform=true", json: code)
        #expect(refused.status == 403)
        #expect(refused.json["detail"]?.string?.contains("name 'http' under 'sources' in the policy file") == true)
    }
}
