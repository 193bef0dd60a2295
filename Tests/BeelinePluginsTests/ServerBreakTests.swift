import ActionsTestSupport
import BeelineContent
import BeelineRules
import BeelineSupport
import BeelineSymbols
import Foundation
import TestPrograms
import Testing

@testable import BeelineActions
@testable import BeelinePlugins

private let kill =
    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND datname = current_database()"

@Suite(.enabled(if: PostgreSQL.isInstalled, "PostgreSQL is not installed")) struct ServerBreakTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func rows(_ server: PostgreSQL, _ path: String) async throws -> [String] {
        try await server.sql(
            "SELECT key, count(*), sum(missed) FROM beeline.marks JOIN beeline.scans ON id = marks.scan GROUP BY 1 ORDER BY 1",
            at: path)
    }

    @Test func `desks that scan the same tickets at once admit each once, while connections are killed`() async throws {
        let server = try await PostgreSQL.shared()
        let path = try await server.database()
        _ = try History(path: path).create(for: [])
        let gates = try (0..<6).map { try Gate(path, "gate\($0)", in: folder) }
        let killing = Task {
            while !Task.isCancelled { _ = try? await server.sql(kill, at: path) }
        }
        let answers = await withTaskGroup(of: [(key: String, answer: Gate.Answer)].self) { group in
            for gate in gates {
                group.addTask {
                    var answers: [(String, Gate.Answer)] = []
                    for ticket in (0..<60).shuffled() {
                        answers.append(("=T-\(ticket)", await gate.scan("T-\(ticket)")))
                    }
                    return answers
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        killing.cancel()
        await killing.value
        let stored = try await server.sql("SELECT key, count(*) FROM beeline.marks GROUP BY 1 ORDER BY 1", at: path)
        // None twice, and none that was admitted is missing. A desk that did not get its answer has not admitted.
        for line in stored { #expect(line.hasSuffix("|1"), "\(line)") }
        let admitted = answers.filter { $0.answer == .admitted }.map(\.key)
        #expect(Set(admitted).count == admitted.count)
        for key in admitted { #expect(stored.contains("\(key)|1"), "\(key)") }
        let failed = answers.filter { if case .failed = $0.answer { true } else { false } }
        #expect(admitted.count + failed.count >= 60, "\(failed.map(\.answer))")
        #expect(!answers.contains { $0.answer == .kept })
    }

    @Test func `a connection that is killed while a code is processed is made again`() async throws {
        let server = try await PostgreSQL.shared()
        let path = try await server.database()
        _ = try History(path: path).create(for: [])
        let (first, second) = (try Gate(path, "a", in: folder), try Gate(path, "b", in: folder))
        #expect(await first.scan("T-1") { _ = try await server.sql(kill, at: path) } == .admitted)
        #expect(await second.scan("T-1") == .refused)
        // The other desk gets the ticket in between, as the locks are gone with the connection.
        let answer = await first.scan("T-2") {
            _ = try await server.sql(kill, at: path)
            #expect(await second.scan("T-2") == .admitted)
        }
        guard case .failed(let problem) = answer else { return #expect(answer == .refused) }
        #expect(problem.contains("another desk has taken this code meanwhile"))
        // What this desk has recorded itself was not recorded by another one.
        let twice = await first.scan("T-3") {
            _ = try await RecordPlugin(path: first.path).perform(.record(1), in: .none, keys: [MemoryKey("=T-3")])
            _ = try await server.sql(kill, at: path)
        }
        #expect(twice == .admitted)
        #expect(try await rows(server, path) == ["=T-1|1|0", "=T-2|1|0", "=T-3|2|0"])
    }

    @Test func `without the server nothing is taken, and this is said within a second`() async throws {
        let server = try await PostgreSQL()
        let path = server.address(of: "postgres")
        _ = try History(path: path).create(for: [])
        let gate = try Gate(path, "a", in: folder)
        #expect(await gate.scan("T-1") == .admitted)
        try await server.crash()
        let problem = await gate.problem("T-1")
        #expect(problem.contains("the server cannot be reached") && problem.contains("nothing was done"))
        #expect(await gate.scan("T-2") == .failed("locked"))
        try await server.start()
        try await until { await gate.problem("T-1").isEmpty }
        #expect(await gate.scan("T-1") == .refused)
        #expect(await gate.scan("T-2") == .admitted)
        // One that has the patience of a desk.
        let other = try Gate(path, "b", in: folder, patience: 950)
        try await until { await other.problem("T-1").isEmpty }
        try await server.freeze()
        let silent = await other.problem("T-2")
        #expect(silent.contains("the server cannot be reached") && silent.contains("answer"), "\(silent)")
        try await server.thaw()
        try await until { await other.problem("T-1").isEmpty }
    }

    @Test func `scans without the server are kept, sent once, and doubles are found`() async throws {
        let server = try await PostgreSQL()
        let path = server.address(of: "postgres")
        _ = try History(path: path).create(for: [])
        let (first, second) = (
            try Gate(path, "a", in: folder, admits: true), try Gate(path, "b", in: folder, admits: true)
        )
        #expect(await first.scan("T-1") == .admitted)
        #expect(await second.scan("T-9") == .admitted)
        // One that is decided with the server, and recorded without.
        #expect(await first.scan("T-2") { try await server.crash() } == .kept)
        #expect(await first.scan("T-2") == .refused, "this machine knows what it has kept")
        #expect(await first.scan("T-1") == .kept, "but not what the server has")
        #expect(await second.scan("T-3") == .kept)
        #expect(await first.scan("T-3") == .kept)
        #expect(await first.scan("T-3") == .refused)
        #expect(await first.scan("T-4") == .kept)
        try await server.start()
        try await until { try await rows(server, path).count == 5 }
        try await until { await first.scan("T-4") == .refused }
        try await until {
            try await rows(server, path) == ["=T-1|2|1", "=T-2|1|0", "=T-3|2|1", "=T-4|1|0", "=T-9|1|0"]
        }
        var filter = HistoryFilter()
        filter.doubles = true
        #expect(try History(path: path).count(matching: filter) == 2)
        // All of it is sent, so nothing is sent again.
        for name in ["a.db", "b.db"] {
            let spool = try SQLiteConnection(path: folder.path(name), as: .history)
            try await until { try spool.number("SELECT count(*) FROM scans") == 0 }
        }
        #expect(await first.scan("T-3") == .refused)
        #expect(await second.scan("T-5") == .admitted)
        #expect(try await rows(server, path).count == 6)
    }

    @Test func `what was kept is sent once, whatever breaks while it is sent`() async throws {
        let server = try await PostgreSQL()
        let path = server.address(of: "postgres")
        _ = try History(path: path).create(for: [])
        let gate = try Gate(path, "a", in: folder, admits: true)
        #expect(await gate.scan("T-0") == .admitted)
        try await server.crash()
        for ticket in 1...300 { #expect(await gate.scan("T-\(ticket)") == .kept) }
        func count() async throws -> Int {
            Int(try await server.sql("SELECT count(*) FROM beeline.scans", at: path).first ?? "") ?? 0
        }
        var sent = 1
        for _ in 0..<3 {
            try await server.start()
            try await until { try await count() >= min(sent + 1, 301) }
            sent = try await count()
            try await server.crash()
        }
        try await server.start()
        try await until { await gate.scan("T-300") == .refused }
        try await until { try await rows(server, path).count == 301 }
        #expect(
            try await server.sql("SELECT count(*), count(DISTINCT scan), sum(missed) FROM beeline.scans", at: path) == [
                "301|301|0"
            ])
        let order = try await server.sql("SELECT key FROM beeline.marks ORDER BY scan", at: path)
        #expect(order == (0...300).map { "=T-\($0)" })
    }

    @Test func `a server that cannot be used is named, with the remedy`() async throws {
        let server = try await PostgreSQL.shared()
        let empty = try await server.database()
        let newer = try await server.database()
        _ = try History(path: newer).create(for: [])
        try await server.sql("UPDATE beeline.form SET form = 99", at: newer)
        let foreign = try await server.database()
        try await server.sql("CREATE SCHEMA beeline", at: foreign)
        let readOnly = try await server.database()
        _ = try History(path: readOnly).create(for: [])
        let name = String(readOnly.split(separator: "/")[2].split(separator: "?")[0])
        try await server.sql("ALTER DATABASE \(name) SET default_transaction_read_only = on", at: readOnly)
        try await server.sql("CREATE ROLE stranger LOGIN; CREATE ROLE gate LOGIN", at: empty)
        try await server.sql("CREATE DATABASE latin ENCODING latin1 LOCALE 'C' TEMPLATE template0", at: empty)
        let latin = server.address(of: "latin")
        let cases: [(path: String, words: [String])] = [
            (empty, ["there is no history in this database", "'beeline history create'"]),
            (newer, ["a later version", "form 99"]),
            (foreign, ["there is no history"]),
            (readOnly, ["the user may only read", "default_transaction_read_only"]),
            (newer.replacing("owner@", with: "stranger@"), ["permission denied", "'beeline history create ROLE'"]),
            (empty.replacing("owner@", with: "nobody-there@"), ["role \"nobody-there\" does not exist"]),
            ("postgresql://owner@/nowhere?host=\(server.folder)", ["database \"nowhere\" does not exist"]),
            ("postgresql://owner@/x?host=/nonexistent", ["cannot be reached"]),
            ("postgresql://owner@127.0.0.1:1/x", ["cannot be reached", "refused"]),
            ("postgresql://owner@/x?sslmod=x", ["sslmod", "check the address"]),
            ("postgresql://owner:geheim@/x?host=\(server.folder)", [":•••@", "~/.pgpass"]),
            ("postgresql://owner@/x?password=geheim&host=x", ["password=•••", "~/.pgpass"]),
            ("service=none password=geheim", ["password=•••", "~/.pgpass"]),
            ("host=none PassWord = 'geheim geheim'", ["=•••", "~/.pgpass"]),
            ("host=\(server.folder) user=owner dbname=nowhere", ["database \"nowhere", "does not exist"]),
            (" PostgreSQL://owner@/nowhere?host=\(server.folder)", ["database \"nowhere\" does not exist"]),
            ("mysql://owner@db.example/festival", ["a history is a file or on a server: postgresql://"]),
            ("service=none", ["definition of service"]),
        ]
        for (path, words) in cases {
            let desk = try Gate(path, "x", in: folder)
            let problem = await desk.problem("T-1")
            for word in words { #expect(problem.contains(word), "\(path): \(problem)") }
            #expect(!problem.contains("geheim"))
            #expect(desk.memory.seen(MemoryKey("=a"), on: Gate.day) == .never)
            #expect(desk.memory.failure != nil)
        }
        #expect(throws: SQLiteError.self) { try History(path: newer).create(for: []) }
        #expect(throws: SQLiteError.self) { try History(path: foreign).create(for: []) }
        let problem = #expect(throws: SQLiteError.self) { try History(path: latin).create(for: []) }
        #expect(problem?.description.contains("createdb --encoding UTF8") ?? false)
        #expect(throws: SQLiteError.self) { try History(path: "history.db").create(for: []) }
        // A role with the rights of a desk does all that a desk does, and no more.
        _ = try History(path: empty).create(for: ["gate"])
        #expect(try History(path: empty).create(for: []).contains("has the present form"))
        let path = empty.replacing("owner@", with: "gate@")
        #expect(await (try Gate(path, "y", in: folder)).scan("T-1") == .admitted)
        let history = History(path: path)
        #expect(try history.count(matching: HistoryFilter()) == 1)
        #expect(throws: SQLiteError.self) { try history.delete(matching: HistoryFilter()) }
    }
}
