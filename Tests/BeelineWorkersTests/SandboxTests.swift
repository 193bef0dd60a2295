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

    @Test("processor time has a limit, which ends what goes on")
    func limitsTime() async throws {
        let result = try await Self.trial("spin")
        #expect(result.status == -SIGXCPU)
    }

    @Test("it can die as any program does")
    func aborts() async throws {
        #expect(try await Self.trial("abort").status == -SIGABRT)
    }

    @Test("what is open can be read, memory had, a thread started", arguments: ["read", "allocate", "thread"])
    func allows(_ name: String) async throws {
        let result = try await Self.trial(name, input: Array("pixels ".utf8))
        #expect(result.output == (name == "read" ? "pixels done\n" : "done\n"))
    }

    @Test("death for want of memory leaves a mark, other deaths leave none")
    func marksMemory() async throws {
        #expect(try await Self.trial("die-of-memory").output == "signal \(SIGABRT), mark 1\n")
        #expect(try await Self.trial("die").output == "signal \(SIGABRT), mark 0\n")
    }
}
