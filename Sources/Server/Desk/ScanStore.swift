internal import Beeline
internal import BeelineContent
internal import BeelinePlugins
internal import BeelineRules
internal import BeelineSupport
internal import Glibc
internal import Synchronization

/// The accepted scans with their answers, so that each is taken once, however often it is sent.
struct ScanStore: Sendable {
    private let database: ServerDatabase
    private let clock: @Sendable () -> Timestamp.Clock

    /// How long a key is remembered, and the greatest age of a scan: longer without a network needs attention anyway.
    private static let memory = 7 * 24 * 3_600
    /// How far a telephone's clock may be off.
    private static let future = 300
    /// How much older a scan may be than the one before it: a telephone sends scans in order, except for repeated ones.
    private static let disorder = 3_600
    private static let most = 100_000
    private static let mostBytes = 4 << 20
    /// The number of scans after which the oldest are deleted.
    private static let cleaning = 256

    init(_ database: ServerDatabase, clock: @escaping @Sendable () -> Timestamp.Clock) {
        (self.database, self.clock) = (database, clock)
    }

    /// An accepted scan, new or repeated.
    struct Accepted: Sendable {
        let id: Int
        /// When it was first accepted, in UTC.
        let accepted: String
        /// When it was scanned, in UTC.
        let at: String
        /// The number of scans of this caller today.
        let count: Int
        /// The answer; nil until there is one.
        let answer: [UInt8]?
    }

