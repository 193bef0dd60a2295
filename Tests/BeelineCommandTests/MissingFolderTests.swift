import Foundation
import TestPrograms
import Testing

/// Files and folders are never written into a folder that is not there: it may be a typing error.
@Suite("Outputs in missing folders")
struct MissingFolderTests {
    static let commands = [
        "draw hello --output FOLDER/a.svg", "draw hello -o FOLDER/a.png",
        "draw labels.csv --sheet L7160 --output FOLDER/a.pdf", "rules graph --output FOLDER/a.dot",
        "rules graph --kind isbn --format dot --output FOLDER/a.gv", "scan book.jpg --annotate FOLDER/a.svg",
        "scan book.jpg --annotate FOLDER/a.html", "scan book.jpg --annotate FOLDER/pages/",
        "tickets 3 --output FOLDER/spring", "rules new FOLDER/a.json", "rules new --desk tickets FOLDER/door",
        "plugins new FOLDER/say",
    ]

    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("labels.csv", "text\n4006381333931\n")
        try folder.write("book.jpg", Project.read("Examples/book.jpg"))
        return folder
    }

    @Test("are refused with the remedy, and nothing is made", arguments: commands, ["none", "none/deep", "./a b"])
    func refused(_ command: String, _ name: String) async throws {
        let folder = try folder()
        let words = command.split(separator: " ").map { String($0).replacing("FOLDER", with: name) }
        let result = try await beeline(words, folder: folder.path)
        #expect(result.status == 2 && result.output.isEmpty, "\(result.output)")
        let remedy = name.contains(" ") ? "'\(name)'" : name
        #expect(
            result.errors.contains("there is no folder '\(name)'; make it first: mkdir -p \(remedy)\n"),
            "\(result.errors)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["book.jpg", "labels.csv"])
    }

    @Test("are written after that remedy", arguments: commands)
    func written(_ command: String) async throws {
        let folder = try folder()
        try FileManager.default.createDirectory(atPath: folder.path("there"), withIntermediateDirectories: false)
        let words = command.split(separator: " ").map { String($0).replacing("FOLDER", with: "there") }
        let result = try await beeline(words, folder: folder.path)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try !FileManager.default.contentsOfDirectory(atPath: folder.path("there")).isEmpty)
    }
}
