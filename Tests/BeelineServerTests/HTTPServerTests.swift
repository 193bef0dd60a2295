import BeelineSupport
import Glibc
import Synchronization
import Testing

@testable import BeelineServer

@Suite struct HTTPServerTests {
    @Test func `a connection is used again, and requests that come together are answered in their order`() throws {
        let server = try TestServer()
        defer { server.server.stop() }
        let connection = try server.connect()
        for path in ["/1", "/2"] {
            connection.send("GET \(path) HTTP/1.1\r\nHost: test\r\n\r\n")
            #expect(try connection.readAnswer().text == TestHandler.hello)
        }
        connection.send(
            "POST /3 HTTP/1.1\r\nHost: test\r\nContent-Length: 3\r\n\r\nabcGET /4 HTTP/1.1\r\nHost: test\r\n\r\n"
                + "POST /5 HTTP/1.1\r\nHost: test\r\nContent-Length: 2\r\nConnection: close\r\n\r\nde")
        let answers = RawAnswer.all(of: try connection.readToEnd())
        #expect(answers.map(\.text) == ["abc", TestHandler.hello, "de"])
        #expect(answers.map { $0.headers["Connection"] } == [nil, nil, "close"])
        #expect(server.handler.paths == ["/1", "/2", "/3", "/4", "/5"])
    }

    @Test func `a client of HTTP 1.0 is answered, and needs no Host`() throws {
        let server = try TestServer()
        defer { server.server.stop() }
        let connection = try server.connect()
        connection.send("GET / HTTP/1.0\r\n\r\n")
        let answers = RawAnswer.all(of: try connection.readToEnd())
        #expect(answers.map(\.text) == [TestHandler.hello])
    }

    @Test func `a target comes to the handler as it was sent`() throws {
        let server = try TestServer()
        defer { server.server.stop() }
        let paths = ["/a%2Fb/%00c", "/a+b", "//x/../y/.", "/a%zz"]
        for path in paths { _ = try server.get("\(path)?q=1&r=a+b%26?&s") }
        #expect(server.handler.paths == paths)
        let queries = server.handler.requests.withLock { $0.map(\.head.rawQuery) }
        #expect(queries == Array(repeating: "q=1&r=a+b%26?&s", count: paths.count))
    }

    @Test func `fields come to the handler in their order, with the address of the client`() throws {
        let server = try TestServer()
        defer { server.server.stop() }
        let connection = try server.connect()
        connection.send(
            "GET / HTTP/1.1\r\nHost: test\r\nCookie: a=1\r\nX-A:  1\r\ncookie: b=2; c=\"3\"\r\nX-Empty:\r\n\r\n")
        #expect(try connection.readAnswer().status == 200)
        let head = try #require(server.handler.requests.withLock { $0.first?.head })
        #expect(head.headers.all.map(\.name) == ["Host", "Cookie", "X-A", "cookie", "X-Empty"])
        #expect(head.headers.all("Cookie") == ["a=1", "b=2; c=\"3\""])
        #expect(head.headers["x-a"] == "1")
        #expect(head.headers["X-Empty"] == "")
        #expect(head.peer == RequestHead.Peer(address: "127.0.0.1", isLocal: true, isEncrypted: false))
    }

