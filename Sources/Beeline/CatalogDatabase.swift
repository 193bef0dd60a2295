internal import BeelineRules
internal import BeelineSupport
internal import Synchronization

/// The SQLite database of a catalogue: writes it, opens it, and reads its layout. A database is written once and never
/// changed; a newer list replaces the file. Its columns are named by numbers, `c0` and up, because SQLite does not
/// distinguish `Price` from `price`.
enum CatalogDatabase {
    /// The number of the form, in `user_version`. Lists of form 1 have only texts.
    private static let form = 2
    /// The largest number of columns. SQLite allows 2,000. The key uses one, and three with several rows.
    static func mostColumns(isMany: Bool) -> Int { isMany ? 1_997 : 1_999 }

    /// Writes the rows of a catalogue in memory to a new file, which cannot be used after an error. The number of
    /// written rows is reported at intervals.
    static func write(_ catalog: Catalog, to path: String, progress: (Int) -> Void) throws(SQLiteError) {
        let connection = try SQLiteConnection(path: path, as: subject(catalog.name))
        // The file is not used before it is complete, so it needs no journal.
        try connection.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -32000")
        try connection.transaction { () throws(SQLiteError) in
            let list = catalog.form
            let cells = catalog.columns.indices.map { "c\($0)" }
            try connection.migrate(to: form, of: cells, isMany: list.isMany)
            let columns = try SQLiteStatement("INSERT INTO columns VALUES (?, ?, ?)", on: connection)
            for (place, name) in ([catalog.keyColumn] + catalog.columns).enumerated() {
                let type = place == 0 ? list.key.description : (list.types[name] ?? .text).rawValue
                try columns.run([SQLiteValue(place), .text(name), .text(type)])
            }
            let marks = Array(repeating: "?", count: cells.count + (list.isMany ? 3 : 1)).joined(separator: ", ")
            let rows = try SQLiteStatement("INSERT INTO rows VALUES (\(marks))", on: connection)
            var done = 0
            var place = 0
            // In the order of the keys, each row is appended.
            _ = try catalog.forEachRow { (key, cells, count) throws(SQLiteError) in
                place = count > 0 ? 0 : place + 1
                let counted = list.isMany ? [SQLiteValue(place), SQLiteValue(count)] : []
                try rows.run([.text(key)] + counted + cells.map { SQLiteValue($0) })
                done += 1
                if done.isMultiple(of: 5_000) { progress(done) }
            }
            try SQLiteStatement("INSERT INTO info VALUES (?, ?, ?)", on: connection)
                .run([SQLiteValue(done), SQLiteValue(list.isMany ? 1 : 0), SQLiteValue(list.decimal?.rawValue)])
        }
    }

    static func open(
        _ path: String, name: String, access: SQLiteConnection.Access
    ) throws(SQLiteError) -> SQLiteConnection {
        let connection = try SQLiteConnection(path: path, as: subject(name), access: access)
        // A writer has to wait until the last reader has closed the file.
        try connection.holdSnapshot()
        try connection.requireForm(in: 1...form)
        return connection
    }

    /// The columns and the form of a list.
    struct Layout {
        var keyColumn = ""
        /// The columns except the key.
        var columns: [String] = []
        var form = CatalogForm()
    }

    static func layout(of connection: SQLiteConnection) throws(SQLiteError) -> Layout {
        let isTyped = try connection.number("PRAGMA user_version") > 1
        var layout = Layout()
        var names: [(name: String, type: String)] = []
        let type = isTyped ? "type" : "'text'"
        try SQLiteStatement("SELECT name, \(type) FROM columns ORDER BY place", on: connection).forEachRow { row in
            names.append((row.text(0) ?? "", row.text(1) ?? ""))
        }
        guard let key = names.first, let keyForm = CatalogKeyForm(key.type) else { throw connection.error(.corrupt) }
        layout.keyColumn = key.name
        layout.form.key = keyForm
        for (name, type) in names.dropFirst() {
            guard let type = CellType(rawValue: type) else { throw connection.error(.corrupt) }
            layout.columns.append(name)
            if type != .text { layout.form.types[name] = type }
        }
        guard isTyped else { return layout }
        try SQLiteStatement("SELECT many, decimal FROM info", on: connection).forEachRow { row in
            layout.form.isMany = row.integer(0) == 1
            layout.form.decimal = row.text(1).flatMap(DecimalMark.init)
        }
        return layout
    }

