internal import BeelinePlugins
package import BeelineSupport
internal import Synchronization

/// The database of the server: tokens, paired telephones, and accepted scans with their answers.
///
///     let database = try ServerDatabase()
///     let id = try await database.commit { session in
///         try session.rows("INSERT INTO … RETURNING id", […]) { $0.integer(0) }.first ?? 0
///     }
///
/// Several programs may use it at once: `beeline serve`, and `beeline serve tokens` beside it.
///
/// What was committed survives the end of the program, also by `kill -9`. A loss of power may undo the commits of the
/// last half minute, as it may undo the last rows of the history: to wait for the disk would cost 6 ms for each commit
/// instead of 0.03 ms (measured on an SSD), and does not help while the history does not wait.
package final class ServerDatabase: Sendable {
    package let path: String
    private let writing: Mutex<ServerSession>
    /// The connection for look-ups of each request, which do not wait for writers.
    private let reading: Mutex<ServerSession>
    private let works = BatchQueue<Work>(label: "beeline.server.database")

    /// Work that shares a transaction with others.
    private struct Work: Sendable {
        let run: @Sendable (ServerSession) throws(SQLiteError) -> Void
        /// Called after the transaction, with the error if it failed.
        let finish: @Sendable (SQLiteError?) -> Void
    }

    /// The default path: `beeline/serve.sqlite` in `XDG_DATA_HOME`, or in `~/.local/share`; nil if there is neither.
    package static var standardPath: String? { userDataPath("serve.sqlite") }

    /// Opens the database, or creates one that only its owner can read.
    package convenience init() throws(SQLiteError) {
        guard let path = Self.standardPath else { throw SQLiteError(path: "", subject: .server, problem: .noPlace) }
        try self.init(path: path)
    }

    package init(path: String) throws(SQLiteError) {
        self.path = path
        writing = Mutex(try ServerSession(path: path))
        reading = Mutex(try ServerSession(path: path))
    }

    /// Looks something up. The work gets the session, and a value that changes whenever a program has written.
    func look<Value: Sendable>(
        _ work: @Sendable (ServerSession, DataVersion) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value {
        try reading.withLock { session throws(SQLiteError) in
            try session.reopenIfMoved()
            return try work(session, try session.version())
        }
    }

    /// Checks that the database can be written, before anything is accepted.
    package func checkIsWritable() throws(SQLiteError) {
        // Beginning a transaction is not a test: for a file that can only be read SQLite begins one that reads.
        try write { session throws(SQLiteError) in try session.run("DELETE FROM tokens WHERE false") }
    }

    /// Does work in a transaction, at once.
    func write<Value: Sendable>(
        _ work: @Sendable (ServerSession) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value {
        try writing.withLock { session throws(SQLiteError) in
            try session.reopenIfMoved()
            return try session.transaction { () throws(SQLiteError) in try work(session) }
        }
    }

    /// Does work in a transaction. What comes while one runs shares the next one: many cost hardly more than one.
    func commit<Value: Sendable>(
        _ work: @escaping @Sendable (ServerSession) throws(SQLiteError) -> Value
    ) async throws(SQLiteError) -> Value {
        let result = await withCheckedContinuation { (continuation: CheckedContinuation<Committed<Value>, Never>) in
            let value = Mutex<Value?>(nil)
            let box = Box(value: value)
            add(
                Work(
                    run: { session throws(SQLiteError) in
                        let made = try work(session)
                        box.value.withLock { $0 = made }
                    },
                    finish: { error in
                        let made = box.value.withLock { $0 }
                        continuation.resume(returning: Committed(value: made, error: error))
                    }))
        }
        if let error = result.error { throw error }
        guard let value = result.value else {
            throw SQLiteError(path: path, subject: .server, problem: .other("a transaction has no result"))
        }
        return value
    }

    /// The same, without waiting for it: for instance, for the time at which a token was last used.
    func commitLater(_ work: @escaping @Sendable (ServerSession) throws(SQLiteError) -> Void) {
        add(Work(run: work, finish: { _ in }))
    }

    private final class Box<Value: Sendable>: Sendable {
        let value: Mutex<Value?>

        init(value: consuming sending Mutex<Value?>) { self.value = value }
    }

    private struct Committed<Value: Sendable>: Sendable {
        var value: Value?
        var error: SQLiteError?
    }

    private func add(_ work: Work) { works.add(work) { [self] in commit($0) } }

    /// Does several pieces of work in one transaction. Each gets its own error.
    private func commit(_ works: [Work]) {
        let errors: [SQLiteError?]
        do throws(SQLiteError) {
            errors = try write { session throws(SQLiteError) in
                works.map { work in
                    // What one of them cannot keep is not to cost the others theirs.
                    do throws(SQLiteError) {
                        try session.nested { () throws(SQLiteError) in try work.run(session) }
                        return nil
                    } catch {
                        return error
                    }
                }
            }
        } catch {
            for work in works { work.finish(error) }
            return
        }
        for (work, error) in zip(works, errors) { work.finish(error) }
    }
}

extension SQLiteSubject {
    static let server = SQLiteSubject(
        "the server's database",
        remedy: "move the file away (and those beside it that end in -wal and -shm); then pair the telephones again, "
            + "and make new tokens")
}

/// A value that changes whenever another connection writes into the database.
struct DataVersion: Hashable, Sendable {
    /// The number of times that the file was opened.
    var opening: Int
    var change: Int
}

/// A connection with its prepared statements, for one thread at a time.
final class ServerSession {
    private let path: String
    private var connection: SQLiteConnection
    private var statements: [String: SQLiteStatement] = [:]
    private var openings = 1

    init(path: String) throws(SQLiteError) {
        self.path = path
        connection = try Self.opened(path)
    }

    private static func opened(_ path: String) throws(SQLiteError) -> SQLiteConnection {
        let connection = try SQLiteConnection(path: path, as: .server)
        try connection.useWriteAheadLog()
        try connection.migrate(through: ServerSchema.steps)
        return connection
    }

    /// Opens the file again if it was moved or deleted: what is written into the old one would be lost, and its callers
    /// must no longer have access.
    fileprivate func reopenIfMoved() throws(SQLiteError) {
        guard connection.hasMoved else { return }
        statements = [:]
        connection = try Self.opened(path)
        openings += 1
    }

    fileprivate func version() throws(SQLiteError) -> DataVersion {
        DataVersion(opening: openings, change: try number("PRAGMA data_version"))
    }

    var changes: Int { connection.changes }

    func run(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) { try statement(sql).run(values) }

    /// Runs a statement, and converts each row.
    func rows<Value>(
        _ sql: String, _ values: [SQLiteValue] = [], _ body: (borrowing SQLiteStatement.Row) -> Value
    ) throws(SQLiteError) -> [Value] {
        var made: [Value] = []
        try statement(sql).forEachRow(values) { made.append(body($0)) }
        return made
    }

    /// The integer that a statement returns; 0 without a row.
    func number(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> Int {
        try rows(sql, values) { $0.integer(0) ?? 0 }.last ?? 0
    }

    fileprivate func transaction<Value>(_ work: () throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
        try connection.transaction(work)
    }

    /// A nested transaction, which can fail by itself.
    fileprivate func nested(_ work: () throws(SQLiteError) -> Void) throws(SQLiteError) {
        try run("SAVEPOINT part")
        do {
            try work()
            try run("RELEASE part")
        } catch {
            try? run("ROLLBACK TO part")
            try? run("RELEASE part")
            throw error
        }
    }

    private func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        if let known = statements[sql] { return known }
        let statement = try SQLiteStatement(sql, on: connection)
        statements[sql] = statement
        return statement
    }
}

enum ServerSchema {
    /// The steps of `SQLiteConnection.migrate`. A released step is never changed; a change is a further step.
    static let steps = [
        """
        CREATE TABLE tokens (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL,
            -- SHA-256 of the secret, which is kept nowhere. It has 256 random bits: no salt is needed.
            hash BLOB NOT NULL UNIQUE,
            -- In UTC: 2026-01-31T12:34:56.789Z
            made TEXT NOT NULL,
            last_used TEXT
        ) STRICT;
        CREATE TABLE devices (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE,
            hash BLOB NOT NULL UNIQUE,
            paired TEXT NOT NULL,
            last_seen TEXT,
            scans INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE TABLE scans (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            -- Who sent it: local, token:3, device:5
            caller TEXT NOT NULL,
            -- The idempotency key.
            key TEXT NOT NULL,
            -- SHA-256 of what was sent.
            body BLOB NOT NULL,
            accepted TEXT NOT NULL,
            -- When it was scanned.
            at TEXT NOT NULL,
            -- The JSON that was answered; NULL until it is known.
            answer BLOB,
            UNIQUE (caller, key)
        ) STRICT;
        CREATE INDEX scans_by_time ON scans (caller, at);
        """,
        """
        CREATE TABLE sessions (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            token INTEGER NOT NULL,
            hash BLOB NOT NULL UNIQUE,
            made TEXT NOT NULL,
            last_used TEXT
        ) STRICT;
        """,
    ]
}