    @Test func `a body of many megabytes arrives as it was sent`() throws {
        let server = try TestServer(TestHandler(limit: 20 << 20))
        defer { server.server.stop() }
        let part = (0..<99_991).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ ($0 >> 8)) }
        let body = Array(repeatElement(part, count: 170).joined())
        let connection = try server.connect()
        connection.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: \(body.count)\r\n\r\n")
        connection.send(body)
        #expect(try connection.readAnswer().body == body)
    }

    @Test func `a body in chunks arrives whole`() throws {
        let server = try TestServer()
        defer { server.server.stop() }
        let connection = try server.connect()
        connection.send(
            "POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: Chunked\r\n\r\n3\r\nabc\r\nA\r\n0123456789\r\n")
        connection.send("0\r\n\r\n")
        let answer = try connection.readAnswer()
        #expect(answer.text == "abc0123456789")
        #expect(answer.headers["Connection"] == "close")
    }

    @Test func `HEAD is answered without a body`() throws {
        let server = try TestServer()
        defer { server.server.stop() }
        let connection = try server.connect()
        connection.send("HEAD / HTTP/1.1\r\nHost: test\r\n\r\nGET /2 HTTP/1.1\r\nHost: test\r\n\r\n")
        let head = try connection.readAnswer(hasBody: false)
        #expect(head.headers["Content-Length"] == String(TestHandler.hello.utf8.count))
        #expect(try connection.readAnswer().text == TestHandler.hello)
    }

    @Test func `a handler may answer before the body, which is not read then`() throws {
        let server = try TestServer()
        defer { server.server.stop() }
        let connection = try server.connect()
        connection.send("GET /forbidden HTTP/1.1\r\nHost: test\r\n\r\n")
        #expect(try connection.readAnswer().headers["Connection"] == nil)
        connection.send("POST /forbidden HTTP/1.1\r\nHost: test\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n")
        let answer = try connection.readAnswer()
        #expect(answer.status == 403)
        #expect(answer.headers["Connection"] == "close")
        #expect(server.handler.paths == [])
    }

    // MARK: - Limits of bodies

    @Test func `a body that is announced too long is refused before it is sent`() throws {
        let server = try TestServer(TestHandler(limit: 10))
        defer { server.server.stop() }
        let connection = try server.connect()
        connection.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 11\r\nExpect: 100-continue\r\n\r\n")
        let answers = RawAnswer.all(of: try connection.readToEnd())
        #expect(answers.map(\.status) == [413])
        #expect(answers.first?.text == "body-too-long: the body of the request is longer than 10 bytes")
    }

    @Test func `a client that expects 100 gets it`() throws {
        let server = try TestServer(TestHandler(limit: 11))
        defer { server.server.stop() }
        let connection = try server.connect()
        connection.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 11\r\nExpect: 100-continue\r\n\r\n")
        #expect(try connection.readAnswer().status == 100)
        connection.send("hello world")
        #expect(try connection.readAnswer().text == "hello world")
    }

    @Test func `chunks beyond the limit are refused, and an endless body ends the connection`() throws {
        let server = try TestServer(TestHandler(limit: 10))
        defer { server.server.stop() }
        let head = "POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n"
        let connection = try server.connect()
        connection.send(head + "b\r\nhello world\r\n0\r\n\r\n")
        #expect(try connection.readAnswer().status == 413)

        let endless = try server.connect()
        endless.send(head)
        let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 0, count: 0x10000) + Array("\r\n".utf8)
        var sent = 0
        while sent < 1000, endless.send(chunk) { sent += 1 }
        #expect(sent < 1000)
        #expect(server.handler.paths == [])
    }

    @Test func `a client that sends on after a refusal can read it`() throws {
        let server = try TestServer(TestHandler(limit: 10))
        defer { server.server.stop() }
        let connection = try server.connect()
        let body = [UInt8](repeating: 0, count: 4 << 20)
        connection.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: \(body.count)\r\n\r\n")
        connection.send(body)
        #expect(RawAnswer.all(of: try connection.readToEnd()).map(\.status) == [413])
    }

    // MARK: - Answers

    @Test func `a handler's late result is its answer`() async throws {
        let server = try TestServer(
            TestHandler([
                "/wait": { _ in
                    ServerResponse(200, "text/plain", runBlocking { await Task { Array("done".utf8) }.value })
                }
            ]))
        defer { server.server.stop() }
        #expect(try await onThread { try server.get("/wait").text } == "done")
    }

    @Test func `bytes are sent, and fields of the answer`() throws {
        let server = try TestServer(
            TestHandler([
                "/bytes": { _ in
                    ServerResponse(201, headers: [("X-A", "1"), ("X-A", "2")], body: .bytes(Array("text".utf8)))
                },
                "/none": { _ in ServerResponse(204) },
                "/closes": { _ in
                    var response = ServerResponse(200)
                    response.closes = true
                    return response
                },
            ]))
        defer { server.server.stop() }
        let answer = try server.get("/bytes")
        #expect(answer.status == 201)
        #expect(answer.text == "text")
        #expect(answer.headers.all("X-A") == ["1", "2"])
        #expect(answer.headers["Date"] != nil)
        #expect(try server.get("/none").status == 204)
        #expect(try server.get("/closes").headers["Connection"] == "close")
    }

    @Test(arguments: ["a\r\nSet-Cookie: x=1", "a\nb", "a\0b"])
    func `a field that would become two is not sent`(value: String) throws {
        let server = try TestServer(
            TestHandler(["/": { _ in ServerResponse(200, headers: [("Location", value)]) }]))
        defer { server.server.stop() }
        let answer = try server.get("/")
        #expect(answer.status == 500)
        #expect(answer.headers["Set-Cookie"] == nil)
    }

    @Test func `the handler is informed of each answer that was sent`() throws {
        let server = try TestServer()
        defer { server.server.stop() }
        let connection = try server.connect()
        connection.send("GET /a HTTP/1.1\r\nHost: test\r\n\r\nHEAD /b HTTP/1.1\r\nHost: test\r\n\r\n")
        _ = try connection.readAnswer()
        _ = try connection.readAnswer(hasBody: false)
        #expect(Gate.until { server.handler.finishes.withLock { $0.count } == 2 })
        let finishes = server.handler.finishes.withLock { $0 }
        #expect(finishes.map(\.path) == ["/a", "/b"])
        #expect(finishes.map(\.sent) == [TestHandler.hello.utf8.count, 0])
    }
}

