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
        let done = try address.told { () throws(ServerFailure) in
            try ServerSchema.create(on: ServerConnection(address, writes: true), for: roles)
        }
        return "\(address.shown): \(done)"
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
            var rows = rows
            // Only what a desk has kept without its server was decided by what it knew.
            if !isKept { for place in rows.indices { rows[place].known = nil } }
            count += try add(rows)
        }
        return count
    }
}
