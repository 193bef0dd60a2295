/// Decides when a file that has appeared in a folder is complete. The time is given.
///
///     var files = SettlingFiles()
///     files.note("a.jpg", .created, stamp("a.jpg"), at: now)  // is still being written
///     files.note("a.jpg", .closed, stamp("a.jpg"), at: now)   // its writer has closed it
///     files.due(now, stamp)                                   // ["a.jpg"] once it has not changed for a while
///
/// Two things say that a file is complete: its writer has closed it or moved it into place, after which a moment must
/// pass in which nothing more is written; or it has not changed for two seconds, where its end is not reported, as with
/// a file that another machine writes. A writer that was seen to begin may pause for longer.
struct SettlingFiles {
    /// How long nothing may be written any more after a file was closed: some write a file in pieces, and close it each
    /// time.
    static let quietAfterClose = Duration.milliseconds(200)
    /// How long a file must be unchanged where its completion is not reported.
    let quiet: Duration
    /// The same for a file whose writer was seen to begin, and so will be seen to end: a connection may stall.
    static let quietOfWriter = Duration.seconds(60)
    /// How many files may be on their way.
    static let most = 10_000

    /// What the system says of a file: whether two looks at it may have seen different bytes.
    struct Stamp: Hashable, Sendable {
        var device: UInt
        var number: UInt
        var size: Int
        /// In nanoseconds since 1970.
        var written: Int
        /// Whether the name is one of several or a symbolic link, so that no writer has to end.
        var isLink: Bool

        init(device: UInt = 0, number: UInt, size: Int, written: Int, isLink: Bool = false) {
            (self.device, self.number, self.size) = (device, number, size)
            (self.written, self.isLink) = (written, isLink)
        }

        /// Whether the bytes are the same, as far as can be known.
        func isSameContent(as other: Stamp?) -> Bool {
            guard let other else { return false }
            return (device, number, size, written) == (other.device, other.number, other.size, other.written)
        }
    }

    /// What happened to a file.
    enum Change: Hashable, Sendable {
        /// It is there, or is another one than before; no event will say when it is complete.
        case found
        /// It was made, and its writer will close it.
        case created
        /// Its writer has closed it, or it was moved into place.
        case closed
    }

    private struct Pending {
        /// How it was at the last look.
        var stamp: Stamp
        /// When it was last seen to be another than before.
        var since: ContinuousClock.Instant
        var change: Change
        /// When to look at it again.
        var check: ContinuousClock.Instant

        init(_ stamp: Stamp, _ change: Change, at now: ContinuousClock.Instant, quiet: Duration) {
            (self.stamp, self.change, since, check) = (stamp, change, now, now)
            check = now + min(wait(quiet), quiet)
        }

        /// How long it must be as it is.
        func wait(_ quiet: Duration) -> Duration {
            switch change {
            case .closed: quietAfterClose
            case .created: stamp.isLink ? quiet : quietOfWriter
            case .found: quiet
            }
        }
    }

    private var pending: [String: Pending] = [:]
    /// Files that are done with, as they were then; those of the start, too.
    private var known: [String: Stamp] = [:]
    /// When `due` is to be asked; nil while no file is on its way.
    private(set) var next: ContinuousClock.Instant?

    init(quiet: Duration = .seconds(2)) { self.quiet = quiet }

    /// How many files are on their way.
    var count: Int { pending.count }

    /// Whether a name is one that a program gives a file on its way: hidden, or with an ending for that.
    static func isTemporary(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.isEmpty || name.hasPrefix(".") || name.hasPrefix("~") || name.hasSuffix("~")
            || [".part", ".partial", ".tmp", ".temp", ".crdownload", ".download", ".swp", ".filepart"].contains {
                name.hasSuffix($0)
            }
    }

    /// A file that was there at the start, and is not new as it is.
    mutating func ignore(_ name: String, _ stamp: Stamp) { known[name] = stamp }

    /// Something happened to a file.
    ///
    /// - Parameter stamp: how it is now; nil where it is not a regular file.
    /// - Returns: false where too many are on their way already; then it is left out until something happens to it
    ///   again.
    @discardableResult
    mutating func note(_ name: String, _ change: Change, _ stamp: Stamp?, at now: ContinuousClock.Instant) -> Bool {
        guard let stamp, !Self.isTemporary(name) else { return true }
        guard pending[name] != nil || pending.count < Self.most else { return false }
        let file = Pending(stamp, change, at: now, quiet: quiet)
        pending[name] = file
        next = min(next ?? file.check, file.check)
        return true
    }

    /// The result of a look at a folder whose changes are not reported.
    ///
    /// - Returns: false where too many are on their way already; the next look finds them again.
    @discardableResult
    mutating func look(_ found: [String: Stamp], at now: ContinuousClock.Instant) -> Bool {
        forget { found[$0] == nil }
        var isRoom = true
        for (name, stamp) in found where pending[name] == nil && !stamp.isSameContent(as: known[name]) {
            isRoom = note(name, .found, stamp, at: now) && isRoom
        }
        return isRoom
    }

    /// A file is not there any more; when it comes again, it is a new one.
    mutating func forget(_ name: String) { (pending[name], known[name]) = (nil, nil) }

    private mutating func forget(where isGone: (String) -> Bool) {
        for name in Set(pending.keys).union(known.keys).filter(isGone) { forget(name) }
    }

    /// The files that are complete now, in the order in which they were last written. Asked before `next`, there are
    /// none.
    ///
    /// - Parameter stamp: how a file is now; nil where it is not there any more, or is not a regular file.
    mutating func due(_ now: ContinuousClock.Instant, _ stamp: (String) -> Stamp?) -> [String] {
        guard let next, now >= next else { return [] }
        var complete: [(name: String, stamp: Stamp)] = []
        for (name, file) in pending where now >= file.check {
            pending[name] = nil
            guard let found = stamp(name) else { continue }
            guard found.isSameContent(as: file.stamp) else {
                // Of a file that was closed, someone else has it open, and will close it.
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
            // Opening a file for writing and closing it changes nothing. An empty one is the beginning of a file, as
            // those who copy make it.
            guard !found.isSameContent(as: known[name]), found.size > 0 else { continue }
            known[name] = found
            complete.append((name, found))
        }
        self.next = pending.values.map(\.check).min()
        return complete.sorted { ($0.stamp.written, $0.name) < ($1.stamp.written, $1.name) }.map(\.name)
    }
}
