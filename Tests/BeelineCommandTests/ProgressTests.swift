import TestPrograms
import Testing

@testable import BeelineCommand

@Suite("The line that says how far it is")
struct ProgressTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let done: Int
        let total: Int?
        let seconds: Double
        let text: String
        var testDescription: String { text }
    }

    static let cases = [
        Case(done: 120, total: 895, seconds: 2, text: "120/895 images, 60/s, 0:13 left"),
        Case(done: 5, total: 895, seconds: 2, text: "5/895 images, 2.5/s, 5:56 left"),
        Case(done: 1, total: 40, seconds: 10, text: "1/40 images, 6/min, 6:30 left"),
        Case(done: 10, total: 100_000, seconds: 10, text: "10/100000 images, 1/s, 27:46:30 left"),
        Case(done: 0, total: 10, seconds: 2, text: "0/10 images"),
        Case(done: 120, total: nil, seconds: 2, text: "120 images, 60/s"),
        Case(done: 0, total: nil, seconds: 2, text: "0 images"),
        Case(done: 1, total: 2, seconds: 0, text: "1/2 images"),
        Case(done: 1, total: .max, seconds: 1e6, text: "1/9223372036854775807 images, 0/min, 277777:46:40 left"),
    ]

    @Test("it has the rate and the remaining time", arguments: cases)
    func text(_ case: Case) {
        let text = ProgressLine.text(
            done: `case`.done, of: `case`.total, noun: "images", after: .seconds(`case`.seconds))
        #expect(text == `case`.text)
    }

    @Test("a terminal sees it, and it is gone in the end")
    func terminal() async throws {
        let worker = try await FakeWorker.make()
        let images = try (0..<12).map { try worker.image("\($0)", "slow " + FakeAnswer.image([])) }
        // The command's errors go to a terminal of its own.
        let program = """
            import os, subprocess, sys
            ours, its = os.openpty()
            scan = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=its)
            os.close(its)
            seen = b""
            while True:
                try: part = os.read(ours, 4096)
                except OSError: break
                if not part: break
                seen += part
            scan.wait()
            sys.stdout.buffer.write(seen)
            """
        let result = try await run(
            "python3", ["-c", program, Project.program("beeline"), "scan", "--no-defaults", "--jobs", "1"] + images,
            environment: worker.environment.merging(["HOME": "/nonexistent"]) { $1 })
        let parts = result.output.split(separator: "\r\u{1B}[K", omittingEmptySubsequences: false)
        #expect(parts.count > 2, "\(result.errors)")
        #expect(parts.dropFirst().first?.contains("/12 images, ") == true, "\(parts)")
        #expect(parts.dropFirst().first?.hasSuffix(" left") == true)
        // The summary of the batch replaces the line.
        #expect(parts.last?.hasPrefix("beeline: 12 images: ") == true, "\(parts)")
    }
}
