import Foundation
import TestPrograms
import Testing

/// A small program shuts itself in as the worker does, and tries what the worker must not do.
@Suite(
    "The sandbox",
    .enabled(
        if: (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8))?.contains("Seccomp_filters:") == true))
struct SandboxTests {
    private static func trial(_ name: String, input: [UInt8] = []) async throws -> ProgramRun {
        // Swift's runtime would start a program to print a backtrace, and be ended for that.
        try await run(
            Project.program("SandboxTrial"), [name], input: input, environment: ["SWIFT_BACKTRACE": "enable=no"])
    }

    @Test(
        "no files, no limits of its own making, no memory to run, no signals to others",
        arguments: [
            "open", "create", "list", "delete", "run-memory", "make-runnable", "raise-limit", "signal",
        ])
    func refuses(_ name: String) async throws {
        let result = try await Self.trial(name)
        #expect(result.output == "EPERM\n")
        #expect(result.status == 0)
    }

    @Test(
        "no sockets, no processes, no programs: who tries is ended",
        arguments: ["socket", "local-socket", "fork", "exec", "trace"])
    func kills(_ name: String) async throws {
        let result = try await Self.trial(name)
        #expect(result.output.isEmpty)
        #expect(result.status == -SIGSYS)
    }

    @Test("memory and the length of files have limits", arguments: [("memory", "ENOMEM"), ("long-file", "EFBIG")])
    func limits(_ name: String, _ error: String) async throws {
        let result = try await Self.trial(name)
        #expect(result.output == "\(error)\n")
    }

    @Test("processor time has a limit, which ends an endless loop")
    func limitsTime() async throws {
        let result = try await Self.trial("spin")
        #expect(result.status == -SIGXCPU)
    }

    @Test("it can die as any program does")
    func aborts() async throws {
        #expect(try await Self.trial("abort").status == -SIGABRT)
    }

    @Test("an open file can be read, memory allocated, a thread started", arguments: ["read", "allocate", "thread"])
    func allows(_ name: String) async throws {
        let result = try await Self.trial(name, input: Array("pixels ".utf8))
        #expect(result.output == (name == "read" ? "pixels done\n" : "done\n"))
    }

    @Test("death for want of memory leaves a mark, other deaths do not")
    func marksMemory() async throws {
        #expect(try await Self.trial("die-of-memory").output == "signal \(SIGABRT), mark 1\n")
        #expect(try await Self.trial("die").output == "signal \(SIGABRT), mark 0\n")
    }
}

/// The same program becomes itself as the worker becomes one that draws pages, and tries what such a program must not do.
@Suite(
    "The sandbox of programs",
    .enabled(
        if: (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8))?.contains("Seccomp_filters:") == true))
struct ProgramSandboxTests {
    /// The program without the Swift runtime: that need not be where the system's libraries are.
    static let program = Task<(path: String, folder: TemporaryFolder), any Error> {
        let folder = try TemporaryFolder()
        let path = folder.path("trial")
        let sandbox = "\(Project.folder)/Sources/C/CSandbox"
        let sources = try FileManager.default.contentsOfDirectory(atPath: sandbox).filter { $0.hasSuffix(".c") }
        let result = try await run(
            "clang",
            ["-std=gnu2x", "-I", "\(sandbox)/include", "-o", path, "\(Project.folder)/Tests/SandboxTrial/main.c"]
                + sources.map { "\(sandbox)/\($0)" } + ["-lseccomp"])
        try #require(result.status == 0, "\(result.errors)")
        return (path, folder)
    }

    /// - Parameter subject: a file that the trial is about.
    private static func trial(_ name: String, subject: String = "/etc/passwd") async throws -> ProgramRun {
        try await run(
            try await program.value.path, ["document", name, subject], input: Array("pages ".utf8),
            environment: ["SECRET": "1"])
    }

    @Test(
        "nothing is written: no file made, opened for writing, moved or cut, and the document stays as it is",
        arguments: [
            ("create", "EPERM"), ("open-to-write", "EPERM"), ("delete", "EPERM"), ("rename", "EPERM"),
            ("truncate", "EPERM"), ("overwrite-document", "EPERM"), ("map-document", "EACCES"),
        ])
    func refusesWriting(_ name: String, _ error: String) async throws {
        let result = try await Self.trial(name)
        #expect(result.output == "\(error)\n")
        #expect(result.status == 0)
    }

    @Test(
        "no memory to run, no limits of its own making, no signals to others",
        arguments: ["run-memory", "make-runnable", "raise-limit", "signal"])
    func refuses(_ name: String) async throws {
        #expect(try await Self.trial(name).output == "EPERM\n")
    }

    @Test(
        "no sockets, no processes, no other programs: who tries is ended",
        arguments: ["socket", "local-socket", "fork", "exec", "trace"])
    func kills(_ name: String) async throws {
        let result = try await Self.trial(name)
        #expect(result.output.isEmpty)
        #expect(result.status == -SIGSYS)
    }

    @Test(
        "the one start that the filter lets through is used up, and nothing can be put in its place",
        arguments: [
            ("exec-again", "EFAULT"), ("map-below", "EPERM"), ("move-below", "EPERM"), ("move-kept", "EPERM"),
            ("grow-below", "EPERM"),
        ])
    func startsOnce(_ name: String, _ error: String) async throws {
        #expect(try await Self.trial(name).output == "\(error)\n")
    }

    @Test("memory, processor time and the length of its output have limits")
    func limits() async throws {
        #expect(try await Self.trial("memory").output == "ENOMEM\n")
        #expect(try await Self.trial("long-file").output == "EFBIG\n")
        let spin = try await Self.trial("spin").status
        // At its hard limit the system kills what does not end at the soft one.
        #expect(spin == -SIGXCPU || spin == -SIGKILL)
    }

    @Test("the user's files cannot be opened", .enabled(if: Requirement.landlock, "the kernel has no Landlock"))
    func readsNoFiles() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("secret.txt", "secret")
        #expect(try await Self.trial("open", subject: path).output == "EACCES\n")
        #expect(try await Self.trial("open").output == "EACCES\n")
        #expect(try await Self.trial("list").output == "EACCES\n")
    }

    @Test(
        "the document and the system's libraries can be read, memory had, a thread started",
        arguments: [
            ("read", "pages done\n"), ("reopen", "pages done\n"), ("open-library", "done\n"), ("allocate", "done\n"),
            ("thread", "done\n"),
        ])
    func allows(_ name: String, _ output: String) async throws {
        #expect(try await Self.trial(name).output == output)
    }

    @Test("it has no environment")
    func hasNoEnvironment() async throws {
        #expect(try await Self.trial("environment").output == "done\n")
    }
}