    /// Stores a scan before it is resolved. 422 `key-reused` when its key belongs to another scan.
    func accept(_ scan: IncomingScan, by caller: Caller) async throws(Problem) -> Accepted {
        let time = clock()
        let now = time.seconds
        let accepted = Timestamp.text(seconds: now, nanoseconds: time.nanoseconds)
        let cutoff = Timestamp.text(seconds: now - Self.memory, nanoseconds: 0)
        let today = Timestamp.text(Scan.at(now).date, .midnight)
        let (owner, key, digest) = (caller.key, scan.key, scan.digest)
        let rows: [(row: Accepted, body: [UInt8])]
        do throws(SQLiteError) {
            rows = try await database.commit { session throws(SQLiteError) -> [(Accepted, [UInt8])] in
                try session.run(
                    "DELETE FROM scans WHERE caller = ? AND key = ? AND accepted < ?",
                    [.text(owner), .text(key), .text(cutoff)])
                let earliest = try Self.earliest(caller, now, session)
                let at = Self.plausible(scan.at, earliest...now + Self.future) ?? accepted
                try session.run(
                    "INSERT INTO scans (caller, key, body, accepted, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                    [.text(owner), .text(key), .blob(digest), .text(accepted), .text(at)])
                let count = try session.number(
                    "SELECT count(*) FROM scans WHERE caller = ? AND at >= ?", [.text(owner), .text(today)])
                let rows = try session.rows(
                    "SELECT id, accepted, at, answer, body FROM scans WHERE caller = ? AND key = ?",
                    [.text(owner), .text(key)]
                ) { row in
                    let kept = Accepted(
                        id: row.integer(0) ?? 0, accepted: row.text(1) ?? "", at: row.text(2) ?? "", count: count,
                        answer: row.blob(3))
                    return (kept, row.blob(4) ?? [])
                }
                if let id = rows.first?.0.id, id.isMultiple(of: Self.cleaning) {
                    try session.run("DELETE FROM scans WHERE accepted < ?", [.text(cutoff)])
                    try session.run("DELETE FROM scans WHERE id <= ?", [SQLiteValue(id - Self.most)])
                }
                return rows
            }
        } catch {
            throw Problem(error)
        }
        guard let (row, body) = rows.first else {
            throw Problem(500, "database-failed", "The scan was not saved. Send it again.")
        }
        guard body == digest else {
            throw Problem(
                422, "key-reused", "This Idempotency-Key was used for another scan. Each scan needs its own key.")
        }
        return row
    }

    /// Stores the answer, and counts the scan for its telephone.
    func answer(_ scan: Accepted, _ body: [UInt8], device: Int?) async throws(Problem) {
        let id = scan.id
        do throws(SQLiteError) {
            try await database.commit { session throws(SQLiteError) in
                try session.run("UPDATE scans SET answer = ? WHERE id = ?", [.blob(body), SQLiteValue(id)])
                guard let device else { return }
                try session.run("UPDATE devices SET scans = scans + 1 WHERE id = ?", [SQLiteValue(device)])
            }
        } catch {
            throw Problem(error)
        }
    }

    /// How long a scan can be taken back, in seconds.
    private static let regret = 300

    /// Deletes a scan of the last minutes. Returns its answer; nil where the caller has no such scan.
    func forget(_ key: String, by caller: Caller) async throws(Problem) -> [UInt8]? {
        let since = Timestamp.text(seconds: clock().seconds - Self.regret, nanoseconds: 0)
        do throws(SQLiteError) {
            return try await database.commit { session throws(SQLiteError) -> [UInt8]? in
                let rows = try session.rows(
                    "SELECT id, answer FROM scans WHERE caller = ? AND key = ? AND accepted >= ? AND answer IS NOT NULL",
                    [.text(caller.key), .text(key), .text(since)]
                ) { (id: $0.integer(0) ?? 0, answer: $0.blob(1) ?? []) }
                guard let row = rows.first else { return nil }
                try session.run("DELETE FROM scans WHERE id = ?", [SQLiteValue(row.id)])
                if let device = caller.deviceID {
                    try session.run("UPDATE devices SET scans = max(scans - 1, 0) WHERE id = ?", [SQLiteValue(device)])
                }
                return row.answer
            }
        } catch {
            throw Problem(error)
        }
    }

    /// The last answers, the newest first, within the limit for a list. Without a caller: the answers of all callers.
    func recent(_ limit: Int, of caller: Caller?) throws(Problem) -> [[UInt8]] {
        let owner = caller?.key
        do throws(SQLiteError) {
            return try database.look { session, _ throws(SQLiteError) in
                let condition = owner == nil ? "" : "caller = ? AND "
                // The length of a row is known without reading it.
                let rows = try session.rows(
                    "SELECT id, length(answer) FROM scans WHERE \(condition)answer IS NOT NULL ORDER BY id DESC LIMIT ?",
                    (owner.map { [.text($0)] } ?? []) + [SQLiteValue(limit)]
                ) { (id: $0.integer(0) ?? 0, size: $0.integer(1) ?? 0) }
                var left = Self.mostBytes
                var answers: [[UInt8]] = []
                for (id, size) in rows {
                    left -= size
                    guard left >= 0 || answers.isEmpty else { break }
                    answers += try session.rows("SELECT answer FROM scans WHERE id = ?", [SQLiteValue(id)]) {
                        $0.blob(0) ?? []
                    }
                }
                return answers
            }
        } catch {
            throw Problem(error)
        }
    }

    /// The earliest accepted time of a scan: a telephone must not choose the day that rules see.
    private static func earliest(_ caller: Caller, _ now: Int, _ session: ServerSession) throws(SQLiteError) -> Int {
        guard case .device(let device) = caller else { return now - memory }
        let last = try session.rows("SELECT max(at) FROM scans WHERE caller = ?", [.text(caller.key)]) { $0.text(0) }
        let times = [
            Timestamp.parsed(device.paired).map { $0.seconds - future },
            last.first.flatMap { $0 }.flatMap(Timestamp.parsed).map { $0.seconds - disorder },
        ]
        return min(times.compactMap(\.self).reduce(now - memory, max), now)
    }

    /// The time of a scan in UTC, if it is plausible.
    private static func plausible(_ text: String?, _ times: ClosedRange<Int>) -> String? {
        guard let time = text.flatMap(Timestamp.parsed), times.contains(time.seconds) else { return nil }
        return Timestamp.text(seconds: time.seconds, nanoseconds: time.nanoseconds)
    }
}

/// Limits the stored bytes of each telephone, so that a stolen one cannot fill the disk. A scan takes about 5 KB: a
/// telephone may send 6,000 at once, after a week without a network, and then 100 a minute.
final class ScanQuota: Sendable {
    private struct Account {
        var left: Int
        var time: ContinuousClock.Instant
    }

    private let accounts = Mutex<[Int: Account]>([:])

    /// The bytes that a telephone may use at once.
    static let most = 32 << 20
    /// The bytes that are added in a second.
    private static let rate = most / 3_600
    /// The bytes of a scan beside its answer, which is also in the history.
    private static let overhead = 2 << 10

    /// - Throws: 429 `too-many-scans`; the scan should be repeated later.
    func check(_ device: Int?, at now: ContinuousClock.Instant = .now) throws(Problem) {
        guard let device else { return }
        let left = accounts.withLock { accounts in
            guard var account = accounts[device] else { return Self.most }
            let seconds = Int((now - account.time).components.seconds)
            if seconds > 0 { (account.left, account.time) = (min(Self.most, account.left + seconds * Self.rate), now) }
            accounts[device] = account.left < Self.most ? account : nil
            return account.left
        }
        guard left <= 0 else { return }
        throw Problem(
            429, "too-many-scans", "This telephone has sent too much in the last hour. Its scans are taken later.",
            retryAfter: min(600, 1 - left / Self.rate))
    }

    func note(_ answer: Int, of device: Int?, at now: ContinuousClock.Instant = .now) {
        guard let device else { return }
        accounts.withLock {
            $0[device, default: Account(left: Self.most, time: now)].left -= 2 * answer + Self.overhead
        }
    }
}
