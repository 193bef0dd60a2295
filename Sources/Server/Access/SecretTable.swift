internal import BeelinePlugins
internal import BeelineSupport
internal import Synchronization

/// A row that is known by its secret.
protocol SecretRow: Sendable {
    var id: Int { get }
    static var table: String { get }
    /// What `init` reads, in this order.
    static var columns: String { get }
    /// The column that says when it was used last.
    static var useColumn: String { get }

    init(_ row: borrowing SQLiteStatement.Row)
}

/// Finds rows by their secrets, as often as requests come.
///
/// What was found is kept until a program has written into the database, so that a revocation counts at once, whichever program made
/// it. To ask for that takes some microseconds.
final class SecretTable<Row: SecretRow>: Sendable {
    private enum Key: Hashable {
        case hash([UInt8])
        case id(Int)
    }

    private struct State {
        var version: DataVersion?
        var known: [Key: Row] = [:]
        /// When each row was noted as used, by its number.
        var uses: [Int: ContinuousClock.Instant] = [:]
    }

    let database: ServerDatabase
    private let state = Mutex(State())

    init(_ database: ServerDatabase) { self.database = database }

    /// Nil where the secret is not known, and where the database cannot be asked: then no caller is let in.
    func row(_ secret: String) -> Row? { Secret.hash(secret).flatMap { row(.hash($0)) } }

    /// A row by its number.
    func row(_ id: Int) -> Row? { row(.id(id)) }

    private func row(_ key: Key) -> Row? {
        let (column, value): (String, SQLiteValue) =
            switch key {
            case .hash(let hash): ("hash", .blob(hash))
            case .id(let id): ("id", SQLiteValue(id))
            }
        let found = try? database.look { session, version throws(SQLiteError) -> Row? in
            let known = state.withLock { state -> Row? in
                if state.version != version {
                    state.version = version
                    state.known = [:]
                }
                return state.known[key]
            }
            if let known { return known }
            let rows = try session.rows(
                "SELECT \(Row.columns) FROM \(Row.table) WHERE \(column) = ?", [value], Row.init)
            // Only what is found is kept: of that there is not much.
            if let row = rows.first { state.withLock { $0.known[key] = row } }
            return rows.first
        }
        guard let row = found ?? nil else { return nil }
        noteUse(of: row.id)
        return row
    }

    /// Whether a row is still there.
    func has(_ id: Int) -> Bool {
        let count = try? database.look { session, _ throws(SQLiteError) in
            try session.number("SELECT count(*) FROM \(Row.table) WHERE id = ?", [SQLiteValue(id)])
        }
        return count == 1
    }

    func all() throws(SQLiteError) -> [Row] {
        try database.look { session, _ throws(SQLiteError) in
            try session.rows("SELECT \(Row.columns) FROM \(Row.table) ORDER BY id", [], Row.init)
        }
    }

    /// - Returns: whether it was there.
    func revoke(_ id: Int) throws(SQLiteError) -> Bool {
        try database.write { session throws(SQLiteError) in
            try session.run("DELETE FROM \(Row.table) WHERE id = ?", [SQLiteValue(id)])
            return session.changes > 0
        }
    }

    /// Writes down that a row was used, at most once a minute.
    private func noteUse(of id: Int) {
        let now = ContinuousClock.now
        let isDue = state.withLock { state in
            if let last = state.uses[id], now - last < .seconds(60) { return false }
            state.uses[id] = now
            return true
        }
        guard isDue else { return }
        let time = Timestamp.now()
        database.commitLater { session throws(SQLiteError) in
            try session.run(
                "UPDATE \(Row.table) SET \(Row.useColumn) = ? WHERE id = ?", [.text(time), SQLiteValue(id)])
        }
    }
}
