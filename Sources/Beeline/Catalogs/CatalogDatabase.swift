internal import BeelineRules
internal import BeelineSupport

/// The form of a catalogue's database: how it is written, and what stands where.
///
/// It is written once and never changed; a newer list is another file that takes its place. Columns have numbers for names
/// there, `c0` and on, as SQLite takes `Price` and `price` for the same.
enum CatalogDatabase {
    /// The number of the form, which `user_version` has.
    private static let form = 1
    /// SQLite allows 2,000 columns at most.
    static let mostColumns = 1_999

    /// Writes the rows of a catalogue, which lies in memory, into a new file.
    ///
    /// - Parameter progress: called now and then with the number of rows that are there.
    /// - Throws: `SQLiteError`; then the file is of no use.
    static func write(_ catalog: Catalog, to path: String, progress: (Int) -> Void) throws(SQLiteError) {
        let connection = try SQLiteConnection(path: path, as: subject(catalog.name))
        // The file is nothing before it is whole, so that no journal need bring it back to what it was.
        try connection.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -32000")
        try connection.transaction { () throws(SQLiteError) in
            let cells = catalog.columns.indices.map { "c\($0)" }
            try connection.migrate(to: form, of: cells)
            let columns = try SQLiteStatement("INSERT INTO columns VALUES (?, ?)", on: connection)
            for (place, name) in ([catalog.keyColumn] + catalog.columns).enumerated() {
                try columns.run([SQLiteValue(place), .text(name)])
            }
            let marks = Array(repeating: "?", count: cells.count + 1).joined(separator: ", ")
            let rows = try SQLiteStatement("INSERT INTO rows VALUES (\(marks))", on: connection)
            var done = 0
            // In the order of their keys each goes behind the one before.
            _ = try catalog.forEachRow { (key, cells) throws(SQLiteError) in
                try rows.run([.text(key)] + cells.map { SQLiteValue($0) })
                done += 1
                if done.isMultiple(of: 5_000) { progress(done) }
            }
            try SQLiteStatement("INSERT INTO info VALUES (?)", on: connection).run([SQLiteValue(done)])
        }
    }

    /// Opens a catalogue's database to be read, as it is now.
    ///
    /// - Throws: `SQLiteError`.
    static func open(_ path: String, name: String) throws(SQLiteError) -> SQLiteConnection {
        let connection = try SQLiteConnection(path: path, as: subject(name), access: .reading)
        // Whoever writes into the file has to wait until nobody reads it any more.
        try connection.holdSnapshot()
        try connection.requireForm(form)
        return connection
    }

    /// What the columns are called, that of the keys first.
    ///
    /// - Throws: `SQLiteError`.
    static func columns(of connection: SQLiteConnection) throws(SQLiteError) -> [String] {
        var names: [String] = []
        try SQLiteStatement("SELECT name FROM columns ORDER BY place", on: connection).forEachRow { row in
            names.append(row.text(0) ?? "")
        }
        return names
    }

    /// What errors call a catalogue.
    static func subject(_ name: String) -> SQLiteSubject {
        SQLiteSubject("the catalogue '\(name)'", remedy: "import it again: beeline catalog import \(name) FILE.csv")
    }
}

extension SQLiteConnection {
    /// Makes the tables of an empty catalogue.
    fileprivate func migrate(to form: Int, of cells: [String]) throws(SQLiteError) {
        try execute(
            """
            -- What the columns are called, that of the keys first.
            CREATE TABLE columns (place INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
            -- How many rows there are.
            CREATE TABLE info (rows INTEGER NOT NULL) STRICT;
            CREATE TABLE rows (key TEXT PRIMARY KEY\(cells.map { ", \($0) TEXT" }.joined())) STRICT, WITHOUT ROWID;
            PRAGMA user_version = \(form);
            """)
    }
}
