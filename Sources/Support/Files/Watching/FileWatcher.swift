internal import Dispatch
internal import Glibc
internal import Synchronization

/// Reports when files may have changed.
///
///     let watcher = try FileWatcher(paths: ["shop.json", "/etc/beeline/rules"])
///     for await _ in watcher.changes() { reload() }
///
/// Of a path that is a folder, the files that end in `.json` matter, except for hidden ones. A path may lead to nothing
/// yet. Seen are files that are written in place, replaced by rename, removed and made again, folders on the way to
/// them that come, go or are renamed, and symbolic links on that way that are made to lead elsewhere.
///
/// Watching begins when the watcher is made. Changes are reported together: when it has been quiet for 50
/// milliseconds, and every 500 milliseconds where it never is. A report may be false; what a file contains is for the
/// reader to find out. Not seen are writes through a memory map, through a hard link in another folder, by another
/// machine to a network file system, and what a program has not closed yet.
package final class FileWatcher: Sendable {
    private let watch: Mutex<FileWatch>

    /// Watches files and folders.
    ///
    /// - Parameters:
    ///   - paths: relative ones are below the folder in which the program is now.
    ///   - suffix: the end of the names that matter in folders.
    ///   - pollingInterval: how often files are asked for their times where the system does not report changes by
    ///     itself, because one of its limits is reached or a folder cannot be read. Nil: then it is an error.
    ///     Default: 2 seconds.
    /// - Throws: `FileError`, only where `pollingInterval` is nil; `.watchLimit` says which limit to raise.
    package init(
        paths: [String], suffix: String = ".json", pollingInterval: Duration? = .seconds(2)
    ) throws(FileError) {
        let interval = pollingInterval.map { max($0, Self.shortestInterval) }
        watch = Mutex(try FileWatch(paths: paths, suffix: suffix, interval: interval))
    }

    /// Polls the times of files instead of having the system report changes; for network file systems, whose changes by
    /// other machines the system does not know.
    ///
    /// - Parameters:
    ///   - paths: relative ones are below the folder in which the program is now.
    ///   - suffix: the end of the names that matter in folders.
    ///   - interval: at least 10 milliseconds.
    package init(polling paths: [String], suffix: String = ".json", every interval: Duration) {
        watch = Mutex(FileWatch(polling: paths, suffix: suffix, interval: max(interval, Self.shortestInterval)))
    }

    private static let shortestInterval = Duration.milliseconds(10)

    /// Why files are polled although that was not requested; nil as long as the system reports changes.
    package var limitation: FileError? { watch.withLock { $0.limitation } }

    /// Watches these paths instead of the ones before, whose changes up to now are still reported.
    ///
    /// - Throws: `FileError`, only where `pollingInterval` was nil.
    package func replacePaths(_ paths: [String]) throws(FileError) {
        try watch.withLock { watch throws(FileError) in try watch.replace(paths: paths) }
    }

    /// Waits until files may have changed; blocks the thread.
    ///
    /// - Parameter timeout: nil waits for ever.
    /// - Returns: false when the time was over first.
    package func wait(timeout: Duration? = nil) -> Bool {
        let deadline = timeout.map { ContinuousClock.now + $0 }
        while true {
            let now = ContinuousClock.now
            let (step, descriptor) = watch.withLock { ($0.step(now), $0.descriptor) }
            if step.isReported { return true }
            if let deadline, now >= deadline { return false }
            var wait = pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0)
            let until = [deadline, step.next].compactMap(\.self).min()
            _ = poll(&wait, 1, until.map { (milliseconds($0 - now)) } ?? -1)
        }
    }

    /// An element whenever files may have changed, until the stream is let go or its task is cancelled.
    ///
    /// Changes that come before the next element is asked for are one element. The watcher lives as long as the stream.
    /// Use one stream at a time, and no `wait` beside it: only one of them sees a change.
    package func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let pump = Pump(self, continuation)
        continuation.onTermination = { _ in pump.stop() }
        pump.start()
        return stream
    }

    fileprivate func step(_ now: ContinuousClock.Instant) -> FileWatch.Step { watch.withLock { $0.step(now) } }
    fileprivate var descriptor: Int32? { watch.withLock { $0.descriptor } }
}

/// Moves changes from a watcher to a stream, on a queue of its own that is idle while nothing happens.
private final class Pump: Sendable {
    private let watcher: FileWatcher
    private let continuation: AsyncStream<Void>.Continuation
    private let queue = DispatchQueue(label: "beeline.watch")

    private struct State {
        var source: (any DispatchSourceRead)?
        /// The time of the look that is on its way, the earliest of several.
        var awaited: ContinuousClock.Instant?
        var isStopped = false
    }

    private let state = Mutex(State())

    init(_ watcher: FileWatcher, _ continuation: AsyncStream<Void>.Continuation) {
        self.watcher = watcher
        self.continuation = continuation
    }

    func start() {
        if let descriptor = watcher.descriptor {
            state.withLock { state in
                let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
                source.setEventHandler { [weak self] in self?.look() }
                // The descriptor may be closed only after the source has let go of it.
                source.setCancelHandler { [watcher] in withExtendedLifetime(watcher) {} }
                source.activate()
                state.source = source
            }
        }
        queue.async { [weak self] in self?.look() }
    }

    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.source?.cancel()
            state.source = nil
        }
    }

    private func look() {
        guard !state.withLock({ $0.isStopped }) else { return }
        let now = ContinuousClock.now
        let step = watcher.step(now)
        if step.isReported { continuation.yield() }
        if let next = step.next { look(at: next, now) }
    }

    private func look(at next: ContinuousClock.Instant, _ now: ContinuousClock.Instant) {
        let isNew = state.withLock { state in
            if let awaited = state.awaited, awaited <= next { return false }
            state.awaited = next
            return true
        }
        guard isNew else { return }
        queue.asyncAfter(deadline: .now() + .milliseconds(Int(milliseconds(next - now)))) { [weak self] in
            self?.state.withLock { state in
                if state.awaited == next { state.awaited = nil }
            }
            self?.look()
        }
    }
}

/// Rounded up, so that what is due then is due.
private func milliseconds(_ duration: Duration) -> Int32 {
    let parts = max(.zero, duration).components
    guard parts.seconds < 1_000_000 else { return 1_000_000_000 }
    return Int32(parts.seconds * 1000 + (parts.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
}

/// When changes are reported: once they have come to rest, and sometimes if they do not.
struct Settling {
    static let quiet = Duration.milliseconds(50)
    /// How long it may continue before it is reported anyway.
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

/// What a `FileWatcher` keeps under its lock: the source of changes, and changes that have not been reported yet.
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
    /// Why files are polled; nil where the kernel reports changes.
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
        // They are taken even without a plan: else the descriptor would stay readable.
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
