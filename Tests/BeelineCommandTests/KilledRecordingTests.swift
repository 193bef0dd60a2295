import Foundation
import TestPrograms
import Testing

/// A thousand scans, and a hundred times `kill -9` at any moment.
@Suite("What was acknowledged is in the history, however the program ends")
struct KilledRecordingTests {
    private static let kills = 100
    private static let codes = 1_000

    @Test("a thousand scans, killed a hundred times", .timeLimit(.minutes(30)))
    func kills() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "r.json",
            #"{"version":1,"rules":[{"id":"a","when":{},"do":[{"action":"record","fields":{"code":"{text|}"}}]}]}"#)
        let environment = ["XDG_DATA_HOME": folder.path("data")]
        var acknowledged: [String] = []
        var hits = 0
        // So long one takes to begin and to record a few; half of the programs are killed at any moment of that, the
        // others once so many codes are acknowledged, so that they are surely in the midst of it.
        let start = ContinuousClock.now
        acknowledged += try await record(0..<10, killed: .never, folder, environment)
        try #require(acknowledged.count == 10)
        // Among many other tests it waits for its turn as well, which is not its own time.
        let span = min((ContinuousClock.now - start) / .seconds(1) * 1.5, 0.5)
        for round in 0..<Self.kills {
            // Of the thousand, so many are left for each round that some are left for the last one.
            let next = acknowledged.count
            let last = min(Self.codes, next + 2 * (Self.codes - next) / (Self.kills - round + 1) + 1)
            let moment: Moment =
                round.isMultiple(of: 2)
                ? .seconds(Double.random(in: 0..<span)) : .codes(Int.random(in: 1...max(1, (last - next) / 2)))
            let done = try await record(next..<last, killed: moment, folder, environment)
            #expect(done == (next..<next + done.count).map { "code \($0)" }, "in order, and no other ones")
            acknowledged += done
            if !done.isEmpty, done.count < last - next { hits += 1 }
        }
        acknowledged += try await record(acknowledged.count..<Self.codes, killed: .never, folder, environment)
        #expect(acknowledged.count == Self.codes)
        #expect(hits > 0, "some were killed in the midst of it")

        let program = """
            import sqlite3, sys, json
            db = sqlite3.connect(sys.argv[1])
            print(db.execute("PRAGMA integrity_check").fetchone()[0])
            for row in db.execute("SELECT text, fields FROM scans ORDER BY id"):
                assert json.loads(row[1])["code"] == row[0]
                print(row[0])
            """
        let kept = try await run("python3", ["-c", program, folder.path("data/beeline/history.db")])
        #expect(kept.lines.first == "ok")
        let rows = kept.lines.dropFirst()
        #expect(Set(acknowledged).subtracting(rows).isEmpty, "every scan that was acknowledged is there")
        #expect(Set(rows).subtracting(acknowledged).isEmpty, "and nothing else")
    }

    private enum Moment {
        case never
        case seconds(Double)
        /// When so many outcomes are printed.
        case codes(Int)
    }

    /// Records codes by the program, which gets them line by line.
    ///
    /// - Returns: those whose outcome was printed.
    private func record(
        _ codes: Range<Int>, killed moment: Moment, _ folder: TemporaryFolder, _ environment: [String: String]
    ) async throws -> [String] {
        try folder.write("codes", codes.map { "code \($0)\n" }.joined())
        // One that is killed before it begins leaves the file as it finds it.
        try folder.write("out", "")
        let ending =
            switch moment {
            case .never: ":"
            case .seconds(let seconds): "sleep \(seconds); kill -9 $pid 2>/dev/null"
            case .codes(let count):
                // Without a program for each look, and with a pause between them.
                """
                exec 8<> <(:); while kill -0 $pid 2>/dev/null && mapfile -t lines < out && (( ${#lines[@]} < \(count) ))
                do read -t 0.002 -u 8; done; kill -9 $pid 2>/dev/null
                """
            }
        // The shell hands on a line every few milliseconds, and says nothing of the kill.
        let result = try await bash(
            """
            beeline resolve - --run --no-defaults --rules r.json --format json > out \\
              < <(exec 9<> <(:); while read -r code; do echo "$code" || exit; read -t 0.005 -u 9; done < codes 2>/dev/null) &
            pid=$!; disown; \(ending)
            exec 7<> <(:); while kill -0 $pid 2>/dev/null; do read -t 0.005 -u 7; done
            """, environment: environment, folder: folder.path)
        #expect(result.errors.isEmpty)
        let lines = String(decoding: try folder.read("out"), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        // After the last line break there is nothing, or part of a line.
        return try lines.dropLast().map { line in
            let answer = try #require(try json(String(line)) as? [String: Any])
            #expect(line.contains(#""outcome":{"status":"done""#))
            return try #require(answer["input"] as? String)
        }
    }
}
