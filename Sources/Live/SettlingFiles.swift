/// Decides when a new file in a folder is complete. It has no clock of its own: each call comes with the time.
///
///     var files = SettlingFiles()
///     files.note("a.jpg", .created, stamp("a.jpg"), at: now)  // is still being written
///     files.note("a.jpg", .closed, stamp("a.jpg"), at: now)   // its writer has closed it
///     files.due(now, stamp)                                   // ["a.jpg"] once it has not changed for a while
///
/// A file is complete when its writer has closed it or moved it into place, and nothing more is written for a moment.
/// Where that is not reported, as with a file that another machine writes, it is complete when it has not changed for
/// two seconds. A writer whose start was reported may pause for longer.
struct SettlingFiles {
    /// How long a file must stay unchanged after it was closed: some programs write pieces, and close it each time.
    static let quietAfterClose = Duration.milliseconds(200)
    /// How long a file must be unchanged where its completion is not reported.
    let quiet: Duration
    /// The same for a file whose writer was seen to start, and so will be seen to close it: a connection may stall.
    static let quietOfWriter = Duration.seconds(60)
    static let most = 10_000

    /// The identity, size and time of a file. If they differ, so may the bytes.
    struct Stamp: Hashable, Sendable {
        var device: UInt = 0
        var number: UInt
        var size: Int
        /// In nanoseconds since 1970.
        var written: Int
        /// Whether the name is one of several or a symbolic link, so that no writer has to end.
        var isLink = false

        func isSameContent(as other: Stamp?) -> Bool {
            guard let other else { return false }
            return (device, number, size, written) == (other.device, other.number, other.size, other.written)
        }
    }

    enum Change: Hashable, Sendable {
        /// It is new or has changed; no event will say when it is complete.
        case found
        /// It was created, and its writer will close it.
        case created
        /// Its writer has closed it, or it was moved into place.
        case closed
    }

    private struct Pending {
        /// Its stamp at the last check.
        var stamp: Stamp
        /// When it was last seen to change.
        var since: ContinuousClock.Instant
        var change: Change
        /// When to check it again.
        var check: ContinuousClock.Instant

        init(_ stamp: Stamp, _ change: Change, at now: ContinuousClock.Instant, quiet: Duration) {
            (self.stamp, self.change, since, check) = (stamp, change, now, now)
            check = now + min(wait(quiet), quiet)
        }

        /// How long it must stay unchanged.
        func wait(_ quiet: Duration) -> Duration {
            switch change {
            case .closed: quietAfterClose
            case .created: stamp.isLink ? quiet : quietOfWriter
            case .found: quiet
            }
        }
    }

    private var pending: [String: Pending] = [:]
    /// The stamps of finished files, and of those that were there at the start.
    private var known: [String: Stamp] = [:]
    /// When to call `due`; nil while no file is pending.
    private(set) var next: ContinuousClock.Instant?

    init(quiet: Duration = .seconds(2)) { self.quiet = quiet }

    var count: Int { pending.count }

    /// Whether a name is one of an incomplete file: hidden, or with an extension for temporary files.
    static func isTemporary(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.isEmpty || name.hasPrefix(".") || name.hasPrefix("~") || name.hasSuffix("~")
            || [".part", ".partial", ".tmp", ".temp", ".crdownload", ".download", ".swp", ".filepart"].contains {
                name.hasSuffix($0)
            }
    }

    /// Notes a file that was there at the start. It is new only once it changes.
    mutating func ignore(_ name: String, _ stamp: Stamp) { known[name] = stamp }

    /// Notes a change of a file with its current stamp; nil where it is not a regular file. Returns false where too
    /// many are pending; then it is left out until its next change.
    @discardableResult
    mutating func note(_ name: String, _ change: Change, _ stamp: Stamp?, at now: ContinuousClock.Instant) -> Bool {
        guard let stamp, !Self.isTemporary(name) else { return true }
        guard pending[name] != nil || pending.count < Self.most else { return false }
        let file = Pending(stamp, change, at: now, quiet: quiet)
        pending[name] = file
        next = min(next ?? file.check, file.check)
        return true
    }

    /// Notes the files in a folder whose changes are not reported. False where too many are pending for now.
    @discardableResult
    mutating func look(_ found: [String: Stamp], at now: ContinuousClock.Instant) -> Bool {
        forget { found[$0] == nil }
        var isRoom = true
        for (name, stamp) in found where pending[name] == nil && !stamp.isSameContent(as: known[name]) {
            isRoom = note(name, .found, stamp, at: now) && isRoom
        }
        return isRoom
    }

    /// Forgets a file that is gone; when it comes again, it is a new one.
    mutating func forget(_ name: String) { (pending[name], known[name]) = (nil, nil) }

    private mutating func forget(where isGone: (String) -> Bool) {
        for name in Set(pending.keys).union(known.keys).filter(isGone) { forget(name) }
    }

    /// The files that are complete now, in the order of their modification. None before `next`. `stamp` gives the
    /// current stamp of a file; nil where it is gone or not a regular file.
    mutating func due(_ now: ContinuousClock.Instant, _ stamp: (String) -> Stamp?) -> [String] {
        guard let next, now >= next else { return [] }
        var complete: [(name: String, stamp: Stamp)] = []
        for (name, file) in pending where now >= file.check {
            pending[name] = nil
            guard let found = stamp(name) else { continue }
            guard found.isSameContent(as: file.stamp) else {
                // A closed file that has changed was opened by another writer, who will close it.
                let change = file.change == .closed ? Change.created : file.change
                let anew = Pending(found, change, at: now, quiet: quiet)
                pending[name] = anew
                continue
            }
            guard now >= file.since + file.wait(quiet) else {
                var later = file
                later.check = min(file.since + file.wait(quiet), now + quiet)
                pending[name] = later
                continue
            }
            // Opening a file for writing and closing it changes nothing. An empty file is the start of a copy.
            guard !found.isSameContent(as: known[name]), found.size > 0 else { continue }
            known[name] = found
            complete.append((name, found))
        }
        self.next = pending.values.map(\.check).min()
        return complete.sorted { ($0.stamp.written, $0.name) < ($1.stamp.written, $1.name) }.map(\.name)
    }
}
