import BeelineRules
import Testing

@Suite("Catalogues")
struct CatalogTests {
    @Test("a row is found by its key, byte by byte")
    func finds() throws {
        let rows: [(key: String, cells: [String?])] = [
            ("1", ["one", "A"]), ("e\u{301}", ["decomposed", nil]), ("é", ["", "C"]), ("01", [nil, nil]),
        ]
        let catalog = try Catalog(name: "books", columns: ["title", "shelf"], rows: rows)
        #expect(catalog.name == "books")
        #expect(catalog.columns == ["title", "shelf"])
        #expect(catalog.count == 4)
        #expect(catalog.row(for: "1")?["title"] == "one")
        #expect(catalog.row(for: "1")?["shelf"] == "A")
        #expect(catalog.row(for: "1")?.key == "1")
        #expect(catalog.row(for: "1")?["price"] == nil)
        #expect(catalog.row(for: "e\u{301}")?["title"] == "decomposed")
        let composed = try #require(catalog.row(for: "é"))
        #expect(composed["title"] == nil)
        #expect(composed["shelf"] == "C")
        #expect(try #require(catalog.row(for: "01"))["title"] == nil)
        for key in ["", "2", "1 ", "001", "é1"] { #expect(catalog.row(for: key) == nil) }
    }

    @Test("in the empty catalogue nothing is found")
    func empty() {
        #expect(Catalog.empty.count == 0)
        #expect(Catalog.empty.row(for: "") == nil)
        #expect(Catalog.empty.row(for: "1") == nil)
        #expect(Catalog.empty.columns.isEmpty)
    }

    @Test("a catalogue may be no more than a list of keys")
    func onlyKeys() throws {
        let catalog = try Catalog(name: "stock", csv: Array("ean\r\n1\r\n\r\n2\r\n".utf8))
        #expect(catalog.count == 2)
        #expect(catalog.row(for: "2")?.key == "2")
    }

    @Test("of values, wrong rows are told by their number")
    func refusesRows() {
        let rows: [(key: String, cells: [String?])] = [("1", ["2"]), ("3", [])]
        let error = #expect(throws: CatalogError.self) { try Catalog(name: "x", columns: ["a"], rows: rows) }
        #expect(error == CatalogError(source: "x", line: 2, problem: .cellCount(1, expected: 2)))
        let name = #expect(throws: CatalogError.self) { try Catalog(name: "x", columns: ["a b"], rows: []) }
        #expect(name == CatalogError(source: "x", line: nil, problem: .columnName("a b")))
    }

    @Test("a hundred thousand rows are all found, and nothing else")
    func large() throws {
        var text = "ean,title,price\n"
        for number in 0..<100_000 {
            text += "\(4_000_000_000_000 + number * 7),article \(number),\(number % 1000).99\n"
        }
        let catalog = try Catalog(name: "articles", csv: Array(text.utf8))
        #expect(catalog.count == 100_000)
        var found = 0
        var wrong = 0
        for number in 0..<100_000 {
            guard let row = catalog.row(for: "\(4_000_000_000_000 + number * 7)") else { continue }
            found += 1
            if row["title"] != "article \(number)" || row["price"] != "\(number % 1000).99" { wrong += 1 }
            if catalog.row(for: "\(4_000_000_000_001 + number * 7)") != nil { wrong += 1 }
        }
        #expect(found == 100_000)
        #expect(wrong == 0)
    }
}