/// A stream that a test feeds.
final class TestStream: ResponseStream {
    private let state = Mutex<(pieces: [[UInt8]], isOver: Bool, isCancelled: Bool)>(([], false, false))

    func feed(_ piece: [UInt8]) { state.withLock { $0.pieces.append(piece) } }
    func end() { state.withLock { $0.isOver = true } }
    var isCancelled: Bool { state.withLock(\.isCancelled) }

    func next() -> [UInt8]? {
        var piece: [UInt8]?
        _ = Gate.until {
            state.withLock { state in
                if state.isCancelled { return true }
                if !state.pieces.isEmpty { piece = state.pieces.removeFirst() }
                return piece != nil || state.isOver
            }
        }
        return piece
    }

    func cancel() { state.withLock { $0.isCancelled = true } }
}

@Suite struct HTTPStreamTests {
    private func serve(_ stream: TestStream, limits: HTTPLimits = .patient) throws -> TestServer {
        try TestServer(
            TestHandler(["/": { _ in ServerResponse(200, body: .stream(stream)) }]), limits: limits)
    }

    @Test func `pieces arrive as they are made, whatever their size`() throws {
        let stream = TestStream()
        let server = try serve(stream)
        defer { server.server.stop() }
        let connection = try server.connect()
        connection.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n")
        stream.feed(Array("first".utf8))
        var seen: [UInt8] = []
        while seen.firstRange(of: Array("first".utf8)) == nil { seen += try #require(try connection.read()) }
        let large = [UInt8](repeating: 0x61, count: 300_000)
        stream.feed(large)
        stream.end()
        while RawAnswer.first(of: seen) == nil { seen += try #require(try connection.read()) }
        #expect(RawAnswer.first(of: seen)?.0.body == Array("first".utf8) + large)
        // The connection continues.
        #expect(Gate.until { stream.isCancelled })
        #expect(server.handler.finishes.withLock { $0.first?.sent } == 300_005)
    }

    @Test func `a client of HTTP 1.0 gets them without chunks`() throws {
        let stream = TestStream()
        let server = try serve(stream)
        defer { server.server.stop() }
        let connection = try server.connect()
        connection.send("GET / HTTP/1.0\r\n\r\n")
        stream.feed(Array("first".utf8))
        stream.end()
        let bytes = try connection.readToEnd()
        #expect(bytes.suffix(9) == Array("\r\n\r\nfirst".utf8)[...])
    }

    @Test func `a stream without news is cancelled when its client is gone`() throws {
        let stream = TestStream()
        let server = try serve(stream)
        defer { server.server.stop() }
        var connection: RawConnection? = try server.connect()
        connection?.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n")
        stream.feed(Array("first".utf8))
        _ = try connection?.read()
        #expect(!stream.isCancelled)
        connection = nil
        #expect(Gate.until { stream.isCancelled })
    }

    @Test func `HEAD does not read a stream`() throws {
        let stream = TestStream()
        let server = try serve(stream)
        defer { server.server.stop() }
        let connection = try server.connect()
        connection.send("HEAD / HTTP/1.1\r\nHost: test\r\n\r\n")
        #expect(try connection.readAnswer(hasBody: false).status == 200)
        #expect(Gate.until { stream.isCancelled })
    }

    @Test func `a stop ends streams in an orderly way`() throws {
        let stream = TestStream()
        let server = try serve(stream)
        let connection = try server.connect()
        connection.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n")
        stream.feed(Array("first".utf8))
        var seen: [UInt8] = []
        while seen.firstRange(of: Array("first".utf8)) == nil { seen += try #require(try connection.read()) }
        #expect(server.server.stop())
        #expect(RawAnswer.first(of: seen + (try connection.readToEnd()))?.0.text == "first")
    }
}
