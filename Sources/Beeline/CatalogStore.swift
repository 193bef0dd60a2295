package import BeelineRules
package import BeelineSupport
internal import Glibc
internal import Synchronization

/// The catalogues of a user: lists that were imported once and are there for every rule.
///
///     try CatalogStore.standard?.save(Catalog.file(name: "prices", path: "prices.csv"))
///     let finder = CatalogStore.finder(remedy: { "import \($0)" })
///     let resolver = try Resolver(rules: .files(["shop.json"]), constants: .fromEnvironment(), finder: finder)
///
/// Each is a database of its own, `NAME.sqlite` in the folder, which is replaced whole. A program that has one open keeps
/// what it had.
package struct CatalogStore: Sendable {
    /// Where they are.
    package let folder: String

    package init(folder: String) { self.folder = folder }

    /// Where a user's catalogues are: `beeline/catalogs` in `XDG_DATA_HOME`, or in `~/.local/share`; nil where there is
    /// neither.
    package static var standard: CatalogStore? {
        userDataFolder().map { CatalogStore(folder: "\($0)/catalogs") }
    }

    private static let suffix = ".sqlite"

    /// The file of a catalogue, whether it is there or not.
    package func path(of name: String) -> String { "\(folder)/\(name)\(Self.suffix)" }

    /// The names of the catalogues, in the order of their bytes.
    ///
    /// - Throws: `FileError` when the folder cannot be read; one that is not there has none.
    package func names() throws(FileError) -> [String] {
        try fileNames(in: folder, suffix: Self.suffix).map { String($0.dropLast(Self.suffix.utf8.count)) }
            .filter(Catalog.isName)
    }

    /// Opens a catalogue; nil where there is none of that name.
    ///
    /// It takes the same time whatever its size: rows are read when they are asked for.
    ///
    /// - Parameter report: hears of rows that cannot be read later on, which then count as absent. Default: nothing.
    /// - Throws: `SQLiteError`.
    package func catalog(
        _ name: String, report: @escaping @Sendable (SQLiteError) -> Void = { _ in }
    ) throws(SQLiteError) -> Catalog? {
        guard Catalog.isName(name), exists(path(of: name)) else { return nil }
        return Catalog(name: name, source: try DatabaseCatalog(path: path(of: name), name: name, report: report))
    }

    /// Hands on the rows of a catalogue in the order of the bytes of their keys, with a cell for each column, until the
    /// body returns false.
    package func whileRows(of name: String, _ body: (_ key: String, _ cells: [String?]) -> Bool) throws(SQLiteError) {
        let connection = try CatalogDatabase.open(path(of: name), name: name)
        let cells = try CatalogDatabase.columns(of: connection).indices.dropFirst()
        try SQLiteStatement("SELECT * FROM rows ORDER BY key", on: connection).whileRows { row in
            body(row.text(0) ?? "", cells.map { row.text($0) })
        }
    }

    /// Keeps a catalogue under its name, in place of one that has it; programs that have that one open keep it.
    ///
    /// The old one stays until the new one is whole and on the disk.
    ///
    /// - Parameters:
    ///   - catalog: one that lies in memory.
    ///   - progress: called now and then with the number of rows that are written. Default: it is not reported.
    /// - Throws: `SQLiteError`; then what was there before is there still.
    package func save(_ catalog: Catalog, progress: (Int) -> Void = { _ in }) throws(SQLiteError) {
        let subject = CatalogDatabase.subject(catalog.name)
        let path = path(of: catalog.name)
        guard Catalog.isName(catalog.name) else {
            throw SQLiteError(path: path, subject: subject, problem: .other("a name is letters, digits and '_'"))
        }
        guard catalog.columns.count <= CatalogDatabase.mostColumns else {
            throw SQLiteError(
                path: path, subject: subject, problem: .other("more than \(CatalogDatabase.mostColumns) columns"))
        }
        let unfinished = unfinishedPath(for: path)
        do {
            try CatalogDatabase.write(catalog, to: unfinished, progress: progress)
            try moveIntoPlace(unfinished, path, subject)
        } catch {
            unlink(unfinished)
            throw error
        }
    }

    private func moveIntoPlace(_ unfinished: String, _ path: String, _ subject: SQLiteSubject) throws(SQLiteError) {
        do throws(FileError) {
            try syncFile(unfinished)
            guard rename(unfinished, path) == 0 else { throw FileError(path: path, errno: errno) }
        } catch {
            throw SQLiteError(path: path, subject: subject, problem: .file(error))
        }
    }

    private func syncFile(_ path: String) throws(FileError) {
        let file = try OpenFile(path: path)
        guard fsync(file.descriptor) == 0 else { throw FileError(path: path, errno: errno) }
    }

    /// Removes a catalogue. Programs that have it open keep it.
    ///
    /// - Returns: false where there was none.
    package func remove(_ name: String) throws(FileError) -> Bool {
        guard Catalog.isName(name) else { return false }
        guard unlink(path(of: name)) == 0 else {
            if errno == ENOENT { return false }
            throw FileError(path: path(of: name), errno: errno)
        }
        return true
    }
}

