import BeelineSupport
import Foundation
import TestPrograms
import Testing

@Suite("a program that was started")
struct ChildProcessTests {
    private func start(_ script: String, group: ProgramStart.Group = .own) throws -> ChildProcess {
        try ChildProcess(
            ProgramStart(
                path: "/bin/sh", arguments: ["-c", script], environment: ["PATH": "/usr/bin:/bin"], group: group))
    }

    @Test("is waited for, and says the same ever after", .timeLimit(.minutes(15)))
    func end() throws {
        let process = try start("exit 5")
        #expect(process.waitForEnd(until: .now + .seconds(600)) == .exited(5))
        #expect(process.ended() == .exited(5))
        #expect(process.stop() == .exited(5))
    }

    @Test("is still running when patience is over")
    func patience() throws {
        let process = try start("exec sleep 600")
        #expect(process.waitForEnd(until: .now + .milliseconds(10)) == nil)
        #expect(process.ended() == nil)
        #expect(process.stop() == .signalled(SIGTERM))
    }

    @Test("is killed when it does not listen", .timeLimit(.minutes(15)))
    func stubborn() async throws {
        let folder = try TemporaryFolder()
        let process = try start("trap '' TERM; echo $$ > '\(folder.path)/id'; while true; do sleep 1; done")
        _ = try await processID(in: folder, "id")
        #expect(process.stop(grace: .milliseconds(200)) == .signalled(SIGKILL))
    }

    @Test("leads a session of its own, or belongs to ours", arguments: [ProgramStart.Group.own, .ours])
    func session(_ group: ProgramStart.Group) throws {
        let process = try start("exec sleep 600", group: group)
        defer { process.stop() }
        #expect((getsid(process.id) == process.id) == (group == .own))
        #expect((getsid(process.id) == getsid(0)) == (group == .ours))
    }

    private static let daemon = #"(setsid sh -c 'echo $$ > "$1/new"; mv "$1/new" "$1/id"; exec sleep 600' sh "$1" &)"#

    private func startKept(_ script: String, whole: Bool, in folder: TemporaryFolder) throws -> ChildProcess {
        try ChildProcess(
            ProgramStart(
                path: "/bin/sh", arguments: ["-c", script, "sh", folder.path], environment: ["PATH": "/usr/bin:/bin"],
                group: .kept(whole: whole)))
    }

    @Test(
        "takes along all that it started, or leaves it, as is wanted", .timeLimit(.minutes(15)),
        arguments: [true, false])
    func keeps(whole: Bool) async throws {
        let folder = try TemporaryFolder()
        let waits = #"while [ ! -e "$1/id" ]; do sleep 0.02; done; exit 7"#
        let process = try startKept("\(Self.daemon); \(waits)", whole: whole, in: folder)
        #expect(process.waitForEnd(until: .now + .seconds(600)) == .exited(7))
        let id = try await processID(in: folder, "id")
        #expect((kill(id, 0) == 0) == !whole)
        kill(id, SIGKILL)
    }

    @Test("that has a keeper ends by the same signal for those who ask", arguments: [SIGTERM, SIGKILL, SIGSEGV])
    func keepsSignals(_ signal: Int32) throws {
        let folder = try TemporaryFolder()
        let process = try startKept("kill -\(signal) $$", whole: true, in: folder)
        #expect(process.waitForEnd(until: .now + .seconds(600)) == .signalled(signal))
    }

    @Test("that has a keeper, and does not listen, is killed with all that it started", .timeLimit(.minutes(15)))
    func keepsStubborn() async throws {
        let folder = try TemporaryFolder()
        let process = try startKept(
            "trap '' TERM; \(Self.daemon); while true; do sleep 1; done", whole: false, in: folder)
        let id = try await processID(in: folder, "id")
        #expect(process.stop(grace: .milliseconds(100)) == .signalled(SIGKILL))
        #expect(kill(id, 0) != 0 && errno == ESRCH)
    }

