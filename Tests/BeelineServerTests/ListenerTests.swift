import BeelineContent
import BeelineSupport
import Foundation
import Glibc
import Synchronization
import TestPrograms
import Testing

@testable import BeelineServer

@Suite struct ListenerTests {
    @Test(arguments: [
        ("8377", ["127.0.0.1:8377", "[::1]:8377"]), ("localhost:80", ["127.0.0.1:80", "[::1]:80"]),
        ("127.0.0.1:8377", ["127.0.0.1:8377"]), ("[::1]:8377", ["[::1]:8377"]), ("0.0.0.0:8377", ["0.0.0.0:8377"]),
        ("[::]:0", ["[::]:0"]), ("192.168.1.5:65535", ["192.168.1.5:65535"]),
        ("unix:/run/x.sock", ["unix:/run/x.sock"]),
    ])
    func `a place is read as people write it`(text: String, names: [String]) throws {
        #expect(try Listener.parse(text).map(\.name) == names)
    }

    @Test(arguments: [
        ("", "the port is missing: 127.0.0.1:8377"), ("127.0.0.1", "the port is missing: 127.0.0.1:8377"),
        ("::1:8377", "an IPv6 address must be in brackets: [::1]:1234"),
        ("70000", "'70000' is not a port number from 1 to 65535"),
        (
            ":8377",
            "give an address: 8377 for programs on this machine, 0.0.0.0:8377 or [::]:8377 for the whole network"
        ),
        (
            "till:8377",
            "'till' is not a numeric address; use 127.0.0.1, an address of this machine, or 0.0.0.0 for all of them"
        ),
        ("unix:x.sock", "a socket must be unix:/PATH with an absolute path, not 'x.sock'"),
        ("unix:/run/", "a socket must be unix:/PATH with an absolute path, not '/run/'"),
    ])
    func `an invalid place is refused in words`(text: String, message: String) {
        let error = #expect(throws: Listener.Malformed.self) { try Listener.parse(text) }
        #expect(error?.description == message)
    }

    @Test(arguments: [
        ("127.0.0.1:1", true), ("127.1.2.3:1", true), ("[::1]:1", true), ("0.0.0.0:1", false), ("[::]:1", false),
        ("192.168.1.5:1", false), ("unix:/run/x.sock", false),
    ])
    func `only a loopback address is for this machine alone`(text: String, isLocal: Bool) throws {
        #expect(try Listener.parse(text).map(\.isLocal) == [isLocal])
    }

    private func start(_ places: [Listener.Place], _ handler: TestHandler = TestHandler()) throws -> HTTPServer {
        let server = HTTPServer(listeners: places.map { Listener($0) })
        try server.listen()
        try server.start(handler)
        return server
    }

