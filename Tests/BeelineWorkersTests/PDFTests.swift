import BeelineDecoding
import BeelinePDF
import BeelineSymbols
import BeelineWorkers
import Foundation
import TestPrograms
import Testing

@Suite("PDF files")
struct PDFTests {
    private static let first = "9784873119045"
    private static let second = "4006381333931"

    private func decode(_ source: ImageSource, _ options: DecodeOptions = DecodeOptions()) async throws -> Decoding {
        let pool = try DecodingPool(program: Project.program("beeline-decode"), size: 1)
        let result: Result<Decoding, DecodeError>
        do throws(DecodeError) {
            result = .success(try await pool.decode(source, options: options))
        } catch {
            result = .failure(error)
        }
        await pool.close()
        return try result.get()
    }

    @Test("each page is read, and each symbol says on which it is")
    func readsPages() async throws {
        let pdf = DrawnPDF(pages: [DrawnPDF.ean(Self.first), [], DrawnPDF.ean(Self.second)])
        let decoding = try await decode(.bytes(pdf.bytes))
        #expect(decoding.symbols.map(\.text) == [Self.first, Self.second])
        #expect(decoding.symbols.map(\.sighting?.page) == [1, 3])
        #expect(decoding.pages.map(\.number) == [1, 2, 3])
        #expect(decoding.pages.allSatisfy { $0.failure == nil })
        // 300 × 200 points at 300 pixels an inch, whether something was found at 150 or not.
        #expect(decoding.pages.map(\.width) == [1250, 1250, 1250])
        #expect(decoding.pages.map(\.height) == [834, 834, 834])
    }

    @Test("a page alone has no number, whichever way the file comes")
    func readsOnePage() async throws {
        let bytes = DrawnPDF(pages: [DrawnPDF.ean(Self.first)]).bytes
        let folder = try TemporaryFolder()
        // A name that the programs never see.
        let path = try folder.write("-r 1 (a).pdf", bytes)
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        for source in [ImageSource.bytes(bytes), .file(path), .descriptor(file.fileDescriptor)] {
            let decoding = try await decode(source)
            #expect(decoding.symbols.map(\.text) == [Self.first])
            #expect(decoding.symbols.map(\.sighting?.page) == [nil])
            #expect(decoding.pages.map(\.number) == [nil])
        }
    }

    @Test("in this process the same is read as by workers, whichever way the file comes")
    func readsLocally() async throws {
        let pdf = DrawnPDF(pages: [DrawnPDF.ean(Self.first), [], DrawnPDF.ean(Self.second, module: 0.36)])
        let folder = try TemporaryFolder()
        let path = try folder.write("three.pdf", pdf.bytes)
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        let expected = try await decode(.bytes(pdf.bytes))
        let decoder = LocalDecoder(program: Project.program("beeline-decode"))
        for source in [ImageSource.bytes(pdf.bytes), .file(path), .descriptor(file.fileDescriptor)] {
            #expect(try await decoder.decode(source, options: DecodeOptions()) == expected)
        }
        #expect(decoder.capabilities().imageFormats.contains("PDF"))
    }