    /// Calls the body with each row, with a cell for each column, until it returns false, in the order of the bytes of
    /// the keys. With a key, which is converted to the form of the keys: only its rows.
    static func whileRows(
        _ path: String, name: String, key: String? = nil, _ body: (_ key: String, _ cells: [String?]) -> Bool
    ) throws(SQLiteError) {
        let connection = try open(path, name: name, access: .showing)
        let layout = try layout(of: connection)
        let cells = layout.columns.indices.map { "c\($0)" }
        let order = layout.form.isMany ? "key, place" : "key"
        let restriction = key == nil ? "" : "WHERE key = ?"
        let query = "SELECT \((["key"] + cells).joined(separator: ", ")) FROM rows \(restriction) ORDER BY \(order)"
        let values = key.map { [SQLiteValue.text(layout.form.key.key($0))] } ?? []
        try SQLiteStatement(query, on: connection).whileRows(values) { row in
            body(row.text(0) ?? "", cells.indices.map { row.text($0 + 1) })
        }
    }

    static func subject(_ name: String) -> SQLiteSubject {
        SQLiteSubject("the catalogue '\(name)'", remedy: "import it again: beeline catalog import \(name) FILE.csv")
    }
}

extension SQLiteConnection {
    fileprivate func migrate(to form: Int, of cells: [String], isMany: Bool) throws(SQLiteError) {
        let key =
            isMany
            // Of a key with several rows the first has place 0 and the number of them.
            ? "key TEXT NOT NULL, place INTEGER NOT NULL, count INTEGER NOT NULL" : "key TEXT PRIMARY KEY"
        let columns = cells.map { ", \($0) TEXT" }.joined()
        try execute(
            """
            -- The names and types of the columns; the key column first, with the form of the keys.
            CREATE TABLE columns (place INTEGER PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL) STRICT;
            -- How many rows there are, whether a key may have several, and the decimal separator.
            CREATE TABLE info (rows INTEGER NOT NULL, many INTEGER NOT NULL, decimal TEXT) STRICT;
            CREATE TABLE rows (\(key)\(columns)\(isMany ? ", PRIMARY KEY (key, place)" : "")) STRICT, WITHOUT ROWID;
            PRAGMA user_version = \(form);
            """)
    }
}

/// A catalogue in a database. Rows are looked up one by one, so that opening costs the same for any size.
final class DatabaseCatalog: CatalogSource {
    let columns: [String]
    let keyColumn: String
    let count: Int
    let form: CatalogForm

    /// An open database and the statement that finds a row in it, for one thread at a time.
    private struct Reader {
        let connection: SQLiteConnection
        let query: SQLiteStatement
    }

    private let path: String
    private let name: String
    private let reader: Mutex<Reader>
    private let report: @Sendable (SQLiteError) -> Void

    /// - Parameter report: called for a row that could not be read and so counts as absent.
    init(
        path: String, name: String, access: SQLiteConnection.Access, report: @escaping @Sendable (SQLiteError) -> Void
    ) throws(SQLiteError) {
        let connection = try CatalogDatabase.open(path, name: name, access: access)
        let layout = try CatalogDatabase.layout(of: connection)
        (self.path, self.name) = (path, name)
        (keyColumn, columns, form) = (layout.keyColumn, layout.columns, layout.form)
        count = try connection.number("SELECT rows FROM info")
        let cells = ([form.isMany ? "count" : "1"] + columns.indices.map { "c\($0)" }).joined(separator: ", ")
        let first = form.isMany ? " AND place = 0" : ""
        let query = try SQLiteStatement("SELECT \(cells) FROM rows WHERE key = ?\(first)", on: connection)
        reader = Mutex(Reader(connection: connection, query: query))
        self.report = report
    }

    func row(of key: String) -> (cells: [String?], count: Int)? {
        do throws(SQLiteError) {
            return try reader.withLock { reader throws(SQLiteError) -> (cells: [String?], count: Int)? in
                var found: (cells: [String?], count: Int)?
                try reader.query.forEachRow([.text(key)]) { row in
                    found = (columns.indices.map { row.text($0 + 1) }, row.integer(0) ?? 1)
                }
                return found
            }
        } catch {
            report(error)
            return nil
        }
    }

    /// By a connection of its own, so that no look-up waits. A list that was imported meanwhile is the new one.
    func whileRows(_ body: (_ key: String, _ cells: [String?]) -> Bool) throws(SQLiteError) {
        try CatalogDatabase.whileRows(path, name: name, body)
    }
}
