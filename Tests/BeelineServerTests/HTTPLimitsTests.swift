import BeelineSupport
import Glibc
import Synchronization
import Testing

@testable import BeelineServer

@Suite struct HTTPLimitsTests {
    private func limits(_ change: (inout HTTPLimits) -> Void) -> HTTPLimits {
        var limits = HTTPLimits.patient
        change(&limits)
        return limits
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let sent: String
        let limits: HTTPLimits
        var testDescription: String { name }

        init(_ name: String, _ sent: String, _ change: (inout HTTPLimits) -> Void) {
            (self.name, self.sent) = (name, sent)
            var limits = HTTPLimits.patient
            change(&limits)
            self.limits = limits
        }
    }

    static let good = "GET / HTTP/1.1\r\nHost: test\r\n\r\n"

    static let cases: [Case] = [
        Case("nothing is sent", "") { $0.headTime = .milliseconds(100) },
        Case("half a first line", "GET /") { $0.headTime = .milliseconds(100) },
        Case("half a head", "GET / HTTP/1.1\r\nHost: test\r\n") { $0.headTime = .milliseconds(100) },
        Case("less than was announced", "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 9\r\n\r\nabc") {
            $0.bodyTime = .milliseconds(100)
        },
        Case("a chunk that does not end", "POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nabc")
        {
            $0.bodyTime = .milliseconds(100)
        },
        Case("nothing behind a request", good) { $0.idleTime = .milliseconds(100) },
        Case("half a first line behind a request", "\(good)GET /") { $0.idleTime = .milliseconds(100) },
    ]

    @Test(arguments: cases)
    func `a connection whose time is over is closed`(_ example: Case) throws {
        let server = try TestServer(limits: example.limits)
        defer { server.server.stop() }
        let connection = try server.connect()
        connection.send(example.sent)
        let answers = RawAnswer.all(of: try connection.readToEnd())
        #expect(answers.count == (example.sent.hasPrefix(Self.good) ? 1 : 0))
    }

