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

    private func desk(_ words: [String], history: String? = nil) async throws -> ProgramRun {
        var environment = ["XDG_DATA_HOME": folder.path("data"), "XDG_CONFIG_HOME": folder.path("config")]
        environment["BEELINE_HISTORY"] = history
        return try await beeline(words, environment: environment, folder: folder.path)
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
}
