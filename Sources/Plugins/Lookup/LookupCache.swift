internal import BeelineActions
internal import BeelineContent
internal import BeelineSupport
internal import BeelineSymbols
internal import Glibc
internal import Synchronization

/// A cache of the answers of services, in a file that only its owner can read. If anything is wrong with the file,
/// look-ups work without the cache.
final class LookupCache: Sendable {
    /// `lookups.sqlite` in the user's cache folder.
    static let ofUser = LookupCache(path: userCacheFolder().map { "\($0)/lookups.sqlite" })

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
        /// It could not be opened. It is not tried again.
        case unusable
    }

    private let path: String?
    /// The most bytes of all answers together.
    private let limit: Int
    private let now: @Sendable () -> Int64
    private let state = Mutex(State.closed)

    /// Without a path nothing is cached. `limit` is the most bytes of all answers together, by default 32 MiB. `now` is
    /// in milliseconds since 1970.
    init(path: String?, limit: Int = 32 << 20, now: @escaping @Sendable () -> Int64 = LookupCacheFile.millisecondsNow) {
        self.path = path
        self.limit = limit
        self.now = now
    }

    /// For how long the answer that a code is unknown is kept: the service may soon learn of it.
    static func shortened(_ age: Duration) -> Duration { min(age / 10, .seconds(86400)) }

    /// The cached answer, unless it is too old.
    func answer(for key: CacheKey, atMost age: Duration) -> Kept? {
        let now = now()
        return withFile { file throws(LookupCacheFile.Failure) in
            guard let entry = try file.entry(for: key.text), entry.end > now else { return nil }
            // An answer from the future was kept before the clock was corrected.
            let entryAge = Duration.milliseconds(now - entry.time)
            guard entryAge >= .zero, entryAge <= age else { return nil }
            return Kept(response: HTTPResponse(status: entry.status, body: entry.body), age: entryAge)
        }
    }

    /// Stores an answer, unless it is very long. Old answers make room for it.
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
                // A damaged file is set aside at the next opening.
                if error.isDamage { state = .closed }
                return nil
            }
        }
    }
}

/// The key of a cached answer: the method, the URL, and the headers on which the answer may depend. It is a digest,
/// because the URL reveals what was scanned, and headers contain secrets.
struct CacheKey: Hashable, Sendable {
    /// In Base64.
    let text: String

    init(_ request: HTTPRequest) {
        let headers = request.headers.map { "\($0.name.lowercased()): \($0.value)" }
            .filter { !$0.hasPrefix("user-agent:") }.sorted()
        var bytes: [UInt8] = []
        for part in [request.method.rawValue, request.url] + headers {
            // The length of each part keeps it apart from the next one.
            bytes += "\(part.utf8.count):\(part)\n".utf8
        }
        text = Base64.encode(SHA256.hash(bytes))
    }
}

/// The database of the cache. One thread at a time.
final class LookupCacheFile {
    typealias Failure = SQLiteError

    /// An answer; times are in milliseconds since 1970.
    struct Entry {
        let time: Int64
        /// When it is too old for any caller.
        let end: Int64
        let status: Int
        let body: [UInt8]
    }

    private let connection: SQLiteConnection
    private let selection: SQLiteStatement
    private let insertion: SQLiteStatement
    private let cleaning: SQLiteStatement

    private static let steps = [
        """
        CREATE TABLE answers (
          key TEXT PRIMARY KEY, time INTEGER NOT NULL, end INTEGER NOT NULL, status INTEGER NOT NULL,
          size INTEGER NOT NULL, body BLOB NOT NULL) STRICT;
        CREATE INDEX answers_by_time ON answers (time, size);
        CREATE INDEX answers_by_end ON answers (end);
        """
    ]

    init(path: String) throws(Failure) {
        // A look-up asks the service again rather than wait for another program.
        connection = try SQLiteConnection(path: path, as: .lookups, patience: 200)
        try connection.useWriteAheadLog()
        try connection.migrate(through: Self.steps)
        selection = try SQLiteStatement("SELECT time, end, status, body FROM answers WHERE key = ?", on: connection)
        insertion = try SQLiteStatement(
            "INSERT OR REPLACE INTO answers (key, time, end, status, size, body) VALUES (?, ?, ?, ?, ?, ?)",
            on: connection)
        cleaning = try SQLiteStatement("DELETE FROM answers WHERE end <= ? OR time <= ?", on: connection)
    }

    /// Opens the file, or nil. A damaged file, or one of a later version, is set aside and replaced.
    static func opened(_ path: String) -> LookupCacheFile? {
        do throws(Failure) {
            return try LookupCacheFile(path: path)
        } catch {
            guard error.isDamage, rename(path, "\(path).broken") == 0 else { return nil }
            // These belong to the old file.
            for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
            return try? LookupCacheFile(path: path)
        }
    }

    var hasMoved: Bool { connection.hasMoved }

    func entry(for key: String) throws(Failure) -> Entry? {
        var entry: Entry?
        try selection.forEachRow([.text(key)]) { row in
            guard let time = row.integer(0), let end = row.integer(1), let status = row.integer(2),
                let body = row.blob(3)
            else { return }
            entry = Entry(time: Int64(time), end: Int64(end), status: status, body: body)
        }
        return entry
    }

    /// Adds or replaces an entry. Removes entries that are too old, and the oldest ones beyond the limit in bytes.
    func add(_ entry: Entry, for key: String, limit: Int) throws(Failure) {
        try connection.transaction { () throws(Failure) in
            let size = entry.body.count + Self.sizeOfRow
            let total = try connection.number("SELECT coalesce(sum(size), 0) FROM answers") + size
            // A quarter more than is needed, so that not every entry removes another one.
            let oldest = total > limit ? try time(ofFirst: total - limit / 4 * 3) : Int64.min
            try cleaning.run([.integer(entry.time), .integer(oldest)])
            try insertion.run([
                .text(key), .integer(entry.time), .integer(entry.end), .integer(Int64(entry.status)),
                .integer(Int64(size)), .blob(entry.body),
            ])
        }
    }

    /// About the bytes of a row without its body.
    private static let sizeOfRow = 256

    /// The time up to which the oldest entries have this many bytes.
    private func time(ofFirst bytes: Int) throws(Failure) -> Int64 {
        var left = bytes
        var last = Int64.min
        try SQLiteStatement("SELECT time, size FROM answers ORDER BY time", on: connection).whileRows { row in
            last = row.integer(0).map(Int64.init) ?? last
            left -= row.integer(1) ?? 0
            return left > 0
        }
        return last
    }

    static let millisecondsNow: @Sendable () -> Int64 = {
        Int64(Timestamp.milliseconds(Timestamp.clock()))
    }
}

extension SQLiteSubject {
    fileprivate static let lookups = SQLiteSubject("the kept answers", remedy: "delete the file")
}

extension SQLiteError {
    /// Whether the file is to be replaced.
    var isDamage: Bool {
        switch problem {
        case .corrupt, .newer: true
        case .noPlace, .file, .foreign, .cannotOpen, .readOnly, .full, .busy, .server, .other: false
        }
    }
}
