internal import CSQLite

extension SQLiteConnection {
    /// Does several things as one: all of it is kept, or, when the work throws, nothing.
    ///
    /// Waits for other writers first, for as long as the patience lasts.
    ///
    /// - Throws: `SQLiteError`: what the work throws, or why it could not be kept.
    package func transaction<Value>(_ work: () throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
        try execute("BEGIN IMMEDIATE")
        do {
            let value = try work()
            try execute("COMMIT")
            return value
        } catch {
            // Where the commit failed SQLite may have rolled back by itself; then there is nothing left to undo.
            if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
            throw error
        }
    }

    /// Brings a database into the present form, whole or not at all.
    ///
    /// `user_version` has the number of steps that were taken. A step is never changed once it was released; what is to
    /// be different becomes a further step.
    ///
    ///     try connection.migrate(through: ["CREATE TABLE scans (…) STRICT", "ALTER TABLE scans ADD COLUMN page INTEGER"])
    ///
    /// - Parameter steps: each makes the form of its number, counted from 1, of the one before.
    /// - Throws: `SQLiteError`; `.newer` when a later version has written it.
    package func migrate(through steps: [String]) throws(SQLiteError) {
        guard try form(atMost: steps.count) < steps.count else { return }
        // Two programs may begin the same database at once; the second one finds all done.
        try transaction { () throws(SQLiteError) in
            for step in steps.dropFirst(try form(atMost: steps.count)) { try execute(step) }
            try execute("PRAGMA user_version = \(steps.count)")
        }
    }

    /// The number of steps that the database has taken.
    private func form(atMost latest: Int) throws(SQLiteError) -> Int {
        let form = try number("PRAGMA user_version")
        guard (0...latest).contains(form) else { throw error(.newer(form)) }
        return form
    }

    /// Sees that a database that is only read has the form that is expected.
    ///
    /// - Throws: `SQLiteError`: `.newer`, or `.corrupt` for one that is older, which is none of ours.
    package func requireForm(_ expected: Int) throws(SQLiteError) {
        guard try form(atMost: expected) == expected else { throw error(.corrupt) }
    }
}
