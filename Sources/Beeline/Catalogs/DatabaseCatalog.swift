internal import BeelineRules
internal import BeelineSupport
internal import Synchronization

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
    /// - Throws: `SQLiteError`.
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
