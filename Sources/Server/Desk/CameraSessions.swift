package import BeelineLive
internal import BeelineRules
package import BeelineSymbols
internal import Synchronization

/// The sessions of cameras that send frames: what counts as a scan depends on the frames before.
package final class CameraSessions: Sendable {
    /// The caller, and the name that the page gives to a camera.
    struct Name: Hashable, Sendable {
        var caller: String
        var session: String
    }

    /// Which codes count.
    package struct Wish: Sendable {
        /// The part of the picture whose codes count; nil is the whole picture.
        var part: ImageRegion?
        /// When a code counts again. The first frame of a session decides.
        var repeats: SightingRules.Repeat?

        package init(part: ImageRegion? = nil, repeats: SightingRules.Repeat? = nil) {
            (self.part, self.repeats) = (part, repeats)
        }
    }

    private struct Session {
        var sightings: Sightings
        var count = FrameCount()
        /// When a code was last in the part that counts; at first, when the session began.
        var inside: ContinuousClock.Instant
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
    /// How long no code may be in the part that counts before the one nearest to the middle counts.
    private static let timeInside = Duration.milliseconds(700)

    /// - Parameter identity: the identity of a code, in whatever form it is written.
    init(identity: @escaping @Sendable (Symbol) -> MemoryKey?) { self.identity = identity }

    /// Begins with a frame. Where the caller may have so many sessions of its own, a further one ends the oldest.
    /// Returns its number.
    ///
    /// - Throws: 400 `bad-session`, 409 `busy`, 503 `too-many-cameras`.
    func begin(
        _ name: Name, mostOfCaller own: Int? = nil, repeats: SightingRules.Repeat? = nil,
        at now: ContinuousClock.Instant = .now
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
                ?? Session(
                    sightings: Sightings(SightingRules(repeats: repeats), identity: identity), inside: now, last: now,
                    seen: now)
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
    func end(
        _ name: Name, _ decoding: Decoding, _ wish: Wish = Wish(), at now: ContinuousClock.Instant = .now
    ) -> [Sightings.Report] {
        sessions.withLock { sessions in
            guard var session = sessions[name] else { return [] }
            session.isBusy = false
            session.seen += min(now - session.last, Self.view)
            session.last = now
            var symbols = decoding.symbols
            session.count.looked(hasFound: !symbols.isEmpty)
            if let part = wish.part, let page = decoding.pages.first {
                let frame = part.box(width: page.width, height: page.height)
                let inside = symbols.filter { $0.places.isEmpty || $0.places.contains(where: frame.crosses) }
                if !inside.isEmpty { session.inside = session.seen }
                let mayBeOutside = session.seen - session.inside >= Self.timeInside
                symbols = inside.isEmpty && mayBeOutside ? frame.nearest(of: symbols) : inside
            }
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

/// A part of a picture in pixels.
private struct Box {
    let x: ClosedRange<Double>
    let y: ClosedRange<Double>

    /// Whether an outline has its middle in it, or crosses it.
    func crosses(_ outline: Outline) -> Bool {
        let corners = outline.corners.map { (x: Double($0.x), y: Double($0.y)) }
        let middle = outline.center
        if x.contains(Double(middle.x)), y.contains(Double(middle.y)) { return true }
        return corners.indices.contains { crosses(from: corners[$0], to: corners[($0 + 1) % corners.count]) }
    }

    /// Whether a line has a point in it (Liang and Barsky).
    private func crosses(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) -> Bool {
        var (first, last) = (0.0, 1.0)
        let (across, down) = (end.x - start.x, end.y - start.y)
        let sides = [
            (-across, start.x - x.lowerBound), (across, x.upperBound - start.x), (-down, start.y - y.lowerBound),
            (down, y.upperBound - start.y),
        ]
        for (slope, distance) in sides {
            if slope == 0 {
                if distance < 0 { return false }
            } else if slope < 0 {
                first = max(first, distance / slope)
            } else {
                last = min(last, distance / slope)
            }
        }
        return first <= last
    }

    /// The symbol whose middle is nearest to that of the part, and no others.
    func nearest(of symbols: [Symbol]) -> [Symbol] {
        let middle = (x: (x.lowerBound + x.upperBound) / 2, y: (y.lowerBound + y.upperBound) / 2)
        func distance(_ symbol: Symbol) -> Double {
            symbol.places.map { outline in
                let (across, down) = (Double(outline.center.x) - middle.x, Double(outline.center.y) - middle.y)
                return across * across + down * down
            }.min() ?? 0
        }
        return symbols.min { distance($0) < distance($1) }.map { [$0] } ?? []
    }
}

extension Symbol {
    /// Where it was seen.
    fileprivate var places: [Outline] { sighting?.outlines ?? [] }
}

extension ImageRegion {
    fileprivate func box(width: Int, height: Int) -> Box {
        func pixels(_ length: Length, of side: Int) -> Double {
            switch length {
            case .pixels(let count): Double(count)
            case .fraction(let part): part * Double(side)
            }
        }
        let (left, top) = (pixels(x, of: width), pixels(y, of: height))
        return Box(
            x: left...(left + max(0, pixels(self.width, of: width))),
            y: top...(top + max(0, pixels(self.height, of: height))))
    }
}
