import BeelineSupport
import Glibc
import TestPrograms
import Testing

@Suite("Databases are opened, changed as a whole, and brought into form")
struct SQLiteConnectionTests {
    private let steps = ["CREATE TABLE notes (note TEXT) STRICT", "ALTER TABLE notes ADD COLUMN page INTEGER"]

    @Test(
        "a database is a regular file: a FIFO is refused, and not waited at", .timeLimit(.minutes(5)),
        arguments: [SQLiteConnection.Access.reading, .writing])
    func refusesFIFOs(_ access: SQLiteConnection.Access) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("notes.sqlite")
        #expect(mkfifo(path, 0o600) == 0)
        #expect(
            throws: SQLiteError(path: path, subject: .notes, problem: .file(FileError(path: path, reason: .notRegular)))
        ) {
            _ = try SQLiteConnection(path: path, as: .notes, access: access)
        }
    }

    @Test("a transaction keeps all of its work, or nothing")
    func transactions() throws {
        let folder = try TemporaryFolder()
        let connection = try SQLiteConnection(path: folder.path("notes.sqlite"), as: .notes)
        try connection.migrate(through: steps)
        let insertion = try SQLiteStatement("INSERT INTO notes VALUES (?, ?)", on: connection)
        try connection.transaction { () throws(SQLiteError) in
            try insertion.run(["a", 1])
            try insertion.run(["b", 2])
        }
        #expect((try connection.number("SELECT last_insert_rowid()")) == 2)
        #expect(throws: SQLiteError.self) {
            try connection.transaction { () throws(SQLiteError) in
                try insertion.run(["c", 3])
                // No number, and the table is strict.
                try insertion.run(["d", "four"])
            }
        }
        #expect(try rows("SELECT note FROM notes", on: connection) == [["a"], ["b"]])
        // The failure has left nothing open.
        try connection.transaction { () throws(SQLiteError) in try insertion.run(["e", .null]) }
        try connection.execute("DELETE FROM notes")
        #expect(connection.changes == 3)
    }

    @Test("each form is migrated to the present one, and keeps its data", arguments: 0...2)
    func migrates(from form: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("notes.sqlite")
        if form > 0 {
            let old = try SQLiteConnection(path: path, as: .notes)
            try old.migrate(through: Array(steps.prefix(form)))
            try old.execute("INSERT INTO notes (note) VALUES ('old')")
        }
        let connection = try SQLiteConnection(path: path, as: .notes)
        try connection.migrate(through: steps)
        #expect(try connection.number("PRAGMA user_version") == 2)
        #expect(try rows("SELECT note, page FROM notes", on: connection) == (form > 0 ? [["old", .null]] : []))
        try connection.requireForm(2)
        // A program that knows fewer steps leaves it alone.
        #expect(throws: connection.error(.newer(2))) { try connection.migrate(through: Array(steps.prefix(1))) }
        #expect(throws: connection.error(.newer(2))) { try connection.requireForm(1) }
        #expect(throws: connection.error(.corrupt)) { try connection.requireForm(3) }
    }

    @Test("a step that fails leaves the form before it, whole")
    func failedStep() throws {
        let folder = try TemporaryFolder()
        let connection = try SQLiteConnection(path: folder.path("notes.sqlite"), as: .notes)
        try connection.migrate(through: Array(steps.prefix(1)))
        #expect(throws: SQLiteError.self) { try connection.migrate(through: steps + ["no SQL at all"]) }
        #expect(try connection.number("PRAGMA user_version") == 1)
        #expect(try connection.number("SELECT count(*) FROM pragma_table_info('notes')") == 1)
    }

    @Test("a reader sees the data from when it began, while another one writes")
    func snapshot() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("notes.sqlite")
        let writer = try SQLiteConnection(path: path, as: .notes)
        try writer.useWriteAheadLog()
        try writer.migrate(through: steps)
        try writer.execute("INSERT INTO notes VALUES ('a', 1)")
        let reader = try SQLiteConnection(path: path, as: .notes, access: .reading)
        try reader.holdSnapshot()
        try writer.execute("INSERT INTO notes VALUES ('b', 2)")
        #expect(try reader.number("SELECT count(*) FROM notes") == 1)
        let later = try SQLiteConnection(path: path, as: .notes, access: .reading)
        #expect(try later.number("SELECT count(*) FROM notes") == 2)
        #expect(throws: SQLiteError(path: path, subject: .notes, problem: .readOnly)) {
            try later.execute("DELETE FROM notes")
        }
    }

    @Test("a write-ahead log waits for the disk at checkpoints, and not at each commit")
    func durability() throws {
        let folder = try TemporaryFolder()
        let connection = try SQLiteConnection(path: folder.path("notes.sqlite"), as: .notes)
        try connection.useWriteAheadLog()
        // 1 is NORMAL.
        #expect(try connection.number("PRAGMA synchronous") == 1)
        #expect(try rows("PRAGMA journal_mode", on: connection) == [["wal"]])
    }

    @Test("a new file is its owner's alone; only a file counts, whatever its name means to SQLite")
    func privateFiles() throws {
        let folder = try TemporaryFolder()
        for name in ["notes.sqlite", ":memory:", "file:a?mode=memory"] {
            let path = folder.path + "/new/\(name)"
            let connection = try SQLiteConnection(path: path, as: .notes)
            try connection.migrate(through: steps)
            #expect(isRegularFile(path), "\(name)")
        }
    }

    @Test("a database whose pages were overwritten is corrupt")
    func integrity() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("notes.sqlite")
        do {
            let connection = try SQLiteConnection(path: path, as: .notes)
            try connection.migrate(through: steps)
            let insertion = try SQLiteStatement("INSERT INTO notes (note) VALUES (?)", on: connection)
            try connection.transaction { () throws(SQLiteError) in
                for n in 0..<2_000 { try insertion.run([.text("a note with the number \(n)")]) }
            }
        }
        var bytes = try folder.read("notes.sqlite")
        bytes.replaceSubrange(8_192..<12_288, with: repeatElement(0xA5, count: 4_096))
        try folder.write("notes.sqlite", bytes)
        let connection = try SQLiteConnection(path: path, as: .notes)
        #expect(throws: SQLiteError(path: path, subject: .notes, problem: .corrupt)) {
            _ = try connection.number("SELECT sum(length(note)) FROM notes")
        }
    }
}

