import Beeline
import Foundation
import Synchronization
import TestPrograms
import Testing

@Suite("Catalogues that were imported")
struct CatalogStoreTests {
    /// A folder of its own, which goes away with it.
    private final class Folder: Sendable {
        let path = FileManager.default.temporaryDirectory.appending(path: "beeline-\(UUID().uuidString)").path
        var store: CatalogStore { CatalogStore(folder: "\(path)/new/catalogs") }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        /// What Python's SQLite finds in a catalogue.
        func python(_ program: String, _ name: String) async throws -> [String] {
            let start = "import sqlite3, sys\ndb = sqlite3.connect(sys.argv[1], timeout=0)\n"
            return try await TestPrograms.run("python3", ["-c", start + program, store.path(of: name)]).lines
        }
    }

    static let texts = [
        "ean,title,price\n4006381333931,Pen,0.99\n4006381333948,\"Pencil, \"\"soft\"\"\",\n",
        "k,Price,price,key,c0\né,1,2,3,4\ne\u{301},,,,\n日本\u{0},a,\u{1F41D},\"\n\",'\n",
        "k\nonly\nkeys\n",
        "k,a\n",
    ]

    @Test("each is found in the database as it was in memory", arguments: texts)
    func keeps(_ text: String) async throws {
        let folder = Folder()
        let original = try Catalog(name: "list", csv: Array(text.utf8))
        try folder.store.save(original)
        let kept = try #require(try folder.store.catalog("list"))
        #expect(kept.columns == original.columns)
        #expect(kept.keyColumn == original.keyColumn)
        #expect(kept.count == original.count)
        var rows: [[String?]] = []
        _ = original.forEachRow { key, cells in
            rows.append([key] + cells)
            let row = kept.row(for: key)
            #expect(row?.key == key)
            #expect(kept.columns.map { row?[$0] } == cells.map { $0 })
        }
        for key in ["", "4006381333932", "É", "e", "key", "ONLY", "日本", "only "] {
            #expect(kept.row(for: key) == nil, "\(key)")
        }
        var exported: [[String?]] = []
        try folder.store.whileRows(of: "list") { key, cells in
            exported.append([key] + cells)
            return true
        }
        #expect(exported == rows)
        #expect(try await folder.python("print(db.execute('PRAGMA integrity_check').fetchone()[0])", "list") == ["ok"])
        #expect(
            try await folder.python("print(db.execute('SELECT count(*) FROM rows').fetchone()[0])", "list") == [
                "\(rows.count)"
            ])
    }

    @Test("keys, types and several rows of a key are kept")
    func keepsForms() async throws {
        let folder = Folder()
        var form = CatalogForm()
        form.key = .isbn
        form.types = ["Preis (€)": .money, "until": .date]
        form.isMany = true
        let text = "isbn;Preis (€);until\n4873119049;4,50;\n978-0-306-40615-7;1.234;24.12.2026\n9784873119045;9,00;\n"
        let original = try Catalog(
            name: "list", csv: Array(text.utf8), format: CSVFormat(separator: UInt8(ascii: ";")), form: form)
        try folder.store.save(original)
        let kept = try #require(try folder.store.catalog("list"))
        #expect(kept.form == original.form && kept.form.decimal == .comma)
        #expect(kept.count == 3 && kept.columns == ["Preis (€)", "until"])
        let row = try #require(kept.row(for: "4-87311-904-9"))
        #expect(row.key == "9784873119045" && row["Preis (€)"] == "4,50" && row.count == 2)
        #expect(kept.row(for: "0306406152")?.value(of: "Preis (€)")?.description == "1234")
        #expect(kept.row(for: "0306406152")?.count == 1)
        var rows: [String] = []
        try folder.store.whileRows(of: "list") { key, cells in
            rows.append("\(key) \(cells[0] ?? "")")
            return true
        }
        #expect(rows == ["9780306406157 1.234", "9784873119045 4,50", "9784873119045 9,00"])
        rows = []
        try folder.store.whileRows(of: "list", key: "4873119049") { _, cells in
            rows.append(cells[0] ?? "")
            return true
        }
        #expect(rows == ["4,50", "9,00"])
        #expect(try kept.rows(containing: ["9784", "9"], atMost: 1).first?.cells.first?.value == "4,50")
        #expect(try kept.rows(containing: ["24.12"], atMost: 5).map(\.key) == ["9780306406157"])
        #expect(try await folder.python("print(db.execute('PRAGMA integrity_check').fetchone()[0])", "list") == ["ok"])
    }

    @Test("a list that was imported before lists had types is read as it is")
    func readsOldForm() async throws {
        let folder = Folder()
        try FileManager.default.createDirectory(atPath: folder.store.folder, withIntermediateDirectories: true)
        let program = """
            db.executescript('''
              CREATE TABLE columns (place INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
              CREATE TABLE info (rows INTEGER NOT NULL) STRICT;
              CREATE TABLE rows (key TEXT PRIMARY KEY, c0 TEXT) STRICT, WITHOUT ROWID;
              INSERT INTO columns VALUES (0, 'ean'), (1, 'price'); INSERT INTO info VALUES (1);
              INSERT INTO rows VALUES ('4006381333931', '0,99'); PRAGMA user_version = 1;''')
            """
        _ = try await folder.python(program, "old")
        let list = try #require(try folder.store.catalog("old"))
        #expect(list.keyColumn == "ean" && list.columns == ["price"] && list.count == 1)
        #expect(list.form == CatalogForm())
        #expect(list.row(for: "4006381333931")?["price"] == "0,99")
    }

    @Test("it is its owner's alone, and names are listed")
    func lists() throws {
        let folder = Folder()
        #expect(try folder.store.names() == [])
        #expect(try folder.store.catalog("list") == nil)
        for name in ["prices", "books", "a"] {
            try folder.store.save(try Catalog(name: name, csv: Array("k\n1\n".utf8)))
        }
        try Data().write(to: URL(fileURLWithPath: "\(folder.store.folder)/not a name.sqlite"))
        #expect(try folder.store.names() == ["a", "books", "prices"])
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.store.path(of: "prices"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try folder.store.remove("books"))
        #expect(try !folder.store.remove("books"))
        #expect(try !folder.store.remove("../catalogs/a"))
        #expect(try folder.store.names() == ["a", "prices"])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.store.folder).count == 3, "nothing else is left")
    }

    @Test("an open catalogue keeps its data when another replaces it, or when it is removed")
    func snapshot() throws {
        let folder = Folder()
        try folder.store.save(try Catalog(name: "list", csv: Array("k,a\n1,old\n2,old\n".utf8)))
        let old = try #require(try folder.store.catalog("list"))
        try folder.store.save(try Catalog(name: "list", csv: Array("k,b\n1,new\n".utf8)))
        let new = try #require(try folder.store.catalog("list"))
        #expect(old.row(for: "2")?["a"] == "old" && old.row(for: "1")?["a"] == "old")
        #expect(new.row(for: "1")?["b"] == "new" && new.row(for: "2") == nil)
        #expect(try folder.store.remove("list"))
        #expect(new.row(for: "1")?["b"] == "new")
    }

    @Test("no one can write into one that is open")
    func locked() async throws {
        let folder = Folder()
        try folder.store.save(try Catalog(name: "list", csv: Array("k,a\n1,old\n".utf8)))
        let open = try #require(try folder.store.catalog("list"))
        let program = """
            try:
                db.execute("UPDATE rows SET c0 = 'new'"); db.commit()
            except sqlite3.OperationalError as error: print(error)
            """
        #expect(try await folder.python(program, "list") == ["database is locked"])
        #expect(open.row(for: "1")?["a"] == "old")
    }

    @Test("one whose writing fails leaves the old one, and nothing else")
    func failure() throws {
        let folder = Folder()
        try folder.store.save(try Catalog(name: "list", csv: Array("k,a\n1,old\n".utf8)))
        let wide = "k," + (0..<2_000).map { "c\($0)" }.joined(separator: ",") + "\n"
        #expect(throws: SQLiteError.self) { try folder.store.save(try Catalog(name: "list", csv: Array(wide.utf8))) }
        #expect(throws: SQLiteError.self) { try folder.store.save(try Catalog(name: "a/b", csv: Array("k\n".utf8))) }
        #expect(try folder.store.catalog("list")?.row(for: "1")?["a"] == "old")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.store.folder) == ["list.sqlite"])
    }

    @Test("as many columns as a database can have")
    func widest() throws {
        let folder = Folder()
        let names = (0..<1_999).map { "c\($0)" }
        let cells: [String?] = names.map { "<\($0)>" }
        try folder.store.save(try Catalog(name: "list", columns: names, rows: [(key: "1", cells: cells)]))
        #expect(try folder.store.catalog("list")?.row(for: "1")?["c1998"] == "<c1998>")
    }

    @Test("a file that is not a catalogue is an error that says what to do")
    func damaged() async throws {
        let folder = Folder()
        try FileManager.default.createDirectory(atPath: folder.store.folder, withIntermediateDirectories: true)
        for bytes in [Data(), Data(repeating: 0x61, count: 5_000)] {
            try bytes.write(to: URL(fileURLWithPath: folder.store.path(of: "list")))
            let error = #expect(throws: SQLiteError.self) { try folder.store.catalog("list") }
            #expect(error?.problem == .corrupt)
            #expect(error?.description.contains("beeline catalog import list FILE.csv") == true)
        }
        _ = try await folder.python("db.execute('PRAGMA user_version = 9')", "other")
        #expect(throws: SQLiteError.self) { try folder.store.catalog("other") }
    }

    @Test("a row that cannot be read counts as absent, and is reported")
    func unreadableRow() throws {
        let folder = Folder()
        let rows = (0..<5_000).map { (key: "key \($0)", cells: [String?("value \($0)")]) }
        try folder.store.save(try Catalog(name: "list", columns: ["a"], rows: rows))
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.store.path(of: "list")))
        try file.seek(toOffset: 8 * 4_096)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 4_096 * 8))
        try file.close()
        let heard = Mutex<[SQLiteError]>([])
        let list = try #require(try folder.store.catalog("list") { error in heard.withLock { $0.append(error) } })
        let found = rows.count { list.row(for: $0.key) != nil }
        #expect(found > 0 && found < rows.count)
        #expect(heard.withLock { $0.count } == rows.count - found)
        #expect(heard.withLock { $0.first?.problem } == .corrupt)
    }

    @Test("a list that was imported again is used as soon as its file exists", .timeLimit(.minutes(15)))
    func reloads() async throws {
        let folder = Folder()
        let store = folder.store
        try store.save(try Catalog(name: "list", csv: Array("k\nold\n".utf8)))
        let file = RuleFile(
            name: "f", text: #"{"version":1,"rules":[{"id":"a","when":{"text":{"catalog":"list"}},"do":[]}]}"#)
        let live = try LiveRules {
            let finder = CatalogFinder(names: { [] }) { name in try store.catalog(name) }
            return (
                try Resolver(rules: RuleSources([file]), constants: ConstantSettings(), finder: finder),
                [store.path(of: "list")]
            )
        }
        var events = live.watch().makeAsyncIterator()
        #expect(live.resolver.resolve(Symbol(.qr, "new")).rule == nil)
        try store.save(try Catalog(name: "list", csv: Array("k\nnew\n".utf8)))
        while live.resolver.resolve(Symbol(.qr, "new")).rule == nil { _ = await events.next(isolation: nil) }
        #expect(live.resolver.resolve(Symbol(.qr, "old")).rule == nil)
    }

    @Test("many threads ask one at once")
    func threads() async throws {
        let folder = Folder()
        let rows = (0..<2_000).map { (key: "\($0)", cells: [String?("<\($0)>")]) }
        try folder.store.save(try Catalog(name: "list", columns: ["a"], rows: rows))
        let list = try #require(try folder.store.catalog("list"))
        let right = await withTaskGroup(of: Int.self) { group in
            for start in 0..<8 {
                group.addTask {
                    stride(from: start % 4, to: 2_000, by: 4).count { list.row(for: "\($0)")?["a"] == "<\($0)>" }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(right == 8 * 500)
    }
}
