internal import BeelinePlugins
package import BeelineSupport

/// The tokens of programs. `beeline serve tokens` makes, lists and revokes them. A user who signs in with a token gets
/// a session for the browser. It ends when the user signs out or the token is revoked.
package final class TokenStore: Sendable {
    private let table: SecretTable<Token>
    private let sessions: SecretTable<Session>

    package init(_ database: ServerDatabase) {
        table = SecretTable(database)
        sessions = SecretTable(database)
    }

    /// Makes a token with a name for people. The secret is returned, and not stored.
    package func make(name: String) throws(SQLiteError) -> (Token, secret: String) {
        let secret = Secret.make()
        let name = name.cleanedName(orElse: "token")
        let made = Timestamp.now()
        let hash = Secret.hash(secret) ?? []
        let token = try table.database.write { session throws(SQLiteError) in
            let id = try session.number(
                "INSERT INTO tokens (name, hash, made) VALUES (?, ?, ?) RETURNING id",
                [.text(name), .blob(hash), .text(made)])
            return Token(id: id, name: name, made: made, lastUsed: nil)
        }
        return (token, secret)
    }

    /// In the order in which they were made.
    package func all() throws(SQLiteError) -> [Token] { try table.all() }

    /// Revokes a token, with immediate effect also in other programs. Returns whether there was one.
    package func revoke(id: Int) throws(SQLiteError) -> Bool {
        try table.database.write { session throws(SQLiteError) in
            try session.run("DELETE FROM sessions WHERE token = ?", [SQLiteValue(id)])
            try session.run("DELETE FROM tokens WHERE id = ?", [SQLiteValue(id)])
            return session.changes > 0
        }
    }

    package func token(_ secret: String) -> Token? { table.row(secret) }

    package func has(_ id: Int) -> Bool { table.has(id) }

    /// The longest time that browsers keep a cookie, in seconds.
    static let longestSession = 400 * 24 * 3_600

    /// Begins a session, and deletes those older than a cookie can be. Returns its secret, which is not stored.
    func beginSession(of token: Token) throws(SQLiteError) -> String {
        let secret = Secret.make()
        let hash = Secret.hash(secret) ?? []
        let time = Timestamp.clock()
        let made = Timestamp.text(seconds: time.seconds, nanoseconds: time.nanoseconds)
        let oldest = Timestamp.text(seconds: time.seconds - Self.longestSession, nanoseconds: 0)
        try table.database.write { session throws(SQLiteError) in
            try session.run("DELETE FROM sessions WHERE made < ?", [.text(oldest)])
            try session.run(
                "INSERT INTO sessions (token, hash, made) VALUES (?, ?, ?)",
                [SQLiteValue(token.id), .blob(hash), .text(made)])
        }
        return secret
    }

    func endSession(_ secret: String) throws(SQLiteError) {
        guard let session = sessions.row(secret) else { return }
        _ = try sessions.revoke(session.id)
    }

    func session(_ secret: String) -> (id: Int, token: Token)? {
        guard let session = sessions.row(secret), let token = table.row(session.token) else { return nil }
        return (session.id, token)
    }

    func hasSession(_ id: Int) -> Bool { sessions.has(id) }
}

/// A browser in which a user has signed in.
private struct Session: SecretRow {
    let id: Int
    let token: Int

    static let table = "sessions"
    static let columns = "id, token"
    static let useColumn = "last_used"

    init(_ row: borrowing SQLiteStatement.Row) { (id, token) = (row.integer(0) ?? 0, row.integer(1) ?? 0) }
}

extension Token: SecretRow {
    static let table = "tokens"
    static let columns = "id, name, made, last_used"
    static let useColumn = "last_used"

    init(_ row: borrowing SQLiteStatement.Row) {
        self.init(id: row.integer(0) ?? 0, name: row.text(1) ?? "", made: row.text(2) ?? "", lastUsed: row.text(3))
    }
}
