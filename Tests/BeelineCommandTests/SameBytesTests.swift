import Foundation
import TestPrograms
import Testing

/// Hashes have another seed in each process, and so a dictionary or a set another order: nothing of it may be in what is
/// printed.
@Suite("The same input gives the same bytes in every process")
struct SameBytesTests {
    /// How often each command is run. With three runs, two orders that are equally likely agree by chance in a quarter of
    /// all cases; of the many codes below several would have to.
    private static let runs = 3

    /// The codes of the tests of all rule files that come with the program and its examples, of all kinds, and a generated
    /// workload; each also truncated, so that several things are wrong with it at once.
    private static let makeCodes = """
        import glob, json, subprocess, sys

        beeline, workload = sys.argv[1:3]
        codes = [json.loads(line) for line in subprocess.run(
            [sys.executable, workload, "--format", "json", "2000"], stdout=subprocess.PIPE, check=True).stdout.splitlines()]

        def examples(value):
            if isinstance(value, list):
                for element in value: yield from examples(element)
            elif isinstance(value, dict):
                if isinstance(value.get("text"), str):
                    yield {name: value[name] for name in ("text", "symbology", "addOn") if isinstance(value.get(name), str)}
                for member in value.values(): yield from examples(member)

        for path in sorted(glob.glob("Rules/**/*.json", recursive=True) + glob.glob("Examples/**/*.json", recursive=True)):
            codes += examples(json.load(open(path)).get("tests", []))
        kinds = subprocess.run([beeline, "kinds", "--format", "json"], stdout=subprocess.PIPE, check=True).stdout
        codes += examples(json.loads(kinds))

        def truncated(text):
            yield text[: len(text) * 2 // 3]
            yield text[len(text) // 3 :]
            yield text + text
            for separator in "|;\\n&":
                parts = text.split(separator)
                if len(parts) > 3:
                    yield separator.join(parts[:2])
                    yield separator.join(parts[:1] + parts[-1:])
                    yield separator.join(parts[:1] + parts[1:][::-1])

        for code in codes:
            print(json.dumps(code))
            for text in truncated(code["text"]): print(json.dumps({**code, "text": text}))
        """

    private func expectSame(_ words: [String], input: [UInt8] = [], isUsed: (ProgramRun) -> Bool) async throws {
        let first = try await beeline(words, input: input)
        #expect(isUsed(first), "\(words): \(first.errors)")
        for _ in 1..<Self.runs {
            let other = try await beeline(words, input: input)
            #expect(other.status == first.status)
            guard other.bytes != first.bytes || other.errorBytes != first.errorBytes else { continue }
            let differing = zip(first.lines + ["end"], other.lines + ["end"]).first { $0 != $1 }
            Issue.record("\(words) differs: \(differing.map { "\($0)\n\($1)" } ?? "\(first.errors)\n\(other.errors)")")
        }
    }

    @Test("of codes, whole and truncated", arguments: ["text", "line", "json", "csv"])
    func codes(_ format: String) async throws {
        let codes = try await run(
            "python3", ["-c", Self.makeCodes, Project.program("beeline"), Project.file("Benchmarks/workload.py")],
            environment: ["HOME": "/nonexistent"], folder: Project.folder)
        try #require(codes.status == 0 && codes.lines.count > 5_000, "\(codes.errors)")
        let words = ["resolve", "-", "--input", "json", "--format", format, "--at", "2026-11-21T12:00"]
        try await expectSame(words + (format == "csv" ? ["--columns", "all"] : []), input: codes.bytes) { result in
            result.lines.count >= codes.lines.count
        }
    }

    static let commands = [
        ["explain", "9784873119045"], ["rules", "list"], ["rules", "list", "--format", "json"], ["rules", "schema"],
        ["rules", "graph"], ["rules", "test"], ["rules", "check"], ["rules", "check", "Examples/Rules/mistakes.json"],
        ["kinds"], ["kinds", "--format", "json"], ["formats"], ["formats", "--format", "json"], ["plugins", "list"],
        ["rules", "reference"], ["--help"], ["completion", "bash"],
    ]

    @Test("of what describes rules, kinds and formats", arguments: commands)
    func references(_ words: [String]) async throws {
        try await expectSame(words) { !$0.bytes.isEmpty || !$0.errorBytes.isEmpty }
    }

    @Test("of warnings and errors of a rule file with many")
    func warnings() async throws {
        let names = (0..<40).map { "unused\($0)" }
        let folder = try TemporaryFolder()
        let services = names.map { "\"\($0)\":{\"url\":\"https://a.example/\",\"results\":{\"a\":\"/a\"}}" }
        let file = try folder.write(
            "r.json",
            """
            {"version":1,"constants":{\(names.map { "\"\($0)\":\"x\"" }.joined(separator: ","))},
             "services":{\(services.joined(separator: ","))},"rules":[]}
            """)
        try await expectSame(["rules", "check", "--no-defaults", file]) {
            $0.output.contains("unused39") || $0.errors.contains("unused39")
        }
    }
}