@Suite("SQLite's answers become errors that say what to do")
struct SQLiteErrorTests {
    @Test("nothing there to be read")
    func missing() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("notes.sqlite")
        for path in [path, "\(path)/below", "\(path)\0"] {
            let error = #expect(throws: SQLiteError.self) {
                _ = try SQLiteConnection(path: path, as: .notes, access: .reading)
            }
            #expect(error?.problem == .file(FileError(path: path, reason: .notFound)))
        }
        #expect(!exists(path), "reading makes nothing")
    }

    @Test("a file that is not a database is left as it is")
    func noDatabase() throws {
        let folder = try TemporaryFolder()
        let text = String(repeating: "no database; ", count: 20)
        let path = try folder.write("notes.sqlite", text)
        let error = #expect(throws: SQLiteError.self) {
            try SQLiteConnection(path: path, as: .notes).migrate(through: ["CREATE TABLE notes (note TEXT)"])
        }
        #expect(error?.description == "\(path): the notes is damaged, or not a database; move the file away")
        #expect(try folder.read("notes.sqlite") == Array(text.utf8))
    }

    @Test("a folder instead of the file, a file instead of the folder")
    func wrongPlaces() throws {
        let folder = try TemporaryFolder()
        try folder.write("file", "")
        for path in [folder.path, folder.path("file") + "/notes.sqlite"] {
            let error = #expect(throws: SQLiteError.self) {
                try SQLiteConnection(path: path, as: .notes).migrate(through: ["CREATE TABLE notes (note TEXT)"])
            }
            #expect(error?.description.contains(path) == true)
        }
    }

    @Test("no space")
    func full() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("notes.sqlite")
        let connection = try SQLiteConnection(path: path, as: .notes)
        try connection.execute("CREATE TABLE notes (note TEXT); PRAGMA max_page_count = 5")
        let error = #expect(throws: SQLiteError.self) {
            for _ in 0..<100 { try connection.execute("INSERT INTO notes VALUES (hex(zeroblob(2000)))") }
        }
        #expect(error?.problem == .full)
        #expect(error?.description.hasPrefix("\(path): there is no space left for the notes") == true)
    }

    @Test("another one keeps it locked")
    func busy() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("notes.sqlite")
        let other = try SQLiteConnection(path: path, as: .notes)
        try other.execute("BEGIN EXCLUSIVE")
        let connection = try SQLiteConnection(path: path, as: .notes, patience: 20)
        let error = #expect(throws: SQLiteError.self) { try connection.useWriteAheadLog() }
        #expect(error?.problem == .busy)
        try other.execute("COMMIT")
        try connection.useWriteAheadLog()
    }

    @Test("invalid SQL is reported, and so is a text that is too long")
    func otherProblems() throws {
        let folder = try TemporaryFolder()
        let connection = try SQLiteConnection(path: folder.path("notes.sqlite"), as: .notes)
        for sql in ["SELEC 1", "", "SELECT nothing"] {
            let error = #expect(throws: SQLiteError.self) { _ = try SQLiteStatement(sql, on: connection) }
            guard case .other? = error?.problem else { throw error ?? connection.error(.corrupt) }
        }
    }

    @Test("without HOME there is no place")
    func noPlace() {
        #expect(SQLiteError(path: "", subject: .notes, problem: .noPlace).description.contains("set HOME"))
    }
}

