import Foundation
import TestPrograms

/// Reads a history with Python's SQLite, the other side of what was written.
enum HistoryReader {
    /// Runs a program of Python that has the open database as `db`, and gives the lines that it prints.
    static func run(_ program: String, on path: String) async throws -> [String] {
        let start = "import json, sqlite3, sys\ndb = sqlite3.connect(sys.argv[1], timeout=30)\n"
        let result = try await TestPrograms.run(
            "python3", ["-c", start + program, path], environment: ["PYTHONIOENCODING": "utf-8"])
        guard result.status == 0 else { throw Failure("python3 ended with \(result.status): \(result.errors)") }
        return result.output.split(separator: "\n").map(String.init)
    }

    /// The result of `PRAGMA integrity_check`, then the field `n` of each row, in the order in which they were written;
    /// none where whoever began the history was killed before there was a file or a table.
    static func checkedNumbers(in path: String) async throws -> (check: String, numbers: [String]) {
        guard FileManager.default.fileExists(atPath: path) else { return ("ok", []) }
        let program = """
            print(db.execute("PRAGMA integrity_check").fetchone()[0])
            if db.execute("SELECT name FROM sqlite_master WHERE name = 'scans'").fetchone():
                for row in db.execute("SELECT fields FROM scans ORDER BY id"): print(json.loads(row[0])["n"])
            """
        let lines = try await run(program, on: path)
        return (lines.first ?? "", Array(lines.dropFirst()))
    }
}