    @Test func `a port in use is named, and no other place is left open`() throws {
        let first = try TestServer()
        defer { first.server.stop() }
        let folder = try TemporaryFolder()
        let path = folder.path("serve.sock")
        let error = #expect(throws: ServerStartError.self) {
            try start([.unix(path: path), .tcp(address: "127.0.0.1", port: first.port)])
        }
        #expect(
            error?.description
                == "127.0.0.1:\(first.port) is in use by another program; use another port with --listen")
        #expect(!exists(path))
    }

    @Test func `an address of others is refused`() throws {
        let error = #expect(throws: ServerStartError.self) { try start([.tcp(address: "192.0.2.1", port: 0)]) }
        #expect(error == .notOurs("192.0.2.1:0"))
    }

    @Test func `both families of loopback addresses answer, as far as there are both`() throws {
        let server = HTTPServer(listeners: Listener.loopback(port: 0))
        try server.listen()
        try server.start(TestHandler())
        defer { server.stop() }
        let names = server.places.map { String($0.name.prefix { $0 != "]" }.prefix(9)) }
        #expect([["127.0.0.1"], ["127.0.0.1", "[::1"]].contains(names))
        #expect(server.places.allSatisfy { $0.isLocal && !$0.isEncrypted })
        let connection = try RawConnection(port: try #require(server.places.first?.port))
        connection.send(HTTPLimitsTests.good)
        #expect(try connection.readAnswer().text == TestHandler.hello)
    }

    // MARK: - Sockets in the file system

    @Test func `a socket in the file system is for its user and group, and goes with the server`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("serve.sock")
        let handler = TestHandler()
        let server = try start([.unix(path: path)], handler)
        var status = stat()
        #expect(lstat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o660)
        let connection = try RawConnection(path: path)
        connection.send(HTTPLimitsTests.good)
        #expect(try connection.readAnswer().text == TestHandler.hello)
        let peer = handler.requests.withLock { $0.first?.head.peer }
        #expect(peer == RequestHead.Peer(address: "unix", isLocal: false, isEncrypted: false))
        #expect(server.stop())
        #expect(!exists(path))
    }

    @Test func `a stale socket is replaced, one with a listener is not`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("serve.sock")
        let left = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let code = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(left, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        close(left)
        #expect(code == 0)
        let server = try start([.unix(path: path)])
        let error = #expect(throws: ServerStartError.self) { try start([.unix(path: path)]) }
        #expect(error == .inUse("unix:\(path)"))
        let connection = try RawConnection(path: path)
        connection.send(HTTPLimitsTests.good)
        #expect(try connection.readAnswer().status == 200)
        #expect(server.stop())
    }

    @Test func `a file at the path of a socket stays`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("serve.sock", "precious")
        let error = #expect(throws: ServerStartError.self) { try start([.unix(path: path)]) }
        #expect(error == .taken(path: path))
        #expect(try folder.text(of: "serve.sock") == "precious")
    }

    @Test func `a socket in a folder that is not there is refused, with what to do`() throws {
        let path = "\(try TemporaryFolder().path)/none/serve.sock"
        let error = #expect(throws: ServerStartError.self) { try start([.unix(path: path)]) }
        #expect(error == .noFolder(path: path))
    }

    @Test func `a path that no socket can have is refused`() throws {
        let path = "/tmp/\(String(repeating: "a", count: 104))"
        let error = #expect(throws: ServerStartError.self) { try start([.unix(path: path)]) }
        #expect(error == .pathTooLong(path))
    }

    // MARK: - Descriptors of a service manager

    private func listeningSocket() throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) | listen(descriptor, 16) | getsockname(descriptor, $0, &length)
            }
        }
        try #require(code == 0)
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    @Test func `an inherited socket is served, and listens after a stop`() throws {
        let (descriptor, port) = try listeningSocket()
        // The service manager keeps one for itself.
        let kept = dup(descriptor)
        defer { close(kept) }
        let listeners = try Listener.inherited([descriptor])
        #expect(listeners.map(\.name) == ["127.0.0.1:\(port)"])
        #expect(listeners.map(\.isLocal) == [true])
        #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
        let server = HTTPServer(listeners: listeners)
        try server.listen()
        try server.start(TestHandler())
        let connection = try RawConnection(port: port)
        connection.send(HTTPLimitsTests.good)
        #expect(try connection.readAnswer().status == 200)
        #expect(server.stop())
        _ = try RawConnection(port: port)
    }

    @Test func `a descriptor that does not listen is refused`() throws {
        let datagrams = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(datagrams) }
        let error = #expect(throws: ServerStartError.self) { try Listener.inherited([datagrams]) }
        #expect(error == .notListening(descriptor: datagrams))
    }
}

