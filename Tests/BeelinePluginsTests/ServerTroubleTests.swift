import BeelineRules
import BeelineSupport
import Foundation
import Synchronization
import TestPrograms
import Testing

@testable import BeelinePlugins

/// What servers of a desk get into.
@Suite(.enabled(if: PostgreSQL.isInstalled, "PostgreSQL is not installed")) struct ServerTroubleTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a standby takes over, and a replica says that it takes no changes`() async throws {
        let primary = try await PostgreSQL()
        let address = primary.address(of: "postgres")
        _ = try History(path: address).create(for: [])
        let standby = try await PostgreSQL(following: primary)
        let replica = standby.address(of: "postgres")
        // With the standby in front.
        let both = "postgresql://owner@/postgres?host=\(standby.folder),\(primary.folder)"
        let gate = try Gate(both, "both", in: folder)
        #expect(await gate.scan("T-1") == .admitted)
        try await until { try History(path: replica).count(matching: HistoryFilter()) == 1 }
        let reader = try Gate(replica, "replica", in: folder)
        #expect((await reader.problem("T-1")).contains("replica that takes no changes; name the primary server, too"))
        let message = #expect(throws: SQLiteError.self) {
            try History(path: replica).delete(matching: HistoryFilter())
        }
        #expect(message?.description.contains("replica that takes no changes") ?? false)
        let careless = try Gate(replica, "careless", in: folder, admits: true)
        #expect(await careless.scan("T-7") == .kept)
        try await primary.crash()
        #expect((await gate.problem("T-1")).contains("the server"))
        try await standby.promote()
        try await until { await gate.problem("T-1").isEmpty }
        #expect(await gate.scan("T-1") == .refused)
        #expect(await gate.scan("T-2") == .admitted)
        // What was kept is there, too.
        try await until { await gate.scan("T-7") == .refused }
        #expect(try History(path: replica).delete(matching: HistoryFilter()) == 3)
    }

    @Test func `what is wrong with an address is said at once, also if scans are taken without a server`() async throws
    {
        let server = try await PostgreSQL()
        let path = server.address(of: "postgres")
        _ = try History(path: path).create(for: [])
        try await server.require("right", of: "gate")
        try await server.sql("CREATE DATABASE other", at: path)
        for (name, password) in [("right", "right"), ("wrong", "wrong")] {
            try folder.write("\(name).pgpass", "*:*:*:gate:\(password)\n")
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: folder.path("\(name).pgpass"))
        }
        let gates = server.address(of: "postgres", user: "gate")
        let cases: [(path: String, words: [String])] = [
            (gates + "&passfile=\(folder.path("wrong.pgpass"))", ["password authentication failed", "~/.pgpass"]),
            (gates + "&passfile=/nonexistent", ["put the password into ~/.pgpass"]),
            (server.address(of: "nowhere"), ["database \"nowhere\" does not exist", "check the names"]),
            (server.address(of: "other"), ["there is no history in this database"]),
            (server.address(of: "postgres", user: "nobody"), ["role \"nobody\" does not exist", "check the user"]),
            ("service=nowhere", ["pg_service.conf"]),
            (path + "&sslmod=x", ["check the address"]),
            (path + "&sslmode=full", ["invalid sslmode value", "check the address"]),
            (path + "&port=db", ["port", "check the address"]),
            (path + "&connect_timeout=x", ["connect_timeout", "check the address"]),
        ]
        for (number, example) in cases.enumerated() {
            let gate = try Gate(example.path, "wrong\(number)", in: folder, admits: true)
            let problem = await gate.problem("T-1")
            for word in example.words { #expect(problem.contains(word), "\(example.path): \(problem)") }
            #expect(!problem.contains("cannot be reached"), "\(problem)")
            #expect(await gate.scan("T-1") == .failed("locked"), "\(example.path)")
            #expect(!FileManager.default.fileExists(atPath: folder.path("wrong\(number).db")))
        }
        let right = try Gate(gates + "&passfile=\(folder.path("right.pgpass"))", "right", in: folder)
        #expect(await right.scan("T-1") == .failed("locked"), "it has no rights yet")
        _ = try History(path: path).create(for: ["gate"])
        try await until { await right.problem("T-1").isEmpty }
        #expect(await right.scan("T-1") == .admitted)
    }

    @Test func `a server that hangs is named about a second after the scan`() async throws {
        let server = try await PostgreSQL()
        let path = server.address(of: "postgres")
        _ = try History(path: path).create(for: [])
        let told = Mutex<[String]>([])
        ServerHistory.announce { sentence in told.withLock { $0.append(sentence) } }
        let gate = try Gate(path, "hangs", in: folder, patience: 950)
        var took: [Duration] = []
        // A machine that is busy needs longer, and not each time.
        while took.count < 20, took.min() ?? .seconds(60) > .milliseconds(1_300) {
            try await until { await gate.problem("T-1").isEmpty }
            try await server.freeze()
            let start = ContinuousClock.now
            let problem = await gate.problem("T-1")
            took.append(.now - start)
            #expect(
                problem.contains("the server cannot be reached: it does not answer; nothing was done"), "\(problem)")
            try await server.thaw()
        }
        #expect(try #require(took.min()) <= .milliseconds(1_300), "\(took)")
        let sentences = told.withLock { $0 }.filter { $0.contains(server.folder) }
        #expect(sentences.contains { $0.contains("it does not answer; nothing is recorded") }, "\(sentences)")
    }

    @Test func `a full disk of the server loses nothing that was admitted`() async throws {
        let server: PostgreSQL
        do {
            server = try await PostgreSQL(megabytes: 120)
        } catch is PostgreSQL.NoDisk {
            print("skipped: a disk for the server needs root")
            return
        }
        let path = server.address(of: "postgres")
        _ = try History(path: path).create(for: [])
        let gate = try Gate(path, "full", in: folder)
        var admitted: [String] = []
        var failure: String?
        try await server.fill(true)
        for number in 0..<20_000 where failure == nil {
            switch await gate.scan("T-\(number)") {
            case .admitted: admitted.append("=T-\(number)")
            case .failed(let text): failure = text
            case .kept, .refused: Issue.record("T-\(number)")
            }
        }
        let problem = try #require(failure)
        let other = await gate.problem("T-x")
        #expect(
            [problem, other].contains { $0.contains("no space left") || $0.contains("cannot be reached") }, "\(problem)"
        )
        try await server.fill(false)
        if !server.isRunning { try await server.start() }
        try await until { await gate.problem("T-x").isEmpty }
        #expect(await gate.scan("T-last") == .admitted)
        let stored = try await server.sql("SELECT key FROM beeline.marks GROUP BY 1 HAVING count(*) = 1", at: path)
        #expect(Set(stored).isSuperset(of: admitted + ["=T-last"]))
    }
}
