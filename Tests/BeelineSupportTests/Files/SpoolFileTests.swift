import BeelineSupport
import Foundation
import Testing

@Suite("Files without a name")
struct SpoolFileTests {
    @Test("what is appended is read again by its place, in any order, and no file is seen")
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
        // Nothing is behind its end.
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
