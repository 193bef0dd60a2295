/// The form of the history's database, and how an older one becomes the present one.
///
/// `user_version` has the number of steps that were taken; each sets it at its end. A step is never changed once it was
/// released; what is to be different becomes a further step.
enum HistorySchema {
    /// Each makes the form of its number, counted from 1, of the one before.
    private static let steps: [StaticString] = [
        """
        CREATE TABLE scans (
            id INTEGER PRIMARY KEY,
            -- When it was recorded, in UTC: 2026-01-31T12:34:56.789Z
            time TEXT NOT NULL,
            -- The id of the rule that had it recorded.
            rule TEXT NOT NULL,
            -- What the rule had recorded, a JSON object.
            fields TEXT NOT NULL,
            -- The code itself.
            symbology TEXT,
            text TEXT,
            kind TEXT,
            source TEXT
        ) STRICT;
        CREATE INDEX scans_by_time ON scans (time);
        PRAGMA user_version = 1;
        """
    ]

    /// Brings a database into the present form, whole or not at all.
    ///
    /// - Throws: `HistoryError`; `.newer` when a later version has written it.
    static func prepare(_ connection: SQLiteConnection) throws(HistoryError) {
        guard try form(of: connection) < steps.count else { return }
        // Two programs may begin the same history at once; the second one finds all done.
        try connection.execute("BEGIN IMMEDIATE")
        do {
            for step in steps.dropFirst(try form(of: connection)) { try connection.execute(step) }
            try connection.execute("COMMIT")
        } catch {
            // Where the commit failed SQLite may have rolled back by itself, and says so.
            try? connection.execute("ROLLBACK")
            throw error
        }
    }

    private static func form(of connection: SQLiteConnection) throws(HistoryError) -> Int {
        let form = try connection.number("PRAGMA user_version")
        guard (0...steps.count).contains(form) else { throw HistoryError(path: connection.path, problem: .newer(form)) }
        return form
    }
}
