internal import BeelineSymbols

/// How often an image is tried, with what, and for how long.
///
/// A pass that a worker did not survive is left out when the image is tried again. After a few of them what is dear is left
/// out, too; a worker that does not survive even that is an error. Each try gets half of the time that is left, so that
/// there is some for another one, and all of them together take no more than twice the limit.
struct ImageTries {
    /// What the next try is asked.
    private(set) var options: DecodeOptions
    /// The passes that were lost so far.
    private(set) var losses: [LostPass] = []
    private var timeLeft: Duration
    private var kills = 0

    private static let mostLosses = 4
    /// How often somebody else may kill a worker before the image is blamed for it.
    private static let mostKills = 2

    /// - Parameter timeLimit: for the first try, in seconds.
    init(_ options: DecodeOptions, timeLimit: Int) {
        self.options = options
        timeLeft = .seconds(2 * timeLimit)
    }

    /// How long the next try may take.
    var timeLimit: Duration { timeLeft / 2 }

    /// A try gave no answer.
    ///
    /// - Parameters:
    ///   - note: the pass that it had begun; nil when it is not known.
    ///   - time: how long it took.
    /// - Returns: the error, where there is no other try.
    mutating func failed(_ end: WorkerEnd, in note: PassNote?, after time: Duration) -> DecodeError? {
        timeLeft = max(.zero, timeLeft - time)
        // What the image does to the decoder, such as to use up the system's memory, it does again.
        if end.isByForce, kills < Self.mostKills {
            kills += 1
            return nil
        }
        guard let note else { return Self.error(end) }
        if note.pass == PassNote.reading { return Self.error(end, in: "the reader of the image file") }
        // One that begins what it was told to leave out would do so for ever.
        guard losses.count < Self.mostLosses, options.without.insert(note.pass).inserted else {
            return Self.error(end, in: "the pass \(note.pass)")
        }
        losses.append(LostPass(pass: note.pass, page: note.page, reason: end.reason))
        if losses.count == Self.mostLosses { options.effort = .fast }
        return nil
    }

    private static func error(_ end: WorkerEnd, in place: String? = nil) -> DecodeError {
        if case .silent(let seconds) = end { return .timedOut(seconds: seconds) }
        return .decoderDied(place.map { "in \($0): \(end.reason)" } ?? end.reason)
    }
}
