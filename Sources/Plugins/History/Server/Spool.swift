internal import BeelineActions
internal import BeelineRules
internal import BeelineSupport

/// What a desk has recorded while its server could not be reached: a history of SQLite on this machine, which is empty
/// again once all of it was sent. Several programs can use it at once.
struct Spool: Sendable {
    let path: String

    /// Of the name of its file.
    static let prefix = "unsent-"

    /// Whether a file is what a desk has kept.
    static func isOne(_ path: String) -> Bool { path.split(separator: "/").last?.hasPrefix(prefix) ?? false }

    /// Opens it for writing. What it has taken outlives a loss of power, too.
    func opened() throws(SQLiteError) -> HistoryDatabase { try HistoryDatabase(path: path, waitsForDisk: true) }

    /// Sends all rows in the order in which they were recorded, and removes them.
    ///
    /// - Parameter send: records rows; each, even if it is sent again, only once.
    func empty(_ send: ([HistoryRow]) throws -> Void) throws {
        guard exists(path) else { return }
        let connection = try SQLiteConnection(path: path, as: .history)
        try connection.requireForm(HistorySchema.steps.count)
        var last = 0
        while true {
            let rows = try Self.rows(after: last, on: connection)
            if rows.isEmpty {
                let isEmpty = try connection.transaction { () throws(SQLiteError) in
                    // Another program may have recorded more meanwhile.
                    guard try connection.number("SELECT coalesce(max(id), 0) FROM scans") <= last else { return false }
                    // The numbers continue, and `sqlite_sequence` with them.
                    try connection.execute("DELETE FROM marks; DELETE FROM scans")
                    return true
                }
                if isEmpty { return }
            } else {
                try send(rows.map(\.row))
                last = rows.map(\.id).max() ?? last
            }
        }
    }

    /// The next hundred rows of a history of SQLite, with their numbers. A row without a key has one of its number.
    static func rows(
        after last: Int, on connection: SQLiteConnection
    ) throws(SQLiteError) -> [(id: Int, row: HistoryRow)] {
        var found: [(id: Int, values: [SQLiteValue])] = []
        try SQLiteStatement(
            "SELECT \(HistoryRow.columns.joined(separator: ", ")), id FROM scans WHERE id > ? ORDER BY id LIMIT 100",
            on: connection
        ).forEachRow([SQLiteValue(last)]) { row in
            var values = (0..<13).map { row.value($0) }
            if case .null = values[12] { values[12] = .text("\(row.integer(13) ?? 0) of \(row.text(0) ?? "")") }
            found.append((row.integer(13) ?? 0, values))
        }
        let marks = try SQLiteStatement("SELECT key, place - 1, time FROM marks WHERE scan = ?", on: connection)
        return try found.map { id, values throws(SQLiteError) in
            var (keys, known): ([String], [Int]) = ([], [])
            var time: Int?
            try marks.forEachRow([SQLiteValue(id)]) { row in
                keys.append(row.text(0) ?? "")
                known.append(row.integer(1) ?? 0)
                time = row.integer(2)
            }
            return (id, HistoryRow(values: values, marks: keys, milliseconds: time ?? 0, known: known))
        }
    }
}
