import Foundation
import TestPrograms
import Testing

@Suite("What is not drawn")
struct DrawFailureTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let words: [String]
        let status: Int32
        let message: String

        init(_ status: Int32, _ words: [String], _ message: String) {
            (self.words, self.status, self.message) = (words, status, message)
        }

        var testDescription: String { "beeline draw " + words.joined(separator: " ") }
    }

    /// Small codes have no room for large logos.
    private static let long = String(repeating: "0123456789abcdef", count: 8)

    static let cases = [
        Case(2, ["--as", "code-39", "a"], "character 1: Code 39 cannot encode 'a'"),
        Case(2, ["--as", "code-39", "\u{1B}[2J"], #"Code 39 cannot encode '\u{1B}'"#),
        Case(2, ["--as", "ean-13", "4006381333932"], "beeline: "),
        Case(2, [""], "the text: it is empty"),
        Case(2, [String(repeating: "ab", count: 3_000)], "beeline: "),
        Case(2, ["--as", "qr", "--add-on", "12", "x"], "the add-on: "),
        Case(2, ["--dark", "#eee", "x"], "lighter background, or --force"),
        Case(2, ["--as", "code-128", "--dark", "#f00", "x"], "in red light"),
        Case(2, ["--as", "ean-8", "--module-width", "0.1", "9638507"], "use 0.33 mm, or --force"),
        Case(2, ["--module-width", "0", "x"], "0.0 mm is not a width that can be printed"),
        Case(2, ["--format", "png", "--scale", "100000", "x"], "the scale: "),
        Case(2, ["--quiet-zone", "201", "x"], "the quiet zone: "),
        Case(2, ["--logo", "note.txt", "x"], "the logo: it is neither a PNG nor a JPEG file"),
        Case(2, ["--logo", "logo.png", "--logo-share", "50", long], "level H corrects less than 30 %"),
        Case(3, ["--logo", "missing.png", "x"], "missing.png: no such file"),
        Case(3, ["--logo", "/", "x"], "/: it is a folder"),
        Case(3, ["--kind", "wifi", "ssid=a", "password@missing"], "missing: no such file"),
        Case(4, ["--logo", "logo.png", "--logo-share", "50", "--force", long], "make the logo smaller"),
        Case(4, ["--logo", "logo.png", "--logo-share", "50", "--force", long], "; --no-verify writes it anyway"),
    ]

    /// A red square.
    private static func logo() async throws -> [UInt8] {
        let script = """
            import struct, sys, zlib
            def chunk(name, data):
                return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))
            rows = (b'\\0' + b'\\xc0\\0\\0' * 32) * 32
            sys.stdout.buffer.write(b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 32, 32, 8, 2, 0, 0, 0))
                + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b''))
            """
        return try await run("python3", ["-c", script]).bytes
    }

    private static func folder() async throws -> DrawnFolder {
        let folder = try DrawnFolder()
        try folder.write("note.txt", "a note")
        try folder.write("logo.png", try await logo())
        return folder
    }

    @Test("a failure is reported with a reason and a remedy, and an existing file stays", arguments: cases)
    func isTold(_ case: Case) async throws {
        let folder = try await Self.folder()
        let words = `case`.words.contains("--format") ? [] : ["--format", "svg"]
        try folder.write("out", "before")
        let result = try await folder.draw(words + ["-o", "out"] + `case`.words)
        #expect(result.status == `case`.status, "\(result.errors)")
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("beeline: ") && result.errors.contains(`case`.message), "\(result.errors)")
        #expect(!result.errors.contains("\u{1B}"))
        #expect(try folder.names() == ["logo.png", "note.txt", "out"])
        #expect(try folder.text("out") == "before")
    }

    @Test("the error of a logo that is too large has the share that is possible", arguments: [[], ["--force"]])
    func largestLogo(_ words: [String]) async throws {
        let folder = try await Self.folder()
        let logo = ["--logo", "logo.png", "--format", "png", Self.long] + words
        let result = try await folder.draw(logo + ["--logo-share", "50"])
        #expect(result.status == (words.isEmpty ? 2 : 4) && result.output.isEmpty)
        let share = try #require(result.errors.firstMatch(of: /with --logo-share (\d+) the code can be read/)?.1)
        let possible = try await folder.draw(logo + ["--logo-share", String(share)])
        #expect(possible.status == 0, "\(share) %: \(possible.errors)")
    }

    @Test("a logo that a code makes up for is drawn, in each form", arguments: ["svg", "png", "pdf"])
    func logo(_ ending: String) async throws {
        let folder = try await Self.folder()
        let result = try await folder.draw(
            ["--logo", "logo.png", "--logo-share", "8", "https://example.com/shop", "-o", "a.\(ending)"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(try await folder.read("a.\(ending)") == ["https://example.com/shop"])
    }

    @Test("--force and --no-verify draw codes that readers might not read")
    func forced() async throws {
        let folder = try await Self.folder()
        let pale = try await folder.draw(
            ["--dark", "#aaa", "--light", "#ddd", "--force", "--no-verify", "x", "-o", "pale.svg"])
        #expect(pale.status == 0)
        #expect(pale.errors.hasPrefix("beeline: warning: in white light the contrast is only "), "\(pale.errors)")
        let covered = try await folder.draw(
            ["--logo", "logo.png", "--logo-share", "50", "--force", "--no-verify", "x", "-o", "covered.png"])
        #expect(covered.status == 0, "\(covered.errors)")
        #expect(try folder.names() == ["covered.png", "logo.png", "note.txt", "pale.svg"])
    }

    @Test("additions and codes that are hard to read cause a warning")
    func warnings() async throws {
        let result = try await beeline("draw", "--as", "ean-13", "--quiet-zone", "5", "--format", "svg", "400638133393")
        #expect(result.status == 0)
        let lines = result.errors.split(separator: "\n")
        #expect(lines.count == 3 && lines.allSatisfy { $0.hasPrefix("beeline: warning: ") }, "\(result.errors)")
        #expect(result.errors.contains("the check digit 1 was added"))
    }

    struct Place: Sendable, CustomTestStringConvertible {
        let path: String
        let message: String
        var testDescription: String { path }
    }

    @Test(
        "a place that cannot be written to is named",
        arguments: [
            Place(path: "folder.svg", message: "folder.svg: it is a folder"),
            Place(path: "/dev/null/a.svg", message: "/dev/null"),
            Place(path: "note.txt/a.svg", message: "note.txt"),
            Place(path: "/dev/full", message: "/dev/full: No space left on device"),
        ])
    func places(_ place: Place) async throws {
        let folder = try await Self.folder()
        try FileManager.default.createDirectory(atPath: folder.path("folder.svg"), withIntermediateDirectories: true)
        let result = try await folder.draw(["x", "--format", "svg", "-o", place.path])
        #expect(result.status == 3)
        #expect(result.errors.contains(place.message), "\(result.errors)")
        #expect(try folder.names() == ["folder.svg", "logo.png", "note.txt"])
    }

    @Test("a link stays a link, and a device a device")
    func links() async throws {
        let folder = try DrawnFolder()
        try folder.write("real.svg", "before")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link.svg"), withDestinationPath: folder.path("real.svg"))
        #expect(try await folder.draw(["x", "-o", "link.svg"]).status == 0)
        #expect(try folder.text("real.svg").contains("<svg"))
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link.svg")).hasSuffix("real.svg"))
        let piped = try await bash("beeline draw x --format svg -o /dev/stdout | cat", folder: folder.path)
        #expect(piped.output == (try folder.text("real.svg")))
        #expect(try await folder.draw(["x", "--format", "svg", "-o", "/dev/null"]).status == 0)
        #expect(
            try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType != .typeRegular)
    }

    @Test("input that is not UTF-8 is refused, and not drawn as other text")
    func notUTF8() async throws {
        let argument = try await bash("beeline draw $'a\\xff' --format svg")
        #expect(argument.status == 2 && argument.output.isEmpty)
        #expect(argument.errors.contains("TEXT is not UTF-8; use --bytes to draw it as bytes from standard input"))
        let input = try await beeline(["draw", "--format", "svg"], input: [0x61, 0xFF])
        #expect(input.status == 2 && input.errors.contains("standard input is not UTF-8"))
        #expect(try await bash("beeline draw $'a\\uFFFD' --format svg").status == 0)
    }

    @Test("standard input that never ends is not read to its end")
    func endless() async throws {
        let result = try await bash("yes | beeline draw --format svg")
        #expect(result.status == 3 && result.errors.contains("standard input: longer than the limit"))
    }

    @Test("without a worker the message says what to install and what draws without one")
    func noWorker() async throws {
        let environment = ["BEELINE_DECODE": "/nonexistent/decode"]
        let result = try await beeline(["draw", "x", "--format", "svg"], environment: environment)
        #expect(result.status == 2 && result.output.isEmpty)
        #expect(
            result.errors.contains("BEELINE_DECODE is /nonexistent/decode") && result.errors.contains("--no-verify"))
        let drawn = try await beeline(["draw", "x", "--format", "svg", "--no-verify"], environment: environment)
        #expect(drawn.status == 0 && drawn.output.contains("<svg"))
    }

    @Test("without the program that draws the message names it")
    func noProgram() async throws {
        let environment = ["BEELINE_DRAW": "/nonexistent/draw"]
        let code = try await beeline(["draw", "x", "--no-verify"], environment: environment)
        #expect(code.status == 2 && code.output.isEmpty)
        #expect(code.errors.contains("BEELINE_DRAW is /nonexistent/draw, which is not a program"), "\(code.errors)")
        let sheet = try await beeline(
            ["draw", "--sheet", "L7160", "--no-verify"], input: Array("text\nx\ny\n".utf8), environment: environment)
        #expect(sheet.status == 3 && sheet.output.isEmpty)
        #expect(sheet.errors.split(separator: "\n").count == 2, "\(sheet.errors)")
    }

    @Test("a worker that reads something else keeps it from being written")
    func wrongReader() async throws {
        let folder = try DrawnFolder()
        let worker = try await FakeWorker.make()
        // It answers every image with its content, which for a PNG is not an answer.
        let result = try await folder.draw(["x", "-o", "a.png"], environment: worker.environment)
        #expect(result.status == 4, "\(result.errors)")
        #expect(result.errors.contains("--no-verify"))
        #expect(try folder.names() == [])
    }

    @Test("a terminal that is too narrow is an error, and no code is printed that the terminal cannot show")
    func terminals() async throws {
        let script = """
            import fcntl, os, struct, subprocess, sys, termios
            ours, its = os.openpty()
            fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack('HHHH', 24, int(sys.argv[1]), 0, 0))
            draw = subprocess.Popen(sys.argv[2:], stdin=subprocess.DEVNULL, stdout=its, stderr=subprocess.PIPE)
            os.close(its)
            try:
                while os.read(ours, 4096): pass
            except OSError: pass
            sys.stdout.buffer.write(draw.stderr.read())
            sys.exit(draw.wait())
            """
        func draw(_ columns: Int, _ words: String...) async throws -> ProgramRun {
            try await run(
                "python3", ["-c", script, "\(columns)", Project.program("beeline"), "draw", "x"] + words,
                environment: ["HOME": "/nonexistent"])
        }
        let narrow = try await draw(20)
        #expect(narrow.status == 0)
        #expect(narrow.output.hasPrefix("beeline: warning: the code is 29 columns wide, the terminal 20;"))
        #expect(try await draw(80).output.isEmpty)
        let png = try await draw(80, "--format", "png")
        #expect(png.status == 2 && png.output.contains("a terminal cannot show PNG"))
    }
}
