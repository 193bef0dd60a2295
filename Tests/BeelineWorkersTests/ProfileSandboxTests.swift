import Foundation
import TestPrograms
import Testing

/// What programs can do that read videos, and what they cannot: a small program runs itself again under each profile.
@Suite(
    "The sandbox of programs that read videos",
    .enabled(
        if: (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8))?.contains("Seccomp_filters:") == true))
struct ProfileSandboxTests {
    enum Profile: String, CaseIterable, Sendable {
        case video, camera, network, listener, screen
    }

    struct Trial: Sendable, CustomTestStringConvertible {
        let name: String
        /// What the program says; what is not here ends it.
        let answers: [Profile: String]
        var testDescription: String { name }

        init(_ name: String, _ answers: [Profile: String] = [:], others: String? = nil) {
            self.name = name
            self.answers = Dictionary(
                uniqueKeysWithValues: Profile.allCases.compactMap { profile in
                    (answers[profile] ?? others).map { (profile, $0) }
                })
        }
    }

    /// - Parameter subject: what the trial is about: a port without a listener, where it is not a file.
    private static func answer(
        _ profile: Profile, _ name: String, file: String, subject: String = "1"
    ) async throws -> ProgramRun {
        let hasFile = [.video, .camera, .screen].contains(profile)
        return try await run(
            try await ProgramSandboxTests.program.value.path,
            [hasFile ? "\(profile.rawValue):\(file)" : profile.rawValue, name, subject], input: Array("pages ".utf8),
            environment: ["SECRET": "1"])
    }

    static let trials = [
        Trial("open-library", others: "done"), Trial("thread", others: "done"), Trial("allocate", others: "done"),
        Trial("read", others: "pages done"), Trial("environment", others: "done"),
        // Never, whatever is read.
        Trial("exec"), Trial("fork"), Trial("trace"),
        Trial("exec-again", others: "EFAULT"), Trial("map-below", others: "EPERM"),
        Trial("create", others: "EPERM"), Trial("delete", others: "EPERM"), Trial("run-memory", others: "EPERM"),
        Trial("make-runnable", others: "EPERM"), Trial("signal", others: "EPERM"),
        Trial("raise-limit", others: "EPERM"),
        Trial("memory", others: "ENOMEM"), Trial("type", others: "EPERM"),
        Trial("named-shared-memory", others: "EPERM"),
        // By profile.
        Trial("connect", [.network: "ECONNREFUSED", .listener: "EACCES", .screen: "ECONNREFUSED"]),
        Trial("datagram", [.network: "done", .listener: "done", .screen: "done"]),
        Trial("bind", [.network: "EPERM", .listener: "done", .screen: "EPERM"]),
        Trial("listen", [.listener: "done"]),
        Trial("local-socket", [.network: "EPERM", .listener: "EPERM", .screen: "done"]),
        Trial("ask-camera", [.camera: "ENOTTY"], others: "EPERM"),
        Trial("shared-memory", [.screen: "done"], others: "EPERM"),
        Trial("write-copy", others: "copied done"),
    ]

    private static let pairs = trials.flatMap { trial in Profile.allCases.map { (trial, $0) } }

    /// Only the rules of paths know of TCP that a socket was allowed for, and keep a camera from other files.
    private static func needsPaths(_ trial: Trial, _ profile: Profile) -> Bool {
        (trial.name, profile) == ("connect", .listener) || (trial.name, profile) == ("write-copy", .camera)
    }

    @Test("each profile permits what it needs, and nothing else", arguments: pairs.filter { !needsPaths($0, $1) })
    func allows(_ trial: Trial, _ profile: Profile) async throws { try await check(trial, profile) }

    @Test(
        "rules of paths forbid what the filter cannot",
        .enabled(if: Requirement.landlock, "the kernel has no Landlock"),
        arguments: pairs.filter(needsPaths))
    func allowsByPaths(_ trial: Trial, _ profile: Profile) async throws { try await check(trial, profile) }

    private func check(_ trial: Trial, _ profile: Profile) async throws {
        let folder = try TemporaryFolder()
        let result = try await Self.answer(profile, trial.name, file: try folder.write("file", "x"))
        #expect(result.output == trial.answers[profile].map { "\($0)\n" } ?? "")
        #expect(result.status == (trial.answers[profile] == nil ? -SIGSYS : 0))
    }

    @Test(
        "a profile that has a file can read it, and no profile the user's other files",
        .enabled(if: Requirement.landlock, "the kernel has no Landlock"), arguments: Profile.allCases)
    func opensOneFile(_ profile: Profile) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("file", "x")
        let other = try folder.write("other", "x")
        func answer(_ name: String, _ subject: String) async throws -> String {
            try await Self.answer(profile, name, file: file, subject: subject).output
        }
        let reads = [.video, .camera, .screen].contains(profile)
        #expect(try await answer("open", file) == (reads ? "done\n" : "EACCES\n"))
        for path in [other, folder.path, "/etc/passwd", "/proc/self/environ"] {
            #expect(try await answer("open", path) == "EACCES\n", "\(path)")
        }
        let isCamera = profile == .camera
        #expect(try await answer("open-subject-to-write", file) == (isCamera ? "done\n" : "EPERM\n"))
        #expect(try await answer("map-subject", file) == (isCamera ? "done\n" : "EPERM\n"))
        #expect(try await answer("open-subject-to-write", other) == (isCamera ? "EACCES\n" : "EPERM\n"))
        #expect(try await answer("write-subject", file) == (isCamera ? "done\n" : "EPERM\n"))
        #expect(try await answer("write-subject", other) == (isCamera ? "EACCES\n" : "EPERM\n"))
        let resolves = [.network, .listener, .screen].contains(profile)
        #expect(try await answer("open", "/etc/hosts") == (resolves ? "done\n" : "EACCES\n"))
    }

    @Test(
        "of devices, the one of a camera alone is opened for reading and writing",
        .enabled(if: Requirement.landlock, "the kernel has no Landlock"))
    func opensOneDevice() async throws {
        func answer(_ name: String, _ device: String) async throws -> String {
            try await Self.answer(.camera, name, file: "/dev/full", subject: device).output
        }
        #expect(try await answer("open", "/dev/full") == "done\n")
        #expect(try await answer("open-subject-to-write", "/dev/full") == "done\n")
        // It is the device that refuses.
        #expect(try await answer("write-subject", "/dev/full") == "ENOSPC\n")
        for device in ["/dev/null", "/dev/zero", "/dev/tty"] {
            #expect(try await answer("open", device) == "EACCES\n")
            #expect(try await answer("open-subject-to-write", device) == "EACCES\n")
        }
    }

    @Test(
        "a profile whose file is missing is not a profile",
        .enabled(if: Requirement.landlock, "the kernel has no Landlock"))
    func needsItsFile() async throws {
        for profile in ["video", "camera"] {
            let result = try await run(
                try await ProgramSandboxTests.program.value.path, [profile, "open", "/etc/passwd"])
            #expect(result.status == 125)
        }
    }
}
