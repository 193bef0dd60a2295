package import BeelineActions
package import BeelineRules
package import BeelineSupport

/// `record`: keeps a scan in the history, an SQLite database of the user's own.
///
/// What is kept is when it was, the code and what it means, where it came from, the rule, the result of the rule's
/// actions before this one, and fields of the rule's own. A row that was acknowledged outlives the program, however
/// that ends. A secret of the code is not kept: `•••` is in its place.
package struct RecordPlugin: ActionPlugin {
    package let signature = ActionSignature(
        name: "record",
        summary: "Saves the scan in the history, with your own fields.",
        parameters: [.init("fields", .fields, isRequired: false, summary: "Your own names, and a text for each.")],
        effects: [.local])

    private let writer: HistoryWriter

    /// Where the history is kept by default: `beeline/history.db` in `XDG_DATA_HOME`, or in
    /// `~/.local/share`; nil where there is neither.
    package static var standardPath: String? { userDataFolder().map { "\($0)/history.db" } }

    /// Records in the standard place. Nothing is opened or made before the first row.
    package init() { writer = .standard }

    /// - Parameter path: of the database; it and its folder are made where they are not there.
    package init(path: String) { writer = HistoryWriter(path: path) }

    package func perform(_ action: Action) async throws -> ActionResult { try await perform(action, in: .none) }

    package func perform(_ action: Action, in context: ActionContext) async throws -> ActionResult {
        try await perform(action, in: context, keys: context.resolution.map { action.memoryKeys(of: $0) } ?? [])
    }

    /// - Parameter keys: what the code is known by.
    package func perform(
        _ action: Action, in context: ActionContext, keys: [MemoryKey]
    ) async throws -> ActionResult {
        let mask = context.mask.hiding(action, signature)
        let time = context.rows?.time ?? Timestamp.ofScan(context.scan)
        let id = try await writer.append(
            HistoryRow(time: time, action: action, context: context, hiding: mask, keys: keys))
        context.rows?.note(id)
        return ActionResult(message: "recorded")
    }

    package func end() async { await writer.close() }
}

