import Foundation
import TestPrograms
import Testing

@testable import BeelineLive

@Suite(.timeLimit(.minutes(15)))
struct FolderSourceTests {
    private static func ready(_ folder: TemporaryFolder, isPolled: Bool = false) async throws -> SourceRun {
        let run = try SourceRun(
            try FolderSource(folder.path, isPolled: isPolled, interval: .milliseconds(isPolled ? 100 : 2000)))
        #expect(await run.next() == [.connected])
        return run
    }

    /// Writes a part of a file through a descriptor that stays open.
    private static func append(_ text: String, to handle: FileHandle) throws {
        try handle.write(contentsOf: Data(text.utf8))
    }

    /// Writes a file. Where the kernel does not report when it is closed, it appears complete: on a busy machine
    /// writing may take longer than the time for which a file must be unchanged.
    private static func put(_ name: String, _ text: String, in folder: TemporaryFolder, isPolled: Bool) throws {
        guard isPolled else {
            try folder.write(name, text)
            return
        }
        try folder.write(".new", text)
        _ = rename(folder.path(".new"), folder.path(name))
    }

    @Test(arguments: [false, true])
    func `pictures are sent once, however they arrive`(isPolled: Bool) async throws {
        let folder = try TemporaryFolder()
        try folder.write("old.png", "old")
        try FileManager.default.createDirectory(atPath: folder.path("below.png"), withIntermediateDirectories: true)
        let run = try await Self.ready(folder, isPolled: isPolled)
        try folder.write(".hidden.png", "hidden")
        try folder.write("download.png.part", "part")
        try Self.put("written.png", "written", in: folder, isPolled: isPolled)
        #expect(await run.next() == [.picture(folder.path("written.png"))])
        try FileManager.default.moveItem(atPath: folder.path("download.png.part"), toPath: folder.path("moved.png"))
        #expect(await run.next() == [.picture(folder.path("moved.png"))])
        try FileManager.default.linkItem(atPath: folder.path(".hidden.png"), toPath: folder.path("linked.png"))
        #expect(await run.next() == [.picture(folder.path("linked.png"))])
        // Written again, it is another picture.
        try Self.put("old.png", "new, and longer", in: folder, isPolled: isPolled)
        #expect(await run.next() == [.picture(folder.path("old.png"))])
        run.stop()
        #expect(await run.next() == [.ended])
    }

    @Test("a file whose name is not UTF-8 is reported once, and others are read", arguments: [false, true])
    func reportsBadNames(isPolled: Bool) async throws {
        let folder = try TemporaryFolder()
        /// - Parameter name: bytes, which no text has.
        func write(_ name: [UInt8]) {
            let path = (Array(folder.path.utf8) + [UInt8(ascii: "/")] + name + [0]).map { CChar(bitPattern: $0) }
            let descriptor = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
            #expect(descriptor >= 0 && Foundation.write(descriptor, "picture", 7) == 7)
            close(descriptor)
        }
        write([0xFF] + Array("old.jpg".utf8))
        let run = try await Self.ready(folder, isPolled: isPolled)
        write([0xFF] + Array(".part".utf8))
        write([0xFF, 0xFE] + Array(".jpg".utf8))
        #expect(await run.next() == [.problem("cannot-open")])
        // A replacement character may be in a name, too.
        try Self.put("\u{FFFD}.png", "written", in: folder, isPolled: isPolled)
        #expect(await run.next() == [.picture(folder.path("\u{FFFD}.png"))])
        run.stop()
        #expect(await run.next() == [.ended])
    }

    @Test func `a picture that is copied slowly is complete when its writer has closed it`() async throws {
        let folder = try TemporaryFolder()
        let run = try await Self.ready(folder)
        let descriptor = open(folder.path("slow.png"), O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        let slow = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try Self.append("first", to: slow)
        // As others come and are complete, it is still open.
        for number in 0..<3 {
            try folder.write("\(number).png", "\(number)")
            #expect(await run.next() == [.picture(folder.path("\(number).png"))])
            try Self.append("more", to: slow)
        }
        try slow.close()
        #expect(await run.next() == [.picture(folder.path("slow.png"))])
        #expect(try folder.text(of: "slow.png") == "firstmoremoremore")
        run.stop()
        #expect(await run.next() == [.ended])
    }

    @Test(arguments: [false, true]) func `a folder that goes is lost`(isPolled: Bool) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("in")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let source = try FolderSource(path, isPolled: isPolled, interval: .milliseconds(100))
        let run = try SourceRun(source)
        #expect(await run.next() == [.connected])
        try FileManager.default.moveItem(atPath: path, toPath: folder.path("elsewhere"))
        #expect(await run.next() == [.failed(.lost("\(path): the folder has gone"))])
        let again = try SourceRun(source)
        #expect(await again.next() == [.failed(.lost("\(path): there is no such folder"))])
    }

    @Test func `of a thousand pictures at once each is sent once`() async throws {
        let folder = try TemporaryFolder()
        let run = try await Self.ready(folder)
        let names = (0..<1000).map { "\($0).png" }
        for name in names { try folder.write(name, name) }
        let pictures = await run.next(1000)
        #expect(Set(pictures.map { "\($0)" }) == Set(names.map { "\(SourceRun.Event.picture(folder.path($0)))" }))
        try folder.write("last.png", "last")
        #expect(await run.next() == [.picture(folder.path("last.png"))])
        run.stop()
    }

    @Test func `a missing folder is an error`() {
        #expect(throws: SourceError.self) { try FolderSource("") }
    }
}
