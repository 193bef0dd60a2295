import BeelineDecoding
import BeelineSymbols
import BeelineWorkers
import Foundation
import TestPrograms
import Testing

@Suite("A pool of workers")
struct PoolTests {
    private static let book = Project.file("Examples/book.jpg")

    @Test("it reads a file, its bytes and an open descriptor as this process does", arguments: ExamplePicture.all)
    func answersLikeLocalDecoder(_ picture: ExamplePicture) async throws {
        let path = Project.file("Examples/\(picture.file)")
        let expected = try await LocalDecoder().symbols(in: .file(path))
        #expect(expected.map(\.text) == [picture.text])
        let workers = try await Workers()
        let pool = try DecodingPool(program: workers.program, size: 1)
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        #expect(try await pool.symbols(in: .file(path)) == expected)
        #expect(try await pool.symbols(in: .bytes(Project.read("Examples/\(picture.file)"))) == expected)
        #expect(try await pool.symbols(in: .descriptor(file.fileDescriptor)) == expected)
        #expect(fcntl(file.fileDescriptor, F_GETFD) >= 0, "a lent descriptor stays open")
        #expect(workers.processes.count == 1)
        await pool.close()
        #expect(workers.processes.isEmpty)
    }

    struct Bad: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let source: ImageSource
    }

    static let bad = [
        Bad(testDescription: "a missing file", source: .file("/nonexistent/a.png")),
        Bad(testDescription: "a folder", source: .file("/")),
        Bad(testDescription: "an empty file", source: .file("/dev/null")),
        Bad(testDescription: "no bytes", source: .bytes([])),
        Bad(testDescription: "text", source: .bytes(Array("hello".utf8))),
        Bad(testDescription: "a file without an end", source: .file("/dev/zero")),
        Bad(testDescription: "a torn picture", source: .bytes(torn)),
    ]

    private static let torn = Array(((try? Project.read("Examples/book.jpg")) ?? []).prefix(50_000))

    @Test("bad input is the same error as in this process, and costs no worker", arguments: bad)
    func refusesLikeLocalDecoder(_ bad: Bad) async throws {
        let workers = try await Workers()
        let pool = try DecodingPool(program: workers.program, size: 1)
        _ = try await pool.symbols(in: .file(Self.book))
        let worker = workers.processes.map(\.pid)
        let expected = await #expect(throws: DecodeError.self) { try await LocalDecoder().symbols(in: bad.source) }
        let error = await #expect(throws: DecodeError.self) { try await pool.symbols(in: bad.source) }
        #expect(error == expected)
        #expect(try await pool.symbols(in: .file(Self.book)).count == 1)
        #expect(workers.processes.map(\.pid) == worker)
        await pool.close()
    }

    @Test("a hundred callers share two workers, and each gets its own answer")
    func servesManyCallers() async throws {
        let workers = try await Workers()
        let pool = try DecodingPool(program: workers.program, size: 2)
        #expect(pool.size == 2)
        let book = try Project.read("Examples/book.jpg")
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<100 {
                group.addTask {
                    switch number % 5 {
                    case 0: return (try? await pool.symbols(in: .bytes(book)))?.first?.text == "9780306406157"
                    case 1: return (try? await pool.symbols(in: .file("/missing"))) == nil
                    default:
                        let name = Array("not an image, number \(number)".utf8)
                        return (try? await pool.symbols(in: .bytes(name))) == nil
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
        #expect(workers.processes.count <= 2)
        await pool.close()
        #expect(workers.processes.isEmpty)
    }

    @Test("callers that wait for a worker keep no file open")
    func waitsWithoutFiles() async throws {
        let dam = try Dam()
        let pool = try DecodingPool(program: Project.program("beeline-decode"), size: 1)
        let first = Task { try await pool.symbols(in: .file(dam.path)) }
        let others = (0..<500).map { _ in Task { try await pool.symbols(in: .bytes([0])) } }
        try await Task.sleep(for: .milliseconds(200))
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        }
        // Other tests may have a few open.
        #expect(open.count { $0.hasPrefix("/memfd:image") } < 100)
        dam.breakDown(with: [0])
        for task in others + [first] {
            let error = await #expect(throws: DecodeError.self) { try await task.value }
            #expect(error?.code == "unreadable-image")
        }
        await pool.close()
    }

    @Test("a FIFO is read to its end, and one without a writer is empty")
    func readsFIFO() async throws {
        let dam = try Dam()
        let pool = try DecodingPool(program: Project.program("beeline-decode"), size: 1)
        let book = try Project.read("Examples/grocery.png")
        async let symbols = pool.symbols(in: .file(dam.path))
        dam.breakDown(with: book)
        #expect(try await symbols.map(\.text) == ["5901234123457"])
        await #expect { try await pool.symbols(in: .file(dam.path)) } throws: {
            ($0 as? DecodeError)?.code == "unreadable-image"
        }
        await pool.close()
    }

    @Test("a worker has nothing open but its streams")
    func inheritsNothing() async throws {
        let folder = try TemporaryFolder()
        // A worker in its sandbox cannot be inspected. `ls` has the folder open besides.
        let workers = try await Workers("ls /proc/self/fd > '\(folder.path)/open'; exec \"$REAL\"")
        let pool = try DecodingPool(program: workers.program, size: 1)
        let leaked = open("/dev/null", O_RDONLY)
        defer { close(leaked) }
        #expect(try await pool.symbols(in: .file(Self.book)).count == 1)
        let files = String(decoding: try folder.read("open"), as: UTF8.self).split(separator: "\n")
        #expect(files.sorted() == ["0", "1", "2", "3"])
        await pool.close()
    }

    @Test("where memory is short, the system ends a worker before any other process")
    func isEndedFirst() async throws {
        let folder = try TemporaryFolder()
        let workers = try await Workers("echo $$ > '\(folder.path)/id'; exec \"$REAL\"")
        let pool = try DecodingPool(program: workers.program, size: 1)
        #expect(try await pool.symbols(in: .file(Self.book)).count == 1)
        let id = try folder.text(of: "id").trimmingCharacters(in: .whitespacesAndNewlines)
        let score = try String(contentsOfFile: "/proc/\(id)/oom_score_adj", encoding: .utf8)
        #expect(score == "1000\n")
        await pool.close()
    }

    @Test("a closed pool may be used again")
    func opensAgain() async throws {
        let workers = try await Workers()
        let pool = try DecodingPool(program: workers.program)
        for _ in 0..<2 {
            #expect(try await pool.symbols(in: .file(Self.book)).count == 1)
            await pool.close()
            #expect(workers.processes.isEmpty)
        }
    }

    @Test("a worker that is busy while the pool is closed answers, and then ends")
    func closesBusyWorkers() async throws {
        let folder = try TemporaryFolder()
        let workers = try await Workers(
            """
            echo '{"protocol":4}' >&0; read -r request <&0; touch '\(folder.path)/asked'
            until [ -e '\(folder.path)/go' ]; do sleep 0.1; done
            echo '{"symbols":[{"text":"a"}]}' >&0; read -r request <&0
            """)
        let pool = try DecodingPool(program: workers.program, size: 1)
        async let symbols = pool.symbols(in: .file(Self.book))
        try await workers.until { FileManager.default.fileExists(atPath: folder.path("asked")) }
        await pool.close()
        try folder.write("go", "")
        #expect(try await symbols.count == 1)
        try await workers.until { workers.processes.isEmpty }
    }

    @Test("the workers report what they read, and that they are confined")
    func saysCapabilities() async throws {
        let pool = try DecodingPool(program: Project.program("beeline-decode"), size: 1)
        let workers = try await pool.capabilities()
        var own = LocalDecoder.capabilities
        #expect(own.sandbox == nil)
        own.sandbox = workers.sandbox
        own.pdfSandbox = workers.pdfSandbox
        // The pages of PDF files are drawn by programs of their own, which the tests have.
        own.imageFormats.append("PDF")
        #expect(workers == own)
        #expect(workers.symbologies.isSuperset(of: [.ean13, .upcA, .code128, .qr]))
        #expect(workers.imageFormats.contains("JPEG"))
        #expect(workers.decoders.allSatisfy { !$0.symbologies.isEmpty })
        // What a system can, it says of each process.
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        #expect(workers.sandbox == (status.contains("Seccomp_filters:") ? .filter : .limits))
        let isConfined = workers.sandbox == .filter && Requirement.landlock
        #expect(workers.pdfSandbox == (isConfined ? .filterAndPaths : workers.sandbox))
        await pool.close()
    }

    @Test("a pool that goes away takes its workers along")
    func endsWithItsWorkers() async throws {
        let workers = try await Workers()
        do {
            let pool = try DecodingPool(program: workers.program)
            _ = try await pool.symbols(in: .file(Self.book))
        }
        try await workers.until { workers.processes.isEmpty }
        #expect(workers.processes.isEmpty)
    }
}
