import BeelineResolver
import BeelineSupport
import Foundation
import Synchronization
import TestPrograms
import Testing

/// The entries that a list has, by way of a table.
func entries(_ text: String, _ format: LinkFileFormat = .csv) throws -> [LinkEntry] {
    let folder = try TemporaryFolder()
    let path = folder.path("links.sqlite")
    try CheckedLinks(Array(text.utf8), format, source: "links").save(to: path)
    var entries: [LinkEntry] = []
    try LinkTable(path: path).whileEntries { entry in
        entries.append(entry)
        return true
    }
    return entries
}

@Suite struct LinkTableTests {
    private static let list = """
        path,linkType,href,title,default,itemDescription
        /01/09506000134352/21/S,pip,https://example.com/serial,Serial,yes,
        /01/09506000134352,pip,https://example.com/tea,Tea,yes,Green tea
        /01/09506000134352,instructions,https://example.com/brew,Brewing,,
        /01/09506000134352/22/V,pip,https://example.com/variant,Variant,,
        /01/09506000134352/10/A%2FB,recallStatus,https://example.com/recall,Recall,,
        /01/09506000134352/22/V/10/A%2FB,pip,https://example.com/both,Both,,
        /414/9506000134376,locationInfo,https://example.com/berlin,Berlin,yes,
        """

    private func table(_ text: String = list, in folder: TemporaryFolder) throws -> LinkTable {
        let path = folder.path("links.sqlite")
        try CheckedLinks(Array(text.utf8), .csv, source: "links.csv").save(to: path)
        return try LinkTable(path: path)
    }

    @Test(arguments: [
        ("/01/09506000134352", [""]),
        ("/01/09506000134352/10/A%2FB", ["/10/A%2FB", ""]),
        ("/01/09506000134352/10/unknown", [""]),
        ("/01/09506000134352/22/V/10/A%2FB/21/S", ["/21/S", "/22/V/10/A%2FB", "/10/A%2FB", "/22/V", ""]),
        ("/01/09506000134352/22/V/21/S", ["/21/S", "/22/V", ""]),
        ("/01/09506000134352/10/A", [""]),
    ])
    func `all keys that cover a request answer, the most specific first`(_ path: String, _ qualifiers: [String]) throws
    {
        let folder = try TemporaryFolder()
        let found = try table(in: folder).entries(for: LinkKey(rawPath: path[...]))
        #expect(found.map(\.key.path) == qualifiers.map { "/01/09506000134352\($0)" })
    }

    @Test func `a look-up gives the links as they were registered`() throws {
        let folder = try TemporaryFolder()
        let table = try table(in: folder)
        let entry = try #require(try table.entries(for: LinkKey(text: "9506000134352")).first)
        #expect(entry.itemDescription == "Green tea")
        #expect(entry.links.map(\.title) == ["Tea", "Brewing"])
        #expect(entry.defaults.map(\.href) == ["https://example.com/tea"])
        #expect(try table.entries(for: LinkKey(text: "9506000134369")).isEmpty)
        #expect(table.count == 6 && table.primaryAIs == ["01", "414"])
    }

    @Test func `a list is used as it is`() throws {
        let folder = try TemporaryFolder()
        try folder.write("links.csv", Self.list)
        let table = try LinkTable(path: folder.path("links.csv"))
        try FileManager.default.removeItem(atPath: folder.path("links.csv"))
        #expect(try table.entries(for: LinkKey(text: "9506000134352")).count == 1)
        #expect(table.count == 6)
        try folder.write("wrong.csv", "path,linkType,href\n")
        #expect(throws: LinkTableError.self) { try LinkTable(path: folder.path("wrong.csv")) }
    }

    @Test(arguments: ["nothing", "text", "other"])
    func `a file that is not a table of links is refused`(_ name: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("text", "no database at all, and long enough to be one\n")
        let other = try SQLiteConnection(path: folder.path("other"), as: SQLiteSubject("a test", remedy: "none"))
        try other.execute("CREATE TABLE links (key TEXT)")
        let error = #expect(throws: LinkTableError.self) { try LinkTable(path: folder.path(name)) }
        #expect(error?.description.contains(folder.path(name)) == true)
    }

    @Test func `a table that replaces another one answers at once, and a broken one never`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("links.sqlite")
        let reports = Mutex<[String]>([])
        func save(_ number: Int) throws {
            let text = "path,linkType,href,title,default\n/01/09506000134352,pip,https://example.com/\(number),T,yes\n"
            try CheckedLinks(Array(text.utf8), .csv, source: "links.csv").save(to: path)
        }
        try save(0)
        let table = try LinkTable(path: path) { error in reports.withLock { $0.append("\(error)") } }
        let key = try LinkKey(text: "9506000134352")
        for number in 0..<20 {
            try save(number)
            #expect(try table.entries(for: key).first?.links.first?.href == "https://example.com/\(number)")
        }
        try replaceFile(path, with: Array("broken".utf8))
        #expect(try table.entries(for: key).first?.links.first?.href == "https://example.com/19")
        removeFile(path)
        #expect(try table.entries(for: key).first?.links.first?.href == "https://example.com/19")
        #expect(reports.withLock { $0.count } == 1)
        try save(20)
        #expect(try table.entries(for: key).first?.links.first?.href == "https://example.com/20")
    }

    @Test func `look-ups of many threads never see a table that is half there`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("links.sqlite")
        @Sendable func save(_ number: Int) throws {
            var text = "path,linkType,href,title,default\n"
            for link in 0..<50 {
                text += "/01/09506000134352,pip,https://example.com/\(number)/\(link),T,\(link == 0 ? "yes" : "")\n"
            }
            try CheckedLinks(Array(text.utf8), .csv, source: "links.csv").save(to: path)
        }
        try save(0)
        let table = try LinkTable(path: path)
        let key = try LinkKey(text: "9506000134352")
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var wrong = 0
                    for _ in 0..<500 {
                        let links = try table.entries(for: key).first?.links ?? []
                        let tables = Set(links.map { $0.href.split(separator: "/")[2] })
                        if links.count != 50 || tables.count != 1 { wrong += 1 }
                    }
                    return wrong
                }
            }
            for number in 1...30 { try save(number) }
            for try await wrong in group { #expect(wrong == 0) }
        }
    }

    @Test func `a long table is read to its end, each key whole`() throws {
        var text = "path,linkType,href,title,default\n"
        var links = 0
        for number in 0..<40 {
            let body = "95060001\(number < 10 ? "0" : "")\(number)00"
            let gtin = "0\(body)\(checkDigit(body))"
            for link in 0...(number * 7) {
                text += "/01/\(gtin),pip,https://example.com/\(number)/\(link),T,\(link == 0 ? "yes" : "")\n"
                links += 1
            }
        }
        let found = try entries(text)
        #expect(found.map(\.links.count) == (0..<40).map { $0 * 7 + 1 })
        #expect(found.reduce(0) { $0 + $1.links.count } == links && links > 4 * 500)
    }

    private func checkDigit(_ digits: String) -> Int {
        let sum = digits.reversed().enumerated().reduce(0) {
            $0 + ($1.element.wholeNumberValue ?? 0) * ($1.offset % 2 == 0 ? 3 : 1)
        }
        return (10 - sum % 10) % 10
    }
}
