internal import Synchronization

/// How many bytes are kept for the scans of each telephone: a telephone that was stolen must not fill the disk.
///
/// A scan takes some 5 KB: a telephone may send 6,000 of them at once, after a week without a network, and then 100 a minute.
final class KeptBytes: Sendable {
    private struct Account {
        var left: Int
        var time: ContinuousClock.Instant
    }

    private let accounts = Mutex<[Int: Account]>([:])

    /// How many bytes there may be at once.
    static let most = 32 << 20
    /// How many are added in a second.
    private static let rate = most / 3_600
    /// What a scan takes beside its answer, which is kept in the history, too.
    private static let overhead = 2 << 10

    /// - Throws: 429 `too-many-scans`; the scan is to be sent again later.
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

    /// Notes a scan that was kept.
    func note(_ answer: Int, of device: Int?, at now: ContinuousClock.Instant = .now) {
        guard let device else { return }
        accounts.withLock {
            $0[device, default: Account(left: Self.most, time: now)].left -= 2 * answer + Self.overhead
        }
    }
}
