package import BeelineRules
internal import BeelineSupport

/// A selection of the scans of a history. Nil or empty does not restrict.
///
///     var filter = HistoryFilter()
///     filter.kind = "isbn"
///     filter.words = ["linux"]
package struct HistoryFilter: Hashable, Sendable {
    package var ids: [Int] = []
    /// Only scans with a higher number: those that were recorded later.
    package var after: Int?
    /// Recorded then or later, in UTC: `2026-01-31T12:34:56.789Z`. `Timestamp` makes such texts.
    package var since: String?
    /// Recorded before then, in UTC.
    package var before: String?
    /// The name of the kind: `isbn`.
    package var kind: String?
    package var rule: String?
    /// The name of the source, in full: `phone:Anna`.
    package var source: String?
    /// Whether the rule refused the code.
    package var refused: Bool?
    /// Each must occur in the code, its number, image, source or fields. The case of the letters a to z is ignored.
    package var words: [String] = []
    /// The keys of the code that all words together may be: its scans are selected in any spelling.
    package var keys: [MemoryKey] = []
    /// Only scans whose code was also recorded elsewhere, unknown to their desk.
    package var doubles = false

    package init() {}

    /// The condition in SQL, without any text of the user, and the values of its question marks.
    func sql(for connection: SQLiteConnection) throws(SQLiteError) -> (condition: String, values: [SQLiteValue]) {
        // A history of an earlier version has no keys.
        let hasKeys = try connection.number("PRAGMA user_version") >= HistorySchema.remembering && !keys.isEmpty
        // One file has no other desks.
        var conditions = doubles ? ["0"] : []
        var values: [SQLiteValue] = []
        if !ids.isEmpty {
            // As JSON, because the number of question marks is limited.
            conditions.append("id IN (SELECT value FROM json_each(?))")
            values.append(.text("[\(ids.map(String.init).joined(separator: ","))]"))
        }
        if let after {
            conditions.append("id > ?")
            values.append(.integer(Int64(after)))
        }
        for (condition, value) in [
            ("time >= ?", since), ("time < ?", before), ("kind = ?", kind), ("rule = ?", rule), ("source = ?", source),
        ] {
            guard let value else { continue }
            conditions.append(condition)
            values.append(.text(value))
        }
        if let refused { conditions.append(refused ? Self.isRefused : "NOT \(Self.isRefused)") }
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

    /// Whether a `refuse` was performed. Most rows are decided by the first half, which parses nothing.
    static let isRefused = """
        (instr(outcomes, '"refuse"') > 0 AND json_valid(outcomes) AND EXISTS (SELECT 1 FROM json_each(outcomes) AS outcome
        WHERE outcome.value ->> 'action' = 'refuse' AND outcome.value ->> 'status' = 'done'))
        """
    /// The columns that are searched for words. All rows are read: an index of words would make recording six to twelve
    /// times as slow, and without it a second is enough for millions of rows.
    private static let places = ["text", "number", "input", "source"]
    /// The values of the fields, not their names, and not as JSON spells them.
    private static let inFields =
        #"EXISTS (SELECT 1 FROM json_tree(scans.fields) AS field WHERE field.atom LIKE ? ESCAPE '\')"#

    static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
    }
}

/// A column whose values are asked for.
package enum HistoryColumn: String, Sendable {
    case kind, rule
}

/// What one source has scanned: a door, a telephone, a hand scanner.
package struct HistoryTally: Hashable, Sendable {
    /// Its name; empty where it is not known.
    package let source: String
    package let scans: Int
    /// How many of them were refused.
    package let refused: Int
    /// How many different codes were not refused.
    package let codes: Int
}
