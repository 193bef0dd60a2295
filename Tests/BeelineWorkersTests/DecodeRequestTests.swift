import BeelineSupport
import BeelineSymbols
import Testing

@testable import BeelineWorkers

@Suite("The requests of a worker, its notes, and its greeting")
struct DecodeRequestTests {
    private static var everything: DecodeOptions {
        var options = DecodeOptions()
        options.effort = .max
        options.only = [.qr, .ean13, .other("Pharmacode")]
        options.region = ImageRegion(x: .pixels(10), y: .fraction(0.25), width: .fraction(0.5), height: .pixels(-1))
        options.stopsAtFirst = true
        options.diagnoses = true
        options.previewSide = 320
        options.without = ["zbar", "zxing.linear"]
        options.frame = 1234
        return options
    }

    @Test("every option crosses the socket", arguments: [DecodeOptions(), everything])
    func roundTrips(_ options: DecodeOptions) {
        let request = DecodeRequest(options, seconds: 7)
        let line = request.line
        #expect(line.last == UInt8(ascii: "\n"))
        #expect(line.count { $0 == UInt8(ascii: "\n") } == 1)
        #expect(DecodeRequest(line: line) == request)
    }

    @Test("there is no option that does not cross it")
    func knowsAllOptions() {
        // A new option must be added to `everything` and to the line.
        let names = Mirror(reflecting: DecodeOptions()).children.compactMap(\.label)
        #expect(
            names == ["effort", "only", "region", "stopsAtFirst", "diagnoses", "previewSide", "without", "frame"])
    }

    static let nonsense = [
        "", "{}", "[]", "x", #"{"seconds":1}"#, #"{"seconds":0,"options":{}}"#, #"{"seconds":1,"options":[]}"#,
        #"{"seconds":1,"options":{"effort":"most"}}"#, #"{"seconds":1,"options":{"only":"qr_code"}}"#,
        #"{"seconds":1,"options":{"region":[{"pixels":1}]}}"#, #"{"seconds":1,"options":{"without":[1]}}"#,
        #"{"seconds":1,"options":{"previewSide":"3"}}"#, #"{"seconds":1,"options":{"frame":-1}}"#,
        #"{"seconds":1,"options":{"frame":"1"}}"#,
    ]

    @Test("something else is not a request", arguments: nonsense)
    func refuses(line: String) { #expect(DecodeRequest(line: line.utf8) == nil) }

    @Test("a note is read from the memory that it is in")
    func notes() {
        for note in [PassNote(pass: "zxing.linear.gamma2"), PassNote(pass: "read", page: 12)] {
            let memory = note.line + [UInt8](repeating: 0, count: PassNote.room - note.line.count)
            #expect(PassNote(memory: memory) == note)
        }
    }

    @Test(
        "half a note is none, and what is longer than any is none",
        arguments: [
            [0, 0, 0], Array("zbar".utf8), Array("\n".utf8), [0] + Array("bar\n".utf8),
            [UInt8](repeating: 0x61, count: PassNote.room - 1) + [0x0A],
        ])
    func refusesHalfNotes(_ memory: [UInt8]) { #expect(PassNote(memory: memory) == nil) }

    @Test("a greeting says what there is")
    func greets() throws {
        let capabilities = DecoderCapabilities(
            decoders: [.init(name: "zbar", version: "0.23.92", symbologies: [.qr, .ean13])],
            imageFormats: ["JPEG", "PNG"], sandbox: .filter, pdfSandbox: .filterAndPaths)
        #expect(try WorkerGreeting(line: WorkerGreeting(capabilities).line).capabilities == capabilities)
    }

    @Test("a program for the sandbox passes through the arguments of the worker")
    func confines() {
        let profiles: [ConfinedProgram.Profile] = [
            .document, .video("/a:b c"), .camera("/dev/video0"), .network, .listener, .screen(authority: nil),
            .screen(authority: "/home/me/.Xauthority"),
        ]
        for profile in profiles {
            let program = ConfinedProgram(
                profile, path: "/usr/bin/pdftoppm", arguments: ["-r", "150", ""], seconds: 60, outputLimit: 1 << 20)
            #expect(ConfinedProgram(workerArguments: program.workerArguments) == program)
        }
        for words in [
            [], ["--help"], ["--confine"], ["--confine", "document", "60", "1", "pdftoppm"],
            ["--confine", "document", "0", "1", "/a"], ["--confine", "60", "1", "/a", "b"],
            ["--confine", "video", "0", "1", "/a"], ["--confine", "camera:video0", "0", "1", "/a"],
            ["--confine", "network:/a", "0", "1", "/a"], ["--confine", "everything", "0", "1", "/a"],
        ] {
            #expect(ConfinedProgram(workerArguments: words) == nil)
        }
    }

    @Test("a greeting of another version, or no greeting, is distinguished")
    func refusesGreetings() {
        #expect(throws: WorkerGreeting.Problem.otherProtocol(1)) { try WorkerGreeting(line: #"{"protocol":1}"#.utf8) }
        #expect(throws: WorkerGreeting.Problem.stranger) { try WorkerGreeting(line: "hello".utf8) }
        #expect(throws: WorkerGreeting.Problem.stranger) { try WorkerGreeting(line: "{}".utf8) }
    }
}
