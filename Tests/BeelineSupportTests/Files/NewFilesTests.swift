import BeelineSupport
import Foundation
import Testing

@Suite("New files")
struct NewFilesTests {
    private func mode(of path: String) throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test("a name that is taken gets a number, also by a folder or a link, and nobody else can read the file")
    func findsNames() throws {
        let scratch = try Scratch()
        let folder = "\(scratch.path)/a/b"
        #expect(try makeNewFile(in: folder, name: "x", suffix: ".txt", [1]) == "\(folder)/x.txt")
        #expect(try mode(of: "\(folder)/x.txt") == 0o600)
        #expect(try mode(of: folder) == 0o700)
        try FileManager.default.createDirectory(atPath: "\(folder)/x 2.txt", withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/x 3.txt", withDestinationPath: "\(folder)/away")
        #expect(try makeNewFile(in: folder, name: "x", suffix: ".txt", [2]) == "\(folder)/x 4.txt")
        #expect(!exists("\(folder)/away"))
        #expect(try readFile("\(folder)/x.txt", limit: 9) == [1])
    }

    @Test("the same bytes are the same file, more or fewer are not")
    func knowsItself() throws {
        let scratch = try Scratch()
        let paths = try [[1, 2], [1, 2], [1], [1, 2, 3], [1, 2]].map {
            try makeNewFile(in: scratch.path, name: "x", suffix: "", $0)
        }
        #expect(paths.map { $0.dropFirst(scratch.path.utf8.count + 1) } == ["x", "x", "x 2", "x 3", "x"])
    }

    @Test("where no file can be made, the error says where", arguments: ["/dev/null/x", "/proc/x"])
    func fails(_ folder: String) throws {
        let error = #expect(throws: FileError.self) { try makeNewFile(in: folder, name: "x", suffix: "", []) }
        #expect(error?.path.hasPrefix(folder.prefix(5)) ?? false)
        #expect(throws: FileError.self) { try makeNewFile(in: "/tmp", name: "a\u{0}b", suffix: "", []) }
    }

    @Test("a private file has a name of its own, and is gone when it is removed")
    func privateFiles() throws {
        let paths = try (0..<10).map { _ in try makePrivateTemporaryFile(suffix: ".x", [7]) }
        defer { paths.forEach(removeFile) }
        #expect(Set(paths).count == 10)
        for path in paths {
            #expect(try mode(of: path) == 0o600)
            #expect(try readFile(path, limit: 9) == [7])
            removeFile(path)
            #expect(!exists(path))
        }
    }
}
