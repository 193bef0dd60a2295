import Foundation
import TestPrograms
import Testing

@Suite(.enabled(if: PostgreSQL.isInstalled, "PostgreSQL is not installed"))
struct ManyDesksTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            "door.json",
            """
            { "version": 1, "rules": [
              { "id": "again", "when": { "seen.count": { ">=": 1 } },
                "do": [{ "action": "refuse", "message": "used" }] },
              { "id": "first", "when": {},
                "do": [{ "action": "record", "fields": { "guest": "Anna" } }] }] }
            """)
    }

    private func desk(_ words: [String], history: String? = nil, input: String = "") async throws -> ProgramRun {
        var environment = ["XDG_DATA_HOME": folder.path("data"), "XDG_CONFIG_HOME": folder.path("config")]
        environment["BEELINE_HISTORY"] = history
        return try await beeline(words, input: Array(input.utf8), environment: environment, folder: folder.path)
    }

    private func scan(_ code: String, _ options: [String], history: String? = nil) async throws -> ProgramRun {
        try await desk(
            ["resolve", "--no-defaults", "--rules", "door.json", "--run", "--format", "json", code] + options,
            history: history)
    }

    /// As `scan`, again where a busy machine has taken longer than a desk waits.
    private func answer(_ code: String, _ options: [String], history: String? = nil) async throws -> ProgramRun {
        for _ in 0..<20 {
            let result = try await scan(code, options, history: history)
            if !result.output.contains("cannot be reached") { return result }
        }
        return try await scan(code, options, history: history)
    }

    @Test func `a ticket that one desk has recorded is used at the next, and both are in the history`() async throws {
        let server = try await PostgreSQL.shared()
        let address = try await server.database()
        let missing = try await scan("T-1", ["--history", address])
        #expect(missing.output.contains("'beeline history create' makes one"), "\(missing.output)")
        #expect(try await desk(["history"], history: address).status == 3)
        #expect(try await desk(["history", "create", "--file", address]).status == 0)
        let first = try await answer("T-1", ["--history", address, "--source", "gate 1"])
        #expect(first.output.contains(#""status":"done""#), "\(first.output) \(first.errors)")
        let second = try await answer("T-1", ["--source", "gate 2"], history: address)
        #expect(second.output.contains(#""rule":"again""#), "\(second.output) \(second.errors)")
        let listed = try await desk(["history", "search", "anna", "--format", "json"], history: address)
        #expect(listed.lines.count == 1 && listed.output.contains(#""desk":""#), "\(listed.output)")
        #expect(try await desk(["history", "--doubles"], history: address).output == "Nothing was found.\n")
        #expect(try await desk(["history", "import", "--file", "copy.db", address]).output == "1 scan copied\n")
        #expect(try await scan("T-1", ["--history", "copy.db"]).output.contains(#""rule":"again""#))
        #expect(try await desk(["history", "import", "copy.db"], history: address).output == "0 scans copied\n")
        let deleted = try await desk(["history", "delete", "--all", "--yes"], history: address)
        #expect(deleted.output == "1 scan deleted\n")
    }

    @Test func `without the server a desk does what its policy says`() async throws {
        let address = "postgresql://owner@127.0.0.1:1/none"
        let refused = try await scan("T-1", [], history: address)
        #expect(refused.status == 4 && refused.output.contains("nothing was done"), "\(refused.output)")
        #expect(refused.errors.contains("the server cannot be reached"))
        try folder.write("config/beeline/policy.json", #"{"offline": "admit"}"#)
        let kept = try await scan("T-1", [], history: address)
        #expect(kept.status == 0 && kept.output.contains("kept on this machine"), "\(kept.output)")
        #expect(kept.errors.contains("scans are kept on this machine and sent later"))
        #expect(try await scan("T-1", [], history: address).output.contains(#""rule":"again""#))
        let password = try await scan("T-2", [], history: "postgresql://owner:geheim@127.0.0.1:1/none")
        #expect(password.errors.contains("~/.pgpass") && !(password.errors + password.output).contains("geheim"))
    }

    @Test func `following a history continues after its server was down`() async throws {
        let server = try await PostgreSQL()
        let address = server.address(of: "postgres")
        #expect(try await desk(["history", "create", "--file", address]).status == 0)
        let words = ["history", "--follow", "--after", "0", "--format", "json", "--file", address]
        let following = try RunningProgram(
            "sh", ["-c", #"exec "$0" "$@" 2>&1"#, Project.program("beeline")] + words, reading: .output)
        _ = try await answer("T-1", [], history: address)
        _ = try await following.lines.first { $0.contains(#""text":"T-1""#) }
        try await server.crash()
        _ = try await following.lines.first { $0.contains("the server cannot be reached") }
        try await server.start()
        _ = try await answer("T-2", [], history: address)
        _ = try await following.lines.first { $0.contains(#""text":"T-2""#) }
        let all = following.lines.all
        #expect(all.count { $0.contains("cannot be reached") } == 1 && all.count { $0.contains("T-1") } == 1, "\(all)")
        following.kill()
    }

    @Test func `what one gate shows is of all`() async throws {
        let address = try await PostgreSQL.shared().database()
        #expect(try await desk(["history", "create", "--file", address]).status == 0)
        let result = try await run(
            "python3", [Project.file("Tests/Serve/gates.py"), address],
            environment: ["BEELINE": Project.program("beeline")], folder: Project.folder)
        #expect(result.status == 0, "\(result.errors)")
        let csv = try await desk(["history", "--format", "csv", "--columns", "text,source,desk"], history: address)
        #expect(csv.lines.contains { $0.hasPrefix("T-1,http,") && !$0.hasSuffix(",") }, "\(csv.output)")
    }

    @Test func `a station file names the history, and a guest is admitted by hand`() async throws {
        let address = try await PostgreSQL.shared().database()
        #expect(try await desk(["history", "create", "--file", address]).status == 0)
        try folder.write("guests.csv", "ticket,name\nT-117,Anna Smith\nT-118,Bo Smith\n")
        #expect(try await desk(["catalog", "import", "guests", "guests.csv"]).status == 0)
        let found = try await desk(["catalog", "search", "guests", "anna", "SMITH"])
        #expect(found.output == "T-117\n  name  Anna Smith\n")
        let ticket = try #require(found.lines.first)
        #expect(
            try await answer(ticket, ["--source", "by hand"], history: address).output.contains(#""rule":"first""#))
        func station(_ history: String) throws {
            try folder.write(
                "station.json", #"{"sources": [{"source": "-", "name": "gate"}], "history": "\#(history)"}"#)
        }
        let words = [
            "live", "--station", "station.json", "--no-defaults", "--rules", "door.json", "--run", "--format", "json",
        ]
        try station(address)
        var live = try await desk(words, input: "T-117\n")
        for _ in 0..<20 where live.errors.contains("cannot be reached") {
            live = try await desk(words, input: "T-117\n")
        }
        #expect(live.output.contains(#""again""#), "\(live.output) \(live.errors)")
        // The environment goes first.
        let other = try await desk(words, history: "other.db", input: "T-117\n")
        #expect(other.output.contains(#""first""#), "\(other.output)")
        try station("postgresql://gate:geheim@127.0.0.1:1/x")
        let secret = try await desk(words, input: "T-117\n")
        #expect(secret.errors.contains("~/.pgpass") && !(secret.errors + secret.output).contains("geheim"))
    }
}
