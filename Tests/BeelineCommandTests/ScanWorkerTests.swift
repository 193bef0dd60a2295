import Foundation
import TestPrograms
import Testing

@Suite("The workers of a scan")
struct ScanWorkerTests {
    @Test("without a worker program nothing is done, and the places are named that were looked at")
    func missing() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("bin"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: Project.program("beeline"), toPath: folder.path("bin/beeline"))
        let scan = ["scan", "--format", "csv", Project.file("Examples/poster.webp")]
        let program = folder.path("bin/beeline")
        let lost = try await run(program, scan)
        #expect(lost.status == 2)
        #expect(lost.output.isEmpty)
        for place in ["\(folder.path)/bin,", "\(folder.path)/bin/../libexec,"] {
            #expect(lost.errors.contains(place), "\(lost.errors)")
        }
        #expect(lost.errors.contains("BEELINE_DECODE"))

        // Codes that are typed need none.
        #expect(try await run(program, ["resolve", "--no-defaults", "1"]).status == 1)

        let named = try await run(program, scan, environment: ["BEELINE_DECODE": Project.program("beeline-decode")])
        #expect(named.status == 0, "\(named.errors)")

        try FileManager.default.createDirectory(atPath: folder.path("libexec"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("libexec/beeline-decode"), withDestinationPath: Project.program("beeline-decode"))
        let installed = try await run(program, scan)
        #expect(installed.status == 0, "\(installed.errors)")
        #expect(installed.output == named.output)
    }

    @Test("a BEELINE_DECODE that is not a program is named")
    func wrongVariable() async throws {
        let result = try await beeline(
            "scan", "Examples/poster.webp", environment: ["BEELINE_DECODE": "/nonexistent/decode"])
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(
            result.errors == "beeline: BEELINE_DECODE is /nonexistent/decode, which is not a program; "
                + "correct or unset BEELINE_DECODE\n")
    }

    @Test("a worker that dies at an image costs that image, in its place")
    func dyingWorker() async throws {
        let folder = try TemporaryFolder()
        // It dies at its third image, whichever of the workers gets there first.
        let program = try await folder.writeScript(
            "worker",
            """
            if mkdir '\(folder.path)/once' 2> /dev/null; then
              echo '{"protocol":4}' >&0; read -r request <&0; kill -SEGV $$
            fi
            exec '\(Project.program("beeline-decode"))'
            """)
        let inputs = Array(repeating: "Examples/poster.webp", count: 12)
        let result = try await beeline(
            ["scan", "--format", "json"] + inputs, environment: ["BEELINE_DECODE": program])
        let objects = try result.objects()
        #expect(objects.map { $0["input"] as? String } == inputs)
        let errors = objects.compactMap { $0["error"] as? [String: String] }
        #expect(errors.map { $0["code"] } == ["decoder-died"])
        #expect(errors.first?["message"]?.contains("signal 11") == true)
        #expect(result.status == 3)
    }

    @Test("after 200 images as few files are open as after one")
    func leaksNothing() async throws {
        // The last image is a FIFO, at which the scan waits while its files are counted.
        let program = """
            import os, subprocess, sys
            beeline, picture, folder = sys.argv[1:]
            dam = os.path.join(folder, "dam")
            os.mkfifo(dam)
            writer = os.open(dam, os.O_RDWR)
            names = ([picture] + ["missing", "/", "/dev/null"] * 8) * 8 + [dam]
            with subprocess.Popen([beeline, "scan", "--format", "csv"] + names, stdout=subprocess.PIPE) as scan:
                for _ in range(201): scan.stdout.readline()
                files = os.listdir("/proc/%d/fd" % scan.pid)
                os.close(writer)
                rest = scan.stdout.read().decode().splitlines()
            print(len(files), len(rest), scan.returncode)
            """
        let folder = try TemporaryFolder()
        let result = try await run(
            "python3",
            ["-c", program, Project.program("beeline"), Project.file("Examples/poster.webp"), folder.path],
            environment: ["HOME": "/nonexistent"])
        let numbers = result.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        try #require(numbers.count == 3, "\(result.errors)")
        // Three streams, a socket to each worker, the FIFO, and what the runtime has.
        #expect(numbers[0] < 30)
        #expect(numbers[1] == 1)
        #expect(numbers[2] == 3)
    }
}