    @Test func `single bytes do not extend the time limit`() throws {
        let server = try TestServer(limits: limits { $0.headTime = .milliseconds(200) })
        defer { server.server.stop() }
        let connection = try server.connect()
        connection.send("GET / HTTP/1.1\r\nX: ")
        #expect(
            Gate.until {
                usleep(20_000)
                return !connection.send("a")
            })
    }

    @Test func `an answer that is not read ends the connection`() throws {
        let server = try TestServer(
            TestHandler(["/": { _ in ServerResponse(200, "text/plain", [UInt8](repeating: 0, count: 32 << 20)) }]),
            limits: limits { ($0.bodyTime, $0.rate) = (.milliseconds(100), 1 << 30) })
        defer { server.server.stop() }
        let connection = try server.connect()
        connection.send(Self.good)
        #expect(Gate.until { server.handler.finishes.withLock { $0.first?.sent } == 0 })
    }

    @Test func `many slow connections keep no good request out`() throws {
        let server = try TestServer(limits: limits { ($0.connections, $0.perLocalAddress) = (64, 48) })
        defer { server.server.stop() }
        var slow: [RawConnection] = []
        for number in 0..<300 {
            let connection = try server.connect()
            connection.send("GET / HTTP/1.1\r\nX-\(number): ")
            slow.append(connection)
            if number % 20 == 0 { #expect(try server.get("/good").text == TestHandler.hello) }
        }
        for connection in slow { connection.send("a") }
        #expect(try server.get("/good").text == TestHandler.hello)
    }

    @Test func `a request at work is never ended for another one`() throws {
        let gate = Gate()
        let server = try TestServer(
            TestHandler(["/slow": { _ in ServerResponse(gate.wait() ? 200 : 500) }]),
            limits: limits { ($0.connections, $0.perLocalAddress) = (8, 4) })
        defer { server.server.stop() }
        let working = try (0..<4).map { _ in
            let connection = try server.connect()
            connection.send("GET /slow HTTP/1.1\r\nHost: test\r\n\r\n")
            return connection
        }
        #expect(Gate.until { gate.arrived == 4 })
        // All places of this address are taken by work.
        let refused = try server.connect()
        refused.send(Self.good)
        #expect(try refused.readToEnd() == [])
        gate.open()
        for connection in working { #expect(try connection.readAnswer().status == 200) }
        #expect(try server.get("/").status == 200)
    }

    @Test(arguments: [false, true])
    func `bodies that do not fit beside those in memory are refused, and taken later`(isChunked: Bool) throws {
        let gate = Gate()
        let server = try TestServer(
            TestHandler(["/slow": { ServerResponse(gate.wait() ? 200 : 500, "text/plain", $0.body) }]),
            limits: limits { $0.bodies = 100 })
        defer { server.server.stop() }
        func post(_ path: String, _ count: Int) throws -> RawConnection {
            let connection = try server.connect()
            let body = String(repeating: "x", count: count)
            connection.send(
                "POST \(path) HTTP/1.1\r\nHost: test\r\n"
                    + (isChunked
                        ? "Transfer-Encoding: chunked\r\n\r\n\(String(count, radix: 16))\r\n\(body)\r\n0\r\n\r\n"
                        : "Content-Length: \(count)\r\n\r\n\(body)"))
            return connection
        }
        let slow = try post("/slow", 60)
        #expect(Gate.until { gate.arrived == 1 })
        let refused = try post("/", 60).readAnswer()
        #expect(refused.status == 503)
        #expect(refused.headers["Retry-After"] == "5")
        #expect(refused.headers["Connection"] == "close")
        #expect(refused.text.contains("busy"))
        #expect(try post("/", 40).readAnswer().body.count == 40)
        gate.open()
        #expect(try slow.readAnswer().body.count == 60)
        // What was in memory counts until its answer is sent.
        #expect(try Gate.until { try post("/", 100).readAnswer().status == 200 })
    }

    /// An answer of 100,000 bytes for `owner`, which no client reads.
    private func unread(_ server: TestServer, _ path: String) throws -> RawConnection {
        let connection = try server.connect()
        connection.send("GET \(path) HTTP/1.1\r\nHost: test\r\n\r\n")
        return connection
    }

    @Test func `answers that are not read have a budget, each caller a part of it, and give back what they had`() throws
    {
        let size = 16 << 20
        func answer(of owner: String) -> @Sendable (ServerRequest) -> ServerResponse {
            { _ in
                var response = ServerResponse(200, "text/plain", [UInt8](repeating: 0, count: size))
                response.owner = owner
                return response
            }
        }
        let server = try TestServer(
            TestHandler(["/a": answer(of: "a"), "/b": answer(of: "b"), "/c": answer(of: "c")]),
            limits: limits { ($0.answers, $0.answersOfOne) = (3 * size, 2 * size) })
        defer { server.server.stop() }
        func statuses(_ connections: [RawConnection]) throws -> [Int] {
            try connections.map { try $0.readAnswer().status }
        }
        let first = try (0..<2).map { _ in try unread(server, "/a") }
        // Each has its place once its head has come.
        for connection in first { try connection.peek() }
        #expect(try statuses([unread(server, "/a")]) == [503])
        let other = try unread(server, "/b")
        try other.peek()
        #expect(try statuses([unread(server, "/c")]) == [503])
        #expect(try server.get("/").text == TestHandler.hello, "short answers do not count")
        #expect(try statuses(first + [other]) == [200, 200, 200])
        #expect(try Gate.until { try statuses([unread(server, "/c")]) == [200] })
    }

    @Test func `a long answer that is read slowly is whole, and one that is not read ends soon`() throws {
        let body = (0..<3 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ ($0 >> 8)) }
        let server = try TestServer(
            TestHandler([
                "/long": { _ in ServerResponse(200, "text/plain", body) },
                "/longer": { _ in ServerResponse(200, "text/plain", [UInt8](repeating: 0, count: 32 << 20)) },
            ]), limits: limits { ($0.bodyTime, $0.rate) = (.milliseconds(500), 4 << 10) })
        defer { server.server.stop() }
        #expect(try server.get("/long").body == body)
        // By its length, this one would have two hours.
        let unread = try unread(server, "/longer")
        #expect(Gate.until { server.handler.finishes.withLock { $0.contains { $0.path == "/longer" } } })
        unread.breakOff()
    }

    @Test func `a body that never comes takes no room from others`() throws {
        let server = try TestServer(limits: limits { $0.bodies = 100 })
        defer { server.server.stop() }
        let announced = try (0..<8).map { _ in
            let connection = try server.connect()
            connection.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 100\r\n\r\nx")
            return connection
        }
        let connection = try server.connect()
        let body = String(repeating: "y", count: 80)
        connection.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 80\r\n\r\n\(body)")
        #expect(try connection.readAnswer().text == body)
        #expect(announced.count == 8)
    }

    @Test func `a connection between requests gives way too`() throws {
        let server = try TestServer(limits: limits { $0.perLocalAddress = 2 })
        defer { server.server.stop() }
        // A client may read the end of an answer before the server knows that it has sent it.
        var answered = 0
        func connectionBetweenRequests() throws -> RawConnection {
            let connection = try server.connect()
            connection.send(Self.good)
            #expect(try connection.readAnswer().status == 200)
            answered += 1
            #expect(Gate.until { server.handler.finishes.withLock { $0.count } == answered })
            return connection
        }
        let first = try connectionBetweenRequests()
        let others = try (0..<2).map { _ in try connectionBetweenRequests() }
        #expect(try first.readToEnd() == [])
        for connection in others { #expect(connection.send(Self.good)) }
    }
}

@Suite struct HTTPStopTests {
    @Test func `an accepted request is answered during a stop, and later ones are refused`() async throws {
        let gate = Gate()
        let server = try TestServer(TestHandler(["/slow": { _ in ServerResponse(gate.wait() ? 200 : 500) }]))
        let idle = try server.connect()
        idle.send(HTTPLimitsTests.good)
        _ = try idle.readAnswer()
        let working = try server.connect()
        working.send("GET /slow HTTP/1.1\r\nHost: test\r\n\r\n")
        #expect(Gate.until { gate.arrived == 1 })
        let port = server.port
        async let stopped = onThread { server.server.stop() }
        // The idle one is closed while the other one is still at work.
        #expect(try idle.readToEnd() == [])
        // Another test may listen there by now.
        if let late = try? RawConnection(port: port) {
            late.send("GET /late HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
            _ = try late.readToEnd()
        }
        gate.open()
        let answer = try working.readAnswer()
        #expect(answer.status == 200)
        #expect(try working.readToEnd() == [])
        #expect(try await stopped)
        #expect(server.handler.paths == ["/", "/slow"])
        #expect(server.server.places.isEmpty)
    }

    @Test func `a handler that never ends does not block a stop`() throws {
        let gate = Gate()
        var limits = HTTPLimits.patient
        limits.stopTime = .milliseconds(300)
        let server = try TestServer(
            TestHandler(["/slow": { _ in ServerResponse(gate.wait() ? 200 : 500) }]), limits: limits)
        let connection = try server.connect()
        connection.send("GET /slow HTTP/1.1\r\nHost: test\r\n\r\n")
        #expect(Gate.until { gate.arrived == 1 })
        #expect(!server.server.stop())
        gate.open()
    }

    @Test func `a stop without connections is done at once, and a second one does nothing`() throws {
        let server = try TestServer()
        #expect(server.server.stop())
        #expect(server.server.stop())
    }
}
