package import BeelineSupport

extension History {
    /// Makes the tables on a server, or upgrades them, and gives roles the rights of a desk. Returns what was done, as a
    /// sentence.
    package func create(for roles: [String]) throws(SQLiteError) -> String {
        guard let address = ServerAddress(path) else {
            throw SQLiteError(
                path: path, subject: .history,
                problem: .server("a file needs no 'create'; give a server as postgresql://USER@HOST/DATABASE"))
        }
        return try ServerListing.create(address, for: roles)
    }

    /// Copies the scans of another history that this one does not have. Returns how many these are.
    package func copy(from other: History) throws -> Int {
        let source = try other.tables(in: HistorySchema.remembering...HistorySchema.steps.count)
        let add: ([HistoryRow]) throws(SQLiteError) -> Int
        if let address = ServerAddress(path) {
            add = try ServerListing(address, writes: true).added
        } else {
            add = try HistoryDatabase(path: path).added
        }
        let isKept = Spool.isOne(other.path)
        var count = 0
        _ = try source.forEachHundred { rows in
            count += try add(
                rows.map { row in
                    var row = row
                    // Only what a desk has kept without its server was decided by what it knew.
                    if !isKept { row.known = nil }
                    return row
                })
        }
        return count
    }
}
