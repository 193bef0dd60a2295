import BeelinePlugins
import BeelineSupport
import BeelineSymbols
import Glibc
import TestPrograms
import Testing

@testable import BeelineLive

@Suite(.timeLimit(.minutes(15)))
struct MQTTSourceTests {
    struct Message: Sendable, CustomTestStringConvertible {
        var pointer = ""
        let payload: String
        let event: SourceRun.Event
        var testDescription: String { pointer + payload.prefix(100) + " (\(payload.utf8.count))" }
    }

    static let messages = [
        Message(payload: "4006381333931", event: .code(Symbol(.unknown, "4006381333931"))),
        Message(payload: "4006381333931\r\n", event: .code(Symbol(.unknown, "4006381333931"))),
        Message(payload: #"{"text":"42","symbology":"ean_8"}"#, event: .code(Symbol(.ean8, "42"))),
        Message(
            payload: #"{"bytes":"/w==","aim":"]Q1"}"#,
            event: .code(Symbol(.unknown, bytes: [0xFF], aim: AIMIdentifier("]Q1")) { _ in ("ÿ", "ISO-8859-1") })),
        Message(payload: #"{"text":42}"#, event: .problem("bad-input")),
        // A code that is JSON itself, as some are.
        Message(payload: #"{"url":"x"}"#, event: .code(Symbol(.unknown, #"{"url":"x"}"#))),
        Message(pointer: "#/data/0/id", payload: #"{"data":[{"id":"E2"}]}"#, event: .code(Symbol(.unknown, "E2"))),
        Message(pointer: "#/n", payload: #"{"n":4006381333931}"#, event: .code(Symbol(.unknown, "4006381333931"))),
        Message(pointer: "#/n", payload: #"{"n":123456789012345678901}"#, event: .problem("bad-input")),
        Message(
            pointer: "#/c", payload: #"{"c":{"text":"42","symbology":"ean_8"}}"#, event: .code(Symbol(.ean8, "42"))),
        Message(pointer: "#/x", payload: #"{"n":1}"#, event: .problem("bad-input")),
        Message(pointer: "#/x", payload: "42", event: .problem("bad-input")),
    ]

    private static func x(_ count: Int) -> String { String(repeating: "x", count: count) }

    static let longMessages = [
        Message(payload: #"{"text":"42","note":"\#(x(500_000))"}"#, event: .code(Symbol(.unknown, "42"))),
        Message(payload: x(8 << 10), event: .code(Symbol(.unknown, x(8 << 10)))),
        Message(payload: x(8 << 10 + 1), event: .problem("code-too-long")),
        Message(payload: #"{"text":"\#(x(9_000))"}"#, event: .problem("code-too-long")),
        Message(pointer: "#/n", payload: #"{"n":"\#(x(60_000))"}"#, event: .problem("code-too-long")),
    ]

    @Test("a message may be longer than a code, but a code has the limit of all sources", arguments: longMessages)
    func limitsCodes(_ message: Message) async throws { try await receive(message) }

    @Test(arguments: messages) func `a message is a code`(_ message: Message) async throws {
        try await receive(message)
    }

    private func receive(_ message: Message) async throws {
        let broker = try await Mosquitto()
        let run = try SourceRun(try MQTTSource("\(broker.url)/shop/%2B/code\(message.pointer)"))
        #expect(await run.next() == [.connected])
        try await broker.publish("", to: "shop/a/code")
        try await broker.publish("no", to: "shop/a/b/code")
        try await broker.publish(message.payload, to: "shop/a/code")
        if case .code(let symbol) = message.event, symbol.hasRawBytes {
            let found = try #require(await run.next().first?.symbol)
            #expect(found.bytes == symbol.bytes)
            #expect(found.aim == symbol.aim)
        } else {
            #expect(await run.next() == [message.event])
        }
        run.stop()
        #expect(await run.next() == [.ended])
    }

    @Test func `a retained message is an old scan, and a message that is too long is dropped`() async throws {
        let broker = try await Mosquitto()
        try await broker.publish("old", to: "t", arguments: ["-r"])
        let run = try SourceRun(try MQTTSource("\(broker.url)/#"))
        #expect(await run.next() == [.connected])
        try await broker.publish([UInt8](repeating: 0x41, count: 1 << 20 | 1), to: "t")
        try await broker.publish("new", to: "t")
        #expect(await run.next(2) == [.problem("message-too-long"), .code(Symbol(.unknown, "new"))])
        run.stop()
        #expect(await run.next() == [.ended])
    }

    @Test func `a broker that goes is lost, and one that is not there too`() async throws {
        let broker = try await Mosquitto()
        let source = try MQTTSource("mqtt://till:hunter2@127.0.0.1:\(broker.port)/t")
        #expect(source.name == "mqtt://127.0.0.1:\(broker.port)/t")
        let run = try SourceRun(source)
        #expect(await run.next() == [.connected])
        broker.kill()
        #expect(await run.next().first?.isLost == true)
        let second = try SourceRun(source)
        #expect(
            await second.next() == [.failed(.lost("no connection to the broker: Connection refused"))])
    }

    @Test func `a wrong password is an error that only the user can correct`() async throws {
        let broker = try await Mosquitto(user: ("till", "p:@/#"))
        let right = try SourceRun(try MQTTSource("mqtt://till:p:%40%2F%23@127.0.0.1:\(broker.port)/t"))
        #expect(await right.next() == [.connected])
        right.stop()
        for user in ["till:hunter3@", "till@", ""] {
            let run = try SourceRun(try MQTTSource("mqtt://\(user)127.0.0.1:\(broker.port)/t"))
            let reason = "the broker refuses the user or the password; check both"
            #expect(await run.next() == [.failed(.unusable(reason))])
        }
    }

    @Test func `an encrypted connection is one to a broker whose certificate is trusted`() async throws {
        let folder = try TemporaryFolder()
        let (key, certificate) = (folder.path("key.pem"), folder.path("certificate.pem"))
        let made = try await TestPrograms.run(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key,
                "-out", certificate, "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2",
            ])
        #expect(made.status == 0, "\(made.errors)")
        let broker = try await Mosquitto(settings: ["certfile \(certificate)", "keyfile \(key)"])
        let url = "mqtts://127.0.0.1:\(broker.port)/t"
        var source = try MQTTSource(url)
        source.broker.authorities = certificate
        let trusting = try SourceRun(source)
        #expect(await trusting.next() == [.connected])
        try await broker.publish("42", to: "t", arguments: ["--cafile", certificate])
        #expect(await trusting.next() == [.code(Symbol(.unknown, "42"))])
        trusting.stop()
        let other = try SourceRun(try MQTTSource(url))
        let reason = try #require(await other.next().first?.unusable)
        #expect(reason.hasPrefix("no trusted encrypted connection to the broker"))
        #expect(reason.contains("certificate verify failed"), "\(reason)")
    }

    static let wrong = [
        ("mqtt://host", "the topic is missing"), ("mqtt://host/", "the topic is missing"),
        ("mqtt:///t", "no host"), ("mqtt://host:x/t", "'x' is not a port number"), ("http://host/t", "mqtt://HOST"),
        ("mqtt://host/a/#/b", "write %23 for a '#'"), ("mqtt://host/a%23", "# must be the whole last level"),
        ("mqtt://host/a+/b", "+ must be a whole level"), ("mqtt://host/a#b", "begin with '/'"),
        ("mqtt://host/%FF", "is not UTF-8 text"), ("mqtt://::1/t", "in brackets"),
    ]

    @Test(arguments: wrong) func `an error in a URL is reported`(_ url: String, _ message: String) {
        let error = #expect(throws: SourceError.self) { try MQTTSource(url) }
        #expect(error?.reason.contains(message) == true, "\(error?.reason ?? "")")
    }
}

@Suite(.timeLimit(.minutes(15)))
struct TCPSourceTests {
    /// A scanner, as the source sees it: a socket that connects to a port of the loopback.
    final class Scanner: Sendable {
        let socket: Int32

        /// - Parameter place: which of the addresses of the loopback it has, from 1.
        init(port: UInt16, from place: UInt32 = 1) throws {
            socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            let isBound = Self.withAddress(place, port: 0) { Glibc.bind(socket, $0, $1) == 0 }
            let isConnected = isBound && Self.withAddress(1, port: port) { Glibc.connect(socket, $0, $1) == 0 }
            try #require(isConnected, "\(String(cString: strerror(errno)))")
        }

        private static func withAddress(
            _ place: UInt32, port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Bool
        ) -> Bool {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = (UInt32(0x7F00_0000) + place).bigEndian
            address.sin_port = port.bigEndian
            return withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }

        /// Whether the other side has closed the connection.
        var isClosed: Bool {
            var byte: UInt8 = 0
            return recv(socket, &byte, 1, 0) <= 0
        }

        func send(_ text: String) { #expect(write(socket, text, text.utf8.count) == text.utf8.count) }

        deinit { close(socket) }
    }

    private static func listening(at host: String = "127.0.0.1") async throws -> (run: SourceRun, port: UInt16) {
        let ports = AsyncStream.makeStream(of: UInt16.self)
        let source = TCPListenerSource(at: HostAndPort(host: host, port: nil)) { ports.continuation.yield($0) }
        let run = try SourceRun(source)
        #expect(await run.next() == [.connected])
        var iterator = ports.stream.makeAsyncIterator()
        return (run, try #require(await iterator.next()))
    }

    @Test func `several scanners send lines at a time, each its own`() async throws {
        let (run, port) = try await Self.listening()
        let (first, second) = (try Scanner(port: port), try Scanner(port: port))
        first.send("12")
        second.send("ab\r\n")
        #expect(await run.next() == [.code(Symbol(.unknown, "ab"))])
        first.send("34\r56\n")
        #expect(await run.next(2) == [.code(Symbol(.unknown, "1234")), .code(Symbol(.unknown, "56"))])
        run.stop()
        #expect(await run.next() == [.ended])
    }

    @Test func `the last line of a scanner needs no line end, and other scanners continue`() async throws {
        let (run, port) = try await Self.listening()
        let stays = try Scanner(port: port)
        do {
            let goes = try Scanner(port: port)
            goes.send("last")
        }
        #expect(await run.next() == [.code(Symbol(.unknown, "last"))])
        stays.send(String(repeating: "x", count: 1 << 16) + "\nnext\n")
        #expect(await run.next(2) == [.problem("code-too-long"), .code(Symbol(.unknown, "next"))])
        run.stop()
    }

    private static let most = TCPListenerSource.mostConnections

    /// Each sends a code, so that it is known to be connected.
    private static func connected(_ count: Int, to port: UInt16, from place: UInt32 = 1, _ run: SourceRun) async throws
        -> [Scanner]
    {
        var scanners: [Scanner] = []
        for number in 0..<count {
            let scanner = try Scanner(port: port, from: place)
            scanner.send("\(number)\n")
            #expect(await run.next() == [.code(Symbol(.unknown, "\(number)"))])
            scanners.append(scanner)
        }
        return scanners
    }

    @Test("scanners beyond the limit are refused where all have sent codes")
    func refusesMore() async throws {
        let (run, port) = try await Self.listening()
        let scanners = try await Self.connected(Self.most, to: port, run)
        let refused = try Scanner(port: port)
        #expect(await run.next() == [.problem("too-many-connections")])
        #expect(refused.isClosed)
        scanners[0].send("again\n")
        #expect(await run.next() == [.code(Symbol(.unknown, "again"))])
        run.stop()
    }

    @Test("a connection that never sent a code gives way to a new one, the oldest first")
    func closesIdle() async throws {
        let (run, port) = try await Self.listening()
        let used = try await Self.connected(Self.most - 2, to: port, run)
        let (idle, younger) = (try Scanner(port: port), try Scanner(port: port))
        let new = try Scanner(port: port)
        new.send("new\n")
        #expect(await run.next(2) == [.problem("too-many-connections"), .code(Symbol(.unknown, "new"))])
        #expect(idle.isClosed)
        younger.send("younger\n")
        #expect(await run.next() == [.code(Symbol(.unknown, "younger"))])
        used[0].send("used\n")
        #expect(await run.next() == [.code(Symbol(.unknown, "used"))])
        run.stop()
    }

    @Test("a scanner that is idle stays when another address floods")
    func keepsOtherAddresses() async throws {
        let (run, port) = try await Self.listening()
        let idle = try Scanner(port: port)
        let flood = try (0..<(3 * Self.most)).map { _ in try Scanner(port: port, from: 2) }
        #expect(await run.next() == [.problem("too-many-connections")])
        idle.send("1\n")
        #expect(await run.next() == [.code(Symbol(.unknown, "1"))])
        withExtendedLifetime(flood) { run.stop() }
    }

    @Test("an address with many connections gives way to one with fewer, even if all sent codes")
    func sharesAddresses() async throws {
        let (run, port) = try await Self.listening()
        let flood = try await Self.connected(Self.most, to: port, from: 2, run)
        let scanner = try Scanner(port: port)
        scanner.send("scanner\n")
        #expect(await run.next(2) == [.problem("too-many-connections"), .code(Symbol(.unknown, "scanner"))])
        #expect(flood[0].isClosed)
        run.stop()
    }

    @Test(arguments: ["127.0.0.1", "::1", "localhost"])
    func `a scanner that is a server is connected to, and lost when it ends`(_ host: String) async throws {
        let server = try Server(host)
        let run = try SourceRun(try TCPSource("tcp://\(HostAndPort(host: host, port: server.port))"))
        #expect(await run.next() == [.connected])
        try server.answer("42\r\n43")
        #expect(await run.next(2) == [.code(Symbol(.unknown, "42")), .code(Symbol(.unknown, "43"))])
        #expect(await run.next() == [.failed(.lost("the scanner has closed the connection"))])
    }

    @Test func `a scanner that is not there is lost, and a source that waits is stopped`() async throws {
        var server: Server? = try Server("127.0.0.1")
        let port = try #require(server?.port)
        let source = try TCPSource("tcp://127.0.0.1:\(port)")
        let waiting = try SourceRun(source)
        #expect(await waiting.next() == [.connected])
        waiting.stop()
        #expect(await waiting.next() == [.ended])
        server = nil
        let late = try SourceRun(source)
        #expect(
            await late.next() == [.failed(.lost("no connection to 127.0.0.1:\(port): Connection refused"))])
    }

    /// A scanner that is a server: it listens.
    final class Server {
        private let listener: Descriptor
        let port: UInt16

        init(_ host: String) throws {
            listener = try TCPSocket.listen(at: HostAndPort(host: host, port: nil))
            port = SocketAddress.own(of: listener.number)?.port ?? 0
        }

        /// Takes the connection that waits, says something, and ends it.
        func answer(_ text: String) throws {
            let accepted = try TCPSocket.accept(from: listener)
            guard let scanner = accepted else { throw POSIXProblem() }
            #expect(write(scanner.number, text, text.utf8.count) == text.utf8.count)
        }

        struct POSIXProblem: Error {}
    }

    static let wrong = [
        ("tcp://host", "the port is missing"), ("tcp://:9100", "tcp-listen://"),
        ("tcp://host:0", "'0' is not a port number"), ("tcp://host:99999", "'99999' is not a port number"),
        ("tcp://fe80::1:9100", "in brackets"), ("tcp://[::1:9100", "']' is missing"),
        ("udp://host:1", "tcp://ADDRESS:PORT"), ("tcp://ho st:1", "neither a name nor an address"),
    ]

    @Test(arguments: wrong) func `an error in an address is reported`(_ url: String, _ message: String) {
        let error = #expect(throws: SourceError.self) { try TCPSource(url) }
        #expect(error?.reason.contains(message) == true, "\(error?.reason ?? "")")
    }
}

extension SourceRun.Event {
    var symbol: Symbol? { if case .code(let symbol) = self { symbol } else { nil } }
    var isLost: Bool { if case .failed(.lost) = self { true } else { false } }
    var unusable: String? { if case .failed(.unusable(let reason)) = self { reason } else { nil } }
}
