internal import BeelineContent
internal import BeelinePlugins
internal import BeelineRules
package import BeelineSupport
internal import Synchronization

/// The paired telephones. `Pairing` adds them.
package final class DeviceStore: Sendable {
    private let table: SecretTable<Device>

    package init(_ database: ServerDatabase) { table = SecretTable(database) }

    /// In the order in which they were paired.
    package func all() throws(SQLiteError) -> [Device] { try table.all() }

    package func device(_ secret: String) -> Device? { table.row(secret) }

    package func has(_ id: Int) -> Bool { table.has(id) }

    /// Returns the telephone, under another name where this one is taken; nil where no telephone has the number.
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

    /// Why a telephone must not have a name; nil for an allowed name. Rules, the history and people identify telephones
    /// by name. So a name must not look like that of another telephone, a token or another of the sources. One that is
    /// paired (no `id`) may have the name of another telephone, for it gets a number.
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

    /// The names of other sources.
    private static let reserved = ["desk", "http", "local", "phone"]

    /// Revokes a telephone, with immediate effect. Its scans stay in the history. Returns whether there was one.
    package func revoke(id: Int) throws(SQLiteError) -> Bool { try table.revoke(id) }

    /// Adds a telephone; a second one of a name gets a number at the end. The secret is returned, and not stored.
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

/// The form in which names are compared: names with the same form are easily confused.
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

/// Pairs telephones with this desk: the desk shows a code, which a telephone redeems once.
///
///     let (token, expires) = pairing.begin()          // shown as https://192.168.1.5:8377/pair#TOKEN
///     let (device, secret) = try pairing.redeem(token, name: "Anna")
///
/// Codes are in memory only: after a restart they are invalid.
package final class Pairing: Sendable {
    private struct Open {
        let hash: [UInt8]
        let end: ContinuousClock.Instant
    }

    private let devices: DeviceStore
    private let now: @Sendable () -> ContinuousClock.Instant
    /// The oldest first.
    private let open = Mutex<[Open]>([])
    private let guesses: GuessLimit

    package static let lifetime = Duration.seconds(120)
    /// The most codes at a time; further ones end the oldest.
    package static let most = 5
    private static let mostGuesses = 10

    /// - Parameter now: for tests.
    package init(
        _ devices: DeviceStore, now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) {
        (self.devices, self.now) = (devices, now)
        guesses = GuessLimit(most: Self.mostGuesses, now: now)
    }

    /// Makes a token that can be redeemed once, within two minutes.
    package func begin() -> (token: String, expires: Duration) {
        // 128 bits, for the code that is drawn of it is to be read from a terminal.
        let token = Secret.random(bytes: 16)
        let now = now()
        let entry = Open(hash: SHA256.hash(Array(token.utf8)), end: now + Self.lifetime)
        open.withLock { open in
            open.removeAll { $0.end <= now }
            open.append(entry)
            if open.count > Self.most { open.removeFirst(open.count - Self.most) }
        }
        return (token, Self.lifetime)
    }

    /// Redeems a token, and adds the telephone.
    ///
    /// - Parameters:
    ///   - name: a second telephone with this name gets a number at the end: `Anna 2`.
    ///   - address: of the telephone; wrong tokens are counted for each address.
    ///   - check: throws when the telephone must not have the name; the token can then be used again. It is not called
    ///     for a wrong token, whose sender must learn nothing.
    /// - Throws: 403 `pairing-expired` when the token is unknown, used or expired; 429 after many such tries.
    package func redeem(
        _ token: String, name: String, from address: String = "", check: () throws(Problem) -> Void = {}
    ) throws(Problem) -> (Device, secret: String) {
        let hash = SHA256.hash(Array(token.utf8.prefix(200)))
        let now = now()
        // The first to remove it has it.
        let taken = open.withLock { open -> Open? in
            open.removeAll { $0.end <= now }
            guard let place = open.firstIndex(where: { $0.hash == hash }) else { return nil }
            return open.remove(at: place)
        }
        guard let taken else {
            guard !guesses.note(address) else {
                throw Problem(
                    429, "too-many-tries",
                    "There were too many wrong pairing codes from this address. Try again in a minute.", retryAfter: 60)
            }
            throw Problem(
                403, "pairing-expired",
                "This pairing code was used already, or has expired after two minutes. Show a new one at the desk.")
        }
        do throws(Problem) {
            try check()
            return try stored { () throws(SQLiteError) in try devices.add(name: name) }
        } catch {
            // It was not used.
            open.withLock { $0.append(taken) }
            throw error
        }
    }
}
