import BeelineSupport
import Dispatch
import Glibc
import Synchronization
import Testing

@testable import BeelineServer

/// A connection of a test, which sends what no proper client would.
final class RawConnection: Sendable {
    let descriptor: Int32

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// - Parameter patience: in seconds; only a failure makes a test wait for so long.
    init(port: UInt16, patience: Int = 600) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        try connect(to: address, patience)
    }

    init(path: String, patience: Int = 600) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        try connect(to: address, patience)
    }

    deinit { close(descriptor) }

    private func connect<Address>(to address: Address, _ patience: Int) throws {
        var patience = timeval(tv_sec: patience, tv_usec: 0)
        let length = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, length)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, length)
        let code = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
            }
        }
        guard code == 0 else { throw Failure(description: "no connection: \(String(cString: strerror(errno)))") }
    }

    /// - Returns: whether the other end took it all.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Says that nothing more will be sent.
    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// What comes next; empty at the end, nil when the connection was broken.
    func read() throws -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count >= 0 { return Array(buffer[..<count]) }
        guard errno != EAGAIN else { throw Failure(description: "nothing came, and the connection stays open") }
        return nil
    }

    /// Waits until something has come, and leaves it.
    func peek() throws {
        var byte: UInt8 = 0
        guard recv(descriptor, &byte, 1, Int32(MSG_PEEK)) == 1 else {
            throw Failure(description: "nothing came")
        }
    }

    /// Breaks the connection off.
    func breakOff() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// All that comes until the other end closes the connection.
    func readToEnd() throws -> [UInt8] {
        var all: [UInt8] = []
        while let part = try read(), !part.isEmpty { all += part }
        return all
    }

    /// Reads one answer, and leaves the bytes after it for the next call.
    func readAnswer(hasBody: Bool = true) throws -> RawAnswer {
        var bytes = rest.withLock { $0 }
        while true {
            if let (answer, count) = RawAnswer.first(of: bytes, hasBody: hasBody) {
                rest.withLock { $0 = Array(bytes[count...]) }
                return answer
            }
            guard let part = try read(), !part.isEmpty else {
                throw Failure(
                    description: "the connection ended before the answer: \(String(decoding: bytes, as: UTF8.self))")
            }
            bytes += part
        }
    }

    private let rest = Mutex<[UInt8]>([])
}

/// An answer as it came.
struct RawAnswer {
    var status: Int
    var headers: HTTPHeaders
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The answer at the beginning of some bytes, and how long it is; nil when it is not complete.
    static func first(of bytes: [UInt8], hasBody: Bool = true) -> (RawAnswer, Int)? {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components("\r\n")
        let status = Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? 0
        let headers = HTTPHeaders(
            lines.dropFirst().map { line in
                let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
                return (parts[0], parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "")
            })
        var answer = RawAnswer(status: status, headers: headers, body: [])
        guard hasBody, status >= 200, status != 204, status != 304 else { return (answer, end.upperBound) }
        if let length = headers["Content-Length"].flatMap({ Int($0) }) {
            guard bytes.count >= end.upperBound + length else { return nil }
            answer.body = Array(bytes[end.upperBound..<end.upperBound + length])
            return (answer, end.upperBound + length)
        }
        guard headers["Transfer-Encoding"] == "chunked" else { return (answer, end.upperBound) }
        var place = end.upperBound
        while true {
            guard let line = bytes[place...].firstRange(of: [13, 10]),
                let size = Int(String(decoding: bytes[place..<line.lowerBound], as: UTF8.self), radix: 16),
                bytes.count >= line.upperBound + size + 2
            else { return nil }
            answer.body += bytes[line.upperBound..<line.upperBound + size]
            place = line.upperBound + size + 2
            if size == 0 { return (answer, place) }
        }
    }

    /// All answers in some bytes.
    static func all(of bytes: [UInt8]) -> [RawAnswer] {
        var (answers, rest): ([RawAnswer], [UInt8]) = ([], bytes)
        while let (answer, count) = first(of: rest) {
            answers.append(answer)
            rest = Array(rest[count...])
        }
        return answers
    }
}

