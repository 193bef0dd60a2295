package import BeelineSupport

/// A history: the scans that `record` has saved, and the session values. A file of SQLite, or a PostgreSQL server for
/// desks on several machines.
///
///     let desk = try Desk(rules: .files(["tickets.json"]) + .bundled, history: History(path: "gate.db"))
///     let gate = History(path: "postgresql://gate@db.example/festival")
///
/// Several programs can use one at the same time.
public struct History: Hashable, Sendable {
    /// The path of the file, or the address of the server.
    public let path: String

    /// - Parameter path: the path of a file, which is created with the first scan that is recorded, or the address of a
    ///   PostgreSQL server, where `beeline history create` has made the tables: `postgresql://USER@HOST/DATABASE`, with
    ///   all that libpq takes, or `service=NAME`. A password is in `~/.pgpass` or in the file that `PGPASSFILE` names.
    public init(path: String) { self.path = path }

    /// The history of the user, which the command uses: what the environment variable `BEELINE_HISTORY` says, or else
    /// `beeline/history.db` in `XDG_DATA_HOME`, or in `~/.local/share`; nil where there is none of these.
    public static var ofUser: History? { standardPath.map(History.init) }

    package static var standardPath: String? { environmentVariable("BEELINE_HISTORY") ?? userDataPath("history.db") }

    /// Calls the body with the selected scans, the newest first, at most so many, until it returns false. Where there
    /// is none yet the problem of the error is `.file`.
    package func whileEntries(
        matching filter: HistoryFilter, limit: Int? = nil, _ body: (HistoryEntry) -> Bool
    ) throws(SQLiteError) {
        try tables().whileEntries(matching: filter, limit: limit, body)
    }

    /// The different values of a column, in order.
    package func values(of column: HistoryColumn) throws(SQLiteError) -> [String] {
        try tables().values(of: column)
    }

    /// The scans of each source in numbers.
    package func tallies(matching filter: HistoryFilter) throws(SQLiteError) -> [HistoryTally] {
        try tables().tallies(matching: filter)
    }

    /// How many different codes are inside: those whose last scan was not refused and is not one of a guest who left.
    /// Capitals and blanks do not count, because a number may have been typed.
    package func inside(matching filter: HistoryFilter) throws(SQLiteError) -> Int {
        try tables().inside(matching: filter)
    }

    package func count(matching filter: HistoryFilter) throws(SQLiteError) -> Int {
        try tables().count(matching: filter)
    }

    /// Why there is no history at its path; nil where there is one, and for a server.
    package var absence: FileError? { isOnServer ? nil : BeelineSupport.absence(of: path) }

    /// Whether its path is the address of a server.
    var isOnServer: Bool { ServerAddress(path) != nil }

    /// The tables for reading.
    ///
    /// - Parameter forms: those that a file can have.
    func tables(in forms: ClosedRange<Int> = HistorySchema.readable) throws(SQLiteError) -> any HistoryTables {
        if let address = ServerAddress(path) { return try ServerListing(address) }
        do throws(SQLiteError) {
            let connection = try SQLiteConnection(path: path, as: .history, access: .showing)
            try connection.requireForm(in: forms)
            return connection
        } catch {
            guard error.problem == .full else { throw error }
            // Shared access needs a second file, for which the disk has no room.
            return try openedAlone()
        }
    }

    /// Opens the history for this program alone, which needs no space.
    private func openedAlone() throws(SQLiteError) -> SQLiteConnection {
        let connection = try SQLiteConnection(path: path, as: .history)
        try connection.lockOutOthers()
        try connection.requireForm(in: HistorySchema.readable)
        return connection
    }

    /// Deletes scans, so that nothing of them is left in the file, and returns how many. Deleting all of them deletes
    /// the session values, too. Deleting all needs no space on the disk; deleting some may need as much as they take.
    /// After an error none was deleted.
    package func delete(matching filter: HistoryFilter) throws(SQLiteError) -> Int {
        if let address = ServerAddress(path) {
            return try ServerListing(address, writes: true).delete(matching: filter)
        }
        do throws(SQLiteError) {
            return try deleteRows(matching: filter)
        } catch {
            guard error.problem == .full, filter == HistoryFilter() else { throw error }
            return try deleteFile()
        }
    }

    private func deleteRows(matching filter: HistoryFilter) throws(SQLiteError) -> Int {
        // A missing file must not be created.
        try SQLiteConnection(path: path, as: .history, access: .reading).requireForm(in: HistorySchema.readable)
        let connection = try SQLiteConnection(path: path, as: .history)
        try connection.migrate(through: HistorySchema.steps)
        // Deleted rows are overwritten, and not copied into temporary files.
        try connection.execute("PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY")
        let (condition, values) = try filter.sql(for: connection)
        let count = try connection.transaction { () throws(SQLiteError) in
            if filter == HistoryFilter() {
                try connection.execute("DELETE FROM marks; DELETE FROM session")
            } else {
                try connection.deleteMarks(ofScans: condition, values)
            }
            try SQLiteStatement("DELETE FROM scans WHERE \(condition)", on: connection).run(values.map { .text($0) })
            return connection.changes
        }
        // The log still has the deleted rows. If others use it, it is emptied later.
        try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return count
    }

    /// Deletes the file with all scans, and creates an empty one that continues the numbers. If this is interrupted,
    /// the history is valid: unchanged, without the rows of its log, or missing.
    private func deleteFile() throws(SQLiteError) -> Int {
        let (count, last) = try eraseAll()
        // The scans are deleted. If there is no room for an empty history, the next scan creates one. Nothing is
        // removed then: another program may already record in a new file.
        try? beginEmpty(after: last)
        return count
    }

    /// - Returns: how many scans there were, and the highest number that one ever had.
    private func eraseAll() throws(SQLiteError) -> (count: Int, last: Int) {
        let connection = try openedAlone()
        let count = try connection.number("SELECT count(*) FROM scans")
        let last = try connection.number("SELECT seq FROM sqlite_sequence WHERE name = 'scans'")
        do throws(FileError) {
            let file = try absolutePath(path)
            // The log first: a later file would get it. The connection keeps others out for as long as it is open.
            try withExtendedLifetime(connection) { () throws(FileError) in
                for part in ["\(file)-wal", "\(file)-shm", file] where isTaken(part) { try eraseFile(part) }
            }
        } catch {
            throw SQLiteError(path: path, subject: .history, problem: .file(error))
        }
        return (count, last)
    }

    private func beginEmpty(after last: Int) throws(SQLiteError) {
        let connection = try SQLiteConnection(path: path, as: .history)
        // Another program may have created one already, and record in it: then its journal mode stays.
        if try connection.number("PRAGMA user_version") == 0 { try connection.execute("PRAGMA journal_mode = MEMORY") }
        try connection.migrate(through: HistorySchema.steps)
        try connection.transaction { () throws(SQLiteError) in
            let highest = try connection.number(
                "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'scans'")
            try connection.execute("DELETE FROM sqlite_sequence WHERE name = 'scans'")
            try SQLiteStatement("INSERT INTO sqlite_sequence (name, seq) VALUES ('scans', ?)", on: connection)
                .run([SQLiteValue(max(highest, last))])
        }
    }
}
