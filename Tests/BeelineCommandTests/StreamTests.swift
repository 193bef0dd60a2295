import Foundation
import TestPrograms
import Testing

@Suite("Streams in and out")
struct StreamTests {
    @Test("10,000 lines are answered in their order", arguments: ["json", "csv"])
    func keepsOrder(_ format: String) async throws {
        // Long and short work by turns, so that batches overtake each other if they can.
        let lines = (0..<10_000).map { $0 / 1000 % 2 == 0 ? "\($0)" : "https://example.com/\($0)?a=b" }
        let result = try await beeline("resolve", "-", "--format", format, input: lines.joined(separator: "\n"))
        #expect(result.status == 0)
        let inputs =
            format == "csv"
            ? result.lines.dropFirst().map { $0.prefix { $0 != "," } }
            : result.lines.map { line in
                line.dropFirst(#"{"version":1,"input":""#.count).prefix { $0 != "\"" }
            }
        #expect(inputs.count == lines.count)
        #expect(zip(inputs, lines).allSatisfy { $0 == $1 })
    }

    @Test("a line is answered before the next one comes")
    func answersAtOnce() async throws {
        // The second line is the answer to the first.
        let program = """
            import subprocess, sys
            with subprocess.Popen([sys.argv[1], "resolve", "-", "--format", "csv"],
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as beeline:
                assert beeline.stdout.readline().startswith(b"input,")
                for number in range(5):
                    beeline.stdin.write(b"code %d\\n" % number)
                    assert beeline.stdout.readline().startswith(b"code %d," % number)
                beeline.stdin.close()
            """
        let result = try await run(
            "python3", ["-c", program, Project.program("beeline")], environment: ["HOME": "/nonexistent"])
        #expect(result.status == 0, "\(result.errors)")
    }

    static let commands = [
        "resolve 9784873119045", "resolve - < Package.swift", "resolve --format csv - < /dev/null",
        "scan Examples/poster.webp", "scan --format csv missing", "rules check", "--help", "--version",
        "scan --help", "completion bash",
    ]

    @Test("output that cannot be written is an error", arguments: commands)
    func fullDisk(_ command: String) async throws {
        let result = try await bash("beeline \(command) > /dev/full")
        #expect(result.status == 3)
        #expect(result.errors == "beeline: standard output: No space left on device\n")
    }

    @Test("output that is closed is an error", arguments: ["resolve 9784873119045", "--help"])
    func closedOutput(_ command: String) async throws {
        let result = try await bash("beeline \(command) >&-")
        #expect(result.status == 3)
        #expect(result.errors == "beeline: standard output: Bad file descriptor\n")
    }

    @Test(
        "a reader that goes away ends the work quietly",
        arguments: [
            "yes 9784873119045 | beeline resolve -", "yes 9784873119045 | beeline resolve - --format json",
            "yes Examples/poster.webp | head -400 | tr '\\n' '\\0' | beeline scan --files0-from - --format csv",
        ])
    func readerGoes(_ command: String) async throws {
        let result = try await bash("\(command) | head -2 > /dev/null; echo ${PIPESTATUS[*]}")
        #expect(result.errors.isEmpty)
        // It is not a crash, and not a signal.
        let statuses = result.output.split(whereSeparator: \.isWhitespace)
        #expect(statuses.dropLast().last == "3")
    }

    @Test("standard error that is closed hinders nothing")
    func closedErrors() async throws {
        #expect(try await bash("beeline resolve 9784873119045 2>&-").status == 0)
        #expect(try await bash("beeline scan Examples/poster.webp 2>&-").status == 0)
        #expect(try await bash("beeline nonsense 2>&-").status == 2)
    }

    @Test("a picture is scanned though standard input and error are closed")
    func closedInput() async throws {
        let result = try await bash("beeline scan --format csv Examples/poster.webp Examples/cd.jpg <&- 2>&-")
        #expect(result.status == 0)
        #expect(result.lines.count == 3)
    }
}