extension SQLiteSubject {
    static let notes = SQLiteSubject("the notes", remedy: "move the file away")
}

/// What a statement yields, whole.
func rows(_ sql: String, _ values: [SQLiteValue] = [], on connection: SQLiteConnection) throws -> [[SQLiteValue]] {
    var rows: [[SQLiteValue]] = []
    try SQLiteStatement(sql, on: connection).forEachRow(values) { row in
        rows.append((0..<row.count).map { row.value($0) })
    }
    return rows
}

@Suite("Values go into SQLite and come out as they were")
struct SQLiteValueTests {
    static let values: [SQLiteValue] = [
        .null, 0, 1, -1, .integer(.max), .integer(.min), .real(0.5), .real(-1e300), "", "a", "日本 \u{1F41D} e\u{301}",
        "a\0b",
        "'); DROP TABLE notes; --", .text(String(repeating: "x", count: 1_000_000)), .blob([]), .blob([0, 255, 0x80]),
    ]

    @Test("each by itself", arguments: values)
    func keepsValue(_ value: SQLiteValue) throws {
        let folder = try TemporaryFolder()
        let connection = try SQLiteConnection(path: folder.path("notes.sqlite"), as: .notes)
        try connection.execute("CREATE TABLE notes (note ANY) STRICT")
        try SQLiteStatement("INSERT INTO notes VALUES (?)", on: connection).run([value])
        #expect(try rows("SELECT note FROM notes", on: connection) == [[value]])
    }

    @Test("Python's SQLite reads the data")
    func othersRead() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("notes.sqlite")
        do {
            let connection = try SQLiteConnection(path: path, as: .notes)
            try connection.execute("CREATE TABLE notes (a ANY, b ANY, c ANY, d ANY, e ANY) STRICT")
            try SQLiteStatement("INSERT INTO notes VALUES (?, ?, ?, ?, ?)", on: connection)
                .run([.null, 7, .real(1.5), "a\0日", .blob([1, 0])])
        }
        let program =
            "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('SELECT * FROM notes').fetchall())"
        let result = try await run("python3", ["-c", program, path])
        #expect(result.lines == [#"[(None, 7, 1.5, 'a\x00日', b'\x01\x00')]"#])
    }

    @Test("a value of another type than requested is nil, as is a missing column")
    func asksForTypes() throws {
        let folder = try TemporaryFolder()
        let connection = try SQLiteConnection(path: folder.path("notes.sqlite"), as: .notes)
        var seen = 0
        try SQLiteStatement("SELECT 'a', 1, 0.5, x'00', NULL", on: connection).forEachRow { row in
            seen += 1
            #expect((0..<row.count).map { row.text($0) } == ["a", nil, nil, nil, nil])
            #expect((0..<row.count).map { row.integer($0) } == [nil, 1, nil, nil, nil])
            #expect((0..<row.count).map { row.real($0) } == [nil, nil, 0.5, nil, nil])
            #expect((0..<row.count).map { row.blob($0) } == [nil, nil, nil, [0], nil])
            #expect(row.value(5) == .null && row.value(-1) == .null)
        }
        #expect(seen == 1)
    }

    @Test("a statement runs again, after its rows were left as well")
    func runsAgain() throws {
        let folder = try TemporaryFolder()
        let connection = try SQLiteConnection(path: folder.path("notes.sqlite"), as: .notes)
        let count = try SQLiteStatement(
            "WITH RECURSIVE n(i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n) SELECT i FROM n", on: connection)
        for start in [1, 40] {
            var numbers: [Int] = []
            try count.whileRows([SQLiteValue(start)]) { row in
                numbers.append(row.integer(0) ?? 0)
                return numbers.count < 3
            }
            #expect(numbers == [start, start + 1, start + 2])
        }
        // Nothing is locked by it any more.
        try connection.execute("CREATE TABLE notes (note TEXT)")
    }

    @Test("another number of values than question marks is refused")
    func countsValues() throws {
        let folder = try TemporaryFolder()
        let connection = try SQLiteConnection(path: folder.path("notes.sqlite"), as: .notes)
        let statement = try SQLiteStatement("SELECT ?, ?", on: connection)
        for values: [SQLiteValue] in [[], [1], [1, 2, 3]] {
            #expect(throws: SQLiteError.self) { try statement.run(values) }
        }
        try statement.run([1, 2])
    }
}
