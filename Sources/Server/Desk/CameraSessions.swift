internal import BeelineLive
internal import BeelineRules
internal import BeelineSymbols
internal import Synchronization

/// The sessions of cameras that send frames: what counts as a scan depends on the frames before.
final class CameraSessions: Sendable {
    /// The caller, and the name that the page gives to a camera.
    struct Name: Hashable, Sendable {
        var caller: String
        var session: String
    }

    private struct Session {
        var sightings: Sightings
        var count = FrameCount()
        var isBusy = false
        var last: ContinuousClock.Instant
        /// The clock of the session: the time that its frames cover, without the pauses between them.
        var seen: ContinuousClock.Instant
    }

    private let sessions = Mutex<[Name: Session]>([:])
    private let identity: @Sendable (Symbol) -> MemoryKey?

    private static let most = 64
    /// The number of sessions of a telephone; a further one ends the oldest.
    static let mostOfDevice = 4
    /// The time without frames after which a session may be replaced.
    private static let patience = Duration.seconds(30)
    /// The most time that a frame covers: in a pause no code leaves the view, a frame has to show that it is gone.
    private static let view = Duration.milliseconds(500)
    private static let longestName = 64

    /// - Parameter identity: the identity of a code, in whatever form it is written.
    init(identity: @escaping @Sendable (Symbol) -> MemoryKey?) { self.identity = identity }

    /// Begins with a frame. Where the caller may have so many sessions of its own, a further one ends the oldest.
    /// Returns its number.
    ///
    /// - Throws: 400 `bad-session`, 409 `busy`, 503 `too-many-cameras`.
    func begin(
        _ name: Name, mostOfCaller own: Int? = nil, at now: ContinuousClock.Instant = .now
    ) throws(Problem) -> Int {
        guard (1...Self.longestName).contains(name.session.utf8.count) else {
            throw Problem(400, "bad-session", "The name of a session must have 1 to \(Self.longestName) bytes.")
        }
        let number = try sessions.withLock { sessions throws(Problem) -> Int in
            if sessions[name] == nil {
                if sessions.count >= Self.most {
                    sessions = sessions.filter { $0.value.isBusy || now - $0.value.last < Self.patience }
                }
                var hasRoom = sessions.count < Self.most
                let others = sessions.filter { $0.key.caller == name.caller }
                if let own, others.count >= own {
                    let oldest = others.filter { !$0.value.isBusy }.min { $0.value.last < $1.value.last }
                    if let oldest { sessions[oldest.key] = nil }
                    hasRoom = oldest != nil
                }
                guard hasRoom else {
                    throw Problem(
                        503, "too-many-cameras", "Too many cameras are in use. Try again when one is closed.",
                        retryAfter: 30)
                }
            }
            var session =
                sessions[name]
                ?? Session(sightings: Sightings(SightingRules(), identity: identity), last: now, seen: now)
            guard !session.isBusy else {
                throw Problem(409, "busy", "The previous picture is still being processed. Wait for its answer.")
            }
            session.isBusy = true
            sessions[name] = session
            return session.count.number
        }
        return number
    }

    /// Ends a frame that was decoded. Returns what counts as a scan now.
    func end(_ name: Name, _ symbols: [Symbol], at now: ContinuousClock.Instant = .now) -> [Sightings.Report] {
        sessions.withLock { sessions in
            guard var session = sessions[name] else { return [] }
            session.isBusy = false
            session.seen += min(now - session.last, Self.view)
            session.last = now
            session.count.looked(hasFound: !symbols.isEmpty)
            let reports = session.sightings.see(symbols, at: session.seen)
            sessions[name] = session
            return reports
        }
    }

    /// Ends a frame that could not be decoded.
    func fail(_ name: Name) {
        sessions.withLock { sessions in
            sessions[name]?.isBusy = false
            sessions[name]?.count.failed()
        }
    }
}
