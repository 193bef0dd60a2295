internal import BeelineContent
internal import BeelineSupport
internal import Synchronization

/// Pairs telephones with this desk: a code that is shown at the desk, and that a telephone redeems once.
///
///     let (token, expires) = pairing.begin()          // shown as https://192.168.1.5:8377/pair#TOKEN
///     let (device, secret) = try pairing.redeem(token, name: "Anna")
///
/// It is all in memory: a restart ends what was not redeemed.
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
    /// More at once are of no use: the oldest ones end.
    package static let most = 5
    private static let mostGuesses = 10

    /// - Parameter now: for tests.
    package init(
        _ devices: DeviceStore, now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) {
        (self.devices, self.now) = (devices, now)
        guesses = GuessLimit(most: Self.mostGuesses, now: now)
    }

    /// Makes a token that can be redeemed once, for two minutes.
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

    /// Makes a telephone known.
    ///
    /// - Parameters:
    ///   - name: a second telephone with it gets a number at the end: `Anna 2`.
    ///   - address: of the telephone: guesses are counted for each.
    ///   - check: throws where the telephone must not have the name; the token is not used then. Not called for a wrong token,
    ///     whose sender is to learn nothing.
    /// - Throws: 403 `pairing-expired` where the token is none, was used, or its time is over; 429 after many such tries.
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
                    "There were too many wrong pairing codes from this address. Try again in a minute.",
                    retryAfter: 60)
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
