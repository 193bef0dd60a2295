import BeelineSupport
import Foundation
import Testing

@Suite("Folders and the environment")
struct FolderTests {
    @Test("names of a suffix come in the order of their bytes, hidden ones do not")
    func listsNames() throws {
        let scratch = try Scratch()
        for name in ["b.json", "a.json", "B.json", "é.json", ".hidden.json", "a.txt", ".json", "json"] {
            _ = try scratch.file(name)
        }
        #expect(try fileNames(in: scratch.path, suffix: ".json") == ["B.json", "a.json", "b.json", "é.json"])
    }

    @Test("a folder that is not there holds nothing")
    func listsNothing() throws {
        #expect(try fileNames(in: "/no/such/folder", suffix: "").isEmpty)
    }

    @Test("a file is no folder to list")
    func refusesFile() {
        #expect(throws: FileError(path: "/dev/null", reason: .notFound)) { try fileNames(in: "/dev/null", suffix: "") }
    }

    @Test("a link to a folder is a folder where links are followed")
    func knowsFolders() throws {
        let scratch = try Scratch()
        let link = scratch.path(of: "link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/")
        #expect(isFolder(scratch.path))
        #expect(isFolder(link))
        #expect(!isFolder(link, followingLinks: false))
        #expect(!isFolder("/dev/null"))
        #expect(!isFolder("/no/such/folder"))
    }

    @Test("environment variables are those that Foundation sees, save for the empty ones")
    func readsEnvironment() throws {
        let expected = ProcessInfo.processInfo.environment.filter { !$0.value.isEmpty }
        #expect(environmentVariables(prefix: "") == expected)
        let path = try #require(expected["PATH"])
        #expect(environmentVariable("PATH") == path)
        #expect(environmentVariables(prefix: "PA")["TH"] == path)
        #expect(environmentVariable("BEELINE_NO_SUCH_VARIABLE") == nil)
    }

    @Test("writing yields what reading then finds, however much it is", arguments: [0, 1, 1_000_000])
    func writes(count: Int) throws {
        let scratch = try Scratch()
        let path = try scratch.file("a")
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try writeAll(bytes, to: handle.fileDescriptor, path: path)
        try handle.close()
        #expect(try readFile(path, limit: count) == bytes)
    }

    @Test("a full device is an error that names what was written")
    func refusesFullDevice() throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let error = #expect(throws: FileError.self) { try writeAll([1], to: full.fileDescriptor, path: "the output") }
        #expect(error?.description == "the output: No space left on device")
    }
}
