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
    package func copy(from other: History) throws(SQLiteError) -> Int {
        let source = try Source(other)
        let target = try Target(self)
        var (last, count) = (0, 0)
        while true {
            let rows = try source.rows(after: last)
            guard !rows.isEmpty else { return count }
            count += try target.add(rows.map(\.row))
            last = rows.map(\.id).max() ?? last
        }
    }

    private enum Source {
        /// - `isKept`: whether it is what a desk has kept without its server.
        case file(SQLiteConnection, isKept: Bool)
        case server(ServerListing)

        init(_ history: History) throws(SQLiteError) {
            if let address = ServerAddress(history.path) {
                self = .server(try ServerListing(address))
            } else {
                let connection = try SQLiteConnection(path: history.path, as: .history, access: .showing)
                try connection.requireForm(in: HistorySchema.remembering...HistorySchema.steps.count)
                self = .file(connection, isKept: Spool.isOne(history.path))
            }
        }

        func rows(after last: Int) throws(SQLiteError) -> [(id: Int, row: HistoryRow)] {
            switch self {
            case .file(let connection, let isKept):
                try Spool.rows(after: last, on: connection).map { id, row in
                    var row = row
                    if !isKept { row.known = nil }
                    return (id, row)
                }
            case .server(let listing): try listing.rows(after: last)
            }
        }
    }

    private enum Target {
        case file(HistoryDatabase)
        case server(ServerListing)

        init(_ history: History) throws(SQLiteError) {
            if let address = ServerAddress(history.path) {
                self = .server(try ServerListing(address, writes: true))
            } else {
                self = .file(try HistoryDatabase(path: history.path))
            }
        }

        func add(_ rows: [HistoryRow]) throws(SQLiteError) -> Int {
            switch self {
            case .file(let database): try database.added(rows)
            case .server(let listing): try listing.add(rows)
            }
        }
    }
}
