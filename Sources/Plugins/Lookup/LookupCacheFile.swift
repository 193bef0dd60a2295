internal import BeelineActions
internal import BeelineSupport
internal import Glibc

/// The database in which answers are kept. One thread at a time.
final class LookupCacheFile {
    typealias Failure = SQLiteError

    /// An answer; times are in milliseconds since 1970.
    struct Entry {
        let time: Int64
        /// When it is too old, whoever asks.
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

    /// - Throws: `Failure`.
    init(path: String) throws(Failure) {
        // A look-up rather asks again than waits for another program.
        connection = try SQLiteConnection(path: path, as: .lookups, patience: 200)
        try connection.useWriteAheadLog()
        try connection.migrate(through: Self.steps)
        selection = try SQLiteStatement("SELECT time, end, status, body FROM answers WHERE key = ?", on: connection)
        insertion = try SQLiteStatement(
            "INSERT OR REPLACE INTO answers (key, time, end, status, size, body) VALUES (?, ?, ?, ?, ?, ?)",
            on: connection)
        cleaning = try SQLiteStatement("DELETE FROM answers WHERE end <= ? OR time <= ?", on: connection)
    }

    /// Opens the file; one that is damaged, or of a later version, is set aside, and a new one begun.
    ///
    /// - Returns: nil where that cannot be done.
    static func opened(_ path: String) -> LookupCacheFile? {
        do throws(Failure) {
            return try LookupCacheFile(path: path)
        } catch {
            guard error.isDamage, rename(path, "\(path).broken") == 0 else { return nil }
            // They belong to the file that is gone.
            for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
            return try? LookupCacheFile(path: path)
        }
    }

    var hasMoved: Bool { connection.hasMoved }

    /// - Throws: `Failure`.
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

    /// Adds an entry, or puts it in place of an older one; what is too old goes, and the oldest where room is short.
    ///
    /// - Parameter limit: in bytes.
    /// - Throws: `Failure`.
    func add(_ entry: Entry, for key: String, limit: Int) throws(Failure) {
        try connection.transaction { () throws(Failure) in
            let size = entry.body.count + Self.sizeOfRow
            let total = try connection.number("SELECT coalesce(sum(size), 0) FROM answers") + size
            // A quarter more than is needed, so that not every entry clears away another one.
            let oldest = total > limit ? try time(ofFirst: total - limit / 4 * 3) : Int64.min
            try cleaning.run([.integer(entry.time), .integer(oldest)])
            try insertion.run([
                .text(key), .integer(entry.time), .integer(entry.end), .integer(Int64(entry.status)),
                .integer(Int64(size)), .blob(entry.body),
            ])
        }
    }

    /// About what a row takes beside the body.
    private static let sizeOfRow = 256

    /// The time up to which the oldest entries have so many bytes.
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
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}

extension SQLiteSubject {
    fileprivate static let lookups = SQLiteSubject("the kept answers", remedy: "delete the file")
}

extension SQLiteError {
    /// Whether a new file is to be begun.
    var isDamage: Bool {
        switch problem {
        case .corrupt, .newer: true
        case .noPlace, .file, .foreign, .cannotOpen, .readOnly, .full, .busy, .other: false
        }
    }
}
