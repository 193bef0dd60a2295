import Foundation
import TestPrograms
import Testing

@Suite("A newer table of ISBN ranges")
struct TablesTests {
    private static let fixture = "Tests/BeelineContentTests/Fixtures/RangeMessage.xml"

    @Test("is used by every command once it was read, and no longer when its file is gone")
    func isUsed() async throws {
        let folder = try TemporaryFolder()
        let environment = ["XDG_DATA_HOME": folder.path("data")]
        let before = try await beeline("resolve", "9784873119045", environment: environment)
        #expect(before.output.contains("agency     Japan\n"))

        let reading = try await beeline("tables", "isbn", Self.fixture, environment: environment)
        #expect(reading.status == 0)
        let path = folder.path("data/beeline/isbn-ranges.tsv")
        #expect(reading.output.hasPrefix("\(path): "))

        let after = try await beeline("resolve", "9784873119045", environment: environment)
        #expect(after.output.contains("agency     Japan & friends\n"))
        try FileManager.default.removeItem(atPath: path)
        #expect(try await beeline("resolve", "9784873119045", environment: environment).output == before.output)
    }

    @Test("may be printed only, from standard input too")
    func isPrinted() async throws {
        let folder = try TemporaryFolder()
        let environment = ["XDG_DATA_HOME": folder.path("data")]
        let bytes = Array(try Project.read(Self.fixture))
        let printed = try await beeline(["tables", "isbn", "--print", "-"], input: bytes, environment: environment)
        #expect(printed.status == 0)
        #expect(printed.lines.contains { $0.hasPrefix("978-4\tJapan & friends\t") })
        #expect(!FileManager.default.fileExists(atPath: folder.path("data")))
    }

    @Test(
        "that is none changes nothing, and says what is wrong",
        arguments: ["README.md", "Tests", "no-such-file.xml"])
    func isRefused(_ file: String) async throws {
        let folder = try TemporaryFolder()
        let result = try await beeline("tables", "isbn", file, environment: ["XDG_DATA_HOME": folder.path("data")])
        #expect(result.status == 3)
        #expect(result.errors.hasPrefix("beeline: \(file): "))
        #expect(!FileManager.default.fileExists(atPath: folder.path("data")))
    }

    @Test("that was damaged later is an error that names it and the remedy")
    func isDamaged() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("beeline/isbn-ranges.tsv")
        try FileManager.default.createDirectory(
            atPath: folder.path("beeline"), withIntermediateDirectories: true)
        try Data("978-4\tJapan\n".utf8).write(to: URL(fileURLWithPath: path))
        let result = try await beeline("resolve", "1", environment: ["XDG_DATA_HOME": folder.path])
        #expect(result.status == 2)
        #expect(result.errors.contains("\(path): line 1: "))
        #expect(result.errors.contains("beeline tables isbn"))
    }
}
