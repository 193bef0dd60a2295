import BeelineSupport
import Foundation
import Testing

@Suite("Replacing files")
struct FileReplacingTests {
    @Test("a file is there whole, with the folders on the way to it, and nothing beside it")
    func replaces() throws {
        let scratch = try Scratch()
        let path = scratch.path(of: "a/b/table.tsv")
        for bytes in [[UInt8]("one".utf8), Array(repeating: 7, count: 1 << 20), []] {
            try replaceFile(path, with: bytes)
            #expect(try readFile(path, limit: 1 << 21) == bytes)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path(of: "a/b")) == ["table.tsv"])
    }

    @Test("what cannot be replaced stays as it was, and the error names it")
    func refuses() throws {
        let scratch = try Scratch()
        let file = try scratch.file("file", [1, 2, 3])
        #expect(throws: FileError(path: "\(file)/below", reason: .notFound)) {
            try replaceFile("\(file)/below", with: [4])
        }
        #expect(try readFile(file, limit: 10) == [1, 2, 3])

        let folder = scratch.path(of: "folder/inner")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        #expect(throws: FileError.self) { try replaceFile(scratch.path(of: "folder"), with: [4]) }
        let left = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
        #expect(left.sorted() == ["file", "folder"])
    }
}
