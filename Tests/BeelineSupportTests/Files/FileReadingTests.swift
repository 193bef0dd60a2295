import BeelineSupport
import Foundation
import Glibc
import Testing

@Suite("Reading files")
struct FileReadingTests {
    @Test("a file's bytes come back as they are", arguments: [0, 1, 65_535, 65_536, 65_537, 1_000_000])
    func readsAll(count: Int) throws {
        let scratch = try Scratch()
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        #expect(try readFile(scratch.file("a", bytes), limit: count) == bytes)
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let path: String
        let reason: FileError.Reason
        let message: String
        var testDescription: String { path.debugDescription }
    }

    static let refusals = [
        Refusal(path: "/no/such/file", reason: .notFound, message: "no such file"),
        Refusal(path: "/dev/null/below", reason: .notFound, message: "no such file"),
        Refusal(path: "", reason: .notFound, message: "no such file"),
        Refusal(path: "/dev/null\0/etc", reason: .notFound, message: "no such file"),
        Refusal(path: "/", reason: .isFolder, message: "it is a folder"),
        Refusal(path: "/proc/self/mem", reason: .system(EIO), message: "Input/output error"),
        Refusal(
            path: "/" + String(repeating: "a", count: 300), reason: .system(ENAMETOOLONG), message: "File name too long"
        ),
    ]

    @Test("a file of settings is read when it is a regular one, and nothing else is opened", .timeLimit(.minutes(5)))
    func readsRegularFiles() throws {
        let scratch = try Scratch()
        let path = try scratch.file("a", [1, 2])
        #expect(try readRegularFile(path, limit: 10) == [1, 2])
        let fifo = path + ".fifo"
        #expect(mkfifo(fifo, 0o600) == 0)
        // A writer, so that reading would wait.
        let writer = open(fifo, O_RDWR | O_CLOEXEC)
        defer { close(writer) }
        for refused in [fifo, "/dev/zero", "/dev/tty"] {
            #expect(throws: FileError(path: refused, reason: .notRegular)) { try readRegularFile(refused, limit: 10) }
        }
        #expect(throws: FileError(path: "/", reason: .isFolder)) { try readRegularFile("/", limit: 10) }
        #expect(throws: FileError(path: "/no/such", reason: .notFound)) { try readRegularFile("/no/such", limit: 10) }
        #expect(throws: FileError.self) { try readRegularFile(path, limit: 1) }
    }

    @Test("a file that cannot be read is an error that names the path and the reason", arguments: refusals)
    func refuses(_ refusal: Refusal) {
        let error = FileError(path: refusal.path, reason: refusal.reason)
        #expect(throws: error) { try readFile(refusal.path, limit: 100) }
        #expect(error.description == "\(refusal.path): \(refusal.message)")
    }

    @Test(
        "a file without permission has another error than a missing one",
        .enabled(if: geteuid() != 0, "root may read everything"))
    func refusesWithoutPermission() throws {
        let scratch = try Scratch()
        let locked = try scratch.file("locked")
        chmod(locked, 0)
        #expect(throws: FileError(path: locked, reason: .notPermitted)) { try readFile(locked, limit: 1) }
    }

    @Test("a link that leads to itself is an error, not a loop")
    func refusesLinkToItself() throws {
        let scratch = try Scratch()
        let link = scratch.path(of: "link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: link)
        #expect(throws: FileError(path: link, reason: .system(ELOOP))) { try readFile(link, limit: 1) }
    }

    @Test("a FIFO without a writer is empty instead of blocking")
    func readsLonelyFIFO() throws {
        let scratch = try Scratch()
        let fifo = scratch.path(of: "fifo")
        try #require(mkfifo(fifo, 0o600) == 0)
        #expect(try readFile(fifo, limit: 10).isEmpty)
    }

    @Test("a FIFO with a writer is read to its end")
    func readsFIFO() throws {
        let scratch = try Scratch()
        let fifo = scratch.path(of: "fifo")
        try #require(mkfifo(fifo, 0o600) == 0)
        let writer = open(fifo, O_RDWR)
        try writeAll(Array("abc".utf8), to: writer, path: fifo)
        let file = try OpenFile(path: fifo)
        close(writer)
        #expect(try file.readAll(limit: 10) == Array("abc".utf8))
    }

    @Test("an open file is not inherited by programs that are started")
    func closesOnExec() throws {
        let file = try OpenFile(path: "/dev/null")
        #expect(fcntl(file.descriptor, F_GETFD) & FD_CLOEXEC != 0)
        #expect(fcntl(file.descriptor, F_GETFL) & O_NONBLOCK == 0, "reading may block; only opening must not")
    }

    @Test("a file of the limit is read, one of a byte more is refused", arguments: [0, 1, 65_536, 200_000])
    func keepsLimit(limit: Int) throws {
        let scratch = try Scratch()
        #expect(try readFile(scratch.file("a", Array(repeating: 7, count: limit)), limit: limit).count == limit)
        let longer = try scratch.file("b", Array(repeating: 7, count: limit + 1))
        #expect(throws: FileError(path: longer, reason: .tooLong(limit: limit))) { try readFile(longer, limit: limit) }
    }

    @Test("an endless file is refused at the limit")
    func endsWithoutEnd() {
        let error = FileError(path: "/dev/zero", reason: .tooLong(limit: 100_000))
        #expect(throws: error) { try readFile("/dev/zero", limit: 100_000) }
        #expect(error.message == "longer than the limit of 100000 bytes")
    }

    @Test("no limit is too great to be given")
    func takesGreatestLimit() throws {
        let scratch = try Scratch()
        #expect(try readFile(scratch.file("a", [1, 2, 3]), limit: .max) == [1, 2, 3])
    }

    @Test("a file that claims no size, as those in /proc, is read")
    func readsUnsized() throws {
        let bytes = try readFile("/proc/self/cmdline", limit: 1 << 20)
        #expect(bytes.starts(with: CommandLine.arguments[0].utf8))
    }
}

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

    @Test("a missing folder has no entries")
    func listsNothing() throws {
        #expect(try fileNames(in: "/no/such/folder", suffix: "").isEmpty)
    }

    @Test("a file cannot be listed as a folder")
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

    @Test("environment variables are those that Foundation sees, except the empty ones")
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

    @Test("a full device is an error that names the file")
    func refusesFullDevice() throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let error = #expect(throws: FileError.self) { try writeAll([1], to: full.fileDescriptor, path: "the output") }
        #expect(error?.description == "the output: No space left on device")
    }
}

/// A folder of its own for one test, which goes when the value does.
final class Scratch: Sendable {
    let path: String

    init() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("beeline-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of something in the folder.
    func path(of name: String) -> String { "\(path)/\(name)" }

    /// The path of a file in the folder that has just been written.
    func file(_ name: String, _ bytes: [UInt8] = []) throws -> String {
        let path = path(of: name)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }
}
