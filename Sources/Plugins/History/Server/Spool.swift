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
        var isEmpty = false
        while !isEmpty {
            last = try connection.forEachHundred(after: last, send)
            isEmpty = try connection.transaction { () throws(SQLiteError) in
                // Another program may have recorded more meanwhile.
                guard try connection.number("SELECT coalesce(max(id), 0) FROM scans") <= last else { return false }
                // The numbers continue, and `sqlite_sequence` with them.
                try connection.execute("DELETE FROM marks; DELETE FROM scans")
                return true
            }
        }
    }
}
