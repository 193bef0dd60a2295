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
        #expect(connection.lastRow == 2)
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

    @Test("each form becomes the present one, and keeps what it has", arguments: 0...2)
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

    @Test("a reader sees what was there when it began, while another one writes")
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

    @Test("what is made is its owner's alone; only a file counts, whatever its name means to SQLite")
    func privateFiles() throws {
        let folder = try TemporaryFolder()
        for name in ["notes.sqlite", ":memory:", "file:a?mode=memory"] {
            let path = folder.path + "/new/\(name)"
            let connection = try SQLiteConnection(path: path, as: .notes)
            try connection.migrate(through: steps)
            #expect(isRegularFile(path), "\(name)")
        }
    }

    @Test("a sound database has no flaws; one whose pages were overwritten has")
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
            #expect(try connection.flaws() == [])
        }
        var bytes = try folder.read("notes.sqlite")
        bytes.replaceSubrange(8_192..<12_288, with: repeatElement(0xA5, count: 4_096))
        try folder.write("notes.sqlite", bytes)
        let connection = try SQLiteConnection(path: path, as: .notes)
        #expect(try !connection.flaws().isEmpty)
        #expect(throws: SQLiteError(path: path, subject: .notes, problem: .corrupt)) {
            _ = try connection.number("SELECT sum(length(note)) FROM notes")
        }
    }
}
