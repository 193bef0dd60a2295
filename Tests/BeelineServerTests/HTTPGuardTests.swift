import BeelineSupport
import Foundation
import Synchronization
import Testing

@testable import BeelineServer

/// Requests that two programs may read in two ways, sent as they are. The bytes after them must not become a request.
@Suite struct HTTPGuardTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let request: String
        var status = 400
        /// Whether newer libraries close the connection without an answer.
        var mayBeSilent = false
        var testDescription: String { name }
    }

    static let smuggled = "GET /smuggled HTTP/1.1\r\nHost: test\r\n\r\n"

    static let cases: [Case] = [
        Case(
            name: "two Content-Length",
            request: "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nabc"),
        Case(
            name: "the same Content-Length twice",
            request: "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc"),
        Case(
            name: "Content-Length with Transfer-Encoding",
            request: "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        ),
        Case(
            name: "Transfer-Encoding with Content-Length",
            request: "POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n"
        ),
        Case(
            name: "a blank before the colon",
            request: "POST / HTTP/1.1\r\nHost: test\r\nContent-Length : 3\r\n\r\nabc"),
        Case(
            name: "a tab before the colon",
            request: "POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding\t: chunked\r\n\r\n0\r\n\r\n"),
        Case(name: "an unknown coding", request: "POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: gzip\r\n\r\n"),
        Case(
            name: "two codings",
            request: "POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"),
        Case(
            name: "a coding in disguise",
            request: "POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: \u{B}chunked\r\n\r\n0\r\n\r\n"),
        Case(
            name: "chunked twice",
            request: "POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "0\r\n\r\n"),
        Case(
            name: "chunked in HTTP/1.0",
            request: "POST / HTTP/1.0\r\nHost: test\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "0\r\n\r\n"),
        Case(name: "bare LF throughout", request: "GET / HTTP/1.1\nHost: test\n\n"),
        Case(name: "bare LF behind the first line", request: "GET / HTTP/1.1\nHost: test\r\n\r\n"),
        Case(name: "bare LF between fields", request: "GET / HTTP/1.1\r\nX: 1\nHost: test\r\n\r\n"),
        Case(name: "bare LF behind the last field", request: "GET / HTTP/1.1\r\nHost: test\n\r\n"),
        Case(name: "bare LF as the empty line", request: "GET / HTTP/1.1\r\nHost: test\r\n\n"),
        Case(name: "bare CR in a value", request: "GET / HTTP/1.1\r\nHost: test\r\nX: a\rContent-Length: 9\r\n\r\n"),
        Case(
            name: "a line that is continued",
            request: "POST / HTTP/1.1\r\nHost: test\r\nX: 1\r\n Content-Length: 3\r\n\r\nabc"),
        Case(
            name: "a coding in a line that is continued",
            request: "POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n"),
        Case(
            name: "a continuation by a tab, behind the first line",
            request: "GET / HTTP/1.1\r\n\tX: 1\r\nHost: test\r\n\r\n"),
        Case(name: "a NUL in a value", request: "GET / HTTP/1.1\r\nHost: test\r\nX: a\0b\r\n\r\n"),
        Case(name: "a NUL in a name", request: "GET / HTTP/1.1\r\nHost: test\r\nX\0: a\r\n\r\n"),
        Case(
            name: "a NUL in the target", request: "GET /\0a HTTP/1.1\r\nHost: test\r\n\r\n", mayBeSilent: true),
        Case(name: "no Host", request: "GET / HTTP/1.1\r\nX: 1\r\n\r\n"),
        Case(name: "no field at all", request: "GET / HTTP/1.1\r\n\r\n"),
        Case(name: "two Host", request: "GET / HTTP/1.1\r\nHost: test\r\nHost: other\r\n\r\n"),
        Case(name: "two Host in HTTP/1.0", request: "GET / HTTP/1.0\r\nHost: test\r\nHost: other\r\n\r\n"),
        Case(
            name: "a sign before the length",
            request: "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: +3\r\n\r\nabc"),
        Case(
            name: "a negative length",
            request: "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: -3\r\n\r\nabc"),
        Case(
            name: "a list of lengths",
            request: "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 3, 3\r\n\r\nabc"),
        Case(name: "an empty length", request: "POST / HTTP/1.1\r\nHost: test\r\nContent-Length:\r\n\r\n"),
        Case(
            name: "a length of 20 digits",
            request: "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 18446744073709551617\r\n\r\nabc", status: 413),
        Case(name: "an empty name", request: "GET / HTTP/1.1\r\nHost: test\r\n: x\r\n\r\n"),
        Case(name: "a name with a slash", request: "GET / HTTP/1.1\r\nHost: test\r\na/b: x\r\n\r\n"),
        Case(name: "a line without a colon", request: "GET / HTTP/1.1\r\nHost: test\r\nGET /smuggled HTTP/1.1\r\n\r\n"),
        Case(name: "two spaces", request: "GET  / HTTP/1.1\r\nHost: test\r\n\r\n"),
        Case(name: "a space in the target", request: "GET /a /b HTTP/1.1\r\nHost: test\r\n\r\n"),
        Case(name: "a space behind the version", request: "GET / HTTP/1.1 \r\nHost: test\r\n\r\n"),
        Case(name: "a target beyond ASCII", request: "GET /é HTTP/1.1\r\nHost: test\r\n\r\n"),
        Case(name: "a fragment in the target", request: "GET /a#b HTTP/1.1\r\nHost: test\r\n\r\n"),
        Case(name: "a whole URL as the target", request: "GET http://other/ HTTP/1.1\r\nHost: test\r\n\r\n"),
        Case(name: "* as the target", request: "OPTIONS * HTTP/1.1\r\nHost: test\r\n\r\n"),
        Case(
            name: "a target of 9000 bytes",
            request: "GET /\(String(repeating: "a", count: 9000)) HTTP/1.1\r\nHost: test\r\n\r\n",
            status: 414),
        Case(name: "an unknown method", request: "BREW / HTTP/1.1\r\nHost: test\r\n\r\n", status: 501),
        Case(name: "a method in small letters", request: "get / HTTP/1.1\r\nHost: test\r\n\r\n", status: 501),
        Case(name: "a method that is no word", request: "G(T / HTTP/1.1\r\nHost: test\r\n\r\n"),
        Case(name: "HTTP/1.2", request: "GET / HTTP/1.2\r\nHost: test\r\n\r\n"),
        Case(name: "HTTP/2.0", request: "GET / HTTP/2.0\r\nHost: test\r\n\r\n", status: 505),
        Case(name: "a version in small letters", request: "GET / http/1.1\r\nHost: test\r\n\r\n"),
        Case(
            name: "a header of 40 kB",
            request: "GET / HTTP/1.1\r\nHost: test\r\nX: \(String(repeating: "a", count: 40_000))\r\n\r\n", status: 431),
    ]

    @Test(arguments: cases)
    func `a request with two readings is refused, and the one that follows is dropped`(_ example: Case) throws {
        let server = try TestServer()
        defer { server.server.stop() }
        let connection = try server.connect()
        connection.send(example.request + Self.smuggled + Self.smuggled)
        let bytes = try connection.readToEnd()
        let answers = RawAnswer.all(of: bytes)
        #expect(answers.map(\.status) == [example.status] || example.mayBeSilent && answers.isEmpty)
        // libmicrohttpd 0.9.75 sends the head of some of its own errors twice.
        #expect(String(decoding: bytes, as: UTF8.self).components(separatedBy: "HTTP/1.1 ").count == answers.count + 1)
        #expect(server.handler.paths == [])
        // The server continues.
        #expect(try server.get("/good").text == TestHandler.hello)
    }

    @Test(arguments: ["a&", "a=b&", "&", "%26&", "a=1+2&"])
    func `a query with thousands of parameters is passed on unchanged`(_ parameter: String) throws {
        let server = try TestServer()
        defer { server.server.stop() }
        let target = "/?" + String(repeating: parameter, count: 8190 / parameter.utf8.count)
        #expect(try server.get(target).text == TestHandler.hello)
        let query = server.handler.requests.withLock { $0.first?.head.rawQuery }
        #expect(query == String(target.dropFirst(2)))
        #expect(try server.get(target + String(repeating: parameter, count: 10)).status == 414)
    }

    static let refused: [(request: String, target: String, statuses: Set<Int>)] = [
        ("POST /a HTTP/1.1\r\nHost: test\r\nContent-Length: 3, 3\r\n\r\nabc", "/a", [400]),
        ("POST /b?c HTTP/1.1\r\nHost: test\r\nContent-Length: 18446744073709551618\r\n\r\nabc", "/b?c", [413]),
        ("GET /c HTTP/1.1\r\nHost: test\r\nHost: test\r\n\r\n", "/c", [400]),
        ("GET /d HTTP/1.1\r\nHost: test\r\nX: \(String(repeating: "a", count: 40_000))\r\n\r\n", "/d", [431]),
        (
            "POST /e HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n3;"
                + String(repeating: "x", count: 100_000) + "\r\nabc\r\n0\r\n\r\n", "/e", [400, 413]
        ),
    ]

    @Test(arguments: refused)
    func `a request that is refused is one that a log can have`(
        request: String, target: String, statuses: Set<Int>
    ) throws {
        let server = try TestServer()
        defer { server.server.stop() }
        let connection = try server.connect()
        connection.send(request)
        let answers = RawAnswer.all(of: try connection.readToEnd())
        let status = try #require(answers.first?.status)
        #expect(answers.count == 1 && statuses.contains(status), "\(answers.map(\.status))")
        connection.breakOff()
        #expect(Gate.until { server.handler.finishes.withLock { $0.count } == 1 })
        let finished = try #require(server.handler.finishes.withLock { $0.first })
        #expect(finished.path == target && finished.status == status)
    }

    @Test func `a refusal is worded by the handler`() throws {
        let server = try TestServer()
        defer { server.server.stop() }
        let connection = try server.connect()
        connection.send("GET /a#b HTTP/1.1\r\nHost: test\r\n\r\n")
        let answer = try connection.readAnswer()
        #expect(answer.text == "bad-request: a character in the target of the request must be percent-encoded")
        #expect(answer.headers["Connection"] == "close")
    }

    static let framings: [Case] = [
        Case(name: "bare LF behind a size", request: "5\nhello\r\n0\r\n\r\n"),
        Case(name: "an extension with bare LF", request: "5;a\nhello\r\n0\r\n\r\n"),
        Case(name: "bare LF behind a chunk", request: "5\r\nhello\n0\r\n\r\n"),
        Case(name: "an extension", request: "5;x=y\r\nhello\r\n0\r\n\r\n"),
        Case(name: "a trailer", request: "5\r\nhello\r\n0\r\nContent-Length: 3\r\n\r\n", status: 200),
        Case(name: "as it should be", request: "5\r\nhello\r\n0\r\n\r\n", status: 200),
    ]

    @Test(arguments: framings)
    func `nothing after a chunked body becomes a request`(_ example: Case) throws {
        let server = try TestServer()
        defer { server.server.stop() }
        let connection = try server.connect()
        connection.send(
            "POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n" + example.request + Self.smuggled)
        let answers = RawAnswer.all(of: try connection.readToEnd())
        // From 1.0 on the library refuses bare LF itself, and 1.0.1 extensions of chunks as well.
        let isRefused = example.status == 400 && answers.map(\.status) == [400]
        #expect(isRefused || answers.map(\.text) == ["hello"])
        #expect(server.handler.paths == (isRefused ? [] : ["/"]))
    }

    static let malformedChunks: [Case] = [
        Case(name: "a size that is no number", request: "zz\r\nhello\r\n0\r\n\r\n"),
        Case(name: "a size with a sign", request: "+5\r\nhello\r\n0\r\n\r\n"),
        Case(name: "a size in C", request: "0x5\r\nhello\r\n0\r\n\r\n"),
        Case(name: "a size with a blank", request: "5 \r\nhello\r\n0\r\n\r\n"),
        Case(name: "a size that overflows", request: "10000000000000005\r\nhello\r\n0\r\n\r\n", status: 413),
        Case(name: "a chunk that is longer", request: "5\r\nhello!\r\n0\r\n\r\n"),
    ]

    @Test(arguments: malformedChunks)
    func `malformed chunks never reach a handler`(_ example: Case) throws {
        let server = try TestServer()
        defer { server.server.stop() }
        let connection = try server.connect()
        connection.send(
            "POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n" + example.request + Self.smuggled)
        let answers = RawAnswer.all(of: try connection.readToEnd())
        #expect(answers.map(\.status) == [example.status])
        #expect(server.handler.paths == [])
    }
}
