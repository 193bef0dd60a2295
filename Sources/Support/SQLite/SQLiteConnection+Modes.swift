internal import CSQLite
internal import Glibc

extension SQLiteConnection {
    /// Lets readers and one writer work at once, without waiting for each other. The mode stays with the file.
    ///
    /// A commit then outlives the program, whichever way that ends. A loss of power may undo the last commits, whole ones,
    /// and never damages the database.
    ///
    /// - Throws: `SQLiteError`.
    package func useWriteAheadLog() throws(SQLiteError) {
        // Two that change the mode at once would wait for each other, so that SQLite refuses one of them immediately,
        // however patient it is told to be.
        let pause = 10
        for waited in stride(from: 0, through: Int(patience), by: pause) {
            do {
                try execute("PRAGMA journal_mode = WAL")
                break
            } catch {
                guard error.problem == .busy, waited + pause <= Int(patience) else { throw error }
                usleep(UInt32(pause * 1_000))
            }
        }
        try execute("PRAGMA synchronous = NORMAL")
    }

    /// Keeps everybody else from the database until this connection ends, and needs no space on the disk for that.
    ///
    /// To be called before anything is read.
    ///
    /// - Throws: `SQLiteError`; `.busy` while others have it open.
    package func lockOutOthers() throws(SQLiteError) {
        try execute("PRAGMA locking_mode = EXCLUSIVE")
        try execute("BEGIN EXCLUSIVE; COMMIT")
    }

    /// Holds what the database has now until this connection ends, however others change it; they cannot change it in
    /// the meantime unless it has a write-ahead log.
    ///
    /// - Throws: `SQLiteError`.
    package func holdSnapshot() throws(SQLiteError) {
        try execute("BEGIN")
        // Only the first look takes it.
        _ = try number("SELECT count(*) FROM sqlite_schema")
    }

    /// What SQLite's own check finds wrong with the database; empty when it is sound. Reads all of it.
    ///
    /// - Throws: `SQLiteError`.
    package func flaws() throws(SQLiteError) -> [String] {
        var flaws: [String] = []
        do {
            try SQLiteStatement("PRAGMA integrity_check(20)", on: self).forEachRow { row in
                if let text = row.text(0), text != "ok" { flaws.append(text) }
            }
        } catch  where error.problem == .corrupt {
            // So damaged that the check itself stops.
            flaws.append(error.description)
        }
        return flaws
    }
}
