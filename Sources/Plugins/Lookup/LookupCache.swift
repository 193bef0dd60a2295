internal import BeelineActions
internal import BeelineSupport
internal import Synchronization

/// Answers of services that are kept for a while, in a file that only its owner can read.
///
/// It is a convenience: whatever is wrong with the file, nothing is kept then, and a look-up goes on without.
final class LookupCache: Sendable {
    /// `lookups.sqlite` in the user's cache folder.
    static let ofUser = LookupCache(path: userCacheFolder().map { "\($0)/lookups.sqlite" })

    /// An answer and how old it is.
    struct Kept {
        let response: HTTPResponse
        let age: Duration

        /// `40 s`, `3 min`, `5 h` or `2 d`.
        var ageInWords: String {
            switch Int(age / .seconds(1)) {
            case let seconds where seconds < 60: "\(seconds) s"
            case let seconds where seconds < 3600: "\(seconds / 60) min"
            case let seconds where seconds < 86400: "\(seconds / 3600) h"
            case let seconds: "\(seconds / 86400) d"
            }
        }
    }

    private enum State {
        case closed
        case open(LookupCacheFile)
        /// It could not be opened, and is not tried again.
        case unusable
    }

    private let path: String?
    /// In bytes, of all answers together.
    private let limit: Int
    private let now: @Sendable () -> Int64
    private let state = Mutex(State.closed)

    /// - Parameters:
    ///   - path: nil where there is no place for it; then nothing is kept.
    ///   - limit: the most bytes that all answers have together. Default: 32 MiB.
    ///   - now: the time in milliseconds since 1970.
    init(
        path: String?, limit: Int = 32 << 20, now: @escaping @Sendable () -> Int64 = LookupCacheFile.millisecondsNow
    ) {
        self.path = path
        self.limit = limit
        self.now = now
    }

    /// For how long it is kept that a service does not know a code: it may soon learn of it.
    static func shortened(_ age: Duration) -> Duration { min(age / 10, .seconds(86400)) }

    /// The answer that was kept, unless it is too old.
    func answer(for key: CacheKey, atMost age: Duration) -> Kept? {
        let now = now()
        return withFile { file throws(LookupCacheFile.Failure) in
            guard let entry = try file.entry(for: key.text), entry.end > now else { return nil }
            // One from the future was kept before the clock was set.
            let entryAge = Duration.milliseconds(now - entry.time)
            guard entryAge >= .zero, entryAge <= age else { return nil }
            return Kept(response: HTTPResponse(status: entry.status, body: entry.body), age: entryAge)
        }
    }

    /// Keeps an answer, unless it is very long; old ones make room for it.
    func keep(_ response: HTTPResponse, for key: CacheKey, lasting age: Duration) {
        guard response.body.count <= limit / 128 else { return }
        let time = now()
        let entry = LookupCacheFile.Entry(
            time: time, end: time + Int64(age / .milliseconds(1)), status: response.status, body: response.body)
        withFile { file throws(LookupCacheFile.Failure) in try file.add(entry, for: key.text, limit: limit) }
    }

    @discardableResult
    private func withFile<Value: Sendable>(
        _ work: (LookupCacheFile) throws(LookupCacheFile.Failure) -> Value?
    ) -> Value? {
        guard let path else { return nil }
        return state.withLock { state -> Value? in
            if case .open(let file) = state, file.hasMoved { state = .closed }
            if case .closed = state {
                state = LookupCacheFile.opened(path).map(State.open) ?? .unusable
            }
            guard case .open(let file) = state else { return nil }
            do throws(LookupCacheFile.Failure) {
                return try work(file)
            } catch {
                // What is damaged is set aside when it is opened the next time.
                if error.isDamage { state = .closed }
                return nil
            }
        }
    }
}
