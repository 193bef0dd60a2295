import BeelineSupport
import Foundation
import Testing

@Suite("New files")
struct NewFilesTests {
    private func mode(of path: String) throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test("an existing name gets a number, also if it is a folder or a link, and no other user can read the file")
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

@Suite("Files without a name")
struct SpoolFileTests {
    @Test("appended data is read again by its place, in any order, and has no name in a folder")
    func keeps() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "beeline-spool-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var spool = try SpoolFile(in: "\(folder)/new")
        let pieces = (0..<40).map { [UInt8](repeating: UInt8($0), count: $0 * 1_000) }
        var places: [Range<Int>] = []
        for piece in pieces { places.append(try spool.append(piece)) }
        #expect(spool.count == pieces.map(\.count).reduce(0, +))
        for index in pieces.indices.reversed() { #expect(try spool.read(places[index]) == pieces[index]) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/new").isEmpty)
        // There is nothing after its end.
        let end = spool.count
        var failed = false
        do throws(FileError) {
            _ = try spool.read(end - 1..<end + 1)
        } catch {
            failed = true
        }
        #expect(failed)
    }

    @Test("a folder that cannot be made is an error that names it")
    func refuses() {
        #expect(throws: FileError.self) { _ = try SpoolFile(in: "/dev/null/x") }
    }
}

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

    @Test("a file that cannot be replaced is unchanged, and the error names it")
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
