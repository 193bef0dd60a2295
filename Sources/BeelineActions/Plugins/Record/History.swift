internal import BeelineFiles
internal import Glibc

/// The database of what was recorded, open for writing. One thread at a time.
///
/// What `append` has returned from is on the disk: it survives the end of the program in any way, and of the system.
final class History {
    private let connection: SQLiteConnection
    private let insertion: SQLiteStatement

    /// Opens the history, or begins one that only its owner can read.
    ///
    /// - Throws: `HistoryError`.
    init(path: String) throws(HistoryError) {
        do {
            try makePrivateFile(path)
        } catch {
            throw HistoryError(path: path, problem: .file(error))
        }
        connection = try SQLiteConnection(path: path, patience: Self.patience)
        // Readers and one writer do not wait for each other.
        try Self.useWriteAheadLog(connection)
        // Each commit is synced; without it a commit may be undone by a loss of power.
        try connection.execute("PRAGMA synchronous = FULL")
        try HistorySchema.prepare(connection)
        insertion = try SQLiteStatement("INSERT INTO scans (time, rule, fields) VALUES (?, ?, ?)", on: connection)
    }

    /// How long to wait for others who write, in milliseconds.
    private static let patience: Int32 = 5_000

    /// Whether the file is no longer where it was: moved, deleted, or another in its place.
    var hasMoved: Bool { connection.hasMoved }

    /// Adds a row, for good.
    ///
    /// - Parameters:
    ///   - time: as `Timestamp.now` gives it.
    ///   - fields: a JSON object.
    /// - Throws: `HistoryError`; then the row is not there.
    func append(time: String, rule: String, fields: String) throws(HistoryError) {
        try insertion.run([time, rule, fields])
    }

    /// Two that change the mode at once would wait for each other, so that SQLite refuses one of them immediately,
    /// however patient it is told to be.
    private static func useWriteAheadLog(_ connection: SQLiteConnection) throws(HistoryError) {
        let pause = 10
        for waited in stride(from: 0, through: Int(patience), by: pause) {
            do {
                return try connection.execute("PRAGMA journal_mode = WAL")
            } catch {
                guard error.problem == .busy, waited < Int(patience) else { throw error }
                usleep(UInt32(pause * 1_000))
            }
        }
    }
}
