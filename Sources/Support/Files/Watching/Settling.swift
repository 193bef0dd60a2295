/// When changes are reported: once they have come to rest, and now and then if they do not.
struct Settling {
    /// How long it must be quiet.
    static let quiet = Duration.milliseconds(50)
    /// How long it may go on before it is reported all the same.
    static let longest = Duration.milliseconds(500)

    private var first: ContinuousClock.Instant?
    private var last: ContinuousClock.Instant?

    /// When the changes up to now are to be reported; nil where there are none.
    var due: ContinuousClock.Instant? {
        guard let first, let last else { return nil }
        return min(last + Self.quiet, first + Self.longest)
    }

    mutating func note(_ now: ContinuousClock.Instant) {
        first = first ?? now
        last = now
    }

    /// Whether it is time to report; then there is nothing left to report.
    mutating func report(_ now: ContinuousClock.Instant) -> Bool {
        guard let due, now >= due else { return false }
        self = Settling()
        return true
    }
}
