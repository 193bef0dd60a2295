import BeelineSupport
import Foundation
import TestPrograms
import Testing

@testable import BeelinePlugins

@Suite(.enabled(if: PostgreSQL.isInstalled, "PostgreSQL is not installed")) struct ServerTLSTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    struct Case: Sendable {
        /// The certificate of the server; nil for one that does not encrypt.
        let certificate: String?
        let mode: String
        var root = "right"
        var host = "gate.example"
        /// What is said about it; none where a desk connects.
        var words: [String] = []
    }

    /// In an order in which the server is started again seldom.
    static let cases: [Case] = [
        Case(certificate: nil, mode: "require", words: ["does not support SSL", "set 'ssl = on' at the server"]),
        Case(certificate: "server", mode: "verify-full"),
        Case(certificate: "server", mode: "verify-ca", host: "door.example"),
        Case(
            certificate: "server", mode: "verify-full", host: "door.example",
            words: [
                "does not match host name \"door.example\"", "name the host in the address as its certificate does",
            ]),
        Case(
            certificate: "server", mode: "verify-full", root: "wrong",
            words: ["certificate verify failed", "sslrootcert in the address must name the authority"]),
        Case(
            certificate: "server", mode: "verify-full", root: "missing",
            words: ["root certificate file", "does not exist", "check sslmode, sslrootcert"]),
        Case(
            certificate: "expired", mode: "verify-full",
            words: ["certificate verify failed", "which must not have expired"]),
    ]

    private func makeCertificates() async throws {
        let script = """
            key() { openssl req "$@" -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes 2>/dev/null; }
            for name in right wrong; do key -x509 -days 2 -subj "/CN=$name" -keyout $name.key -out $name.crt; done
            for name in server:2 expired:0; do
              key -subj /CN=gate -addext subjectAltName=DNS:gate.example -keyout ${name%:*}.key -out request
              openssl x509 -req -in request -CA right.crt -CAkey right.key -CAcreateserial -copy_extensions copy \\
                -days ${name#*:} -out ${name%:*}.crt
            done
            echo '*:*:*:gate:geheim' >pgpass
            chmod 600 pgpass
            """
        let made = try await run("sh", ["-ec", script], folder: folder.path)
        #expect(made.status == 0, "\(made.errors)")
    }

    @Test func `the certificate of a server is checked as its address says`() async throws {
        try await makeCertificates()
        let server = try await PostgreSQL(listens: true)
        let port = try #require(server.port)
        try await server.require("geheim", of: "gate")
        _ = try History(path: server.address(of: "postgres")).create(for: ["gate"])
        var certificate: String?
        for (number, example) in Self.cases.enumerated() {
            if let new = example.certificate, new != certificate {
                try await server.encrypt(with: new, in: folder.path)
                certificate = new
            }
            let gate = try Gate(
                "postgresql://gate@\(example.host):\(port)/postgres?hostaddr=127.0.0.1&passfile=\(folder.path("pgpass"))"
                    + "&sslmode=\(example.mode)&sslrootcert=\(folder.path("\(example.root).crt"))",
                "tls\(number)", in: folder, admits: true)
            let problem = await gate.problem("T-\(number)")
            guard !example.words.isEmpty else {
                #expect(problem.isEmpty, "\(problem)")
                #expect(await gate.scan("T-\(number)") == .admitted)
                continue
            }
            for word in example.words + [example.host] { #expect(problem.contains(word), "\(problem)") }
            #expect(!problem.contains("cannot be reached") && !problem.contains("geheim"), "\(problem)")
            // Scans are taken in an outage only.
            #expect(await gate.scan("T-\(number)") == .failed("locked"))
            #expect(!FileManager.default.fileExists(atPath: folder.path("tls\(number).db")))
        }
    }

    @Test func `an encrypted line that breaks is an outage`() async throws {
        try await makeCertificates()
        let server = try await PostgreSQL(listens: true)
        _ = try History(path: server.address(of: "postgres")).create(for: [])
        try await server.encrypt(with: "server", in: folder.path)
        let port = try #require(server.port)
        let gate = try Gate(
            "postgresql://owner@127.0.0.1:\(port)/postgres?sslmode=require", "broken", in: folder, admits: true)
        #expect(await gate.scan("T-1") == .admitted)
        #expect(
            try await server.sql(
                "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE ssl",
                at: server.address(of: "postgres"))
                == ["1"])
        try await server.crash()
        #expect(await gate.scan("T-2") == .kept)
        try await server.start()
        try await until { await gate.scan("T-2") == .refused }
    }
}
