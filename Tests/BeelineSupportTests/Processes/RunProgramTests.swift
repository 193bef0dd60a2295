import BeelineSupport
import Foundation
import TestPrograms
import Testing

@Suite("a program is run to its end, and no further")
struct RunProgramTests {
    private static let shell = "/bin/sh"

    private func run(
        _ script: String, _ arguments: [String] = [], input: [UInt8] = [], limit: Int = 1 << 20,
        timeLimit: Duration = .seconds(600), folder: String? = nil,
        environment: [String: String] = ["PATH": "/usr/bin:/bin"]
    ) async throws -> ProgramResult {
        try await runProgram(
            ProgramStart(
                path: Self.shell, arguments: ["-c", script, "sh"] + arguments, environment: environment, folder: folder),
            input: input, outputLimit: limit, timeLimit: timeLimit)
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test("its status, its output and its error output come back")
    func reports() async throws {
        let result = try await run("echo out; echo err >&2; exit 7")
        #expect(result.end == .exited(7))
        #expect(Self.text(result.output) == "out\n")
        #expect(Self.text(result.errorOutput) == "err\n")
        #expect(!result.isOutputCut && !result.isErrorOutputCut)
    }

    @Test("the signal that ended it comes back")
    func reportsSignals() async throws {
        let end = try await run("kill -9 $$").end
        #expect(end == .signalled(9))
        #expect(end.description == "signal 9 (Killed)")
    }

    @Test(
        "arguments arrive as they are",
        arguments: ["", " ", "a b", "--help", "-rf", "$(touch x)", "`id`", "';exit 3", "\"", "*", "\n", "日本", "\\n"])
    func argumentsAreLiteral(_ argument: String) async throws {
        let result = try await run(#"printf '%s' "$#" "[$1]""#, [argument])
        #expect(Self.text(result.output) == "1[\(argument)]")
    }

    @Test("a NUL is refused, so that the program does not get another text")
    func refusesNUL() async throws {
        await #expect(throws: ProgramError.unusableText(program: Self.shell)) { try await run("true", ["a\0b"]) }
        await #expect(throws: ProgramError.unusableText(program: Self.shell)) {
            try await run("true", environment: ["A": "b\0c"])
        }
    }

    @Test("more input than fits into a pipe arrives complete, while the program answers")
    func feedsInput() async throws {
        let input = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 % 251) }
        let result = try await runProgram(ProgramStart(path: "/bin/cat"), input: input, outputLimit: 4_000_000)
        #expect(result.end == .exited(0))
        #expect(result.output == input)
    }

    @Test("a program that does not read its input costs nothing, not even SIGPIPE")
    func survivesClosedInput() async throws {
        let result = try await run("exec 0<&-; echo done", input: [UInt8](repeating: 65, count: 1_000_000))
        #expect(result.end == .exited(0))
        #expect(Self.text(result.output) == "done\n")
    }

    @Test("without input it is at its end at once")
    func hasEmptyInput() async throws {
        #expect(Self.text(try await run("wc -c").output).trimmingCharacters(in: .whitespacesAndNewlines) == "0")
    }

    @Test("output beyond the limit is discarded, and the program continues")
    func cutsOutput() async throws {
        let result = try await run("head -c 3000000 /dev/zero; head -c 5 /dev/zero >&2; exit 4", limit: 1000)
        #expect(result.end == .exited(4))
        #expect(result.output == [UInt8](repeating: 0, count: 1000))
        #expect(result.isOutputCut)
        #expect(result.errorOutput.count == 5 && !result.isErrorOutputCut)
    }

    @Test("with a limit of 0 its output leads nowhere")
    func hasNoOutput() async throws {
        let result = try await run(
            "readlink /proc/self/fd/1 | grep -qx /dev/null || [ /dev/null -ef /dev/fd/1 ]", limit: 0)
        #expect(result.end == .exited(0))
        #expect(result.output.isEmpty && !result.isOutputCut)
    }

    @Test("its environment is the given one, and its folder is entered")
    func setsThePlace() async throws {
        let folder = try TemporaryFolder()
        let result = try await runProgram(
            ProgramStart(path: "/usr/bin/env", environment: ["A": "1", "B": "x=y z"], folder: folder.path))
        #expect(Self.text(result.output) == "A=1\nB=x=y z\n")
        let place = try await run("pwd -P", folder: folder.path)
        #expect(Self.text(place.output).hasSuffix("\((folder.path as NSString).lastPathComponent)\n"))
    }

    @Test("of our descriptors it has the three streams only, and no signal is blocked or ignored")
    func inheritsNothing() async throws {
        let folder = try TemporaryFolder()
        // Without close-on-exec, as other libraries open files.
        let open = Foundation.open(try folder.write("secret", "x"), O_RDONLY)
        defer { close(open) }
        // The shell reads its signals itself: while it starts a program, it blocks them.
        let result = try await run(
            "ls /proc/$$/fd; while IFS= read -r line; do case $line in Sig*) echo \"$line\" ;; esac; done < /proc/$$/status"
        )
        let lines = Self.text(result.output).split(separator: "\n").map(String.init)
        // The shell itself may keep one of its own at 10 and beyond.
        #expect(lines.filter { Int($0).map { $0 < 10 } ?? false } == ["0", "1", "2"])
        #expect(lines.contains("SigBlk:\t0000000000000000"))
        let ignored = lines.first { $0.hasPrefix("SigIgn:") }?.dropFirst(8) ?? "f"
        let sigpipe: UInt64 = 1 << 12
        #expect((UInt64(ignored, radix: 16) ?? .max) & sigpipe == 0)
    }

    @Test("when time is over, it and all that it started are ended", .timeLimit(.minutes(15)))
    func endsWithTime() async throws {
        let folder = try TemporaryFolder()
        // Neither listens to SIGTERM.
        let script = #"trap "" TERM; (trap "" TERM; echo $$ > "$1/a"; sleep 600) & echo $! > "$1/b"; wait; sleep 600"#
        await #expect(throws: ProgramError.timedOut(program: Self.shell, limit: .milliseconds(1500))) {
            try await run(script, [folder.path], timeLimit: .milliseconds(1500))
        }
        for name in ["a", "b"] {
            let text = String(decoding: (try? folder.read(name)) ?? [], as: UTF8.self)
            guard let pid = Int32(text.dropLast()) else { continue }
            try await Self.untilGone(pid)
        }
    }

    /// As programs do that become daemons: a session of its own, and a parent that is gone.
    static let escapes = [
        #"setsid sh -c 'echo $$ > "$1/new"; mv "$1/new" "$1/pid"; trap "" TERM; exec sleep 600' sh "$1""#,
        #"(setsid sh -c 'echo $$ > "$1/new"; mv "$1/new" "$1/pid"; trap "" TERM HUP; exec sleep 600' sh "$1" &); sleep 600"#,
        #"(setsid sh -c '(setsid sh -c "echo \$\$ > $1/new; mv $1/new $1/pid; exec sleep 600" &) &' sh "$1" &); sleep 600"#,
    ]

    @Test("a stop also ends processes that left its session", .timeLimit(.minutes(15)), arguments: escapes)
    func endsDaemons(_ script: String) async throws {
        let folder = try TemporaryFolder()
        let task = Task { try await run(script, [folder.path]) }
        let pid = try await Self.processID(in: folder)
        task.cancel()
        await #expect(throws: ProgramError.cancelled(program: Self.shell)) { try await task.value }
        // It is dead when the run is over.
        #expect(kill(pid, 0) != 0 && errno == ESRCH)
    }

    private static func processID(in folder: TemporaryFolder) async throws -> Int32 {
        while true {
            if let pid = (try? folder.read("pid")).flatMap({ Int32(text($0).dropLast()) }) { return pid }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    @Test("cancelling ends it", .timeLimit(.minutes(15)))
    func endsWhenCancelled() async throws {
        let folder = try TemporaryFolder()
        let task = Task { try await run(#"echo $$ > "$1/new"; mv "$1/new" "$1/pid"; exec sleep 600"#, [folder.path]) }
        var pid: Int32?
        while pid == nil {
            pid = (try? folder.read("pid")).flatMap { Int32(Self.text($0).dropLast()) }
            try await Task.sleep(for: .milliseconds(20))
        }
        task.cancel()
        await #expect(throws: ProgramError.cancelled(program: Self.shell)) { try await task.value }
        try await Self.untilGone(#require(pid))
    }

    @Test("processes that it leaves in the background are not waited for", .timeLimit(.minutes(15)))
    func leavesDaemons() async throws {
        let result = try await run("sleep 600 & echo $!")
        #expect(result.end == .exited(0))
        let pid = try #require(Int32(Self.text(result.output).dropLast()))
        #expect(kill(pid, 0) == 0)
        kill(pid, SIGKILL)
    }

    @Test(
        "what cannot be started is told of",
        arguments: [
            ("/nonexistent/program", "No such file or directory"), ("/etc/passwd", "Permission denied"),
            ("/", "Permission denied"),
        ])
    func tellsOfUnstartable(_ program: String, _ reason: String) async throws {
        let error = await #expect(throws: ProgramError.self) { try await runProgram(ProgramStart(path: program)) }
        #expect(error?.description == "\(program): \(reason)")
    }

    @Test("a missing interpreter is not reported as a missing program")
    func tellsOfMissingInterpreter() async throws {
        let folder = try TemporaryFolder()
        let script = folder.path("run")
        _ = try await TestPrograms.run(
            "install", ["-m", "755", "/dev/stdin", script], input: Array("#!/no/such\n".utf8))
        let error = await #expect(throws: ProgramError.self) { try await runProgram(ProgramStart(path: script)) }
        #expect(error?.description.contains("the interpreter in its first line (#!)") == true)
    }

    @Test("many at once leave no zombie and no descriptor")
    func leavesNothing() async throws {
        try await withThrowingTaskGroup(of: ProgramResult.self) { group in
            for number in 0..<40 { group.addTask { try await run("echo $1; exit $1", ["\(number)"]) } }
            var ends: Set<ProgramEnd> = []
            for try await result in group { ends.insert(result.end) }
            #expect(ends.count == 40)
        }
    }

    /// Waits until there is no such process, dead ones that were not reaped included, unless they are of other parents.
    static func untilGone(_ pid: Int32) async throws {
        while kill(pid, 0) == 0 {
            let stat = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
            // What a killed program had started is waited for by the system's first process, which may be slow.
            if stat.contains(") Z ") { return }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
