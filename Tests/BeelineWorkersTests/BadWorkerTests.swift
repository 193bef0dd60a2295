import BeelineSymbols
import BeelineWorkers
import TestPrograms
import Testing

@Suite("Programs that are poor workers")
struct BadWorkerTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let script: String
        let code: String
        /// What the message has in it.
        let words: String
        /// In seconds. Only what hangs waits for it; the others have time to start on a busy machine.
        var timeLimit: Duration { .seconds(code == "decoder-timed-out" ? 5 : 600) }
    }

    private static let greeting = #"echo '{"protocol":4}' >&0; "#
    private static let request = "read -r request <&0; "
    /// What makes a program the real worker when it is started for the second time.
    private static let onceOnly = #"if [ -e "$MARK" ]; then exec "$REAL"; fi; touch "$MARK"; "#

    /// Those that never become a worker.
    static let strangers = [
        Case(testDescription: "ends at once", script: "exit 3", code: "decoder-unavailable", words: "status 3"),
        Case(
            testDescription: "dies at once", script: "kill -SEGV $$", code: "decoder-unavailable", words: "signal 11"),
        Case(
            testDescription: "greets in another tongue", script: "echo hello >&0; exec sleep 1000",
            code: "decoder-unavailable", words: "does not work as a worker"),
        Case(
            testDescription: "is older", script: #"echo '{"protocol":1}' >&0; exec sleep 1000"#,
            code: "decoder-unavailable", words: "reinstall it so that both match"),
        Case(
            testDescription: "is newer", script: #"echo '{"protocol":5,"more":[]}' >&0; exec sleep 1000"#,
            code: "decoder-unavailable", words: "speaks worker protocol 5, but this program speaks 4"),
        Case(
            testDescription: "greets half and ends", script: #"printf '{"proto' >&0; exit 0"#,
            code: "decoder-unavailable", words: "does not work as a worker"),
        Case(
            testDescription: "closes the socket and lives", script: "exec 0<&-; exec sleep 1000",
            code: "decoder-unavailable", words: "does not work as a worker"),
    ]

    /// Those that fail at an image.
    static let failures = [
        Case(
            testDescription: "hangs", script: "exec sleep 1000", code: "decoder-timed-out", words: "after 5 s"),
        Case(
            testDescription: "dies in the reader", script: request + "echo read; kill -SEGV $$", code: "decoder-died",
            words: "in the reader of the image file: signal 11"),
        Case(
            testDescription: "hangs in the reader", script: request + "echo read; exec sleep 1000",
            code: "decoder-timed-out", words: "after 5 s"),
        Case(
            testDescription: "aborts", script: request + "kill -ABRT $$", code: "decoder-died", words: "signal 6"),
        Case(testDescription: "ends", script: request + "exit 7", code: "decoder-died", words: "status 7"),
        Case(
            testDescription: "answers nonsense", script: request + "echo nonsense >&0; exec sleep 1000",
            code: "decoder-died", words: "crashed on this image"),
        Case(
            testDescription: "answers twice",
            script: request + #"printf '{"symbols":[]}\n{"symbols":[]}\n' >&0; exec sleep 1000"#,
            code: "decoder-died", words: "crashed on this image"),
        Case(
            testDescription: "answers with an outline of three corners",
            script: request
                + #"echo '{"symbols":[{"text":"a","decoder":"b","outline":[[0,0],[1,0],[1,1]]}]}' >&0; exec sleep 1000"#,
            code: "decoder-died", words: "crashed on this image"),
        Case(
            testDescription: "answers half and ends", script: request + #"printf '{"symbols":[' >&0; exit 0"#,
            code: "decoder-died", words: "status 0"),
        Case(
            testDescription: "answers half and hangs",
            script: request + #"printf '{"symbols":[' >&0; exec sleep 1000"#, code: "decoder-timed-out",
            words: "after 5 s"),
        Case(
            testDescription: "closes the socket and lives", script: request + "exec 0<&-; exec sleep 1000",
            code: "decoder-died", words: "crashed on this image"),
        Case(
            testDescription: "talks without an end", script: request + "exec yes >&0", code: "decoder-died",
            words: "crashed on this image"),
    ]

    @Test("one that never becomes a worker is an error that says why", arguments: strangers)
    func strangersAreNamed(_ case: Case) async throws {
        let workers = try await Workers(`case`.script)
        let pool = try DecodingPool(program: workers.program, size: 1, timeLimit: `case`.timeLimit)
        for _ in 0..<2 {
            let error = await #expect(throws: DecodeError.self) {
                try await pool.symbols(in: .file(Project.file("Examples/book.jpg")))
            }
            #expect(error?.code == `case`.code)
            #expect(error?.description.contains(`case`.words) == true, "\(error as Any)")
            #expect(error?.description.contains(workers.program) == true)
        }
        await pool.close()
        #expect(workers.processes.isEmpty)
    }

    @Test("one that fails at an image costs that image, and is replaced", arguments: failures)
    func failuresAreReplaced(_ case: Case) async throws {
        let workers = try await Workers(Self.onceOnly + Self.greeting + `case`.script)
        let pool = try DecodingPool(program: workers.program, size: 1, timeLimit: `case`.timeLimit)
        let error = await #expect(throws: DecodeError.self) {
            try await pool.symbols(in: .file(Project.file("Examples/poster.webp")))
        }
        #expect(error?.code == `case`.code)
        #expect(error?.description.contains(`case`.words) == true, "\(error as Any)")
        let patient = try DecodingPool(program: workers.program, size: 1)
        #expect(try await patient.symbols(in: .file(Project.file("Examples/poster.webp"))).count == 1)
        await pool.close()
        await patient.close()
        #expect(workers.processes.isEmpty)
    }

    @Test("one that hangs is replaced within the same pool")
    func poolGoesOn() async throws {
        let workers = try await Workers(Self.onceOnly + Self.greeting + "exec sleep 1000")
        let pool = try DecodingPool(program: workers.program, size: 1, timeLimit: .seconds(15))
        let picture = ImageSource.file(Project.file("Examples/poster.webp"))
        async let first = pool.symbols(in: picture)
        async let second = pool.symbols(in: picture)
        let answers = [try? await first, try? await second].compactMap { $0 }
        #expect(answers.map(\.count) == [1])
        await pool.close()
        #expect(workers.processes.isEmpty)
    }

    @Test("a worker that dies whenever it is idle is given up, not started for ever")
    func doesNotStayAlive() async throws {
        let workers = try await Workers(Self.greeting + "exit 0")
        let pool = try DecodingPool(program: workers.program, size: 1)
        let error = await #expect(throws: DecodeError.self) {
            try await pool.symbols(in: .file(Project.file("Examples/book.jpg")))
        }
        #expect(["decoder-unavailable", "decoder-died"].contains(error?.code))
        await pool.close()
        #expect(workers.processes.isEmpty)
    }
}