    @Test("in this process, a broken document is the same error as from workers", arguments: bad)
    func refusesLocally(_ bad: Bad) async throws {
        let expected = await #expect(throws: DecodeError.self) { try await decode(.bytes(bad.bytes)) }
        let error = await #expect(throws: DecodeError.self) {
            try await LocalDecoder(program: Project.program("beeline-decode")).symbols(in: .bytes(bad.bytes))
        }
        #expect(error == expected)
    }

    @Test("without the program that confines poppler's, no PDF is read in this process, and images are")
    func needsProgram() async throws {
        let decoder = LocalDecoder(program: "/nonexistent/beeline-decode")
        let error = await #expect(throws: DecodeError.self) {
            try await decoder.symbols(in: .bytes(DrawnPDF(pages: [DrawnPDF.ean(Self.first)]).bytes))
        }
        #expect(error?.code == "decoder-unavailable")
        #expect(error?.description.contains("/nonexistent/beeline-decode") == true, "\(error as Any)")
        #expect(try await !decoder.symbols(in: .file(Project.file("Examples/book.jpg"))).isEmpty)
    }

    @Test("the path of the worker program may be a relative one")
    func takesRelativePath() async throws {
        let up = FileManager.default.currentDirectoryPath.split(separator: "/").map { _ in "../" }.joined()
        let program = up + Project.program("beeline-decode").dropFirst()
        let pool = try DecodingPool(program: program, size: 1)
        let decoding = try await pool.decode(
            .bytes(DrawnPDF(pages: [DrawnPDF.ean(Self.first)]).bytes), options: DecodeOptions())
        await pool.close()
        #expect(decoding.symbols.map(\.text) == [Self.first])
    }

    @Test("bars too thin for the first look are read by a second one")
    func looksCloser() async throws {
        let decoding = try await decode(.bytes(DrawnPDF(pages: [DrawnPDF.ean(Self.first, module: 0.36)]).bytes))
        #expect(decoding.symbols.map(\.text) == [Self.first])
        #expect(decoding.pages.map(\.width) == [1250])
    }

    /// Whether the codes of the page are read at 150 pixels an inch or not, each comes once, in its place.
    @Test("a large code does not hide a small one")
    func looksForMore() async throws {
        let bars = DrawnPDF.ean(Self.first) + DrawnPDF.ean(Self.second, module: 0.36, left: 230)
        let decoding = try await decode(.bytes(DrawnPDF(pages: [bars]).bytes))
        #expect(decoding.symbols.map(\.text) == [Self.first, Self.second])
        for (symbol, columns) in zip(decoding.symbols, [166...738, 958...1101]) {
            let outline = try #require(symbol.sighting?.outline)
            #expect(abs(outline.columns.lowerBound - columns.lowerBound) < 40)
            #expect(abs(outline.columns.upperBound - columns.upperBound) < 40)
        }
        var quick = DecodeOptions()
        quick.effort = .fast
        #expect(try await decode(.bytes(DrawnPDF(pages: [bars]).bytes), quick).symbols.map(\.text) == [Self.first])
    }

    @Test("a caller that needs one symbol gets no further page")
    func stops() async throws {
        var options = DecodeOptions()
        options.stopsAtFirst = true
        let pdf = DrawnPDF(pages: [DrawnPDF.ean(Self.first), DrawnPDF.ean(Self.second)])
        let decoding = try await decode(.bytes(pdf.bytes), options)
        #expect(decoding.symbols.map(\.text) == [Self.first])
        #expect(decoding.pages.count == 1)
    }

    struct Spent: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let budget: DocumentBudget
        let words: String
    }

    static let spent: [Spent] = [
        Spent(
            testDescription: "time", budget: DocumentBudget(timeLimit: .seconds(0)),
            words: "the first page took 0 s, which is the limit of a document"),
        Spent(
            testDescription: "pages", budget: DocumentBudget(timeLimit: .seconds(6000), pages: 1),
            words: "the first page is the limit of a document"),
        Spent(
            testDescription: "pictures", budget: DocumentBudget(timeLimit: .seconds(6000), drawnBytes: 1),
            words: "the first page reached the limit of data for a document"),
        Spent(
            testDescription: "symbols", budget: DocumentBudget(timeLimit: .seconds(6000), keptBytes: 1),
            words: "the first page reached the limit of data for a document"),
    ]

    @Test(
        "a document that has used up what it may keeps what was read, and says from where on it was not",
        arguments: spent)
    func stopsAtBudget(_ spent: Spent) async throws {
        let pdf = DrawnPDF(pages: [DrawnPDF.ean(Self.first), DrawnPDF.ean(Self.second), []])
        let pool = try DecodingPool(
            program: Project.program("beeline-decode"), size: 1, documentBudget: spent.budget)
        let decoding = try await pool.decode(.bytes(pdf.bytes), options: DecodeOptions())
        await pool.close()
        #expect(decoding.symbols.map(\.text) == [Self.first])
        #expect(decoding.pages.map(\.number) == [1, 2])
        let message = "the PDF has 3 pages, and \(spent.words); page 2 and the following pages were not read; split it"
        #expect(decoding.pages.last?.failure == .tooLarge(message))
    }

    @Test("a page of any size is drawn within the limits")
    func boundsPixels() async throws {
        // The size of a football field; the code is not to be found on it.
        let pdf = DrawnPDF(pages: [[DrawnPDF.Bar(x: 0, y: 0, width: 9, height: 9)]], size: (297_000, 190_000))
        let page = try #require(try await decode(.bytes(pdf.bytes)).pages.first)
        #expect(page.failure == nil)
        #expect(page.width * page.height <= 50_000_000)
    }

    @Test("a PDF without a code has no symbol, and a page of it")
    func findsNothing() async throws {
        let decoding = try await decode(.bytes(DrawnPDF(pages: [[]]).bytes))
        #expect(decoding.symbols.isEmpty)
        #expect(decoding.pages.count == 1)
    }

    struct Bad: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let words: String
    }

    static let bad: [Bad] = {
        let sound = DrawnPDF(pages: [DrawnPDF.ean(first)]).bytes
        return [
            Bad(
                testDescription: "a mark and nothing else", bytes: Array("%PDF-1.7\n".utf8),
                words: "the PDF cannot be read"),
            Bad(testDescription: "cut", bytes: Array(sound.prefix(300)), words: "the PDF"),
            Bad(
                testDescription: "locked", bytes: DrawnPDF(pages: [DrawnPDF.ean(first)], isLocked: true).bytes,
                words: "the PDF is locked with a password; save it without one"),
            Bad(testDescription: "without pages", bytes: DrawnPDF().bytes, words: "the PDF"),
            Bad(
                testDescription: "noise behind the mark",
                bytes: Array("%PDF-1.4\n".utf8) + (0..<5000).map { UInt8(truncatingIfNeeded: $0 * $0 % 251) },
                words: "the PDF"),
        ]
    }()

    @Test("a broken document is an error", arguments: bad)
    func refuses(_ bad: Bad) async throws {
        await #expect {
            try await decode(.bytes(bad.bytes))
        } throws: { error in
            guard case .unreadableImage(let words) = error as? DecodeError else { return false }
            return words.hasPrefix(bad.words)
        }
    }

    @Test("a PDF cut anywhere is answered", arguments: [0.1, 0.3, 0.5, 0.7, 0.9, 0.95, 0.99])
    func survivesCuts(_ share: Double) async throws {
        let bytes = DrawnPDF(pages: [DrawnPDF.ean(Self.first), DrawnPDF.ean(Self.second)]).bytes
        let result = await Result { try await decode(.bytes(Array(bytes.prefix(Int(Double(bytes.count) * share))))) }
        switch result {
        case .success(let decoding):
            #expect(decoding.symbols.allSatisfy { [Self.first, Self.second].contains($0.text) })
        case .failure(let error): #expect((error as? DecodeError)?.code == "unreadable-image")
        }
    }

    @Test("the worker alone says what reads PDF files")
    func workerNamesWay() async throws {
        let bytes = DrawnPDF(pages: [[]]).bytes
        let result = try await run(Project.program("beeline-decode"), input: bytes)
        #expect(result.output.contains("a PDF") && result.output.contains("DecodingPool"))
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
