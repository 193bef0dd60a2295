import BeelineRuleTools
import BeelineRules
import BeelineSupport
import BeelineSymbols
import Synchronization
import TestPrograms
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

    @Test("rows are found by words in the key or a cell, without capitals and marks")
    func searches() throws {
        let rows: [(key: String, cells: [String?])] = [
            ("T1", ["Anna Müller", "B12"]), ("T2", ["Łukasz Brzęczyk", nil]), ("T3", ["山田 太郎", "a\u{301}"]),
            ("Ä4", ["Бориc", "b12"]),
        ]
        let catalog = try Catalog(name: "guests", columns: ["name", "seat"], rows: rows)
        for (words, keys) in [
            (["muller"], ["T1"]), (["MÜLLER", "an"], ["T1"]), (["mu\u{308}ller"], ["T1"]), (["lukasz"], ["T2"]),
            (["Łuk"], ["T2"]),
            (["山田"], ["T3"]), (["á"], ["T1", "T2", "T3", "Ä4"]), (["БОР"], ["Ä4"]), (["a4"], ["Ä4"]),
            (["b12"], ["T1", "Ä4"]), (["2"], ["T1", "Ä4", "T2"]), (["name"], []), (["anna", "t2"], []),
        ] {
            #expect(try catalog.rows(containing: words, atMost: 9).map(\.key) == keys, "\(words)")
        }
        #expect(try catalog.rows(containing: ["t"], atMost: 2).map(\.key) == ["T1", "T2"])
        #expect(try catalog.rows(containing: ["2"], atMost: 2).map(\.key) == ["T1", "Ä4"])
        let found = try #require(try catalog.rows(containing: ["t2"], atMost: 9).first)
        #expect(found.cells.map(\.name) == ["name"] && found.cells.map(\.value) == ["Łukasz Brzęczyk"])
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

    @Test("rows with wrong values are reported with their numbers")
    func refusesRows() {
        let rows: [(key: String, cells: [String?])] = [("1", ["2"]), ("3", [])]
        let error = #expect(throws: CatalogError.self) { try Catalog(name: "x", columns: ["a"], rows: rows) }
        #expect(error == CatalogError(source: "x", line: 2, problem: .cellCount(1, expected: 2)))
        let name = #expect(throws: CatalogError.self) { try Catalog(name: "x", columns: ["a\nb"], rows: []) }
        #expect(name == CatalogError(source: "x", line: nil, problem: .columnName("a\nb")))
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

@Suite("Catalogues are found when a rule names them")
struct CatalogFinderTests {
    /// A list that lies elsewhere, and counts how often it is asked.
    private final class Shelf: CatalogSource {
        let columns = ["place", "note"]
        let keyColumn = "isbn"
        let count = 1
        let form = CatalogForm()
        let asked = Mutex<[String]>([])

        func row(of key: String) -> (cells: [String?], count: Int)? {
            asked.withLock { $0.append(key) }
            return key == "x" ? (["B2", nil], 1) : nil
        }

        func whileRows(_ body: (_ key: String, _ cells: [String?]) -> Bool) { _ = body("x", ["B2", nil]) }
    }

    private struct Broken: Error, CustomStringConvertible {
        let description = "it is damaged; import it again"
    }

    private static let two = #"""
        {"version":1,"rules":[
          {"id":"a","when":{"text":{"catalog":"shelf"},"catalog.shelf.place":"B2"},"do":[]},
          {"id":"b","when":{"text":{"catalog":"shelf"},"not":{"catalog.shelf.place":"B2"}},"do":[]}]}
        """#

    private func rules(_ text: String, given: [Catalog] = [], _ finder: CatalogFinder) throws -> RuleSet {
        try RuleSet(
            files: [RuleFile(name: "f", text: text)], actions: ActionSignature.all, catalogs: given, finder: finder)
    }

    @Test("a catalogue is opened once, however many rules name it, and queried for the codes alone")
    func opensOnce() throws {
        let shelf = Shelf()
        let opened = Mutex<[String]>([])
        let set = try rules(
            Self.two,
            CatalogFinder(names: { ["shelf"] }) { name in
                opened.withLock { $0.append(name) }
                return Catalog(name: name, source: shelf)
            })
        #expect(opened.withLock { $0 } == ["shelf"])
        #expect(shelf.asked.withLock { $0.isEmpty })
        #expect(set.resolve(reading("x", .qr)).rule?.id == "a")
        #expect(set.resolve(reading("y", .qr)).rule == nil)
        #expect(Set(shelf.asked.withLock { $0 }) == ["x", "y"])
    }

    @Test("a given catalogue overrides one that could be found")
    func givenFirst() throws {
        let given = try Catalog(name: "shelf", csv: Array("k,place\ny,B2\n".utf8))
        let set = try rules(Self.two, given: [given], CatalogFinder(names: { [] }) { _ in throw Broken() })
        #expect(set.resolve(reading("y", .qr)).rule?.id == "a")
    }

    @Test("a catalogue that no rule names is not opened")
    func opensNoOther() throws {
        let set = try rules(
            #"{"version":1,"rules":[{"id":"a","when":{},"do":[]}]}"#,
            CatalogFinder(names: { [] }) { _ in throw Broken() })
        #expect(set.rules.count == 1)
    }

    @Test("its columns are checked, and one that is not there or cannot be read is an error with its remedy")
    func errors() throws {
        let finder = CatalogFinder(names: { ["shelf", "broken"] }) { name in
            if name == "broken" { throw Broken() }
            return name == "shelf" ? Catalog(name: name, source: Shelf()) : nil
        }
        for (wrong, message) in [
            (
                #"{"text":{"catalog":"shelve"}}"#,
                "there is no catalogue 'shelve' (did you mean 'shelf'?): add a Catalog of this name"
            ),
            (
                #"{"text":{"catalog":"broken"}}"#,
                "the catalogue 'broken' cannot be read: it is damaged; import it again"
            ),
            (
                #"{"text":{"catalog":"shelf"},"catalog.shelf.plaec":"x"}"#,
                "has no column 'plaec' (did you mean 'place'?)"
            ),
        ] {
            let error = #expect(throws: RuleSetError.self) { try rules(oneRule(when: wrong), finder) }
            #expect(error?.issues.count == 1)
            #expect(error?.issues.first?.message.contains(message) == true, "\(error?.issues ?? [])")
            #expect(error?.issues.first?.severity == .error)
        }
    }

    @Test("the tests of a file need no catalogue: one that is not given is empty")
    func testsNeedNone() {
        let file = RuleFile(
            name: "f",
            text: #"""
                {"version":1,"rules":[{"id":"a","when":{"text":{"catalog":"shelf"},"catalog.shelf.place":"B2"},"do":[]}],
                 "tests":[{"scan":{"text":"x"},"expect":null},
                          {"scan":{"text":"x"},"given":{"catalog":{"shelf":{"x":{"place":"B2"}}}},"expect":{"rule":"a"}}]}
                """#)
        let suite = RuleTestSuite(file: file, actions: ActionSignature.all)
        #expect(suite.fileErrors.isEmpty)
        #expect(suite.run().map(\.hasPassed) == [true, true])
    }
}

/// Python's csv module writes and reads the same lists.
@Suite("Catalogues as Python's csv module has them")
struct CatalogOracleTests {
    /// Writes a list of hostile cells in the dialect of its argument, and what it reads of that as JSON to the other
    /// stream.
    private static let script = #"""
        import csv, io, json, random, sys
        separator, quoting, end, seed = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
        random.seed(seed)
        parts = ['a', 'b', '7', ' ', ',', ';', '\t', '"', '""', '\n', '\r\n', "'", 'ä', '本', '\U0001F41D', '.', '\\']
        rows = [[f'key{i}' + ''.join(random.choices(parts, k=i % 5))]
                + [''.join(random.choices(parts, k=random.randrange(9))) for _ in range(4)] for i in range(500)]
        text = io.StringIO(newline='')
        writer = csv.writer(text, delimiter=separator, quoting=quoting, lineterminator={'lf': '\n', 'crlf': '\r\n'}[end])
        writer.writerow(['key', 'a', 'b_1', 'C', '4'])
        writer.writerows(rows)
        read = list(csv.reader(io.StringIO(text.getvalue(), newline=''), delimiter=separator))
        assert read[1:] == rows
        sys.stdout.buffer.write(text.getvalue().encode())
        sys.stderr.write(json.dumps(read))
        """#

    struct Dialect: Sendable, CustomTestStringConvertible {
        let separator: String
        /// 0: where needed; 1: every cell.
        let quoting: Int
        let end: String
        var testDescription: String { "'\(separator)' \(quoting) \(end)" }
    }

    static let dialects = [",", ";", "\t"].flatMap { separator in
        [0, 1].flatMap { quoting in
            ["lf", "crlf"].map { Dialect(separator: separator, quoting: quoting, end: $0) }
        }
    }

    @Test("each row that Python writes is found with its cells", arguments: dialects)
    func agrees(_ dialect: Dialect) async throws {
        let python = try await run(
            "python3",
            ["-c", Self.script, dialect.separator, "\(dialect.quoting)", dialect.end, "\(dialect.end.count)"])
        try #require(python.status == 0, "\(python.errors.suffix(300))")
        let rows = try #require(JSONValue(parsing: python.errorBytes).array).map { row in
            (row.array ?? []).compactMap(\.string)
        }
        let catalog = try Catalog(name: "list", csv: python.bytes)
        #expect(catalog.columns == Array(rows[0].dropFirst()))
        #expect(catalog.count == rows.count - 1)
        for cells in rows.dropFirst() {
            let row = try #require(catalog.row(for: cells[0]))
            #expect(catalog.columns.map { row[$0] ?? "" } == Array(cells.dropFirst()))
        }
    }
}
