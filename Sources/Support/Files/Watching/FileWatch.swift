internal import Glibc

/// What a `FileWatcher` keeps under its lock: who tells of changes, and what has not been reported yet.
struct FileWatch: ~Copyable {
    /// The suffix and the paths, made absolute.
    private let suffix: String
    private var paths: [String]
    private let inotify: Inotify?
    /// Lent to `poll`; nil where files are only asked.
    let descriptor: Int32?
    private var plan: WatchPlan?
    private var settling = Settling()
    private var polling: Polling?
    private let interval: Duration?
    /// Why files are asked for their times; nil where the kernel tells.
    private(set) var limitation: FileError?

    private struct Polling {
        var stamps: FileStamps
        var next: ContinuousClock.Instant
    }

    /// - Parameter interval: for asking; nil for refusing to.
    init(paths: [String], suffix: String, interval: Duration?) throws(FileError) {
        self.paths = absolute(paths)
        self.suffix = suffix
        self.interval = interval
        do throws(FileError) {
            let inotify = try Inotify()
            descriptor = inotify.descriptor
            self.inotify = consume inotify
        } catch {
            inotify = nil
            descriptor = nil
            try poll(because: error)
            return
        }
        try makePlan()
    }

    /// Only asks files for their times.
    init(polling paths: [String], suffix: String, interval: Duration) {
        self.paths = absolute(paths)
        self.suffix = suffix
        self.interval = interval
        inotify = nil
        descriptor = nil
        polling = Polling(stamps: FileStamps(of: self.paths, suffix: suffix), next: .now + interval)
    }

    /// What to do after a look at what has happened.
    struct Step {
        let isReported: Bool
        /// When to look again, even if nothing happens.
        let next: ContinuousClock.Instant?
    }

    /// Looks at what has happened up to now.
    mutating func step(_ now: ContinuousClock.Instant) -> Step {
        takeEvents(now)
        takeStamps(now)
        let isReported = settling.report(now)
        let next = [settling.due, polling?.next].compactMap(\.self).min()
        return Step(isReported: isReported, next: next)
    }

    /// Watches other paths from now on. What has happened to the old ones is still reported.
    mutating func replace(paths: [String]) throws(FileError) {
        takeEvents(.now)
        self.paths = absolute(paths)
        polling?.stamps = FileStamps(of: self.paths, suffix: suffix)
        if plan != nil { try makePlan() }
    }

    private mutating func takeEvents(_ now: ContinuousClock.Instant) {
        // They are taken even without a plan, lest the descriptor stay readable.
        guard let events = inotify?.events(), let plan else { return }
        var isStale = false
        for event in events where event.isOverflow || plan.concerns(event) {
            settling.note(now)
            if event.isOfStructure { isStale = true }
        }
        // Where a plan cannot be made any more, and asking is not wanted, the old plan and the next change are left.
        if isStale { try? makePlan() }
    }

    private mutating func takeStamps(_ now: ContinuousClock.Instant) {
        guard let polling, let interval, now >= polling.next else { return }
        let stamps = FileStamps(of: paths, suffix: suffix)
        if stamps != polling.stamps { settling.note(now) }
        self.polling = Polling(stamps: stamps, next: now + interval)
    }

    private mutating func makePlan() throws(FileError) {
        do throws(FileError) {
            switch inotify {
            case .some(let inotify):
                let new = try WatchPlan(paths: paths, suffix: suffix, inotify: inotify)
                for watch in plan?.interests.keys ?? [:].keys where new.interests[watch] == nil {
                    inotify.remove(watch)
                }
                plan = new
            case .none: break
            }
        } catch {
            try poll(because: error)
        }
    }

    private mutating func poll(because error: FileError) throws(FileError) {
        guard let interval else { throw error }
        guard polling == nil else { return }
        limitation = error
        polling = Polling(stamps: FileStamps(of: paths, suffix: suffix), next: .now + interval)
    }
}

/// Paths from the root on, as they are now; without those that never lead to anything.
private func absolute(_ paths: [String]) -> [String] {
    var folder: String?
    if let here = getcwd(nil, 0) {
        folder = String(cString: here)
        free(here)
    }
    return paths.compactMap { path in
        guard !path.isEmpty, !path.utf8.contains(0) else { return nil }
        if path.utf8.first == UInt8(ascii: "/") { return path }
        return folder.map { "\($0)/\(path)" }
    }
}
