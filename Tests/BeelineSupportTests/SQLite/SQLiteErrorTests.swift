import BeelineSupport
import TestPrograms
import Testing

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

    @Test("a file that is no database is left as it is")
    func noDatabase() throws {
        let folder = try TemporaryFolder()
        let text = String(repeating: "no database; ", count: 20)
        let path = try folder.write("notes.sqlite", text)
        let error = #expect(throws: SQLiteError.self) {
            try SQLiteConnection(path: path, as: .notes).migrate(through: ["CREATE TABLE notes (note TEXT)"])
        }
        #expect(error?.description == "\(path): the notes is damaged, or no database; move the file away")
        #expect(try folder.read("notes.sqlite") == Array(text.utf8))
    }

    @Test("a folder in place of the file, a file in place of the folder")
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

    @Test("SQL that is none says so, and a text that is too long")
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
