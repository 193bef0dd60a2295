import BeelinePDF
import BeelineSupport
import BeelineSymbols
import BeelineWorkers
import Foundation
import TestPrograms
import Testing

@Suite("The worker program")
struct WorkerProgramTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let program: String
        let words: String
    }

    static let unstartable = [
        Case(testDescription: "is not there", program: "/nonexistent/beeline-decode", words: "No such file"),
        Case(testDescription: "is a folder", program: "/tmp", words: "Permission denied"),
        Case(testDescription: "is no program", program: Project.file("Package.swift"), words: "Permission denied"),
    ]

    @Test("a worker that cannot be started is named with the reason", arguments: unstartable)
    func names(_ case: Case) async throws {
        let pool = try DecodingPool(program: `case`.program)
        let error = await #expect(throws: DecodeError.self) {
            try await pool.symbols(in: .file(Project.file("Examples/book.jpg")))
        }
        #expect(error?.code == "decoder-unavailable")
        #expect(error?.description.contains(`case`.program) == true)
        #expect(error?.description.contains(`case`.words) == true, "\(error as Any)")
    }

    @Test("it is found beside the library of the tests, as it is beside a program that was built with it")
    func isFound() async throws {
        func resolved(_ path: String) -> URL { URL(fileURLWithPath: path).resolvingSymlinksInPath() }
        #expect(resolved(try WorkerProgram.find()) == resolved(Project.program("beeline-decode")))
        let pool = try DecodingPool(size: 1)
        #expect(try await pool.symbols(in: .file(Project.file("Examples/book.jpg"))).first?.text == "9780306406157")
        await pool.close()
    }

    @Test("where it is not found, the error says where it was looked for, and what to do")
    func namesPlaces() {
        let program = URL(fileURLWithPath: Project.program("beeline-decode")).resolvingSymlinksInPath()
        let folder = program.deletingLastPathComponent().path
        let error = #expect(throws: LibexecProgram.Missing.self) {
            try LibexecProgram.find("beeline-missing", variable: "BEELINE_MISSING", purpose: "images are read")
        }
        let words = [
            "images are read by the program beeline-missing", folder, "\(folder)/../libexec", "/usr/local/libexec",
            "PATH", "install Beeline", "set BEELINE_MISSING", "add the product beeline-missing",
        ]
        for word in words { #expect(error?.problem.contains(word) == true, "\(word): \(error as Any)") }
    }

    @Test("by hand it reads one image from standard input and prints a line of JSON")
    func worksByHand() async throws {
        let program = Project.program("beeline-decode")
        let book = try await run(program, input: Project.read("Examples/book.jpg"))
        #expect(book.status == 0)
        #expect(book.lines.count == 1)
        let json = try #require(try JSONSerialization.jsonObject(with: Data(book.bytes)) as? [String: Any])
        let symbols = try #require(json["symbols"] as? [[String: Any]])
        #expect(symbols.first?["text"] as? String == "9780306406157")
        #expect(symbols.first?["addOn"] as? String == "52495")
        let none = try await run(program)
        #expect(none.status == 0)
        #expect(none.output.hasPrefix(#"{"error":{"code":"unreadable-image","#))
    }

    @Test("arguments get it to say how it is used")
    func saysUsage() async throws {
        let result = try await run(Project.program("beeline-decode"), ["shelf.jpg"])
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("beeline-decode < IMAGE"))
    }
}