@Suite struct TLSIdentityTests {
    @Test(arguments: [0, 1, 55, 56, 64, 1_000_000])
    func `a hash is that of sha256sum`(count: Int) async throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let hash = SHA256.hash(bytes).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        #expect(try await run("sha256sum", input: bytes).output == "\(hash)  -\n")
    }

    @Test func `a certificate is made once, and its key is for its owner's eyes only`() throws {
        let folder = try TemporaryFolder()
        let identity = try TLSIdentity.own(in: folder.path("tls"))
        #expect(try TLSIdentity.own(in: folder.path("tls")) == identity)
        var status = stat()
        #expect(stat(folder.path("tls/key.pem"), &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o600)
        #expect(stat(folder.path("tls"), &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o700)
        let key = try folder.text(of: "tls/key.pem")
        #expect(key.hasPrefix("-----BEGIN"))
        #expect("\(identity)" == "certificate \(identity.fingerprintText)")
        var dumped = ""
        dump(identity, to: &dumped)
        #expect(!dumped.contains("BEGIN"))
    }

    @Test func `openssl reads the same out of the certificate`() async throws {
        let folder = try TemporaryFolder()
        let identity = try TLSIdentity.own(in: folder.path)
        let print = try await run(
            "openssl", ["x509", "-in", folder.path("certificate.pem"), "-noout", "-fingerprint", "-sha256"])
        #expect(print.output == "sha256 Fingerprint=\(identity.fingerprintText)\n")
        let text = try await run("openssl", ["x509", "-in", folder.path("certificate.pem"), "-noout", "-text"]).output
        let names = MachineNames.all()
        for name in names.names { #expect(text.contains("DNS:\(name)")) }
        #expect(text.contains("IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1"))
        #expect(text.contains("NIST CURVE: P-256"))
        #expect(text.contains("CA:FALSE"))
        #expect(text.contains("TLS Web Server Authentication"))
        #expect(names.addresses.prefix(2) == ["127.0.0.1", "::1"])
        // Safari and Chrome take no more than 825 days.
        let limit = try await run(
            "openssl", ["x509", "-in", folder.path("certificate.pem"), "-noout", "-checkend", "\(825 * 86_400)"])
        #expect(limit.status == 1)
        let check = try await run(
            "openssl", ["verify", "-CAfile", folder.path("certificate.pem"), folder.path("certificate.pem")])
        #expect(check.status == 0)
    }

    @Test func `a certificate is for the hosts that the user names, and is made again for a missing one`()
        async throws
    {
        let folder = try TemporaryFolder()
        let first = try TLSIdentity.own(in: folder.path)
        let hosts = ["Desk.example", "fd00::5", "192.0.2.9", "scan.example.com"]
        let second = try TLSIdentity.own(in: folder.path, hosts: hosts)
        #expect(second != first)
        let text = try await run("openssl", ["x509", "-in", folder.path("certificate.pem"), "-noout", "-text"]).output
        let names = ["DNS:desk.example", "IP Address:FD00:0:0:0:0:0:0:5", "IP Address:192.0.2.9"]
        for name in names + ["DNS:scan.example.com"] { #expect(text.contains(name)) }
        // It stays, for fewer names, in another case and order, and for what no certificate can have.
        for some in [[], hosts, ["SCAN.example.com", "FD00:0::5", "Desk.Example", "127.0.0.1", "bücher.example"]] {
            #expect(try TLSIdentity.own(in: folder.path, hosts: some) == second)
        }
        #expect(try TLSIdentity.own(in: folder.path, hosts: ["example.com"]) != second, "a name is no part of another")
    }

    @Test func `a pair that was left half made is made again`() throws {
        let folder = try TemporaryFolder()
        let first = try TLSIdentity.own(in: folder.path("a"))
        let second = try TLSIdentity.own(in: folder.path("b"))
        try folder.write("a/certificate.pem", folder.read("b/certificate.pem"))
        let third = try TLSIdentity.own(in: folder.path("a"))
        #expect(Set([first, second, third]).count == 3)
    }

    @Test func `a key that others can read is not used`() throws {
        let folder = try TemporaryFolder()
        _ = try TLSIdentity.own(in: folder.path)
        chmod(folder.path("key.pem"), 0o644)
        let error = #expect(throws: TLSIdentity.Problem.self) { try TLSIdentity.own(in: folder.path) }
        #expect(error?.description.hasSuffix("run: chmod 600 \(folder.path("key.pem"))") == true)
    }

    @Test func `a key of another certificate is refused`() throws {
        let folder = try TemporaryFolder()
        _ = try TLSIdentity.own(in: folder.path("a"))
        _ = try TLSIdentity.own(in: folder.path("b"))
        #expect(throws: TLSIdentity.Problem.self) {
            try TLSIdentity(certificate: folder.path("a/certificate.pem"), key: folder.path("b/key.pem"))
        }
        let good = try TLSIdentity(certificate: folder.path("a/certificate.pem"), key: folder.path("a/key.pem"))
        #expect(good.fingerprint.count == 32)
    }

    @Test func `curl trusts the certificate once it has it, and uses one connection for many requests`() async throws {
        let folder = try TemporaryFolder()
        let identity = try TLSIdentity.own(in: folder.path)
        let body = [UInt8](repeating: 0x62, count: 300_000)
        let server = try TestServer(identity: identity)
        defer { server.server.stop() }
        #expect(server.server.places.first?.isEncrypted == true)
        let url = "https://localhost:\(server.port)"
        let answer = try await run(
            "curl",
            [
                "--silent", "--show-error", "--cacert", folder.path("certificate.pem"), "--noproxy", "*",
                "--write-out", "%{num_connects} %{http_version}\n", "\(url)/1", "\(url)/2", "--data-binary", "@-",
            ], input: body)
        #expect(answer.errors == "")
        let text = String(decoding: body, as: UTF8.self)
        #expect(answer.output == "\(text)1 1.1\n\(text)0 1.1\n")
        #expect(server.handler.requests.withLock { $0.first?.head.peer.isEncrypted } == true)
        // Without it curl does not.
        let refused = try await run("curl", ["--silent", "--noproxy", "*", "\(url)/3"])
        #expect(refused.status == 60)
    }

    @Test func `a client without TLS gets no answer`() throws {
        let folder = try TemporaryFolder()
        let server = try TestServer(identity: try TLSIdentity.own(in: folder.path))
        defer { server.server.stop() }
        let connection = try server.connect()
        connection.send(HTTPLimitsTests.good)
        #expect(try connection.readToEnd().firstRange(of: Array("HTTP".utf8)) == nil)
        #expect(server.handler.paths == [])
    }
}
