import BeelineSupport
import TestPrograms
import Testing

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

    @Test("Python's SQLite reads what was written")
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

    @Test("a value of another type than is asked for is nil, as is a column that is not there")
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
