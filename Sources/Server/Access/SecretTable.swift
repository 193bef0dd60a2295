internal import BeelineContent
internal import BeelinePlugins
internal import BeelineSupport
internal import BeelineSymbols
internal import Synchronization

/// A row of a table that is found by a secret.
protocol SecretRow: Sendable {
    var id: Int { get }
    static var table: String { get }
    /// The columns that `init` reads, in order.
    static var columns: String { get }
    /// The column with the time of the last use.
    static var useColumn: String { get }

    init(_ row: borrowing SQLiteStatement.Row)
}

/// Finds rows by their secrets, with a cache, for each request. The cache is valid until any program writes into the
/// database, so that a revocation counts at once. Checking that takes some microseconds.
final class SecretTable<Row: SecretRow>: Sendable {
    private enum Key: Hashable {
        case hash([UInt8])
        case id(Int)
    }

    private struct State {
        var version: DataVersion?
        var known: [Key: Row] = [:]
        /// The time at which each row was last noted as used, by number.
        var uses: [Int: ContinuousClock.Instant] = [:]
    }

    let database: ServerDatabase
    private let state = Mutex(State())

    init(_ database: ServerDatabase) { self.database = database }

    /// The row with a secret; nil if there is none, or if the database cannot be read: then no caller is let in.
    func row(_ secret: String) -> Row? { Secret.hash(secret).flatMap { row(.hash($0)) } }

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

    /// Stores that a row was used, at most once a minute.
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

/// A secret that identifies a caller: of a token or a telephone.
enum Secret {
    /// The prefix of secrets, by which they are recognised where they should not be.
    static let prefix = "bee_"

    /// A new one, of 256 random bits.
    static func make() -> String { prefix + random(bytes: 32) }

    /// Random bytes in base64url (RFC 4648, section 5), without padding.
    static func random(bytes count: Int) -> String {
        // It asks the kernel each time (getrandom).
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return String(
            decoding: Base64.encode(bytes).utf8.lazy.filter { $0 != UInt8(ascii: "=") }.map { byte in
                switch byte {
                case UInt8(ascii: "+"): UInt8(ascii: "-")
                case UInt8(ascii: "/"): UInt8(ascii: "_")
                default: byte
                }
            }, as: UTF8.self)
    }

    /// The stored hash of a secret; nil for another text. It is looked up whole: the time says nothing of the secret.
    static func hash(_ secret: String) -> [UInt8]? {
        guard secret.utf8.count <= 128, secret.hasPrefix(prefix) else { return nil }
        return SHA256.hash(Array(secret.utf8))
    }
}

/// Counts wrong guesses of secrets in each minute. Right ones are always accepted: no one can lock out their owner.
final class GuessLimit: Sendable {
    private struct State {
        var counts: [String: Int] = [:]
        var minute: ContinuousClock.Instant
    }

    private let most: Int
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state: Mutex<State>

    /// The number of addresses with a count of their own. Further ones share a count.
    private static let mostNames = 1_000

    init(most: Int, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        (self.most, self.now) = (most, now)
        state = Mutex(State(minute: now()))
    }

    /// Notes a wrong guess. Returns whether there were too many in this minute.
    func note(_ name: String) -> Bool {
        let now = now()
        return state.withLock { state in
            if now - state.minute >= .seconds(60) { state = State(minute: now) }
            let name = state.counts[name] == nil && state.counts.count >= Self.mostNames ? "" : name
            let count = min((state.counts[name] ?? 0) + 1, most + 1)
            state.counts[name] = count
            return count > most
        }
    }
}