extension String {
    fileprivate func components(_ separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}

/// Answers requests of tests, and remembers them.
final class TestHandler: RequestHandler {
    /// The answer to `/` and what is not known here.
    static let hello = "hello"

    let requests = Mutex<[ServerRequest]>([])
    let finishes = Mutex<[(path: String, status: Int, sent: Int)]>([])
    let limit: Int
    private let answers: [String: @Sendable (ServerRequest) -> ServerResponse]

    init(limit: Int = 1 << 20, _ answers: [String: @Sendable (ServerRequest) -> ServerResponse] = [:]) {
        (self.limit, self.answers) = (limit, answers)
    }

    var paths: [String] { requests.withLock { $0.map(\.head.rawPath) } }

    func admit(_ head: RequestHead) -> Admission {
        if head.rawPath == "/forbidden" { return .answer(ServerResponse(403, "text/plain", Array("no".utf8))) }
        return .body(limit: limit)
    }

    func respond(to request: ServerRequest) -> ServerResponse {
        requests.withLock { $0.append(request) }
        if let answer = answers[request.head.rawPath] { return answer(request) }
        return ServerResponse(200, "text/plain", request.body.isEmpty ? Array(Self.hello.utf8) : request.body)
    }

    func refusal(status: Int, code: String, detail: String) -> ServerResponse {
        ServerResponse(status, "text/plain", Array("\(code): \(detail)".utf8))
    }

    func finished(_ head: RequestHead, status: Int, sent: Int, after duration: Duration) {
        finishes.withLock { $0.append((head.rawPath, status, sent)) }
    }

    func refused(_ target: String?, from peer: RequestHead.Peer, status: Int, after duration: Duration) {
        finishes.withLock { $0.append((target ?? "", status, 0)) }
    }
}

extension HTTPLimits {
    /// Those of a server on a machine that is busy with other tests: what a test does not limit itself takes its time.
    static let patient: HTTPLimits = {
        var limits = HTTPLimits()
        (limits.headTime, limits.bodyTime, limits.idleTime) = (.seconds(3600), .seconds(3600), .seconds(3600))
        limits.stopTime = .seconds(600)
        return limits
    }()
}

/// A server of a test at a port of its own.
struct TestServer {
    let server: HTTPServer
    let handler: TestHandler
    let port: UInt16

    init(_ handler: TestHandler = TestHandler(), identity: TLSIdentity? = nil, limits: HTTPLimits = .patient) throws {
        self.handler = handler
        server = HTTPServer(
            listeners: [Listener(.tcp(address: "127.0.0.1", port: 0), identity: identity)], limits: limits)
        try server.listen()
        try server.start(handler)
        port = try #require(server.places.first?.port)
    }

    func connect(patience: Int = 600) throws -> RawConnection { try RawConnection(port: port, patience: patience) }

    /// Sends a request to `path`, and reads the answer on a connection of its own.
    func get(_ path: String) throws -> RawAnswer {
        let connection = try connect()
        connection.send("GET \(path) HTTP/1.1\r\nHost: test\r\n\r\n")
        return try connection.readAnswer()
    }
}

/// Runs blocking work on a thread of its own. Tests that block share the few threads of the concurrency runtime; one
/// that waits for a task, even in a handler, would wait for itself.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "beeline.tests").async { continuation.resume(with: Result(catching: work)) }
    }
}

/// A gate that threads wait at until it is opened.
final class Gate: Sendable {
    private let isOpen = Mutex(false)
    private let arrivals = Mutex(0)

    var arrived: Int { arrivals.withLock { $0 } }

    /// - Returns: whether it was opened within ten minutes.
    @discardableResult
    func wait() -> Bool {
        arrivals.withLock { $0 += 1 }
        return Gate.until { self.isOpen.withLock { $0 } }
    }

    func open() { isOpen.withLock { $0 = true } }

    /// Waits until something is the case; false when it is not so after ten minutes.
    static func until(_ isSo: () throws -> Bool) rethrows -> Bool {
        for _ in 0..<300_000 {
            if try isSo() { return true }
            usleep(2000)
        }
        return false
    }
}