    @Test("a program that cannot be started is reported, with a keeper as well")
    func keepsErrors() throws {
        #expect(throws: ProgramError.notStarted(program: "/no/such", errno: ENOENT)) {
            try ChildProcess(ProgramStart(path: "/no/such", environment: [:], group: .kept(whole: true)))
        }
    }

    @Test("is not a zombie after it is released", .timeLimit(.minutes(15)))
    func abandoned() async throws {
        let id = try start("exec sleep 0.2").id
        while kill(id, 0) == 0 { try await Task.sleep(for: .milliseconds(20)) }
        #expect(errno == ESRCH)
    }

    @Test("continues when its launcher no longer waits", .timeLimit(.minutes(15)))
    func launched() async throws {
        let end = try await launchProgram("/bin/sh", ["-c", "echo a; echo b >&2; exit 3"], patience: .seconds(600))
        #expect(end?.end == .exited(3))
        #expect(end?.said == Array("a\nb\n".utf8))
        let talkative = try await launchProgram("/bin/sh", ["-c", "yes | head -c 1000000"], patience: .seconds(600))
        #expect((talkative?.said.count).map { $0 <= 1 << 16 } == true)
        // One that stays: it is for the test to end it.
        let folder = try TemporaryFolder()
        func stay(_ name: String) -> [String] {
            ["-c", #"echo $$ > "$1.new"; mv "$1.new" "$1"; exec sleep 600"#, "sh", folder.path(name)]
        }
        #expect(try await launchProgram("/bin/sh", stay("a"), patience: .milliseconds(1)) == nil)
        let arguments = stay("b")
        let task = Task { try await launchProgram("/bin/sh", arguments, patience: .seconds(6000)) }
        let first = try await processID(in: folder, "a")
        let second = try await processID(in: folder, "b")
        task.cancel()
        await #expect(throws: ProgramError.cancelled(program: "/bin/sh")) { try await task.value }
        for id in [first, second] {
            #expect(kill(id, SIGKILL) == 0)
            // It is not a zombie.
            while kill(id, 0) == 0 { try await Task.sleep(for: .milliseconds(20)) }
        }
    }

    /// Waits until a program has written its id.
    private func processID(in folder: TemporaryFolder, _ name: String) async throws -> Int32 {
        while true {
            if let bytes = try? folder.read(name), let id = Int32(String(decoding: bytes.dropLast(), as: UTF8.self)) {
                return id
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}

@Suite("The environment and the folder of programs")
struct EnvironmentTests {
    /// In a process of its own: no thread may look into an environment that another one changes.
    @Test("is the PATH, the user, the language and the folders; for the session all but Beeline's own")
    func clean() async {
        await #expect(processExitsWith: .success) {
            setenv("BEELINE_SECRET_TEST", "hush", 1)
            setenv("AWS_SECRET_ACCESS_KEY", "hush", 1)
            setenv("LC_MESSAGES", "C", 1)
            setenv("XDG_TEST", "x", 1)
            setenv("DISPLAY", ":99", 1)
            let clean = cleanEnvironment()
            #expect(clean["PATH"] == ProcessInfo.processInfo.environment["PATH"])
            #expect(clean["LC_MESSAGES"] == "C")
            #expect(clean["XDG_TEST"] == "x")
            #expect(clean["DISPLAY"] == nil)
            #expect(cleanEnvironment(reachesDesktop: true)["DISPLAY"] == ":99")
            for environment in [clean, cleanEnvironment(reachesDesktop: true)] {
                #expect(!environment.values.contains("hush"))
            }
            #expect(sessionEnvironment()["BEELINE_SECRET_TEST"] == nil)
            #expect(sessionEnvironment()["DISPLAY"] == ":99")
        }
    }

    @Test("relative folders of the PATH do not count")
    func skipsRelativeFolders() throws {
        #expect(Executable.find("sh", path: "bin:.:/bin") == "/bin/sh")
        #expect(Executable.find("sh", path: "bin:.") == nil)
        #expect(Executable.find("sh", path: "") == nil)
        #expect(Executable.find("", path: "/bin") == nil)
        #expect(Executable.find("no-such-program") == nil)
        #expect(Executable.find("sh") != nil)
    }
}
