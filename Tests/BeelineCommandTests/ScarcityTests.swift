import Foundation
import TestPrograms
import Testing

@Suite("Missing resources of the system are reported, and not waited for", .timeLimit(.minutes(10)))
struct ScarcityTests {
    @Test(
        "without threads nothing is done",
        arguments: [["resolve", "-"], ["resolve", "--run", "x"], ["formats"], ["history"]])
    func noThreads(_ words: [String]) async throws {
        let result = try await beelineWithoutThreads(words)
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("the system cannot create more threads for this user"))
        #expect(result.errors.contains("ulimit -u"))
    }

    @Test("a code on the command line is resolved without other threads")
    func resolvesOnOneThread() async throws {
        let result = try await beelineWithoutThreads(["resolve", "--no-defaults", "--format", "json", "4006381333931"])
        #expect(result.status == 1, "no rule is there to match")
        #expect(result.output.contains(#""gtin13":"4006381333931""#) && result.errors.isEmpty, "\(result)")
    }

    /// Runs the program as a user who may have no second thread.
    ///
    /// The limit is for a user's processes and threads together, and does not apply to root.
    private func beelineWithoutThreads(_ words: [String]) async throws -> ProgramRun {
        let asNobody = geteuid() == 0 ? ["setpriv", "--reuid=65534", "--clear-groups"] : []
        let line = asNobody + ["prlimit", "--nproc=1:1", Project.program("beeline")] + words
        return try await run(
            "env", line, environment: ["HOME": "/nonexistent", "XDG_DATA_HOME": "/dev/null/data"])
    }

    @Test("a program that a rule runs ends also where this one was started with SIGCHLD ignored")
    func ignoredChildren() async throws {
        let folder = try TemporaryFolder()
        let rules =
            #"{"version":1,"rules":[{"id":"r","when":{},"do":[{"action":"run-program","program":"/bin/echo","arguments":["hi"]}]}]}"#
        try folder.write("r.json", rules)
        let words = ["resolve", "--no-defaults", "--rules", folder.path("r.json"), "--run", "--allow", "process", "x"]
        let result = try await run(
            "env", ["--ignore-signal=CHLD", Project.program("beeline")] + words, environment: ["HOME": folder.path])
        #expect(result.status == 0 && result.output.contains("run-program"), "\(result.output) \(result.errors)")
    }

    struct Place: Sendable, CustomTestStringConvertible {
        /// Below the folder of the user's settings and data.
        let path: String
        let words: [String]
        var testDescription: String { path }
    }

    static let places = [
        Place(path: "beeline/history.db", words: ["history"]),
        Place(path: "beeline/history.db", words: ["history", "delete", "--yes", "1"]),
        Place(path: "beeline/policy.json", words: ["resolve", "--run", "4006381333931"]),
        Place(path: "beeline/rules/a.json", words: ["resolve", "4006381333931"]),
        Place(path: "beeline/isbn-ranges.tsv", words: ["resolve", "9784873119045"]),
        Place(path: "beeline/plugins/a/plugin.json", words: ["plugins", "list"]),
    ]

    @Test("a FIFO where a file of settings or data belongs is not waited at", arguments: places)
    func fifos(_ place: Place) async throws {
        let folder = try TemporaryFolder()
        try folder.write((place.path as NSString).deletingLastPathComponent + "/other", "")
        let fifo = folder.path(place.path)
        #expect(mkfifo(fifo, 0o600) == 0)
        // A process has it open for writing and writes nothing.
        let writer = open(fifo, O_RDWR | O_CLOEXEC)
        defer { close(writer) }
        let result = try await beeline(
            place.words, environment: ["XDG_CONFIG_HOME": folder.path, "XDG_DATA_HOME": folder.path])
        #expect(result.status != 0)
        #expect(result.errors.contains("it is a FIFO, a socket or a device"), "\(result.errors)")
    }
}