extension CatalogStore {
    /// Finds the catalogues that rules name among those that were imported.
    ///
    /// - Parameters:
    ///   - note: called with the path of each that is asked for, whether it is there or not, so that it can be watched.
    ///     Default: they are not noted.
    ///   - remedy: how a catalogue of a name can be added, for the message that there is none.
    ///   - report: hears of rows that cannot be read. Default: they are not reported.
    package static func finder(
        noting note: @escaping @Sendable (String) -> Void = { _ in },
        remedy: @escaping @Sendable (String) -> String,
        report: @escaping @Sendable (SQLiteError) -> Void = { _ in }
    ) -> CatalogFinder {
        guard let store = standard else { return .none }
        return CatalogFinder(names: { (try? store.names()) ?? [] }, remedy: remedy) { name in
            note(store.path(of: name))
            return try store.catalog(name, report: report)
        }
    }
}

extension Catalog {
    /// A catalogue from a file in CSV, as `Catalog(name:csv:)` reads it.
    ///
    ///     let prices = try Catalog.file(name: "prices", path: "prices.csv")
    ///
    /// - Parameter format: where the key is not the first column, or the separator another one. Default: as there.
    /// - Throws: `FileError`, for one that is longer than `longestFile` as well, or `CatalogError`.
    package static func file(name: String, path: String, format: CSVFormat = CSVFormat()) throws -> Catalog {
        try Catalog(name: name, csv: readFile(path, limit: longestFile), source: path, format: format)
    }

    /// The longest file that is read, in bytes: 256 MiB.
    package static let longestFile = 256 << 20
}

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
    static func open(_ path: String, name: String) throws(SQLiteError) -> SQLiteConnection {
        let connection = try SQLiteConnection(path: path, as: subject(name), access: .reading)
        // A writer has to wait until the last reader has closed the file.
        try connection.holdSnapshot()
        try connection.requireForm(form)
        return connection
    }

    /// What the columns are called, that of the keys first.
    static func columns(of connection: SQLiteConnection) throws(SQLiteError) -> [String] {
        var names: [String] = []
        try SQLiteStatement("SELECT name FROM columns ORDER BY place", on: connection).forEachRow { row in
            names.append(row.text(0) ?? "")
        }
        return names
    }

    static func subject(_ name: String) -> SQLiteSubject {
        SQLiteSubject("the catalogue '\(name)'", remedy: "import it again: beeline catalog import \(name) FILE.csv")
    }
}

extension SQLiteConnection {
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

/// A catalogue in a database, whose rows are looked up one by one: opening it costs the same whatever its size.
final class DatabaseCatalog: CatalogSource {
    let columns: [String]
    let keyColumn: String
    let count: Int

    /// An open database and the statement that finds a row in it. One thread at a time.
    private struct Reader {
        let connection: SQLiteConnection
        let query: SQLiteStatement
    }

    private let reader: Mutex<Reader>
    private let report: @Sendable (SQLiteError) -> Void

    /// - Parameter report: hears of a row that could not be read, which then counts as absent.
    init(path: String, name: String, report: @escaping @Sendable (SQLiteError) -> Void) throws(SQLiteError) {
        let connection = try CatalogDatabase.open(path, name: name)
        let names = try CatalogDatabase.columns(of: connection)
        guard let keyColumn = names.first else { throw connection.error(.corrupt) }
        self.keyColumn = keyColumn
        columns = Array(names.dropFirst())
        count = try connection.number("SELECT rows FROM info")
        let cells = columns.isEmpty ? "NULL" : columns.indices.map { "c\($0)" }.joined(separator: ", ")
        let query = try SQLiteStatement("SELECT \(cells) FROM rows WHERE key = ?", on: connection)
        reader = Mutex(Reader(connection: connection, query: query))
        self.report = report
    }

    func cells(of key: String) -> [String?]? {
        do throws(SQLiteError) {
            return try reader.withLock { reader throws(SQLiteError) -> [String?]? in
                var cells: [String?]?
                try reader.query.forEachRow([.text(key)]) { row in
                    cells = columns.indices.map { row.text($0) }
                }
                return cells
            }
        } catch {
            report(error)
            return nil
        }
    }
}
