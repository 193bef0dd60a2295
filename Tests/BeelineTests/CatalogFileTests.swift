import Beeline
import Foundation
import Testing

@Suite("Catalogues from the disk")
struct CatalogFileTests {
    @Test("a file is read, and errors name its path")
    func reads() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "beeline-\(UUID().uuidString).csv").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(throws: FileError(path: path, reason: .notFound)) { try Catalog.file(name: "books", path: path) }

        try Data("isbn,shelf\n9784873119045,B2\n".utf8).write(to: URL(fileURLWithPath: path))
        let books = try Catalog.file(name: "books", path: path)
        #expect(books.name == "books")
        #expect(books.row(for: "9784873119045")?["shelf"] == "B2")

        try Data("isbn,shelf\n9784873119045\n".utf8).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: CatalogError.self) { try Catalog.file(name: "books", path: path) }
        #expect(error?.description.hasPrefix("\(path):2: the row has 1 cell, but there are 2 columns") == true)
    }

    @Test("a file that is too long is refused at the limit")
    func refuses() {
        #expect(throws: FileError(path: "/dev/zero", reason: .tooLong(limit: 256 << 20))) {
            try Catalog.file(name: "zeros", path: "/dev/zero")
        }
    }
}
