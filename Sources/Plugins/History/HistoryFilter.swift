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

    /// The condition in SQL, without any text of the user, and its values.
    func sql(for tables: some HistoryTables) throws(SQLiteError) -> (condition: String, values: [String]) {
        let dialect = tables.dialect
        var conditions = doubles ? ["\(dialect.missed) > 0"] : []
        var values: [String] = []
        func place(_ value: String) -> String {
            values.append(value)
            return "$\(values.count)"
        }
        if !ids.isEmpty { conditions.append("id IN (\(ids.map(String.init).joined(separator: ", ")))") }
        if let after { conditions.append("id > \(after)") }
        for (comparison, value) in [
            ("time >=", since), ("time <", before), ("kind =", kind), ("rule =", rule), ("source =", source),
        ] {
            if let value { conditions.append("\(comparison) \(place(value))") }
        }
        if let refused { conditions.append(refused ? dialect.isRefused : "NOT \(dialect.isRefused)") }
        // All rows are read: an index of words would make recording six to twelve times as slow, and without it a second
        // is enough for millions of rows.
        var searches = words.map { word in
            let isLike = "\(dialect.like) \(place("%\(Self.escaped(word))%")) ESCAPE '\\'"
            let columns = ["text", "number", "input", "source", dialect.desk].map { "\($0) \(isLike)" }
            return
                "(\((columns + ["EXISTS (SELECT 1 FROM \(dialect.fieldValues) \(isLike))"]).joined(separator: " OR ")))"
        }
        if !keys.isEmpty, !searches.isEmpty, try tables.hasMarks {
            let found = "SELECT scan FROM marks WHERE key IN (\(keys.map { place($0.text) }.joined(separator: ", ")))"
            searches = ["((\(searches.joined(separator: " AND "))) OR id IN (\(found)))"]
        }
        conditions += searches
        return (conditions.isEmpty ? "1 = 1" : conditions.joined(separator: " AND "), values)
    }

    private static func escaped(_ text: String) -> String {
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
    /// How many guests left, as the field `direction` of their record says.
    package let left: Int
}