/// What was recorded: to be looked through, and to be deleted from.
///
///     let history = History(path: path)
///     try history.whileEntries(matching: HistoryFilter(), limit: 20) { entry in
///         print(entry.time, entry.number ?? entry.text ?? "")
///         return true
///     }
///
/// Others may record at the same time. `record` itself is `RecordPlugin`.
package struct History: Sendable {
    package let path: String

    package init(path: String) { self.path = path }

    /// Calls the body with the selected scans, the newest first, until it returns false.
    ///
    /// - Parameter limit: how many at most; nil: all.
    /// - Throws: `SQLiteError`; where there is no file yet its problem is `.file`.
    package func whileEntries(
        matching filter: HistoryFilter, limit: Int? = nil, _ body: (HistoryEntry) -> Bool
    ) throws(SQLiteError) {
        let connection = try opened()
        let (condition, values) = try filter.sql(for: connection)
        let query = try SQLiteStatement(
            "SELECT \(HistoryEntry.columns) FROM scans WHERE \(condition) ORDER BY time DESC, id DESC LIMIT ?",
            on: connection)
        // To SQLite a negative limit is none.
        try query.whileRows(values + [.integer(Int64(limit ?? -1))]) { row in body(HistoryEntry(row)) }
    }

    package func count(matching filter: HistoryFilter) throws(SQLiteError) -> Int {
        let connection = try opened()
        let (condition, values) = try filter.sql(for: connection)
        return try connection.number("SELECT count(*) FROM scans WHERE \(condition)", values)
    }

    private func opened() throws(SQLiteError) -> SQLiteConnection {
        do throws(SQLiteError) {
            let connection = try SQLiteConnection(path: path, as: .history, access: .showing)
            try connection.requireForm(in: HistorySchema.readable)
            return connection
        } catch {
            guard error.problem == .full else { throw error }
            // To share it with others takes a file beside it, for which the disk has no room.
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

    /// Deletes scans, so that nothing of them is left in the file. With all of them what was set for sources goes as
    /// well.
    ///
    /// To delete all of them needs no space on the disk, to delete some may need as much as they take.
    ///
    /// - Returns: how many.
    /// - Throws: `SQLiteError`; then none was deleted.
    package func delete(matching filter: HistoryFilter) throws(SQLiteError) -> Int {
        do throws(SQLiteError) {
            return try deleteRows(matching: filter)
        } catch {
            guard error.problem == .full, filter == HistoryFilter() else { throw error }
            return try deleteFile()
        }
    }

    private func deleteRows(matching filter: HistoryFilter) throws(SQLiteError) -> Int {
        // A file that is not there is not to be made.
        try SQLiteConnection(path: path, as: .history, access: .reading).requireForm(in: HistorySchema.readable)
        let connection = try SQLiteConnection(path: path, as: .history)
        try connection.migrate(through: HistorySchema.steps)
        // What is deleted is overwritten, and not only forgotten, and in no file beside.
        try connection.execute("PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY")
        let (condition, values) = try filter.sql(for: connection)
        let count = try connection.transaction { () throws(SQLiteError) in
            if filter == HistoryFilter() {
                try connection.execute("DELETE FROM marks; DELETE FROM session")
            } else {
                try connection.deleteMarks(ofScans: condition, values)
            }
            try SQLiteStatement("DELETE FROM scans WHERE \(condition)", on: connection).run(values)
            return connection.changes
        }
        // The log has what was there before. While others use it, it is emptied later on.
        try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return count
    }

    /// Deletes the file with all scans, and begins an empty one that continues with the numbers.
    ///
    /// Whenever this is broken off the history is whole: as it was, without what its log had, or not there.
    private func deleteFile() throws(SQLiteError) -> Int {
        let (count, last) = try eraseAll()
        // They are deleted. Where there is no room even for an empty history, the next scan begins one. Nothing is
        // removed then: by now the file may be one in which another program records.
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
            // The log first: it would be read as that of a later file.
            // The connection keeps others out for as long as it is open.
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
        // Another program may have begun one already, and record in it: then its journal stays as it is.
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

/// Which scans of a history are selected. Nil or empty does not restrict.
///
///     var filter = HistoryFilter()
///     filter.kind = "isbn"
///     filter.words = ["linux"]
package struct HistoryFilter: Hashable, Sendable {
    package var ids: [Int] = []
    /// Recorded then or later, in UTC: `2026-01-31T12:34:56.789Z`. `Timestamp` makes such texts.
    package var since: String?
    /// Recorded before then, in UTC.
    package var before: String?
    /// The name of the kind: `isbn`.
    package var kind: String?
    package var rule: String?
    /// Each must stand somewhere in the code, its number, its image, its source or its fields. Letters from a to z are
    /// equal to capitals.
    package var words: [String] = []
    /// What all words together may be the code of: scans of these are selected in whatever spelling.
    package var keys: [MemoryKey] = []

    package init() {}

    /// The condition in SQL, made of texts of ours alone, and the values of its question marks.
    func sql(for connection: SQLiteConnection) throws(SQLiteError) -> (condition: String, values: [SQLiteValue]) {
        // A history of an earlier version has no keys.
        let hasKeys = try connection.number("PRAGMA user_version") >= HistorySchema.remembering && !keys.isEmpty
        var conditions: [String] = []
        var values: [SQLiteValue] = []
        if !ids.isEmpty {
            // As JSON, because the number of question marks is limited.
            conditions.append("id IN (SELECT value FROM json_each(?))")
            values.append(.text("[\(ids.map(String.init).joined(separator: ","))]"))
        }
        for (condition, value) in [("time >= ?", since), ("time < ?", before), ("kind = ?", kind), ("rule = ?", rule)] {
            guard let value else { continue }
            conditions.append(condition)
            values.append(.text(value))
        }
        var searches: [String] = []
        for word in words {
            let pattern = SQLiteValue.text("%\(Self.escaped(word))%")
            searches.append(
                "(\(Self.places.map { $0 + #" LIKE ? ESCAPE '\'"# }.joined(separator: " OR ")) OR \(Self.inFields))")
            values += Array(repeating: pattern, count: Self.places.count + 1)
        }
        if hasKeys {
            let found = "id IN (SELECT scan FROM marks WHERE key IN (SELECT value FROM json_each(?)))"
            conditions.append("(\(searches.joined(separator: " AND ")) OR \(found))")
            values.append(.text(JSONWriter.text(.array(keys.map { .string($0.text) }))))
        } else {
            conditions += searches
        }
        return (conditions.isEmpty ? "1" : conditions.joined(separator: " AND "), values)
    }

    /// Where words are looked for. All rows are read for it: an index of words would make recording six to twelve times
    /// as slow, and without it a second is enough for millions of rows.
    private static let places = ["text", "number", "input", "source"]
    /// The values of the fields, not their names, and not as JSON spells them.
    private static let inFields =
        #"EXISTS (SELECT 1 FROM json_tree(scans.fields) AS field WHERE field.atom LIKE ? ESCAPE '\')"#

    /// A text that is for itself in a pattern of LIKE.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
    }
}

extension HistoryWriter {
    /// Writes into the history at the standard place, for all of this program: two writers of one file would wait for each
    /// other.
    static let standard = HistoryWriter(path: RecordPlugin.standardPath)
}
