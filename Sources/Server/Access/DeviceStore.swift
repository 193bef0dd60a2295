internal import BeelineContent
internal import BeelinePlugins
internal import BeelineRules
package import BeelineSupport

/// The telephones that were paired with this desk. `Pairing` adds them.
package final class DeviceStore: Sendable {
    private let table: SecretTable<Device>

    package init(_ database: ServerDatabase) { table = SecretTable(database) }

    /// In the order in which they were paired.
    package func all() throws(SQLiteError) -> [Device] { try table.all() }

    /// The telephone of a secret; nil where there is none.
    package func device(_ secret: String) -> Device? { table.row(secret) }

    /// Whether a telephone was not revoked.
    package func has(_ id: Int) -> Bool { table.has(id) }

    /// - Returns: the telephone; its name is another one where another telephone has it. Nil where there is no
    ///   telephone with the number.
    package func rename(id: Int, name: String) throws(SQLiteError) -> Device? {
        let name = name.cleanedName(orElse: Self.fallback)
        return try table.database.write { session throws(SQLiteError) in
            let free = try Self.freeName(name, besides: id, session)
            return try session.rows(
                "UPDATE devices SET name = ? WHERE id = ? RETURNING \(Device.columns)",
                [.text(free), SQLiteValue(id)], Device.init
            ).first
        }
    }

    /// Why a telephone must not have a name; nil: it may.
    ///
    /// Rules, the history and people know telephones by their names. So no name reads like that of another telephone,
    /// in whatever letters, nor like that of a token or of another source of scans.
    ///
    /// - Parameters:
    ///   - id: the telephone that is renamed; nil for one that is paired: that may have the name of another one, for it gets
    ///     a number.
    ///   - sources: the names of other sources.
    func objection(to name: String, for id: Int?, sources: [String]) throws(SQLiteError) -> Problem? {
        let name = name.cleanedName(orElse: Self.fallback)
        let reading = NameReading(name)
        let (others, tokens) = try table.database.look { session, _ throws(SQLiteError) in
            (
                try session.rows("SELECT name FROM devices WHERE id IS NOT ?", [SQLiteValue(id)]) { $0.text(0) ?? "" },
                try session.rows("SELECT name FROM tokens") { $0.text(0) ?? "" }
            )
        }
        if (Self.reserved + sources + tokens).contains(where: { NameReading($0) == reading }) {
            return Problem(
                409, "name-taken", "'\(name)' reads like the name of another source of scans; choose another name")
        }
        guard others.contains(where: { (id != nil || $0 != name) && NameReading($0) == reading }) else { return nil }
        return Problem(409, "name-taken", "'\(name)' reads like the name of another telephone; choose another name")
    }

    /// What scans of others are known by.
    private static let reserved = ["desk", "http", "local", "phone"]

    /// Has a telephone count no longer, at once. Its scans stay in the history.
    ///
    /// - Returns: whether there was one.
    package func revoke(id: Int) throws(SQLiteError) -> Bool { try table.revoke(id) }

    /// Adds a telephone.
    ///
    /// - Parameter name: a second telephone with it gets a number at the end.
    /// - Returns: the secret as well, which is kept nowhere.
    func add(name: String) throws(SQLiteError) -> (Device, secret: String) {
        let secret = Secret.make()
        let name = name.cleanedName(orElse: Self.fallback)
        let hash = Secret.hash(secret) ?? []
        let paired = Timestamp.now()
        let device = try table.database.write { session throws(SQLiteError) in
            let free = try Self.freeName(name, besides: nil, session)
            let id = try session.number(
                "INSERT INTO devices (name, hash, paired) VALUES (?, ?, ?) RETURNING id",
                [.text(free), .blob(hash), .text(paired)])
            return Device(id: id, name: free, paired: paired, lastSeen: nil, scans: 0)
        }
        return (device, secret)
    }

    private static let fallback = "Phone"

    private static func freeName(
        _ name: String, besides id: Int?, _ session: ServerSession
    ) throws(SQLiteError) -> String {
        let taken = Set(
            try session.rows("SELECT name FROM devices WHERE id IS NOT ?", [SQLiteValue(id)]) {
                NameReading($0.text(0) ?? "")
            })
        var candidate = name
        var number = 1
        while taken.contains(NameReading(candidate)) {
            number += 1
            candidate = "\(name) \(number)"
        }
        return candidate
    }
}

/// How a name reads: names with the same reading are easily mistaken for each other.
struct NameReading: Hashable {
    private let letters: Skeleton

    init(_ name: String) {
        let plain = name.unicodeScalars.map { InternationalHost.plainForm(of: $0) ?? String($0) }.joined().lowercased()
        // Blanks and marks distinguish nothing, unless there is nothing else.
        let letters = plain.unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }
        self.letters = Skeleton(letters.isEmpty ? plain : String(String.UnicodeScalarView(letters)))
    }
}

extension Device: SecretRow {
    static let table = "devices"
    static let columns = "id, name, paired, last_seen, scans"
    static let useColumn = "last_seen"

    init(_ row: borrowing SQLiteStatement.Row) {
        self.init(
            id: row.integer(0) ?? 0, name: row.text(1) ?? "", paired: row.text(2) ?? "", lastSeen: row.text(3),
            scans: row.integer(4) ?? 0)
    }
}
