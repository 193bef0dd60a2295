internal import BeelineActions
internal import Synchronization

/// Sees to it that no host is asked more often than it wants, by all requests of this process together.
final class HostRates: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// When each host may be asked next.
    private let next = Mutex<[String: Instant]>([:])
    /// Hosts whose time has come are forgotten when there are so many.
    private static let mostHosts = 1000
    /// A host that wants to be left alone for longer is asked after this all the same.
    private static let longestHold = Duration.seconds(3600)

    /// When a host may be asked; its turn is taken with that.
    ///
    /// - Parameters:
    ///   - perSecond: how many requests it gets in a second; they are spread evenly.
    ///   - deadline: a turn after it is not taken.
    /// - Throws: `HTTPError.toWait`.
    func turn(
        at host: String, perSecond: Double, now: Instant = .now, deadline: Instant
    ) throws(HTTPError) -> Instant {
        let turn = next.withLock { next -> Result<Instant, HTTPError> in
            if next.count >= Self.mostHosts { next = next.filter { $0.value > now } }
            let turn = max(now, next[host] ?? now)
            guard turn < deadline else {
                return .failure(.toWait(seconds: Int(((turn - now) / .seconds(1)).rounded(.up))))
            }
            next[host] = turn + .seconds(1 / perSecond)
            return .success(turn)
        }
        return try turn.get()
    }

    /// Leaves a host alone for a while, as it wants it.
    func hold(_ host: String, for duration: Duration, now: Instant = .now) {
        let end = now + min(duration, Self.longestHold)
        next.withLock { $0[host] = max($0[host] ?? end, end) }
    }
}
