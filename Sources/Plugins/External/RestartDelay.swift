internal import BeelineActions

/// How long a plugin that ends is left alone before it is started again: longer each time, until it answers.
struct RestartDelay {
    private var failures = 0
    private(set) var next: ContinuousClock.Instant?

    private static let first = Duration.milliseconds(100)
    private static let longest = Duration.seconds(30)
    /// Those who ask for something wait so long; where it takes longer they are told at once.
    static let patience = Duration.seconds(1)

    mutating func noteEnd(_ now: ContinuousClock.Instant = .now) {
        let delay = min(Self.longest, Self.first * (1 << min(failures, 10)))
        failures += 1
        next = now + delay
    }

    mutating func noteAnswer() { failures = 0 }
}
