internal import BeelinePlugins
package import BeelineSupport

/// The tokens with which programs may use the server. `beeline serve tokens` makes, lists and revokes them.
package final class TokenStore: Sendable {
    private let table: SecretTable<Token>

    package init(_ database: ServerDatabase) { table = SecretTable(database) }

    /// Makes a token.
    ///
    /// - Parameter name: for people; characters that a list cannot show are removed.
    /// - Returns: the secret as well, which is kept nowhere.
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

    /// Has a token count no longer, at once, also in other programs.
    ///
    /// - Returns: whether there was one.
    package func revoke(id: Int) throws(SQLiteError) -> Bool { try table.revoke(id) }

    /// The token of a secret; nil where there is none.
    package func token(_ secret: String) -> Token? { table.row(secret) }

    /// Whether a token was not revoked.
    package func has(_ id: Int) -> Bool { table.has(id) }
}

extension Token: SecretRow {
    static let table = "tokens"
    static let columns = "id, name, made, last_used"
    static let useColumn = "last_used"

    init(_ row: borrowing SQLiteStatement.Row) {
        self.init(
            id: row.integer(0) ?? 0, name: row.text(1) ?? "", made: row.text(2) ?? "", lastUsed: row.text(3))
    }
}
